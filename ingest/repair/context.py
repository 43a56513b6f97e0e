"""Which words like to stand beside each other: by their endings, and as pairs that were seen."""

import gzip
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from pathlib import Path

PAIRS = Path(__file__).with_name("pairs")
"""Counts of neighbouring endings, one file a language, made by `ingest.repair.learn`."""
BOUNDARY = "."
NUMBER = "#"
SHORT = 3
"""Words of so few letters stand for themselves: they are prepositions, pronouns and conjunctions."""
TRUST = (3.0, 1.0, 0.1)
"""How many expected pairs a level needs before it outweighs the level below: endings of two letters, of three, words."""
OWN_WEIGHT = 2
"""Texts about board games speak more like the document than general ones do."""

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[.!?:;¶]")


def tokens_of(text: str) -> Iterator[str]:
    """Words in small letters, numbers as one sign, ends of sentences as another."""
    for match in _TOKEN.finditer(text):
        token = match[0]
        if token[0].isalpha():
            yield token.lower()
        else:
            yield NUMBER if token[0].isdigit() else BOUNDARY


def endings(word: str) -> tuple[str, str, str]:
    """The classes of a word, from the coarsest to itself."""
    if len(word) <= SHORT:
        return word, word, word
    return "-" + word[-2:], "-" + word[-3:], word


class Context:
    """Counts of neighbours on three levels; ``link`` says how much more often than by chance two words meet."""

    def __init__(self) -> None:
        self._pairs: tuple[Counter[tuple[str, str]], ...] = (Counter(), Counter(), Counter())
        self._left: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
        self._right: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
        self._total = [0, 0, 0]
        self._links: dict[tuple[str, str], float] = {}

    def copy(self) -> "Context":
        """A context that can learn without changing this one."""
        other = Context()
        other._pairs = tuple(map(Counter, self._pairs))
        other._left = tuple(map(Counter, self._left))
        other._right = tuple(map(Counter, self._right))
        other._total = list(self._total)
        return other

    def add(self, tokens: Iterable[str], weight: int = 1) -> None:
        """Learn from a running text."""
        before = endings(BOUNDARY)
        for token in tokens:
            now = endings(token)
            if not (token == BOUNDARY and before[0] == BOUNDARY):
                for level in range(3):
                    self._count(level, before[level], now[level], weight)
            before = now
        self._links.clear()

    def link(self, left: str, right: str) -> float:
        """The logarithm of how many times oftener than by chance ``right`` follows ``left``."""
        known = self._links.get((left, right))
        if known is None:
            known = self._links[left, right] = self._link(endings(left), endings(right))
        return known

    def saw(self, left: str, right: str) -> bool:
        """Whether these very words were seen together."""
        return (left, right) in self._pairs[2]

    def _link(self, left: Sequence[str], right: Sequence[str]) -> float:
        ratio = 1.0
        for level, trust in enumerate(TRUST):
            a, b = left[level], right[level]
            expected = self._left[level][a] * self._right[level][b] / max(1, self._total[level])
            ratio = (self._pairs[level][a, b] + trust * ratio) / (expected + trust)
        return math.log(ratio)

    def _count(self, level: int, a: str, b: str, weight: int) -> None:
        self._pairs[level][a, b] += weight
        self._left[level][a] += weight
        self._right[level][b] += weight
        self._total[level] += weight

    def lines(self, least: int) -> Iterator[str]:
        """The two levels of endings as lines of text, pairs seen fewer than ``least`` times left out."""
        for level in (0, 1):
            for sign, counts in (("<", self._left[level]), (">", self._right[level])):
                yield from (f"{level}\t{sign}\t{a}\t{n}" for a, n in sorted(counts.items()) if n >= least)
            for (a, b), n in sorted(self._pairs[level].items()):
                if n >= least:
                    yield f"{level}\t{a}\t{b}\t{n}"

    def read(self, lines: Iterable[str]) -> None:
        """Take in what ``lines`` gave."""
        for line in lines:
            level_text, a, b, n_text = line.rstrip("\n").split("\t")
            level, n = int(level_text), int(n_text)
            if a == "<":
                self._left[level][b] += n
                self._total[level] += n
            elif a == ">":
                self._right[level][b] += n
            else:
                self._pairs[level][a, b] += n


@cache
def general_context(language: str) -> Context:
    """What is known of a language's endings in general; nothing for a language without a file."""
    context = Context()
    file = PAIRS / f"{language}.tsv.gz"
    if file.exists():
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            context.read(lines)
    return context
