"""Headings, labels, examples and notes are told from paragraphs."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.headings import body_size, is_set_as_heading, name_kinds
from schema.reading import Word

PROSE = "The keeper walks up the hill before dusk and trims every wick."


def test_the_size_of_the_text_is_the_one_most_letters_have() -> None:
    assert body_size([Word("TITLE", 0, size=30), Word("a-long-word", 1, size=9.1), Word("more", 1, size=8.9)]) == 9
    assert body_size([]) == 0


def test_larger_type_makes_a_heading(press: Any) -> None:
    assert is_set_as_heading(press.block("Walking", size=12), 10)
    assert not is_set_as_heading(press.block("Walking", size=11), 10)


def test_type_in_a_picture_must_be_larger_still(press: Any) -> None:
    seen = press.block("Walking", size=11.7)
    assert is_set_as_heading(seen, 10)
    assert not is_set_as_heading(press.block("Walking", size=11.7, font=""), 10)


def test_bold_type_makes_a_heading_unless_it_is_a_sentence_or_counts_something(press: Any) -> None:
    assert is_set_as_heading(press.block("Walking", font="Serif-Bold"), 10)
    assert not is_set_as_heading(press.block("Nobody walks.", font="Serif-Bold"), 10)
    assert not is_set_as_heading(press.block("3 Lamps", font="Serif-Bold"), 10)


def test_many_lines_or_mere_numbers_are_no_heading_however_large(press: Any) -> None:
    assert not is_set_as_heading(press.block("one\ntwo\nthree\nfour", size=20), 10)
    assert not is_set_as_heading(press.block("12 / 3", size=20), 10)


def test_without_places_the_type_tells_nothing(press: Any) -> None:
    assert not is_set_as_heading(press.plain_block("Walking"), 10)


def kinds(
    blocks: list[Any], body: float = 10, examples: tuple[str, ...] = (), notes: tuple[str, ...] = ()
) -> list[str]:
    return [block.kind for block in name_kinds(blocks, body, examples, notes)]


@pytest.mark.parametrize(
    "opening", ["Příklad: Eva zaplatí a jde dál po cestě k mlýnu.", "• PRIKLAD Eva zaplatí a jde dál."]
)
def test_the_word_that_opens_an_example_names_it_whatever_its_accents(press: Any, opening: str) -> None:
    assert kinds([press.plain_block(opening)], examples=("Příklad",)) == ["example"]


def test_a_word_that_only_begins_like_the_opening_names_nothing(press: Any) -> None:
    assert kinds([press.plain_block("Notebooks lie on the table and are free for all.")], notes=("Note",)) == [
        "paragraph"
    ]
    assert kinds([press.plain_block("Note that the table is free for all who come.")], notes=("Note",)) == ["note"]


def test_a_short_line_over_prose_is_a_heading_where_no_type_tells(press: Any) -> None:
    assert kinds([press.plain_block("Walking"), press.plain_block(PROSE)]) == ["heading", "paragraph"]


def test_where_headings_are_marked_a_short_line_is_only_a_label(press: Any) -> None:
    marked = press.plain_block("# Walking", "heading", level=1)
    assert kinds([marked, press.plain_block("Road"), press.plain_block(PROSE)]) == ["heading", "label", "paragraph"]


def test_a_short_block_among_short_ones_is_a_label(press: Any) -> None:
    names = [press.plain_block(name) for name in ("Mill", "Ferry", "Tower", "Smithy", "Well")]
    assert kinds(names) == ["label"] * 5


def test_a_numbered_line_over_prose_is_a_heading_and_one_of_a_list_is_not(press: Any) -> None:
    one, two = press.plain_block("1. Walking", "item"), press.plain_block("2. Sailing", "item")
    assert kinds([one, press.plain_block(PROSE)]) == ["heading", "paragraph"]
    assert kinds([one, two, press.plain_block(PROSE)]) == ["item", "item", "paragraph"]


def test_noise_is_no_neighbour(press: Any) -> None:
    blocks = [press.plain_block("Walking"), press.plain_block("]|[", "noise"), press.plain_block(PROSE)]
    assert kinds(blocks) == ["heading", "noise", "paragraph"]


def test_names_in_a_row_with_nothing_beneath_them_are_labels(press: Any) -> None:
    names = [press.block(name, font="Serif-Bold", y=30 * i) for i, name in enumerate(("Mill", "Ferry", "Tower"))]
    text = press.block(PROSE, y=90)
    assert {block.kind for block in name_kinds([*names, text], 10, (), ())[:3]} == {"label"}
    over = name_kinds([names[0], press.block(PROSE, y=15), *names[1:], text], 10, (), ())
    assert [block.kind for block in over] == ["heading", "paragraph", "heading", "heading", "paragraph"]


def test_a_line_in_another_type_over_prose_is_a_heading(press: Any) -> None:
    prose = press.block(PROSE, y=20)
    assert name_kinds([press.block("Walking", font="Sans"), prose], 10, (), ())[0].kind == "heading"
    assert name_kinds([press.block("Walking"), prose], 10, (), ())[0].kind == "label"


@given(st.lists(st.sampled_from(["Walking", PROSE, "3 lamps", "2. Roads", "THE WELL", "• a jar"]), max_size=8))
def test_naming_kinds_changes_no_word(press: Any, texts: list[str]) -> None:
    blocks = [press.plain_block(text, "item" if text[0] in "2•" else "paragraph") for text in texts]
    named = name_kinds(blocks, 0, ("Example",), ("Note",))
    assert [replace(block, kind="paragraph") for block in named] == [
        replace(block, kind="paragraph") for block in blocks
    ]
