"""Cards and items in the hands of conspirators: drawing, gaining, discarding, and the limits of both."""

# ruff: noqa: ARG002  (all steps have one signature)

from rules_engine.black_orchestra.ladders import MOTIVATION, PRISON
from rules_engine.black_orchestra.ops import Op, Pick, procedure, push, tell
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.standing import LIMIT_CARD, LIMIT_ITEM, total
from rules_engine.black_orchestra.state import NOTHING, Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.chance import shuffle
from rules_engine.obeys import obeys

DISCARD = "discard"


@obeys(Rule.DECK_RESHUFFLE)
def top_card(table: Table, state: State) -> str | None:
    """Take the top card of the conspirator deck; its discards become a new deck when it is empty."""
    if not state.deck:
        reshuffle_discards(table, state, None)
    return state.deck.pop() if state.deck else None


def reshuffle_discards(table: Table, state: State, frame: Frame | None) -> None:
    """Shuffle the discarded conspirator cards into the deck."""
    state.deck += state.discard
    state.discard = []
    state.chance = shuffle(state.deck, state.chance)
    tell(table, state, frame, "reshuffled", Rule.DECK_RESHUFFLE, deck="conspirator")


def draw_cards(state: State, code: str, count: int) -> None:
    """Let somebody draw, one card after the other, each within the limit."""
    push(state, DRAWING, code, count=count)


@obeys(Rule.DRAW_CARD, Rule.DOSSIER_OPEN)
def gain_card(table: Table, state: State, frame: Frame | None, code: str, card: str) -> None:
    """Put a card into a dossier, where all can see it."""
    state.conspirators[code].cards.append(card)
    tell(table, state, frame, "card-gained", Rule.DRAW_CARD, conspirator=code, card=card)
    check_limits(table, state, code)


def discard_card(
    table: Table, state: State, frame: Frame | None, code: str, card: str, rule: str = Rule.DOSSIER_DISCARD_PLAYED
) -> None:
    """Put a card of a dossier on the discards; dice on it go back."""
    state.conspirators[code].cards.remove(card)
    state.discard.append(card)
    state.on_cards.pop(card, None)
    tell(table, state, frame, "card-discarded", rule, conspirator=code, card=card)


def gain_item(table: Table, state: State, frame: Frame | None, code: str, item: str) -> None:
    """Give an item to a conspirator."""
    state.conspirators[code].items.append(item)
    tell(table, state, frame, "item-gained", Rule.PROCURE_REVEALED, conspirator=code, item=item)
    check_limits(table, state, code)


def discard_item(
    table: Table, state: State, frame: Frame | None, code: str, item: str, rule: str = Rule.ITEM_DISCARD_DOWN
) -> None:
    """Put an item of a conspirator on the discarded ones."""
    state.conspirators[code].items.remove(item)
    state.discarded_items.append(item)
    tell(table, state, frame, "item-discarded", rule, conspirator=code, item=item)


def take_square(state: State, space: str) -> str:
    """Take the item off the square of a space."""
    if space in state.face_up:
        state.face_up.remove(space)
    return state.squares.pop(space)


@obeys(Rule.REVEAL_ITEM)
def reveal(table: Table, state: State, frame: Frame | None, space: str) -> None:
    """Turn over the item of a space, if one lies there face down."""
    if space in state.squares and space not in state.face_up:
        state.face_up.append(space)
        tell(table, state, frame, "item-revealed", Rule.REVEAL_ITEM, location=space, item=state.squares[space])


@obeys(Rule.DOSSIER_LIMIT, Rule.MOTIVATION_DOSSIER)
def dossier_limit(table: Table, state: State, code: str) -> int:
    """How many cards a conspirator may hold."""
    numbers = table.numbers
    of_players = numbers.dossier[state.players]
    limit = numbers.dossier_at.get(state.conspirators[code].levels[MOTIVATION], of_players)
    return limit + total(table, state, LIMIT_CARD, code)


@obeys(Rule.ITEM_LIMIT)
def item_limit(table: Table, state: State, code: str) -> int:
    """How many items a conspirator may carry."""
    return table.numbers.items[state.players] + total(table, state, LIMIT_ITEM, code)


@obeys(Rule.DOSSIER_DISCARD_DOWN, Rule.ITEM_DISCARD_DOWN, Rule.PRISON_KEEPS)
def check_limits(table: Table, state: State, code: str) -> None:
    """Let who holds more than allowed discard at once, in whoever's turn; a prisoner keeps everything."""
    conspirator = state.conspirators[code]
    if conspirator.location == PRISON:
        return
    if conspirator.items and len(conspirator.items) > item_limit(table, state, code):
        push(state, ITEMS_DOWN, code)
    if conspirator.cards and len(conspirator.cards) > dossier_limit(table, state, code):
        push(state, CARDS_DOWN, code)


class _CardsDown(Pick):
    """Discard down to the limit of cards."""

    def times(self, table: Table, state: State, frame: Frame) -> int:
        conspirator = state.conspirators[frame.actor]
        if conspirator.location == PRISON:
            return 0
        return len(conspirator.cards) - dossier_limit(table, state, frame.actor)

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        return [f"{DISCARD} {card}" for card in dict.fromkeys(state.conspirators[frame.actor].cards)]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        discard_card(table, state, frame, frame.actor, option.removeprefix(f"{DISCARD} "), Rule.DOSSIER_DISCARD_DOWN)


class _ItemsDown(Pick):
    """Discard down to the limit of items."""

    def times(self, table: Table, state: State, frame: Frame) -> int:
        conspirator = state.conspirators[frame.actor]
        if conspirator.location == PRISON:
            return 0
        return len(conspirator.items) - item_limit(table, state, frame.actor)

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        return [f"{DISCARD} {item}" for item in dict.fromkeys(state.conspirators[frame.actor].items)]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        discard_item(table, state, frame, frame.actor, option.removeprefix(f"{DISCARD} "))


class _Drawing(Op):
    """Draw card by card."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        if frame.left == NOTHING:
            frame.left = frame.memo["count"]
        while frame.left > 0:
            frame.left -= 1
            card = top_card(table, state)
            if card is None:
                return True
            gain_card(table, state, frame, frame.actor, card)
            if state.frames[-1] is not frame:
                return False
        return True


CARDS_DOWN = procedure("cards-down", Rule.DOSSIER_DISCARD_DOWN, _CardsDown())
ITEMS_DOWN = procedure("items-down", Rule.ITEM_DISCARD_DOWN, _ItemsDown())
DRAWING = procedure("drawing", Rule.DRAW_CARD, _Drawing())
