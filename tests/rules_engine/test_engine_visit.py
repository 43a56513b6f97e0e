"""Entering spaces and delivering items: what the rows say is what happens."""

from typing import Any

import pytest
from sqlmodel import select

from rules_engine.errors import RulesetError
from rules_engine.events import Event, Refusal
from rules_engine.game import Applied
from rules_engine.validate import validate
from schema.cards import Effect
from schema.rules import Rule

HIGHEST = 3
MOST = {"suspicion": "extreme"}


def suspicion(table: Any) -> dict[str, int]:
    return {code: conspirator.levels["suspicion"] for code, conspirator in table.state.conspirators.items()}


def refusal(table: Any, action: str) -> Refusal:
    """Why an action is refused; nothing has changed."""
    before = table.state.copy()
    refused = table.ruleset.advance(table.state, action)
    assert isinstance(refused, Refusal), refused
    assert table.state == before
    return refused


def test_entering_does_what_the_space_says(board: Any, table: Any) -> None:
    ruleset, events = board.ruleset(), list[Event]()
    laid = table(ruleset, {"oster": MOST, "kordt": MOST})
    assert ruleset.advance(laid.state, "move paris", events) is None
    assert laid.state.conspirators["oster"].location == "paris"
    assert suspicion(laid) == {"oster": 0, "kordt": HIGHEST}
    assert laid.state.levels["military-support"] == 4
    (effect,) = ruleset.effects_of("location", "paris")
    assert [(e.kind, e.effect) for e in events[:3]] == [
        ("entered", None),
        ("track-changed", effect.row),
        ("support-changed", effect.row),
    ]
    assert events[1].data == {
        "track": "suspicion",
        "conspirator": "oster",
        "amount": -3,
        "before": "extreme",
        "after": "low",
    }
    assert all(event.rule for event in events)


def test_the_state_that_was_given_stays_as_it_was(board: Any, table: Any) -> None:
    ruleset = board.ruleset()
    state = table(ruleset).state
    before = state.copy()
    applied = ruleset.apply(state, "move paris")
    assert isinstance(applied, Applied)
    assert state == before != applied.state


def test_a_changed_effect_changes_what_is_executed(board: Any, table: Any) -> None:
    board.add_effect("location", board.id_of("paris"), "enter: suspicion self -1; motivation all +2")
    after = table(board.ruleset(), {"oster": MOST, "kordt": MOST}).do("move paris").state
    assert after.conspirators["oster"].levels == {"suspicion": HIGHEST - 1, "motivation": 2}
    assert after.conspirators["kordt"].levels == {"suspicion": HIGHEST, "motivation": 2}
    assert after.levels["military-support"] == 3


def test_a_changed_fact_changes_the_ends_of_a_track(board: Any, table: Any) -> None:
    board.add_effect("location", board.id_of("paris"), "enter: military-support +9")
    assert support_after_paris(board, table) == 7
    board.state_fact("track:military-support", "max", "5")
    assert support_after_paris(board, table) == 5
    board.add_effect("location", board.id_of("paris"), "enter: military-support -9")
    assert support_after_paris(board, table) == 3
    board.state_fact("track:military-support", "start.standard", "2")
    assert support_after_paris(board, table) == 2


def support_after_paris(board: Any, table: Any) -> Any:
    return table(board.ruleset()).do("move paris").state.levels["military-support"]


@pytest.mark.parametrize(
    ("subject", "attribute"),
    [
        ("track:military-support", "max"),
        ("track:military-support", "start.standard"),
        ("track:motivation", "start"),
        ("track:suspicion", "start"),
    ],
)
def test_a_missing_fact_is_named(board: Any, table: Any, subject: str, attribute: str) -> None:
    board.forget_fact(subject, attribute)
    with pytest.raises(RulesetError, match=f"`{subject}` `{attribute}`") as caught:
        table(board.ruleset())
    assert caught.value.word == f"{subject} {attribute}"


