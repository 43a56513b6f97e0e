"""The numbers printed before headings, and which of them count on from one another."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from ingest.layout.lines import Block, begins_upper

_PRINTED = re.compile(r"\s*(\d{1,2}(?:\.\d{1,2})*|[IVXLC]{1,6}|[A-Z])(?:[.):]|\s[·–—-])?\s+(\S.*)", re.DOTALL)
_ROMAN = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100}


@dataclass(frozen=True, slots=True)
class NumberingSettings:
    """When a number counts on from another; chosen by eye on the sample pages."""

    size: float = 0.75
    """Share of the largest of a series: smaller type numbers something else."""


@dataclass(frozen=True, slots=True)
class PrintedNumber:
    """A number before a heading: 1, 1.1, A or II."""

    kind: str
    parts: tuple[int, ...]


@dataclass
class Series:
    """Headings that are counted on, each by its position."""

    last: PrintedNumber
    size: float
    frames: tuple[int, ...]
    members: list[int] = field(default_factory=list)


def numbers_of(text: str) -> list[PrintedNumber]:
    """What the number before a title may be, C being a letter or a hundred; none before a count of something."""
    found = _PRINTED.match(text)
    if found is None or not begins_upper(found[2]):
        return []
    printed = found[1]
    if printed[0].isdigit():
        return [PrintedNumber("digits", tuple(map(int, printed.split("."))))]
    numbers = [PrintedNumber("letter", (ord(printed),))] if len(printed) == 1 else []
    return numbers + [PrintedNumber("roman", (value,)) for value in _roman(printed)]


def _roman(printed: str) -> Iterator[int]:
    values = [_ROMAN.get(letter, 0) for letter in printed]
    if all(values):
        following = [*values[1:], 0]
        yield sum(-one if one < after else one for one, after in zip(values, following, strict=True))


def series_of(headings: Sequence[tuple[int, Block]], settings: NumberingSettings = NumberingSettings()) -> list[Series]:
    """The series of headings that count on from one another, of two members at least."""
    found: list[Series] = []
    for position, block in headings:
        for number in numbers_of(block.text):
            before = PrintedNumber(number.kind, (*number.parts[:-1], number.parts[-1] - 1))
            open_ = [s for s in found if s.last == before and _fits(s, block, settings)]
            if open_:
                series = min(open_, key=lambda s: (abs(s.size - block.size), -s.members[-1]))
            else:
                series = Series(number, block.size, block.frames)
                found.append(series)
            series.last, series.size = number, max(series.size, block.size)
            series.members.append(position)
    return [series for series in found if len(series.members) > 1]


def _fits(series: Series, block: Block, settings: NumberingSettings) -> bool:
    smaller, larger = sorted((series.size, block.size))
    return series.frames == block.frames and smaller >= settings.size * larger
