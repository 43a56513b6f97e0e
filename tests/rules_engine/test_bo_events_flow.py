"""Events of Black Orchestra: stages, key and important events, what is current, and the ends they bring."""

from typing import Any

import pytest

FREE = {"location": "hannover"}
TWO = {"oster": FREE, "kordt": FREE}
AWAY = {"hess": "munich"}


def flow(seat: Any, events: list[str], edition: str = "2nd", **given: Any) -> Any:
    return seat(edition, **{"conspirators": TWO, "leaders": AWAY, **given}, events=events)


def test_a_stage_begins_with_its_first_event_and_not_when_the_deck_before_it_is_empty(seat: Any) -> None:
    table = flow(seat, ["gestapo-investigation"])
    table.state.event_decks[0][:] = ["gestapo-investigation"]
    table.do("end")
    assert table.state.event_decks[0] == []
    assert table.state.stage == 1
    table.do("end")
    assert table.state.stage == 2
    assert table.sees("stage") == 2


def test_a_key_event_stays_in_play_beside_the_board(seat: Any) -> None:
    table = flow(seat, ["invasion-of-poland", "anti-semitic-laws", "nazi-soviet-pact", "visit-from-hess"], stage=2)
    table.do("end")
    assert (table.state.current, table.state.key_event) == ("invasion-of-poland", "")
    assert table.state.levels["military-support"] == 5
    table.do("end")
    assert (table.state.current, table.state.key_event) == ("anti-semitic-laws", "invasion-of-poland")


def test_an_important_event_is_ignored_while_a_key_event_is_in_play(seat: Any) -> None:
    events = ["nazi-soviet-pact", "anti-semitic-laws"]
    table = flow(seat, events, stage=2, key_event="invasion-of-poland")
    table.do("end")
    assert table.state.current == "anti-semitic-laws"
    assert "nazi-soviet-pact" in table.state.event_discard
    assert table.state.levels["military-support"] == 3
    assert "bormann" not in [leader for leader, space in table.state.leaders.items() if space == "berghof"]
    plain = flow(seat, events, stage=2)
    plain.do("end")
    assert plain.state.current == "nazi-soviet-pact"
    assert plain.state.levels["military-support"] == 4


def test_an_important_event_right_after_the_key_event_is_ignored_too(seat: Any) -> None:
    table = flow(seat, ["invasion-of-poland", "nazi-soviet-pact", "anti-semitic-laws"], stage=2)
    table.do("end", "end")
    assert table.state.current == "anti-semitic-laws"
    assert table.state.key_event == "invasion-of-poland"


def test_the_key_event_goes_when_the_next_stage_begins(seat: Any) -> None:
    table = flow(seat, ["western-offensive"], stage=2, key_event="invasion-of-poland")
    table.do("end")
    assert table.state.stage == 3
    assert table.state.key_event == ""
    assert table.state.current == "western-offensive"
    assert "invasion-of-poland" in table.state.event_discard


def test_removed_events_leave_the_game_unseen(seat: Any) -> None:
    table = flow(seat, ["munich-agreement"])
    before, unseen = len(table.state.event_decks[0]), len(table.state.unseen)
    table.do("end")
    assert len(table.state.event_decks[0]) == before - 3
    assert len(table.state.unseen) == unseen + 2


def test_several_events_are_resolved_one_after_the_other(seat: Any) -> None:
    table = flow(seat, ["kristallnacht", "gestapo-investigation"])
    table.state.events_due = 2
    table.do("end")
    assert table.state.current == "gestapo-investigation"
    assert [c.levels for c in table.state.conspirators.values()] == [{"motivation": 1, "suspicion": 2}] * 2
    assert table.state.active == "kordt"


@pytest.mark.parametrize("edition", ["1st", "2nd"])
def test_no_event_left_is_a_defeat(seat: Any, edition: str) -> None:
    table = flow(seat, [], edition, stage=7)
    table.state.event_decks = [[] for _ in table.state.event_decks]
    table.do("end")
    assert table.ruleset.result(table.state).rule == "lose-no-event"


@pytest.mark.parametrize("edition", ["1st", "2nd"])
def test_located_documents_are_a_defeat(seat: Any, edition: str) -> None:
    table = flow(seat, ["documents-located"], edition, stage=7)
    table.do("end")
    result = table.ruleset.result(table.state)
    assert (result.outcome, result.rule) == ("defeat", "lose-documents")
    assert table.refused("end") == "lose-documents"


def test_a_leader_who_visits_passes_over_whoever_is_beside_him(seat: Any) -> None:
    everybody = {"goerdeler": {"location": "nuremberg"}, "oster": {"location": "prague"}}
    leaders = {"hitler": "nuremberg", "bormann": "munich"}
    table = flow(seat, ["visit-from-hitler-stage-3"], conspirators=everybody, leaders=leaders, stage=3)
    table.do("end")
    assert table.state.leaders["hitler"] == "prague"


def test_of_several_equally_near_the_active_player_chooses(seat: Any) -> None:
    everybody = {"oster": {"location": "hannover"}, "kordt": {"location": "munich"}, "beck": {"location": "prison"}}
    leaders = {"hitler": "adlerhorst", "goring": "chancellery", "hess": "chancellery"}
    table = flow(seat, ["visit-from-hitler-stage-6"], conspirators=everybody, leaders=leaders, stage=6)
    table.do("end")
    # Hannover is one space away, Munich two.
    assert table.state.leaders["hitler"] == "hannover"
    far = {"oster": {"location": "hannover"}, "kordt": {"location": "tannenberg"}}
    tied = flow(seat, ["visit-from-hitler-stage-6"], conspirators=far, leaders=leaders, stage=6)
    tied.do("end")
    assert tied.legal == ["hannover", "tannenberg"]
    assert tied.ruleset.to_move(tied.state) == 0


def test_prisoners_are_not_touched_by_events(seat: Any) -> None:
    everybody = {"oster": FREE, "kordt": {"location": "prison", "motivation": "committed"}}
    table = flow(seat, ["sea-lion-postponed"], conspirators=everybody, stage=3)
    table.do("end")
    assert table.state.conspirators["kordt"].levels["motivation"] == 3


def test_a_turn_can_go_by_without_an_event(seat: Any) -> None:
    everybody = {"oster": {**FREE, "cards": ["slow-news-day"]}, "kordt": FREE}
    table = flow(seat, ["gestapo-investigation"], conspirators=everybody)
    table.do("use slow-news-day oster", "end")
    assert table.state.current == ""
    assert table.state.active == "kordt"


def test_entering_the_current_rally_lowers_suspicion(seat: Any) -> None:
    everybody = {"oster": {"location": "munich", "suspicion": "extreme"}, "kordt": FREE}
    leaders = {"goring": "chancellery", "hess": "munich"}
    table = flow(seat, [], conspirators=everybody, stage=2, current="party-rally-stage-2", leaders=leaders)
    table.do("move nuremberg")
    assert table.state.conspirators["oster"].levels["suspicion"] == 0
