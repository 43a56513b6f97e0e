"""Tables without lines: white that runs down several lines, and what only looks like it."""

from collections.abc import Sequence
from dataclasses import replace

from ingest.layout.open_tables import open_tables
from ingest.layout.table_rows import Cells
from schema.reading import Box, Word

SIZE, PITCH, LETTER, SPACE = 10.0, 18.0, 5.0, 2.5


def set_at(text: str, x: float, y: float, space: float = SPACE) -> list[Word]:
    """Words of a line that begins at a place."""
    words: list[Word] = []
    for part in text.split():
        box = Box(x, y, x + LETTER * len(part), y + SIZE)
        words.append(Word(part, int(y), box, font="Serif", size=SIZE))
        x = box.x1 + space
    return words


def table(*rows: Sequence[str], columns: Sequence[float] = (40, 170, 260), pitch: float = PITCH) -> list[Word]:
    """Rows of cells that begin under one another."""
    return [
        word
        for number, row in enumerate(rows)
        for x, cell in zip(columns, row, strict=False)
        for word in set_at(cell, x, 100 + pitch * number)
    ]


def texts(rows: Sequence[Cells]) -> list[list[str]]:
    return [["/".join(" ".join(word.text for word in line) for line in cell) for cell in row] for row in rows]


def test_cells_of_several_words_that_begin_with_one_word_stay_whole() -> None:
    rows = [["Cards of oil", "79"], ["Cards of rope", "176"], ["Cards of salt", "40"], ["Cards of tar", "8"]]
    assert [texts(found) for found in open_tables(table(*rows))] == [rows]


def test_an_empty_cell_keeps_its_place() -> None:
    rows = [["", "2 keepers", "3 keepers"], ["jars", "7", "5"], ["lamps", "", "4"]]
    assert [texts(found) for found in open_tables(table(*rows))] == [rows]


def test_numbers_set_to_the_right_are_a_column() -> None:
    rows = [("oil", "9"), ("rope", "120"), ("salt", "40"), ("tar", "8")]
    words = [
        word
        for i, (name, number) in enumerate(rows)
        for word in (
            *set_at(name, 40, 100 + PITCH * i),
            *set_at(number, 200 - LETTER * len(number), 100 + PITCH * i),
        )
    ]
    assert [texts(found) for found in open_tables(words)] == [[list(row) for row in rows]]


def test_a_line_close_under_a_cell_goes_on_in_it() -> None:
    words = [
        *table(["Mill", "grinds corn"], ["Ferry", "brings boats"], ["Tower", "burns"], pitch=30),
        *set_at("and oats", 170, 112),
    ]
    assert [texts(found)[0] for found in open_tables(words)] == [["Mill", "grinds corn/and oats"]]


def test_a_name_over_two_lines_is_one_cell_where_rows_stand_further_apart() -> None:
    words = [
        *table(["Keepers of", "7"], ["Boats", "9"], ["Lamps", "4"], ["Jars", "3"], pitch=30),
        *set_at("the mill", 40, 112),
    ]
    assert [texts(found)[0] for found in open_tables(words)] == [["Keepers of/the mill", "7"]]


def test_text_above_and_below_is_none_of_the_table() -> None:
    rows = [["oil", "9"], ["rope", "12"], ["salt", "40"]]
    text = "The keepers carry whatever the boats have brought up the hill"
    words = [*set_at(text, 40, 82), *table(*rows), *set_at(text, 40, 154), *set_at("Stores", 40, 64)]
    assert [texts(found) for found in open_tables(words)] == [rows]


def test_justified_lines_of_few_words_are_text() -> None:
    """Spaces of a narrow justified column may be wide, but those of one line are alike, and lines end at one place."""
    lines = ["the keeper walks up the hill", "and waits there until", "boats arrive with oil", "for every single lamp"]
    words: list[Word] = []
    for i, line in enumerate([*lines, *lines[:1], *lines[:1]]):
        parts = line.split()
        space = (170 - LETTER * sum(map(len, parts))) / (len(parts) - 1)
        words += set_at(line, 40, 100 + 12 * i, space)
    assert open_tables(words) == []


def test_columns_of_text_are_no_table() -> None:
    rows = [["the keeper walks up", "boats leave the harbour"], ["a hill and waits", "at dawn with oil"]] * 3
    assert open_tables(table(*rows, pitch=12)) == []


def test_titles_with_dots_to_their_pages_are_no_table() -> None:
    rows = [["Setup", ". . . . . . . .", "2"], ["Rounds", ". . . . . . . .", "4"], ["End", ". . . . . . . .", "9"]]
    assert open_tables(table(*rows)) == []


def test_a_numbered_list_is_no_table() -> None:
    rows = [["1.", "Take oil"], ["2.", "Walk up"], ["3.", "Wait there"], ["4.", "Sleep"]]
    assert open_tables(table(*rows)) == []


def test_two_lists_side_by_side_whose_bullets_were_read_in_several_ways_are_no_table() -> None:
    rows = [["*", "9 jars", "*", "4 boats"], ["»", "2 lamps", "*", "7 keepers"], ["*", "3 ropes", "»", "5 mills"]]
    assert open_tables(table(*rows, columns=(40, 60, 170, 190))) == []


def test_long_names_need_values_beside_them() -> None:
    names = ["how many jars each keeper takes", "how many lamps burn each night", "how many boats come each year"]
    words = ["few of them", "none at all", "some of them"]
    assert len(open_tables(table(*zip(names, ["8", "+5 oil", "3"], strict=True), columns=(40, 260)))) == 1
    assert open_tables(table(*zip(names, words, strict=True), columns=(40, 260))) == []


def test_speeches_and_credits_are_no_table_but_named_numbers_are() -> None:
    said = [["Ann:", "I play two cards"], ["Ben:", "Then I take one"], ["Ann:", "And you win"]]
    made = [["Game design:", "Ann Miller"], ["Pictures:", "Ben Potter"], ["Edited by:", "Cy Cooper"]]
    counted = [["Cards:", "12"], ["Pawns:", "4"], ["Coins:", "30"]]
    assert open_tables(table(*said)) == []
    assert open_tables(table(*made)) == []
    assert [texts(found) for found in open_tables(table(*counted))] == [counted]


def test_words_read_off_a_picture_make_none() -> None:
    rows = [["Shelf", "Jars"], ["Upper", "9"], ["Lower", "12"], ["Cellar", "40"]]
    assert [texts(found) for found in open_tables(table(*rows))] == [rows]
    assert open_tables([replace(word, font="", size=0.0) for word in table(*rows)]) == []


def test_lists_side_by_side_are_no_table() -> None:
    rows = [("• oil", "• lamps"), ("• rope", "• wicks"), ("• salt", "• jars"), ("• tar", "• nets")]
    assert not open_tables(table(*rows))
    assert open_tables(table(*((left.strip("• "), right.strip("• ")) for left, right in rows)))
