"""A player who follows rules of thumb, and how good a state looks to one who cannot look further."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rules_engine.game import Action, Player
from rules_engine.resist.state import State
from rules_engine.resist.table import Table

if TYPE_CHECKING:
    from rules_engine.resist.engine import Resist


def by_rules(engine: "Resist") -> Player:
    """A sensible player."""

    def choose(state: State, actions: Sequence[Action]) -> Action:
        return actions[0]

    return choose  # type: ignore[return-value]


def worth(table: Table, state: State) -> float:
    """How good a state looks."""
    return 0.0
