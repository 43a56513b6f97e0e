"""What a step is once it is compiled, and the loop that executes programs up to the next choice."""

# ruff: noqa: ARG002  (all steps have one signature)

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from rules_engine.events import Event

DECLINE = "decline"
"""The option of a step that may be left undone."""
NOTHING = -1
"""No card, no place; a step that has not begun to count."""


@dataclass(slots=True)
class Scene:
    """What a condition is asked of: somebody, in a state, perhaps in the middle of a line."""

    table: Any
    state: Any
    actor: Any
    frame: Any = None


Condition: TypeAlias = Callable[[Scene], bool]


class Op:
    """A step with its arguments bound."""

    form: str = ""
    """The form of the notation that it was written in."""
    who: str = ""
    """Whom it concerns, in the word of the notation, where it names anybody."""

    def run(self, table: Any, state: Any, frame: Any) -> bool:
        """Do it; false when somebody must choose first, or when what it has put on top must happen in between."""
        raise NotImplementedError

    def take(self, table: Any, state: Any, frame: Any, answer: str) -> None:
        """Do what was chosen; the step is then run again."""
        raise NotImplementedError

    def can(self, table: Any, state: Any, frame: Any) -> bool:
        """Whether it makes sense to begin with it."""
        return True

    def in_full(self, table: Any, state: Any, frame: Any) -> bool:
        """Whether it can be done in full."""
        return self.can(table, state, frame)


class Do(Op):
    """A step in which nobody chooses: a function with its arguments."""

    def __init__(self, function: Callable[..., None], arguments: Mapping[str, Any]) -> None:
        self.function, self.arguments = function, arguments

    def run(self, table: Any, state: Any, frame: Any) -> bool:
        """Call the function."""
        self.function(table, state, frame, **self.arguments)
        return True


class Pick(Op):
    """A step in which somebody picks, once or several times; who has no choice is not asked."""

    may_decline = False
    """Whether leaving it is one more thing to pick."""

    def times(self, table: Any, state: Any, frame: Any) -> int:
        """How many picks there are."""
        return 1

    def decider(self, table: Any, state: Any, frame: Any) -> Any:
        """Who picks."""
        return frame.actor

    def options(self, table: Any, state: Any, frame: Any) -> list[str]:
        """What can be picked now."""
        raise NotImplementedError

    def pick(self, table: Any, state: Any, frame: Any, option: str) -> None:
        """Do what was picked."""
        raise NotImplementedError

    def run(self, table: Any, state: Any, frame: Any) -> bool:
        """Go on until there is a choice or nothing left to pick."""
        if frame.left == NOTHING:
            frame.left = self.times(table, state, frame)
        depth = len(state.frames)
        while frame.left > 0:
            options = self.options(table, state, frame)
            if self.may_decline and options:
                options.append(DECLINE)
            if len(options) > 1:
                return ask(state, self.decider(table, state, frame), options)
            if not options:
                break
            frame.left -= 1
            self.pick(table, state, frame, options[0])
            if len(state.frames) > depth:
                return False
        return True

    def take(self, table: Any, state: Any, frame: Any, answer: str) -> None:
        """One pick less, or none at all."""
        if self.may_decline and answer == DECLINE:
            frame.left = 0
            return
        frame.left -= 1
        self.pick(table, state, frame, answer)


class Jump(Op):
    """Go on elsewhere in the program unless all conditions hold; without conditions, always."""

    def __init__(self, target: int, conditions: tuple[Condition, ...] = ()) -> None:
        self.target, self.conditions = target, conditions

    def run(self, table: Any, state: Any, frame: Any) -> bool:
        """The loop goes on behind the place that is set here."""
        if not self.conditions or not holds(table, state, self.conditions, frame.actor, frame):
            frame.at = self.target - 1
        return True


class Branch(Op):
    """Somebody chooses how the line goes on."""

    def __init__(self, at: int, targets: Mapping[str, int], ops: Sequence[Op]) -> None:
        """Its own place in the program, where each option begins, and the steps of the program up to its end."""
        self.at, self.targets = at, targets
        self.first = {word: ops[target] for word, target in targets.items() if word != DECLINE}
        """The step with which each option begins."""

    def decider(self, table: Any, state: Any, frame: Any) -> Any:
        """Who chooses."""
        return frame.actor

    def options(self, table: Any, state: Any, frame: Any) -> list[str]:
        """The lines that can be begun; all where none can, because the rest of a line is done all the same."""
        able = [word for word, op in self.first.items() if op.can(table, state, frame)]
        if DECLINE in self.targets:
            return [*able, DECLINE]
        return able or list(self.first)

    def run(self, table: Any, state: Any, frame: Any) -> bool:
        """Who has only one way takes it."""
        options = self.options(table, state, frame)
        if len(options) > 1:
            return ask(state, self.decider(table, state, frame), options)
        self.take(table, state, frame, options[0])
        return False

    def take(self, table: Any, state: Any, frame: Any, answer: str) -> None:
        """Go on with that line, from its first step."""
        frame.at = self.targets[answer]
        frame.left = NOTHING

    def in_full(self, table: Any, state: Any, frame: Any) -> bool:
        """One way that can be gone is enough."""
        return DECLINE in self.targets or any(op.in_full(table, state, frame) for op in self.first.values())


@dataclass(frozen=True, slots=True, eq=False)
class Program:
    """Steps in their order: an effect row, or a part of the rules. Programs of one key are the same program."""

    key: Any
    """The same in every database: a name, or the code of the owner and its place among the effects of that owner."""
    ops: tuple[Op, ...]
    rule: str = ""
    owner: Any = None
    row: int | None = None
    line: str = ""
    conditions: tuple[Condition, ...] = ()
    """Of its trigger."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Program) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


def run_frames(table: Any, state: Any) -> bool:
    """Execute until all effects are over or the game is; false when somebody must choose."""
    frames = state.frames
    while frames and state.outcome is None:
        frame = frames[-1]
        ops = frame.program.ops
        if frame.at >= len(ops):
            frames.pop()
        elif ops[frame.at].run(table, state, frame):
            frame.at += 1
            frame.left = NOTHING
        elif state.options is not None:
            return False
    return True


def answer(table: Any, state: Any, action: str) -> None:
    """Do what was chosen in the effect that waits for it."""
    frame = state.frames[-1]
    frame.program.ops[frame.at].take(table, state, frame, action)


def ask(state: Any, who: Any, options: list[str]) -> bool:
    """Wait for an answer."""
    state.options = options
    state.asker = who
    return False


def holds(table: Any, state: Any, conditions: tuple[Condition, ...], actor: Any, frame: Any = None) -> bool:
    """Whether all conditions hold for somebody."""
    if not conditions:
        return True
    scene = Scene(table, state, actor, frame)
    for condition in conditions:  # noqa: SIM110  (asked all the time, and a loop is faster)
        if not condition(scene):
            return False
    return True


def tell(state: Any, frame: Any, kind: str, rule: str, **data: str | int) -> None:
    """Say what happened, if anybody listens."""
    if state.log is not None:
        state.log.append(Event(kind, data, frame.program.row if frame else None, str(rule)))
