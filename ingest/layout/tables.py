"""Find tables among the lines of a page: rows whose cells stand under one another."""

import itertools
import re
from bisect import bisect_left, bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import inf
from statistics import fmean, median

from ingest.layout.lines import Line, are_items, begins_lower, box_of, ends_sentence
from ingest.layout.table_rows import Gutter
from schema.reading import Word

_BROKEN_OFF = re.compile(r"[^\W\d_].*[\d,:+−–-]$")
"""Words, and then a number or a sign that wants to be followed by something."""

Row = list[list[Line]]
"""The cells of a row, each with its lines."""


@dataclass(frozen=True, slots=True)
class TableSettings:
    """What makes lines a table without drawn lines; chosen by eye on the sample pages."""

    aligned: float = 0.05
    """In ems: how exactly cells stand under one another."""
    aligned_in_picture: float = 0.4
    """Boxes of words read off a picture are less exact."""
    same_base: float = 0.3
    """In ems: how far the base lines of the cells of a row may differ."""
    row_pitch: float = 3.5
    """In ems: rows further apart are not of one table."""
    loose_pitch: float = 1.5
    """In ems: rows this far apart are not lines of a text in columns."""
    wrap_pitch: float = 1.6
    """In ems: a line this close under a cell may continue it."""
    cell_fill: float = 0.55
    """Text in columns fills them; cells leave at least one column emptier than this."""
    cell_words: int = 3
    """The mean of a column that is not the last; lines of text hold more words."""
    key_words: float = 1.5
    """The mean of a column of single words, which makes a table by itself."""
    keyed_rows: int = 4
    """In so many rows it does."""
    fewest_cells: int = 6
    """A table has so many cells at least."""
    fewest_rows: int = 3
    """In fewer rows the last column must hold few words too."""
    text_words: int = 5
    """A line of so many words is running text, which shows where a column of the page begins."""
    text_lines: int = 4
    """So many lines of running text that begin under one another make a column."""
    column_width: int = 10
    """In ems: what begins nearer to the edge of a column is set in, not a column of its own."""
    least_gutter: float = 0.5
    """In ems: so much white at least parts two columns of the page."""
    crossing: float = 0.2
    """A column begins where no larger share of lines before it runs on; cells begin inside the lines around them."""
    goes_on: float = 0.5
    """Share of the cells in a column of text that begin in the middle of a sentence."""
    header_pitch: float = 1.6
    """In ems: how far above a table its header may stand."""
    stands_out: float = 1.4
    """How much wider than between words the gaps between the cells of a header are."""
    header_over: float = 0.5
    """Share of the narrower of a header and its column that stands over or under the other."""


def find_tables(lines: Sequence[Line], settings: TableSettings = TableSettings()) -> tuple[list[list[Row]], list[Line]]:
    """The tables of the page, each as its rows, and the lines outside of them.

    A table in one column of a page has nothing to do with what stands beside it in the next.
    """
    found: list[list[Row]] = []
    for column in by_column(lines, settings):
        tables = _tables_in(column, settings)
        taken = {id(line) for table in tables for row in table for cell in row for line in cell}
        found += [_with_header(table, [line for line in column if id(line) not in taken], settings) for table in tables]
    taken = {id(word) for table in found for row in table for cell in row for line in cell for word in line.words}
    return found, [line for line in lines if id(line.words[0]) not in taken]


def by_column(lines: Sequence[Line], settings: TableSettings) -> list[list[Line]]:
    """The lines of each column of the page, and those that belong to none by themselves."""
    columns: dict[int, list[Line]] = defaultdict(list)
    text = _text(lines, settings)
    em = _em(text)
    edges = [_leftmost(edge, lines, text, em, settings) for edge in _column_edges(text, em, settings)]
    if len(edges) == 1:
        edges = sorted([*edges, *_other_edges(edges[0], lines, text, em, settings)])
    for line in lines:
        box = box_of(line)
        at = max(0, bisect_right(edges, box.x0 + em) - 1)
        is_spanning = at + 1 < len(edges) and box.x1 > edges[at + 1] + em
        columns[-1 if is_spanning else at].append(line)
    return list(columns.values())


