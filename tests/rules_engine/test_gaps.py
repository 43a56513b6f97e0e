"""What is missing or provisional is named at once, can be given for a run, and the rest of the game is played."""

import re
from collections.abc import Collection
from dataclasses import replace
from itertools import islice
from typing import Any

import pytest

from rules_engine.change import read_change
from rules_engine.errors import RulesetError
from rules_engine.gaps import open_facts, require_playable, suppose
from rules_engine.record import Record, begin, replay
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.words import words_of
from rulewright.rulesets import tell_open
from schema.slots import FactKey

HAND, CIVILIANS = ("hand", "size"), ("loss", "civilians")
LOYAL = ("variant:loyal-deputies", "deputies.min")
PARIS = ("location:paris", "enter.suspicion")


def without(ruleset: Ruleset, facts: Collection[FactKey]) -> Ruleset:
    """The ruleset of a database in which nothing states these facts."""
    return replace(ruleset, facts={key: fact for key, fact in ruleset.facts.items() if key not in facts})


@pytest.mark.parametrize("game", ["black_orchestra", "black_orchestra_1st", "operation_barclay", "resist"])
def test_a_whole_ruleset_has_nothing_open(game: str, request: pytest.FixtureRequest) -> None:
    found = open_facts(request.getfixturevalue(game))
    assert (found.missing, found.provisional, found.left_out) == ((), (), {})


@pytest.mark.parametrize("game", ["black_orchestra", "operation_barclay", "resist"])
def test_facts_are_missing_all_at_once_and_filling_them_is_enough(game: str, request: pytest.FixtureRequest) -> None:
    whole: Ruleset = request.getfixturevalue(game)
    printed = [fact for fact, known in whole.facts.items() if known.origin == "rulebook"]
    needed = (fact for fact in printed if open_facts(without(whole, [fact])).missing == (fact,))
    one_by_one = list(islice(needed, 6))
    assert len(one_by_one) == 6
    poor = without(whole, one_by_one)
    assert set(open_facts(poor).missing) == set(one_by_one)
    given = [read_change(f"{s} {a} {whole.facts[s, a].value}") for s, a in one_by_one]
    assert suppose(poor, given).fingerprint == whole.fingerprint


def test_the_refusal_names_every_missing_fact_with_what_fills_it(resist: Ruleset) -> None:
    with pytest.raises(RulesetError) as refused:
        require_playable(without(resist, [HAND, CIVILIANS]))
    assert '--set "hand size VALUE"' in str(refused.value)
    assert '--set "loss civilians VALUE"' in str(refused.value)
    assert "2 facts are stated by no document" in str(refused.value)


def test_a_number_of_players_without_its_limit_is_left_out_and_the_others_play(black_orchestra: Ruleset) -> None:
    limits = [fact for fact in black_orchestra.facts if fact[0] == "dossier" and fact[1].startswith("limit.players-")]
    most = [fact for fact in limits if fact[1].endswith("-5")]
    poor = without(black_orchestra, most)
    assert require_playable(poor).left_out == {("dossier", "limit.players-5"): "players:5"}
    assert poor.engine.players == (1, 2, 3, 4)
    assert "so play by 5 is left out" in tell_open(poor, open_facts(poor), words_of(poor, "en"))
    assert suppose(poor, [read_change("dossier limit.players-5 4")]).engine.players == (1, 2, 3, 4, 5)
    assert set(open_facts(without(black_orchestra, limits)).missing) & {("dossier", "limit.players-1")}


SPOKEN = {
    "en": "variant:loyal-deputies deputies.min (missing, so Loyal Deputies is left out;",
    "cs": "variant:loyal-deputies deputies.min (schází, proto se vynechává: Věrní nohsledi;",
    "pl": "variant:loyal-deputies deputies.min (brak, dlatego pominięto: ",
    "it": "variant:loyal-deputies deputies.min (manca, perciò si tralascia: Ministri fedeli;",
}


@pytest.mark.parametrize(("language", "said"), SPOKEN.items())
def test_what_is_left_out_is_told_in_the_language_of_play(black_orchestra: Ruleset, language: str, said: str) -> None:
    poor = without(black_orchestra, [LOYAL])
    told = tell_open(poor, require_playable(poor), words_of(poor, language))
    assert told.startswith(said)
    assert '--set "variant:loyal-deputies deputies.min VALUE"' in told


def test_a_variant_without_its_numbers_is_left_out_and_the_game_is_played(black_orchestra: Ruleset) -> None:
    poor = without(black_orchestra, [LOYAL])
    found = require_playable(poor)
    assert found.left_out == {LOYAL: "loyal-deputies"}
    assert "loyal-deputies" in black_orchestra.choices
    assert "loyal-deputies" not in poor.choices
    value = black_orchestra.facts[LOYAL].value
    assert suppose(poor, [read_change(f"{' '.join(LOYAL)} {value}")]).fingerprint == black_orchestra.fingerprint


def test_provisional_facts_count_where_play_uses_them(black_orchestra: Ruleset) -> None:
    unused = ("location:paris", "note")
    doubted = {key: replace(fact, is_provisional=True) for key, fact in black_orchestra.facts.items() if key == PARIS}
    ruleset = replace(black_orchestra, facts={**black_orchestra.facts, **doubted, unused: doubted[PARIS]})
    assert open_facts(ruleset).provisional == (PARIS,)
    assert open_facts(ruleset.with_fact(*PARIS, "-2")).provisional == (), "what is supposed is no longer in doubt"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("hand sise 3", "The nearest of `hand` are `size`"),
        ("hands size 3", "Did you mean `hand`?"),
        ("hand size three", "must be a number"),
        ("hand size 0", "`hand` `size` must be 1 or more, but it is “0”."),
    ],
)
def test_what_nobody_knows_cannot_be_supposed(resist: Ruleset, said: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        suppose(resist, [read_change(said)])


def test_a_saved_game_keeps_what_was_supposed(resist: Ruleset) -> None:
    other = suppose(resist, [read_change("hand size 4")])
    record = begin(other, seed=3)
    saved: dict[str, Any] = record.to_json()
    assert saved["supposed"] == ["hand size 4"]
    again = Record.from_json(saved)
    assert replay(resist, again) == replay(other, again)
    assert "supposed" not in begin(resist, seed=3).to_json()
