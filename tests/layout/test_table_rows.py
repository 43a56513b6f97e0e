"""The rows of a table whose columns are known."""

from collections.abc import Sequence

from ingest.layout.table_rows import bands_of, parted_rows, rows_of
from schema.reading import Box, Word

GUTTERS = [(120.0, 140.0)]


def word(text: str, x: float, y: float) -> Word:
    return Word(text, int(y), Box(x, y, x + 5 * len(text), y + 10), font="Serif", size=10)


def told(rows: Sequence[Sequence[Sequence[Sequence[Word]]]]) -> list[list[str]]:
    return [[" ".join(w.text for line in cell for w in line) for cell in row] for row in rows]


def test_rows_at_uneven_distances_stay_apart() -> None:
    """Headings of a table stand a little closer to its first row than rows to one another."""
    words = [w for i, y in enumerate((100, 119, 140, 159)) for w in (word("oil", 40, y), word(f"few{i}", 150, y))]
    assert len(rows_of(bands_of(words), GUTTERS, 10)) == 4


def test_a_cell_set_at_the_middle_of_its_row_is_in_that_row() -> None:
    words = [word("Mill", 40, 106), word("grinds", 150, 100), word("corn", 150, 112)]
    assert told(rows_of(bands_of(words), GUTTERS, 10)) == [["Mill", "grinds corn"]]


def test_two_numbers_never_share_a_cell() -> None:
    words = [w for y in (100, 112, 130, 142) for w in (word("oil", 40, y), word("7", 150, y))]
    assert len(rows_of(bands_of(words), GUTTERS, 10)) == 4


def test_rows_between_three_lines_are_parted() -> None:
    head = [[word("Oil", 40, 80)], [word("Jars", 150, 80)]]
    body = [[word(name, 40, y) for name, y in (("red", 100), ("blue", 118))], [word("few", 150, y) for y in (100, 118)]]
    rows = parted_rows([head, body], by_numbers=False)
    assert [[[w.text for w in cell] for cell in row] for row in rows] == [
        [["Oil"], ["Jars"]],
        [["red"], ["few"]],
        [["blue"], ["few"]],
    ]


def test_texts_of_several_lines_in_a_table_with_all_its_lines_are_whole_cells() -> None:
    cells = [[word(text, x, y) for y, text in ((100, "Walk"), (112, "Rest"))] for x in (40, 150)]
    assert len(parted_rows([cells, cells], by_numbers=True)) == 2
    assert len(parted_rows([cells, cells], by_numbers=False)) == 4
