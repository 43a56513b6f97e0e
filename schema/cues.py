"""Cues: what a passage that states a rule speaks of, in no language at all, and the words that say it in each.

    leader:hitler track:motivation lower|signed !role:deputy

A cue is a row of terms, and a passage fits when it has them all close together. `kind:code` is a concept of the
game, `kind:` any concept of that kind, `number`, `signed` and `range` are figures, `step` is a heading that counts
with others, and every other term is a word of the trade whose forms each language lists. `a|b` takes either, `^a` is
also met by the headings above, and a passage that has `!a` does not fit, nor for `!^a` one under such a heading.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from rapidfuzz.distance import Levenshtein

from schema.folding import fold
from schema.tokens import Token, tokenise

FIGURES = ("number", "signed", "range")
STEP = "step"
"""The term of a heading that is one of several counted from one; of the rest of its words only concepts are heard."""
NOTHING = "nothing"
"""In place of an idea: words by which people ask, which tell nothing of what is asked."""
HOW_MANY = "how-many"
"""The idea of a question that wants a figure."""
WHERE = "where"
"""The idea of a question that wants a place."""
PREFIX = 2
"""Letters by which the forms of a word are looked up."""
MISREAD_FROM = 8
"""Shorter stems must stand as they are: too many words differ by one letter."""
_TERM = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*(?::(?:[a-z0-9]+(?:-[a-z0-9]+)*)?)?")


class CueError(ValueError):
    """A cue that cannot be read."""


@dataclass(frozen=True, slots=True)
class Term:
    """One thing a passage must have: any of its choices, here, or for some of them also in the headings above."""

    choices: frozenset[str]
    above: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Cue:
    """Terms that stand close together in a passage that states a rule, and terms that do not."""

    source: str
    wanted: tuple[Term, ...]
    unwanted: frozenset[str]
    unwanted_above: frozenset[str] = frozenset()

    def terms(self) -> frozenset[str]:
        """Every term it names."""
        return self.unwanted.union(*(term.choices for term in self.wanted))

    def ideas(self) -> frozenset[str]:
        """The terms that a language must have words for."""
        return frozenset(t for t in self.terms() if ":" not in t and t not in (*FIGURES, STEP))


@cache
def parse_cue(source: str) -> Cue:
    """The cue that a line of a pack writes."""
    wanted: list[Term] = []
    unwanted: set[str] = set()
    unwanted_above: set[str] = set()
    for part in source.split():
        choices = part.removeprefix("!").split("|")
        names = [choice.removeprefix("^") for choice in choices]
        for name in names:
            if not _TERM.fullmatch(name):
                raise CueError(f"“{name}” in the cue “{source}” is neither a word in lower-kebab nor a concept.")
        if part.startswith("!"):
            unwanted.update(names)
            unwanted_above.update(n for n, choice in zip(names, choices, strict=True) if choice.startswith("^"))
        else:
            above = frozenset(n for n, choice in zip(names, choices, strict=True) if choice.startswith("^"))
            wanted.append(Term(frozenset(names), above))
    if not wanted:
        raise CueError(f"The cue “{source}” wants nothing.")
    return Cue(source, tuple(wanted), frozenset(unwanted), frozenset(unwanted_above))


@dataclass(frozen=True, slots=True)
class _Form:
    """One form of a word: its parts in a row, each a whole word or, with a star, a beginning."""

    idea: str
    parts: tuple[tuple[str, bool], ...]


class CueWords:
    """The words by which one language says the ideas of cues."""

    def __init__(self, words: Mapping[str, Sequence[str]]) -> None:
        self._by_prefix: dict[str, list[_Form]] = defaultdict(list)
        self._begun: dict[str, Sequence[_Form]] = {}
        for idea, forms in words.items():
            for form in forms:
                parts = tuple((fold(word.removesuffix("*")), word.endswith("*")) for word in _words(form))
                self._by_prefix[parts[0][0][:PREFIX]].append(_Form(idea, parts))

    def ideas_at(self, tokens: Sequence[Token], at: int) -> Iterator[str]:
        """The ideas whose words begin at a token."""
        for form in self._beginning(tokens[at].folded):
            if at + len(form.parts) <= len(tokens) and all(
                _is_form(tokens[at + i].folded, *form.parts[i]) for i in range(1, len(form.parts))
            ):
                yield form.idea

    def _beginning(self, word: str) -> Sequence[_Form]:
        """The forms that can begin with a word; most words come again and again."""
        if word not in self._begun:
            forms = self._by_prefix.get(word[:PREFIX], ())
            self._begun[word] = [form for form in forms if _is_form(word, *form.parts[0])]
        return self._begun[word]


def _words(form: str) -> Iterable[str]:
    for word in form.split():
        bare, star = word.removesuffix("*"), "*" if word.endswith("*") else ""
        pieces = [token.text for token in tokenise(bare)] or [bare]
        yield from pieces[:-1]
        yield pieces[-1] + star


@cache
def _is_form(word: str, stem: str, is_open: bool) -> bool:
    if not is_open:
        return word == stem
    if word.startswith(stem):
        return True
    return len(stem) >= MISREAD_FROM and Levenshtein.distance(word[: len(stem)], stem, score_cutoff=1) <= 1
