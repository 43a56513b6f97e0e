"""Words at places become lines that end at the gutter, and lines become the blocks of their columns."""

from collections import Counter
from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.columns import blocks_of, lines_on_page, stacks_of, turned_lines
from ingest.layout.lines import Line
from schema.reading import Box, Word

LEFT = (
    "the keeper walks up the",
    "hill before dusk and the",
    "wicks are trimmed by him",
    "one after the other till",
    "dawn",
)
RIGHT = (
    "boats leave at dawn and",
    "sail along the coast till",
    "a storm comes up and the",
    "sails are taken in with",
    "care",
)


def texts(lines: list[Line]) -> set[str]:
    return {line.text for line in lines}


def test_lines_of_two_columns_end_at_the_gutter(press: Any) -> None:
    words = press.words([*press.lines(*LEFT), *press.lines(*RIGHT, x=140)])
    assert texts(lines_on_page(words)) == {*LEFT, *RIGHT}


def test_a_line_knows_its_page(press: Any) -> None:
    assert lines_on_page(press.line("here").words, 7)[0].page == 7


@given(st.data())
def test_every_word_with_a_place_stands_in_one_line(press: Any, data: st.DataObject) -> None:
    words = data.draw(press.scattered())
    lines = lines_on_page([*words, Word("nowhere", 0)])
    assert Counter(id(word) for word in press.words(lines)) == Counter(map(id, words))


@given(st.data())
def test_a_line_is_read_from_left_to_right(press: Any, data: st.DataObject) -> None:
    for line in lines_on_page(data.draw(press.scattered())):
        lefts = [word.box.x0 for word in line.words if word.box]
        assert lefts == sorted(lefts)


@given(st.randoms(use_true_random=False))
def test_the_order_in_which_a_file_has_its_words_does_not_matter(press: Any, chance: Any) -> None:
    words = press.words([*press.lines(*LEFT), *press.lines(*RIGHT, x=140)])
    chance.shuffle(words)
    assert texts(lines_on_page(words)) == {*LEFT, *RIGHT}


def test_a_bullet_far_from_its_words_opens_their_line(press: Any) -> None:
    words = [*press.line("•", 0).words, *press.line("a jar of oil", 40).words]
    assert texts(lines_on_page(words)) == {"• a jar of oil"}


def test_labels_far_apart_are_lines_of_their_own(press: Any) -> None:
    words = [*press.line("Old Mill").words, *press.line("Ferry", 140).words]
    assert texts(lines_on_page(words)) == {"Old Mill", "Ferry"}


def test_a_gap_as_wide_as_between_labels_parts_even_inside_a_paragraph(press: Any) -> None:
    full = "the keeper walks up the hill before dusk and rests"
    parted = [*press.line("before", 0, 12).words, *press.line("dusk", 120, 12).words]
    words = [*press.words([press.line(full), press.line(full, 0, 24), press.line(full, 0, 36)]), *parted]
    assert {"before", "dusk"} <= texts(lines_on_page(words))


def test_a_loose_line_inside_a_paragraph_stays_whole(press: Any) -> None:
    full = "the keeper walks up the hill"
    loose = press.line("before the dusk", 0, 12, space=2.5)
    words = press.words([press.line(full), loose, press.line(full, 0, 24), press.line(full, 0, 36)])
    assert "before the dusk" in texts(lines_on_page(words))


def test_a_long_cell_that_nearly_touches_the_next_is_parted_from_it(press: Any) -> None:
    names = ["Mill", "Smithy at the well", "Ferry", "Tower"]
    width = press.line(names[1]).box.x1
    words = press.words([*press.lines(*names), *press.lines("3", "4", "5", "6", x=width + 6)])
    assert texts(lines_on_page(words)) == {*names, "3", "4", "5", "6"}


