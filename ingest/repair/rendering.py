"""Writes a restored word the way the page had it: capitals where they were, or where a sentence begins."""

import re

from ingest.repair.channel import in_capitals
from schema.folding import fold

_SENTENCE_END = re.compile(r"(?:[.!?:]|^)[\s\"“”„'(*•®©@|–—-]*\Z")


def begins_sentence(text: str, at: int) -> bool:
    """Whether a place of a text is where a sentence begins."""
    return bool(_SENTENCE_END.search(text[max(0, at - 12) : at])) if at else True


def rendered(read: str, words: tuple[str, ...], *, is_start: bool, proper: frozenset[str]) -> str:
    """The words with the capitals that what was read had."""
    if in_capitals(read):
        return " ".join(words).upper()
    first = words[0]
    had_capital = read[:1].isupper() and fold(read[:1]) == fold(first[:1])
    is_sign = not read[:1].islower()
    parts = [word.capitalize() if word in proper else word for word in words]
    if had_capital or (is_sign and is_start):
        parts[0] = first.capitalize()
    return " ".join(parts)
