"""What stands on the box line by line: numbers with their units under one another, labels above their numbers."""

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from ingest.discover.labelled import under_label
from ingest.discover.ranges import BoxSettings, Said, checked, range_at
from ingest.discover.words import Words, begins, folded_words
from schema.documents import PassageShape
from schema.folding import fold

LEAST_TOLD = 2
"""So many different things of the box stand together before any of them is believed."""
LABEL_WORDS = 3
VALUE_WORDS = 3


def in_lines(passage: PassageShape, words: Words, settings: BoxSettings) -> Iterator[Said]:
    """“2 – 6 players / 8 + / 30 minutes”: lines in a row that are each a number with its unit."""
    lines = passage.raw_text.split("\n")
    told = [list(_of_line(line, passage, words, settings)) for line in (*lines, *_with_unit_below(lines))]
    for is_told, run in groupby(told, key=bool):
        said = [one for line in run for one in line]
        if is_told and len({one.attribute for one in said}) >= LEAST_TOLD:
            yield from said


def _with_unit_below(lines: Sequence[str]) -> Iterator[str]:
    """“2–6 / PLAYERS / 8+ / AGE”: a number with one word under it, pair by pair, and what else there is apart."""
    yield ""
    at = 0
    while at + 1 < len(lines):
        is_pair = _FIGURES.fullmatch(lines[at]) is not None and len(folded_words(lines[at + 1])) == 1
        yield f"{lines[at]} {lines[at + 1]}" if is_pair else ""
        at += 2 if is_pair else 1


_FIGURES = re.compile(r"\s*\d{1,3}(?:\s*[-–—]\s*\d{1,3})?\s*\+?\s*")


def _of_line(line: str, passage: PassageShape, words: Words, settings: BoxSettings) -> Iterator[Said]:
    """What a line tells that is a number with its unit, or with the plus of an age, and nothing else."""
    found = range_at(fold(line).strip(" •·●*-–"), words)
    if found is None:
        return
    value, after = found
    unit = folded_words(after)
    if not unit and after.startswith("+") and value.least == value.most:
        yield from checked("age", value, passage, True, settings)
    elif len(unit) == 1 and begins(unit, words.player):
        yield from checked("players", value, passage, True, settings)
    elif len(unit) == 1 and begins(unit, words.minute):
        yield from checked("minutes", value, passage, True, settings)
    elif len(unit) == 1 and begins(unit, words.year + words.age) and value.least == value.most:
        yield from checked("age", value, passage, True, settings)


def label_above(shapes: Sequence[PassageShape], words: Words, settings: BoxSettings) -> Iterator[Said]:
    """“Age”, under it “10+”, under it “Length”, under it “15 min”: lines that take turns as labels and numbers."""
    said: list[Said] = []
    for label, value in pairwise(shapes):
        if _is_short(label, LABEL_WORDS) and _is_short(value, VALUE_WORDS) and not label.text[-1:].isdigit():
            said += under_label(fold(label.text).strip(" •·●*-–:"), _plain(value), value, words, settings)
    if len({one.attribute for one in said}) >= LEAST_TOLD:
        yield from said


def _is_short(passage: PassageShape, most: int) -> bool:
    return passage.kind in ("item", "label") and 0 < len(folded_words(passage.text)) <= most


def _plain(value: PassageShape) -> str:
    return fold(value.text).strip(" •·●*-–")
