"""Lay out a page whose words have places: its frames, tables and blocks, each in its turn."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median
from typing import TypeVar

from ingest.layout.columns import ColumnSettings, blocks_of, lines_on_page, stacks_of, turned_lines
from ingest.layout.headings import HeadingSettings, body_size, is_set_as_heading
from ingest.layout.level_rules import LevelRuleSettings, level_ruled_grids
from ingest.layout.lines import Block, Line, begins_lower, box_around, box_of, ends_sentence
from ingest.layout.open_tables import OpenTableSettings, open_tables, stands_across
from ingest.layout.paragraphs import ParagraphSettings, part_placed, table_row
from ingest.layout.reading_order import OrderSettings, in_reading_order, spanning, stand_over
from ingest.layout.ruled_tables import is_filled, words_by_cell
from ingest.layout.table_rows import Cells, parted_rows
from ingest.layout.tables import TableSettings, across_columns, by_column, find_tables
from schema.reading import Box, Grid, Word, WordPage

T = TypeVar("T")
FRAMES_A_PAGE = 10_000
"""So that frames of different pages have different numbers."""
Unit = list[Block]
"""Blocks that are read one after the other: a column's, a table's or a frame's."""


@dataclass(frozen=True, slots=True)
class PlacedSettings:
    """What makes a frame a page of its own, chosen by eye on the sample pages; and the settings of all other parts."""

    frame_words: int = 3
    """A frame around fewer words is an ornament or a mark."""
    frame_lines: float = 2.0
    """In heights of a line: a lower frame marks a word or a row of a table."""
    banner: float = 0.9
    """Share of the page's width: a wider frame is a banner, whose heading reaches beyond it."""
    apart: float = 1.5
    """In points: frames nearer to one another are cells of a table."""
    columns: ColumnSettings = ColumnSettings()
    headings: HeadingSettings = HeadingSettings()
    level_rules: LevelRuleSettings = LevelRuleSettings()
    open_tables: OpenTableSettings = OpenTableSettings()
    order: OrderSettings = OrderSettings()
    paragraphs: ParagraphSettings = ParagraphSettings()
    tables: TableSettings = TableSettings()


def placed_blocks(page: WordPage, settings: PlacedSettings = PlacedSettings()) -> list[Block]:
    """The blocks of the page in the order in which a reader takes them."""
    ruled, words = _ruled_tables(page, page.grids, page.words, settings.columns, by_numbers=True)
    level_grids = level_ruled_grids(page.rules, words, settings.level_rules)
    rows_ruled, words = _ruled_tables(page, level_grids, words, settings.columns, by_numbers=False)
    turned, level = turned_lines(words, page.page.number, settings.columns)
    units = [*ruled, *rows_ruled, *([Block((line,))] for line in turned)]
    if not level and not units:
        return []
    return _Layout(page, body_size(page.words), settings).blocks(level, units, list(dict.fromkeys(page.frames)))


class _Layout:
    """Lays out a page and, in the same way, each frame on it."""

    def __init__(self, page: WordPage, body: float, settings: PlacedSettings) -> None:
        self._rules = page.rules
        self._number = page.page.number
        self._body = body
        self._settings = settings
        self._frames = page.page.number * FRAMES_A_PAGE

    def blocks(self, words: Sequence[Word], units: Sequence[Unit], frames: Sequence[Box]) -> list[Block]:
        """The blocks of the words and units; what a frame holds stays together."""
        whole = Box.around([*(box_of(word) for word in words), *map(_box, units)])
        framed: list[tuple[Unit, Box]] = []
        for frame in self._outermost(words, frames):
            inner, words = _parted(words, [frame.holds(box_of(word)) for word in words])
            held, units = _parted(units, [frame.holds(_box(unit)) for unit in units])
            if not inner and not held:  # all of it lies in another frame as well, over which this one reaches
                continue
            within = [other for other in frames if other != frame and frame.holds(other)]
            unit = self.blocks(inner, held, within)
            if frame.width < self._settings.banner * whole.width:
                self._frames += 1
                unit = [replace(block, frames=(self._frames, *block.frames)) for block in unit]
            framed.append((unit, frame))
        lines = lines_on_page(words, self._number, self._settings.columns, self._rules)
        if open_ := self._open_tables(lines):
            taken = {id(word) for table in open_ for row in table for cell in row for line in cell for word in line}
            words = [word for word in words if id(word) not in taken]
            units = [*units, *([table_row(map(_ended, row), self._number) for row in table] for table in open_)]
            lines = lines_on_page(words, self._number, self._settings.columns, self._rules)
        tables, lines = find_tables(lines, self._settings.tables)
        found = [
            [block for column in stack for block in part_placed(column, self._settings.paragraphs)]
            for stack in stacks_of(blocks_of(lines, self._settings.columns), self._settings.columns)
        ]
        for table in tables:
            found.append([table_row([_cell_words(cell) for cell in row], self._number) for row in table])
        free = [(unit, _box(unit)) for unit in (*found, *units)]
        return self._in_order([*free, *framed])

    def _open_tables(self, lines: Sequence[Line]) -> list[list[Cells]]:
        """The tables without lines: across the columns of the page first, then column by column."""
        settings = self._settings.open_tables
        tables: list[list[Cells]] = []
        for part, gutters in across_columns(lines, self._settings.tables):
            found = open_tables([word for line in part for word in line.words], settings)
            tables += [table for table in found if any(stands_across(table, gutter) for gutter in gutters)]
        taken = {id(word) for table in tables for row in table for cell in row for line in cell for word in line}
        left = [line for line in lines if id(line.words[0]) not in taken]
        for column in by_column(left, self._settings.tables):
            tables += open_tables([word for line in column for word in line.words], settings)
        return tables

    def _outermost(self, words: Sequence[Word], frames: Sequence[Box]) -> list[Box]:
        """The frames around some lines of text that lie in no other such frame; none of them is a table's cell."""
        held = {frame: [word for word in words if frame.holds(box_of(word))] for frame in frames}
        boxes = [frame for frame in frames if self._is_box(frame, held[frame], len(words))]
        free = [frame for frame in boxes if not any(self._abut(frame, other) for other in boxes)]
        largest = sorted(free, key=lambda frame: -frame.width * frame.height)
        return [frame for i, frame in enumerate(largest) if not any(o.holds(frame) for o in largest[:i])]

    def _is_box(self, frame: Box, words: Sequence[Word], of: int) -> bool:
        if not self._settings.frame_words <= len(words) < of:
            return False
        return frame.height >= self._settings.frame_lines * median(box_of(word).height for word in words)

    def _abut(self, one: Box, other: Box) -> bool:
        """Whether two frames touch side by side or one over the other and are in line, as the cells of a table are."""
        near = self._settings.apart
        beside = min(abs(one.x1 - other.x0), abs(other.x1 - one.x0)) <= near
        above = min(abs(one.y1 - other.y0), abs(other.y1 - one.y0)) <= near
        level = min(abs(one.y0 - other.y0), abs(one.y1 - other.y1)) <= near
        over = min(abs(one.x0 - other.x0), abs(one.x1 - other.x1)) <= near
        return (beside and level) or (above and over)

    def _in_order(self, placed: Sequence[tuple[Unit, Box]]) -> list[Block]:
        units, boxes = [unit for unit, _ in placed], [box for _, box in placed]
        are_headings = [is_set_as_heading(unit[0], self._body, self._settings.headings) for unit in units]
        boxes = _past_broken_text(units, spanning(boxes, are_headings, self._settings.order), are_headings)
        return [block for i in in_reading_order(boxes, self._settings.order) for block in units[i]]


