"""What a step of an effect is once it is compiled, and the loop that executes effects up to the next choice."""

# ruff: noqa: ARG002  (all steps have one signature)

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, ClassVar

from rules_engine.events import Event
from rules_engine.resist.state import NOTHING, Frame, State

if TYPE_CHECKING:
    from rules_engine.resist.cards import Cards

MAQUIS, MISSION, ENEMY, CIVILIAN = "maquis", "mission", "enemy", "civilian"
"""The decks whose cards do something."""
KEEP = "keep"
"""The answer of a player who wants no more of “any”."""


@dataclass(frozen=True, slots=True)
class Need:
    """What must be there for an action to be carried out in full."""

    what: str
    """Needs of the same thing add up over the steps of an action."""
    count: Callable[["Cards", State, int], int]
    """How many there are; the last argument says how many maquis in hand are about to be played."""
    amount: int


class Op:
    """A step with its arguments bound."""

    owners: ClassVar[frozenset[str]] = frozenset((MAQUIS, MISSION, ENEMY, CIVILIAN))
    """Decks whose cards may do it."""

    def needs(self) -> tuple[Need, ...]:
        """What an action with this step needs."""
        return ()

    def run(self, cards: "Cards", state: State, frame: Frame) -> bool:
        """Do it; false when the player must choose first, or when something else must happen in between."""
        raise NotImplementedError

    def take(self, cards: "Cards", state: State, frame: Frame, action: str) -> None:
        """Do what the player chose."""
        raise NotImplementedError


class Pick(Op):
    """A step in which the player picks, once or several times; who has no choice is not asked."""

    def times(self, cards: "Cards", state: State, frame: Frame) -> int:
        """How many picks there are."""
        return 1

    def options(self, cards: "Cards", state: State, frame: Frame) -> list[str]:
        """What can be picked now."""
        raise NotImplementedError

    def run(self, cards: "Cards", state: State, frame: Frame) -> bool:
        """Go on until there is a choice or nothing left to pick."""
        if frame.left == NOTHING:
            frame.left = self.times(cards, state, frame)
        while frame.left > 0:
            options = self.options(cards, state, frame)
            if len(options) > 1:
                state.options = options
                return False
            if not options:
                break
            frame.left -= 1
            self.take(cards, state, frame, options[0])
        return True


class Jump(Op):
    """Go on elsewhere in the program."""

    def __init__(self, target: int) -> None:
        self.target = target

    def run(self, cards: "Cards", state: State, frame: Frame) -> bool:
        """The loop goes on behind the place that is set here."""
        frame.at = self.target - 1
        return True


class Branch(Pick):
    """The player chooses how the line goes on."""

    def __init__(self, words: tuple[str, ...], targets: tuple[int, ...]) -> None:
        self.targets = dict(zip(words, targets, strict=True))

    def options(self, cards: "Cards", state: State, frame: Frame) -> list[str]:
        """The lines to choose from."""
        return list(self.targets)

    def take(self, cards: "Cards", state: State, frame: Frame, action: str) -> None:
        """Go on with that line, from its first step."""
        frame.at = self.targets[action]
        frame.left = NOTHING


@dataclass(frozen=True, slots=True)
class Program:
    """An effect row as it is executed."""

    ops: tuple[Op, ...]
    row: int
    key: tuple[str, int]
    """Code of its card and its place among the effects of that card: the same in every database."""
    owner: int
    rule: str
    line: str
    in_plan: bool = False
    in_attack: bool = False
    checks: tuple[Need, ...] = ()

    def is_possible(self, cards: "Cards", state: State, held: int) -> bool:
        """Whether an action can be carried out in full."""
        for need in self.checks:  # noqa: SIM110  (a loop is twice as fast, and this is asked all the time)
            if need.count(cards, state, held) < need.amount:
                return False
        return True


def run_frames(cards: "Cards", state: State) -> bool:
    """Execute until all effects are over, or until the player must choose."""
    frames = state.frames
    while frames:
        frame = frames[-1]
        ops = cards.programs[frame.program].ops
        if frame.at >= len(ops):
            frames.pop()
        elif ops[frame.at].run(cards, state, frame):
            frame.at += 1
            frame.left = NOTHING
        elif state.options is not None:
            return False
    return True


def answer(cards: "Cards", state: State, action: str) -> None:
    """Do what the player chose in the effect that waits for it."""
    frame = state.frames[-1]
    frame.left -= 1
    cards.programs[frame.program].ops[frame.at].take(cards, state, frame, action)


def open_options(cards: "Cards", state: State) -> list[str]:
    """What can be picked in the effect that waits."""
    frame = state.frames[-1]
    op = cards.programs[frame.program].ops[frame.at]
    assert isinstance(op, Pick), "only a pick waits"
    return op.options(cards, state, frame)


def tell(cards: "Cards", state: State, frame: Frame | None, kind: str, rule: str, **data: str | int) -> None:
    """Say what happened, if anybody listens."""
    if state.log is not None:
        effect = cards.programs[frame.program].row if frame else None
        state.log.append(Event(kind, data, effect, str(rule)))
