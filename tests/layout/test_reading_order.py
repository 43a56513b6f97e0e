"""A reader goes down a column, then to the next; what spans the columns parts what is above it from what is below."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.reading_order import in_reading_order, spanning, stand_over
from schema.reading import Box

LEFT, RIGHT = (0, 90), (110, 200)


def column(side: tuple[int, int], top: int, bottom: int) -> Box:
    return Box(side[0], top, side[1], bottom)


@given(st.data())
def test_every_box_is_read_once(press: Any, data: st.DataObject) -> None:
    boxes = data.draw(press.boxes())
    assert sorted(in_reading_order(boxes)) == list(range(len(boxes)))


@given(st.data(), st.integers(-300, 300), st.integers(-300, 300))
def test_moving_the_whole_page_changes_no_order(press: Any, data: st.DataObject, right: int, down: int) -> None:
    boxes = data.draw(press.boxes())
    moved = [Box(b.x0 + right, b.y0 + down, b.x1 + right, b.y1 + down) for b in boxes]
    assert in_reading_order(moved) == in_reading_order(boxes)


@given(st.lists(st.integers(0, 50), unique=True, max_size=15))
def test_one_column_is_read_from_top_to_bottom(tops: list[int]) -> None:
    boxes = [column(LEFT, 12 * top, 12 * top + 10) for top in tops]
    assert [tops[i] for i in in_reading_order(boxes)] == sorted(tops)


def test_the_left_column_is_read_to_its_end_before_the_right_one() -> None:
    boxes = [column(RIGHT, 0, 40), column(LEFT, 60, 100), column(RIGHT, 60, 100), column(LEFT, 0, 40)]
    assert in_reading_order(boxes) == [3, 1, 0, 2]


def test_a_right_column_that_begins_higher_still_comes_second() -> None:
    assert in_reading_order([column(LEFT, 30, 100), column(RIGHT, 0, 100)]) == [0, 1]


def test_a_box_across_both_columns_parts_above_from_below() -> None:
    heading = Box(0, 50, 200, 60)
    boxes = [column(LEFT, 70, 100), heading, column(RIGHT, 9, 45), column(LEFT, 9, 45), column(RIGHT, 70, 100)]
    assert in_reading_order(boxes) == [3, 2, 1, 0, 4]
    side_note = Box(220, 0, 300, 100)
    assert in_reading_order([side_note, *boxes]) == [4, 3, 2, 1, 5, 0]


def test_boxes_that_share_a_sliver_stand_side_by_side() -> None:
    assert not stand_over(Box(0, 0, 100, 10), Box(95, 20, 200, 30))
    assert stand_over(Box(0, 0, 100, 10), Box(80, 20, 200, 30))


@given(st.data())
def test_standing_over_one_another_is_mutual(press: Any, data: st.DataObject) -> None:
    boxes = data.draw(press.boxes())
    assert all(stand_over(a, b) == stand_over(b, a) for a in boxes for b in boxes)


def test_a_page_of_very_many_blocks_is_taken_line_by_line() -> None:
    boxes = [Box(10 * (i % 30), 10 * (i // 30), 10 * (i % 30) + 8, 10 * (i // 30) + 8) for i in range(600)]
    assert in_reading_order(boxes[::-1]) == list(range(600))[::-1]


def test_a_short_heading_between_two_parts_in_columns_is_widened_over_both() -> None:
    heading = Box(0, 50, 40, 60)
    boxes = [column(LEFT, 0, 45), column(RIGHT, 0, 45), heading, column(LEFT, 65, 99), column(RIGHT, 65, 99)]
    wide = spanning(boxes, [box is heading for box in boxes])
    assert wide[2] == Box(0, 50, 200, 60)
    assert in_reading_order(wide) == [0, 1, 2, 3, 4]


def test_a_heading_beside_text_is_not_widened_over_it() -> None:
    heading = Box(0, 50, 40, 60)
    boxes = [column(LEFT, 0, 45), column(RIGHT, 0, 99), heading, column(LEFT, 65, 99)]
    assert spanning(boxes, [box is heading for box in boxes])[2].x1 <= RIGHT[0]


@given(st.data())
def test_only_headings_are_widened_and_none_is_made_narrower(press: Any, data: st.DataObject) -> None:
    boxes = data.draw(press.boxes())
    headings = data.draw(st.lists(st.booleans(), min_size=len(boxes), max_size=len(boxes)))
    for old, new, is_heading in zip(boxes, spanning(boxes, headings), headings, strict=True):
        assert new == old or is_heading
        assert (new.y0, new.y1) == (old.y0, old.y1)
        assert new.x0 <= old.x0
        assert new.x1 >= old.x1


def test_the_heading_of_a_further_column_parts_no_other_column_that_has_room_beside_it() -> None:
    heading = column(RIGHT, 50, 60)
    boxes = [column(LEFT, 0, 40), column(LEFT, 70, 110), column(RIGHT, 0, 40), heading, column(RIGHT, 70, 110)]
    widened = spanning(boxes, [box is heading for box in boxes])
    assert widened == boxes
    centred = Box(80, 50, 120, 60)
    across = spanning([*boxes[:3], centred, boxes[4]], [False, False, False, True, False])[3]
    assert (across.x0, across.x1) == (0, 200)
