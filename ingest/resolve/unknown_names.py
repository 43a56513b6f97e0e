"""Propose which concept an entry of a components list names by a word that no pack knows; a person says yes or no."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from schema.lexicon import Lexicon
from schema.reading import ConceptKey
from schema.tokens import tokenise

LEAST_LETTERS = 3
"""Shorter words say nothing of what a thing is."""

Names = Mapping[ConceptKey, Sequence[str]]


@dataclass(frozen=True, slots=True)
class NameSettings:
    """What speaks for a name; chosen by names that were replaced in opened rulebooks."""

    least_alike: float = 78.0
    """Of 100: a word less like every word of the pack is unknown."""
    agreeing: float = 0.5
    """From this share of known entries with the numbers of other documents on, an unknown one must have its number."""
    telling_count: int = 3
    """Smaller numbers are those of too many things."""
    least_letters: int = 4
    """A shorter word begins no name."""
    least_evidence: int = 2
    """Of number, kind of thing and neighbours so many must fit."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One thing of a components list."""

    name: str
    count: int | None
    concept: ConceptKey | None = None
    """What a claim of its line says that it is."""
    passage: int = 0


@dataclass(frozen=True, slots=True)
class Listing:
    """The components list of a document, and all concepts that the document speaks of."""

    entries: Sequence[Entry]
    spoken: frozenset[ConceptKey] = frozenset()


@dataclass(frozen=True, slots=True)
class Proposal:
    """An entry and the concept that it seems to name."""

    entry: Entry
    concept: ConceptKey
    evidence: tuple[str, ...]


def propose_names(
    own: Listing, others: Iterable[Listing], names: Names, settings: NameSettings = NameSettings()
) -> list[Proposal]:
    """The names that fit one concept each, and no other entry fits that; ``names`` are those of the pack."""
    known = _Known(tuple(others))
    listed = {entry.concept for entry in own.entries}
    missing = [concept for concept in known.counts if concept in names and concept not in listed]
    fitting = list(_Fitting(own, known, names, settings).all(missing))
    return [
        one
        for one in fitting
        if not any(o is not one and (o.entry is one.entry or o.concept == one.concept) for o in fitting)
    ]


class _Known:
    """What the lists of other documents hold: numbers and neighbours of each concept."""

    def __init__(self, listings: Sequence[Listing]) -> None:
        self.counts: dict[ConceptKey, set[int]] = {}
        self.beside: set[tuple[ConceptKey, ConceptKey]] = set()
        for listing in listings:
            for before, entry in zip((None, *listing.entries), listing.entries, strict=False):
                if entry.concept is None or entry.count is None:
                    continue
                self.counts.setdefault(entry.concept, set()).add(entry.count)
                if before and before.concept:
                    self.beside |= {(before.concept, entry.concept), (entry.concept, before.concept)}


class _Fitting:
    """Which unknown entries of a list fit which concepts."""

    def __init__(self, own: Listing, known: _Known, names: Names, settings: NameSettings) -> None:
        self._entries, self._spoken, self._known, self._settings = own.entries, own.spoken, known, settings
        self._lexicon = Lexicon(names)
        self._words = {concept: {w for text in texts for w in _words(text)} for concept, texts in names.items()}
        told = [entry for entry in own.entries if entry.concept in known.counts]
        agreed = sum(entry.count in known.counts[entry.concept] for entry in told if entry.concept)
        self._has_same_numbers = bool(told) and agreed >= settings.agreeing * len(told)

    def all(self, missing: Sequence[ConceptKey]) -> Iterator[Proposal]:
        """Every pair with evidence enough."""
        for at, entry in enumerate(self._entries):
            if entry.concept is not None or entry.count is None or not self._is_unknown(entry):
                continue
            for concept in missing:
                evidence = tuple(self._evidence(at, entry, concept))
                if len(evidence) >= self._settings.least_evidence:
                    yield Proposal(entry, concept, evidence)

    def _is_unknown(self, entry: Entry) -> bool:
        """Whether its name has a word that no name of the pack is like; “in number” and “per kind” are no names."""
        words = [token.folded for token in tokenise(entry.name) if token.kind == "word"]
        begins_small = not words or len(words[0]) < self._settings.least_letters
        return not begins_small and any(not self._alike(word) for word in words if len(word) >= LEAST_LETTERS)

    def _alike(self, word: str) -> set[str]:
        return {entry for entry, score in self._lexicon.alike(word).items() if score >= self._settings.least_alike}

    def _evidence(self, at: int, entry: Entry, concept: ConceptKey) -> Iterator[str]:
        """What speaks for a pair; nothing where the lists have the same numbers and this one has another."""
        is_same = entry.count in self._known.counts[concept]
        if self._has_same_numbers and not is_same:
            return
        is_telling = self._has_same_numbers and (entry.count or 0) >= self._settings.telling_count
        if concept in self._spoken and not is_telling:
            return  # the document has a name for it that is known
        if is_telling:
            yield "its number"
        said = {like for word in _words(entry.name) for like in self._alike(word)}
        if said & self._words[concept]:
            yield "its kind of thing"
        elif said:
            return  # cards are no pawns
        beside = [self._entries[i].concept for i in (at - 1, at + 1) if 0 <= i < len(self._entries)]
        if any(other and (other, concept) in self._known.beside for other in beside):
            yield "its neighbours"


def _words(text: str) -> list[str]:
    return [token.folded for token in tokenise(text) if token.kind == "word" and len(token.folded) >= LEAST_LETTERS]
