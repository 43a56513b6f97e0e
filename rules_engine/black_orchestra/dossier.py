"""What conspirators hold, cards in the dossier and items: drawing, gaining, discarding, and the limits of both."""

# ruff: noqa: ARG001, ARG002, ARG005  (all steps have one signature)

from collections.abc import Callable, Mapping, Sequence

from rules_engine.black_orchestra.conspirators import TODO, Concerning, EachDecides, total
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import FORMS, Stand, procedure, push
from rules_engine.black_orchestra.rulebook import MOTIVATION, PRISON, Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.chance import shuffle
from rules_engine.machine.steps import NOTHING, Condition, Op, Pick, tell
from rules_engine.obeys import obeys

DISCARD = "discard"
ITEM, CARD = "item", "card"
HOLDINGS: Mapping[str, Callable[[Edition, State, str], list[str]]] = {
    ITEM: lambda table, state, code: state.conspirators[code].items,
    CARD: lambda table, state, code: state.conspirators[code].cards,
    "illegal-card": lambda table, state, code: [c for c in state.conspirators[code].cards if table.is_illegal(c)],
    "plot": lambda table, state, code: [c for c in state.conspirators[code].cards if table.is_plot(c)],
}
"""What somebody holds of a kind."""
LIMIT = "limit "
"""What a card or ability changes that says how much may be held; `card` or `item` follows."""
DRAWN = "drawn"
"""What a line remembers of the cards drawn in it, of which some must go."""


@obeys(Rule.DECK_RESHUFFLE)
def top_card(table: Edition, state: State) -> str | None:
    """Take the top card of the conspirator deck; its discards become a new deck when it is empty."""
    if not state.deck:
        reshuffle_discards(table, state, None)
    return state.deck.pop() if state.deck else None


@FORMS.step("reshuffle")
def reshuffle_discards(table: Edition, state: State, frame: Frame | None) -> None:
    """Shuffle the discarded conspirator cards into the deck; a card that says so lies among them already."""
    state.deck += state.discard
    state.discard = []
    state.chance = shuffle(state.deck, state.chance)
    tell(state, frame, "reshuffled", Rule.DECK_RESHUFFLE, deck="conspirator")


def draw_cards(state: State, code: str, count: int) -> None:
    """Let somebody draw, one card after the other, each within the limit."""
    push(state, DRAWING, code, count=count)


@obeys(Rule.DRAW_CARD, Rule.DOSSIER_OPEN)
def gain_card(table: Edition, state: State, frame: Frame | None, code: str, card: str) -> None:
    """Put a card into a dossier, where all can see it."""
    state.conspirators[code].cards.append(card)
    tell(state, frame, "card-gained", Rule.DRAW_CARD, conspirator=code, card=card)
    check_limits(table, state, code)


def gain_item(table: Edition, state: State, frame: Frame | None, code: str, item: str) -> None:
    """Give an item to a conspirator."""
    state.conspirators[code].items.append(item)
    tell(state, frame, "item-gained", Rule.PROCURE_REVEALED, conspirator=code, item=item)
    check_limits(table, state, code)


def discard_card(
    state: State, frame: Frame | None, code: str, card: str, rule: str = Rule.DOSSIER_DISCARD_PLAYED
) -> None:
    """Put a card of a dossier on the discards; dice on it go back."""
    state.conspirators[code].cards.remove(card)
    state.discard.append(card)
    state.on_cards.pop(card, None)
    tell(state, frame, "card-discarded", rule, conspirator=code, card=card)


def discard_item(state: State, frame: Frame | None, code: str, item: str, rule: str) -> None:
    """Put an item of a conspirator on the discarded ones."""
    state.conspirators[code].items.remove(item)
    state.discarded_items.append(item)
    tell(state, frame, "item-discarded", rule, conspirator=code, item=item)


def discard_options(held: Sequence[str]) -> list[str]:
    """What can be discarded, each kind once."""
    return [f"{DISCARD} {what}" for what in dict.fromkeys(held)]


