"""Tables without lines: strips of white that run down several lines of type, with words set in line at their sides."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from statistics import fmean, median

from ingest.layout.lines import are_items, begins_lower, box_of, ends_sentence, is_item
from ingest.layout.table_rows import (
    Band,
    Cells,
    Gutter,
    RowSettings,
    are_named,
    around,
    bands_of,
    cells_of,
    is_number,
    parting,
    rows_of,
    size_of,
)
from schema.reading import Word

_LEADER = re.compile(r"(?:[.…·]\s*){4}")
"""Dots between the title of a chapter and its page."""


@dataclass(frozen=True, slots=True)
class OpenTableSettings:
    """What makes words a table, chosen by eye on typeset tables and measured on printed ones of governments."""

    gutter: float = 0.5
    """In ems: the least white between two columns."""
    clear: float = 1.2
    """In ems: a line that begins a search has white as wide as this."""
    row_pitch: float = 3.5
    """In ems: rows further apart are not of one table."""
    aligned: float = 0.3
    """In ems: how exactly the cells of a column begin, end or are centred under one another."""
    flush: float = 0.05
    """The same for the first column, which is never centred: labels side by side are."""
    in_flush: float = 0.5
    """So large a share of its cells, and three of them where there are so many."""
    in_line: float = 0.8
    """So large a share of a column's cells stand in line."""
    fewest_cells: int = 6
    """A table has so many cells at least."""
    cell_words: float = 4.0
    """The mean of the first column; it holds more words only beside columns of values."""
    values: float = 0.5
    """Share of the cells of a column of values that hold a number or a mere sign."""
    single_words: float = 1.5
    """The mean of a column of single words, which is no text."""
    filled: float = 0.5
    """Share of the rows that have several cells."""
    goes_on: float = 0.5
    """Share of the cells in a column of text that begin in the middle of a sentence."""
    text_goes_on: float = 0.7
    """Share of the lines beside others that go on with a sentence where running text stands beside a table."""
    even: float = 0.15
    """In ems: how much the spaces of a justified line differ at most."""
    measure_words: int = 4
    """A line of so many words whose spaces are no wider than a column's white is running text."""
    full_line: float = 0.8
    """Share of its width that a line of running text fills which goes on."""
    text_lines: int = 4
    """A column of running text has so many lines at least."""
    measure_lines: int = 3
    """So many lines of running text that end at one place show how wide text is set."""
    at_measure: float = 0.1
    """In ems: how exactly justified lines end there."""
    rows: RowSettings = RowSettings()


def open_tables(words: Sequence[Word], settings: OpenTableSettings = OpenTableSettings()) -> list[list[Cells]]:
    """The tables among the words of one column of a page, each as its rows.

    Only printed ones: boxes of words read off a picture leave white where there is none, and lose some that is there.
    """
    if not all(word.font for word in words) or not words:
        return []
    em = median(size_of(word) for word in words)
    bands = bands_of(words, settings.rows)
    whites = [_white(band, 0.0) for band in bands]
    justified = _justified(bands, em, settings)
    tables: list[list[Cells]] = []
    end, seen = 0, set[tuple[int, int]]()
    for seed, band in enumerate(bands):
        if seed < end or justified[seed] or not _is_seed(band, em, settings):
            continue
        top = max((i + 1 for i in range(end, seed) if justified[i]), default=end)
        bottom = next((i for i in range(seed, len(bands)) if justified[i]), len(bands))
        first, last, gutters = _grown(bands[top:bottom], whites[top:bottom], seed - top, em, settings)
        first, last = first + top, last + top
        if (first, last) in seen:
            continue
        seen.add((first, last))
        found = _tables(bands[first:last], gutters, em, settings)
        tables += found
        end = last if found else end
    return tables


def stands_across(table: Sequence[Cells], gutter: Gutter, settings: OpenTableSettings = OpenTableSettings()) -> bool:
    """Whether a cell reaches to the middle of a gutter of the page, or from the gutter into the column behind it.

    What is too wide for its column hardly does the one, and what stands in the column behind never the other.
    """
    boxes = [around(line) for row in table for cell in row for line in cell]
    near = settings.aligned * median(size_of(word) for row in table for cell in row for line in cell for word in line)
    middle, edge = sum(gutter) / 2, gutter[1]
    return any(box.x0 <= middle <= box.x1 or middle < box.x0 < edge - near < edge < box.x1 for box in boxes)