def test_lettering_that_runs_up_the_page_is_kept_in_the_order_of_the_file(press: Any) -> None:
    up = [
        Word(text, 9, Box(300, y, 310, y + 40), "Serif", 10) for text, y in (("towards", 90), ("the", 60), ("well", 10))
    ]
    level = press.words(press.lines(*LEFT))
    turned, rest = turned_lines([*level, *up], 2)
    assert [(line.text, line.page) for line in turned] == [("towards the well", 2)]
    assert rest == level


def test_tall_words_of_a_picture_are_not_taken_for_turned_ones() -> None:
    tall = Word("towards", 9, Box(300, 90, 310, 130), "", 10)
    assert turned_lines([tall]) == ([], [tall])


def test_lines_at_an_even_distance_in_one_column_are_one_block(press: Any) -> None:
    blocks = blocks_of([*press.lines(*LEFT), *press.lines(*RIGHT, x=140)])
    assert sorted([line.text for line in block] for block in blocks) == [list(RIGHT), list(LEFT)]


def test_a_wider_distance_parts_two_blocks(press: Any) -> None:
    assert len(blocks_of([*press.lines(*LEFT), *press.lines(*LEFT, y=80)])) == 2


def test_another_size_or_weight_parts_two_blocks(press: Any) -> None:
    body = press.lines(*LEFT, y=14)
    assert len(blocks_of([press.line("Walking", size=12), *body])) == 2
    bold = [replace(word, font="Serif-Bold") for word in press.line("Walking", y=2).words]
    assert len(blocks_of([Line(tuple(bold)), *body])) == 2


def test_a_line_under_two_columns_belongs_to_neither(press: Any) -> None:
    under = press.line("what is said of both of them stands under them both", 0, 60)
    blocks = blocks_of([*press.lines(*LEFT), *press.lines(*RIGHT, x=140), under])
    assert [under] in blocks


@given(st.data())
def test_every_line_stands_in_one_block(press: Any, data: st.DataObject) -> None:
    lines = lines_on_page(data.draw(press.scattered()))
    assert Counter(id(line) for block in blocks_of(lines) for line in block) == Counter(map(id, lines))


def test_in_a_picture_a_short_line_measured_otherwise_stays_with_the_sentence_it_ends(press: Any) -> None:
    upper = press.line("discard from this quest", font="")
    ends = press.line("two enemies.", y=12, size=7.5, font="", is_heavy=True)
    assert len(blocks_of([upper, ends])) == 1
    assert len(blocks_of([upper, press.line("Two enemies.", y=12, size=7.5, font="")])) == 2
    assert len(blocks_of([press.line("discard from this quest"), press.line("two enemies.", y=12, size=7.5)])) == 2


def test_in_a_picture_a_bold_name_is_no_part_of_the_sentence_beneath(press: Any) -> None:
    name = press.line("Harbour 4", x=20, font="", is_heavy=True)
    assert len(blocks_of([name, press.line("any thing you deliver", y=12, font="")])) == 2


def test_in_a_picture_a_bold_name_stays_with_what_stands_close_beneath_it(press: Any) -> None:
    name, told = press.line("Harbour 4", x=20, font="", is_heavy=True), press.line("any thing you bring", y=12, font="")
    elsewhere = press.line("Mill 2", x=300, y=6, font="", is_heavy=True)
    stacks = stacks_of([[name], [elsewhere], [told]])
    assert stacks == [[[name], [told]], [[elsewhere]]]


def test_a_larger_heading_stands_over_more_than_the_block_beneath_it(press: Any) -> None:
    heading, told = press.line("Parts", size=16, font="", is_heavy=True), press.line("1 board", y=18, font="")
    assert len(stacks_of([[heading], [told]])) == 2


@given(st.data())
def test_every_block_stands_in_one_stack(press: Any, data: st.DataObject) -> None:
    words = [replace(word, font="", is_heavy=word.line % 2 == 0) for word in data.draw(press.scattered())]
    blocks = blocks_of(lines_on_page(words))
    assert Counter(id(b) for stack in stacks_of(blocks) for b in stack) == Counter(map(id, blocks))
