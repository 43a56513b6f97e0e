"""Numbers that stand before words and count nothing, and captions that count behind their names."""

from collections.abc import Callable

import pytest

from ingest.discover.components import find_components
from ingest.discover.words import words_of
from schema.reading import PassageRead

Lines = Callable[..., list[PassageRead]]


def counted(passages: list[PassageRead]) -> list[tuple[int | None, str]]:
    return [(read.component.count, read.component.name) for read in find_components(passages, words_of("en"))]


@pytest.mark.parametrize("numbers", [range(1, 6), (2, 5, 9, 14, 20, 22, 31, 40)])
def test_a_first_column_that_goes_up_numbers_its_rows(lines: Lines, numbers: list[int]) -> None:
    rows = [("table", f"{number} | Pier of lamps {chr(65 + at)} | pay 2") for at, number in enumerate(numbers)]
    assert counted(lines(("heading", "The board", 1), ("table", "No | Space | Effect"), *rows)) == []


def test_a_first_column_that_goes_up_and_down_counts(lines: Lines) -> None:
    rows = [("table", "24 | lamps"), ("table", "3 | boats"), ("table", "12 | nets"), ("table", "60 | cards")]
    assert [count for count, _ in counted(lines(("heading", "Components", 1), *rows))] == [24, 3, 12, 60]


def test_a_play_told_with_what_is_said_counts_nothing(lines: Lines) -> None:
    said = ["6 Ada\n“I light the lamp.”", "3 Bo\n“Oh, thank you!”", "14 Cy\n“Not again …”", "8 Ada\n“Dawn!”"]
    assert counted(lines(*(("paragraph", one) for one in said))) == []
    titled = ["6 “Lamp” cards", "3 “Dawn” tiles", "14 nets", "8 boats"]
    assert len(counted(lines(*(("label", one) for one in titled)))) == 4


def test_captions_under_one_another_count_behind_their_names(lines: Lines) -> None:
    captions = "Starting cards (24)\nCoins (78)\nDice (2)\nlabel"
    passages = lines(("heading", "Components", 2), ("label", captions))
    assert counted(passages) == [(24, "Starting cards"), (78, "Coins"), (2, "Dice")]


def test_a_number_before_and_one_behind_leave_the_count_open(lines: Lines) -> None:
    assert counted(lines(("heading", "Components", 2), ("label", "5 Coin (24)"), ("label", "Dice (2)"))) == [
        (2, "Dice")
    ]


def test_captions_under_a_second_heading_are_of_the_first_where_nothing_stands_between(lines: Lines) -> None:
    captions = ("label", "Lamps (24)\nBoats (3)\nNets (12)")
    beside = ("heading", "How a card is read", 2)
    assert len(counted(lines(("heading", "Components", 2), beside, captions))) == 3
    told = ("paragraph", "All of it lies in the box, which you find on the pier beside the harbour wall at night.")
    assert counted(lines(("heading", "Components", 2), told, ("heading", "Setup", 2), ("label", "Lamps 24"))) == []


def test_the_pack_of_one_game_in_a_book_of_several_is_not_that_of_all(lines: Lines) -> None:
    games = [("paragraph", f"Setup: {told}") for told in ("take 24 cards.", "shuffle all.", "deal five each.")]
    one, *others = (lines(game, section=f"Game {at}") for at, game in enumerate(games))
    assert counted(one) == [(24, "cards")]
    assert counted([*one, *(read for other in others for read in other)]) == []
