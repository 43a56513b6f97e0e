"""One catalogue holds what is said while a game is played; no language of it leaves anything out."""

import re
from pathlib import Path

import pytest

from rules_engine.black_orchestra.seen import TEMPLATES as ORCHESTRA
from rules_engine.catalogue import PROGRAM, read_catalogue, section
from rules_engine.operation_barclay.seen import TEMPLATES as BARCLAY
from rules_engine.resist.terminal import LABELS
from rules_engine.ruleset import EFFECT_BEGINS, Ruleset
from rules_engine.terminal.words import words_of

GAMES = Path(__file__).parents[2] / "games"
PLACE = re.compile(r"\{(\w+)\}")
SECTIONS = [
    (game, part)
    for game, parts in read_catalogue()["en"].items()
    if game != PROGRAM
    for part in parts
    if part != "words"
]


def places(text: str) -> set[str]:
    return set(PLACE.findall(text))


def test_the_program_speaks_four_languages() -> None:
    assert set(read_catalogue()) == {"cs", "en", "it", "pl"}


@pytest.mark.parametrize("language", sorted(read_catalogue()))
def test_the_program_says_everything_in_every_language(language: str) -> None:
    english, said = section(PROGRAM)["en"], section(PROGRAM)[language]
    assert set(said) == set(english)
    assert {key: places(text) for key, text in said.items()} == {key: places(text) for key, text in english.items()}


@pytest.mark.parametrize(("game", "part"), SECTIONS)
def test_a_game_says_everything_in_every_language_that_it_has_words_for(game: str, part: str) -> None:
    said = section(game, part)
    languages = {file.stem for file in GAMES.joinpath(game).glob("??.toml")}
    assert languages <= set(said)
    for language in languages:
        assert set(said[language]) == set(said["en"]), language
        for key, text in said[language].items():
            assert places(text) <= places(said["en"][key]), f"{language} {key}"


@pytest.mark.parametrize(("game", "templates"), [("black-orchestra", ORCHESTRA), ("operation-barclay", BARCLAY)])
def test_every_event_of_a_game_has_its_sentence(game: str, templates: dict[str, str]) -> None:
    assert set(section(game, "events")["en"]) >= set(templates)


def test_everything_that_rows_tell_has_its_sentence(resist: Ruleset) -> None:
    assert resist.frame is not None
    told = {row.kind or row.code for row in resist.frame.play.telling}
    assert set(section("resist", "events")["en"]) == told - set(EFFECT_BEGINS)
    assert set(section("resist", "effects")["en"]) == set(EFFECT_BEGINS)


@pytest.mark.parametrize("language", ["cs", "en", "it", "pl"])
def test_help_on_a_card_calls_its_numbers_by_words(resist: Ruleset, language: str) -> None:
    words = words_of(resist, language, LABELS)
    for card in resist.cards:
        told = resist.card_help(card.code, language, words.fact)
        shown = " ".join(told[1:])
        assert not any(code in shown for code in ("attack.", "-modifier", "spy-master", "radio-operator"))


def test_help_on_a_card_names_what_its_codes_stand_for(resist: Ruleset) -> None:
    assert "wróg: Wartownik" in resist.card_help("guard-1", "pl", words_of(resist, "pl", LABELS).fact)


def test_help_on_a_card_with_a_foreign_title_tells_our_own_name_for_it(resist: Ruleset) -> None:
    assert resist.card_help("cross-the-border", "it")[:2] == ["Cross the Border*", "Attraversa il confine"]
    assert "Cross the Border" not in resist.card_help("cross-the-border", "cs")
    assert "Abel" not in resist.card_help("abel", "it")[1:]
