"""Taking cards from decks and laying them on piles, with the reshuffling that goes with it."""

from resist_by_hand.cards import Table
from resist_by_hand.rulebook import Rule
from resist_by_hand.state import CARD, SPY, Frame, State
from rules_engine.chance import shuffle
from rules_engine.machine.steps import tell
from rules_engine.obeys import obeys

PILE = {
    "hidden": "hidden_deck",
    "recruit": "recruit_deck",
    "enemy": "enemy_deck",
    "hidden-discard": "hidden_discard",
    "revealed-discard": "revealed_discard",
    "enemy-discard": "enemy_discard",
    "spy-supply": "spy_supply",
    "box": "removed",
    "hand": "hand",
}
"""Where the cards of a deck, pile or place are kept."""
NAMED = {attribute: name for name, attribute in PILE.items()}
DISCARDS = {"hidden_deck": "hidden_discard", "enemy_deck": "enemy_discard"}
"""The pile that becomes a deck again; recruits and civilians have none."""


@obeys(Rule.RESHUFFLE)
def reshuffle(state: State, deck: str) -> bool:
    """Make a new deck of its discard pile; false when there is nothing to make it of."""
    discard = DISCARDS.get(deck)
    pile: list[int] = getattr(state, discard) if discard else []
    if not pile:
        return False
    state.chance = shuffle(pile, state.chance)
    setattr(state, deck, pile)
    setattr(state, DISCARDS[deck], [])
    if deck == "hidden_deck":
        state.is_hidden_known = 1
    tell(state, None, "reshuffled", Rule.RESHUFFLE, deck=NAMED[deck], count=len(pile))
    return True


@obeys(Rule.RESHUFFLE, Rule.ACTION_CARDS_RUN_OUT, Rule.RECOVER_SHORT_HAND, Rule.INACTIVE_MAQUIS)
def take_top(state: State, deck: str, count: int) -> list[int]:
    """The top cards of a deck, the topmost first; fewer when deck and discard pile have run out."""
    pile: list[int] = getattr(state, deck)
    if len(pile) >= count:
        taken = pile[: -count - 1 : -1]
        del pile[len(pile) - count :]
        return taken
    taken = pile[::-1]
    pile.clear()
    if reshuffle(state, deck):
        taken += take_top(state, deck, min(count - len(taken), len(getattr(state, deck))))
    return taken


@obeys(Rule.ACTIVE_MAQUIS)
def draw_cards(table: Table, state: State, deck: str, count: int, rule: str, frame: Frame | None = None) -> None:
    """Draw cards into the hand."""
    taken = take_top(state, deck, count) if count > 0 else []
    state.hand += taken
    if state.log is not None:
        for card in taken:
            tell(state, frame, "drew", rule, card=table.codes[card], deck=NAMED[deck])


@obeys(Rule.DISCARD_MAQUIS, Rule.SPIES_CLOG)
def discard_maquis(table: Table, state: State, frame: Frame | None, card: int) -> None:
    """A maquis or Spy goes to the hidden discard pile, wherever it came from."""
    state.hidden_discard.append(card)
    tell(state, frame, "discarded", Rule.DISCARD_MAQUIS, card=table.codes[card])


@obeys(Rule.DISCARD_ENEMY, Rule.DISCARD_IS_NOT_DEFEAT)
def discard_enemy(table: Table, state: State, frame: Frame | None, enemy: int) -> None:
    """An enemy goes to the enemy discard pile; no defeat effect happens."""
    state.enemy_discard.append(enemy & CARD)
    if state.log is not None:
        tell(state, frame, "discarded", Rule.DISCARD_ENEMY, card=table.codes[enemy & CARD])


@obeys(Rule.REMOVE_FROM_GAME)
def remove(table: Table, state: State, frame: Frame | None, card: int) -> None:
    """A card leaves the game."""
    state.removed.append(card)
    tell(state, frame, "removed", Rule.REMOVE_FROM_GAME, card=table.codes[card])


@obeys(Rule.PLAY_AREA_MEANS)
def leave_play(state: State, card: int) -> None:
    """Take a maquis out of the play area, and with it what it adds to the attack."""
    side = state.played_hidden if card in state.played_hidden else state.played_revealed
    side.remove(card)
    if state.bonuses:
        state.bonuses = [bonus for bonus in state.bonuses if bonus[0] != card]


@obeys(Rule.SPIES_ARE_NO_MAQUIS)
def maquis_among(pile: list[int]) -> list[int]:
    """The cards of a pile that are no Spies."""
    return [card for card in pile if card != SPY]
