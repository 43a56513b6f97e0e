"""Tell the letter o from a lone figure 0: beside figures as high as capitals a low one is a letter."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

from schema.reading import Word

ZERO, LETTER = "0", "o"
LOW_IN_SOME_TYPE = frozenset("12")
"""Figures that are as low as 0 in type whose figures have tails."""


@dataclass(frozen=True, slots=True)
class LowZeroSettings:
    """How high figures and small letters stand; small letters have 0.46 of the size of type, figures 0.65 to 0.7."""

    low: float = 0.54
    """Against the size of type: what is lower is a small letter."""
    high: float = 0.6
    """The 1 and 2 of the page are usually higher; in some type they are not, and nothing is told."""
    fewest: int = 3
    """Fewer figures do not tell."""


def with_letters_for_low_zeros(
    words: Sequence[Word], settings: LowZeroSettings = LowZeroSettings()
) -> tuple[Word, ...]:
    """The words, each lone 0 that is as low as a small letter as the letter that it is."""
    if not any(word.text == ZERO for word in words):
        return tuple(words)
    figures = [_height(word) for word in words if word.text in LOW_IN_SOME_TYPE and word.box and word.size]
    if len(figures) < settings.fewest or median(figures) < settings.high:
        return tuple(words)
    return tuple(
        replace(word, text=LETTER)
        if word.text == ZERO and word.box and word.size and _height(word) < settings.low
        else word
        for word in words
    )


def _height(word: Word) -> float:
    return word.box.height / word.size if word.box else 0.0
