"""Errands: where a conspirator wants to be, and how much."""

from collections.abc import Mapping, Sequence

from rules_engine.black_orchestra.dossier import item_limit
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.outlook import holds_at
from rules_engine.black_orchestra.plans import Plan, is_kept, is_last, lacking
from rules_engine.black_orchestra.rulebook import MOTIVATION, SUSPICION
from rules_engine.black_orchestra.spaces import is_open
from rules_engine.black_orchestra.state import State
from rules_engine.black_orchestra.thumbs import Thumbs
from rules_engine.ruleset import ANY_ITEM

FAR, BESIDE = 99, 1
"""Steps to where no way leads, and to next door."""
STRIKE = 20.0
"""Worth of the way to where the plot is carried out: more than of all others."""


def errands(table: Edition, state: State, plan: Plan | None, thumbs: Thumbs) -> Mapping[str, float]:
    """Where the active conspirator wants to be, and how much."""
    if plan is not None and plan.space:
        rally = _rally(table, state, plan, thumbs)
        if rally is not None:
            return rally
    code = state.active
    conspirator = state.conspirators[code]
    suspicion, motivation = conspirator.levels[SUSPICION], conspirator.levels[MOTIVATION]
    found: dict[str, float] = {}

    def want(space: str, worth: float) -> None:
        if space != conspirator.location and is_open(table, state, space):
            found[space] = found.get(space, 0.0) + worth

    has_room = len(conspirator.items) < item_limit(table, state, code)
    for space, item in state.squares.items():
        if space in state.face_up and lacking(state, plan, item) > 0:
            want(space, thumbs.to_wanted)
        elif has_room:
            want(space, thumbs.to_item if space in state.face_up else thumbs.to_square)
    if suspicion:
        top = state.tracks[SUSPICION].high
        spare = [item for item in conspirator.items if suspicion == top or not is_kept(state, plan, code, item)]
        for space in _takers(table, state, code, spare):
            want(space, thumbs.to_taker + thumbs.to_taker_suspected * suspicion)
    if plan is not None and plan.by != code and any(is_kept(state, plan, code, item) for item in conspirator.items):
        want(state.conspirators[plan.by].location, thumbs.to_striker)
    level = plan.level if plan is not None and plan.by == code else table.numbers.ability_from
    if motivation < level and suspicion < table.numbers.release_forbidden - 1:
        for space in _inspiring(table):
            want(space, thumbs.to_courage)
    return found


def _rally(table: Edition, state: State, plan: Plan, thumbs: Thumbs) -> dict[str, float] | None:
    """Who is to strike waits next door until the others who help are there; nothing where one is not needed."""
    code, here = state.active, state.conspirators[state.active].location
    goal = {plan.space: STRIKE} if here != plan.space else {}
    if code != plan.by:
        return goal if plan.chance > plan.alone + thumbs.helps else None
    if plan.alone >= thumbs.enough * plan.chance or is_last(state):
        return goal
    return goal if table.distances(plan.space).get(here, FAR) > BESIDE else None


def _takers(table: Edition, state: State, code: str, items: Sequence[str]) -> list[str]:
    """Spaces that want one of the items now."""
    kinds = {*items, ANY_ITEM} if items else set()
    return [
        code_of
        for code_of, space in table.spaces.items()
        if code_of not in state.squares
        and any(spot.item in kinds and holds_at(table, state, code, code_of, spot.conditions) for spot in space.spots)
    ]


def _inspiring(table: Edition) -> list[str]:
    """Spaces that give motivation to who enters them."""
    return [s for s in table.spaces if any("motivation self +" in program.line for program in table.of("enter", s))]
