"""The box line by line: numbers with their units under one another, and labels above their numbers."""

from collections.abc import Callable

from ingest.discover.box import read_box
from ingest.discover.words import words_of
from schema.reading import PassageRead

Lines = Callable[..., list[PassageRead]]


def told(passages: list[PassageRead]) -> dict[str, str]:
    return {read.claim.attribute: read.claim.value for read in read_box(passages, words_of("en"))}


def test_lines_with_their_units_tell_the_box_though_shares_of_others_follow(lines: Lines) -> None:
    passages = lines(
        ("paragraph", "1 rulebook\n2 – 6 players\n8 +\n30 minutes\n78 cards that lie in the harbour"),
        ("heading", "Preparation", 1),
        ("item", "• 8 cards (2 or 3 players)"),
    )
    box = {"players.least": "2", "players.most": "6", "minutes.least": "30", "minutes.most": "30", "age.least": "8"}
    assert told(passages) == box


def test_one_such_line_alone_tells_nothing(lines: Lines) -> None:
    assert told(lines(("paragraph", "1 rulebook\n4 players\n78 cards"))) == {}


def test_labels_above_their_numbers_tell_the_box_and_an_open_range_of_players_none(lines: Lines) -> None:
    rows = ["Number of players", "4-8+", "Age", "10+", "Length", "15 min"]
    passages = lines(*(("item", f"• {row}") for row in rows), *[("paragraph", "Light the lamps.")] * 6)
    assert told(passages) == {"age.least": "10", "minutes.least": "15", "minutes.most": "15"}


def test_a_row_with_a_number_and_a_range_leaves_the_players_open(lines: Lines) -> None:
    rows = (("table", "What | Value | Meaning"), ("table", "Players | 6 | how many may play (2–9)"))
    assert told(lines(*rows, ("table", "Time | 60 min | of a game"))) == {"minutes.least": "60", "minutes.most": "60"}


def test_a_copyright_line_names_its_maker_alone(lines: Lines) -> None:
    passages = lines(("paragraph", "2025 Copyright by Harbour Lamps s.r.o."))
    assert told(passages) == {"publisher": "Harbour Lamps"}


def test_numbers_with_their_captions_below_tell_the_box(lines: Lines) -> None:
    box = {"players.least": "2", "players.most": "6", "age.least": "8"}
    assert told(lines(("paragraph", "Lamps of the harbour\n2–6\nPLAYERS\n8+\nAGE\nCONTENTS"))) == box


def test_years_that_somebody_makes_games_are_no_age(lines: Lines) -> None:
    assert told(lines(("paragraph", "I am Ada and for over 15 years I have been a maker of games."))) == {}
    assert told(lines(("paragraph", "From 8 years and up."))) == {"age.least": "8"}
