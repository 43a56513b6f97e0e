"""Find tables among the lines of a page: rows whose cells stand under one another."""

import itertools
from collections.abc import Sequence
from statistics import fmean

from ingest.lines import Line
from schema.reading import Box

ALIGNED = 0.15
"""In ems: how exactly cells stand under one another."""
ALIGNED_RECOGNISED = 0.4
"""Places of recognised words are less exact."""
SAME_BASE = 0.3
"""In ems: how far the base lines of the cells of a row may differ."""
ROW_PITCH = 3.5
"""In ems: rows further apart are not of one table."""
LOOSE_PITCH = 1.5
"""In ems: rows this far apart are not lines of a text in columns."""
WRAP_PITCH = 1.6
"""In ems: a line this close under a cell may continue it."""
CELL_FILL = 0.55
"""Text in columns fills them; cells leave at least one column emptier than this."""
CELL_WORDS = 3
"""The mean of a column that is not the last; lines of text hold more words."""
KEY_WORDS, KEYED_ROWS = 1.5, 4
"""The mean of a column of single words, and in how many rows it makes a table by itself."""
FEWEST_CELLS = 6
FEWEST_ROWS = 3
"""In fewer rows the last column must hold few words too."""

Row = list[list[Line]]
"""The cells of a row, each with its lines."""


def find_tables(lines: Sequence[Line]) -> tuple[list[list[Row]], list[Line]]:
    """The tables of the page, each as its rows, and the lines outside of them."""
    tables: list[list[Row]] = []
    current: list[Row] = []
    for band in _bands(lines):
        if current and _continues(current, band):
            _wrap(current[-1], band)
        elif current and _fits(current[-1], band):
            current.append([[line] for line in band])
        else:
            tables.append(current)
            current = [[[line] for line in band]] if len(band) > 1 else []
    found = [table for table in [*tables, current] if _is_table(table)]
    taken = {id(line) for table in found for row in table for cell in row for line in cell}
    return found, [line for line in lines if id(line) not in taken]


def _bands(lines: Sequence[Line]) -> list[list[Line]]:
    """Lines at one height, from left to right."""
    bands: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: _box(line).y1):
        if bands and _is_level(bands[-1][0], line):
            bands[-1].append(line)
        else:
            bands.append([line])
    return [sorted(band, key=lambda line: _box(line).x0) for band in bands]


def _is_level(line: Line, other: Line) -> bool:
    """Whether they stand on one base line; that of recognised words is blurred by their tails, their middle is not."""
    a, b = _box(line), _box(other)
    if other.words[0].font:
        return abs(a.y1 - b.y1) <= SAME_BASE * other.size
    return abs(a.y0 + a.y1 - b.y0 - b.y1) <= 2 * SAME_BASE * other.size


def _fits(row: Row, band: Sequence[Line]) -> bool:
    if len(row) != len(band) or _pitch(row, band) > ROW_PITCH:
        return False
    return all(_beneath(cell, line) for cell, line in zip(row, band, strict=True))


def _continues(table: Sequence[Row], band: Sequence[Line]) -> bool:
    """Whether the band holds further lines of some cells of the last row, but none of its first cell."""
    row = table[-1]
    if len(band) >= len(row) or _pitch(row, band) > WRAP_PITCH:
        return False
    homes = [_home(row, line) for line in band]
    return all(home is not None and home > 0 for home in homes) and len(set(homes)) == len(homes)


def _wrap(row: Row, band: Sequence[Line]) -> None:
    for line in band:
        home = _home(row, line)
        if home is not None:
            row[home].append(line)


def _home(row: Row, line: Line) -> int | None:
    homes = [i for i, cell in enumerate(row) if _beneath(cell, line)]
    return homes[0] if len(homes) == 1 else None


def _pitch(row: Row, band: Sequence[Line]) -> float:
    bottom = max(_box(cell[-1]).y1 for cell in row)
    return (_box(band[0]).y1 - bottom) / max(1.0, band[0].size)


def _beneath(cell: Sequence[Line], line: Line) -> bool:
    upper, lower = _box(cell[0]), _box(line)
    near = (ALIGNED if line.words[0].font else ALIGNED_RECOGNISED) * line.size
    return (
        abs(upper.x0 - lower.x0) < near
        or abs(upper.x1 - lower.x1) < near
        or abs(upper.x0 + upper.x1 - lower.x0 - lower.x1) < 2 * near
    )


def _is_table(rows: Sequence[Row]) -> bool:
    if len(rows) < 2 or len(rows) * len(rows[0]) < FEWEST_CELLS:
        return False
    columns = list(zip(*([cell[0] for cell in row] for row in rows), strict=True))
    words = [fmean(len(line.words) for line in column) for column in columns]
    if max(words[:-1]) > CELL_WORDS or (len(rows) < FEWEST_ROWS and words[-1] > CELL_WORDS):
        return False
    if len(rows) >= KEYED_ROWS and min(words[:-1]) <= KEY_WORDS:
        return True
    if _is_loose(rows) or any(all(_is_number(line.text) for line in column) for column in columns):
        return True
    return min(_fill(a, b) for a, b in itertools.pairwise(columns)) < CELL_FILL


def _is_number(text: str) -> bool:
    return any(map(str.isdigit, text)) and not any(map(str.isalpha, text))


def _is_loose(rows: Sequence[Row]) -> bool:
    return all(_pitch(upper, [cell[0] for cell in lower]) >= LOOSE_PITCH for upper, lower in itertools.pairwise(rows))


def _fill(column: Sequence[Line], following: Sequence[Line]) -> float:
    """How much of the way to the next column the lines take up."""
    way = min(_box(line).x0 for line in following) - min(_box(line).x0 for line in column)
    return fmean(_box(line).x1 - _box(line).x0 for line in column) / max(1.0, way)


def _box(line: Line) -> Box:
    assert line.box is not None
    return line.box
