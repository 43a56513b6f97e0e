"""Tables whose rows alone are ruled off: level lines of one length, one beneath the other, and columns of white."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import inf
from statistics import median

from ingest.layout.lines import box_of
from ingest.layout.table_rows import parting
from schema.reading import Box, Grid, Word


@dataclass(frozen=True, slots=True)
class LevelRuleSettings:
    """What makes level lines the rows of a table; chosen by eye on typeset pages in four languages."""

    same_end: float = 3.0
    """In points: how exactly the lines of one table begin and end under one another."""
    touching: float = 3.0
    """In points: pieces of a line nearer to one another are one, as each cell may draw its own."""
    most_lines: int = 6
    """In lines of text: what stands further apart is no row but a part of the page."""
    gutter: float = 0.5
    """In ems: how much white parts two columns."""
    crossed: float = 0.2
    """Share of the rows that may run across the white, as a heading of several columns does."""
    cell_words: float = 4.0
    """The mean of a line of a cell that is not in the last column; lines of text hold more words."""
    row_gap: float = 0.5
    """In ems: lines of a head nearer to one another are of one row."""
    outside: float = 1.2
    """In ems: how far from the line above or below it a first or last row stands that has no line of its own."""


@dataclass(frozen=True, slots=True)
class _Row:
    top: float
    bottom: float
    boxes: tuple[Box, ...]


def level_ruled_grids(
    rules: Sequence[Box], words: Sequence[Word], settings: LevelRuleSettings = LevelRuleSettings()
) -> tuple[Grid, ...]:
    """The tables of a page as rows of cells; a line that parts nothing but text is none of a table."""
    level = _whole_rules([rule for rule in rules if rule.width > rule.height], settings)
    boxes = [box_of(word) for word in words if word.box]
    if len(level) < 2 or not boxes:
        return ()
    em = median(word.size or box_of(word).height for word in words if word.box)
    upright = [rule for rule in rules if rule.height > rule.width]
    chains = [chain for stack in _stacks(level, settings) for chain in _chains(stack, boxes, em, settings)]
    free = [chain for chain in chains if not _is_boxed(*chain[:2], upright, settings)]
    return tuple(grid for chain in free if (grid := _grid(*chain, boxes, em, settings)))


def _is_boxed(extent: Box, rows: Sequence[_Row], upright: Sequence[Box], settings: LevelRuleSettings) -> bool:
    """Whether upright lines stand there too: then they are the sides of frames, or a table that is ruled all over.

    Where every other row has them, it is only shaded, cell by cell.
    """
    reach = settings.same_end
    inside = [rule for rule in upright if extent.x0 - reach <= rule.x0 <= extent.x1 + reach]
    have = [any(rule.y0 < row.bottom - reach and row.top + reach < rule.y1 for rule in inside) for row in rows]
    is_shaded = len(rows) > 2 and all(one != other for one, other in pairwise(have))
    return any(have) and not is_shaded


def _whole_rules(rules: Sequence[Box], settings: LevelRuleSettings) -> list[Box]:
    """The lines from left to right whole, however many pieces each is drawn in."""
    whole: list[Box] = []
    for rule in sorted(rules, key=lambda rule: (round(rule.middle), rule.x0)):
        last = whole[-1] if whole else None
        reach = settings.touching
        is_same = last and abs(last.middle - rule.middle) <= 1 and last.x0 - reach <= rule.x0 <= last.x1 + reach
        if last and is_same:
            whole[-1] = Box(min(last.x0, rule.x0), last.y0, max(last.x1, rule.x1), last.y1)
        else:
            whole.append(rule)
    return whole


def _stacks(level: Sequence[Box], settings: LevelRuleSettings) -> Iterator[list[Box]]:
    """Lines that begin and end under one another, from the top down."""
    left = sorted(level, key=lambda rule: rule.middle)
    while left:
        first = left[0]
        stack = [rule for rule in left if max(abs(rule.x0 - first.x0), abs(rule.x1 - first.x1)) <= settings.same_end]
        left = [rule for rule in left if rule not in stack]
        if len(stack) > 1:
            yield stack


def _chains(
    stack: Sequence[Box], boxes: Sequence[Box], em: float, settings: LevelRuleSettings
) -> Iterator[tuple[Box, list[_Row], bool]]:
    """The rows between lines that follow one another, with the space from side to side that they take up.

    And whether lines close them in: a head, and beneath it all other rows between two lines.
    """
    rows: list[_Row] = []
    for upper, lower in pairwise(stack):
        row = _between(upper, lower, boxes)
        is_near = lower.middle - upper.middle <= settings.most_lines * 1.5 * em
        if row and is_near and not _is_parted(row, settings.row_gap * em):
            rows.append(row)
            continue
        if row and rows and _is_body(row, rows[-1], stack[0], em, settings):
            yield stack[0], [rows.pop(), row], True
        if rows:
            yield stack[0], rows, False
        rows = []
    if rows:
        yield stack[0], rows, False


def _is_body(row: _Row, head: _Row, extent: Box, em: float, settings: LevelRuleSettings) -> bool:
    """Whether all rows under a head stand between two lines: in its columns, of which only the last may hold text."""
    top, bottom = min(box.y0 for box in row.boxes), max(box.y1 for box in row.boxes)
    if max(top - row.top, row.bottom - bottom) > settings.outside * em:
        return False  # the lines above and below it are those of other tables
    gutters = _gutters([head, row], extent, em, settings)
    lines: dict[tuple[int, int], int] = {}
    for box in row.boxes:
        at = round(box.y1), sum(box.x0 + box.x1 > x0 + x1 for x0, x1 in gutters)
        lines[at] = lines.get(at, 0) + 1
    words = [count for (_, column), count in lines.items() if column < len(gutters)]
    return bool(words) and sum(words) <= settings.cell_words * len(words)


def _is_parted(row: _Row, gap: float) -> bool:
    """Whether white parts what stands between two lines: then it is text between two tables."""
    bottom = -inf
    for box in sorted(row.boxes, key=lambda box: box.y0):
        if bottom > -inf and box.y0 - bottom > gap:
            return True
        bottom = max(bottom, box.y1)
    return False


def _between(upper: Box, lower: Box, boxes: Sequence[Box]) -> _Row | None:
    """The words between two lines; none where some of them reach beyond the ends of the lines."""
    inside = [
        box for box in boxes if upper.middle <= box.middle <= lower.middle and box.x1 > upper.x0 and box.x0 < upper.x1
    ]
    is_held = all(upper.x0 - 1 <= box.x0 and box.x1 <= upper.x1 + 1 for box in inside)
    return _Row(upper.middle, lower.middle, tuple(inside)) if inside and is_held else None


def _grid(
    extent: Box, rows: Sequence[_Row], is_closed: bool, boxes: Sequence[Box], em: float, settings: LevelRuleSettings
) -> Grid | None:
    """The rows with their cells; the rows at both ends too that have no line of their own and the same columns."""
    rows = _longest_with_columns(rows, extent, em, settings)
    if len(rows) < 2:
        return None  # a head between two lines says nothing of the rows beneath it
    whole = list(rows)
    gutters = _gutters(whole, extent, em, settings)
    # Above the first line may stand a row and above it the head, below the last line one row.
    for is_above in () if is_closed else (True, True, False):
        edge = whole[0].top if is_above else whole[-1].bottom
        added = _outside(extent, edge, boxes, em, settings, is_above=is_above)
        if added is None:
            continue
        longer = [added, *whole] if is_above else [*whole, added]
        narrower = _gutters(longer, extent, em, settings)
        if len(narrower) >= len(gutters) and _is_row(added, narrower):
            whole, gutters = longer, narrower
    gutters = parting(gutters, (line for row in whole for line in _lines(row)))
    return tuple(tuple(_cells(row, extent, gutters)) for row in whole) if gutters else None


def _lines(row: _Row) -> Iterable[list[Box]]:
    lines: dict[int, list[Box]] = {}
    for box in row.boxes:
        lines.setdefault(round(box.y1), []).append(box)
    return lines.values()


def _longest_with_columns(rows: Sequence[_Row], extent: Box, em: float, settings: LevelRuleSettings) -> Sequence[_Row]:
    """The rows without those at the ends that leave no column white, as text between a table and a line below it."""
    for length in range(len(rows), 1, -1):
        for start in range(len(rows) - length + 1):
            part = rows[start : start + length]
            if _gutters(part, extent, em, settings):
                return part
    return rows[:1]


def _outside(
    extent: Box, edge: float, boxes: Sequence[Box], em: float, settings: LevelRuleSettings, *, is_above: bool
) -> _Row | None:
    """The words next to the first or the last line, as many lines of them as stand close to one another."""
    beside = [box for box in boxes if box.x1 > extent.x0 and box.x0 < extent.x1]
    beside = [box for box in beside if (box.middle < edge if is_above else box.middle > edge)]
    beside.sort(key=lambda box: -box.y1 if is_above else box.y0)
    taken: list[Box] = []
    at, reach = edge, settings.outside * em
    for box in beside:
        if (at - box.y1 if is_above else box.y0 - at) > reach:
            break
        taken.append(box)
        at = min(at, box.y0) if is_above else max(at, box.y1)
        reach = settings.row_gap * em
    if not taken or not all(extent.x0 - 1 <= box.x0 and box.x1 <= extent.x1 + 1 for box in taken):
        return None
    return _Row(min(edge, *(b.y0 for b in taken)), max(edge, *(b.y1 for b in taken)), tuple(taken))


def _gutters(rows: Sequence[_Row], extent: Box, em: float, settings: LevelRuleSettings) -> list[tuple[float, float]]:
    """The strips that hardly a row has words in, with words at both sides of each; first those that none has."""
    spans = [span for row in rows for span in _covered(row, settings.gutter * em)]
    found: list[tuple[float, float]] = []
    for most in range(int(settings.crossed * len(rows)) + 1):
        for left, right in _strips(spans, most, extent):
            is_new = not any(x0 < right and left < x1 for x0, x1 in found)
            if is_new and right - left >= settings.gutter * em and _parts(rows, (left, right)):
                found.append((left, right))
    return sorted(found)


def _strips(spans: Sequence[tuple[float, float]], most: int, extent: Box) -> list[tuple[float, float]]:
    """Where no more than so many of the spans lie, between the ends of the lines."""
    places = sorted({extent.x0, extent.x1, *(x for span in spans for x in span)})
    strips: list[tuple[float, float]] = []
    for left, right in pairwise(places):
        if sum(x0 < right and left < x1 for x0, x1 in spans) > most:
            continue
        if strips and strips[-1][1] == left:
            strips[-1] = (strips[-1][0], right)
        else:
            strips.append((left, right))
    return [(left, right) for left, right in strips if left > extent.x0 and right < extent.x1]


def _covered(row: _Row, gap: float) -> list[tuple[float, float]]:
    spans: list[tuple[float, float]] = []
    for box in sorted(row.boxes, key=lambda box: box.x0):
        if spans and box.x0 - spans[-1][1] < gap:
            spans[-1] = (spans[-1][0], max(spans[-1][1], box.x1))
        else:
            spans.append((box.x0, box.x1))
    return spans


def _parts(rows: Sequence[_Row], strip: tuple[float, float]) -> bool:
    """Whether at least half of the rows, and two lines of type in them, have words at both sides."""
    middle = sum(strip) / 2
    lines = [_lines_at_both_sides(row, middle) for row in rows]
    return sum(map(bool, lines)) >= len(rows) / 2 and sum(lines) >= 2


def _lines_at_both_sides(row: _Row, x: float) -> int:
    left, right = ({round(box.y1) for box in row.boxes if (box.x0 + box.x1 < 2 * x) is side} for side in (True, False))
    return max(len(left & right), bool(left and right))


def _is_row(row: _Row, gutters: Sequence[tuple[float, float]]) -> bool:
    """Whether a row without a line of its own has several cells and crosses no white."""
    is_clear = not any(box.x0 < x1 and x0 < box.x1 for box in row.boxes for x0, x1 in gutters)
    filled = {sum(box.x0 + box.x1 > x0 + x1 for x0, x1 in gutters) for box in row.boxes}
    return is_clear and len(filled) > 1


def _cells(row: _Row, extent: Box, gutters: Sequence[tuple[float, float]]) -> Iterator[Box | None]:
    """The cells of a row; a row that runs across the white is one cell from there on."""
    edges = [extent.x0 - 1, *((x0 + x1) / 2 for x0, x1 in gutters), extent.x1 + 1]
    is_across = any(box.x0 < x1 and x0 < box.x1 for box in row.boxes for x0, x1 in gutters)
    if is_across:
        yield Box(edges[0], row.top, edges[-1], row.bottom)
        yield from [None] * len(gutters)
        return
    for left, right in pairwise(edges):
        yield Box(left, row.top, right, row.bottom)