def test_a_start_that_is_no_level_is_named(board: Any, table: Any) -> None:
    fact = board.state_fact("track:suspicion", "start", "timid")
    with pytest.raises(RulesetError, match="one of low, medium, high, extreme") as caught:
        table(board.ruleset())
    assert (caught.value.row, caught.value.word) == (fact.id, "timid")


def test_a_maximum_below_the_start_is_played_as_the_start(board: Any, table: Any) -> None:
    board.state_fact("track:military-support", "max", "1")
    ruleset = board.ruleset()
    table(ruleset)
    assert ruleset.curbed == {("track:military-support", "max"): "3"}


@pytest.mark.parametrize(
    ("given", "wrong"),
    [
        ({"leaders": {"hitler": "pariss"}}, "no space “pariss”"),
        ({"leaders": {"hitle": "paris"}}, "no leader “hitle”"),
        ({"people": {"oster": {"items": ["mop"]}}}, "no token “mop”"),
        ({"people": {"nobody": {}}}, "no character “nobody”"),
    ],
)
def test_a_table_is_laid_out_with_known_codes_only(board: Any, table: Any, given: dict[str, Any], wrong: str) -> None:
    with pytest.raises(ValueError, match=wrong):
        table(board.ruleset(), **given)


@pytest.mark.parametrize(
    ("where", "stage", "rule"),
    [
        ("paris", 3, "move-stage"),
        ("paris", 7, "stage-closed"),
        ("atlantis", 4, "move-adjacent"),
        ("riga", 4, "move-adjacent"),
    ],
)
def test_entry_is_refused_by_the_rule(board: Any, table: Any, where: str, stage: int, rule: str) -> None:
    board.locations["paris"].closes_in_stage = 7
    assert refusal(table(board.ruleset(), stage=stage), f"move {where}").rule == rule


def test_a_delivery_pays_who_made_it_and_the_item_is_discarded(board: Any, table: Any) -> None:
    laid = table(board.ruleset(), {"oster": {"items": ["map", "map", "keys"], **MOST}, "kordt": MOST}).do("deliver map")
    assert laid.state.conspirators["oster"].items == ["map", "keys"]
    assert laid.state.discarded_items == ["map"]
    assert suspicion(laid) == {"oster": HIGHEST - 2, "kordt": HIGHEST}


def test_a_changed_amount_changes_the_delivery(board: Any, table: Any) -> None:
    board.add_effect("delivery", board.deliveries["munich"].id, "deliver map: suspicion self -1")
    laid = table(board.ruleset(), {"oster": {"items": ["map"], **MOST}}).do("deliver map")
    assert suspicion(laid) == {"oster": HIGHEST - 1}


def test_a_split_is_handed_out_as_the_player_decides(board: Any, table: Any) -> None:
    board.add_card("beck", "character")
    board.state_fact("character:beck", "affiliation", "civilian")
    people = {
        "oster": {"location": "prague", "items": ["keys"], "suspicion": "high"},
        "kordt": {"suspicion": "high"},
        "beck": {"location": "prison", "suspicion": "high"},
    }
    laid = table(board.ruleset(), people, players=2).do("deliver keys")
    assert laid.legal == ["oster -2, kordt -1", "oster -1, kordt -2"]
    assert suspicion(laid.do("oster -1, kordt -2")) == {"oster": 1, "kordt": 0, "beck": 2}


def test_a_prisoner_shares_in_a_split_where_no_rule_forbids_it(board: Any, table: Any) -> None:
    people = {
        "oster": {"location": "prague", "items": ["keys"], "suspicion": "high"},
        "kordt": {"location": "prison", "suspicion": "high"},
    }
    assert "end" in table(board.ruleset(), people).do("deliver keys").legal
    board.session.delete(board.session.exec(select(Rule).where(Rule.code == "deliver-not-prison")).one())
    board.session.flush()
    laid = table(board.ruleset(), people).do("deliver keys")
    assert laid.legal == ["oster -2, kordt -1", "oster -1, kordt -2"]


