"""Tables of plain text: cells that nothing but white space keeps under one another."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ingest.layout.lines import Line
from ingest.layout.table_rows import are_named
from schema.reading import Word

_SPACES = re.compile(r"(?<=\S) {2,}(?=\S)")
_MARK = re.compile(r"(?:\d{1,2}|[a-z])[.)]|[^\w]+|o", re.IGNORECASE)
"""What opens an item of a list, a bullet or an icon: two spaces behind it make no column."""
_RULE = re.compile(r"[\s\-=_─━═]+")
"""A line drawn under the head."""
Gap = tuple[int, int]
"""The white between two columns, as places in the lines."""
TextRow = list[list[Word]]
"""The words of each cell."""


@dataclass(frozen=True, slots=True)
class SpacedSettings:
    """What such a table is; judged on eight rulebooks of judges as plain text; five real ones have none."""

    rows: int = 3
    """So many lines under one another, the head among them."""
    gap: int = 2
    """So many signs wide is the white between two columns, along all lines."""
    crossed: float = 0.7
    """So large a share of the lines has something on both sides of it: else it is the end of shorter lines."""
    words: float = 6.0
    """The mean of the words in a cell; columns of running text have more."""


def spaced_tables(
    lines: Sequence[Line], settings: SpacedSettings = SpacedSettings()
) -> Iterator[tuple[list[Line], list[TextRow]]]:
    """The lines in runs, each with its rows where it is a table; without any where it is not."""
    prose: list[Line] = []
    for is_gapped, run in groupby(lines, key=lambda line: bool(_SPACES.search(line.text))):
        part = list(run)
        rows = _rows(part, settings) if is_gapped and len(part) >= settings.rows else []
        if rows and prose:
            yield prose, []
        if rows:
            yield part, rows
        prose = [] if rows else [*prose, *part]
    if prose:
        yield prose, []


def _rows(lines: Sequence[Line], settings: SpacedSettings) -> list[TextRow]:
    lines = [line for line in lines if not _RULE.fullmatch(line.text)]
    gutters = _gutters([line.text for line in lines], settings)
    rows = [_cells(line, gutters) for line in lines] if gutters else []
    filled = [cell for row in rows for cell in row if cell]
    if not filled or sum(map(len, filled)) > settings.words * len(filled):
        return []
    if len(gutters) == 1 and _are_speeches(rows):
        return []
    is_list = all(len(row[0]) == 1 and _MARK.fullmatch(row[0][0].text) for row in rows)
    return [] if is_list else rows


def _are_speeches(rows: Sequence[TextRow]) -> bool:
    """Whether names with a colon stand before words, few of them with a number."""
    said = [row[1] for row in rows if row[1]]
    numbered = sum(any(map(str.isdigit, word.text)) for cell in said for word in cell[:1])
    return are_named(" ".join(word.text for word in row[0]) for row in rows) and numbered * 2 < len(said)


def _gutters(texts: Sequence[str], settings: SpacedSettings) -> list[Gap]:
    """Where all lines are white, and most of them go on behind it."""
    whole = range(max(map(len, texts), default=0))
    white = [all(at >= len(text) or text[at] == " " for text in texts) for at in whole]
    ink = [(len(text) - len(text.lstrip()), len(text.rstrip())) for text in texts]
    found = []
    for is_white, run in groupby(whole, key=lambda at: white[at]):
        places = list(run)
        start, end = places[0], places[-1] + 1
        if not is_white or end - start < settings.gap:
            continue
        crossed = sum(first < start and end < last for first, last in ink)
        if crossed >= settings.crossed * len(texts):
            found.append((start, end))
    return found


def _cells(line: Line, gutters: Sequence[Gap]) -> TextRow:
    starts, ends = [0, *(end for _, end in gutters)], [*(start for start, _ in gutters), None]
    cells = [line.text[start:end].split() for start, end in zip(starts, ends, strict=True)]
    return [[Word(token, line.number) for token in cell] for cell in cells]
