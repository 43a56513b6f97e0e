"""Numbers before headings are read as digits, letters or Roman ones, and count on from one another."""

from typing import Any

import pytest

from ingest.layout.numbering import PrintedNumber, numbers_of, series_of


@pytest.mark.parametrize(
    ("text", "numbers"),
    [
        ("1 Walking", [PrintedNumber("digits", (1,))]),
        ("2.3. Hills", [PrintedNumber("digits", (2, 3))]),
        ("XIV Nights", [PrintedNumber("roman", (14,))]),
        ("B) Boats", [PrintedNumber("letter", (66,))]),
        ("C. Coasts", [PrintedNumber("letter", (67,)), PrintedNumber("roman", (100,))]),
        ("2 lamps", []),
        ("Walking", []),
    ],
)
def test_a_number_is_told_from_a_count(text: str, numbers: list[PrintedNumber]) -> None:
    assert numbers_of(text) == numbers


def test_chapters_and_the_steps_inside_them_are_series_of_their_own(press: Any) -> None:
    told = (("1 Walking", 16), ("1 First", 11), ("2 Second", 11), ("2 Sailing", 14), ("3 Resting", 15))
    blocks = [(i, press.block(text, "heading", size=size)) for i, (text, size) in enumerate(told)]
    assert sorted(series.members for series in series_of(blocks)) == [[0, 3, 4], [1, 2]]
