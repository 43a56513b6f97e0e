"""Phrases within phrases: forms whose slots hold whole phrases of a kind, as `count of cards in hand of you`.

A slot of an ordinary form holds one word. Here a slot of a kind holds one of its codes, or any form that gives that
kind; which words belong together is told by the kinds.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from rapidfuzz import fuzz, process

from schema.notation import NEARNESS, SLOT, Clause, NotationError, Part, Vocabulary, slot_kinds

Parts = tuple["NestedClause | Word", ...]


@dataclass(frozen=True, slots=True)
class Word:
    """A single word, and the kind as which it was read."""

    kind: str
    code: str


@dataclass(frozen=True, slots=True)
class NestedClause(Clause):
    """Words that were read as a form, with what stands in its slots, phrases among them."""

    kind: str = ""
    parts: Parts = ()


@dataclass(frozen=True)
class Phrases(Vocabulary):
    """A vocabulary in which slots can hold phrases."""

    queries: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Forms by the kind that they give."""

    def phrase(self, kind: str, text: str) -> NestedClause | Word:
        """A phrase of a kind that stands alone, or a NotationError."""
        words = tuple(text.split())
        found = _Reading(self, words).span(kind, 0, len(words))
        if found is None:
            raise self._unread(kind, words, text)
        return found

    def clause_of(self, part: Part, words: tuple[str, ...], line: str) -> Clause:
        """The form that the words follow, with the phrases in its slots."""
        found = _Reading(self, words).span(part, 0, len(words))
        if not isinstance(found, NestedClause):
            raise self._unread(part, words, line)
        return found

    def with_codes(self, codes: Mapping[str, Collection[str]]) -> "Phrases":
        """The vocabulary with more codes, such as the names of what an action takes."""
        kinds = {**self.codes}
        for kind, more in codes.items():
            kinds[kind] = frozenset([*kinds.get(kind, ()), *more])
        made = Phrases(self.forms, kinds, self.queries)
        made.__dict__["by_kind"] = self.by_kind  # worked out once: codes are no part of it
        return made

    @cached_property
    def by_kind(self) -> Mapping[str, list[tuple[str, tuple[str, ...], frozenset[str]]]]:
        """Forms of each kind and part with their words, and those that stand for themselves; in the order given."""
        listed: dict[str, Collection[str]] = dict(self.queries) | {str(part): f for part, f in self.forms.items()}
        return {kind: [(form, tuple(form.split()), _literal(form)) for form in forms] for kind, forms in listed.items()}

    @cached_property
    def _known(self) -> frozenset[str]:
        literal = {word for forms in self.by_kind.values() for _, _, words in forms for word in words}
        return frozenset(literal | {code for codes in self.codes.values() for code in codes})

    def _most_like(self, kind: str, word: str) -> str:
        """The known word that is most like one, of equals one that forms of the kind are made of; empty without any."""
        own = {literal for _, _, words in self.by_kind.get(kind, ()) for literal in words}
        like = process.extract(word, self._known, scorer=fuzz.ratio, score_cutoff=NEARNESS, limit=None)
        return min(((-score, found not in own, found) for found, score, _ in like), default=(0, False, ""))[2]

    def _unread(self, kind: str, words: tuple[str, ...], line: str) -> NotationError:
        for word in words:
            if word.lstrip("+-").isdigit():
                return NotationError(f"“{word}” is a number: let a counter name the fact that states it", line, word)
            if word not in self._known:
                near = self._most_like(kind, word)
                advice = f"did you mean “{near}”?" if near else f"nothing that can stand in a {kind} is called so"
                return NotationError(f"Unknown word “{word}” in a {kind}: {advice}", line, word)
        if not words:
            return NotationError(f"A {kind} is missing", line)
        at, wanted = _Reading(self, words).furthest(kind)
        word = words[at] if at < len(words) else ""
        place = f"at “{word}”" if word else f"after “{words[-1]}”"
        expected = f": expected {' or '.join(wanted[:6])}" if wanted else ""
        return NotationError(
            f"“{' '.join(words)}” cannot be read as a {kind} {place}{expected}", line, word or words[-1]
        )


