"""Play a worked example: its actions in the words of the examples file."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from rules_engine.operation_barclay.evaluate import award_symbols
from rules_engine.operation_barclay.evidence import end_month
from rules_engine.operation_barclay.state import FACTIONS, State
from rules_engine.operation_barclay.table import Table

if TYPE_CHECKING:
    from rules_engine.operation_barclay.engine import Barclay

PLAIN: Mapping[str, Callable[[Table, State], None]] = {"check-proof": end_month, "compare-symbols": award_symbols}
"""Parts of the evaluation that an example looks at alone."""
WHO = ("player", "do")


def spelled(entry: Mapping[str, Any]) -> str:
    """The action that an entry of an example means."""
    return " ".join([entry["do"], *(str(value) for name, value in entry.items() if name not in WHO)])


def play_entry(engine: "Barclay", state: State, entry: Mapping[str, Any] | str) -> State:
    """The state after an entry, or a ValueError that says why it cannot be."""
    after = state.copy()
    if isinstance(entry, str):
        if entry not in PLAIN:
            raise ValueError(f"An example cannot do “{entry}”; alone stand {', '.join(PLAIN)}.")
        PLAIN[entry](engine.table, after)
        return after
    action, mover = spelled(entry), FACTIONS[state.player]
    if entry.get("player", mover) != mover:
        raise ValueError(f"“{action}” is not for {entry['player']} to decide, but for {mover}.")
    refusal = engine.advance(after, action)
    if refusal:
        raise ValueError(f"“{action}” is refused by the rule {refusal.rule}: {refusal.sentence}")
    return after
