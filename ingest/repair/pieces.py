"""Cuts what stands between spaces into pieces that may be words: edges taken off, swallowed spaces put back."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from ingest.repair.alphabet import THIN

Cut = tuple[tuple[int, int], tuple[str, ...]]
"""A stretch of a chunk and the pieces it falls into, each of which may be a word."""

HARD = ".,;:!?…\"“”„‚‘’»«–—'-®©™•*"
"""Punctuation that ends a word."""
SOFT = "()[]{}|<>/\\@&%$#=+~^_¢£€§¥"
"""Signs that end a word, or are what became of a letter."""
HARMLESS = "()/"
"""Soft signs that often stand beside a word."""

_CHUNK = re.compile(r"[^\s/]{3,}(?=/)|\S+")
_NUMBER = re.compile(r"[\d.,:/×x+−–-]*\d[\d.,:/×x+−–-]*\.?")
_PRIVATE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]|\\[icon:")


@dataclass(frozen=True, slots=True)
class PieceSettings:
    """How chunks are cut.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    three_words: int = 12
    """So many signs may be three words run together."""


def chunks_of(text: str) -> list[tuple[int, str]]:
    """What stands between spaces, and on either side of a slash between words, with its place."""
    return [(match.start(), match[0]) for match in _CHUNK.finditer(text)]


def inner(chunk: str, edges: str) -> tuple[int, int]:
    """Where a chunk begins and ends when signs are taken off its edges."""
    start, end = 0, len(chunk)
    while start < end and chunk[start] in edges:
        start += 1
    while end > start and chunk[end - 1] in edges:
        end -= 1
    return start, end


def is_number(core: str) -> bool:
    """Whether it is a number, a range, a fraction."""
    return bool(_NUMBER.fullmatch(core))


def whole_cuts(chunk: str, has_lone_letters: bool) -> list[Cut]:
    """The chunk as one word, with its soft edges and without them; nothing for numbers, signs and icons."""
    if _PRIVATE.search(chunk):
        return []
    start, end = inner(chunk, HARD)
    if end - start == 1 and has_lone_letters and chunk[start] not in "123456789":
        return [((start, end), (chunk[start:end],))]
    if is_number(chunk.strip(HARD + SOFT)) or not any(map(str.isalnum, chunk)):
        return []
    spans = dict.fromkeys([(start, end), inner(chunk, HARD + SOFT)])
    return [(span, (chunk[slice(*span)],)) for span in spans if span[0] < span[1]]


def split_cuts(
    whole: Cut,
    is_box: Callable[[str], bool],
    is_word: Callable[[str], bool],
    least: int,
    settings: PieceSettings = PieceSettings(),
) -> list[Cut]:
    """The same stretch as two or three words; the first has at least so many signs, unless it is a number."""
    span, (core,) = whole
    points = []
    for at in range(1, len(core)):
        before, rest = core[at - 1], core[at:]
        may_end = not before.isalpha() or before in THIN or before.isupper() or is_box(before)
        if may_end and (at >= least or before.isdigit()) and (len(rest) > 1 or rest.isdigit() or is_word(rest)):
            points.append(at)
    cuts: list[Cut] = [(span, (core[:at], core[at:])) for at in points]
    if len(core) >= settings.three_words:
        pairs = ((a, b) for a in points for b in points if a < b - 1 or (a < b and is_word(core[a:b])))
        cuts += [(span, (core[:a], core[a:b], core[b:])) for a, b in pairs]
    return cuts
