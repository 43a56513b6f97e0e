"""What a state is worth to a side: a game that is over is won or lost, one that is not by how far a proof is."""

from math import exp
from typing import TYPE_CHECKING

from rules_engine.operation_barclay.evidence import open_tokens
from rules_engine.operation_barclay.forecast import forecast_of
from rules_engine.operation_barclay.state import ABWEHR, FACTIONS, State

if TYPE_CHECKING:
    from rules_engine.operation_barclay.table import Table

MONTHLY, STEEP = 1.2, 0.9
"""Steps towards a proof that a month is likely to bring, and how surely those count that are too many or too few."""


def worth(table: "Table", state: State, player: int) -> float:
    """Between 0 and 1, for that player."""
    if state.outcome is not None:
        return float(state.outcome[0] == FACTIONS[player])
    months = table.numbers.months - state.month + 1
    paths = forecast_of(table).clues.paths
    short = paths.expected(open_tokens(table, state)) - MONTHLY * months
    abwehr = 1 / (1 + exp(STEEP * short))
    return abwehr if player == ABWEHR else 1 - abwehr
