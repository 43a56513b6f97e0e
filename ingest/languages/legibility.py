"""How much a page's words look like words: the measure by which readings of one page are compared."""

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from schema.reading import Word

_VOWELS = frozenset("aeiouyrláàâäãåąæéèêëěęíìîïóòôöõøőúùûüůűýœł")
"""With r and l, which some languages use as vowels."""
_CID = re.compile(r"\(cid:\d+\)")
_LETTERS = re.compile(r"[^\W\d_]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f]+$")
_DIGIT_INSIDE = re.compile(r"[^\W\d_]\d+[^\W\d_]")


@dataclass(frozen=True, slots=True)
class LegibilitySettings:
    """What looks like words; chosen by eye on the sample pages."""

    long_word: int = 4
    """Shorter runs of letters need not be speakable."""


def legibility(words: Sequence[Word], settings: LegibilitySettings = LegibilitySettings()) -> float:
    """From 0 (rubbish) to 1: the share of characters in words that could be words of some language."""
    total = sum(len(word.text.strip()) for word in words)
    if total == 0:
        return 0.0
    return sum(_legible_characters(word.text.strip(), settings) for word in words) / total


def legible_letters(words: Sequence[Word], settings: LegibilitySettings = LegibilitySettings()) -> float:
    """How many letters the page gives, weighed by how well they were read."""
    letters = sum(sum(map(str.isalpha, word.text)) * word.confidence for word in words)
    return letters * legibility(words, settings=settings)


def _legible_characters(text: str, settings: LegibilitySettings) -> int:
    if _CID.search(text):
        return 0
    good = sum(c != "\ufffd" and unicodedata.category(c) not in ("Cc", "Cn", "Co", "Cs") for c in text)
    return good if good == len(text) and _is_wordlike(text, settings) else min(good, len(text) // 2)


def _is_wordlike(text: str, settings: LegibilitySettings) -> bool:
    """Whether no digit stands inside letters and each long run of letters can be spoken; signs pass."""
    if _DIGIT_INSIDE.search(text):
        return False
    return all(len(run) < settings.long_word or is_speakable(run) for run in _LETTERS.findall(text))


def is_whole_word(text: str, letters: int = 3) -> bool:
    """Whether it holds so many letters in a row that can be spoken, in whatever case they were read."""
    return any(len(run) >= letters and is_speakable(run.lower()) for run in _LETTERS.findall(text))


def is_speakable(run: str) -> bool:
    """One habit of capitals and a vowel; scripts whose vowels are not known here pass."""
    if not (run.isupper() or run.istitle() or run.islower()) and _LATIN.match(run):
        return False
    return any(c in _VOWELS for c in run.lower()) or not _LATIN.match(run)
