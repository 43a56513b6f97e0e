"""Level lines of one length, one beneath the other, make the rows of a table where white parts its columns."""

import pytest

from ingest.layout.level_rules import level_ruled_grids
from schema.reading import Box, Word

EDGES = (100.0, 300.0)
COLUMNS = (104.0, 210.0)


def word(text: str, x: float, y: float) -> Word:
    return Word(text, 0, Box(x, y - 10, x + 6 * len(text), y), "Serif", 10)


def rule(y: float, ends: tuple[float, float] = EDGES) -> Box:
    return Box(ends[0], y, ends[1], y)


def upright(x: float, top: float, bottom: float) -> Box:
    return Box(x, top, x, bottom)


def row(y: float, *cells: str) -> list[Word]:
    return [word(cell, x, y) for cell, x in zip(cells, COLUMNS, strict=False) if cell]


ROWS = [*row(95, "Thing", "Number"), *row(112, "cards", "80"), *row(129, "dice", "9"), *row(146, "bag", "1")]
RULES = [rule(y) for y in (99, 116, 133, 150)]


def test_rows_between_the_lines_and_the_head_above_them_are_one_grid() -> None:
    (grid,) = level_ruled_grids(RULES, ROWS)
    assert [len(cells) for cells in grid] == [2, 2, 2, 2]
    held = [[w.text for cell in cells if cell for w in ROWS if w.box and cell.holds(w.box)] for cells in grid]
    assert held == [["Thing", "Number"], ["cards", "80"], ["dice", "9"], ["bag", "1"]]


def test_pieces_of_a_line_are_one_line() -> None:
    pieces = [part for y in (99, 116, 133, 150) for part in (rule(y, (100, 200)), rule(y, (200, 300)))]
    assert level_ruled_grids(pieces, ROWS) == level_ruled_grids(RULES, ROWS)


def test_the_text_between_two_tables_is_in_neither() -> None:
    text = [word("Somewhere", 104 + 60 * at, 190) for at in range(3)]
    lower = [*row(222, "Place", "Change"), *row(239, "Riga", "-2"), *row(256, "Rome", "+1")]
    grids = level_ruled_grids([*RULES, *(rule(y) for y in (226, 243, 260))], [*ROWS, *text, *lower])
    assert [len(grid) for grid in grids] == [4, 3]
    assert not any(
        cell and w.box and cell.holds(w.box) for grid in grids for cells in grid for cell in cells for w in text
    )


@pytest.mark.parametrize(
    "rules",
    [
        [*RULES, upright(100, 99, 150), upright(200, 99, 150), upright(300, 99, 150)],
        [RULES[0]],
        [rule(99), rule(116, (100, 180)), rule(133, (120, 300))],
    ],
    ids=["ruled all over", "one line", "lines of unlike length"],
)
def test_other_lines_make_no_such_table(rules: list[Box]) -> None:
    assert level_ruled_grids(rules, ROWS) == ()


def test_shaded_rows_are_rows() -> None:
    shaded = [upright(x, top, top + 17) for x in EDGES for top in (99, 133)]
    assert [len(grid) for grid in level_ruled_grids([*RULES, *shaded], ROWS)] == [4]


def test_running_text_between_lines_is_no_table() -> None:
    text = []
    for line, lengths in enumerate([(3, 7, 2, 9, 4), (8, 2, 5, 3, 6), (2, 4, 9, 1, 7)]):
        x = 104.0
        for length in lengths:
            text.append(word("o" * length, x, 112 + 17 * line))
            x += 6 * length + 3
    assert level_ruled_grids(RULES, text) == ()
