"""Which line of a card is its title, by how it is set and by where those of its deck stand."""

import pytest

from ingest.cards.card_layout import DeckLayout, layout_of
from ingest.cards.card_part import Part
from ingest.cards.card_parts import CardParts, card_parts, placed_lines
from ingest.cards.card_titles import CardTitleSettings, titled
from schema.reading import Box, Word

WIDTH, HEIGHT = 178.6, 276.0
TEXT = ("When you land here, draw", "one seed from the basket", "and pass the watering can")


def text(top: float, first: int = 1) -> list[Word]:
    """Three lines of a text, one under another."""
    return [
        Word(line, first + at, Box(34, top + 12 * at, 150, top + 12 * at + 8), size=9) for at, line in enumerate(TEXT)
    ]


NO_LAYOUT = DeckLayout()


def title(words: list[Word], layout: DeckLayout = NO_LAYOUT) -> str | None:
    found = card_parts(words, WIDTH, HEIGHT, layout=layout).title
    return found.text if found else None


def test_a_title_in_small_letters_at_the_top_goes_on_with_no_sentence() -> None:
    named = Word("harbour lantern", 0, Box(37, 19, 121, 32), size=12.5)
    assert title([named, *text(165)]) == "harbour lantern"
    above = Word("A storm breaks the", 9, Box(37, 3, 121, 16), size=12.5)
    assert title([above, named, *text(165)]) != "harbour lantern"


@pytest.mark.parametrize("read", ["VIII", "IV", "X", "XIX."])
def test_a_roman_figure_alone_is_a_number_and_no_title(read: str) -> None:
    parts = card_parts([Word(read, 0, Box(80, 14, 100, 26), size=14)], WIDTH, HEIGHT)
    assert parts.title is None
    assert [part.kind for part in parts.parts] == ["number"]


def test_a_name_in_roman_letters_is_a_title() -> None:
    assert title([Word("CIVIL", 0, Box(60, 14, 120, 26), size=14), *text(165)]) == "CIVIL"


def test_the_name_of_a_machine_is_a_title_though_half_of_it_is_figures() -> None:
    named = [Word("Q7-B2", 0, Box(59, 114, 120, 122), size=12), *text(147)]
    assert title(named, layout(deck())) == "Q7-B2"


def deck() -> list[list[Word]]:
    """Titles in the middle, some in two lines, and one card with its title at the top."""
    one = [[Word(name, 0, Box(50, 114, 130, 122), size=12), *text(147)] for name in ("Wired Net", "Old Boat", "Gull")]
    two = [
        [Word(a, 0, Box(45, 108, 135, 116), size=12), Word(b, 4, Box(45, 120, 135, 128), size=12), *text(147)]
        for a, b in (("Keeper of", "the Light"), ("Mended", "Sails"), ("Overdue", "L4"))
    ]
    return [*one, *two]


def layout(cards: list[list[Word]]) -> DeckLayout:
    return layout_of([placed_lines(card_parts(card, WIDTH, HEIGHT).parts, WIDTH, HEIGHT) for card in cards])


def test_titles_in_one_line_and_in_two_stand_at_one_place() -> None:
    assert layout(deck()).titles is not None


def test_a_short_second_line_at_the_place_of_titles_belongs_to_its_title() -> None:
    cards = deck()
    assert title(cards[-1], layout(cards)) == "Overdue L4"


def test_a_line_amid_a_text_is_no_title_though_it_stands_where_those_of_the_deck_do() -> None:
    other = [Word("Quiet Cove", 0, Box(45, 20, 135, 30), size=14), *text(102)]
    assert title(other, layout(deck())) == "Quiet Cove"


@pytest.mark.parametrize("first", ["A storm breaks the old mast.", "the keeper of the lamp"])
def test_the_first_line_of_a_text_is_no_title_surely_though_it_stands_where_titles_do(first: str) -> None:
    cards = deck()
    of_text = [
        Word(word, 0, Box(45 + 15 * at, 114, 58 + 15 * at, 122), size=9) for at, word in enumerate(first.split())
    ]
    told = card_parts([*of_text, *text(126)], WIDTH, HEIGHT, layout=layout(cards))
    assert not told.is_placed
    assert told.title is None or told.title.confidence < CardTitleSettings().sure


