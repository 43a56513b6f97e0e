"""What is compared: the passages of a book as their tokens, alike in every language."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from schema.folding import fold

Matrix = NDArray[np.float32]

_TOKEN = re.compile(r"\[icon:[^\]\s]+\]|\d+|[^\W\d_]+")
_UNSPACED = re.compile(r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]")
"""Letters of scripts that set no space between words."""


@dataclass(frozen=True, slots=True)
class Unit:
    """A passage as the aligner sees it."""

    text: str
    kind: str = "paragraph"
    level: int = 0
    """Of a heading: how deep it stands; 0 where that is not known."""


@dataclass(frozen=True, slots=True)
class TokenSettings:
    """What of a word is compared; measured on two pairs of books whose paragraphs were joined and moved at random, and
    on half of the labelled rules of a third pair: better than four letters, and than six to eight."""

    stem: int = 5
    """Of a longer word only the beginning counts: its ending changes from sentence to sentence."""


def tokens_of(text: str, settings: TokenSettings = TokenSettings()) -> list[str]:
    """Numbers, icons and the beginnings of words; pairs of letters in scripts that set no spaces."""
    found: list[str] = []
    for token in _TOKEN.findall(fold(text)):
        if token[0] == "[" or token.isdigit():
            found.append(token)
        elif _UNSPACED.search(token):
            found.extend(token[at : at + 2] for at in range(max(1, len(token) - 1)))
        else:
            found.append(token[: settings.stem])
    return found


@dataclass(frozen=True, eq=False)
class Book:
    """All passages of a book, counted: how often each token stands in each, and how much a token tells."""

    units: Sequence[Unit]
    words: Sequence[str]
    counts: Sequence[Counter[int]]
    """By passage: its tokens by number, with how often they stand in it."""
    tells: NDArray[np.float32]
    """By token: the fewer passages have it, the more it tells."""
    lengths: NDArray[np.float32]

    @classmethod
    def of(cls, units: Iterable[Unit], settings: TokenSettings = TokenSettings()) -> "Book":
        """A book of these passages, in their order."""
        listed = list(units)
        numbers: dict[str, int] = {}
        counts = [Counter(numbers.setdefault(t, len(numbers)) for t in tokens_of(u.text, settings)) for u in listed]
        having = Counter(number for count in counts for number in count)
        shares = np.array([having[number] for number in range(len(numbers))], dtype=np.float32) / max(1, len(listed))
        lengths = np.array([len(unit.text) + 1 for unit in listed], dtype=np.float32)
        return cls(listed, list(numbers), counts, np.log(1 / np.maximum(shares, 1e-9)).astype(np.float32), lengths)

    def vectors(self, wanted: NDArray[np.bool_]) -> Matrix:
        """By passage and wanted token its weight."""
        places = np.cumsum(wanted) - 1
        found = np.zeros((len(self.units), int(wanted.sum())), dtype=np.float32)
        for at, count in enumerate(self.counts):
            for number, times in count.items():
                if wanted[number]:
                    found[at, places[number]] = self._weight(number, times)
        return found

    def having(self, words: Sequence[str]) -> Matrix:
        """By passage and word 1 where it has it, else 0."""
        places = {word: at for at, word in enumerate(words)}
        found = np.zeros((len(self.units), len(words)), dtype=np.float32)
        for at, count in enumerate(self.counts):
            for number in count:
                if self.words[number] in places:
                    found[at, places[self.words[number]]] = 1
        return found

    def norms(self) -> NDArray[np.float32]:
        """By passage the length of its vector."""
        squares = [sum(self._weight(number, times) ** 2 for number, times in count.items()) for count in self.counts]
        return np.maximum(np.sqrt(np.array(squares, dtype=np.float32)), 1e-6)

    def _weight(self, number: int, times: int) -> float:
        return (1 + log(times)) * float(self.tells[number])