def _literal(form: str) -> frozenset[str]:
    return frozenset(word for word in form.split() if not SLOT.fullmatch(word))


class _Reading:
    """One row of words on its way into a phrase; each stretch is read once as each kind."""

    def __init__(self, vocabulary: Phrases, words: tuple[str, ...]) -> None:
        self._vocabulary, self._words = vocabulary, words
        self._read: dict[tuple[str, int, int], NestedClause | Word | None] = {}
        self._forms: dict[str, list[tuple[str, tuple[str, ...], frozenset[str]]]] = {}

    def span(self, kind: str, start: int, end: int) -> NestedClause | Word | None:
        """The stretch as a word or phrase of a kind, if it is one."""
        key = (kind, start, end)
        if key not in self._read:
            self._read[key] = None
            self._read[key] = self._as_word(kind, start, end) or self._as_phrase(kind, start, end)
        return self._read[key]

    def _possible(self, kind: str) -> list[tuple[str, tuple[str, ...], frozenset[str]]]:
        """The forms of a kind whose own words all stand somewhere in the row of words."""
        if kind not in self._forms:
            there = frozenset(self._words)
            self._forms[kind] = [form for form in self._vocabulary.by_kind.get(kind, ()) if form[2] <= there]
        return self._forms[kind]

    def furthest(self, kind: str) -> tuple[int, list[str]]:
        """Up to where some form goes along with the words, and what is expected there."""
        reached: dict[int, set[str]] = {}
        for _, tokens, _ in self._vocabulary.by_kind.get(kind, ()):
            self._reach(tokens, 0, reached)
        at = max(reached, default=0)
        return at, sorted(reached.get(at, ()))

    def _reach(self, tokens: tuple[str, ...], start: int, reached: dict[int, set[str]]) -> None:
        """Go along with the words as far as tokens can be laid upon them, and note what is expected there."""
        if not tokens:
            reached.setdefault(start, set()).add("nothing more")
            return
        slot = SLOT.fullmatch(tokens[0])
        ends = [start + 1] if not slot and self._words[start : start + 1] == (tokens[0],) else []
        for kind in slot_kinds(slot.group(1)) if slot else ():
            ends += [end for end in range(start + 1, len(self._words) + 1) if self.span(kind, start, end)]
        for end in ends:
            self._reach(tokens[1:], end, reached)
        if not ends:
            reached.setdefault(start, set()).add(tokens[0])

    def _as_word(self, kind: str, start: int, end: int) -> Word | None:
        if end != start + 1 or self._words[start] not in self._vocabulary.codes.get(kind, ()):
            return None
        return Word(kind, self._words[start])

    def _as_phrase(self, kind: str, start: int, end: int) -> NestedClause | None:
        words = self._words[start:end]
        for form, tokens, literal in self._possible(kind):
            if len(tokens) > len(words) or not literal.issubset(words):
                continue
            parts = next(self._fill(tokens, start, end), None)
            if parts is not None:
                return NestedClause(form, words, kind, parts)
        return None

    def _fill(self, tokens: tuple[str, ...], start: int, end: int) -> Iterator[Parts]:
        """The ways in which tokens can be laid upon a stretch, the longest first phrase first."""
        if not tokens:
            if start == end:
                yield ()
            return
        token, rest = tokens[0], tokens[1:]
        slot = SLOT.fullmatch(token)
        if slot is None:
            if start < end and self._words[start] == token:
                yield from self._fill(rest, start + 1, end)
            return
        kinds = slot_kinds(slot.group(1))
        behind = rest[0] if rest and rest[0][0] != "{" else ""
        for stop in range(end - len(rest), start, -1):
            if behind and self._words[stop] != behind:
                continue
            for kind in kinds:
                part = self.span(kind, start, stop)
                if part is not None:
                    yield from ((part, *more) for more in self._fill(rest, stop, end))
