"""Lines as programs: conditions, groups, choices and what may be left undone; tracks that never leave their ends."""

import random
from collections.abc import Callable
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine.black_orchestra.ladders import Track
from rules_engine.black_orchestra.state import State
from rules_engine.black_orchestra.track_forms import shares
from rules_engine.black_orchestra.visit import answer, deliver, enter, open_decision
from rules_engine.decide import Decision, at_random, by_script
from rules_engine.events import Played

Table = Callable[..., State]
SAME_BOARD = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)


def run(board: Any, table: Table, notation: str, answers: tuple[str, ...] = (), **options: Any) -> dict[str, int]:
    """Where oster's markers and the support stand after a line was executed from the bottom."""
    board.add_effect("location", board.id_of("riga"), f"enter: {notation}")
    ruleset = board.ruleset()
    state = table(ruleset, **options)
    for conspirator in state.conspirators.values():
        conspirator.levels["suspicion"] = 0
    result = enter(ruleset, state, "oster", "riga", by_script(answers))
    assert isinstance(result, Played)
    after = result.state
    assert not after.frames
    return {**after.conspirators["oster"].levels, "support": after.levels["military-support"] - 3}


@pytest.mark.parametrize(
    ("notation", "answers", "suspicion", "motivation", "support"),
    [
        ("suspicion self +1; motivation self +2", (), 1, 2, 0),
        ("(suspicion self +1; motivation self +2)", (), 1, 2, 0),
        ("(suspicion self +1 | motivation self +2); military-support +1", ("suspicion self +1",), 1, 0, 1),
        ("(suspicion self +1 | motivation self +2); military-support +1", ("motivation self +2",), 0, 2, 1),
        ("may suspicion self +1; military-support +1", ("suspicion self +1",), 1, 0, 1),
        ("may suspicion self +1; military-support +1", ("decline",), 0, 0, 1),
        ("may (suspicion self +1; motivation self +1)", ("suspicion self +1; motivation self +1",), 1, 1, 0),
        ("may (suspicion self +1 | motivation self +1)", ("motivation self +1",), 0, 1, 0),
        ("may (suspicion self +1 | motivation self +1)", ("decline",), 0, 0, 0),
        ("(may suspicion self +1; motivation self +1 | military-support +1)", ("military-support +1",), 0, 0, 1),
        (
            "(may suspicion self +1; motivation self +1 | military-support +1)",
            ("may suspicion self +1; motivation self +1", "decline"),
            0,
            1,
            0,
        ),
        ("(suspicion self +1; military-support +1) if stage 3; motivation self +1", (), 0, 1, 0),
        ("(suspicion self +1; military-support +1) if stage 4; motivation self +1", (), 1, 1, 1),
        ("military-support +1 if not stage 3", (), 0, 0, 1),
        ("may military-support +1 if stage 3", (), 0, 0, 0),
        ("military-support +1 if stage 4 and civilian", (), 0, 0, 0),
        ("suspicion all +1 if abwehr", (), 1, 0, 0),
        ("suspicion all +1 if civilian", (), 0, 0, 0),
    ],
)
def test_a_line_does_what_it_says(
    board: Any,
    table: Table,
    notation: str,
    answers: tuple[str, ...],
    suspicion: int,
    motivation: int,
    support: int,
) -> None:
    after = run(board, table, notation, answers)
    assert after == {"suspicion": suspicion, "motivation": motivation, "support": support}


@pytest.mark.parametrize(
    ("condition", "leaders", "holds"),
    [
        ("hitler here", {"hitler": "riga"}, True),
        ("hitler here", {"hitler": "paris"}, False),
        ("hitler here", {}, False),
        ("deputy here", {"hitler": "riga"}, False),
        ("deputy here", {"hess": "riga"}, True),
        ("not deputy here", {"hess": "riga"}, False),
    ],
)
def test_leaders_are_looked_for_in_the_space(
    board: Any, table: Table, condition: str, leaders: dict[str, str], holds: bool
) -> None:
    assert run(board, table, f"military-support +1 if {condition}", leaders=leaders)["support"] == holds


def test_the_condition_of_a_trigger_holds_for_the_whole_line(board: Any, table: Table) -> None:
    board.add_effect("location", board.id_of("riga"), "enter if stage 5: military-support +1; suspicion self +1")
    ruleset = board.ruleset()
    for stage, support in ((4, 3), (5, 4)):
        result = enter(ruleset, table(ruleset, stage=stage), "oster", "riga")
        assert isinstance(result, Played)
        assert result.state.levels["military-support"] == support


def test_conditions_of_a_step_for_many_are_asked_of_each(board: Any, table: Table) -> None:
    board.add_effect(
        "location", board.id_of("riga"), "enter: suspicion all +1 if civilian; suspicion split +2 if abwehr"
    )
    ruleset = board.ruleset()
    result = enter(ruleset, table(ruleset), "kordt", "riga")
    assert isinstance(result, Played)
    levels = {code: conspirator.levels["suspicion"] for code, conspirator in result.state.conspirators.items()}
    assert levels == {"oster": 3, "kordt": 2}


