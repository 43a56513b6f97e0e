"""Engines with a fault in them, each caught by the check that is there for it."""

import json
import re
from collections.abc import Mapping
from typing import Any

import pytest

from rules_engine import obeys
from rules_engine.checks import executed, numbers
from rules_engine.checks.evidence import Evidence
from rules_engine.checks.expect import Unanswered, play_through
from rules_engine.from_rows.state import State
from rules_engine.resist.playable import Resist
from rules_engine.trial import LONGEST, changed
from rules_engine.validate import checks_of, gather, run_checks
from schema.results import ValidationShape


class LosesCards(Resist):
    def advance(self, state: State, action: str, events: Any = None) -> Any:
        refusal = super().advance(state, action, events)
        del self.lying(state, "hidden-discard")[3:]
        return refusal


class NeverEnds(Resist):
    def legal(self, state: State) -> list[str]:
        return super().legal(state) or ["end"]

    def advance(self, state: State, action: str, events: Any = None) -> Any:
        return None if state.outcome else super().advance(state, action, events)


class OffersWhatItRefuses(Resist):
    def legal(self, state: State) -> list[str]:
        return [*super().legal(state), "fly"] if super().legal(state) else []

    def advance(self, state: State, action: str, events: Any = None) -> Any:
        state.options = None
        return super().advance(state, action, events) if action != "fly" else super().advance(state, "nonsense")


class StopsWithoutResult(Resist):
    def result(self, state: State) -> None:
        return None


class GoesBackInTime(Resist):
    def advance(self, state: State, action: str, events: Any = None) -> Any:
        refusal = super().advance(state, action, events)
        if state.outcome is None and self.phase_of(state)[0] == "defeating":
            state.counters[self.layout.counter_places["round"].base] -= 20
            state.options = None
        return refusal


class ForgetsTheGraveyard(Resist):
    def save(self, state: State) -> dict[str, Any]:
        saved = super().save(state)
        return {**saved, "zones": {**saved["zones"], "hidden-discard": []}}


class ShowsTheDeck(Resist):
    def view(self, state: State, player: int) -> dict[str, Any]:
        return {**super().view(state, player), "next": super().save(state)["zones"]["hidden"][-1:]}


class DealsAHandOfItsOwn(Resist):
    """Plays by a number of its own and not by what the rows say."""

    def __init__(self, ruleset: Any) -> None:
        own = {**ruleset.facts, ("hand", "size"): type(ruleset.facts["hand", "size"])(0, "5", "house")}
        super().__init__(changed(ruleset, facts=own))
        ruleset.used.update(self.ruleset.used)


class BreaksDown(Resist):
    def census(self, state: State) -> Mapping[str, int]:
        raise KeyError("abel")


def outcomes(evidence: Evidence, code: str, engine: Any = None) -> list[ValidationShape]:
    if engine:
        ruleset = changed(evidence.ruleset, make_engine=engine)
        parts = (evidence.rows, ruleset, evidence.errors, evidence.session, evidence.is_deep, evidence.limits)
        evidence = Evidence(*parts)
    return run_checks(evidence, checks_of("resist", [code]))


@pytest.fixture
def evidence(resist_rows: Any) -> Evidence:
    return gather(resist_rows.session, "resist")


@pytest.fixture(autouse=True)
def few_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    """One number is enough to see whether numbers are obeyed."""
    every = numbers._numbers
    monkeypatch.setattr(
        numbers, "_numbers", lambda ruleset: [number for number in every(ruleset) if number.fact == ("hand", "size")]
    )


@pytest.mark.parametrize(
    ("engine", "check", "words"),
    [
        (LosesCards, "games-are-played", "lost or doubled: there are"),
        (NeverEnds, "games-are-played", f"over although something can be done|not ended after {LONGEST:,}"),
        (OffersWhatItRefuses, "games-are-played", "“fly” is offered and then refused"),
        (StopsWithoutResult, "games-are-played", "goes on although nothing can"),
        (GoesBackInTime, "limits-hold", "counter round stands at"),
        (ForgetsTheGraveyard, "states-are-saved", "saved and loaded is another"),
        (ShowsTheDeck, "nothing-hidden-is-told", "view of whoever moves tells something"),
        (DealsAHandOfItsOwn, "numbers-are-obeyed", "the engine is the same"),
        (BreaksDown, "games-are-played", "The check broke down: KeyError"),
    ],
)
def test_an_engine_with_a_fault_is_caught(evidence: Evidence, engine: Any, check: str, words: str) -> None:
    sound = outcomes(evidence, check)
    assert [outcome.status for outcome in sound if outcome.status == "failed"] == []
    failures = [o.message for o in outcomes(evidence, check, engine) if o.status == "failed"]
    assert any(re.search(words, message) for message in failures), failures


@pytest.fixture
def barclay(barclay_rows: Any) -> Evidence:
    """Of a game with code of its own."""
    return gather(barclay_rows.session, "operation-barclay")


def test_a_step_without_a_rule_is_named_with_its_place(barclay: Evidence, monkeypatch: pytest.MonkeyPatch) -> None:
    slip = obeys.Obeyed("guards-frist", "rules_engine/operation_barclay/month.py", 98, "target_options")
    monkeypatch.setitem(obeys._OBEYED, test_a_step_without_a_rule_is_named_with_its_place.__code__, [slip])
    (failure,) = run_checks(barclay, checks_of("operation-barclay", ["code-has-rules"]))
    assert (failure.status, failure.subject) == ("failed", "rule:guards-frist")
    assert "rules_engine/operation_barclay/month.py:98" in failure.message


def test_a_rule_whose_row_never_matters_is_listed_with_that_row(
    evidence: Evidence, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(executed, "ACTIONS", 20)
    found = outcomes(evidence, "rules-are-executed")
    missing = [o for o in found if o.subject]
    assert {o.status for o in missing} == {"unknown"}
    assert all(re.search(r"\(games/resist/play.toml:\d+\) never ran", o.message) for o in missing)


def test_every_rule_and_nearly_every_effect_of_resist_is_executed(evidence: Evidence) -> None:
    (rules,) = outcomes(evidence, "rules-are-executed")
    assert rules.message.startswith(f"{len(evidence.ruleset.rules)} of {len(evidence.ruleset.rules)} rules")
    effects = outcomes(evidence, "effects-are-executed")
    assert sum(outcome.subject != "" for outcome in effects) <= 2
    assert all("came" in outcome.message for outcome in effects if outcome.subject)


def test_an_example_that_asks_for_what_the_engine_has_no_word_for_is_open(evidence: Evidence) -> None:
    with pytest.raises(Unanswered, match="weather"):
        play_through(evidence.ruleset, {"is-set-up": True}, [], {"weather": "fine"})


def test_what_an_example_expects_is_compared_as_far_as_it_is_stated(evidence: Evidence) -> None:
    zones = {"hand": ["abel"], "offer": [["cross-the-border"]], "garrison": [["grunt-1"]]}
    given = {"is-set-up": True, "zones": zones}
    agreeing = {"hand": ["abel"], "missions": [{"mission": "cross-the-border"}], "result": "ongoing"}
    assert play_through(evidence.ruleset, given, [], agreeing) == []
    (difference,) = play_through(evidence.ruleset, given, [], {"missions": [{"mission": "destroy-the-bunker"}]})
    assert "destroy-the-bunker" in str(difference)
    assert "cross-the-border" in json.dumps(difference.played)
