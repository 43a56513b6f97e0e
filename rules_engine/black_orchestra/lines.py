"""How lines of cards and spaces are executed here: what they remember, their choices, and what sets them off."""

# ruff: noqa: ARG001, ARG002  (all steps have one signature)

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules_engine.black_orchestra.rulebook import HITLER, Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.machine.forms import Forms
from rules_engine.machine.steps import DECLINE, NOTHING, Branch, Condition, Do, Op, Program, Scene, holds, tell
from rules_engine.obeys import obeys

VISITED, AIM, ROLL = "visited", "aim", "roll"
"""What a line remembers: who was visited, which leader a plot is meant for, and the dice that were rolled in it."""
DEFEAT = "defeat"


class Repeat(Op):
    """Back to the choice around it; without one it only says that a bonus counts as often as wanted."""

    target = NOTHING

    def run(self, table: Any, state: State, frame: Frame) -> bool:
        """The loop goes on behind the place that is set here."""
        if self.target != NOTHING:
            frame.at = self.target - 1
        return True


class Choice(Branch):
    """Somebody chooses how the line goes on: whoever was visited, where it concerns them."""

    def __init__(self, at: int, targets: Mapping[str, int], ops: Sequence[Op]) -> None:
        super().__init__(at, targets, ops)
        end = targets.get(DECLINE, max(targets.values()) + 1)
        self.is_of_visited = any(op.who == VISITED for op in ops[at + 1 : end])
        for op in ops[at + 1 :]:
            if isinstance(op, Repeat) and op.target == NOTHING:
                op.target = at

    def run(self, table: Any, state: State, frame: Frame) -> bool:
        """What the visited one decides is left out when nobody was visited."""
        if self.is_of_visited and not frame.memo.get(VISITED):
            frame.at = max(self.targets.values()) - 1
            return True
        return super().run(table, state, frame)

    def decider(self, table: Any, state: State, frame: Frame) -> str:
        """Who chooses."""
        return str(frame.memo[VISITED] if self.is_of_visited else frame.actor)

    @obeys(Rule.EFFECT_AS_FAR_AS_POSSIBLE)
    def options(self, table: Any, state: State, frame: Frame) -> list[str]:
        """The lines that can be begun; all where none can, because the rest of a line is done all the same."""
        return super().options(table, state, frame)


class Stand(Op):
    """A step that holds as long as its card or ability is there; it is asked for by what it changes."""

    def __init__(self, what: str, amount: int = 0, word: str = "") -> None:
        self.what, self.amount, self.word = what, amount, word

    def run(self, table: Any, state: State, frame: Frame) -> bool:
        """There is nothing to do at once."""
        return True


FORMS = Forms(branch=Choice)
"""The forms of the notation that there is code for; each is registered where that code is."""
FORMS.step("repeat")(Repeat)


@dataclass(frozen=True, slots=True, eq=False)
class Triggered(Program):
    """A line of a card or of a space, with what sets it off."""

    trigger: str = ""
    """The form of the trigger."""
    arguments: Mapping[str, str] = field(default_factory=dict)
    """What stands in the slots of the trigger."""


PROGRAMS: dict[str, Program] = {}
"""The parts of the rules that are executed like effects, by their names."""


def procedure(name: str, rule: Rule, *steps: Op | Callable[[Any, State, Frame], None]) -> Program:
    """Make a part of the rules known under its name; a step in which nobody chooses is a function."""
    ops = tuple(step if isinstance(step, Op) else Do(step, {}) for step in steps)
    PROGRAMS[name] = Program(name, ops, str(rule))
    return PROGRAMS[name]


def push(state: State, program: Program, actor: str, **memo: Any) -> Frame:
    """Let a program happen before everything else."""
    frame = Frame(program, actor, memo=memo)
    state.frames.append(frame)
    return frame


def begin(table: Any, state: State, programs: Iterable[Program], actor: str, **memo: Any) -> None:
    """Let programs happen, the first one first, as far as the conditions of their triggers hold now."""
    due = [program for program in programs if is_due(table, state, program, actor, memo)]
    for program in reversed(due):
        push(state, program, actor, **memo)


def is_due(table: Any, state: State, program: Program, actor: str, memo: dict[str, Any] | None = None) -> bool:
    """Whether the conditions of the trigger hold."""
    conditions = program.conditions
    return not conditions or holds(table, state, conditions, actor, Frame(program, actor, memo=memo))


def fitting(
    table: Any, state: State, frame: Frame, codes: Iterable[str], conditions: tuple[Condition, ...]
) -> list[str]:
    """Those of whom the conditions hold."""
    if not conditions:
        return list(codes)
    return [code for code in codes if holds(table, state, conditions, code, frame)]


def below(state: State, program: Program) -> Frame | None:
    """The frame of a program that is under way."""
    return next((frame for frame in reversed(state.frames) if frame.program is program), None)


def aimed(scene: Scene, leader: str) -> str:
    """The leader whom a plot is meant for where its card says Hitler; any other leader is himself."""
    if leader == HITLER and scene.frame is not None:
        return str(scene.frame.memo.get(AIM, leader))
    return leader


@FORMS.step("lose")
@obeys(Rule.LOSE_DOCUMENTS)
def lose(table: Any, state: State, frame: Frame, rule: str = Rule.LOSE_DOCUMENTS) -> None:
    """The conspirators have lost."""
    state.outcome = (DEFEAT, 0, str(rule))
    tell(state, frame, "lost", rule)
