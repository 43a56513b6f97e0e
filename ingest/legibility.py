"""How much a page's words look like words: the measure by which readings of one page are compared."""

import re
import unicodedata
from collections.abc import Sequence

from schema.reading import Word

GARBLED_BELOW = 0.6
"""A text layer less legible than this is read again from the picture of its page."""
LONG_WORD = 4

_VOWELS = frozenset("aeiouyáàâäãåąæéèêëěęíìîïóòôöõøőúùûüůűýœ")
_CID = re.compile(r"\(cid:\d+\)")
_LETTERS = re.compile(r"[^\W\d_]+")


def legibility(words: Sequence[Word]) -> float:
    """From 0 (rubbish) to 1: the share of characters in words that could be words of some language."""
    total = sum(len(word.text.strip()) for word in words)
    if total == 0:
        return 0.0
    return sum(_legible_characters(word.text.strip()) for word in words) / total


def legible_letters(words: Sequence[Word]) -> float:
    """How many letters the page gives, weighed by how well they were read."""
    letters = sum(sum(map(str.isalpha, word.text)) * word.confidence for word in words)
    return letters * legibility(words)


def _legible_characters(text: str) -> int:
    if _CID.search(text):
        return 0
    good = sum(not _is_broken(c) for c in text)
    return good if good == len(text) and _is_wordlike(text) else min(good, len(text) // 2)


def _is_broken(character: str) -> bool:
    return character == "\ufffd" or unicodedata.category(character) in ("Cc", "Cn", "Co", "Cs")


def _is_wordlike(text: str) -> bool:
    """Whether each long run of letters has a vowel and one habit of capitals; numbers and signs pass."""
    for run in _LETTERS.findall(text):
        if len(run) >= LONG_WORD and run.isascii() | any(c in _VOWELS for c in run.lower()):
            lower = run.lower()
            if not any(c in _VOWELS or c in "rl" for c in lower):
                return False
            if not (run.isupper() or run[1:].islower() or run[0].isupper() and run[1:].isupper()):
                return False
    return True
