"""The rows of a table whose columns are known: which lines of type begin one, and which go on in the cells above."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from ingest.layout.lines import begins_lower, box_of
from schema.reading import Box, Word

Band = tuple[Word, ...]
"""Words on one base line, from left to right."""
Gutter = tuple[float, float]
"""The white between two columns, from its left to its right edge."""
Cells = list[list[Band]]
"""The cells of a row, each with its lines."""

_LETTER = re.compile(r"[^\W\d_]")
_HYPHENS = ("-", "\u00ad", "\u2010", "\u0002")


@dataclass(frozen=True, slots=True)
class RowSettings:
    """What parts the rows of a table, chosen by eye on typeset tables and measured on printed ones of governments."""

    same_base: float = 0.3
    """In ems: how far the base lines of the words of a line may differ."""
    within: float = 0.7
    """In ems: lines whose bases are nearer than this stand in one row, set at different heights in their cells."""
    parted: float = 0.15
    """How much further apart than lines of a cell rows must stand for the distance to tell, as a share of it."""
    rounded: float = 0.05
    """The same where the text agrees: distances that were rounded to the dots of a screen differ by less."""
    leading: float = 1.7
    """In ems: lines of a cell stand no further apart."""


def bands_of(words: Iterable[Word], settings: RowSettings = RowSettings()) -> list[Band]:
    """The words line by line from the top down, whatever column they stand in."""
    bands: list[list[Word]] = []
    for word in sorted(words, key=_base):
        if bands and _base(word) - _base(bands[-1][0]) <= settings.same_base * size_of(word):
            bands[-1].append(word)
        else:
            bands.append([word])
    return [tuple(sorted(band, key=lambda word: box_of(word).x0)) for band in bands]


def size_of(word: Word) -> float:
    """The size of its type, or its height where a picture does not tell."""
    return word.size or box_of(word).height


def _base(word: Word) -> float:
    """Its base line; in a picture it is blurred by the tails of letters, the middle is not."""
    box = box_of(word)
    return box.y1 if word.font else box.middle


def cells_of(band: Band, gutters: Sequence[Gutter]) -> list[Band]:
    """The words of each column."""
    cells: list[list[Word]] = [[] for _ in range(len(gutters) + 1)]
    for word in band:
        box = box_of(word)
        cells[sum(box.x0 + box.x1 > left + right for left, right in gutters)].append(word)
    return [tuple(cell) for cell in cells]


def parting(gutters: Sequence[Gutter], lines: Iterable[Iterable[Box]]) -> list[Gutter]:
    """The gutters with something at both sides on some line of the table: a head may stand beside its column."""
    filled: list[set[int]] = [set() for _ in range(len(gutters) + 1)]
    for number, line in enumerate(lines):
        for box in line:
            filled[sum(box.x0 + box.x1 > left + right for left, right in gutters)].add(number)
    left, kept = filled[0], list[Gutter]()
    for gutter, right in zip(gutters, filled[1:], strict=True):
        if left & right:
            kept.append(gutter)
            left = right
        else:
            left = left | right
    return kept


def rows_of(
    bands: Sequence[Band], gutters: Sequence[Gutter], em: float, settings: RowSettings = RowSettings()
) -> list[Cells]:
    """The lines put together to rows."""
    return _put_together(bands, [cells_of(band, gutters) for band in bands], em, settings)


def parted_rows(
    rows: Sequence[Sequence[Sequence[Word]]], *, by_numbers: bool, settings: RowSettings = RowSettings()
) -> list[list[list[Word]]]:
    """The rows of a table with drawn lines, parted once more where lines stand only at its head, ends and groups.

    Of a table with upright lines too, whose rows hold texts of several lines, only numbers under one another tell.
    """
    parted = [_parted(row, by_numbers=by_numbers, settings=settings) for row in rows]
    if sum(len(parts) > 1 for parts in parted) * 2 < len(rows):
        return [[list(cell) for cell in row] for row in rows]
    return [[[word for line in cell for word in line] for cell in part] for parts in parted for part in parts]


def _parted(row: Sequence[Sequence[Word]], *, by_numbers: bool, settings: RowSettings) -> list[Cells]:
    words = [word for cell in row for word in cell]
    column = {id(word): i for i, cell in enumerate(row) for word in cell}
    bands = bands_of(words, settings)
    parts = [[tuple(w for w in band if column[id(w)] == i) for i in range(len(row))] for band in bands]
    told = sum(_pairs_numbers(*pair) for pair in pairwise(parts))
    rows = _put_together(bands, parts, median(map(size_of, words)), settings) if words else []
    is_told = told >= len(rows) - 1 if by_numbers else sum(sum(map(bool, cells)) > 1 for cells in rows) > 1
    return rows if is_told else [[[tuple(cell)] for cell in row]]


def _put_together(
    bands: Sequence[Band], parts: Sequence[Sequence[Band]], em: float, settings: RowSettings
) -> list[Cells]:
    rows: list[Cells] = []
    for cells, goes_on in zip(parts, _going_on(bands, parts, em, settings), strict=True):
        if rows and goes_on:
            for above, cell in zip(rows[-1], cells, strict=True):
                above.extend([cell] if cell else [])
        else:
            rows.append([[cell] if cell else [] for cell in cells])
    return rows


def _going_on(bands: Sequence[Band], parts: Sequence[Sequence[Band]], em: float, settings: RowSettings) -> list[bool]:
    """Whether each line goes on with the row above it."""
    pitches = [0.0, *(_base(lower[0]) - _base(upper[0]) for upper, lower in pairwise(bands))]
    are_lean = [not cells[0] or sum(map(bool, cells)) == 1 for cells in parts]
    reach = _reach(pitches, are_lean, parts, em, settings)
    going: list[bool] = [False]
    for i in range(1, len(bands)):
        if pitches[i] < settings.within * em:
            going.append(True)
        elif _pairs_numbers(parts[i - 1], parts[i]):
            going.append(False)
        elif reach is not None:
            going.append(pitches[i] <= reach)
        else:
            going.append(are_lean[i] and _goes_on(parts[i - 1], parts[i]))
    return going[: len(bands)]


def _reach(
    pitches: Sequence[float],
    are_lean: Sequence[bool],
    parts: Sequence[Sequence[Band]],
    em: float,
    settings: RowSettings,
) -> float | None:
    """How far below a line one of the same row stands at most; none where the distances do not tell."""
    at = range(1, len(pitches))
    far = sorted(pitches[i] for i in at if pitches[i] >= settings.within * em)
    jumps = [(lower, upper) for lower, upper in pairwise(far) if upper >= (1 + settings.rounded) * lower]
    large = [jump for jump in jumps if jump[1] >= (1 + settings.parted) * jump[0]]
    tellers = [_Told(pitches, are_lean, parts, *jump, settings.within * em) for jump in jumps]
    if large and large[0][0] <= settings.leading * em:
        told = tellers[jumps.index(large[0])]
        if told.by_columns() or told.by_text():
            return told.near
    agreed = [told for told in tellers if told.near <= settings.leading * em and told.by_all()]
    return max(agreed, key=lambda told: told.wide / told.near).near if agreed else None


class _Told:
    """What the lines say for it that those near below another go on with its row and those wider apart begin one."""

    def __init__(
        self,
        pitches: Sequence[float],
        are_lean: Sequence[bool],
        parts: Sequence[Sequence[Band]],
        near: float,
        wide: float,
        least: float,
    ) -> None:
        self.near, self.wide = near, wide
        at = range(1, len(pitches))
        below = [i for i in at if least <= pitches[i] <= near]
        apart = [i for i in at if pitches[i] >= wide]
        starts = [parts[0], *(parts[i] for i in apart)]
        self._lean = [are_lean[i] for i in below]
        self._is_head_alone = below == [1]
        self._told = [_is_told(parts[i - 1], parts[i], starts) for i in below]
        self._full_apart = [not are_lean[i] for i in apart]
        self._full = [pitches[i] for i in at if not are_lean[i]]

    def by_columns(self) -> bool:
        """Whether a line that fills few cells stands near, and most that fill all of them wide."""
        return any(self._lean) and bool(self._full) and median(self._full) >= self.wide

    def by_text(self) -> bool:
        """Whether the text of half of the near lines plainly goes on."""
        return sum(self._told) * 2 >= len(self._told)

    def by_all(self) -> bool:
        """Whether every near line fills few cells or plainly goes on, and every other line fills all of them."""
        if self._is_head_alone and not self._lean[0]:
            return False  # the head may be set in smaller type
        return all(self._full_apart) and all(a or b for a, b in zip(self._lean, self._told, strict=True))


def _pairs_numbers(upper: Sequence[Band], lower: Sequence[Band]) -> bool:
    """Whether two numbers would come to stand in one cell."""
    return any(is_number(a) and is_number(b) for a, b in zip(upper, lower, strict=True))


def is_number(cell: Band) -> bool:
    text = "".join(word.text for word in cell)
    return any(map(str.isdigit, text)) and _LETTER.search(text) is None


def are_named(labels: Iterable[str]) -> bool:
    """Whether a colon ends all labels: who speaks or has made something, with what is said or the name beside it."""
    said = [label for label in labels if label]
    return bool(said) and all(label.endswith(":") for label in said)


def _is_told(upper: Sequence[Band], lower: Sequence[Band], starts: Sequence[Sequence[Band]]) -> bool:
    """Whether the text of some cell plainly goes on from one line to the next, as that of no new row does."""
    for column, (a, b) in enumerate(zip(upper, lower, strict=True)):
        if not a or not b:
            continue
        begun = [cells[column] for cells in starts if cells[column]]
        are_lower = sum(begins_lower(cell[0].text) for cell in begun)
        if a[-1].text.endswith(_HYPHENS) or (begins_lower(b[0].text) and are_lower * 4 < len(begun)):
            return True
    return False


def _goes_on(upper: Sequence[Band], lower: Sequence[Band]) -> bool:
    """Whether a line that fills few cells may go on with those above it."""
    if lower[0]:
        return bool(upper[0]) and (begins_lower(lower[0][0].text) or upper[0][-1].text.endswith(_HYPHENS))
    return all(a or not b for a, b in zip(upper, lower, strict=True))


def around(words: Iterable[Word]) -> Box:
    return Box.around([box_of(word) for word in words])
