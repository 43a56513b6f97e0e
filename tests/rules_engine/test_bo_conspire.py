"""Conspiring in Black Orchestra: eagles before targets before numbers, and the dissent track."""

from typing import Any

import pytest

from rules_engine.black_orchestra.conspiring import free_dice

SAFE = {"hitler": "munich", "goebbels": "munich", "himmler": "munich"}


def two(**oster: Any) -> dict[str, Any]:
    return {"oster": {"location": "ministry", **oster}, "kordt": {"location": "ministry"}, "beck": {}}


def test_each_die_costs_an_action_and_there_is_one_conspiracy_a_turn(seat: Any) -> None:
    table = seat(conspirators=two(), leaders=SAFE, dice=["target"])
    assert [a for a in table.legal if a.startswith("conspire")] == ["conspire 1", "conspire 2", "conspire 3"]
    table.do("conspire 1")
    assert table.state.actions_left == 2
    assert table.refused("conspire 1") == "conspire-limit"


def test_no_more_dice_than_actions(seat: Any) -> None:
    table = seat(conspirators=two(), leaders=SAFE, actions_left=2)
    assert table.refused("conspire 3") == "conspire-dice"


def test_eagles_raise_the_suspicion_of_all_in_the_space(seat: Any) -> None:
    table = seat(conspirators=two(), leaders=SAFE, dice=["eagle", "eagle"])
    table.do("conspire 2")
    assert [c.levels["suspicion"] for c in table.state.conspirators.values()] == [3, 3, 1]


def test_numbers_add_up_to_further_actions(seat: Any) -> None:
    table = seat(conspirators=two(), leaders=SAFE, dice=["3", "2", "eagle"])
    table.do("conspire 3")
    assert table.state.actions_left == 5


def test_targets_stay_on_the_dissent_track_and_are_not_rolled_meanwhile(seat: Any) -> None:
    table = seat(conspirators=two(), leaders=SAFE, dice=["target", "target"], events=["gestapo-investigation"])
    table.do("conspire 2", "end")
    assert table.state.dissent == 2
    assert table.sees("dissent") == 2
    engine = table.ruleset.engine
    assert free_dice(engine, table.state) == 8


def test_a_full_track_is_rewarded_at_once_and_emptied(seat: Any) -> None:
    table = seat(conspirators=two(), leaders=SAFE, dissent=1, dice=["target", "target"], military_support=5)
    table.do("conspire 2")
    assert table.legal == ["motivation oster", "motivation kordt", "motivation beck", "military-support"]
    table.do("military-support")
    assert table.state.levels["military-support"] == 4
    assert table.state.dissent == 0


def test_targets_beyond_the_full_track_go_on_to_the_emptied_one(seat: Any) -> None:
    table = seat(conspirators=two(), leaders=SAFE, dissent=2, dice=["target", "target", "1"])
    table.do("conspire 3", "motivation kordt")
    assert table.state.conspirators["kordt"].levels["motivation"] == 1
    assert table.state.dissent == 1
    assert table.state.actions_left == 1


def test_the_reward_never_brings_support_below_its_start(seat: Any) -> None:
    table = seat(conspirators=two(), leaders=SAFE, dissent=2, dice=["target"])
    table.do("conspire 1", "military-support")
    assert table.state.levels["military-support"] == 3


def test_eagles_are_resolved_before_the_reward(seat: Any) -> None:
    table = seat(conspirators=two(), leaders=SAFE, dissent=2, dice=["target", "eagle"])
    table.do("conspire 2")
    assert table.state.conspirators["oster"].levels["suspicion"] == 2
    assert "military-support" in table.legal


def test_a_prisoner_gets_no_reward(seat: Any) -> None:
    everybody = {**two(), "canaris": {"location": "prison"}}
    table = seat(conspirators=everybody, leaders=SAFE, dissent=2, dice=["target"])
    table.do("conspire 1")
    assert "motivation canaris" not in table.legal


@pytest.mark.parametrize(("subject", "attribute", "value"), [("track:dissent", "size", 2)])
def test_a_changed_size_fills_the_track_sooner(
    seat: Any, orchestra_rows: Any, subject: str, attribute: str, value: int
) -> None:
    orchestra_rows.state_fact(subject, attribute, value)
    table = seat(orchestra_rows.ruleset(), conspirators=two(), leaders=SAFE, dissent=1, dice=["target"])
    table.do("conspire 1")
    assert "military-support" in table.legal
