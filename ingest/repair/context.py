"""Which words like to stand beside each other: by their endings, and as pairs that were seen."""

import gzip
import math
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from pathlib import Path

PAIRS = Path(__file__).with_name("pairs")
"""Counts of neighbouring endings, one file a language, made by `ingest.repair.learn`."""
BOUNDARY = "."
NUMBER = "#"
SHORT = 3
"""Words of so few letters stand for themselves: prepositions, pronouns, conjunctions; so were the pairs counted."""

_TOKEN = re.compile(r"[^\W\d_]+|\d+|[.!?:;¶]")


@dataclass(frozen=True, slots=True)
class ContextSettings:
    """How much counts of neighbours are trusted.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    trust: tuple[float, float, float] = (3.0, 1.0, 0.3)
    """Expected pairs a level needs before it outweighs the level below: endings of two letters, of three, words."""
    own_weight: int = 2
    """Texts about board games speak more like the document than general ones do, by so much."""


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

    def __init__(self, settings: ContextSettings = ContextSettings()) -> None:
        self.settings = settings
        self._pairs: tuple[Counter[tuple[str, str]], ...] = (Counter(), Counter(), Counter())
        self._left: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
        self._right: tuple[Counter[str], ...] = (Counter(), Counter(), Counter())
        self._total = [0, 0, 0]
        self._ratios: dict[tuple[str, str], float] = {}

    def add(self, tokens: Iterable[str], weight: int = 1) -> None:
        """Learn from a running text."""
        before = endings(BOUNDARY)
        for token in tokens:
            now = endings(token)
            if not (token == BOUNDARY and before[0] == BOUNDARY):
                for level in range(3):
                    self._count(level, before[level], now[level], weight)
            before = now
        self._ratios.clear()

    def copy(self) -> "Context":
        """A context that can learn without changing this one."""
        other = Context(self.settings)
        other._pairs = (Counter(self._pairs[0]), Counter(self._pairs[1]), Counter(self._pairs[2]))
        other._left = (Counter(self._left[0]), Counter(self._left[1]), Counter(self._left[2]))
        other._right = (Counter(self._right[0]), Counter(self._right[1]), Counter(self._right[2]))
        other._total = list(self._total)
        return other

    def ratio_of_endings(self, left: str, right: str) -> float:
        """How many times oftener than by chance words with such endings meet."""
        a, b = endings(left), endings(right)
        known = self._ratios.get((a[1], b[1]))
        if known is None:
            known = 1.0
            for level in (0, 1):
                trust, expected = self.settings.trust[level], self._expected(level, a[level], b[level])
                known = (self._pairs[level][a[level], b[level]] + trust * known) / (expected + trust)
            self._ratios[a[1], b[1]] = known
        return known

    def words_together(self, left: str, right: str) -> tuple[int, float]:
        """How often two words met, and how often they would have by chance."""
        return self._pairs[2].get((left, right), 0), self._expected(2, left, right)

    def link(self, left: str, right: str) -> float:
        """The logarithm of how many times oftener than by chance ``right`` follows ``left``."""
        return DocumentContext(self).link(left, right)

    def _expected(self, level: int, a: str, b: str) -> float:
        return self._left[level].get(a, 0) * self._right[level].get(b, 0) / (self._total[level] or 1)

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


class DocumentContext:
    """A context with the word pairs of one document; the endings stay those of the language."""

    def __init__(self, general: Context, texts: Iterable[Sequence[str]] = ()) -> None:
        self._general = general
        self._pairs: Counter[tuple[str, str]] = Counter()
        self._count: Counter[str] = Counter()
        for tokens in texts:
            self._count.update(tokens)
            self._pairs.update(pairwise(tokens))
        self._total = sum(self._count.values()) or 1
        self._links: dict[tuple[str, str], float] = {}

    def link(self, left: str, right: str) -> float:
        """The logarithm of how many times oftener than by chance ``right`` follows ``left``."""
        known = self._links.get((left, right))
        if known is None:
            met, expected = self._general.words_together(left, right)
            met += self._pairs.get((left, right), 0)
            expected += self._count.get(left, 0) * self._count.get(right, 0) / self._total
            trust = self._general.settings.trust[2]
            ratio = (met + trust * self._general.ratio_of_endings(left, right)) / (expected + trust)
            known = self._links[left, right] = math.log(ratio)
        return known


@cache
def general_context(language: str, settings: ContextSettings = ContextSettings()) -> Context:
    """What is known of a language's endings in general; nothing for a language without a file."""
    context = Context(settings)
    file = PAIRS / f"{language}.tsv.gz"
    if file.exists():
        with gzip.open(file, "rt", encoding="utf-8") as lines:
            context.read(lines)
    return context
