"""What only Resist! can be asked: the facts it needs, and what must hold in each of its states."""

from collections.abc import Iterator
from typing import Any

from rules_engine.checks.needed import facts_stated
from rules_engine.resist.engine import Resist
from rules_engine.resist.numbers import needed_facts
from rules_engine.resist.state import NOTHING, State, Step
from rules_engine.resist.strength import dead_civilians
from rules_engine.ruleset import Ruleset

CHECKS = (facts_stated(needed_facts),)


def limits(ruleset: Ruleset, state: Any) -> Iterator[str]:
    """What does not hold in a state, in sentences."""
    engine = ruleset.engine
    assert isinstance(engine, Resist)
    assert isinstance(state, State)
    numbers = engine.table.numbers
    if state.attack < 0:
        yield f"The attack that is left is {state.attack}, below nothing."
    if len(state.offer) > numbers.missions_offered:
        yield f"{len(state.offer)} missions are offered, but there are {numbers.missions_offered} places."
    if len(state.enemies) != len(state.offer):
        yield f"{len(state.enemies)} garrisons lie at {len(state.offer)} places."
    if len(state.failed) > numbers.failed_missions:
        yield f"{len(state.failed)} missions have failed, but {numbers.failed_missions} end the game."
    if (
        state.step == Step.PLAN
        and not state.outcome
        and dead_civilians(engine.table.cards, state) >= numbers.dead_civilians
    ):
        yield f"The game goes on with {dead_civilians(engine.table.cards, state)} dead civilians."
    if state.chosen != NOTHING and not 0 <= state.chosen < len(state.offer):
        yield f"The chosen mission lies at place {state.chosen} of {len(state.offer)}."
