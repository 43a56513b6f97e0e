"""What a step is once it is compiled, and the loop that executes programs up to the next choice."""

# ruff: noqa: ARG002  (all steps have one signature)

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rules_engine.black_orchestra.ladders import HITLER
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import NOTHING, Frame, State
from rules_engine.compile import DECLINE
from rules_engine.events import Event
from rules_engine.obeys import obeys

if TYPE_CHECKING:
    from rules_engine.black_orchestra.table import Table

VISITED, AIM = "visited", "aim"
USE = "use"
"""First word of the action that plays a card at any time."""
DEFEAT = "defeat"


@dataclass(slots=True)
class Scene:
    """What a condition is asked of: somebody, in a state, in the middle of a line."""

    table: "Table"
    state: State
    actor: str
    frame: Frame | None = None


Condition = Callable[[Scene], bool]


def aimed(scene: Scene, leader: str) -> str:
    """The leader whom a plot is meant for where its card says Hitler; any other leader is himself."""
    if leader == HITLER and scene.frame is not None:
        return str(scene.frame.memo.get(AIM, leader))
    return leader


class Op:
    """A step with its arguments bound."""

    who = ""
    """Whom it concerns, in the word of the notation, where it concerns conspirators."""
    is_always_possible = False
    """Whether a line with it can be chosen whatever becomes of its other steps."""

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """Do it; false when somebody must choose first, or when what it has put on top must happen in between."""
        raise NotImplementedError

    def take(self, table: "Table", state: State, frame: Frame, answer: str) -> None:
        """Do what was chosen; the step is then run again."""
        raise NotImplementedError

    def can(self, table: "Table", state: State, frame: Frame) -> bool:
        """Whether it makes sense to begin with it."""
        return True

    def in_full(self, table: "Table", state: State, frame: Frame) -> bool:
        """Whether it can be done in full."""
        return self.can(table, state, frame)


class Pick(Op):
    """A step in which somebody picks, once or several times; who has no choice is not asked."""

    def times(self, table: "Table", state: State, frame: Frame) -> int:
        """How many picks there are."""
        return 1

    def decider(self, table: "Table", state: State, frame: Frame) -> str:
        """Who picks."""
        return frame.actor

    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """What can be picked now."""
        raise NotImplementedError

    def pick(self, table: "Table", state: State, frame: Frame, option: str) -> None:
        """Do what was picked."""
        raise NotImplementedError

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """Go on until there is a choice or nothing left to pick."""
        if frame.left == NOTHING:
            frame.left = self.times(table, state, frame)
        depth = len(state.frames)
        while frame.left > 0:
            options = self.options(table, state, frame)
            if len(options) > 1:
                return ask(state, self.decider(table, state, frame), options)
            if not options:
                break
            self.take(table, state, frame, options[0])
            if len(state.frames) > depth:
                return False
        return True

    def take(self, table: "Table", state: State, frame: Frame, answer: str) -> None:
        """One pick less."""
        frame.left -= 1
        self.pick(table, state, frame, answer)


class Jump(Op):
    """Go on elsewhere in the program, unless conditions hold."""

    def __init__(self, target: int, conditions: tuple[Condition, ...] = ()) -> None:
        self.target = target
        self.conditions = conditions

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """The loop goes on behind the place that is set here."""
        if not self.conditions or not holds(table, state, self.conditions, frame.actor, frame):
            frame.at = self.target - 1
        return True


class Repeat(Op):
    """Back to the choice around it."""

    target = NOTHING

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """Without a choice around it, it only says that a bonus counts as often as wanted."""
        if self.target != NOTHING:
            frame.at = self.target - 1
        return True


class Stand(Op):
    """A step that holds as long as its card or ability is there; it is asked for by what it changes."""

    def __init__(self, what: str, amount: int = 0, word: str = "") -> None:
        self.what = what
        self.amount = amount
        self.word = word

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """There is nothing to do at once."""
        return True


class Branch(Op):
    """Somebody chooses how the line goes on."""

    def __init__(self, words: Sequence[str], targets: Sequence[int]) -> None:
        self.targets = dict(zip(words, targets, strict=True))
        self.first: dict[str, Op] = {}
        """The step with which each option begins."""
        self.is_of_visited = False

    def run(self, table: "Table", state: State, frame: Frame) -> bool:
        """Who has only one way takes it; what the visited one decides is left out when nobody was visited."""
        who = frame.actor
        if self.is_of_visited:
            who = frame.memo.get(VISITED, "")
            if not who:
                frame.at = max(self.targets.values()) - 1
                return True
        options = self.options(table, state, frame)
        if len(options) == 1:
            self.take(table, state, frame, options[0])
            return False
        return ask(state, who, options)

    @obeys(Rule.EFFECT_AS_FAR_AS_POSSIBLE)
    def options(self, table: "Table", state: State, frame: Frame) -> list[str]:
        """The lines that can be begun; all where none can, because the rest of a line is done all the same."""
        able = [word for word, op in self.first.items() if op.can(table, state, frame)]
        if DECLINE in self.targets:
            return [*able, DECLINE]
        return able or list(self.first)

    def take(self, table: "Table", state: State, frame: Frame, answer: str) -> None:
        """Go on with that line, from its first step."""
        frame.at = self.targets[answer]
        frame.left = NOTHING

    def in_full(self, table: "Table", state: State, frame: Frame) -> bool:
        """One way that can be gone is enough."""
        return DECLINE in self.targets or any(op.in_full(table, state, frame) for op in self.first.values())


