"""What a player sees, and a count of all cards."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules_engine.obeys import obeys
from rules_engine.operation_barclay.evaluate import open_combination
from rules_engine.operation_barclay.numbers import FIELDS, OFFENSIVES
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.state import (
    ABWEHR,
    DOWN,
    FACTIONS,
    GREEN,
    LCS,
    NOTHING,
    PEEKED,
    UP,
    Lying,
    Phase,
    State,
    Step,
)
from rules_engine.operation_barclay.symbols import lying_symbols
from rules_engine.operation_barclay.table import Table

FACE_DOWN = "face-down"


@obeys(Rule.DISCARD_OPEN, Rule.SETUP_SECRET)
def view(table: Table, state: State, player: int) -> dict[str, Any]:
    """The table as a player sees it; the backs of cards tell their decks."""
    codes, known, enemy = table.cards.codes, state.known, 1 - player
    hidden = [*state.hands[enemy], *(lying.card for lying in state.spaces[enemy] if lying.facing == DOWN)]
    frames = [frame for frame in state.frames if frame.player == player]
    return {
        "you": FACTIONS[player],
        "month": state.month,
        "phase": Phase.NAMES[state.phase],
        "step": Step.NAMES[state.step],
        "to-move": FACTIONS[state.player],
        "regions": {code: _region(table, state, player, at) for at, code in enumerate(table.regions)},
        "offensives": _offensives(table, state) if player == LCS else None,
        "fields": {name: [table.colours[c] for c in state.fields[at]] for at, name in enumerate(FIELDS)},
        "evidence": {name: [table.colours[c] for c in state.won[at]] for at, name in enumerate(FACTIONS)},
        "using": table.colours[state.using] if state.using != NOTHING else None,
        "shielded": [table.colours[colour] for colour in state.shielded],
        "wild": state.wild[ABWEHR],
        "hand": [codes[card] for card in state.hands[player]],
        "hand-known-to-enemy": sorted(codes[card] for card in state.hands[player] if known[card] >> enemy & 1),
        "enemy-hand": _backs(table, state, enemy),
        "enemy-known": sorted(codes[card] for card in hidden if known[card] >> player & 1),
        "looking-at": [codes[card] for frame in frames for card in frame.those],
        "spaces": {
            name: [_lying(table, player, at, each) for each in state.spaces[at]] for at, name in enumerate(FACTIONS)
        },
        "combinations": {name: _combination(table, state, at) for at, name in enumerate(FACTIONS)},
        "symbols": {name: _symbols(table, state, at) for at, name in enumerate(FACTIONS)},
        "predictions": {name: _prediction(state, player, at) for at, name in enumerate(FACTIONS)},
        "discards": {name: [codes[card] for card in state.discards[at]] for at, name in enumerate(FACTIONS)},
        "decks": _decks(table, state, player),
        "result": list(state.outcome) if state.outcome else None,
    }


def _region(table: Table, state: State, player: int, region: int) -> dict[str, Any]:
    """The tokens of a region by space, None for one that the player does not know."""
    spaces = range(region * table.size, (region + 1) * table.size)
    tokens = [state.tokens[space] for space in spaces]
    seen = [token != NOTHING and bool(player == LCS or token & (UP | PEEKED)) for token in tokens]
    return {
        "tokens": [_radar(token) if is_seen else None for token, is_seen in zip(tokens, seen, strict=True)],
        "face-up": [space + 1 for space, token in enumerate(tokens) if token != NOTHING and token & UP],
        "peeked": [space + 1 for space, token in enumerate(tokens) if token != NOTHING and token & PEEKED],
        "laid": NOTHING not in tokens,
    }


def _radar(token: int) -> str:
    return "green" if token & GREEN else "red"


def _offensives(table: Table, state: State) -> dict[str, str | None]:
    planned = (state.primary, state.secondary)
    return {
        name: table.regions[region] if region != NOTHING else None
        for name, region in zip(OFFENSIVES, planned, strict=False)
    }


def _backs(table: Table, state: State, enemy: int) -> dict[str, int]:
    return dict(sorted(Counter(table.cards.backs[card] for card in state.hands[enemy]).items()))


def _lying(table: Table, player: int, owner: int, lying: Lying) -> dict[str, Any]:
    is_down = lying.facing == DOWN
    if is_down and owner != player:
        return {"card": None, "back": table.cards.backs[lying.card], FACE_DOWN: True}
    return {
        "card": table.cards.codes[lying.card],
        "back": table.cards.backs[lying.card],
        FACE_DOWN: is_down,
        "ranks": list(lying.ranks),
        "colours": [table.colours[colour] for colour in lying.colours],
        "over": table.cards.codes[lying.under] if lying.under != NOTHING else None,
        "is-ignored": lying.is_ignored,
    }


def _combination(table: Table, state: State, player: int) -> str | None:
    """What the open cards of a space make at best."""
    return table.hands.kind(open_combination(table, state, player)) or None


def _symbols(table: Table, state: State, player: int) -> dict[str, int]:
    return dict(zip(table.symbols, lying_symbols(table, state, player), strict=True))


def _prediction(state: State, player: int, owner: int) -> str | None:
    """A prediction that lies face down is seen by its owner, and by the other where a card has shown it."""
    winner = state.predictions[owner]
    if winner == NOTHING:
        return None
    return FACTIONS[winner] if owner == player or state.seen_predictions >> player & 1 else FACE_DOWN


def _decks(table: Table, state: State, player: int) -> dict[str, Any]:
    """How many cards are in each deck; of the defector deck, from the top down, those that the player knows."""
    codes = table.cards.codes
    return {
        "intelligence": len(state.intelligence),
        **{name: len(state.own[at]) for at, name in enumerate(FACTIONS)},
        "defector": [codes[card] if state.known[card] >> player & 1 else None for card in reversed(state.defector)],
    }


def census(table: Table, state: State) -> Mapping[str, int]:
    """How many of each card there are, wherever they are."""
    counted: Counter[int] = Counter(state.intelligence)
    for pile in (state.defector, *state.own, *state.hands, *state.discards, *(frame.those for frame in state.frames)):
        counted.update(pile)
    for space in state.spaces:
        counted.update(lying.card for lying in space)
        counted.update(lying.under for lying in space if lying.under != NOTHING)
    return {table.cards.codes[card]: count for card, count in counted.items()}
