"""Lines as programs: conditions, groups, choices and what may be left undone; tracks that never leave their ends."""

import random
from itertools import product
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules_engine.black_orchestra.actions import TURN
from rules_engine.black_orchestra.state import State, Track
from rules_engine.black_orchestra.tracks import shares
from rules_engine.events import Event
from rules_engine.game import Applied

SAME_BOARD = settings(suppress_health_check=[HealthCheck.function_scoped_fixture], deadline=None, max_examples=40)
LOW = {"location": "prague", "suspicion": "low"}


def has_ended(state: State) -> bool:
    """Whether the line is over, so that the turn goes on."""
    return [frame.program.key for frame in state.frames] == [TURN]


def run(board: Any, table: Any, notation: str, answers: tuple[str, ...] = (), **given: Any) -> dict[str, int]:
    """Where oster's markers and the support stand after a line was executed from the bottom."""
    board.add_effect("location", board.id_of("riga"), f"enter: {notation}")
    after = table(board.ruleset(), {"oster": LOW, "kordt": LOW}, **given).do("move riga", *answers).state
    assert has_ended(after)
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
    table: Any,
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
    board: Any, table: Any, condition: str, leaders: dict[str, str], holds: bool
) -> None:
    assert run(board, table, f"military-support +1 if {condition}", leaders=leaders)["support"] == holds


def test_the_condition_of_a_trigger_holds_for_the_whole_line(board: Any, table: Any) -> None:
    board.add_effect("location", board.id_of("riga"), "enter if stage 5: military-support +1; suspicion self +1")
    ruleset = board.ruleset()
    for stage, support in ((4, 3), (5, 4)):
        laid = table(ruleset, {"oster": LOW, "kordt": LOW}, stage=stage).do("move riga")
        assert laid.state.levels["military-support"] == support


def test_conditions_of_a_step_for_many_are_asked_of_each(board: Any, table: Any) -> None:
    board.add_effect(
        "location", board.id_of("riga"), "enter: suspicion all +1 if civilian; suspicion split +2 if abwehr"
    )
    after = table(board.ruleset(), {"oster": {}, "kordt": {"location": "prague"}}, active="kordt").do("move riga").state
    levels = {code: conspirator.levels["suspicion"] for code, conspirator in after.conspirators.items()}
    assert levels == {"oster": 3, "kordt": 2}


def test_several_lines_happen_in_their_order(board: Any, table: Any) -> None:
    board.add_effect("location", board.id_of("riga"), "enter: military-support +9", seq=0)
    board.add_effect("location", board.id_of("riga"), "enter: military-support -1", seq=1)
    after = table(board.ruleset(), {"oster": LOW, "kordt": LOW}).do("move riga").state
    assert after.levels["military-support"] == 6


def test_an_answer_that_is_not_offered_is_refused_with_what_is(board: Any, table: Any) -> None:
    board.add_effect("location", board.id_of("riga"), "enter: may suspicion self +1")
    laid = table(board.ruleset(), {"oster": LOW, "kordt": LOW}).do("move riga")
    before = laid.state.copy()
    for answer in ("maybe", "", "2"):
        refusal = laid.ruleset.advance(laid.state, answer)
        assert "First oster must choose one of suspicion self +1, decline" in refusal.sentence
    assert laid.state == before


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
    moved = track.within(value + change)
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
def test_tracks_stay_within_their_ends_whatever_happens(board: Any, table: Any, steps: list[str], seed: int) -> None:
    board.add_effect("location", board.id_of("riga"), f"enter: {'; '.join(steps)}")
    board.add_effect("delivery", board.deliveries["riga"].id, f"deliver any: {'; '.join(steps)}")
    people = {"oster": {"location": "prague", "items": ["map"]}, "kordt": {}}
    laid = table(board.ruleset(), people, leaders={"hess": "riga"})
    chance = random.Random(seed)
    for action in ("move riga", "deliver map"):
        laid.do(action)
        while not has_ended(laid.state):
            laid.do(chance.choice(laid.legal))
        assert within_bounds(laid.state)


@SAME_BOARD
@given(steps=st.lists(LINES, min_size=1, max_size=4), seed=st.integers(0, 999))
def test_answering_step_by_step_is_the_same_as_playing_through(
    board: Any, table: Any, steps: list[str], seed: int
) -> None:
    """Each answer in a state that was saved and loaded meanwhile, or all of them in one and the same state."""
    board.add_effect("location", board.id_of("riga"), f"enter: {'; '.join(steps)}")
    ruleset = board.ruleset()
    through = table(ruleset, {"oster": LOW, "kordt": LOW}).state
    state, chance, told, events = through.copy(), random.Random(seed), list[Event](), list[Event]()
    action = "move riga"
    while True:
        applied = ruleset.apply(ruleset.load(ruleset.save(state)), action)
        assert isinstance(applied, Applied)
        assert ruleset.advance(through, action, told) is None
        state = applied.state
        events.extend(applied.events)
        assert ruleset.legal(state) == ruleset.legal(through)
        if has_ended(state):
            break
        action = chance.choice(ruleset.legal(state))
    assert (state, events) == (through, told)
