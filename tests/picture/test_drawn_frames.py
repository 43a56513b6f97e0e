"""Lines of a picture that make a frame are one, however their corners look."""

import pytest

from ingest.picture.drawn_frames import frames_of
from schema.reading import Box

TOP, BOTTOM = Box(106, 100, 294, 100), Box(106, 180, 294, 180)
LEFT, RIGHT = Box(100, 106, 100, 174), Box(300, 106, 300, 174)


def test_four_sides_with_round_corners_are_a_frame() -> None:
    assert frames_of([TOP, LEFT, RIGHT, BOTTOM]) == (Box(106, 100, 294, 180),)


def test_a_side_that_was_broken_is_one_side() -> None:
    assert frames_of([Box(106, 100, 190, 100.4), Box(193, 101, 294, 101), LEFT, RIGHT, BOTTOM])


@pytest.mark.parametrize("missing", [TOP, LEFT, RIGHT, BOTTOM])
def test_three_sides_are_none(missing: Box) -> None:
    assert frames_of([side for side in (TOP, LEFT, RIGHT, BOTTOM) if side != missing]) == ()


def test_a_dark_bar_is_the_upper_side_of_the_card_that_it_heads() -> None:
    bar = Box(101, 90, 299, 106)
    assert frames_of([LEFT, RIGHT, BOTTOM], [bar]) == (Box(101, 90, 299, 180),)
    assert frames_of([LEFT, BOTTOM], [bar]) == ()


def test_rules_across_a_page_and_between_columns_are_none() -> None:
    assert frames_of([Box(50, 100, 550, 100), Box(50, 700, 550, 700), Box(300, 110, 300, 690)]) == ()


def test_the_room_between_two_frames_is_none() -> None:
    below = [Box(side.x0, side.y0 + 90, side.x1, side.y1 + 90) for side in (TOP, LEFT, RIGHT, BOTTOM)]
    assert len(frames_of([TOP, LEFT, RIGHT, BOTTOM, *below])) == 2