def across_columns(lines: Sequence[Line], settings: TableSettings) -> Iterator[tuple[list[Line], list[Gutter]]]:
    """The parts of a page in columns, from the top down, in which no text stands at the beginning of any column.

    With the gutters of the page: what has cells in them belongs to none of the columns.
    """
    text = _text(lines, settings)
    em = _em(text)
    edges = _column_edges(text, em, settings)
    if len(edges) < 2:
        return
    flush = [box_of(line) for line in text if any(abs(box_of(line).x0 - edge) <= em for edge in edges)]
    bases = sorted(box.middle for box in flush)
    parts: dict[int, list[Line]] = defaultdict(list)
    for line in lines:
        box = box_of(line)
        at = bisect_left(bases, box.y0)
        if at == len(bases) or bases[at] > box.y1:
            parts[at].append(line)
    gutters = [(_end_before(edge, text, em), edge) for edge in edges[1:]]
    yield from ((part, gutters) for _, part in sorted(parts.items()))


def _text(lines: Sequence[Line], settings: TableSettings) -> list[Line]:
    return [line for line in lines if len(line.words) >= settings.text_words]


def _em(lines: Sequence[Line]) -> float:
    return median([line.size for line in lines] or [1.0])


def _column_edges(text: Sequence[Line], em: float, settings: TableSettings) -> list[float]:
    """Where the columns of running text begin, from left to right."""
    edges: list[float] = []
    for start in sorted(box_of(line).x0 for line in text):
        if edges and start - edges[-1] < settings.column_width * em:
            continue
        beneath = [line for line in text if abs(box_of(line).x0 - start) <= em]
        before = [line for line in text if box_of(line).x0 < start - em]
        crossing = sum(box_of(line).x1 > start + em for line in before)
        if len(beneath) >= settings.text_lines and crossing <= settings.crossing * len(before):
            edges.append(start)
    return edges


def _other_edges(
    edge: float, lines: Sequence[Line], text: Sequence[Line], em: float, settings: TableSettings
) -> list[float]:
    """Where columns begin that hold no running text, beside one of nothing else: a sentence goes on line by line."""
    ordered = sorted(text, key=lambda line: box_of(line).y1)
    going = [begins_lower(b.text) and not ends_sentence(a.text.strip()) for a, b in itertools.pairwise(ordered)]
    if len(going) < settings.text_lines or sum(going) < settings.goes_on * len(going):
        return []
    beneath = [line for line in text if edge - em <= box_of(line).x0 < edge + settings.column_width * em]
    if not beneath:
        return []
    end = max(box_of(line).x1 for line in beneath) + settings.least_gutter * em
    behind = [box_of(line).x0 for line in lines if box_of(line).x0 >= end]
    before = [box_of(line).x0 for line in lines if box_of(line).x1 <= edge - settings.least_gutter * em]
    return [*_first_start(before, em, settings), *_first_start(behind, em, settings)]


def _first_start(places: Sequence[float], em: float, settings: TableSettings) -> list[float]:
    """The leftmost of the places at which several lines begin under one another."""
    starts = sorted(places)
    reach = settings.aligned * em
    return [x for i, x in enumerate(starts) if bisect_right(starts, x + reach) - i >= settings.text_lines][:1]


def _leftmost(edge: float, lines: Sequence[Line], text: Sequence[Line], em: float, settings: TableSettings) -> float:
    """Where a column begins whose text is set in, as in a table: with what stands to the left of it in its rows."""
    end = _end_before(edge, text, em) + settings.least_gutter * em
    before = [line for line in lines if end <= box_of(line).x0 < edge]
    beneath = [line for line in text if abs(box_of(line).x0 - edge) <= em]
    if not before or not beneath:
        return edge
    top, bottom = min(box_of(line).y0 for line in beneath), max(box_of(line).y1 for line in beneath)
    within = [line for line in before if top <= box_of(line).middle <= bottom]
    beside = [one for one in within if any(_is_level(one, other, settings) for other in beneath)]
    return min(box_of(line).x0 for line in beside) if beside and len(beside) * 2 >= len(within) else edge


