"""Headings have their level by their marks, by printed numbers, by their type."""

from dataclasses import replace
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.levels import level_headings


def levels(blocks: list[Any]) -> list[int | None]:
    return [block.level for block in level_headings(blocks)]


def test_larger_headings_stand_higher_and_nearly_equal_ones_alike(press: Any) -> None:
    sizes = (20, 14, 13.5, 11, 20)
    assert levels([press.block("Walking", "heading", size=size) for size in sizes]) == [1, 2, 2, 3, 1]


def test_marks_go_before_size(press: Any) -> None:
    assert levels([press.block("Walking", "heading", level=3, size=20), press.block("Road", "heading")]) == [3, 1]


def test_plain_headings_have_their_level_by_the_way_they_are_written(press: Any) -> None:
    written = [press.plain_block(text, "heading") for text in ("Walking", "1. Roads", "THE WELL")]
    assert levels(written) == [1, 2, 3]


def test_only_headings_have_a_level(press: Any) -> None:
    assert levels([press.block("Nobody walks.")]) == [None]


@given(st.lists(st.floats(6, 40), min_size=1, max_size=12))
def test_a_larger_heading_never_stands_lower(press: Any, sizes: list[float]) -> None:
    found = levels([press.block("Walking", "heading", size=size) for size in sizes])
    pairs = zip(sizes, found, strict=True)
    ordered = [level for _, level in sorted(pairs, key=lambda pair: -pair[0])]
    assert ordered == sorted(ordered)
    assert set(ordered) <= set(range(1, 7))


def test_headings_that_count_on_are_of_one_level_whatever_their_size(press: Any) -> None:
    told = (("1 Walking", 16), ("Oil", 12), ("2 Sailing", 14), ("II. Nights", 12), ("3 Resting", 13))
    assert levels([press.block(text, "heading", size=size) for text, size in told]) == [1, 2, 1, 2, 1]


def test_a_number_of_two_parts_stands_below_that_of_one(press: Any) -> None:
    told = (("1 Walking", 12), ("1.1 Roads", 12), ("1.2 Hills", 12), ("Oil", 11), ("2 Sailing", 12), ("2.1 Boats", 12))
    assert levels([press.block(text, "heading", size=size) for text, size in told]) == [1, 2, 2, 3, 1, 2]


def measured(block: Any) -> Any:
    """The block as a reader of letters sees it: no font, and never quite sure."""
    lines = [
        replace(line, words=tuple(replace(w, font="", confidence=0.95) for w in line.words)) for line in block.lines
    ]
    return replace(block, lines=tuple(lines))


def test_sizes_measured_in_a_picture_are_one_level_where_type_would_be_two(press: Any) -> None:
    blocks = [press.block("Walking", "heading", size=size) for size in (26, 18, 16.5, 13)]
    assert levels(blocks) == [1, 2, 3, 4]
    assert levels([measured(block) for block in blocks]) == [1, 2, 2, 3]


def test_labels_of_a_picture_smaller_than_its_body_stand_below_all_and_none_below_another(press: Any) -> None:
    blocks = [press.block("Walking", "heading", size=size) for size in (16, 9, 6.5)]
    assert [block.level for block in level_headings(blocks, body=10)] == [1, 2, 3]
    assert [block.level for block in level_headings([measured(b) for b in blocks], body=10)] == [1, 6, 6]