def _justified(bands: Sequence[Band], em: float, settings: OpenTableSettings) -> list[bool]:
    """Which lines are stretched to the width in which text is set here: their spaces are alike, however wide."""
    ends = [box_of(band[-1]).x1 for band in bands]
    spaces = [[box_of(b).x0 - box_of(a).x1 for a, b in pairwise(band)] for band in bands]
    text = sorted(
        end
        for end, gaps in zip(ends, spaces, strict=True)
        if len(gaps) >= settings.measure_words - 1 and max(gaps) < settings.clear * em
    )
    measures = set(text)
    near = settings.at_measure * em
    found: list[bool] = []
    for i, (end, gaps) in enumerate(zip(ends, spaces, strict=True)):
        is_full = bisect_right(text, end + near) - bisect_left(text, end - near) >= settings.measure_lines
        is_even = bool(gaps) and max(gaps) - min(gaps) <= settings.even * em
        follows = i > 0 and _follows(bands[i - 1], bands[i], is_justified=found[i - 1] or ends[i - 1] in measures)
        found.append(is_full and is_even and (len(gaps) > 1 or follows))
    return found


def _follows(upper: Band, lower: Band, *, is_justified: bool) -> bool:
    """Whether a sentence of a justified line plainly goes on in the next."""
    return is_justified and not ends_sentence(upper[-1].text) and not is_number(lower[-1:])


def _is_seed(band: Band, em: float, settings: OpenTableSettings) -> bool:
    gaps = [box_of(right).x0 - box_of(left).x1 for left, right in pairwise(band)]
    return bool(gaps) and max(gaps) >= settings.clear * em


def _grown(
    bands: Sequence[Band], whites: Sequence[Sequence[Gutter]], seed: int, em: float, settings: OpenTableSettings
) -> tuple[int, int, list[Gutter]]:
    """The lines around the first one that leave its white open, and what is left white by all of them."""
    white = _white(bands[seed], settings.gutter * em)
    members = [bands[seed]]
    ends = {}
    for way in (1, -1):
        at = seed
        while 0 <= at + way < len(bands) and _is_near(bands[at], bands[at + way], em, settings):
            band = bands[at + way]
            narrower = _crossed(white, whites[at + way], settings.gutter * em)
            members.append(band)
            if narrower != white and (_closes(white, narrower, members[:-1]) or not _interior(narrower, members)):
                members.pop()
                break
            white, at = narrower, at + way
        ends[way] = at
    return ends[-1], ends[1] + 1, _interior(white, members)


def _is_near(band: Band, other: Band, em: float, settings: OpenTableSettings) -> bool:
    return abs(box_of(band[0]).y1 - box_of(other[0]).y1) <= settings.row_pitch * em


def _white(band: Band, least: float) -> list[Gutter]:
    """What a line leaves white, at both its sides too."""
    white: list[Gutter] = []
    at = -inf
    for word in band:
        box = box_of(word)
        if box.x0 - at >= least:
            white.append((at, box.x0))
        at = max(at, box.x1)
    return [*white, (at, inf)]


def _crossed(white: Sequence[Gutter], other: Sequence[Gutter], least: float) -> list[Gutter]:
    """What is white in both, each from left to right."""
    both: list[Gutter] = []
    i = j = 0
    while i < len(white) and j < len(other):
        left, right = max(white[i][0], other[j][0]), min(white[i][1], other[j][1])
        if left < right and right - left >= least:
            both.append((left, right))
        if white[i][1] < other[j][1]:
            i += 1
        else:
            j += 1
    return both


def _interior(white: Sequence[Gutter], bands: Sequence[Band]) -> list[Gutter]:
    """The strips of white with words at both sides."""
    return [gutter for gutter in white if _is_inner(gutter) and any(_is_beside(band, gutter) for band in bands)]


def _is_inner(gutter: Gutter) -> bool:
    return -inf < gutter[0] and gutter[1] < inf


def _is_beside(band: Band, gutter: Gutter) -> bool:
    """Whether a line has words at both sides of it."""
    return box_of(band[0]).x1 <= gutter[0] and box_of(band[-1]).x0 >= gutter[1]


def _support(gutter: Gutter, bands: Sequence[Band]) -> int:
    """How many lines have words at both sides of it."""
    return sum(_is_beside(band, gutter) for band in bands)


