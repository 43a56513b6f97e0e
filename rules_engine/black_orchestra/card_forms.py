"""Steps that draw, take, reveal and discard cards and items."""

# ruff: noqa: ARG002, ARG004, ARG005  (all steps have one signature)

from collections.abc import Callable, Mapping, Sequence

from rules_engine.black_orchestra import dossier, prison
from rules_engine.black_orchestra.ops import Condition, Op, Pick, below, tell
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.whom_forms import TODO, Concerning, EachDecides
from rules_engine.compile import Arguments
from rules_engine.errors import CannotExecute

DRAWN = "drawn"
"""What a line remembers of the cards drawn in it, of which some must go."""
ITEM = "item"
HOLDINGS: Mapping[str, Callable[[Table, str], bool]] = {
    "card": lambda table, card: True,
    "illegal-card": Table.is_illegal,
    "plot": Table.is_plot,
}
"""Which cards of a dossier a word means."""


def held(table: Table, state: State, code: str, holding: str) -> list[str]:
    """What somebody holds of a kind."""
    if holding == ITEM:
        return state.conspirators[code].items
    return [card for card in state.conspirators[code].cards if HOLDINGS[holding](table, card)]


def known_holding(holding: str) -> str:
    """The word, if the engine knows it."""
    if holding != ITEM and holding not in HOLDINGS:
        raise CannotExecute(holding, f"the engine does not know what “{holding}” a conspirator can hold")
    return holding


def _lose(table: Table, state: State, frame: Frame, code: str, holding: str, what: str) -> None:
    lose = dossier.discard_item if holding == ITEM else dossier.discard_card
    lose(table, state, frame, code, what, rule=table.programs[frame.program].rule)


