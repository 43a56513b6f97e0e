"""Reading a ruleset: rows become what is played, and a wrong row is named."""

from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import select

from rules_engine.black_orchestra import playable
from rules_engine.errors import RulesetError
from rules_engine.read import read_ruleset
from schema.board import Connection, Location, LocationShape
from schema.cards import Effect


def test_the_edition_with_the_most_documents_is_read(board: Any) -> None:
    assert board.ruleset().edition == "2nd"
    board.add_document("1st")
    board.add_document("1st")
    assert board.ruleset().edition == "1st"


def test_an_unknown_game_or_edition_is_told_with_those_there_are(board: Any) -> None:
    with pytest.raises(RulesetError, match=r"no game `chess`.*`black-orchestra`"):
        read_ruleset(board.session, "chess")
    with pytest.raises(RulesetError, match=r"no edition `9th`.*`1st`, `2nd`"):
        board.ruleset("9th")


@pytest.mark.parametrize(
    ("notation", "word"),
    [
        ("enter: suspicoin self -3", "suspicoin"),
        ("enter: suspicion self", ""),
        ("enter: suspicion self paris", "paris"),
        ("enter: suspicion self 3", "3"),
        ("enter: suspicion self -3 if hitler ther", "ther"),
        ("enter: suspicion self -3;", ""),
        ("enter: draw 1", "draw"),
        ("enter: dissent +1", "dissent"),
        ("enter: suspicion -3", "suspicion"),
        ("enter: military-support self +1", "military-support"),
        ("enter: suspicion self -3 if moonlit", "moonlit"),
    ],
)
def test_a_wrong_line_of_a_space_names_table_row_and_word(board: Any, notation: str, word: str) -> None:
    effect = board.add_effect("location", board.id_of("riga"), notation)
    with pytest.raises(RulesetError, match="riga") as caught:
        board.ruleset()
    error = caught.value
    assert (error.table, error.row, error.word) == ("effect", effect.id, word)
    assert f"row {effect.id}" in str(error)


def test_a_card_with_an_unknown_word_is_an_error_but_one_that_may_wait_for_code_only_when_executed(
    board: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = board.add_card("planned", notation="action: draw 1")
    with pytest.raises(RulesetError, match=r"draw \{number\}"):
        board.ruleset()
    monkeypatch.setattr(playable, "PLAYABLE", replace(playable.PLAYABLE, awaited=("card",)))
    ruleset = board.ruleset()
    (waiting,) = ruleset.not_executable
    assert waiting.owner == ("card", "planned")
    with pytest.raises(RulesetError, match=r"draw \{number\}") as caught:
        waiting.program()
    assert caught.value.word == "draw"
    board.add_effect("card", card.id, "action: dram 1", None)
    with pytest.raises(RulesetError, match="Unknown word “dram”"):
        board.ruleset()


def test_a_wrong_condition_of_a_delivery_names_its_row(board: Any) -> None:
    board.deliveries["riga"].condition = "abwher"
    with pytest.raises(RulesetError, match="riga") as caught:
        board.ruleset()
    assert (caught.value.table, caught.value.row, caught.value.word) == (
        "delivery",
        board.deliveries["riga"].id,
        "abwher",
    )


def test_an_effect_without_its_owner_is_an_error(board: Any) -> None:
    effect = board.add_effect("card", 999, "action: military-support +1")
    with pytest.raises(RulesetError, match="card 999") as caught:
        board.ruleset()
    assert caught.value.row == effect.id


def test_a_row_of_the_edition_goes_over_the_one_for_all(board: Any) -> None:
    shape = LocationShape(code="paris", opens_in_stage=2, is_fortified=True, origin="card-list")
    own = board.add(Location, shape, game_id=board.game.id, edition_id=board.editions["2nd"].id)
    second, first = board.ruleset("2nd"), board.ruleset("1st")
    assert (second.spaces["paris"].opens_in_stage, first.spaces["paris"].opens_in_stage) == (2, 4)
    assert second.spaces["paris"].neighbours == {"munich"}
    assert len(second.effects_of("location", "paris")) == 1
    board.add_effect("location", own.id, "enter: suspicion self +1")
    (effect,) = board.ruleset("2nd").effects_of("location", "paris")
    assert str(effect.line) == "enter: suspicion self +1"


def test_an_effect_of_the_edition_goes_over_the_one_for_all(board: Any) -> None:
    board.add_effect("location", board.id_of("riga"), "enter: suspicion self +1", None)
    board.add_effect("location", board.id_of("riga"), "enter: suspicion self +2", "2nd")
    lines = {edition: board.ruleset(edition).effects_of("location", "riga") for edition in ("1st", "2nd")}
    assert {edition: [str(e.line) for e in effects] for edition, effects in lines.items()} == {
        "1st": ["enter: suspicion self +1"],
        "2nd": ["enter: suspicion self +2"],
    }


def test_facts_of_another_edition_are_not_read(board: Any) -> None:
    board.state_fact("turn", "minutes", "3", "1st")
    board.state_fact("hand", "size", "5", None)
    ruleset = board.ruleset("2nd")
    assert ruleset.find_fact("turn", "minutes") is None
    assert ruleset.number("hand", "size") == 5
    with pytest.raises(RulesetError, match=r"No document or list states `turn` `minutes`.*games/black-orchestra") as e:
        ruleset.fact("turn", "minutes")
    assert e.value.word == "turn minutes"


def test_a_fact_that_is_no_number_names_its_row(board: Any) -> None:
    fact = board.state_fact("hand", "size", "many")
    with pytest.raises(RulesetError, match="must be a whole number") as caught:
        board.ruleset().number("hand", "size")
    assert (caught.value.table, caught.value.row, caught.value.word) == ("fact", fact.id, "many")


def test_a_game_that_is_not_played_reads_with_its_effects_waiting(board: Any) -> None:
    board.game.code = "another-game"
    board.session.flush()
    ruleset = read_ruleset(board.session, "another-game")
    effects = board.session.exec(select(Effect)).all()
    assert len(ruleset.not_executable) == len(effects) > 0


def test_neighbours_go_both_ways(board: Any) -> None:
    spaces = board.ruleset().spaces
    assert len(board.session.exec(select(Connection)).all()) == 5
    assert all(code in spaces[other].neighbours for code in spaces for other in spaces[code].neighbours)
