"""Under a heading of components number words, prose and numbers behind a thing count it too."""

import pytest

from ingest.discover.components import find_components
from ingest.discover.headed import read_headed
from ingest.discover.words import number_words, words_of


def read(text: str, language: str, kind: str = "item") -> list[tuple[int, str]]:
    found = read_headed(text, kind, words_of(language), number_words(language))
    return [(thing.count, thing.name) for thing in found]


@pytest.mark.parametrize(
    ("language", "text", "things"),
    [
        ("en", "two dice", [(2, "dice")]),
        ("cs", "čtyři kostky", [(4, "kostky")]),
        ("de", "Ein Spielplan", [(1, "Spielplan")]),
        ("sv", "åtta lyktor", [(8, "lyktor")]),
        ("en", "a team of 6 blue pawns", [(6, "blue pawns")]),
        ("es", "**Loros** – verde (14 cartas)", [(14, "Loros")]),
        ("en", "3 red dice and two blue lamps", [(3, "red dice"), (2, "blue lamps")]),
        ("en", "a 12-card storm deck", [(12, "card storm deck")]),
        ("de", "Ein 60-kartiger Stapel", [(60, "kartiger Stapel")]),
        ("es", "un puerto, 4 faroles y 60 cartas", [(1, "puerto"), (4, "faroles"), (60, "cartas")]),
    ],
)
def test_a_line_counts_in_words_and_behind(language: str, text: str, things: list[tuple[int, str]]) -> None:
    assert read(text, language) == things


def test_prose_counts_where_it_counts_in_a_row() -> None:
    told = "The box holds 52 lamp cards, two dice and 1 board. It is blue."
    assert read(told, "en", "paragraph") == [(52, "lamp cards"), (2, "dice"), (1, "board")]
    assert read("Each player takes 3 cards and 2 lamps.", "en", "paragraph") == []
    assert read("There are 3 seasons in the game.", "en", "paragraph") == []


def test_among_counted_things_a_is_one() -> None:
    told = "The box holds 52 lamp cards, two dice and a board."
    assert read(told, "en", "paragraph") == [(52, "lamp cards"), (2, "dice"), (1, "board")]
    assert read("Place 4 lamp cards and 2 dice, one on the other.", "en", "paragraph") == [
        (4, "lamp cards"),
        (2, "dice"),
    ]


def test_one_sentence_before_the_rules_lists_the_box(lines) -> None:  # type: ignore[no-untyped-def]
    included = ("paragraph", "Included are the rules, a lamp board, 6 boats and 12 lanterns.")
    set_up = ("heading", "Set-up", 2)
    placed = ("paragraph", "Place one lamp, 3 boats and 4 lanterns on the quay.")

    def named(*given: object) -> list[tuple[int, str]]:
        found = find_components(lines(*given), words_of("en"), numbers=number_words("en"))
        return [(read.component.count, read.component.name) for read in found]

    listed = [(1, "lamp board"), (6, "boats"), (12, "lanterns")]
    assert named(("heading", "Overview", 1), included, set_up, placed) == listed
    assert named(("heading", "Overview", 1), set_up, placed) == []


def test_a_line_of_components_under_another_label_heads_the_list(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("paragraph", "Nombre de joueurs : 2\nÉléments du jeu :"),
        ("item", "- une carte du port ;"),
        ("item", "- deux phares ;"),
        language="fr",
    )
    found = find_components(passages, words_of("fr"), numbers=number_words("fr"))
    assert [(read.component.count, read.component.name) for read in found] == [(1, "carte du port"), (2, "phares")]


def test_a_heading_with_its_number_is_the_whole_of_what_follows(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "0. Components", 2),
        ("heading", "0.1 Suit cards (28)", 3),
        ("item", "Lamps – green (14 cards)"),
        ("item", "Boats – red (14 cards)"),
        ("heading", "1. Aim", 2),
    )
    found = find_components(passages, words_of("en"), numbers=number_words("en"))
    assert [(read.component.count, read.component.name, read.component.part_of) for read in found] == [
        (28, "Suit cards", ""),
        (14, "Lamps", ""),
        (14, "Boats", ""),
    ]


def test_points_are_no_things() -> None:
    assert read("10 points for each ship", "en") == []
    assert read("10 point tokens", "en") == []


@pytest.mark.parametrize(
    "text",
    [
        "Roles (6 cards per player), Towns (3 cards per player)",
        "Roles (6 cards each), Towns (3 cards each)",
        "Roles (6 cards each), Towns (3 cards)",
        "Coins (4 minutes total)",
        "Score (20 points needed)",
        "Score (20 points), Time (4 minutes)",
        "Roles (4 players only)",
    ],
)
def test_brackets_that_tell_a_share_time_or_points_count_nothing(text: str) -> None:
    assert read(text, "en") == []


def test_brackets_count_boards_of_players_and_things_in_a_row() -> None:
    assert read("Mats (3 player boards)", "en") == [(3, "Mats")]
    assert read("Roles (6 cards, never dealt), Towns (3 cards)", "en") == [(6, "Roles"), (3, "Towns")]