def _parted(things: Sequence[T], are_in: Sequence[bool]) -> tuple[list[T], list[T]]:
    pairs = list(zip(things, are_in, strict=True))
    return [thing for thing, is_in in pairs if is_in], [thing for thing, is_in in pairs if not is_in]


def _box(unit: Unit) -> Box:
    box = box_around([word for block in unit for word in block.words])
    assert box is not None
    return box


def _past_broken_text(units: Sequence[Unit], boxes: Sequence[Box], are_headings: Sequence[bool]) -> list[Box]:
    """The boxes, that of a unit in the way of a sentence moved beneath it, into the column of the sentence.

    What stands across the columns parts them, but not where the text above breaks off and goes on below.
    """
    moved = list(boxes)
    placed = list(zip(boxes, units, strict=True))
    for i, box in enumerate(boxes):
        above = [(b, unit) for b, unit in placed if b.y1 <= box.y0 and stand_over(b, box)]
        below = [(b, unit) for b, unit in placed if b.y0 >= box.y1 and stand_over(b, box)]
        if are_headings[i] or not above or not below:
            continue
        left = min(b.x0 for b, _ in above)
        first, text = max((pair for pair in above if stand_over(pair[0], _edge(left))), key=lambda pair: pair[0].y1)
        then, rest = min(below, key=lambda pair: (not stand_over(pair[0], first), pair[0].y0))
        beside = [(b.y0, unit[0].text) for b, unit in above if b.x0 >= first.x1]
        is_flowing = not beside or not begins_lower(min(beside)[1])
        if box.width > first.width and stand_over(first, then) and is_flowing and _goes_on(text[-1], rest[0]):
            moved[i] = Box(first.x0, then.y1, first.x1, then.y1)
    return moved


def _edge(x: float) -> Box:
    return Box(x, 0.0, x + 1.0, 0.0)


def _goes_on(upper: Block, lower: Block) -> bool:
    """Whether a sentence of one type goes on from one block to the other."""
    is_one_type = upper.lines[-1].size == lower.lines[0].size and upper.is_bold == lower.is_bold
    is_broken = upper.kind in ("paragraph", "item") and not ends_sentence(upper.text)
    return is_one_type and is_broken and begins_lower(lower.text)


def _ruled_tables(
    page: WordPage, grids: Sequence[Grid], words: Sequence[Word], settings: ColumnSettings, *, by_numbers: bool
) -> tuple[list[Unit], list[Word]]:
    """The tables drawn with lines, as units of rows, and the words outside of them."""
    units: list[Unit] = []
    inside: set[int] = set()
    for grid in grids:
        cells = words_by_cell(grid, [word for word in words if id(word) not in inside])
        if not is_filled(cells):
            continue
        inside |= {id(word) for row in cells for cell in row for word in cell}
        cells = parted_rows(cells, by_numbers=by_numbers)
        number = page.page.number
        units.append(
            [table_row([_cell_words(lines_on_page(cell, number, settings)) for cell in row], number) for row in cells]
        )
    return units, [word for word in words if id(word) not in inside]


def _cell_words(lines: Sequence[Line]) -> list[Word]:
    """The words of a cell; one that ends a line keeps the line end, which tells a broken word."""
    return _ended([line.words for line in lines])


def _ended(lines: Sequence[Sequence[Word]]) -> list[Word]:
    """The words of lines, with the line ends."""
    ended = [(*line[:-1], replace(line[-1], text=line[-1].text + "\n")) for line in lines[:-1]]
    return [word for words in (*ended, *lines[-1:]) for word in words]
