"""Find tables among the lines of a page: rows whose cells stand under one another."""

import itertools
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Sequence
from statistics import fmean, median

from ingest.layout.lines import Line
from schema.reading import Box, Word

ALIGNED = 0.15
"""In ems: how exactly cells stand under one another."""
ALIGNED_IN_PICTURE = 0.4
"""Boxes of words read off a picture are less exact."""
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

TEXT_WORDS = 5
"""A line of so many words is running text, which shows where a column of the page begins."""
TEXT_LINES = 4
"""So many lines of running text that begin under one another make a column."""
COLUMN_WIDTH = 10
"""In ems: what begins nearer to the edge of a column is set in, not a column of its own."""
CROSSING = 0.2
"""A column begins where at most so many of the lines before it run on; cells begin inside of the lines around them."""

HEADER_PITCH = 1.6
"""In ems: how far above a table its header may stand."""
STANDS_OUT = 1.4
"""How much wider than between words the gaps between the cells of a header are."""
HEADER_OVER = 0.5
"""Share of the narrower of a header and its column that stands over or under the other."""

_BROKEN_OFF = re.compile(r"[^\W\d_].*[\d,:+−–-]$")
"""Words, and then a number or a sign that wants to be followed by something."""

Row = list[list[Line]]
"""The cells of a row, each with its lines."""


def find_tables(lines: Sequence[Line]) -> tuple[list[list[Row]], list[Line]]:
    """The tables of the page, each as its rows, and the lines outside of them.

    A table in one column of a page has nothing to do with what stands beside it in the next.
    """
    found = [table for column in _by_column(lines) for table in _with_headers(_tables_in(column), column)]
    taken = {id(word) for table in found for row in table for cell in row for line in cell for word in line.words}
    return found, [line for line in lines if id(line.words[0]) not in taken]


def _by_column(lines: Sequence[Line]) -> list[list[Line]]:
    """The lines of each column of the page, and those that belong to none by themselves."""
    text = [line for line in lines if len(line.words) >= TEXT_WORDS]
    if not text:
        return [list(lines)]
    em = median(line.size for line in text)
    edges = _column_edges(text, em)
    columns: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        box = _box(line)
        at = max(0, bisect_right(edges, box.x0 + em) - 1)
        is_spanning = at + 1 < len(edges) and box.x1 > edges[at + 1] + em
        columns[-1 if is_spanning else at].append(line)
    return list(columns.values())


def _column_edges(text: Sequence[Line], em: float) -> list[float]:
    """Where the columns of running text begin, from left to right."""
    edges: list[float] = []
    for start in sorted(_box(line).x0 for line in text):
        if edges and start - edges[-1] < COLUMN_WIDTH * em:
            continue
        beneath = [line for line in text if abs(_box(line).x0 - start) <= em]
        before = [line for line in text if _box(line).x0 < start - em]
        crossing = sum(_box(line).x1 > start + em for line in before)
        if len(beneath) >= TEXT_LINES and crossing <= CROSSING * len(before):
            edges.append(start)
    return edges


def _tables_in(lines: Sequence[Line]) -> list[list[Row]]:
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
    return [table for table in [*tables, current] if _is_table(table)]


def _with_headers(tables: Sequence[list[Row]], lines: Sequence[Line]) -> list[list[Row]]:
    taken = {id(line) for table in tables for row in table for cell in row for line in cell}
    free = [line for line in lines if id(line) not in taken]
    return [_with_header(table, free) for table in tables]


def _with_header(table: list[Row], lines: Sequence[Line]) -> list[Row]:
    """The table with the line above it as its first row, where that was read as one line or had other gaps."""
    top = _box(table[0][0][0])
    size = table[0][0][0].size
    above = [line for line in lines if 0 < top.y0 - _box(line).y1 <= HEADER_PITCH * size]
    if not above:
        return table
    nearest = max(above, key=lambda line: _box(line).y1)
    header = [word for line in above if _is_level(nearest, line) for word in line.words]
    cells = _parted(sorted(header, key=lambda word: word.box.x0 if word.box else 0.0), len(table[0]))
    columns = [[cell[0] for cell in column] for column in zip(*table, strict=True)]
    if len(cells) != len(columns) or not all(map(_stands_over, cells, columns)):
        return table
    return [[[Line(tuple(cell), nearest.page)] for cell in cells], *table]


def _parted(words: Sequence[Word], count: int) -> list[list[Word]]:
    """The words parted at their widest gaps into so many cells, none where these gaps do not stand out."""
    gaps = [_side(right).x0 - _side(left).x1 for left, right in itertools.pairwise(words)]
    widest = sorted(range(len(gaps)), key=gaps.__getitem__, reverse=True)
    wide, narrow = widest[: count - 1], widest[count - 1 :]
    if not wide or (narrow and gaps[wide[-1]] < STANDS_OUT * gaps[narrow[0]]):
        return []
    ends = [0, *sorted(i + 1 for i in wide), len(words)]
    return [list(words[start:end]) for start, end in itertools.pairwise(ends)]


def _stands_over(cell: Sequence[Word], column: Sequence[Line]) -> bool:
    """Whether the words of a header stand over the cells of a column, be these shorter."""
    x0, x1 = min(_side(word).x0 for word in cell), max(_side(word).x1 for word in cell)
    left, right = min(_box(line).x0 for line in column), max(_box(line).x1 for line in column)
    return min(x1, right) - max(x0, left) > HEADER_OVER * min(x1 - x0, right - left)


def _side(word: Word) -> Box:
    assert word.box is not None
    return word.box


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
    """Whether they stand on one base line; in a picture it is blurred by their tails, their middle is not."""
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
    near = (ALIGNED if line.words[0].font else ALIGNED_IN_PICTURE) * line.size
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
    if not _is_loose(rows) and all(_runs_on(column) for column in columns):
        return False
    if len(rows) >= KEYED_ROWS and min(words[:-1]) <= KEY_WORDS:
        return True
    if _is_loose(rows) or any(all(_is_number(line.text) for line in column) for column in columns):
        return True
    return min(_fill(a, b) for a, b in itertools.pairwise(columns)) < CELL_FILL


def _runs_on(column: Sequence[Line]) -> bool:
    """Whether a cell breaks off in the middle and the one below goes on: labels side by side, each in several lines."""
    pairs = itertools.pairwise(line.text.strip() for line in column)
    return any(_BROKEN_OFF.search(upper) is not None and lower[:1].islower() for upper, lower in pairs)


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
