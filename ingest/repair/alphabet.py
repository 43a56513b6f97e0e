"""The letters of a language as small numbers, so that words can be compared by the thousand at once."""

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from schema.folding import fold

PAD = 0
PLAIN = "abcdefghijklmnopqrstuvwxyz'-"
LONGEST_WORD = 24
"""Letters of the longest word that is kept; what is longer was joined by mistake."""
THIN = frozenset("dlitf")
"""Plain letters that recognition most often takes for an empty box, or an empty box for them."""


@dataclass(frozen=True)
class Alphabet:
    """The alphabet of one language: a to z, then its own accented letters."""

    accented: str

    @cached_property
    def codes(self) -> Mapping[str, int]:
        """The number of each letter, from 1."""
        return {letter: code for code, letter in enumerate(PLAIN + self.accented, start=1)}

    @cached_property
    def is_accented(self) -> NDArray[np.bool_]:
        """By number, whether it is an accented letter."""
        return np.array([False] + [False] * len(PLAIN) + [True] * len(self.accented))

    @cached_property
    def bases(self) -> Mapping[str, str]:
        """Each accented letter without its accent."""
        return {letter: fold(letter) for letter in self.accented}

    def knows(self, word: str) -> bool:
        """Whether a word is written in these letters alone."""
        codes = self.codes
        return all(letter in codes for letter in word)

    def key(self, word: str) -> str:
        """What is left of a word when all that an empty box may touch or imitate is taken away."""
        return "".join(letter for letter in word if "a" <= letter <= "z" and letter not in THIN)

    def encode(self, words: Iterable[str]) -> NDArray[np.uint8]:
        """One row of numbers for each word."""
        codes = self.codes
        rows = [bytes(codes.get(letter, PAD) for letter in word).ljust(LONGEST_WORD, b"\0") for word in words]
        return np.frombuffer(b"".join(rows), dtype=np.uint8).reshape(len(rows), LONGEST_WORD)


def alphabet_of(frequencies: Mapping[str, float], least: float = 2.5e-5) -> Alphabet:
    """The alphabet that a word list shows; a letter beyond a to z has at least this share of all printed ones."""
    mass: dict[str, float] = {}
    for word, frequency in frequencies.items():
        for letter in word:
            mass[letter] = mass.get(letter, 0.0) + frequency
    total = sum(amount for letter, amount in mass.items() if letter.isalpha())
    often = (c for c, amount in mass.items() if amount >= least * total and not c.isascii())
    return Alphabet("".join(sorted(c for c in often if unicodedata.category(c) == "Ll" and fold(c).isascii())))