def test_a_number_below_a_title_belongs_to_it_where_it_had_no_room_beside_it() -> None:
    below = [Word("Hand Limit", 0, Box(10, 20, 170, 34), size=14), Word("2", 9, Box(86, 38, 94, 52), size=14)]
    assert title([*below, *text(102)]) == "Hand Limit 2"
    level = [Word("Bonfire", 0, Box(45, 20, 135, 34), size=14), Word("2", 9, Box(86, 38, 94, 52), size=14)]
    assert title([*level, *text(102)]) == "Bonfire"


def test_a_title_is_as_sure_as_its_least_sure_word() -> None:
    words = [Word("Quiet", 0, Box(45, 20, 88, 34), size=14, confidence=1.0)]
    words += [Word("Covu", 0, Box(92, 20, 135, 34), size=14, confidence=0.86)]
    parts, told = titled(card_parts([*words, *text(102)], WIDTH, HEIGHT))
    assert parts.title is not None
    assert parts.title.confidence == 0.86
    assert "with little confidence (0.86)" in told.doubt


def test_a_clear_line_that_nothing_shows_to_be_the_title_is_said_to_be_a_guess() -> None:
    words = [Word("Quiet Cove", 9, Box(45, 150, 88, 158), size=9, confidence=1.0)]
    told = titled(card_parts([*text(102), *words], WIDTH, HEIGHT))[1]
    assert told.text == "Quiet Cove"
    assert "it is a guess" in told.doubt


@pytest.mark.parametrize(
    ("sure", "doubt"), [(1.0, "it is a guess"), (0.83333, "with little confidence"), (0.85, "with little confidence")]
)
def test_why_a_title_is_unsure_is_told_of_its_words_with_letters(sure: float, doubt: str) -> None:
    words = (Word("Cove", 0, Box(45, 20, 88, 34), confidence=sure), Word("–", 0, Box(90, 20, 95, 34), confidence=0.2))
    title = Part("title", "Cove –", Box(45, 20, 95, 34), round(min(sure, 0.85), 4), words=words)
    assert doubt in titled(CardParts((title,)))[1].doubt


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (["Quiet", "Harbour"], "Quiet Harbour"),
        (["quiet", "harbour", "at night"], "quiet harbour at night"),
        (["Quiet", "Harbour", "And So On", "And On"], "Quiet"),
    ],
    ids=["two lines", "three lines", "a text of four"],
)
def test_a_name_in_few_lines_is_whole_where_nothing_larger_or_smaller_is_written(lines: list[str], told: str) -> None:
    words = [Word(line, at, Box(50, 40 + 27 * at, 130, 60 + 27 * at), size=19) for at, line in enumerate(lines)]
    assert title(words) == told


@pytest.mark.parametrize(
    ("read", "in_text", "language", "meant"),
    [
        ("Storm", "storm", "en", "Hail Storm"),
        ("Rad", "rád", "cs", "Hail Rad"),
        ("Reka", "řeka,", "cs", "Hail Řeka"),
        ("REKA", "řeka", "cs", "HAIL ŘEKA"),
        ("Reka!", "řeka", "cs", "Hail Řeka!"),
        ("McReka", "mcřeka", "", "Hail McŘeka"),
        ("AII", "all", "en", "Hail All"),
    ],
)
def test_an_unsure_title_takes_accents_of_its_text_but_no_case_and_no_other_word(
    read: str, in_text: str, language: str, meant: str
) -> None:
    words = [
        Word("Hail", 0, Box(40, 12, 78, 26), size=15, confidence=0.99),
        Word(read, 0, Box(80, 12, 140, 26), size=15, confidence=0.9),
        Word(f"and {TEXT[0]}", 1, Box(34, 160, 100, 168), size=9),
        Word(in_text, 1, Box(102, 160, 150, 168), size=9, confidence=0.99),
    ]
    told = card_parts(words, WIDTH, HEIGHT, language=language).title
    assert told is not None
    assert told.text == meant


def test_the_surest_word_of_the_whole_text_spells_the_title() -> None:
    words = [
        Word("MIRÃVU", 0, Box(45, 8, 90, 17), size=9, confidence=0.8),
        Word("the Mirāvu sails again", 1, Box(38, 60, 130, 66), size=6, confidence=1.0),
        Word("Mirāvu", 2, Box(38, 70, 60, 76), size=6, confidence=0.98),
        Word("Miravu", 3, Box(38, 80, 60, 86), size=6, confidence=0.85),
    ]
    told = card_parts(words, WIDTH, HEIGHT).title
    assert told is not None
    assert told.text == "MIRĀVU"