class Draw(Concerning):
    """``draw {who} {number}``."""

    def __init__(self, who: str, count: int, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.count = count

    def apply(self, table: Table, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """The first of them draws first."""
        for code in reversed(codes):
            dossier.draw_cards(state, code, self.count)
        return True


class DrawUpTo(EachDecides):
    """``draw {who} up to {number}``."""

    def __init__(self, who: str, most: int, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.most = most

    def options(self, table: Table, state: State, frame: Frame, code: str) -> list[str]:
        """As many as are wanted and there."""
        left = len(state.deck) + len(state.discard)
        return [f"draw {count}" for count in range(min(self.most, left), -1, -1)]

    def pick(self, table: Table, state: State, frame: Frame, code: str, option: str) -> None:
        """Draw them."""
        count = int(option.removeprefix("draw "))
        if count:
            dossier.draw_cards(state, code, count)


class DrawAndKeep(Pick):
    """``draw {number} keep {kept}``: what is not kept is discarded before limits are looked at."""

    def __init__(self, count: int, kept: int) -> None:
        self.count, self.kept = count, kept

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """Draw first; then choose what goes."""
        drawn = [card for card in (dossier.top_card(table, state) for _ in range(self.count)) if card]
        state.conspirators[frame.actor].cards += drawn
        for card in drawn:
            tell(table, state, frame, "card-gained", Rule.DRAW_CARD, conspirator=frame.actor, card=card)
        frame.memo[DRAWN] = drawn
        return len(drawn) - self.kept

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """The cards that were drawn."""
        return [f"{dossier.DISCARD} {card}" for card in dict.fromkeys(frame.memo[DRAWN])]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """Discard it; the last one makes the limits count."""
        card = option.removeprefix(f"{dossier.DISCARD} ")
        frame.memo[DRAWN].remove(card)
        dossier.discard_card(table, state, frame, frame.actor, card, Rule.DRAW_CARD)

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Limits are looked at in the end."""
        if not super().run(table, state, frame):
            return False
        dossier.check_limits(table, state, frame.actor)
        return True


class DrawUntilPlot(Op):
    """``draw until plot``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Turn cards over until a plot comes; the others are discarded once it has come."""
        if not self.can(table, state, frame):
            return True
        others: list[str] = []
        while (card := dossier.top_card(table, state)) is not None and not table.is_plot(card):
            others.append(card)
        state.discard += others
        if card is not None:
            dossier.gain_card(table, state, frame, frame.actor, card)
        return True

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be a plot to come."""
        return any(table.is_plot(card) for card in (*state.deck, *state.discard))


class Take(Pick):
    """``take {holding} from {zone}``: one of choice."""

    def __init__(self, holding: str, zone: str) -> None:
        if (holding, zone) not in self.SOURCES:
            raise CannotExecute(zone, f"no {holding} can be taken from “{zone}”")
        self.holding, self.zone = holding, zone

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Cards and discarded items by their names, items of the board by their spaces."""
        return self.SOURCES[self.holding, self.zone](table, state, frame)

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """It goes to who takes it."""
        if self.holding == "card":
            state.discard.remove(option)
            dossier.gain_card(table, state, frame, frame.actor, option)
            return
        if self.zone == "discards":
            state.discarded_items.remove(option)
            item = option
        else:
            item = dossier.take_square(state, option)
        dossier.gain_item(table, state, frame, frame.actor, item)

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be one."""
        return bool(self.options(table, state, frame))

    @staticmethod
    def _discarded(table: Table, state: State, frame: Frame) -> list[str]:
        """A card cannot take itself from the discards."""
        own = frame.memo.get("card")
        found = list(dict.fromkeys(state.discard))
        return [card for card in found if card != own or state.discard.count(card) > 1]

    @staticmethod
    def _here(table: Table, state: State, frame: Frame) -> list[str]:
        space = state.conspirators[frame.actor].location
        return [space] if space in state.squares else []

    SOURCES: Mapping[tuple[str, str], Callable[[Table, State, Frame], list[str]]] = {
        ("card", "discards"): _discarded,
        ("item", "discards"): lambda table, state, frame: list(dict.fromkeys(state.discarded_items)),
        ("item", "board"): lambda table, state, frame: list(state.squares),
        ("item", "here"): _here,
    }


class Discard(EachDecides):
    """``discard {who} {number} {holding}``: each chooses what goes."""

    def __init__(self, who: str, count: int, holding: str, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.times, self.holding = count, known_holding(holding)

    def options(self, table: Table, state: State, frame: Frame, code: str) -> list[str]:
        """What one of them holds of it; who must give all of it has no choice."""
        found = held(table, state, code, self.holding)
        if len(found) <= frame.memo[TODO].count(code):
            found = found[:1]
        return [f"{dossier.DISCARD} {what}" for what in dict.fromkeys(found)]

    def pick(self, table: Table, state: State, frame: Frame, code: str, option: str) -> None:
        """It goes."""
        _lose(table, state, frame, code, self.holding, option.removeprefix(f"{dossier.DISCARD} "))

    def suits(self, table: Table, state: State, code: str) -> bool:
        """One must hold that many."""
        return len(held(table, state, code, self.holding)) >= self.times

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """Who has nothing to give cannot give it."""
        return self.in_full(table, state, frame)


class DiscardAll(Concerning):
    """``discard {who} all {holding}``."""

    def __init__(self, who: str, holding: str, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.holding = known_holding(holding)

    def apply(self, table: Table, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """All of it goes."""
        for code in codes:
            for what in list(held(table, state, code, self.holding)):
                _lose(table, state, frame, code, self.holding, what)
        return True


class DiscardThis(Op):
    """``discard this``: a card that is held goes, with the dice on it."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Where it is still held."""
        card = table.programs[frame.program].owner[1]
        if card in state.conspirators[frame.actor].cards:
            dossier.discard_card(table, state, frame, frame.actor, card)
        return True


class RemoveThis(Op):
    """``remove this``: whoever puts cards back leaves it out."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """The prisoner's turn puts interrogation cards back."""
        turn = below(state, prison.PRISON_TURN)
        if turn:
            turn.memo[prison.REMOVED] = 1
        return True


class Reshuffle(Op):
    """``reshuffle``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """The card itself lies among the discards already."""
        dossier.reshuffle_discards(table, state, frame)
        return True


class Reveal(Op):
    """``reveal {location}``."""

    def __init__(self, space: str) -> None:
        self.space = space

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """If an item lies there face down."""
        dossier.reveal(table, state, frame, self.space)
        return True


class RevealAny(Pick):
    """``reveal any``."""

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Every item that lies face down."""
        return face_down(state)

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """Turn it over."""
        dossier.reveal(table, state, frame, option)

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be one."""
        return bool(face_down(state))


class DiscardFromBoard(Pick):
    """``discard {number} items``: face-down items of choice, unseen."""

    def __init__(self, count: int) -> None:
        self.count = count

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """As many as the line says."""
        return self.count

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Every item that lies face down; where all must go, there is no choice."""
        found = face_down(state)
        return found[:1] if len(found) <= frame.left else found

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """It goes to the discards without being named."""
        state.discarded_items.append(dossier.take_square(state, option))
        tell(table, state, frame, "square-cleared", table.programs[frame.program].rule, location=option)

    def in_full(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be that many."""
        return len(face_down(state)) >= self.count


class RemoveItems(Op):
    """``remove items stage {from} to {to}``: out of the game, unseen."""

    def __init__(self, first: int, last: int) -> None:
        self.first, self.last = first, last

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """All items on spaces of those stages."""
        for space in self._spaces(table, state):
            state.removed_items.append(dossier.take_square(state, space))
            tell(table, state, frame, "square-cleared", table.programs[frame.program].rule, location=space)
        return True

    def in_full(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be any."""
        return bool(self._spaces(table, state))

    def _spaces(self, table: Table, state: State) -> list[str]:
        return [s for s in state.squares if self.first <= (table.spaces[s].opens_in_stage or self.first) <= self.last]


def face_down(state: State) -> list[str]:
    """Spaces with an item that nobody has seen."""
    return [space for space in state.squares if space not in state.face_up]


def bind_draw(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``draw {who} {number}``."""
    return Draw(arguments["who"], int(arguments["number"]), conditions)


def bind_draw_up_to(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``draw {who} up to {number}``."""
    return DrawUpTo(arguments["who"], int(arguments["number"]), conditions)


def bind_discard(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``discard {who} {number} {holding}``."""
    return Discard(arguments["who"], int(arguments["number"]), arguments["holding"], conditions)


def bind_discard_all(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``discard {who} all {holding}``."""
    return DiscardAll(arguments["who"], arguments["holding"], conditions)