def _end_before(edge: float, text: Sequence[Line], em: float) -> float:
    """How far the text reaches that ends before the edge of a column."""
    return max(
        (box_of(line).x1 for line in text if box_of(line).x0 < edge - em and box_of(line).x1 <= edge), default=-inf
    )


def _tables_in(lines: Sequence[Line], settings: TableSettings) -> list[list[Row]]:
    tables: list[list[Row]] = []
    current: list[Row] = []
    for band in _bands(lines, settings):
        homes = _homes(current[-1], band, settings) if current else []
        if homes:
            for home, line in zip(homes, band, strict=True):
                current[-1][home].append(line)
        elif current and _fits(current[-1], band, settings):
            current.append([[line] for line in band])
        else:
            tables.append(current)
            current = [[[line] for line in band]] if len(band) > 1 else []
    return [table for table in [*tables, current] if _is_table(table, settings)]


def _with_header(table: list[Row], lines: Sequence[Line], settings: TableSettings) -> list[Row]:
    """The table with the line above it as its first row, where that was read as one line or had other gaps."""
    top = box_of(table[0][0][0])
    size = table[0][0][0].size
    above = [line for line in lines if 0 < top.y0 - box_of(line).y1 <= settings.header_pitch * size]
    if not above:
        return table
    nearest = max(above, key=lambda line: box_of(line).y1)
    header = [word for line in above if _is_level(nearest, line, settings) for word in line.words]
    cells = _parted(sorted(header, key=lambda word: box_of(word).x0), len(table[0]), settings)
    columns = [[cell[0] for cell in column] for column in zip(*table, strict=True)]
    if len(cells) != len(columns) or not all(
        _stands_over(*pair, settings) for pair in zip(cells, columns, strict=True)
    ):
        return table
    return [[[Line(tuple(cell), nearest.page)] for cell in cells], *table]


def _parted(words: Sequence[Word], count: int, settings: TableSettings) -> list[list[Word]]:
    """The words parted at their widest gaps into so many cells, none where these gaps do not stand out."""
    gaps = [box_of(right).x0 - box_of(left).x1 for left, right in itertools.pairwise(words)]
    widest = sorted(range(len(gaps)), key=gaps.__getitem__, reverse=True)
    wide, narrow = widest[: count - 1], widest[count - 1 :]
    if not wide or (narrow and gaps[wide[-1]] < settings.stands_out * gaps[narrow[0]]):
        return []
    ends = [0, *sorted(i + 1 for i in wide), len(words)]
    return [list(words[start:end]) for start, end in itertools.pairwise(ends)]


def _stands_over(cell: Sequence[Word], column: Sequence[Line], settings: TableSettings) -> bool:
    """Whether the words of a header stand over the cells of a column, be these shorter."""
    x0, x1 = min(box_of(word).x0 for word in cell), max(box_of(word).x1 for word in cell)
    left, right = min(box_of(line).x0 for line in column), max(box_of(line).x1 for line in column)
    return min(x1, right) - max(x0, left) > settings.header_over * min(x1 - x0, right - left)


def _bands(lines: Sequence[Line], settings: TableSettings) -> list[list[Line]]:
    """Lines at one height, from left to right."""
    bands: list[list[Line]] = []
    for line in sorted(lines, key=lambda line: box_of(line).y1):
        if bands and _is_level(bands[-1][0], line, settings):
            bands[-1].append(line)
        else:
            bands.append([line])
    return [sorted(band, key=lambda line: box_of(line).x0) for band in bands]


def _is_level(line: Line, other: Line, settings: TableSettings) -> bool:
    """Whether they stand on one base line; in a picture it is blurred by their tails, their middle is not."""
    a, b = box_of(line), box_of(other)
    if other.words[0].font:
        return abs(a.y1 - b.y1) <= settings.same_base * other.size
    return abs(a.y0 + a.y1 - b.y0 - b.y1) <= 2 * settings.same_base * other.size


def _fits(row: Row, band: Sequence[Line], settings: TableSettings) -> bool:
    if len(row) != len(band) or _pitch(row, band) > settings.row_pitch:
        return False
    return all(_beneath(cell, line, settings) for cell, line in zip(row, band, strict=True))


