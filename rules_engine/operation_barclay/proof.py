"""What only Operation Barclay can be asked: the facts it needs, and what must hold in each of its states."""

from collections.abc import Iterator
from typing import Any

from rules_engine.checks.needed import facts_stated
from rules_engine.operation_barclay.engine import Barclay
from rules_engine.operation_barclay.numbers import needed_facts
from rules_engine.operation_barclay.set_up import role_of
from rules_engine.operation_barclay.state import FACTIONS, GREEN, NOTHING, Phase, State
from rules_engine.ruleset import Ruleset

CHECKS = (facts_stated(needed_facts),)


def limits(ruleset: Ruleset, state: Any) -> Iterator[str]:
    """What does not hold in a state, in sentences."""
    engine = ruleset.engine
    assert isinstance(engine, Barclay)
    assert isinstance(state, State)
    table, numbers = engine.table, engine.table.numbers
    if state.month > numbers.months:
        yield f"This is month {state.month}, but there are {numbers.months}."
    for player, faction in enumerate(FACTIONS):
        if len(state.hands[player]) > numbers.hand:
            yield f"The hand of {faction} has {len(state.hands[player])} cards, but {numbers.hand} are the most."
        counted = sum(bool(lying.ranks) for lying in state.spaces[player])
        if counted > numbers.face_up + numbers.face_down:
            yield f"{faction} has {counted} cards for the combination, more than are played in a month."
    if state.phase != Phase.SET_UP:
        yield from _wrong_tokens(engine, state)
    tokens = [colour for pile in (*state.fields, *state.won, [state.using]) for colour in pile if colour != NOTHING]
    if len(set(tokens)) != len(tokens) or len(tokens) > len(table.colours):
        yield "An evidence token lies in two places."


def _wrong_tokens(engine: Barclay, state: State) -> Iterator[str]:
    """Every region holds the radars of what is planned there."""
    table = engine.table
    for region, code in enumerate(table.regions):
        lying = state.tokens[region * table.size : (region + 1) * table.size]
        greens = sum(token & GREEN for token in lying)
        if NOTHING in lying or greens != table.numbers.offensives[role_of(state, region)][0]:
            yield f"{code} holds {greens} green radars, which is not what is planned there."