@dataclass(frozen=True, slots=True)
class Program:
    """Steps in their order: an effect row, or a part of the rules."""

    key: str
    """The same in every database."""
    ops: tuple[Op, ...]
    rule: str
    conditions: tuple[Condition, ...] = ()
    row: int | None = None
    owner: tuple[str, str] = ("rule", "")
    trigger: str = ""
    arguments: Mapping[str, str] = field(default_factory=dict)
    line: str = ""

    def in_full(self, table: "Table", state: State, frame: Frame) -> bool:
        """Whether all of it can be done."""
        return any(op.is_always_possible for op in self.ops) or all(op.in_full(table, state, frame) for op in self.ops)


PROGRAMS: dict[str, Program] = {}
"""The parts of the rules that are executed like effects, by their names."""


def procedure(name: str, rule: str, *ops: Op) -> str:
    """Make a part of the rules known under its name."""
    PROGRAMS[name] = Program(name, ops, str(rule))
    return name


def run_frames(table: "Table", state: State) -> None:
    """Execute until somebody must choose, nothing is left to do, or the game is over."""
    frames, programs = state.frames, table.programs
    while frames and state.options is None and state.outcome is None:
        frame = frames[-1]
        ops = programs[frame.program].ops
        if frame.at >= len(ops):
            frames.pop()
        elif ops[frame.at].run(table, state, frame):
            frame.at += 1
            frame.left = NOTHING


def answer(table: "Table", state: State, action: str) -> None:
    """Do what was chosen in the program that waits for it."""
    state.options = None
    frame = state.frames[-1]
    if action.startswith("use "):
        _, card, holder = action.split(" ")
        table.use_card(state, card, holder)
        return
    table.programs[frame.program].ops[frame.at].take(table, state, frame, action)


def ask(state: State, who: str, options: list[str]) -> bool:
    """Wait for an answer."""
    state.options = options
    state.asker = who
    return False


def push(state: State, program: str, actor: str, **memo: Any) -> Frame:
    """Let a program happen before everything else."""
    frame = Frame(program, actor, memo)
    state.frames.append(frame)
    return frame


def begin(table: "Table", state: State, keys: Iterable[str], actor: str, **memo: Any) -> None:
    """Let programs happen, the first one first, as far as the conditions of their triggers hold now."""
    due = [key for key in keys if is_due(table, state, key, actor, memo)]
    for key in reversed(due):
        push(state, key, actor, **memo)


def is_due(table: "Table", state: State, key: str, actor: str, memo: dict[str, Any] | None = None) -> bool:
    """Whether the conditions of the trigger hold."""
    conditions = table.programs[key].conditions
    return not conditions or holds(table, state, conditions, actor, Frame(key, actor, memo))


def holds(
    table: "Table", state: State, conditions: Iterable[Condition], actor: str, frame: Frame | None = None
) -> bool:
    """Whether all conditions hold for somebody."""
    scene = Scene(table, state, actor, frame)
    return all(condition(scene) for condition in conditions)


def fitting(
    table: "Table", state: State, frame: Frame, codes: Iterable[str], conditions: tuple[Condition, ...]
) -> list[str]:
    """Those of whom the conditions hold."""
    if not conditions:
        return list(codes)
    return [code for code in codes if holds(table, state, conditions, code, frame)]


def below(state: State, program: str) -> Frame | None:
    """The frame of a program that is under way."""
    return next((frame for frame in reversed(state.frames) if frame.program == program), None)


def tell(table: "Table", state: State, frame: Frame | None, kind: str, rule: str, **data: str | int) -> None:
    """Say what happened, if anybody listens."""
    if state.log is not None:
        row = table.programs[frame.program].row if frame else None
        state.log.append(Event(kind, data, row, str(rule)))


@obeys(Rule.LOSE_DOCUMENTS)
def lose(table: "Table", state: State, frame: Frame | None, rule: str) -> None:
    """The conspirators have lost."""
    state.outcome = (DEFEAT, 0, str(rule))
    tell(table, state, frame, "lost", rule)