def _homes(row: Row, band: Sequence[Line], settings: TableSettings) -> list[int]:
    """Which cells of the row the band holds further lines of; none where it does not, or of the first cell too."""
    if len(band) >= len(row) or _pitch(row, band) > settings.wrap_pitch:
        return []
    above = [[i for i, cell in enumerate(row) if _beneath(cell, line, settings)] for line in band]
    homes = [cells[0] for cells in above if len(cells) == 1 and cells[0] > 0]
    return homes if len(set(homes)) == len(band) else []


def _pitch(row: Row, band: Sequence[Line]) -> float:
    bottom = max(box_of(cell[-1]).y1 for cell in row)
    return (box_of(band[0]).y1 - bottom) / max(1.0, band[0].size)


def _beneath(cell: Sequence[Line], line: Line, settings: TableSettings) -> bool:
    upper, lower = box_of(cell[0]), box_of(line)
    is_centred = abs(upper.x0 + upper.x1 - lower.x0 - lower.x1) < 2 * _near(line, settings)
    return is_centred or _is_flush(cell[0], line, settings)


def _is_flush(line: Line, other: Line, settings: TableSettings) -> bool:
    """Whether both begin, or both end, at one place."""
    a, b = box_of(line), box_of(other)
    return min(abs(a.x0 - b.x0), abs(a.x1 - b.x1)) < _near(other, settings)


def _near(line: Line, settings: TableSettings) -> float:
    return (settings.aligned if line.words[0].font else settings.aligned_in_picture) * line.size


def _is_table(rows: Sequence[Row], settings: TableSettings) -> bool:
    if len(rows) < 2 or len(rows) * len(rows[0]) < settings.fewest_cells:
        return False
    columns = list(zip(*([cell[0] for cell in row] for row in rows), strict=True))
    if all(are_items([line.text for line in column]) for column in columns):
        return False
    words = [fmean(len(line.words) for line in column) for column in columns]
    if max(words[:-1]) > settings.cell_words or (len(rows) < settings.fewest_rows and words[-1] > settings.cell_words):
        return False
    if not _is_loose(rows, settings) and (
        all(_runs_on(column, settings) for column in columns) or _is_centred(columns[0], settings)
    ):
        return False
    if len(rows) >= settings.keyed_rows and min(words[:-1]) <= settings.key_words:
        return True
    numbers = [
        [any(map(str.isdigit, line.text)) and not any(map(str.isalpha, line.text)) for line in c] for c in columns
    ]
    if _is_loose(rows, settings) or any(map(all, numbers)):
        return True
    return min(_fill(a, b) for a, b in itertools.pairwise(columns)) < settings.cell_fill


def _runs_on(column: Sequence[Line], settings: TableSettings) -> bool:
    """Whether the text goes on from cell to cell: columns of text side by side, or labels of several lines."""
    pairs = [(upper.text.strip(), lower.text) for upper, lower in itertools.pairwise(column)]
    goes_on = [begins_lower(lower) and not ends_sentence(upper) for upper, lower in pairs]
    if any(_BROKEN_OFF.search(upper) and on for (upper, _), on in zip(pairs, goes_on, strict=True)):
        return True
    is_text = fmean(len(line.words) for line in column) > settings.key_words
    return is_text and sum(goes_on) >= settings.goes_on * len(pairs)


def _is_centred(column: Sequence[Line], settings: TableSettings) -> bool:
    """Whether its lines share neither edge: labels side by side, for what a table's rows are about stands flush."""
    return not any(_is_flush(upper, lower, settings) for upper, lower in itertools.pairwise(column))


def _is_loose(rows: Sequence[Row], settings: TableSettings) -> bool:
    return all(
        _pitch(upper, [cell[0] for cell in lower]) >= settings.loose_pitch for upper, lower in itertools.pairwise(rows)
    )


def _fill(column: Sequence[Line], following: Sequence[Line]) -> float:
    """How much of the way to the next column the lines take up."""
    way = min(box_of(line).x0 for line in following) - min(box_of(line).x0 for line in column)
    return fmean(box_of(line).x1 - box_of(line).x0 for line in column) / max(1.0, way)
