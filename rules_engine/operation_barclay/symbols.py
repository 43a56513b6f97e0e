"""Symbols: what each player counts for the field of recon and commando."""

from typing import TYPE_CHECKING

from rules_engine.obeys import obeys
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.state import DOWN, NOTHING, State

if TYPE_CHECKING:
    from rules_engine.operation_barclay.table import Table

CANCEL = "cancel-"
"""What the code of a symbol begins with that cancels another."""


@obeys(Rule.ULTRA_STAYS, Rule.REPLACEMENT_KEEPS_SYMBOL)
def lying_symbols(table: "Table", state: State, player: int) -> list[int]:
    """How many of each symbol lie open in a player's space, those of covered cards and of the analysis too."""
    counts, symbols = state.extra[player][:], table.cards.symbols
    for lying in state.spaces[player]:
        if lying.facing != DOWN:
            for symbol in symbols[lying.card]:
                counts[symbol] += 1
            for symbol in symbols[lying.under] if lying.under != NOTHING else ():
                counts[symbol] += 1
    return [max(count, 0) for count in counts]


@obeys(Rule.SYMBOLS_LARGER_KIND, Rule.SYMBOLS_CANCEL_RECON, Rule.SYMBOLS_CANCEL_COMMANDO)
def larger_kind(table: "Table", state: State, player: int) -> int:
    """How many symbols count for a player: the kind of which there are more, unless the enemy cancels it."""
    own, enemy = lying_symbols(table, state, player), lying_symbols(table, state, 1 - player)
    most = 0
    for number, symbol in enumerate(table.symbols):
        if symbol.startswith(CANCEL):
            continue
        cancels = f"{CANCEL}{symbol}"
        is_cancelled = cancels in table.symbols and enemy[table.symbols.index(cancels)] > 0
        most = max(most, 0 if is_cancelled else own[number])
    return most
