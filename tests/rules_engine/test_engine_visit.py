"""Entering spaces and delivering items: what the rows say is what happens."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.black_orchestra.state import State
from rules_engine.black_orchestra.visit import answer, deliver, enter, open_decision
from rules_engine.decide import by_script
from rules_engine.errors import RulesetError
from rules_engine.events import Played, Refusal
from schema.cards import Effect

Table = Callable[..., State]
HIGHEST = 3


def played(result: Played[State] | Refusal) -> Played[State]:
    assert isinstance(result, Played), result
    return result


def refused(result: Played[State] | Refusal) -> Refusal:
    assert isinstance(result, Refusal), result
    return result


def with_suspicion(state: State, level: int) -> State:
    for conspirator in state.conspirators.values():
        conspirator.levels["suspicion"] = level
    return state


def test_entering_does_what_the_space_says(board: Any, table: Table) -> None:
    ruleset = board.ruleset()
    state = with_suspicion(table(ruleset), HIGHEST)
    result = played(enter(ruleset, state, "oster", "paris"))
    assert result.state.conspirators["oster"].location == "paris"
    assert result.state.conspirators["oster"].levels["suspicion"] == 0
    assert result.state.conspirators["kordt"].levels["suspicion"] == HIGHEST
    assert result.state.levels["military-support"] == 4
    (effect,) = ruleset.effects_of("location", "paris")
    assert [(e.kind, e.effect) for e in result.events] == [
        ("entered", None),
        ("track-changed", effect.row),
        ("support-changed", effect.row),
    ]
    assert result.events[1].data == {
        "track": "suspicion",
        "conspirator": "oster",
        "amount": -3,
        "before": "extreme",
        "after": "low",
    }
    assert all(event.rule for event in result.events)


def test_the_state_that_was_given_stays_as_it_was(board: Any, table: Table) -> None:
    ruleset = board.ruleset()
    state = table(ruleset)
    before = state.copy()
    result = played(enter(ruleset, state, "oster", "paris"))
    assert state == before != result.state


def test_a_changed_effect_changes_what_is_executed(board: Any, table: Table) -> None:
    board.add_effect("location", board.id_of("paris"), "enter: suspicion self -1; motivation all +2")
    ruleset = board.ruleset()
    after = played(enter(ruleset, with_suspicion(table(ruleset), HIGHEST), "oster", "paris")).state
    assert after.conspirators["oster"].levels == {"suspicion": HIGHEST - 1, "motivation": 2}
    assert after.conspirators["kordt"].levels == {"suspicion": HIGHEST, "motivation": 2}
    assert after.levels["military-support"] == 3


def test_a_changed_fact_changes_the_ends_of_a_track(board: Any, table: Table) -> None:
    board.add_effect("location", board.id_of("paris"), "enter: military-support +9")
    assert support_after_paris(board, table) == 7
    board.state_fact("track:military-support", "max", "5")
    assert support_after_paris(board, table) == 5
    board.add_effect("location", board.id_of("paris"), "enter: military-support -9")
    assert support_after_paris(board, table) == 3
    board.state_fact("track:military-support", "start.standard", "2")
    assert support_after_paris(board, table) == 2


def support_after_paris(board: Any, table: Table) -> int:
    ruleset = board.ruleset()
    return played(enter(ruleset, table(ruleset), "oster", "paris")).state.levels["military-support"]


@pytest.mark.parametrize(
    ("subject", "attribute"),
    [
        ("track:military-support", "max"),
        ("track:military-support", "start.standard"),
        ("track:motivation", "start"),
        ("track:suspicion", "start"),
    ],
)
def test_a_missing_fact_is_named(board: Any, table: Table, subject: str, attribute: str) -> None:
    board.forget_fact(subject, attribute)
    with pytest.raises(RulesetError, match=f"`{subject}` `{attribute}`") as caught:
        table(board.ruleset())
    assert caught.value.word == f"{subject} {attribute}"


def test_a_start_that_is_no_level_is_named(board: Any, table: Table) -> None:
    fact = board.state_fact("track:suspicion", "start", "timid")
    with pytest.raises(RulesetError, match="one of low, medium, high, extreme") as caught:
        table(board.ruleset())
    assert (caught.value.row, caught.value.word) == (fact.id, "timid")


def test_a_maximum_below_the_start_is_named(board: Any, table: Table) -> None:
    fact = board.state_fact("track:military-support", "max", "1")
    with pytest.raises(RulesetError, match="at least its start") as caught:
        table(board.ruleset())
    assert caught.value.row == fact.id


@pytest.mark.parametrize(
    "options", [{"leaders": {"hitler": "pariss"}}, {"leaders": {"hitle": "paris"}}, {"items": {"oster": ["mop"]}}]
)
def test_a_table_is_laid_out_with_known_codes_only(board: Any, table: Table, options: dict[str, Any]) -> None:
    with pytest.raises(RulesetError, match="Did you mean"):
        table(board.ruleset(), **options)


@pytest.mark.parametrize(
    ("who", "where", "stage", "rule"),
    [
        ("oster", "paris", 3, "move-stage"),
        ("oster", "paris", 7, "stage-closed"),
        ("oster", "atlantis", 4, "move-adjacent"),
        ("nobody", "paris", 4, "move-adjacent"),
    ],
)
def test_entry_is_refused_by_the_rule(board: Any, table: Table, who: str, where: str, stage: int, rule: str) -> None:
    board.locations["paris"].closes_in_stage = 7
    ruleset = board.ruleset()
    state = table(ruleset, stage=stage)
    before = state.copy()
    assert refused(enter(ruleset, state, who, where)).rule == rule
    assert state == before


def test_a_delivery_pays_who_made_it_and_the_item_is_discarded(board: Any, table: Table) -> None:
    ruleset = board.ruleset()
    state = table(ruleset, {"oster": "munich", "kordt": "munich"}, items={"oster": ["map", "map", "keys"]})
    after = played(deliver(ruleset, with_suspicion(state, HIGHEST), "oster", "map")).state
    assert after.conspirators["oster"].items == ["map", "keys"]
    assert after.discarded_items == ["map"]
    assert after.conspirators["oster"].levels["suspicion"] == HIGHEST - 2
    assert after.conspirators["kordt"].levels["suspicion"] == HIGHEST


def test_a_changed_amount_changes_the_delivery(board: Any, table: Table) -> None:
    board.add_effect("delivery", board.deliveries["munich"].id, "deliver map: suspicion self -1")
    ruleset = board.ruleset()
    state = with_suspicion(table(ruleset, {"oster": "munich"}, items={"oster": ["map"]}), HIGHEST)
    after = played(deliver(ruleset, state, "oster", "map")).state
    assert after.conspirators["oster"].levels["suspicion"] == HIGHEST - 1


def test_a_split_is_handed_out_as_the_player_decides(board: Any, table: Table) -> None:
    ruleset = board.ruleset()
    places = {"oster": "prague", "kordt": "station", "beck": "prison"}
    state = with_suspicion(table(ruleset, places, items={"oster": ["keys"]}), 2)
    waiting = played(deliver(ruleset, state, "oster", "keys"))
    assert waiting.decision is not None
    assert waiting.decision.options == ("oster -2, kordt -1", "oster -1, kordt -2")
    assert waiting.decision == open_decision(ruleset, waiting.state)
    by_hand = played(answer(ruleset, waiting.state, 1))
    assert {c: p.levels["suspicion"] for c, p in by_hand.state.conspirators.items()} == {
        "oster": 1,
        "kordt": 0,
        "beck": 2,
    }
    scripted = played(deliver(ruleset, state, "oster", "keys", by_script(["oster -1, kordt -2"])))
    assert scripted.state == by_hand.state
    assert scripted.events == waiting.events + by_hand.events


def test_a_split_that_can_go_only_one_way_asks_nobody(board: Any, table: Table) -> None:
    ruleset = board.ruleset()
    state = with_suspicion(table(ruleset, {"oster": "prague", "kordt": "station"}, items={"oster": ["keys"]}), 1)
    result = played(deliver(ruleset, state, "oster", "keys"))
    assert result.decision is None
    assert [p.levels["suspicion"] for p in result.state.conspirators.values()] == [0, 0]


def test_nothing_else_is_done_while_a_decision_is_open(board: Any, table: Table) -> None:
    ruleset = board.ruleset()
    state = table(ruleset, {"oster": "prague", "kordt": "station"}, items={"oster": ["keys", "keys"]})
    waiting = played(deliver(ruleset, with_suspicion(state, HIGHEST), "oster", "keys")).state
    before = waiting.copy()
    assert "oster must first decide" in refused(enter(ruleset, waiting, "kordt", "munich")).sentence
    assert refused(deliver(ruleset, waiting, "oster", "keys")).rule == "answer-decisions"
    assert "has no option 99" in refused(answer(ruleset, waiting, 99)).sentence
    assert waiting == before
    assert "nothing to decide" in refused(answer(ruleset, state, 0)).sentence


@pytest.mark.parametrize(
    ("place", "who", "item", "options", "reason"),
    [
        ("munich", "oster", "keys", {}, "does not take keys"),
        ("munich", "oster", "map", {"squares": {"munich": "keys"}}, "still lies"),
        ("munich", "kordt", "map", {}, "does not hold map"),
        ("munich", "nobody", "map", {}, "does not take part"),
        ("prison", "oster", "map", {}, "in prison"),
        ("station", "oster", "map", {}, "does not take map"),
        ("nuremberg", "oster", "map", {}, "only if hitler here"),
        ("nuremberg", "oster", "map", {"leaders": {"hitler": "munich", "hess": "nuremberg"}}, "only if hitler here"),
    ],
)
def test_a_delivery_is_refused_and_nothing_changes(
    board: Any, table: Table, place: str, who: str, item: str, options: dict[str, Any], reason: str
) -> None:
    ruleset = board.ruleset()
    held = {"oster": ["map", "keys"]}
    state = table(ruleset, {"oster": place, "kordt": place}, items=held, **options)
    before = state.copy()
    refusal = refused(deliver(ruleset, state, who, item))
    assert refusal.rule in ("deliver-discard", "deliver-uncovered", "deliver-condition", "prison-no-actions")
    assert reason in refusal.sentence
    assert state == before


def test_the_conditions_of_deliveries_are_obeyed(board: Any, table: Table) -> None:
    ruleset = board.ruleset()
    held = {"oster": ["map"], "kordt": ["map"]}
    state = table(ruleset, {"oster": "nuremberg", "kordt": "riga"}, items=held, leaders={"hitler": "nuremberg"})
    assert played(deliver(ruleset, state, "oster", "map")).state.conspirators["oster"].items == []
    assert "only if abwehr" in refused(deliver(ruleset, state, "kordt", "map")).sentence
    state.conspirators["oster"].location = "riga"
    assert played(deliver(ruleset, state, "oster", "map")).state.conspirators["oster"].items == []


def test_an_affiliation_that_no_list_states_is_named(board: Any, table: Table) -> None:
    ruleset = board.ruleset()
    state = table(ruleset, {"beck": "riga"}, items={"beck": ["map"]})
    with pytest.raises(RulesetError, match="`character:beck` `affiliation`"):
        deliver(ruleset, state, "beck", "map")


def test_a_delivery_without_its_amount_names_the_fact(board: Any, table: Table) -> None:
    board.forget_fact("delivery:map", "self")
    effect = board.ruleset().effects_of("delivery", str(board.deliveries["munich"].id))[0]
    board.session.delete(board.session.get(Effect, effect.row))
    board.session.flush()
    ruleset = board.ruleset()
    state = table(ruleset, {"oster": "munich"}, items={"oster": ["map"]})
    with pytest.raises(RulesetError, match="No document or list states `delivery:map` `self`"):
        deliver(ruleset, state, "oster", "map")
    board.state_fact("delivery:map", "self", "-2")
    with pytest.raises(RulesetError, match="no effect was built"):
        deliver(board.ruleset(), state, "oster", "map")