def _closes(white: Sequence[Gutter], narrower: Sequence[Gutter], members: Sequence[Band]) -> bool:
    """Whether words stand right across a strip that several lines left white."""
    closed = [
        (left, right)
        for left, right in white
        if _is_inner((left, right)) and not any(left <= a and b <= right for a, b in narrower)
    ]
    return any(_support(gutter, members) > 1 for gutter in closed)


def _tables(
    bands: Sequence[Band], gutters: Sequence[Gutter], em: float, settings: OpenTableSettings
) -> list[list[Cells]]:
    """The rows, if the lines are those of a table; of two tables where it goes on beside itself."""
    gutters = [gutter for gutter in gutters if _support(gutter, bands) > 1]
    bands, gutters = _without_text(bands, gutters, em, settings)
    gutters = parting(gutters, [[box_of(word) for word in band] for band in bands])
    if not gutters:
        return []
    parts = _beside_itself(bands, gutters)
    found = [
        _trimmed(rows_of(_closed_up(part, inner, em, settings), inner, em, settings.rows)) for part, inner in parts
    ]
    return found if all(rows and _is_table(rows, em, settings) for rows in found) else []


def _without_text(
    bands: Sequence[Band], gutters: Sequence[Gutter], em: float, settings: OpenTableSettings
) -> tuple[Sequence[Band], Sequence[Gutter]]:
    """The lines without a column of running text at either side, which goes on whatever row begins beside it."""
    if not gutters:
        return bands, gutters
    for at, beside, inner in ((0, 1, gutters[1:]), (len(gutters), 0, gutters[:-1])):
        parts = [cells_of(band, gutters) for band in bands]
        text = [cells[at] for cells in parts if cells[at]]
        rows = [box_of(cells[beside][0]).y1 for cells in parts if cells[beside]]
        pairs = [(a, b) for a, b in pairwise(text) if _has_near(rows, box_of(b[0]).y1, settings.rows.within * em)]
        full = settings.full_line * max((around(line).width for line in text), default=0.0)
        going = [
            begins_lower(b[0].text) and not ends_sentence(a[-1].text) and around(a).width >= full for a, b in pairs
        ]
        is_text = len(text) >= settings.text_lines and fmean(map(len, text)) >= settings.measure_words
        if is_text and len(pairs) >= settings.measure_lines and sum(going) >= settings.text_goes_on * len(pairs):
            left = [tuple(word for i, cell in enumerate(cells) if i != at for word in cell) for cells in parts]
            return _without_text([band for band in left if band], inner, em, settings)
    return bands, gutters


def _has_near(places: Sequence[float], place: float, reach: float) -> bool:
    """Whether one of the places, which are sorted, lies so near."""
    return bisect_right(places, place + reach) > bisect_left(places, place - reach)


