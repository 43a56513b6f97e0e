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


def test_a_list_inside_a_paragraph_is_read_under_its_own_heading(lines: Lines) -> None:
    told = "Light the lamps.\nContents\n80 lamps in 2 colours; 15 gray boats; 1 pier\nPreparation:\nTake 2 lamps."
    assert counted(lines(("paragraph", told))) == [(80, "lamps in 2 colours"), (15, "gray boats"), (1, "pier")]
    wrapped = "CONTENTS\n28 lamps (7 in each\nof 4 colours), 3 boats and 12 nets\nBEFORE THE GAME\nTake 2 lamps."
    assert counted(lines(("paragraph", wrapped))) == [(28, "lamps"), (3, "boats"), (12, "nets")]


def test_a_sentence_about_contents_heads_nothing(lines: Lines) -> None:
    assert (
        counted(lines(("paragraph", "Empty the box of its contents.\n2 lamps go to each\nplayer of the harbour.")))
        == []
    )


def test_brackets_over_two_lines_stay_with_their_thing(lines: Lines) -> None:
    cards = "- 96 cards (48 lamps,\n32 boats,\n16 nets)"
    found = find_components(lines(("heading", "Contents", 1), ("item", cards)), words_of("en"))
    assert [(c.component.count, c.component.part_of) for c in found] == [
        (96, ""),
        (48, "cards"),
        (32, "cards"),
        (16, "cards"),
    ]


def test_a_list_goes_on_behind_the_name_drawn_beside_its_beginning(lines: Lines) -> None:
    begun = (("heading", "Contents", 1), ("label", "14 Harbour cards"), ("heading", "LAMPS", 1))
    assert len(counted(lines(*begun, ("paragraph", "(Ada, Bo)"), ("label", "10 boats"), ("label", "5 nets")))) == 3
    rules = (("heading", "Setup", 1), ("label", "10 boats"), ("label", "5 nets"))
    assert len(counted(lines(*begun[:2], *rules))) == 1
