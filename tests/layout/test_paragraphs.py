"""Runs of lines are parted into paragraphs, items, headings and rows, and none of their words is lost."""

from collections import Counter
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.lines import Block, Line
from ingest.layout.paragraphs import part_markdown, part_placed, part_plain, plain_groups, table_row
from schema.reading import Word

LONG = "the keeper walks up the hill before dusk and trims every wick"
LINES = st.lists(
    st.sampled_from(
        ["Walking", LONG, "So.", "• a jar", "1. Roads", "THE WELL", "3 Lamps", "# Title", "| a | b |", "|---|---|",
         "Jars:\t4", "keepers: 3", "MILL grinds corn", "---", "we"]
    ),
    min_size=1,
    max_size=10,
)  # fmt: skip


def told(blocks: Any) -> list[tuple[str, str]]:
    return [(block.kind, block.text) for block in blocks]


def test_blank_lines_part_groups(press: Any) -> None:
    groups = plain_groups(press.plain("one", "two", "", "three"))
    assert [[line.text for line in group] for group in groups] == [["one", "two"], ["three"]]


def test_lettering_down_the_page_is_one_group_whatever_blank_lines_it_holds(press: Any) -> None:
    groups = list(plain_groups(press.plain("above it", "", "ce", "", "st", "", "ak", "ml", "", "ýn", "", "below it")))
    assert ["".join(line.text for line in group) for group in groups] == ["above it", "cestakmlýn", "below it"]


@given(LINES)
def test_groups_keep_every_line_in_order(press: Any, texts: list[str]) -> None:
    lines = press.plain(*texts)
    assert [line for group in plain_groups(lines) for line in group] == lines


@given(LINES)
def test_plain_lines_are_parted_without_loss(press: Any, texts: list[str]) -> None:
    blocks = list(part_plain(press.plain(*texts)))
    assert words_in(blocks) == Counter(word for text in texts for word in text.split())


@given(LINES)
def test_markdown_loses_nothing_but_bars_and_dividers(press: Any, texts: list[str]) -> None:
    blocks = list(part_markdown(press.plain(*texts)))
    kept = [text for text in texts if text not in ("---", "|---|---|")]
    assert words_in(blocks) == Counter(word for text in kept for word in text.split() if word != "|")


def words_in(blocks: list[Block]) -> Counter[str]:
    return Counter(part for block in blocks for word in block.words for part in word.text.split())


def test_items_keep_the_lines_that_continue_them(press: Any) -> None:
    lines = press.plain("• a jar of oil that is", "filled to the brim", "• a lamp")
    assert told(part_plain(lines)) == [("item", "• a jar of oil that is\nfilled to the brim"), ("item", "• a lamp")]


def test_a_line_with_the_number_of_a_paragraph_begins_one(press: Any) -> None:
    lines = press.plain(
        "8.1. The lamp burns for six nights.", "8.2. Jars hold 4 litres of oil, or", "8.5 litres at most."
    )
    assert [len(block.lines) for block in part_plain(lines)] == [1, 2]


def test_a_dash_inside_a_sentence_opens_no_item(press: Any) -> None:
    lines = press.plain("the keeper walks up the hill", "– and nobody else may do so – before dusk")
    assert len(told(part_plain(lines))) == 1


def test_a_short_line_over_a_longer_one_is_a_heading(press: Any) -> None:
    assert told(part_plain(press.plain("Walking", LONG.capitalize()))) == [
        ("heading", "Walking"),
        ("paragraph", LONG.capitalize()),
    ]


def test_a_line_that_its_follower_continues_is_no_heading(press: Any) -> None:
    assert [kind for kind, _ in told(part_plain(press.plain("Walking", LONG)))] == ["paragraph"]


def test_names_with_numbers_are_rows_of_a_table(press: Any) -> None:
    lines = press.plain("1–2 keepers: 7 jars", "3–4 keepers: 6 jars")
    assert [kind for kind, _ in told(part_plain(lines))] == ["table", "table"]


def test_a_list_of_names_in_capitals_is_parted_name_by_name(press: Any) -> None:
    names = ("MILL", "FERRY", "TOWER", "SMITHY")
    assert [text for _, text in told(part_plain(press.plain(*names)))] == list(names)


def test_cells_are_parted_at_tabs_and_the_last_goes_on(press: Any) -> None:
    rows = told(part_plain(press.plain("Jars\t4 of clay\tall filled", "to the brim", "Lamps\t9\tof glass")))
    assert rows == [("table", "Jars | 4 of clay | all filled to the brim"), ("table", "Lamps | 9 | of glass")]


def test_markdown_headings_have_the_level_of_their_marks(press: Any) -> None:
    (block,) = part_markdown(press.plain("### Walking"))
    assert (block.kind, block.level) == ("heading", 3)


def test_markdown_rows_have_their_cells(press: Any) -> None:
    for divider in ("|---|---:|", "|:-:|:-:|", "| - | - |"):
        rows = part_markdown(press.plain("| Jars | |", divider, "| 4 | clay |"))
        assert told(rows) == [("table", "Jars | "), ("table", "4 | clay")]


def test_an_indented_line_opens_a_paragraph(press: Any) -> None:
    lines = [press.line(LONG, 0, 0), press.line(LONG, 15, 12), press.line(LONG, 0, 24)]
    assert [len(block.lines) for block in part_placed(lines)] == [1, 2]


def test_a_centred_line_opens_none(press: Any) -> None:
    width = press.line(LONG).box.x1
    short = press.line("every wick", 0, 12)
    centred = press.line("every wick", (width - short.box.x1) / 2, 12)
    assert [len(block.lines) for block in part_placed([press.line(LONG), centred])] == [2]


def test_a_number_that_ends_the_sentence_above_opens_no_item(press: Any) -> None:
    lines = press.lines("The strength is 1 of Abel, 1 of Rose and of Bob", "4. Ann has 1 and two more.")
    assert len(list(part_placed(lines))) == 1
    listed = press.lines("3. Draw a card from the deck and show it to all", "4. Play it at once or keep it for later.")
    assert len(list(part_placed(listed))) == 2


def test_a_short_line_that_ends_a_sentence_ends_the_paragraph(press: Any) -> None:
    lines = press.lines(LONG, "and rests.", "Then " + LONG)
    assert [len(block.lines) for block in part_placed(lines)] == [2, 1]
    assert len(list(part_placed(press.lines(LONG, "and rests", "then " + LONG)))) == 1


@given(LINES)
def test_placed_lines_are_parted_without_loss_and_in_order(press: Any, texts: list[str]) -> None:
    lines = press.lines(*(text.replace("|", "/").replace("\t", " ") for text in texts))
    assert [line for block in part_placed(lines) for line in block.lines] == lines


def test_an_empty_cell_keeps_its_place_in_the_row() -> None:
    row = table_row([[Word("Jars", 0)], [], [Word("4", 0)]], page=2)
    assert (row.kind, row.text, row.page) == ("table", "Jars |  | 4", 2)
    assert [type(line) for line in row.lines] == [Line] * 3
