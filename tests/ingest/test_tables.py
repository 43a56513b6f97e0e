"""Tables without lines: cells that stand under one another, and labels that only look like it."""

from ingest.layout.lines import Line
from ingest.layout.tables import find_tables
from schema.reading import Box, Word

SIZE, PITCH, COLUMN, LETTER = 10.0, 12.0, 160.0, 5.0


def cell(text: str, row: int, column: int) -> Line:
    """A line of text in its place on the page."""
    words, left = [], 40.0 + COLUMN * column
    for part in text.split():
        box = Box(left, 100 + PITCH * row, left + LETTER * len(part), 100 + PITCH * row + SIZE)
        words.append(Word(part, row, box, font="Serif", size=SIZE))
        left = box.x1 + LETTER
    return Line(tuple(words))


def lines_of(*rows: tuple[str, str]) -> list[Line]:
    return [cell(text, row, column) for row, cells in enumerate(rows) for column, text in enumerate(cells)]


def test_rows_of_short_cells_are_a_table() -> None:
    rows = [("Apples", "3 baskets"), ("Pears", "5 baskets"), ("Plums", "2 baskets"), ("Figs", "1 basket")]
    (table,), outside = find_tables(lines_of(*rows))
    assert [tuple(cell[0].text for cell in row) for row in table] == rows
    assert not outside


def test_two_labels_side_by_side_that_run_over_lines_are_none() -> None:
    """Neither label may lend the other its words: the hunger of the one is not the harvest of the other."""
    rows = [("Old Well 4", "When entered: +2"), ("When entered: -3", "harvest, +1"), ("hunger, +1 thirst", "hunger")]
    tables, outside = find_tables(lines_of(*rows))
    assert not tables
    assert len(outside) == 6


def test_cells_that_begin_in_small_letters_are_still_cells() -> None:
    rows = [("low", "3 eagles"), ("medium", "2 eagles"), ("high", "1 eagle"), ("extreme", "1 eagle")]
    (table,), _ = find_tables(lines_of(*rows))
    assert len(table) == 4