def _beside_itself(bands: Sequence[Band], gutters: Sequence[Gutter]) -> list[tuple[Sequence[Band], Sequence[Gutter]]]:
    """The lines of each part of a table whose head says that it goes on to the right of its own end."""
    head = [" ".join(word.text for word in cell) for cell in cells_of(bands[0], gutters)]
    for width in range(2, len(head) // 2 + 1):
        if all(head) and head == head[:width] * (len(head) // width):
            outer = [-inf, *(sum(gutters[i - 1]) / 2 for i in range(width, len(head), width)), inf]
            parts = [
                [tuple(w for w in band if left < box_of(w).x0 < right) for band in bands]
                for left, right in pairwise(outer)
            ]
            inner = [gutters[i : i + width - 1] for i in range(0, len(head), width)]
            return [([band for band in part if band], within) for part, within in zip(parts, inner, strict=True)]
    return [(bands, gutters)]


def _closed_up(
    bands: Sequence[Band], gutters: Sequence[Gutter], em: float, settings: OpenTableSettings
) -> Sequence[Band]:
    """The lines without those at either end that fill few columns and stand further off than lines of a cell do."""
    far = settings.rows.leading * em
    bands = list(bands)
    for first, second in ((0, 1), (-1, -2)):
        while len(bands) > 2 and sum(map(bool, cells_of(bands[first], gutters))) <= max(1, (len(gutters) + 1) // 2 - 1):
            if abs(box_of(bands[first][0]).y1 - box_of(bands[second][0]).y1) <= far:
                break
            bands.pop(first)
    return bands


def _trimmed(rows: list[Cells]) -> list[Cells]:
    """The rows without a line at either end that fills one column, which is none of the table."""
    while rows and sum(map(bool, rows[0])) < 2:
        rows = rows[1:]
    while rows and sum(map(bool, rows[-1])) < 2:
        rows = rows[:-1]
    return rows


def _is_table(rows: Sequence[Cells], em: float, settings: OpenTableSettings) -> bool:
    columns = list(zip(*rows, strict=True))
    cells = sum(bool(cell) for row in rows for cell in row)
    several = sum(sum(map(bool, row)) > 1 for row in rows)
    if len(rows) < 2 or cells < settings.fewest_cells or several < settings.filled * len(rows):
        return False
    if any(sum(map(bool, column)) < 2 for column in columns) or (len(rows) == 2 and not all(map(all, rows))):
        return False
    if not all(_is_in_line([cell for cell in column if cell], em, settings) for column in columns):
        return False
    if not _is_in_line([cell for cell in columns[0] if cell], em, settings, is_flush=True):
        return False  # labels side by side are centred, what a table's rows are about is not
    if sum(_is_bullet(cell) for cell in columns[0] if cell) * 2 >= sum(map(bool, columns[0])):
        return False
    if all(are_items([_text(cell) for cell in column if cell]) for column in columns):
        return False
    words = [fmean(sum(map(len, cell)) for cell in column if cell) for column in columns]
    if words[0] > settings.cell_words and not any(_are_values(column, settings) for column in columns[1:]):
        return False
    if len(columns) == 2 and are_named(map(_text, columns[0])) and not _are_values(columns[1], settings):
        return False
    return not _is_running(columns, settings) and not _is_contents(rows)


def _is_bullet(cell: Sequence[Band]) -> bool:
    """Whether a cell holds but the bullet or the number of an item, as it may be read off a picture too."""
    text = _text(cell)
    return not any(map(str.isalnum, text)) or is_item(text + " x")


def _are_values(column: Sequence[Sequence[Band]], settings: OpenTableSettings) -> bool:
    """Whether most cells of a column hold a number or a mere sign."""
    texts = [_text(cell) for cell in column if cell]
    return sum(len(text) == 1 or any(map(str.isdigit, text)) for text in texts) >= settings.values * len(texts)


def _is_contents(rows: Sequence[Cells]) -> bool:
    """Whether dots lead from a title to its page in most rows."""
    return sum(any(_LEADER.search(_text(cell)) for cell in row) for row in rows) * 2 >= len(rows)


def _text(cell: Sequence[Band]) -> str:
    return " ".join(word.text for line in cell for word in line)


def _is_in_line(
    cells: Sequence[Sequence[Band]], em: float, settings: OpenTableSettings, *, is_flush: bool = False
) -> bool:
    """Whether most lines of a column begin or end at one place, or are centred there."""
    boxes = [around(line) for cell in cells for line in cell]
    exact, share = (settings.flush, settings.in_flush) if is_flush else (settings.aligned, settings.in_line)
    near = exact * em
    sides = [[box.x0 for box in boxes], [box.x1 for box in boxes], [(box.x0 + box.x1) / 2 for box in boxes]]
    least = max(share * len(boxes), min(len(boxes), 3))
    return any(_most_alike(places, near) >= least for places in sides[: 2 if is_flush else 3])


def _most_alike(places: Sequence[float], near: float) -> int:
    """How many of the places lie within a reach of one another."""
    ordered = sorted(places)
    return max(bisect_right(ordered, place + near) - i for i, place in enumerate(ordered))


def _is_running(columns: Sequence[Sequence[Sequence[Band]]], settings: OpenTableSettings) -> bool:
    """Whether the text goes on from cell to cell in all columns that hold text: columns of text side by side."""
    texts = [[_text(cell) for cell in column if cell] for column in columns]
    texts = [column for column in texts if fmean(len(text.split()) for text in column) > settings.single_words]
    return len(texts) > 1 and all(_runs_on(column, settings) for column in texts)


def _runs_on(texts: Sequence[str], settings: OpenTableSettings) -> bool:
    goes_on = [begins_lower(lower) and not ends_sentence(upper) for upper, lower in pairwise(texts)]
    return sum(goes_on) >= settings.goes_on * len(goes_on)