def test_several_lines_happen_in_their_order(board: Any, table: Table) -> None:
    board.add_effect("location", board.id_of("riga"), "enter: military-support +9", seq=0)
    board.add_effect("location", board.id_of("riga"), "enter: military-support -1", seq=1)
    assert enter_support(board, table) == 6


def enter_support(board: Any, table: Table) -> int:
    ruleset = board.ruleset()
    result = enter(ruleset, table(ruleset), "oster", "riga")
    assert isinstance(result, Played)
    return result.state.levels["military-support"]


def test_a_script_that_does_not_fit_is_told(board: Any, table: Table) -> None:
    with pytest.raises(ValueError, match=r"answers “maybe”.*offers “suspicion self \+1”, “decline”"):
        run(board, table, "may suspicion self +1", ("maybe",))
    with pytest.raises(ValueError, match="has no answer left"):
        run(board, table, "may suspicion self +1")


def test_a_player_who_answers_beyond_the_options_is_told(board: Any, table: Table) -> None:
    board.add_effect("location", board.id_of("riga"), "enter: may suspicion self +1")
    ruleset = board.ruleset()
    with pytest.raises(ValueError, match="has 2 options"):
        enter(ruleset, table(ruleset), "oster", "riga", lambda _: 2)


@given(st.integers(0, 6), st.lists(st.integers(0, 4), max_size=4))
def test_shares_are_all_the_ways_to_hand_out_what_there_is_room_for(points: int, rooms: list[int]) -> None:
    obvious = {way for way in product(*(range(room + 1) for room in rooms)) if sum(way) == min(points, sum(rooms))}
    found = list(shares(points, rooms))
    assert set(found) == obvious
    assert len(found) == len(obvious)


@given(st.integers(-9, 9), st.integers(0, 6), st.integers(0, 6), st.integers(0, 6))
def test_a_marker_goes_as_far_as_there_is_room(change: int, low: int, length: int, place: int) -> None:
    track = Track("any", low, low + length, low)
    value = low + min(place, length)
    moved = track.moved(value, change)
    assert track.low <= moved <= track.high
    assert abs(moved - value) == min(abs(change), track.room(value, change))


AMOUNTS = st.integers(-9, 9).map(lambda n: f"{n:+d}")
PLAIN = st.one_of(
    st.builds(
        "{} {} {}".format,
        st.sampled_from(["suspicion", "motivation"]),
        st.sampled_from(["self", "split", "all"]),
        AMOUNTS,
    ),
    st.builds("military-support {}".format, AMOUNTS),
)
CONDITIONAL = st.builds(
    "{}{}".format, PLAIN, st.sampled_from(["", " if stage 4", " if not hitler here", " if abwehr and deputy here"])
)
LINES = st.recursive(
    CONDITIONAL,
    lambda inner: st.one_of(
        st.builds("may ({})".format, st.lists(inner, min_size=1, max_size=3).map("; ".join)),
        st.builds("({})".format, st.lists(inner, min_size=1, max_size=3).map(" | ".join)),
    ),
    max_leaves=6,
)


def within_bounds(state: State) -> bool:
    personal = [(track, place) for c in state.conspirators.values() for track, place in c.levels.items()]
    return all(
        state.tracks[track].low <= place <= state.tracks[track].high
        for track, place in [*personal, *state.levels.items()]
    )


@SAME_BOARD
@given(steps=st.lists(LINES, min_size=1, max_size=4), seed=st.integers(0, 999))
def test_tracks_stay_within_their_ends_whatever_happens(board: Any, table: Table, steps: list[str], seed: int) -> None:
    board.add_effect("location", board.id_of("riga"), f"enter: {'; '.join(steps)}")
    board.add_effect("delivery", board.deliveries["riga"].id, f"deliver any: {'; '.join(steps)}")
    ruleset = board.ruleset()
    state = table(ruleset, items={"oster": ["map"]}, leaders={"hess": "riga"})
    choose = at_random(random.Random(seed))
    for act in (
        lambda s: enter(ruleset, s, "oster", "riga", choose),
        lambda s: deliver(ruleset, s, "oster", "map", choose),
    ):
        result = act(state)
        assert isinstance(result, Played)
        state = result.state
        assert within_bounds(state)
        assert not state.frames


@SAME_BOARD
@given(steps=st.lists(LINES, min_size=1, max_size=4), seed=st.integers(0, 999))
def test_answering_step_by_step_is_the_same_as_playing_through(
    board: Any, table: Table, steps: list[str], seed: int
) -> None:
    board.add_effect("location", board.id_of("riga"), f"enter: {'; '.join(steps)}")
    ruleset = board.ruleset()
    state = table(ruleset)
    through = enter(ruleset, state, "oster", "riga", at_random(random.Random(seed)))
    choose = at_random(random.Random(seed))
    result = enter(ruleset, state, "oster", "riga")
    assert isinstance(result, Played)
    events = list(result.events)
    while result.decision is not None:
        assert isinstance(result.decision, Decision)
        assert open_decision(ruleset, result.state) == result.decision
        result = answer(ruleset, result.state, choose(result.decision))
        assert isinstance(result, Played)
        events.extend(result.events)
    assert Played(result.state, tuple(events)) == through
