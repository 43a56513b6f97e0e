"""Items on the board: revealing and taking them, and delivering them where they are wanted."""

# ruff: noqa: ARG001, ARG002, ARG005  (all steps have one signature)

from collections.abc import Callable, Mapping

from rules_engine.black_orchestra.dossier import gain_card, gain_item
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import FORMS, push
from rules_engine.black_orchestra.rulebook import Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.errors import CannotExecute
from rules_engine.machine.steps import Op, Pick, holds, tell
from rules_engine.obeys import obeys
from rules_engine.ruleset import ANY_ITEM, Spot


def face_down(state: State) -> list[str]:
    """Spaces with an item that nobody has seen."""
    return [space for space in state.squares if space not in state.face_up]


def take_square(state: State, space: str) -> str:
    """Take the item off the square of a space."""
    if space in state.face_up:
        state.face_up.remove(space)
    return state.squares.pop(space)


@FORMS.step("reveal {location}")
@obeys(Rule.REVEAL_ITEM)
def reveal(table: Edition, state: State, frame: Frame, location: str) -> None:
    """Turn over the item of a space, if one lies there face down."""
    if location in state.squares and location not in state.face_up:
        state.face_up.append(location)
        tell(state, frame, "item-revealed", Rule.REVEAL_ITEM, location=location, item=state.squares[location])


@obeys(Rule.DELIVER_UNCOVERED, Rule.DELIVER_CONDITION)
def spot_for(table: Edition, state: State, code: str, item: str) -> Spot | None:
    """What the space wants that the item fits, its own kind first, if it can be seen and its condition holds."""
    space = state.conspirators[code].location
    if space in state.squares:
        return None
    spots = table.spaces[space].spots
    for kind in (item, ANY_ITEM):
        for spot in spots:
            if spot.item == kind and holds(table, state, spot.conditions, code):
                return spot
    return None


@obeys(Rule.DELIVER_DISCARD, Rule.DELIVER_SPLIT)
def deliver(table: Edition, state: State, frame: Frame, item: str) -> None:
    """Discard an item in the space that wants it, for what that is worth there."""
    code = state.active
    space = state.conspirators[code].location
    spot = spot_for(table, state, code, item)
    assert spot is not None, "only what is wanted is delivered"
    state.conspirators[code].items.remove(item)
    state.discarded_items.append(item)
    tell(state, frame, "delivered", Rule.DELIVER_DISCARD, conspirator=code, item=item, location=space)
    for program in reversed(table.deliveries[space, table.spaces[space].spots.index(spot)]):
        push(state, program, code)


def _discarded_cards(state: State, frame: Frame) -> list[str]:
    """A card cannot take itself from the discards."""
    own = frame.memo.get("card")
    return [card for card in dict.fromkeys(state.discard) if card != own or state.discard.count(card) > 1]


def _item_here(state: State, frame: Frame) -> list[str]:
    space = state.conspirators[frame.actor].location
    return [space] if space in state.squares else []


SOURCES: Mapping[tuple[str, str], Callable[[State, Frame], list[str]]] = {
    ("card", "discards"): _discarded_cards,
    ("item", "discards"): lambda state, frame: list(dict.fromkeys(state.discarded_items)),
    ("item", "board"): lambda state, frame: list(state.squares),
    ("item", "here"): _item_here,
}
"""What can be taken from where: cards and discarded items by their names, items of the board by their spaces."""


@FORMS.step("take {holding} from {zone}")
class Take(Pick):
    """One of choice goes to who takes it."""

    def __init__(self, holding: str, zone: str) -> None:
        if (holding, zone) not in SOURCES:
            raise CannotExecute(zone, f"no {holding} can be taken from “{zone}”")
        self.holding, self.zone = holding, zone

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """What lies there."""
        return SOURCES[self.holding, self.zone](state, frame)

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        """Take it."""
        if self.holding == "card":
            state.discard.remove(option)
            gain_card(table, state, frame, frame.actor, option)
            return
        if self.zone == "discards":
            state.discarded_items.remove(option)
            item = option
        else:
            item = take_square(state, option)
        gain_item(table, state, frame, frame.actor, item)

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be one."""
        return bool(self.options(table, state, frame))


@FORMS.step("reveal any")
class RevealAny(Pick):
    """Turn over an item of choice."""

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """Every item that lies face down."""
        return face_down(state)

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        """Turn it over."""
        reveal(table, state, frame, option)

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be one."""
        return bool(face_down(state))


@FORMS.step("discard {number} items")
class DiscardFromBoard(Pick):
    """Face-down items of choice go unseen."""

    def __init__(self, number: int) -> None:
        self.number = number

    def times(self, table: Edition, state: State, frame: Frame) -> int:
        """As many as the line says."""
        return self.number

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """Every item that lies face down; where all must go, there is no choice."""
        found = face_down(state)
        return found[:1] if len(found) <= frame.left else found

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        """It goes to the discards without being named."""
        state.discarded_items.append(take_square(state, option))
        tell(state, frame, "square-cleared", frame.program.rule, location=option)

    def in_full(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be that many."""
        return len(face_down(state)) >= self.number


@FORMS.step("remove items stage {from=number} to {to=number}")
class RemoveItems(Op):
    """All items on spaces of those stages leave the game unseen."""

    def __init__(self, from_: int, to: int) -> None:
        self.first, self.last = from_, to

    def _spaces(self, table: Edition, state: State) -> list[str]:
        return [s for s in state.squares if self.first <= (table.spaces[s].opens_in_stage or self.first) <= self.last]

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """One after the other."""
        for space in self._spaces(table, state):
            state.removed_items.append(take_square(state, space))
            tell(state, frame, "square-cleared", frame.program.rule, location=space)
        return True

    def in_full(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be any."""
        return bool(self._spaces(table, state))
