"""Words around a number make a wording; numbers that only name values make none."""

import pytest

from ingest.draft.wordings import around_numbers, range_wording


@pytest.mark.parametrize(
    ("text", "wordings"),
    [
        ("Take 2 lamps from the box", ["take {number} lamps from the box"]),
        ("Never place 6 and 8 side by side", []),
        ("Take 2 lamps and 3 coins", ["take {number} lamps and", "lamps and {number} coins"]),
    ],
)
def test_a_number_among_words_makes_a_wording(text: str, wordings: list[str]) -> None:
    assert [around.wording for around in around_numbers(text)] == wordings


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        ("players: 2-4", "players {range}"),
        ("For 2–4 players", "{range} players"),
        ("For 2 to 4 players", "{low=number} to {high=number} players"),
        ("players 3", ""),
    ],
)
def test_a_range_is_worded_with_its_unit_or_label(text: str, wording: str) -> None:
    assert range_wording(text, "2", "4") == wording
