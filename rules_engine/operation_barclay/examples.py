"""Worked examples in the words of their files, what they may expect, and what must hold in each state of the game."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rules_engine.checks.needed import facts_stated
from rules_engine.machine.steps import NOTHING
from rules_engine.operation_barclay.cards import DEFECTOR, FACE_DOWN, INTELLIGENCE, Table
from rules_engine.operation_barclay.evaluation import award_symbols, end_month, larger_kind, lying_symbols, open_tokens
from rules_engine.operation_barclay.month import deck_of
from rules_engine.operation_barclay.rulebook import SYMBOLS, needed_facts
from rules_engine.operation_barclay.seen import view
from rules_engine.operation_barclay.set_up import role_of
from rules_engine.operation_barclay.state import ABWEHR, DOWN, FACTIONS, GREEN, LCS, Phase, State
from rules_engine.ruleset import Ruleset

CHECKS = (facts_stated(needed_facts),)
PLAIN: Mapping[str, Callable[[Table, State], None]] = {"check-proof": end_month, "compare-symbols": award_symbols}
"""Parts of the evaluation that an example looks at alone."""


def play_example(table: Table, state: State, entry: Mapping[str, Any] | str) -> State:
    """The state after an entry, or a ValueError that says why it cannot be."""
    after = state.copy()
    if isinstance(entry, str):
        if entry not in PLAIN:
            raise ValueError(f"An example cannot do “{entry}”; alone stand {', '.join(PLAIN)}.")
        PLAIN[entry](table, after)
        return after
    action = " ".join([entry["do"], *(str(value) for name, value in entry.items() if name not in ("player", "do"))])
    mover = FACTIONS[state.player]
    if entry.get("player", mover) != mover:
        raise ValueError(f"“{action}” is not for {entry['player']} to decide, but for {mover}.")
    refusal = table.advance(after, action)
    if refusal:
        raise ValueError(f"“{action}” is refused by the rule {refusal.rule}: {refusal.sentence}")
    return after


def _by_faction(values: Callable[[int], Any]) -> dict[str, Any]:
    return {faction: values(player) for player, faction in enumerate(FACTIONS)}


def _hand(table: Table, state: State) -> dict[str, list[str]]:
    return _by_faction(lambda player: [table.codes[card] for card in state.hands[player]])


def _face_up(table: Table, state: State) -> dict[str, list[str]]:
    shown = [[lying.card for lying in space if lying.facing != DOWN] for space in state.spaces]
    return _by_faction(lambda player: [table.codes[card] for card in shown[player]])


def _symbols(table: Table, state: State) -> dict[str, dict[str, int]]:
    return _by_faction(lambda player: dict(zip(table.symbols, lying_symbols(table, state, player), strict=True)))


def _decks(table: Table, state: State) -> dict[str, list[str]]:
    """From the top down."""
    decks = (INTELLIGENCE, DEFECTOR, *FACTIONS)
    return {deck: [table.codes[card] for card in reversed(deck_of(state, deck))] for deck in decks}


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


def observe(table: Table, state: State, name: str) -> Any:
    """What is to be seen under a name; nothing where examples have no such name."""
    look = NAMES.get(name)
    return look(table, state) if look else None


def limits(ruleset: Ruleset, state: Any) -> Iterator[str]:
    """What does not hold in a state, in sentences."""
    table = ruleset.engine
    assert isinstance(table, Table)
    assert isinstance(state, State)
    numbers = table.numbers
    if state.month > numbers.months:
        yield f"This is month {state.month}, but there are {numbers.months}."
    for player, faction in enumerate(FACTIONS):
        if len(state.hands[player]) > numbers.hand:
            yield f"The hand of {faction} has {len(state.hands[player])} cards, but {numbers.hand} are the most."
        counted = sum(bool(lying.ranks) for lying in state.spaces[player])
        if counted > numbers.face_up + numbers.face_down:
            yield f"{faction} has {counted} cards for the combination, more than are played in a month."
    for region, code in enumerate(table.regions if state.phase != Phase.SET_UP else ()):
        tokens = state.tokens[region * table.size : (region + 1) * table.size]
        greens = sum(token & GREEN for token in tokens)
        if NOTHING in tokens or greens != numbers.offensives[role_of(state, region)][0]:
            yield f"{code} holds {greens} green radars, which is not what is planned there."
    evidence = [colour for pile in (*state.fields, *state.won, [state.using]) for colour in pile if colour != NOTHING]
    if Counter(evidence) - Counter(table.evidence):
        yield "An evidence token lies in two places."
