"""Black Orchestra is set up as the facts say, for every number of players, difficulty and variant."""

from collections import Counter
from typing import Any

import pytest

from rules_engine.errors import RulesetError
from rules_engine.ruleset import Ruleset

EDITIONS = ("black_orchestra", "black_orchestra_1st")


@pytest.fixture(params=EDITIONS)
def edition(request: pytest.FixtureRequest) -> Ruleset:
    ruleset: Ruleset = request.getfixturevalue(request.param)
    return ruleset


@pytest.mark.parametrize("players", [1, 2, 3, 4, 5])
def test_every_player_leads_one_conspirator_and_a_single_player_two(edition: Ruleset, players: int) -> None:
    state = edition.start(players, seed=3)
    assert len(state.conspirators) == max(players, 2)
    assert {edition.engine.seat(state, code) for code in state.conspirators} == set(range(players))
    for conspirator in state.conspirators.values():
        assert conspirator.location == "train-station"
        assert conspirator.levels == {"motivation": 0, "suspicion": 1}
        assert conspirator.items == conspirator.cards == []


def test_leaders_items_and_decks_lie_where_they_belong(edition: Ruleset) -> None:
    state = edition.start(3, seed=3)
    assert state.leaders == {
        "hitler": "deutschlandhalle",
        "hess": "hannover",
        "goebbels": "ministry",
        "bormann": "nuremberg",
        "himmler": "gestapo-hq",
        "goring": "munich",
    }
    assert len(state.squares) == 24
    assert not state.face_up
    assert set(Counter(state.squares.values()).values()) == {3}
    assert "zurich" not in state.squares
    assert [len(cards) for cards in state.event_decks] == [10] * 7
    assert len(state.unseen) == 14
    table = edition.engine
    assert all({table.stage_of[c] for c in cards} == {n} for n, cards in enumerate(state.event_decks, 1))
    assert len(state.deck) == edition.number("deck:conspirator", "size")
    assert len(state.interrogations) == edition.number("deck:interrogation", "size")


@pytest.mark.parametrize(("difficulty", "support"), [("easy", 2), ("standard", 3), ("hard", 4)])
def test_the_difficulty_says_where_support_begins(edition: Ruleset, difficulty: str, support: int) -> None:
    state = edition.start(2, options={"difficulty": difficulty})
    assert state.levels["military-support"] == support == state.tracks["military-support"].low


def test_without_time_one_more_event_of_each_stage_is_put_aside(edition: Ruleset) -> None:
    state = edition.start(2, options={"no-time-to-lose": "yes"})
    assert [len(cards) for cards in state.event_decks] == [9] * 7


def test_secured_documents_are_left_out(black_orchestra: Ruleset, black_orchestra_1st: Ruleset) -> None:
    for seed in range(8):
        state = black_orchestra.start(2, seed, {"secured-documents": "yes"})
        assert state.removed_events == ["documents-located"]
        assert [len(cards) for cards in state.event_decks] == [10] * 7
        assert "documents-located" not in (*state.unseen, *state.event_decks[6])
    assert "secured-documents" not in black_orchestra_1st.choices


def test_a_changed_number_changes_the_set_up(orchestra_rows: Any) -> None:
    orchestra_rows.state_fact("deck:event", "removed-per-stage", 4)
    ruleset = orchestra_rows.ruleset()
    assert [len(cards) for cards in ruleset.start(2).event_decks] == [8] * 7


def test_what_cards_and_tracks_cannot_bear_is_played_as_far_as_they_do(orchestra_rows: Any) -> None:
    orchestra_rows.state_fact("deck:event", "removed-per-stage", 13)
    orchestra_rows.state_fact("stage", "count", 9)
    orchestra_rows.state_fact("component:pawn", "count", 40)
    orchestra_rows.state_fact("track:military-support", "start.standard", 9)
    ruleset = orchestra_rows.ruleset()
    state = ruleset.start(2)
    assert [len(cards) for cards in state.event_decks] == [0] * 7
    assert state.levels["military-support"] == 9
    curbed = {" ".join(fact): played for fact, played in ruleset.curbed.items()}
    assert curbed.pop("component:pawn count")
    assert curbed == {
        "deck:event removed-per-stage": "12",
        "stage count": "7",
        "track:military-support max": "9",
    }


def test_more_stages_than_there_are_events_for_leave_nothing_else_out(orchestra_rows: Any) -> None:
    orchestra_rows.state_fact("stage", "count", 9)
    ruleset = orchestra_rows.ruleset()
    state = ruleset.start(2, 1, {"secured-documents": "yes"})
    assert state.removed_events == ["documents-located"]
    assert not ruleset.left_out


def test_a_missing_fact_is_named_before_anything_is_played(orchestra_rows: Any) -> None:
    orchestra_rows.forget_fact("suspicion:high", "eagles-detect")
    with pytest.raises(RulesetError, match="`suspicion:high` `eagles-detect`"):
        orchestra_rows.ruleset().start(2)


def test_wrong_options_and_players_are_told(edition: Ruleset) -> None:
    with pytest.raises(ValueError, match="1 or 2 or 3 or 4 or 5"):
        edition.start(6)
    with pytest.raises(ValueError, match="difficulty"):
        edition.start(2, options={"difficulty": "insane"})
