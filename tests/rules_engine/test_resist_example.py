"""The first round that rulebooks of Resist! tell as an example, played from its row."""

import json
from typing import Any

import pytest
from sqlmodel import Session, select

from rules_engine.ruleset import Ruleset
from schema.rules import Scenario


@pytest.fixture(scope="module")
def example(resist_engine: Any) -> dict[str, Any]:
    with Session(resist_engine) as session:
        row = session.exec(select(Scenario).where(Scenario.code == "railroad-bridge")).one()
        return {name: json.loads(getattr(row, name)) for name in ("given", "actions", "expect")}


@pytest.fixture
def played(resist: Ruleset, example: dict[str, Any]) -> list[Any]:
    """The states before and after every action of the example."""
    states = [resist.engine.arrange(example["given"], seed=1)]
    for entry in example["actions"]:
        states.append(resist.engine.play_example(states[-1], entry))
    return states


def codes(resist: Ruleset, state: Any, pile: str) -> list[str]:
    return sorted(resist.view(state)[pile])


def test_the_attack_is_what_the_example_says(resist: Ruleset, example: dict[str, Any], played: list[Any]) -> None:
    stated = example["actions"][6]["expect"]["attack"]
    assert resist.engine.measures["total-attack"](played[7], 0) == stated == 9  # type: ignore[attr-defined]
    assert resist.view(played[7])["attack"] == 9


def test_the_guard_goes_first_and_then_the_bridge(resist: Ruleset, example: dict[str, Any], played: list[Any]) -> None:
    for refused in example["actions"][6]["expect"]["refused"]:
        refusal = resist.apply(played[7], refused["do"])
        assert refusal.rule == refused["rule"]  # type: ignore[union-attr]
    left = [example["actions"][number]["expect"]["attack"] for number in (7, 8)]
    assert [resist.view(played[number])["attack"] for number in (8, 9)] == left
    assert codes(resist, played[9], "completed") == example["expect"]["completed"]
    assert resist.view(played[9])["points"] == example["expect"]["points"]


def test_the_soldier_removes_abel(resist: Ruleset, example: dict[str, Any], played: list[Any]) -> None:
    assert codes(resist, played[10], "removed") == example["expect"]["removed"] == ["abel"]


def test_the_round_leaves_the_piles_of_the_example(resist: Ruleset, example: dict[str, Any], played: list[Any]) -> None:
    after = played[-1]
    for pile in ("revealed-discard", "enemy-discard", "graveyard"):
        assert codes(resist, after, pile) == sorted(example["expect"][pile])
    discarded = codes(resist, after, "hidden-discard")
    assert discarded == sorted(example["expect"]["hidden-discard"])
    assert resist.result(after) is None
    assert resist.view(after)["round"] == 2
    assert len(resist.view(after)["hand"]) == 5
    assert resist.view(after)["missions"][0]["mission"] not in (None, "destroy-the-railroad-bridge")


def test_the_example_does_not_hang_on_the_bonus_of_one_card(resist: Ruleset, played: list[Any]) -> None:
    """Whether Abel or those he counts gain the bonus, the total is the same."""
    saved = resist.save(played[6])
    assert {name: amount for name, amount in saved["marks"].items() if name.startswith("per-")} == {
        "per-revealed abel": 1
    }