def test_a_split_that_can_go_only_one_way_asks_nobody(board: Any, table: Any) -> None:
    laid = table(board.ruleset(), {"oster": {"location": "prague", "items": ["keys"]}, "kordt": {}}).do("deliver keys")
    assert "end" in laid.legal
    assert suspicion(laid) == {"oster": 0, "kordt": 0}


def test_nothing_else_is_done_while_a_decision_is_open(board: Any, table: Any) -> None:
    people = {"oster": {"location": "prague", "items": ["keys", "keys"], **MOST}, "kordt": MOST}
    laid = table(board.ruleset(), people).do("deliver keys")
    for action in ("move station", "deliver keys", "oster -99", "end"):
        refused = refusal(laid, action)
        assert refused.rule == "deliver-discard"
        assert "First oster must choose one of oster -3, oster -2, kordt -1" in refused.sentence


@pytest.mark.parametrize(
    ("place", "who", "item", "given", "reason"),
    [
        ("munich", "oster", "keys", {}, "does not take keys"),
        ("munich", "oster", "map", {"squares": {"munich": "keys"}}, "still lies"),
        ("munich", "kordt", "map", {}, "does not hold map"),
        ("station", "oster", "map", {}, "does not take map"),
        ("nuremberg", "oster", "map", {}, "only if hitler here"),
        ("nuremberg", "oster", "map", {"leaders": {"hitler": "munich", "hess": "nuremberg"}}, "only if hitler here"),
    ],
)
def test_a_delivery_is_refused_and_nothing_changes(
    board: Any, table: Any, place: str, who: str, item: str, given: dict[str, Any], reason: str
) -> None:
    people = {"oster": {"location": place, "items": ["map", "keys"]}, "kordt": {"location": place}}
    refused = refusal(table(board.ruleset(), people, active=who, **given), f"deliver {item}")
    assert refused.rule in ("deliver-discard", "deliver-uncovered", "deliver-condition")
    assert reason in refused.sentence


def test_a_prisoner_delivers_nothing(board: Any, table: Any) -> None:
    laid = table(board.ruleset(), {"oster": {"location": "prison", "items": ["map"]}, "kordt": {}})
    assert laid.state.active == "kordt", "prison-no-actions"
    assert not any(action.startswith("deliver") for action in laid.legal)


def test_the_conditions_of_deliveries_are_obeyed(board: Any, table: Any) -> None:
    ruleset = board.ruleset()
    people = {"oster": {"location": "nuremberg", "items": ["map"]}, "kordt": {"location": "riga", "items": ["map"]}}
    laid = table(ruleset, people, leaders={"hitler": "nuremberg"})
    assert laid.do("deliver map").state.conspirators["oster"].items == []
    assert "only if abwehr" in refusal(table(ruleset, people, active="kordt"), "deliver map").sentence
    people["oster"]["location"] = "riga"
    assert table(ruleset, people).do("deliver map").state.conspirators["oster"].items == []


def test_an_affiliation_that_no_list_states_is_named(board: Any, table: Any) -> None:
    board.add_card("beck", "character")
    with pytest.raises(RulesetError, match="`character:beck` `affiliation`"):
        table(board.ruleset())


def test_a_delivery_without_its_amount_names_the_fact(board: Any) -> None:
    board.forget_fact("delivery:map", "self")
    effect = board.ruleset().effects_of("delivery", str(board.deliveries["munich"].id))[0]
    board.session.delete(board.session.get(Effect, effect.row))
    board.session.flush()
    assert any("No document or list states `delivery:map` `self`" in message for message in gaps(board))
    board.state_fact("delivery:map", "self", "-2")
    assert any("`delivery:map self` is stated, but no effect was built" in message for message in gaps(board))


def gaps(board: Any) -> list[str]:
    outcomes = validate(board.session, "black-orchestra", only=("rows",))
    return [outcome.message for outcome in outcomes if outcome.status != "passed"]
