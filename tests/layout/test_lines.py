"""What a line and a block look like, and by what signs a line is an item, a heading or the end of a sentence."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.lines import (
    Block,
    Line,
    box_around,
    could_be_heading,
    ends_sentence,
    is_bold,
    is_capitals,
    is_counted,
    is_item,
    is_numbered,
    number_of,
)
from schema.reading import Box, Word


def test_the_size_of_a_line_is_that_of_most_of_its_letters() -> None:
    line = Line((Word("A", 0, size=30), Word("long", 0, size=9), Word("road", 0, size=9)))
    assert line.size == 9


def test_a_line_is_bold_if_all_its_fonts_are_or_most_of_its_letters_look_so() -> None:
    assert Line((Word("Oil", 0, font="Serif-Bold"), Word("Lamp", 0, font="SerifBlack"))).is_bold
    assert not Line((Word("Oil", 0, font="Serif-Bold"), Word("lamp", 0, font="Serif"))).is_bold
    assert Line((Word("Lantern", 0, is_heavy=True), Word("of", 0))).is_bold
    assert not Line((Word("Oil", 0, is_heavy=True), Word("lantern", 0))).is_bold


@pytest.mark.parametrize(("font", "bold"), [("Serif-Bold", True), ("SansHeavy", True), ("Serif-Italic", False)])
def test_a_bold_font_is_told_by_its_name(font: str, bold: bool) -> None:
    assert is_bold(font) is bold


def test_a_block_begins_on_the_page_of_its_first_line_and_is_as_sure_as_its_words_are_on_average() -> None:
    lines = (Line((Word("one", 0, confidence=0.5),), page=3), Line((Word("two", 1),), page=4))
    assert Block(lines).page == 3
    assert Block(lines).confidence == 0.75
    assert Block(lines).text == "one\ntwo"


def test_numbers_are_no_words_of_a_block(press: Any) -> None:
    assert press.block("3 lamps and 12 jars").word_count == 3


@given(st.lists(st.tuples(*[st.integers(0, 500)] * 4), min_size=1))
def test_the_box_around_words_holds_each_of_them_and_touches_some_on_every_side(corners: list[tuple[int, ...]]) -> None:
    boxes = [Box(min(a, c), min(b, d), max(a, c), max(b, d)) for a, b, c, d in corners]
    around = box_around([Word("w", 0, box) for box in boxes] + [Word("without", 0)])
    assert around is not None
    assert (around.x0, around.y0) == (min(b.x0 for b in boxes), min(b.y0 for b in boxes))
    assert (around.x1, around.y1) == (max(b.x1 for b in boxes), max(b.y1 for b in boxes))


def test_words_without_a_place_have_no_box_around_them() -> None:
    assert box_around([Word("nowhere", 0)]) is None


@pytest.mark.parametrize(
    "text", ["• a jar", "- a jar", "– 3 jars", "* a jar", "1. A jar", "2) a jar", "(3) a jar", "a) a jar", "4  Jar",
             "\ue001 a jar", "« a jar", "✓ a jar", "12 | a jar", "- 🏺 a jar", "- 4 3D jars", "- [a jar](x)"]
)  # fmt: skip
def test_bullets_and_numbers_set_apart_open_an_item(text: str) -> None:
    assert is_item(text)


@pytest.mark.parametrize(
    "text", ["A jar", "3 jars", "-2 oil", "- 4 3", "+1 lamp", "« a jar » of oil", "100. jar", "1.5 jars"]
)
def test_amounts_and_quotations_open_no_item(text: str) -> None:
    assert not is_item(text)


@pytest.mark.parametrize(("text", "number"), [("3. Oil", 3), ("(12) oil", 12), ("a) oil", None), ("3 jars", None)])
def test_a_numbered_item_has_its_number(text: str, number: int | None) -> None:
    assert number_of(text) == number
    assert is_numbered(text) is (number is not None or text == "a) oil")


@pytest.mark.parametrize(("text", "counted"), [("3 Lamps", True), ("3 lamps", False), ("Lamps 3", False)])
def test_a_number_before_a_capital_counts_components(text: str, counted: bool) -> None:
    assert is_counted(text) is counted


@pytest.mark.parametrize(("text", "capitals"), [("THE WELL", True), ("The Well", False), ("A B", False), ("12", False)])
def test_capitals_are_told_by_a_word_of_three(text: str, capitals: bool) -> None:
    assert is_capitals(text) is capitals


@pytest.mark.parametrize("text", ["It rains.", "Who pays?", "He said “go.”", "(as above.)", "These:", "And so on… "])
def test_a_sentence_ends_with_its_stop_whatever_closes_after_it(text: str) -> None:
    assert ends_sentence(text)


@pytest.mark.parametrize("text", ["It rains", "in part,", "3.5 m"])
def test_what_has_no_stop_at_its_end_goes_on(text: str) -> None:
    assert not ends_sentence(text)


@pytest.mark.parametrize(
    ("text", "could"),
    [
        ("Walking the road", True),
        ("1. Walking", True),
        ("WHO WINS?", True),
        ("Who wins?", False),
        ("walking the road", False),
        ("Walking the road.", False),
        ("3 + 4", False),
        ("Go", False),
        ("W" * 71, False),
        (" ".join(["Road"] * 11), False),
    ],
)
def test_a_heading_is_short_begins_with_a_capital_and_is_no_sentence(text: str, could: bool) -> None:
    assert could_be_heading(text) is could