def discard(state: State, frame: Frame, code: str, holding: str, option: str, rule: str) -> None:
    """Discard what was chosen, an item or a card."""
    what = option.removeprefix(f"{DISCARD} ")
    (discard_item if holding == ITEM else discard_card)(state, frame, code, what, rule)


@obeys(Rule.DOSSIER_LIMIT, Rule.MOTIVATION_DOSSIER)
def dossier_limit(table: Edition, state: State, code: str) -> int:
    """How many cards a conspirator may hold."""
    numbers = table.numbers
    of_players = numbers.dossier[state.players]
    limit = numbers.dossier_at.get(state.conspirators[code].levels[MOTIVATION], of_players)
    return limit + total(table, state, LIMIT + CARD, code)


@obeys(Rule.ITEM_LIMIT)
def item_limit(table: Edition, state: State, code: str) -> int:
    """How many items a conspirator may carry."""
    return table.numbers.items[state.players] + total(table, state, LIMIT + ITEM, code)


@FORMS.bind("limit {holding} {signed}", only={"holding": (CARD, ITEM)})
def limit(holding: str, signed: int) -> Op:
    """So many more or fewer may be held as long as the card or ability is there."""
    return Stand(LIMIT + holding, signed)


@obeys(Rule.PRISON_KEEPS)
def keeps_all(table: Edition, state: State, code: str) -> bool:
    """Whether somebody is in prison and keeps there what they hold."""
    return state.conspirators[code].location == PRISON and Rule.PRISON_KEEPS in table.rules


def has_room(table: Edition, state: State, code: str) -> bool:
    """Whether a dossier can take one more card."""
    return len(state.conspirators[code].cards) < dossier_limit(table, state, code)


@obeys(Rule.DOSSIER_DISCARD_DOWN, Rule.ITEM_DISCARD_DOWN)
def check_limits(table: Edition, state: State, code: str) -> None:
    """Let who holds more than allowed discard at once, in whoever's turn; a prisoner keeps what a rule lets keep."""
    conspirator = state.conspirators[code]
    if keeps_all(table, state, code):
        return
    if conspirator.items and len(conspirator.items) > item_limit(table, state, code):
        push(state, ITEMS_DOWN, code)
    if conspirator.cards and len(conspirator.cards) > dossier_limit(table, state, code):
        push(state, CARDS_DOWN, code)


class _DiscardDown(Pick):
    """Discard down to the limit of cards or of items."""

    def __init__(self, holding: str, limit: Callable[[Edition, State, str], int]) -> None:
        self.holding, self.limit = holding, limit

    def times(self, table: Edition, state: State, frame: Frame) -> int:
        if keeps_all(table, state, frame.actor):
            return 0
        return len(HOLDINGS[self.holding](table, state, frame.actor)) - self.limit(table, state, frame.actor)

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        return discard_options(HOLDINGS[self.holding](table, state, frame.actor))

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        discard(state, frame, frame.actor, self.holding, option, frame.program.rule)


class _Drawing(Op):
    """Draw card by card."""

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
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


CARDS_DOWN = procedure("cards-down", Rule.DOSSIER_DISCARD_DOWN, _DiscardDown(CARD, dossier_limit))
ITEMS_DOWN = procedure("items-down", Rule.ITEM_DISCARD_DOWN, _DiscardDown(ITEM, item_limit))
DRAWING = procedure("drawing", Rule.DRAW_CARD, _Drawing())


