"""Lay out a table as an example or a test wants it: what is named lies in its place, all else where it may be."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.chance import shuffle
from rules_engine.operation_barclay.evaluate import begin_evaluation
from rules_engine.operation_barclay.numbers import FIELDS, OFFENSIVES, RADARS
from rules_engine.operation_barclay.set_up import role_of, start
from rules_engine.operation_barclay.state import (
    ABWEHR,
    BOTH,
    DOWN,
    FACTIONS,
    GREEN,
    LCS,
    NOTHING,
    OPEN,
    UP,
    Phase,
    State,
    Step,
)
from rules_engine.operation_barclay.table import Table

KEYS = (
    "month",
    "phase",
    "turn",
    "played",
    "hand",
    "deck",
    "discard",
    "face-up",
    "face-down",
    "analysis",
    "fields",
    "evidence",
    "tokens",
    "offensives",
    "symbols",
)
STEPS = {Phase.FIRST: Step.PLAY, Phase.ANALYSIS: Step.PREDICT, Phase.LAST: Step.PLAY, Phase.EVALUATION: Step.EFFECTS}


def arrange(table: Table, given: Mapping[str, Any], seed: int) -> State:
    """A state in a phase with these cards and tokens in these places, or a ValueError that names what cannot be."""
    unknown = [key for key in given if key not in KEYS]
    phases = [Phase.NAMES[phase] for phase in STEPS]
    if unknown or given.get("phase", phases[0]) not in phases:
        wrong = ", ".join(unknown) or f"phase {given['phase']}"
        raise ValueError(
            f"A table cannot be laid out with {wrong}; it knows the phases {', '.join(phases)} and {', '.join(KEYS)}."
        )
    state = start(table, seed, {"tokens": "random"})
    state.month = given.get("month", 1)
    _lay_cards(table, state, given)
    _lay_tokens(table, state, given)
    for faction, counts in given.get("symbols", {}).items():
        for symbol, count in counts.items():
            state.extra[_index(FACTIONS, faction)][_index(table.symbols, symbol)] = count
    for faction, winner in given.get("analysis", {}).items():
        state.predictions[_index(FACTIONS, faction)] = _index(FACTIONS, winner)
    _set_turn(table, state, given)
    return state


def _index(codes: Sequence[str], code: str) -> int:
    if code not in codes:
        raise ValueError(f"There is no “{code}” among {', '.join(codes)}.")
    return codes.index(code)


def _set_turn(table: Table, state: State, given: Mapping[str, Any]) -> None:
    state.phase = Phase.NAMES.index(given.get("phase", Phase.NAMES[Phase.FIRST]))
    state.step = STEPS[state.phase]
    is_predicted = state.phase == Phase.ANALYSIS and state.predictions[ABWEHR] != NOTHING
    state.player = _index(FACTIONS, given.get("turn", FACTIONS[LCS if is_predicted else ABWEHR]))
    state.played = [given.get("played", {}).get(faction, 0) for faction in FACTIONS]
    if "evidence" in given:
        state.phase, state.step, state.player = Phase.EVALUATION, Step.USE, ABWEHR
        state.won = [[_index(table.colours, c) for c in given["evidence"].get(f, ())] for f in FACTIONS]
    elif state.phase == Phase.EVALUATION:
        begin_evaluation(table, state)


def _lay_cards(table: Table, state: State, given: Mapping[str, Any]) -> None:
    """Named cards go to their places, the others back into their decks, from which hands are filled."""
    left = {deck: cards[:] for deck, cards in table.cards.decks.items()}
    state.known = [0] * len(table.cards.codes)
    state.hands, state.discards, state.spaces = [[], []], [[], []], [[], []]
    for player, faction in enumerate(FACTIONS):
        state.hands[player] = [_take(table, left, code) for code in given.get("hand", {}).get(faction, ())]
        state.discards[player] = [_take(table, left, code) for code in given.get("discard", {}).get(faction, ())]
        for key, facing in (("face-up", OPEN), ("face-down", DOWN)):
            for code in given.get(key, {}).get(faction, ()):
                state.spaces[player].append(table.cards.laid(_take(table, left, code), facing))
    decks = given.get("deck", {})
    named = {deck: [_take(table, left, code) for code in codes][::-1] for deck, codes in decks.items()}
    for cards in left.values():
        state.chance = shuffle(cards, state.chance)
    for player, faction in enumerate(FACTIONS):
        if faction not in given.get("hand", {}):
            for _ in range(min(table.numbers.hand, len(left["intelligence"]))):
                state.hands[player].append(left["intelligence"].pop())
    for deck in decks:
        # What a named deck does not hold must be somewhere, and lies openly discarded.
        player = next((at for at in (ABWEHR, LCS) if FACTIONS[at] not in given.get("discard", {})), ABWEHR)
        state.discards[player] += left.get(deck, [])
    state.intelligence = named.get("intelligence", left["intelligence"])
    state.own = [named.get(faction, left[faction]) for faction in FACTIONS]
    state.defector = named.get("defector", [])
    _note_known(state)


def _note_known(state: State) -> None:
    """Everybody knows the own hand and what lies open."""
    for player in range(len(FACTIONS)):
        for card in state.hands[player]:
            state.known[card] = 1 << player
        for card in state.discards[player]:
            state.known[card] = BOTH
        for lying in state.spaces[player]:
            state.known[lying.card] = 1 << player if lying.facing == DOWN else BOTH


def _take(table: Table, left: Mapping[str, list[int]], code: str) -> int:
    card = table.cards.numbers.get(code, NOTHING)
    deck = next((cards for cards in left.values() if card in cards), None)
    if deck is None:
        raise ValueError(f"There is no card “{code}” left that could be laid there.")
    deck.remove(card)
    return card


def _lay_tokens(table: Table, state: State, given: Mapping[str, Any]) -> None:
    """Evidence tokens on their fields, and intelligence tokens: what lies open, and the rest as it can be."""
    for field, colours in given.get("fields", {}).items():
        state.fields[_index(FIELDS, field)] = [_index(table.colours, colour) for colour in colours]
    planned = given.get("offensives", {})
    shown = [given.get("tokens", {}).get(region, {}) for region in table.regions]
    counts = [(lying.get(RADARS[0], 0), lying.get(RADARS[1], 0)) for lying in shown]
    if any(sum(pair) > table.size for pair in counts):
        raise ValueError(f"A region holds {table.size} tokens.")
    if not planned and "tokens" not in given:
        return
    possible = [
        (each.primary, each.secondary)
        for each in table.logic.listed(table.logic.possible(counts))
        if all(table.regions[at] == planned.get(name, table.regions[at]) for name, at in _named(each))
    ]
    if not possible:
        raise ValueError("No offensives fit the tokens that are to lie open.")
    state.primary, state.secondary = possible[0]
    for region, (green, red) in enumerate(counts):
        greens = table.numbers.offensives[role_of(state, region)][0] - green
        hidden = table.size - green - red
        lying = [GREEN | UP] * green + [UP] * red + [GREEN] * greens + [0] * (hidden - greens)
        state.tokens[region * table.size : (region + 1) * table.size] = lying


def _named(arrangement: Any) -> list[tuple[str, int]]:
    return list(zip(OFFENSIVES, (arrangement.primary, arrangement.secondary), strict=False))
