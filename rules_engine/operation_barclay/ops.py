"""What a step of an effect is once it is compiled, and the loop that executes effects up to the next choice."""

# ruff: noqa: ARG002  (all steps have one signature)

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from rules_engine.compile import DECLINE, Condition
from rules_engine.events import Event
from rules_engine.moment import Moment
from rules_engine.operation_barclay.state import FACTIONS, NOTHING, Frame, State

if TYPE_CHECKING:
    from rules_engine.operation_barclay.table import Table

Move = Callable[["Table", State], None]


class Now(Moment):
    """A moment of this game, with what is fixed before a game begins."""

    __slots__ = ("table",)

    def __init__(self, table: "Table", state: State, player: int) -> None:
        super().__init__(table.ruleset, state, FACTIONS[player], "")
        self.table = table


class Op:
    """A step with its arguments bound."""

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """Do it; false when the player must choose first."""
        raise NotImplementedError


class Pick(Op):
    """A step in which the player picks, once or several times; who has no choice is not asked."""

    may_decline = False

    def times(self, table: "Table", state: State, frame: Frame) -> int:
        """How many picks there are."""
        return 1

    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """What can be picked now."""
        raise NotImplementedError

    def take(self, table: "Table", state: State, frame: Frame, action: str) -> None:
        """Do what the player chose."""
        raise NotImplementedError

    def offered(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """What can be picked, or be left."""
        options = self.options(table, state, frame)
        return [*options, DECLINE] if options and self.may_decline else options

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """Go on until there is a choice or nothing left to pick."""
        if frame.left == NOTHING:
            frame.left = self.times(table, state, frame)
        while frame.left > 0:
            options = self.offered(table, state, frame)
            if len(options) > 1:
                state.options = options
                return False
            if not options:
                break
            frame.left -= 1
            self.take(table, state, frame, options[0])
        return True


class Jump(Op):
    """Go on elsewhere in the program unless all conditions hold; without conditions, always."""

    def __init__(self, target: int, conditions: tuple[Condition, ...] = ()) -> None:
        self.target, self.conditions = target, conditions

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """The loop goes on behind the place that is set here."""
        if not self.conditions or not holds(table, state, frame.player, self.conditions):
            frame.at = self.target - 1
        return True


class Branch(Pick):
    """The player chooses how the line goes on."""

    def __init__(self, words: tuple[str, ...], targets: tuple[int, ...]) -> None:
        self.targets = dict(zip(words, targets, strict=True))

    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """The lines to choose from."""
        return list(self.targets)

    def take(self, table: "Table", state: State, frame: Frame, action: str) -> None:
        """Go on with that line, from its first step."""
        frame.at = self.targets[action]
        frame.left = NOTHING


@dataclass(frozen=True, slots=True)
class Program:
    """An effect row as it is executed."""

    ops: tuple[Op, ...]
    conditions: tuple[Condition, ...]
    """Of its trigger."""
    row: int
    key: tuple[str, int]
    """Code of its card and its place among the effects of that card: the same in every database."""
    owner: int
    rule: str
    line: str


def holds(table: "Table", state: State, player: int, conditions: tuple[Condition, ...]) -> bool:
    """Whether all conditions hold for the player now."""
    now = Now(table, state, player)
    return all(condition(now) for condition in conditions)


def begin(table: "Table", state: State, number: int) -> None:
    """Let an effect of the player whose turn it is happen, if the conditions of its trigger hold."""
    program = table.cards.programs[number]
    if program.conditions and not holds(table, state, state.player, program.conditions):
        return
    frame = Frame(number, state.player)
    state.frames.append(frame)
    if state.log is not None:
        card = table.cards.codes[program.owner]
        tell(table, state, frame, "effect", program.rule, faction=FACTIONS[state.player], card=card)


def run_frames(table: "Table", state: State) -> bool:
    """Execute until all effects are over, or until the player must choose."""
    frames, programs = state.frames, table.cards.programs
    while frames:
        frame = frames[-1]
        ops = programs[frame.program].ops
        if frame.at >= len(ops):
            frames.pop()
        elif ops[frame.at].run(table, state, frame):
            frame.at += 1
            frame.left = NOTHING
        else:
            return False
    return True


def answer(table: "Table", state: State, action: str) -> None:
    """Do what the player chose in the effect that waits for it."""
    frame = state.frames[-1]
    if action == DECLINE and open_pick(table, state).may_decline:
        frame.left = 0
        return
    frame.left -= 1
    open_pick(table, state).take(table, state, frame, action)


def open_pick(table: "Table", state: State) -> Pick:
    """The step of an effect that waits for an answer."""
    frame = state.frames[-1]
    op = table.cards.programs[frame.program].ops[frame.at]
    assert isinstance(op, Pick), "only a pick waits"
    return op


def tell(table: "Table", state: State, frame: Frame | None, kind: str, rule: str, **data: str | int) -> None:
    """Say what happened, if anybody listens."""
    if state.log is not None:
        effect = table.cards.programs[frame.program].row if frame else None
        state.log.append(Event(kind, data, effect, str(rule)))
