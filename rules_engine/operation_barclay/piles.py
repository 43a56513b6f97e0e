"""Decks, hands and discard piles: where cards are, and who knows it."""

from typing import TYPE_CHECKING

from rules_engine.obeys import obeys
from rules_engine.operation_barclay.ops import tell
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.state import BOTH, FACTIONS, NOTHING, Frame, Lying, State

if TYPE_CHECKING:
    from rules_engine.operation_barclay.table import Table

INTELLIGENCE, DEFECTOR = "intelligence", "defector"


def deck_of(state: State, deck: str) -> list[int]:
    """The cards of a deck; its top is the end."""
    if deck == INTELLIGENCE:
        return state.intelligence
    return state.defector if deck == DEFECTOR else state.own[FACTIONS.index(deck)]


@obeys(Rule.DRAW_SHORT, Rule.SPY_SHORT_DECK)
def take_top(state: State, deck: str, count: int) -> list[int]:
    """The top cards of a deck, the topmost first; fewer when the deck is short."""
    pile = deck_of(state, deck)
    taken = pile[::-1][:count]
    del pile[len(pile) - len(taken) :]
    return taken


def learn(state: State, card: int, player: int) -> None:
    """The player knows now where the card is."""
    state.known[card] |= 1 << player


def forget(state: State, card: int, player: int) -> None:
    """Only this player knows now where the card is."""
    state.known[card] = 1 << player


@obeys(Rule.DISCARD_OPEN)
def discard(table: "Table", state: State, frame: Frame | None, player: int, card: int, rule: str) -> None:
    """A card goes to the player's discard pile, where everybody sees it."""
    state.discards[player].append(card)
    state.known[card] = BOTH
    if state.log is not None:
        tell(table, state, frame, "discarded", rule, faction=FACTIONS[player], card=table.cards.codes[card])


@obeys(Rule.PREPARATION_DISCARD)
def clear_space(table: "Table", state: State, player: int) -> None:
    """All cards of a space go to the discard pile of whoever played them."""
    for lying in state.spaces[player]:
        for card in (lying.under, lying.card):
            if card != NOTHING:
                discard(table, state, None, player, card, Rule.PREPARATION_DISCARD)
    state.spaces[player] = []


def place_of(state: State, card: int) -> tuple[int, int]:
    """The player in whose space a card lies on top, and its place there; NOTHING where it does not."""
    for player, space in enumerate(state.spaces):
        for at, lying in enumerate(space):
            if lying.card == card:
                return player, at
    return NOTHING, NOTHING


def change(state: State, card: int, **values: object) -> None:
    """Let a card in a space count as something else."""
    player, at = place_of(state, card)
    lying: Lying = state.spaces[player][at]
    state.spaces[player][at] = lying._replace(**values)  # type: ignore[arg-type]
