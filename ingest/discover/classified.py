"""Scripts without spaces: a number and its counting word, as “24枚”, set as other languages set them.

Signs of full width become plain ones, numbers in Han letters become figures, and a counting word, which stands
between a number and a thing and names neither, gives way to a space or to the sign of times. What is read from the
text so set is read by the same patterns in all languages.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import cache

from ingest.discover.words import Words, begins, first_of, folded_words
from schema.folding import EAST_ASIAN

_FULL_WIDTH = str.maketrans(
    {"（": " (", "）": ")", "：": ": ", "，": ", ", "、": ", ", "；": "; ", "。": ". ", "＊": "*", "・": "•"}
)
_LARGEST = 1000
"""Han letters of a higher value stand in no count."""


def as_counted(text: str, words: Words) -> str:
    """“2枚の板” as “2 板”, “カード: 全24枚” as “カード ×24”, “駒: 各プレイヤー6個” as six of what each player has."""
    if not words.counters:
        return text
    plain = text.translate(_FULL_WIDTH)
    plain = _number(words.counters, words.few).sub(lambda found: f"{value_of(found[1], words)}{found[2]}", plain)
    shared, front, back = _patterns(words.counters, words.of, words.total)
    if re.match(rf"\W*(?:{_any(words.total)})\s?\d", plain):
        return ""  # the sum of what is listed above it
    return shared.sub(lambda found: _shared(found, words), back.sub(r" ×\1", front.sub(r"\1 ", plain)))


def value_of(written: str, words: Words) -> int:
    """The number that Han letters write: units, and what multiplies them; the letters' values are Unicode's."""
    total = unit = 0
    for letter in written:
        value = words.few.index(letter) + 2 if letter in words.few else int(unicodedata.numeric(letter))
        if value < 10:
            unit = value
        else:
            total, unit = total + (unit or 1) * value, 0
    return total + unit


def _shared(found: re.Match[str], words: Words) -> str:
    """What each player has, with its name behind the number; the match as it is where the lead says otherwise.

    The lead says both “each” and “player” in one word, and stands twice so that each of them is found.
    """
    bullet, name, lead, count = found[1], found[2], found[3], found[4]
    said = folded_words(lead)
    is_each = begins(said, words.per) and first_of(said, words.player) is not None
    return f"{bullet}{count} {name} {lead} {lead}" if is_each else found.group()


@cache
def _han_numbers() -> str:
    """The letters whose value Unicode tells, up to a thousand."""
    common = map(chr, range(0x4E00, 0xA000))
    return "".join(letter for letter in common if 0 < unicodedata.numeric(letter, 0) <= _LARGEST)


@cache
def _number(counters: tuple[str, ...], few: tuple[str, ...]) -> re.Pattern[str]:
    """Han letters for a number right before a counting word."""
    letters = _han_numbers() + "".join(few)
    return re.compile(rf"(?<![\d{letters}])([{letters}]+)(\s?(?:{_any(counters)}))")


@cache
def _patterns(counters: tuple[str, ...], of: tuple[str, ...], total: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    """What each player has; a number before its thing; a number behind it, as such or in brackets."""
    counter = rf"\s?(?:{_any(counters)})"
    name = rf"[{EAST_ASIAN}A-Za-z][^\d():;,.]*?"
    shared = re.compile(rf"^([\s•*#\-–]*)({name})\**\s*[:\s]\s*\**([{EAST_ASIAN}]{{2,7}})\s*×(\d{{1,3}})(?!\w)")
    front = re.compile(rf"(?<![\w×])(\d{{1,4}}){counter}(?:{_any(of)})?\s?(?=[{EAST_ASIAN}A-Za-z])")
    back = re.compile(rf"(?<=[\w*()])\s*:?\s*\**(?:{_any(total)})?\s?(\d{{1,4}}){counter}(?!\w)")
    return shared, front, back


def _any(words: Sequence[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))
