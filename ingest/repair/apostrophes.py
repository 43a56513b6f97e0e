"""Accents typed as apostrophes become accents again; elisions and shortened words keep their apostrophe."""

import math
import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ingest.edits import Edit
from ingest.repair.wordlist import WordList

REASON = "apostrophe for an accent"
HABIT: Mapping[str, frozenset[str]] = {
    "it": frozenset({"po", "mo", "be", "va", "fa", "sta", "di", "to", "de", "ne", "co", "su", "da"})
}
"""Languages whose typists write so, and the shortened words that truly end in an apostrophe."""

_WORD = re.compile(r"(?<![^\W\d_])([^\W\d_]*[aeiouàèéìòùAEIOUÀÈÉÌÒÙ])(['’])(?![^\W\d_])")
_OPENING = re.compile(r"(?<![^\s(])['‘][^\W\d_]")
_ACCENTS = ("\u0300", "\u0301")


@dataclass(frozen=True, slots=True)
class ApostropheSettings:
    """When an apostrophe stands for an accent.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    confidence: float = 0.97
    """In such a change."""
    least: float = math.log(1e-7)
    """An accented form must be at least so frequent to be believed."""


def accent_edits(text: str, words: WordList, settings: ApostropheSettings = ApostropheSettings()) -> Iterator[Edit]:
    """Words of a text that end in an apostrophe and should end in an accent."""
    shortened = HABIT.get(words.language)
    if shortened is None:
        return
    for match in _WORD.finditer(text):
        word, small = match[1], match[1].lower()
        if _closes_quotation(text, match.start(), match.end()):
            continue
        if word[-1].lower() in words.alphabet.bases:
            yield Edit(match.start(), match.end(), word, REASON, settings.confidence)
        elif small not in shortened and (accented := _accented(small, words, settings)):
            after = word[:-1] + (accented[-1].upper() if word[-1].isupper() else accented[-1])
            yield Edit(match.start(), match.end(), after, REASON, settings.confidence)


def _accented(small: str, words: WordList, settings: ApostropheSettings) -> str | None:
    """The most frequent word that differs in the accent of the last letter."""
    options = [unicodedata.normalize("NFC", small + accent) for accent in _ACCENTS]
    known = [(log, option) for option in options if (log := words.log_of(option)) is not None and log >= settings.least]
    return max(known)[1] if known else None


def _closes_quotation(text: str, start: int, end: int) -> bool:
    """Whether the apostrophe ends a quotation that a single mark opened."""
    before = text[: start + 1]
    return len(_OPENING.findall(text[: end - 1])) > 0 and before.count("'") % 2 == 1
