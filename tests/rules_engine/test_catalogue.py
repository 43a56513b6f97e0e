"""What is said while a game is played: every event has its sentence, and no code is shown for a card's facts."""

import re
from pathlib import Path

import pytest

from rules_engine import black_orchestra
from rules_engine.ruleset import EFFECT_BEGINS, Ruleset
from rules_engine.terminal.words import words_of
from schema.catalogue import FIRST, section

GAMES = "black_orchestra", "black_orchestra_1st", "operation_barclay", "resist", "hanabi", "harvest_fair", "windfall"


def test_everything_that_rows_tell_has_its_sentence(resist: Ruleset) -> None:
    assert resist.frame is not None
    told = {row.kind or row.code for row in resist.frame.play.telling}
    assert set(section("game", "resist", "events")[FIRST]) == told - set(EFFECT_BEGINS)
    assert set(section("game", "resist", "effects")[FIRST]) == set(EFFECT_BEGINS)


def test_everything_that_black_orchestra_tells_has_its_sentence() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in Path(black_orchestra.__file__).parent.glob("*.py"))
    told = set(re.findall(r'\btell\(\s*[^"()]*,\s*"([a-z-]+)"', code))
    assert len(told) > 30
    assert told <= section("game", "black-orchestra", "events")[FIRST].keys()


@pytest.mark.parametrize("game", GAMES)
def test_help_on_a_card_calls_its_facts_by_words(request: pytest.FixtureRequest, game: str) -> None:
    ruleset: Ruleset = request.getfixturevalue(game)
    attributes = {attribute for subject, attribute in ruleset.facts if subject.startswith("card:")}
    for language in ruleset.words.languages:
        words = words_of(ruleset, language)
        said = {attribute: words.fact(attribute, "0").removesuffix(": 0") for attribute in attributes}
        coded = {attribute for attribute, word in said.items() if re.search(r"[a-z][.-][a-z]", word)}
        assert coded == set(), language
        same = {attribute for attribute, word in said.items() if word == attribute and language != FIRST}
        assert same <= {"bonus"}, language


def test_help_on_a_card_names_what_its_codes_stand_for(resist: Ruleset) -> None:
    assert "wróg: Wartownik" in resist.card_help("guard-1", "pl", words_of(resist, "pl").fact)


def test_help_on_a_card_with_a_foreign_title_tells_our_own_name_for_it(resist: Ruleset) -> None:
    assert resist.card_help("cross-the-border", "it")[:2] == ["Cross the Border*", "Attraversa il confine"]
    assert "Cross the Border" not in resist.card_help("cross-the-border", "cs")
    assert "Abel" not in resist.card_help("abel", "it")[1:]
