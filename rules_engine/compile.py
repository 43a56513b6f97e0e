"""From a line of notation to a program: a flat list of instructions, so that an effect can pause at any decision."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Generic, TypeAlias, TypeVar

from rules_engine.errors import CannotExecute
from schema.notation import SLOT, Clause, Line, Predicate, Step, Vocabulary, slot_name

DECLINE = "decline"
"""The option of a step that may be left undone."""

Condition = Callable[[Any], bool]
"""Asked of a moment of play; each game has its own kind."""
Arguments = Mapping[str, str]
StepT = TypeVar("StepT")
"""A step with its arguments bound; each game has its own kind."""


@dataclass(frozen=True, slots=True)
class StepForm(Generic[StepT]):
    """Code for a form of step."""

    bind: Callable[[Arguments, tuple[Condition, ...]], StepT]
    asks_each: bool = False
    """Whether its conditions are asked of each one it concerns, and not once of whose turn it is."""


@dataclass(frozen=True)
class Forms(Generic[StepT]):
    """The forms of the notation that the engine has code for, in one game."""

    steps: Mapping[str, StepForm[StepT]] = field(default_factory=dict)
    conditions: Mapping[str, Callable[[Arguments], Condition]] = field(default_factory=dict)

    def compile(self, line: Line) -> Any:
        """The program of a line."""
        return compile_line(line, self)

    def compile_conditions(self, predicates: Sequence[Predicate]) -> tuple[Condition, ...]:
        """The conditions as functions of the moment."""
        return compile_conditions(predicates, self)


@dataclass(frozen=True, slots=True)
class Do(Generic[StepT]):
    """Do a step."""

    step: StepT


@dataclass(frozen=True, slots=True)
class Unless:
    """Go elsewhere unless all conditions hold; without conditions, always."""

    conditions: tuple[Condition, ...]
    target: int


@dataclass(frozen=True, slots=True)
class Choose:
    """Go on where the answer says."""

    question: str
    options: tuple[str, ...]
    targets: tuple[int, ...]


Instruction: TypeAlias = Do[Any] | Unless | Choose
"""One place of a program."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the engine executes of a line: the conditions of its trigger, and its program."""

    conditions: tuple[Condition, ...]
    program: tuple[Instruction, ...]


def compile_line(line: Line, forms: Forms[Any]) -> Compiled:
    """The program of a line, or a CannotExecute that names the word the engine has no code for."""
    conditions = compile_conditions(line.conditions, forms)
    program = _Program(forms)
    program.add_all(line.steps)
    return Compiled(conditions, tuple(program.instructions))


def compile_conditions(predicates: Sequence[Predicate], forms: Forms[Any]) -> tuple[Condition, ...]:
    """The conditions as functions of the moment."""
    return tuple(_condition(predicate, forms) for predicate in predicates)


def read_conditions(text: str, vocabulary: Vocabulary) -> tuple[Predicate, ...]:
    """Conditions that stand alone, as in the row of a delivery, or a NotationError."""
    if not text.strip():
        return ()
    predicates = []
    for part in text.split(" and "):
        words = tuple(part.split())
        is_negated = words[:1] == ("not",)
        predicates.append(Predicate(vocabulary.clause_of("condition", words[is_negated:], text), is_negated))
    return tuple(predicates)


def arguments_of(clause: Clause) -> dict[str, str]:
    """What stands in the slots of a clause, by the names of the slots."""
    slots = [(SLOT.fullmatch(part), word) for part, word in zip(clause.form.split(), clause.words, strict=True)]
    return {slot_name(slot.group(1)): word for slot, word in slots if slot}


def _condition(predicate: Predicate, forms: Forms[Any]) -> Condition:
    clause = predicate.clause
    bind = forms.conditions.get(clause.form)
    if bind is None:
        raise CannotExecute(clause.words[0], f"the engine has no code for the condition “{clause.form}”")
    holds = bind(arguments_of(clause))
    return (lambda moment: not holds(moment)) if predicate.is_negated else holds


class _Program:
    """Instructions in the making; a jump is held open until its target is known."""

    def __init__(self, forms: Forms[Any]) -> None:
        self.forms = forms
        self.instructions: list[Instruction] = []

    def add_all(self, steps: Sequence[Step]) -> None:
        for step in steps:
            self._add(step)

    def _add(self, step: Step) -> None:
        conditions = compile_conditions(step.conditions, self.forms)
        form = self._form(step.clause) if step.clause else None
        if not conditions or (form and form.asks_each):
            self._add_body(step, conditions)
            return
        skip = self._hold()
        self._add_body(step, ())
        self.instructions[skip] = Unless(conditions, len(self.instructions))

    def _add_body(self, step: Step, conditions: tuple[Condition, ...]) -> None:
        bodies = step.options or ((),)
        if len(bodies) == 1 and not step.is_optional:
            self._add_option(step, bodies[0], conditions)
            return
        choice, ends, targets = self._hold(), [], []
        for body in bodies:
            targets.append(len(self.instructions))
            self._add_option(step, body, conditions)
            ends.append(self._hold())
        end = len(self.instructions)
        for jump in ends:
            self.instructions[jump] = Unless((), end)
        words = [str(step.clause) if step.clause else "; ".join(map(str, body)) for body in bodies]
        if step.is_optional:
            words, targets = [*words, DECLINE], [*targets, end]
        self.instructions[choice] = Choose(str(step), tuple(words), tuple(targets))

    def _add_option(self, step: Step, body: Sequence[Step], conditions: tuple[Condition, ...]) -> None:
        if step.clause:
            self.instructions.append(Do(self._form(step.clause).bind(arguments_of(step.clause), conditions)))
        else:
            self.add_all(body)

    def _form(self, clause: Clause) -> StepForm[Any]:
        form = self.forms.steps.get(clause.form)
        if form is None:
            raise CannotExecute(clause.words[0], f"the engine has no code for the step “{clause.form}”")
        return form

    def _hold(self) -> int:
        self.instructions.append(Unless((), 0))
        return len(self.instructions) - 1
