"""How good a state looks."""

from rules_engine.black_orchestra.conspirators import free
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.outlook import promise
from rules_engine.black_orchestra.plans import plots_of
from rules_engine.black_orchestra.rulebook import MOTIVATION, SUPPORT, SUSPICION
from rules_engine.black_orchestra.state import State


def worth(table: Edition, state: State, player: int = 0) -> float:
    """How good a state looks, between 0 and 1."""
    del player
    if state.outcome is not None:
        return float(state.outcome[0] == "victory")
    fails, rest = 1.0, 0.0
    for code in free(state):
        conspirator = state.conspirators[code]
        best = max((promise(table, state, code, card) for card in plots_of(table, state, code)), default=0.0)
        fails *= 1.0 - best
        rest += 0.02 * conspirator.levels[MOTIVATION] - (0.0, 0.02, 0.05, 0.1)[conspirator.levels[SUSPICION]] + 0.1
        rest += 0.005 * len(conspirator.cards) + 0.01 * len(conspirator.items)
    rest -= 0.02 * (state.levels[SUPPORT] - state.tracks[SUPPORT].low)
    left = sum(map(len, state.event_decks)) / 70
    return max(0.0, min(0.99, (1.0 - fails) * 0.5 + 0.2 * rest / len(state.conspirators) + 0.2 * left + .1))
