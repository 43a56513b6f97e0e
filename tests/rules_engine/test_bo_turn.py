"""A turn of Black Orchestra: penalties in the player's order, actions, limits, cards at any time, the next turn."""

from typing import Any

import pytest

from rules_engine.black_orchestra.state import Frame
from rules_engine.black_orchestra.turn import AT_WINDOW, TAKING_TURNS

TWO = {"oster": {}, "kordt": {"location": "munich"}}


def begin_turn(table: Any, code: str) -> Any:
    """Let the turn of a conspirator begin anew, before any penalty."""
    state = table.state
    state.frames, state.options, state.active = [Frame(TAKING_TURNS, code, AT_WINDOW)], None, code
    state.actions_left = 3
    return table


def test_several_penalties_strike_in_the_order_that_the_player_chooses(seat: Any) -> None:
    """Hitler and Bormann in Nuremberg: one level less of motivation, and no conspiracy this turn."""
    everybody = {"goerdeler": {"location": "nuremberg", "motivation": "motivated"}, "oster": {"location": "prague"}}
    table = seat(conspirators=everybody, stage=3, leaders={"hitler": "nuremberg", "bormann": "nuremberg"})
    begin_turn(table, "goerdeler")
    assert table.legal == ["suffer hitler", "suffer bormann"]
    table.do("suffer bormann")
    assert table.state.conspirators["goerdeler"].levels["motivation"] == 1
    assert not any(action.startswith("conspire") for action in table.legal)
    assert table.refused("conspire 1") == "penalty-bormann"


def test_meeting_a_leader_later_in_the_turn_brings_no_penalty(seat: Any) -> None:
    everybody = {"oster": {"location": "prague", "motivation": "motivated"}, "kordt": {}}
    table = seat(conspirators=everybody, stage=3, leaders={"hitler": "nuremberg", "bormann": "nuremberg"})
    begin_turn(table, "oster").do("move nuremberg")
    assert table.state.conspirators["oster"].levels["motivation"] == 2
    assert "conspire 1" in table.legal


@pytest.mark.parametrize(
    ("leader", "before", "after"),
    [
        ("hitler", {"motivation": "skeptical"}, {"motivation": "timid"}),
        ("himmler", {"suspicion": "medium"}, {"suspicion": "high"}),
        ("hess", {"cards": ["safe"]}, {"cards": []}),
        ("goring", {"items": ["map"]}, {"items": []}),
        ("goring", {"items": []}, {"items": []}),
        ("hess", {"cards": ["lone-gunman"]}, {"cards": []}),
    ],
)
def test_each_leader_has_his_penalty(seat: Any, leader: str, before: dict[str, Any], after: dict[str, Any]) -> None:
    table = seat(conspirators={"oster": {"location": "munich", **before}, "kordt": {}}, leaders={"goring": "hannover"})
    table.state.leaders[leader] = "munich"
    assert begin_turn(table, "oster").legal
    seen = table.sees("conspirators")["oster"]
    assert {name: seen[name] for name in after} == after


def test_goebbels_takes_the_ability_for_the_turn_and_its_fourth_action(seat: Any) -> None:
    everybody = {"stauffenberg": {"location": "munich", "motivation": "motivated"}, "kordt": {}}
    table = seat(conspirators=everybody, leaders={"goring": "hannover"})
    assert begin_turn(table, "stauffenberg").legal
    assert table.state.actions_left == 4
    beside = seat(conspirators=everybody, leaders={"goring": "hannover", "goebbels": "munich"})
    assert begin_turn(beside, "stauffenberg").legal
    assert beside.state.actions_left == 3
    assert beside.sees("conspirators")["stauffenberg"]["ability"] is False


def test_an_ability_works_from_its_level_of_motivation_on(seat: Any) -> None:
    timid = seat(conspirators={"stauffenberg": {"location": "munich", "motivation": "skeptical"}, "kordt": {}})
    assert begin_turn(timid, "stauffenberg").legal
    assert timid.state.actions_left == 3


def test_three_actions_then_the_event_then_the_next_conspirator(seat: Any) -> None:
    table = seat(conspirators=TWO, events=["gestapo-investigation"], deck=["safe", "cover-story"])
    table.do("draw", "draw")
    assert table.state.conspirators["oster"].cards == ["safe", "cover-story"]
    table.do("move sportpalast")
    assert table.state.current == "gestapo-investigation"
    assert [c.levels["suspicion"] for c in table.state.conspirators.values()] == [2, 2]
    assert (table.state.active, table.state.turn) == ("kordt", 2)
    assert table.state.actions_left == 3


def test_actions_need_not_be_used(seat: Any) -> None:
    table = seat(conspirators=TWO, events=["gestapo-investigation"])
    table.do("end")
    assert table.state.active == "kordt"


def test_a_full_dossier_is_discarded_down_at_once_even_the_card_just_drawn(seat: Any) -> None:
    everybody = {"oster": {"cards": ["safe", "cover-story"]}, "kordt": {"location": "munich"}}
    table = seat(conspirators=everybody, deck=["lone-gunman"])
    table.do("draw")
    assert table.legal == ["discard safe", "discard cover-story", "discard lone-gunman"]
    assert table.refused("end") == "dossier-discard-down"
    table.do("discard lone-gunman")
    assert table.state.discard == ["lone-gunman"]
    assert table.state.actions_left == 2