@FORMS.step("draw {who} {number}", asks_each=True)
class Draw(Concerning):
    """Each draws so many cards."""

    def __init__(self, who: str, number: int, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.number = number

    def apply(self, table: Edition, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """The first of them draws first."""
        for code in reversed(codes):
            draw_cards(state, code, self.number)
        return True


@FORMS.step("draw {who} up to {number}", asks_each=True)
class DrawUpTo(EachDecides):
    """Each draws as many as they like, up to so many."""

    def __init__(self, who: str, number: int, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.most = number

    def options(self, table: Edition, state: State, frame: Frame, code: str) -> list[str]:
        """As many as are wanted and there."""
        left = len(state.deck) + len(state.discard)
        return [f"draw {count}" for count in range(min(self.most, left), -1, -1)]

    def pick(self, table: Edition, state: State, frame: Frame, code: str, option: str) -> None:
        """Draw them."""
        count = int(option.removeprefix("draw "))
        if count:
            draw_cards(state, code, count)


@FORMS.step("draw {number} keep {kept=number}")
class DrawAndKeep(Pick):
    """What is not kept is discarded before limits are looked at."""

    def __init__(self, number: int, kept: int) -> None:
        self.number, self.kept = number, kept

    def times(self, table: Edition, state: State, frame: Frame) -> int:
        """Draw first; then choose what goes."""
        drawn = [card for card in (top_card(table, state) for _ in range(self.number)) if card]
        state.conspirators[frame.actor].cards += drawn
        for card in drawn:
            tell(state, frame, "card-gained", Rule.DRAW_CARD, conspirator=frame.actor, card=card)
        frame.memo[DRAWN] = drawn
        return len(drawn) - self.kept

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """The cards that were drawn."""
        return discard_options(frame.memo[DRAWN])

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        """Discard it."""
        frame.memo[DRAWN].remove(option.removeprefix(f"{DISCARD} "))
        discard(state, frame, frame.actor, CARD, option, Rule.DRAW_CARD)

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """Limits are looked at in the end."""
        if not super().run(table, state, frame):
            return False
        check_limits(table, state, frame.actor)
        return True


@FORMS.step("draw until plot")
class DrawUntilPlot(Op):
    """Turn cards over until a plot comes."""

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """The others are discarded once it has come."""
        if not self.can(table, state, frame):
            return True
        others: list[str] = []
        while (card := top_card(table, state)) is not None and not table.is_plot(card):
            others.append(card)
        state.discard += others
        if card is not None:
            gain_card(table, state, frame, frame.actor, card)
        return True

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be a plot to come."""
        return any(table.is_plot(card) for card in (*state.deck, *state.discard))


@FORMS.step("discard {who} {number} {holding}", only={"holding": HOLDINGS}, asks_each=True)
class Discard(EachDecides):
    """Each chooses what goes."""

    def __init__(self, who: str, number: int, holding: str, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.times, self.holding = number, holding

    def options(self, table: Edition, state: State, frame: Frame, code: str) -> list[str]:
        """What one of them holds of it; who must give all of it has no choice."""
        held = HOLDINGS[self.holding](table, state, code)
        return discard_options(held[:1] if len(held) <= frame.memo[TODO].count(code) else held)

    def pick(self, table: Edition, state: State, frame: Frame, code: str, option: str) -> None:
        """It goes."""
        discard(state, frame, code, self.holding, option, frame.program.rule)

    def suits(self, table: Edition, state: State, code: str) -> bool:
        """One must hold that many."""
        return len(HOLDINGS[self.holding](table, state, code)) >= self.times

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """Who has nothing to give cannot give it."""
        return self.in_full(table, state, frame)


@FORMS.step("discard {who} all {holding}", only={"holding": HOLDINGS}, asks_each=True)
class DiscardAll(Concerning):
    """All of it goes."""

    def __init__(self, who: str, holding: str, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.holding = holding

    def apply(self, table: Edition, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """From each of them."""
        for code in codes:
            for what in list(HOLDINGS[self.holding](table, state, code)):
                discard(state, frame, code, self.holding, what, frame.program.rule)
        return True


@FORMS.step("discard this")
def discard_this(table: Edition, state: State, frame: Frame) -> None:
    """A card that is held goes, with the dice on it."""
    card = frame.program.owner[1]
    if card in state.conspirators[frame.actor].cards:
        discard_card(state, frame, frame.actor, card)
