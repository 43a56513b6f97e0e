"""Tables without lines: cells that stand under one another, and labels that only look like it."""

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.columns import lines_on_page
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


def test_a_header_read_as_one_line_is_the_first_row_of_its_table() -> None:
    rows = [("one", "4"), ("two", "6"), ("three", "8"), ("four", "9")]
    body = lines_of(*rows)
    header = Line((*cell("Keepers", -1, 0).words, *cell("Jars", -1, 1).words))
    (table,), outside = find_tables([header, *body])
    assert [cell[0].text for cell in table[0]] == ["Keepers", "Jars"]
    assert len(table) == 5
    assert not outside


def test_a_sentence_above_a_table_is_no_header_of_it() -> None:
    above = cell("this is how many jars of oil each of you takes", -1, 0)
    (table,), outside = find_tables([above, *lines_of(("one", "4"), ("two", "6"), ("three", "8"), ("four", "9"))])
    assert len(table) == 4
    assert outside == [above]


def test_a_line_under_a_cell_that_is_not_the_first_continues_it() -> None:
    placed = [("Mill", 0, 0), ("grinds corn and", 0, 1), ("oats", 1, 1), ("Ferry", 2, 0), ("brings boats", 2, 1)]
    lines = [cell(*one) for one in (*placed, ("Tower", 3, 0), ("burns", 3, 1))]
    (table,), _ = find_tables(lines)
    assert [line.text for line in table[0][1]] == ["grinds corn and", "oats"]


def test_lines_of_two_columns_of_text_are_no_table() -> None:
    rows = [("the keeper walks up a hill", "boats leave the harbour at dawn")] * 6
    tables, outside = find_tables(lines_of(*rows))
    assert not tables
    assert len(outside) == 12


def test_rows_far_apart_are_of_no_one_table() -> None:
    lines = [cell(text, 5 * row, column) for row, pair in enumerate([("a", "1"), ("b", "2"), ("c", "3")])
             for column, text in enumerate(pair)]  # fmt: skip
    assert find_tables(lines)[0] == []


@given(st.data())
def test_every_word_stands_in_a_table_or_outside_of_it(press: Any, data: st.DataObject) -> None:
    lines = lines_on_page(data.draw(press.scattered()))
    tables, outside = find_tables(lines)
    inside = [line for table in tables for row in table for cell in row for line in cell]
    assert Counter(map(id, press.words([*inside, *outside]))) == Counter(map(id, press.words(lines)))