@pytest.mark.parametrize(("players", "limit"), [(1, 6), (2, 6), (3, 5), (4, 5), (5, 4)])
def test_limits_depend_on_the_number_of_players(seat: Any, players: int, limit: int) -> None:
    cards = ["safe", "cover-story", "called-away", "lose-gestapo", "distant-contact", "airplane-access"][:limit]
    names = ["oster", "kordt", "beck", "canaris", "olbricht"][: max(players, 2)]
    everybody = {name: {"location": "hannover"} for name in names}
    everybody["oster"] = {"motivation": "skeptical", "cards": cards}
    table = seat(conspirators=everybody, players=players, deck=["sniper"], leaders={"hess": "munich"})
    table.do("draw")
    assert len(table.legal) == limit + 1
    assert "discard sniper" in table.legal


def test_who_falls_to_the_lowest_motivation_discards_in_anybodys_turn(seat: Any) -> None:
    cards = ["safe", "cover-story", "lose-gestapo"]
    everybody = {"oster": {}, "kordt": {"location": "hannover", "motivation": "skeptical", "cards": cards}}
    table = seat(conspirators=everybody, stage=3, events=["sea-lion-postponed"])
    table.do("end")
    assert table.legal == ["discard safe", "discard cover-story", "discard lose-gestapo"]
    assert table.ruleset.to_move(table.state) == 1


def test_sharing_goes_both_ways_in_the_same_space_and_keeps_the_limits(seat: Any) -> None:
    everybody = {
        "oster": {"items": ["map"], "cards": ["safe"]},
        "kordt": {"items": ["keys", "keys", "keys", "poison"]},
        "beck": {"location": "zeughaus", "items": ["badge"]},
    }
    table = seat(conspirators=everybody, players=2)
    assert "take badge beck" not in table.legal
    table.do("take keys kordt", "give safe kordt")
    assert table.state.conspirators["oster"].items == ["map", "keys"]
    assert table.state.conspirators["kordt"].cards == ["safe"]
    table.do("give map kordt")
    assert len(table.state.conspirators["kordt"].items) == 4
    full = seat(conspirators=everybody, players=2)
    full.do("give map kordt")
    assert sorted(full.legal) == ["discard keys", "discard map", "discard poison"]


def test_a_card_is_played_for_an_action_and_discarded(seat: Any) -> None:
    table = seat(conspirators={"oster": {"cards": ["lose-gestapo"], "suspicion": "high"}, "kordt": {}})
    table.do("play lose-gestapo")
    assert table.state.conspirators["oster"].levels["suspicion"] == 1
    assert table.state.discard == ["lose-gestapo"]
    assert table.state.actions_left == 2


def test_cards_without_an_action_are_offered_in_others_turns_but_not_to_prisoners(seat: Any) -> None:
    everybody = {"oster": {}, "kordt": {"cards": ["effective-planning"]}}
    table = seat(conspirators=everybody)
    assert "use effective-planning kordt" in table.legal
    table.do("use effective-planning kordt", "agree")
    assert table.state.actions_left == 4
    assert table.state.discard == ["effective-planning"]
    prison = seat(conspirators={"oster": {}, "kordt": {"cards": ["effective-planning"], "location": "prison"}})
    assert prison.refused("use effective-planning kordt") == "any-time-effect"


def test_whoever_holds_a_card_decides_whether_it_is_played(seat: Any) -> None:
    table = seat(conspirators={"oster": {}, "kordt": {"cards": ["effective-planning"]}})
    table.do("use effective-planning kordt")
    assert table.legal == ["agree", "refuse"]
    assert table.ruleset.to_move(table.state) == 1
    table.do("refuse")
    assert table.ruleset.to_move(table.state) == 0
    assert "use effective-planning kordt" not in table.legal
    assert table.state.conspirators["kordt"].cards == ["effective-planning"]
    table.do("draw")
    assert "use effective-planning kordt" in table.legal, "since then something has happened"


@pytest.mark.parametrize("edition", ["1st", "2nd"])
def test_others_can_play_their_cards_after_somebody_has_ended_the_actions(seat: Any, edition: str) -> None:
    table = seat(edition, conspirators={"oster": {}, "kordt": {"cards": ["slow-news-day"]}})
    table.do("end")
    assert table.legal == ["use slow-news-day kordt", "go-on"]
    assert table.ruleset.to_move(table.state) == 1
    table.do("use slow-news-day kordt")
    assert (table.state.active, table.state.current) == ("kordt", "")


def test_who_leads_all_conspirators_is_not_asked_twice(seat: Any) -> None:
    table = seat(conspirators={"oster": {}, "kordt": {"cards": ["slow-news-day"]}}, players=1)
    table.do("end")
    assert table.state.active == "kordt"
    assert table.state.current != ""


def test_who_has_no_action_left_is_asked_only_if_somebody_could_still_play_a_card(seat: Any) -> None:
    table = seat(conspirators={"oster": {}, "kordt": {"cards": ["slow-news-day"]}}, actions_left=1)
    table.do("reveal" if "reveal" in table.legal else "draw")
    assert table.legal == ["use slow-news-day kordt", "end"]
    assert table.ruleset.to_move(table.state) == 1
    table.do("use slow-news-day kordt")
    assert table.state.active == "kordt"
    assert table.state.current == ""


def test_turn_and_phase_are_seen(seat: Any) -> None:
    table = seat(conspirators=TWO)
    assert table.sees("phase") == "take-actions"
    assert table.sees("active") == "oster"
    assert table.sees("actions-left") == 3
