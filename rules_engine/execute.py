"""Execute compiled effects on a state, pausing wherever somebody must decide."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Protocol, Self, TypeVar

from rules_engine.compile import Choose, Do, Instruction
from rules_engine.decide import Chooser, Decision
from rules_engine.events import Event, Played, Refusal
from rules_engine.moment import Frame, Moment
from rules_engine.ruleset import Effect, Ruleset

ANSWER_RULE = "answer-decisions"
"""Not a rule of a game: what every game asks of whoever plays it."""


def _no_question(_: Moment) -> Decision | None:
    return None


@dataclass(frozen=True, slots=True)
class BoundStep:
    """A step with its arguments bound: what it asks before it is done, and what it does with the answer."""

    do: Callable[[Moment, int], None]
    ask: Callable[[Moment], Decision | None] = _no_question


class Pausable(Protocol):
    """A state that remembers the effects it is in the middle of."""

    frames: list[Frame]

    def copy(self) -> Self:
        """A state that can be changed without changing this one."""
        ...


StateT = TypeVar("StateT", bound=Pausable)


def begin(ruleset: Ruleset, state: Pausable, effects: Iterable[Effect], actor: str, rule: str) -> None:
    """Let effects happen, in their order, as far as the conditions of their triggers hold now."""
    due = []
    for effect in effects:
        moment = Moment(ruleset, state, actor, rule, effect.row)
        if all(holds(moment) for holds in effect.program().conditions):
            due.append(Frame(effect.row, 0, actor, rule))
    state.frames.extend(reversed(due))


def resume(
    ruleset: Ruleset, state: Pausable, events: list[Event] | None = None, answer: int | None = None
) -> Decision | None:
    """Go on in place until somebody must decide, and give that decision, or until nothing is left to do."""
    while state.frames:
        frame = state.frames[-1]
        program = ruleset.effects[frame.effect].program().program
        if frame.at >= len(program):
            state.frames.pop()
            continue
        instruction = program[frame.at]
        moment = Moment(ruleset, state, frame.actor, frame.rule, frame.effect, events)
        decision = _question(instruction, moment)
        if decision is not None and answer is None:
            if len(decision.options) > 1:
                return decision
            answer = 0
        taken = answer or 0
        # The frame moves on first, because the step may put effects of its own on top of it.
        state.frames[-1] = replace(frame, at=_following(instruction, moment, frame.at, taken))
        if isinstance(instruction, Do):
            instruction.step.do(moment, taken)
        answer = None
    return None


def open_decision(ruleset: Ruleset, state: Pausable) -> Decision | None:
    """The decision a state waits for."""
    if not state.frames:
        return None
    frame = state.frames[-1]
    program = ruleset.effects[frame.effect].program().program
    return _question(program[frame.at], Moment(ruleset, state, frame.actor, frame.rule, frame.effect))


def play_on(
    ruleset: Ruleset, state: StateT, events: list[Event], choose: Chooser | None, answer: int | None = None
) -> Played[StateT]:
    """Go on in place; with a chooser, to the end, without one, to the next decision."""
    decision = resume(ruleset, state, events, answer)
    while decision is not None and choose is not None:
        taken = choose(decision)
        if not 0 <= taken < len(decision.options):
            raise ValueError(f"“{decision.question}” has {len(decision.options)} options, the player took {taken}.")
        decision = resume(ruleset, state, events, taken)
    return Played(state, tuple(events), decision)


def answer(ruleset: Ruleset, state: StateT, option: int, choose: Chooser | None = None) -> Played[StateT] | Refusal:
    """Answer the open decision with the index of an option, and go on."""
    decision = open_decision(ruleset, state)
    if decision is None:
        return Refusal(ANSWER_RULE, "There is nothing to decide at the moment.")
    if not 0 <= option < len(decision.options):
        return Refusal(ANSWER_RULE, f"“{decision.question}” has no option {option}: {'; '.join(decision.options)}.")
    return play_on(ruleset, state.copy(), [], choose, option)


def refuse_while_deciding(ruleset: Ruleset, state: Pausable) -> Refusal | None:
    """A refusal as long as a decision is open."""
    decision = open_decision(ruleset, state)
    if decision is None:
        return None
    return Refusal(ANSWER_RULE, f"{decision.actor} must first decide “{decision.question}”.")


def _question(instruction: Instruction, moment: Moment) -> Decision | None:
    """What must be decided before going on."""
    if isinstance(instruction, Do):
        step: BoundStep = instruction.step
        return step.ask(moment)
    if isinstance(instruction, Choose):
        return Decision(moment.actor, instruction.question, instruction.options, moment.effect)
    return None


def _following(instruction: Instruction, moment: Moment, at: int, answer: int) -> int:
    """The place of the program that comes after this one."""
    if isinstance(instruction, Choose):
        return instruction.targets[answer]
    if isinstance(instruction, Do):
        return at + 1
    holds = instruction.conditions and all(holds(moment) for holds in instruction.conditions)
    return at + 1 if holds else instruction.target
