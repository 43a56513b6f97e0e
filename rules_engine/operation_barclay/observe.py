"""What a worked example may expect of a state, under the names that the examples file uses."""

from collections.abc import Callable, Mapping
from typing import Any

from rules_engine.operation_barclay.evidence import open_tokens
from rules_engine.operation_barclay.numbers import SYMBOLS
from rules_engine.operation_barclay.piles import DEFECTOR, INTELLIGENCE, deck_of
from rules_engine.operation_barclay.state import ABWEHR, DOWN, FACTIONS, LCS, State
from rules_engine.operation_barclay.symbols import larger_kind, lying_symbols
from rules_engine.operation_barclay.table import Table
from rules_engine.operation_barclay.view import FACE_DOWN, view


def observe(table: Table, state: State, name: str) -> Any:
    """What is to be seen under a name; nothing where examples have no such name."""
    look = NAMES.get(name)
    return look(table, state) if look else None


def _by_faction(values: Callable[[int], Any]) -> dict[str, Any]:
    return {faction: values(player) for player, faction in enumerate(FACTIONS)}


def _hand(table: Table, state: State) -> dict[str, list[str]]:
    return _by_faction(lambda player: [table.cards.codes[card] for card in state.hands[player]])


def _face_up(table: Table, state: State) -> dict[str, list[str]]:
    def shown(player: int) -> list[str]:
        return [table.cards.codes[lying.card] for lying in state.spaces[player] if lying.facing != DOWN]

    return _by_faction(shown)


def _symbols(table: Table, state: State) -> dict[str, dict[str, int]]:
    return _by_faction(lambda player: dict(zip(table.symbols, lying_symbols(table, state, player), strict=True)))


def _decks(table: Table, state: State) -> dict[str, list[str]]:
    """From the top down."""
    decks = (INTELLIGENCE, DEFECTOR, *FACTIONS)
    return {deck: [table.cards.codes[card] for card in reversed(deck_of(state, deck))] for deck in decks}


def _seen_by(player: int) -> Callable[[Table, State], dict[str, Any]]:
    return lambda table, state: {"analysis": view(table, state, player)["predictions"]}


def _hidden_from(player: int) -> Callable[[Table, State], list[str]]:
    """The predictions and decks on the table that a player cannot see."""

    def hidden(table: Table, state: State) -> list[str]:
        seen = view(table, state, player)
        predictions = [f"analysis.{f}" for f, shown in seen["predictions"].items() if shown == FACE_DOWN]
        return predictions + ([f"deck.{DEFECTOR}"] if None in seen["decks"][DEFECTOR] else [])

    return hidden


def _proof(table: Table, state: State) -> dict[str, str]:
    proof = table.logic.proof(open_tokens(table, state))
    if proof is None:
        return {}
    return {"primary": table.regions[proof.primary], "secondary": table.regions[proof.secondary]}


def _count(table: Table, state: State) -> dict[str, int]:
    return _by_faction(lambda player: larger_kind(table, state, player))


def _taker(_: Table, state: State) -> str:
    """Who has taken evidence tokens."""
    return next((faction for player, faction in enumerate(FACTIONS) if state.won[player]), "")


NAMES: Mapping[str, Callable[[Table, State], Any]] = {
    "hand": _hand,
    "face-up": _face_up,
    "symbols": _symbols,
    "deck": _decks,
    "seen-by-lcs": _seen_by(LCS),
    "seen-by-abwehr": _seen_by(ABWEHR),
    "hidden-from-lcs": _hidden_from(LCS),
    "hidden-from-abwehr": _hidden_from(ABWEHR),
    "revealed": lambda table, state: table.logic.revealed(open_tokens(table, state)) is not None,
    "proof": _proof,
    "winner": lambda _, state: state.outcome[0] if state.outcome else "",
    "count": _count,
    "tie": lambda table, state: len(set(_count(table, state).values())) == 1,
    SYMBOLS: _taker,
}
