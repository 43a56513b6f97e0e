"""Gutters are strips of white beside which lines begin under one another."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from ingest.layout.gutters import find_gutters, unlike_spaces
from schema.reading import Box

EM, HEIGHT, LEADING = 10.0, 10.0, 12.0


def rows(count: int, gap: float, *, spaces: float = 2.5, first: float = 0) -> tuple[list[Box], list[tuple[int, int]]]:
    """Lines of four words each, two on either side of a gap that begins at 100, and the pairs of neighbours."""
    boxes: list[Box] = []
    pairs: list[tuple[int, int]] = []
    for row in range(count):
        y = first + LEADING * row
        lefts = (100 - 2 * 40 - spaces, 60, 100 + gap, 140 + gap + spaces)
        at = len(boxes)
        boxes += [Box(x, y, x + 40, y + HEIGHT) for x in lefts]
        pairs += [(at + i, at + i + 1) for i in range(3)]
    return boxes, pairs


def inner(boxes: list[Box], pairs: list[tuple[int, int]]) -> list[Box]:
    """The gutters between words; the margin before the lines is one too."""
    gutters = find_gutters(boxes, pairs, unlike_spaces(boxes, pairs, EM), EM)
    return [gutter for gutter in gutters if gutter.x1 > min(box.x0 for box in boxes)]


def test_four_lines_that_begin_under_one_another_make_a_gutter() -> None:
    (gutter,) = inner(*rows(4, gap=8))
    assert gutter.x1 == 108
    assert 100 <= gutter.x0 < gutter.x1


def test_three_lines_make_one_only_if_the_gap_is_wide() -> None:
    assert inner(*rows(3, gap=8)) == []
    assert len(inner(*rows(3, gap=14))) == 1


def test_a_gap_as_wide_as_the_spaces_beside_it_is_none() -> None:
    assert inner(*rows(6, gap=6, spaces=6)) == []
    assert inner(*rows(6, gap=2.6, spaces=2.5)) == []
    assert len(inner(*rows(6, gap=6, spaces=2))) == 1


def test_lines_that_begin_at_different_places_make_none() -> None:
    boxes, pairs = rows(4, gap=8)
    for row in range(4):
        box = boxes[4 * row + 2]
        boxes[4 * row + 2] = Box(box.x0 + 3 * row, box.y0, box.x1, box.y1)
    assert inner(boxes, pairs) == []


def test_a_word_that_crosses_the_strip_ends_the_gutter_there() -> None:
    above, pairs = rows(4, gap=8)
    below, more = rows(4, gap=8, first=5 * LEADING)
    heading = Box(20, 4 * LEADING, 190, 4 * LEADING + HEIGHT)
    shifted = [(a + 17, b + 17) for a, b in more]
    gutters = sorted(inner([*above, heading, *below], [*pairs, *shifted]), key=lambda g: g.y0)
    assert [gutters[0].y1, gutters[1].y0] == [heading.y0, heading.y1]


def test_the_margin_before_the_lines_is_a_gutter() -> None:
    boxes, pairs = rows(4, gap=2.5)
    (margin,) = find_gutters(boxes, pairs, unlike_spaces(boxes, pairs, EM), EM)
    assert margin.x1 == boxes[0].x0


def test_an_empty_page_has_none() -> None:
    assert find_gutters([], [], [], EM) == []


@given(st.data())
def test_no_word_stands_in_a_gutter(press: Any, data: st.DataObject) -> None:
    boxes = data.draw(press.boxes())
    ends = st.integers(0, max(0, len(boxes) - 1))
    pairs = data.draw(st.lists(st.tuples(ends, ends), max_size=10)) if boxes else []
    pairs = [(a, b) for a, b in pairs if boxes[a].x1 <= boxes[b].x0]
    for gutter in find_gutters(boxes, pairs, pairs, EM):
        inside = [
            b for b in boxes if b.x1 > gutter.x0 and b.x0 < gutter.x1 - 1 and b.y0 < gutter.y1 and b.y1 > gutter.y0
        ]
        assert inside == []
