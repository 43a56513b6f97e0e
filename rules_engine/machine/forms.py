"""The registry of a game's forms, and the compiler from a line of notation to the steps that are executed."""

import inspect
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias, TypeVar, get_args

from rules_engine.errors import CannotExecute
from rules_engine.machine.steps import DECLINE, Branch, Condition, Do, Jump, Op, Pick
from schema.notation import SLOT, Clause, Line, Predicate, Step, slot_name

CodeT = TypeVar("CodeT", bound=Callable[..., Any])
Only: TypeAlias = Mapping[str, Collection[str]]
"""By slot the words that the engine has code for, where it has none for others."""


@dataclass(frozen=True, slots=True)
class Compiled:
    """What the engine executes of a line: the conditions of its trigger, and its steps."""

    conditions: tuple[Condition, ...]
    ops: tuple[Op, ...]


@dataclass(frozen=True, slots=True)
class _Code:
    """Code for a form: called with what stands in the slots that it names."""

    make: Callable[..., Any]
    numbers: Mapping[str, bool]
    """The parameters, and whether each is a number."""
    only: Only
    asks_each: bool = False

    def arguments(self, clause: Clause) -> dict[str, Any]:
        """What stands in the slots, numbers as such; a CannotExecute for a word that there is no code for."""
        found = arguments_of(clause)
        for slot, words in self.only.items():
            if found[slot] not in words:
                raise CannotExecute(found[slot], f"the engine has no code for “{clause.form}” with “{found[slot]}”")
        named = {_parameter(slot): word for slot, word in found.items()}
        return {name: int(word) if self.numbers[name] else word for name, word in named.items() if name in self.numbers}


@dataclass(slots=True)
class Forms:
    """The forms of the notation that the engine has code for, in one game."""

    branch: type[Branch] = Branch
    declines_in_picks: bool = False
    """Whether leaving an optional pick undone is one more thing to pick, and no question before it."""
    steps: dict[str, _Code] = field(default_factory=dict)
    conditions: dict[str, _Code] = field(default_factory=dict)

    def step(self, *forms: str, only: Only | None = None, asks_each: bool = False) -> Callable[[CodeT], CodeT]:
        """Register a class of steps, or a function that is a step in which nobody chooses."""

        def register(code: CodeT) -> CodeT:
            is_class = isinstance(code, type)
            make = code if is_class else lambda **arguments: Do(code, arguments)
            for form in forms:
                self.steps[form] = _code(make, code, form, 0 if is_class else 3, only, asks_each)
            return code

        return register

    def bind(self, *forms: str, only: Only | None = None, asks_each: bool = False) -> Callable[[CodeT], CodeT]:
        """Register a function that makes the step which the words mean."""

        def register(code: CodeT) -> CodeT:
            for form in forms:
                self.steps[form] = _code(code, code, form, 0, only, asks_each)
            return code

        return register

    def define(self, form: str, make: Callable[..., Op]) -> None:
        """Give a form a function that makes its step from the words in its slots."""
        slots = [_parameter(slot_name(slot)) for slot in SLOT.findall(form)]
        self.steps[form] = _Code(make, dict.fromkeys(slots, False), {})

    def condition(self, *forms: str, only: Only | None = None) -> Callable[[CodeT], CodeT]:
        """Register a function that is asked of a scene."""

        def make(code: CodeT, **arguments: Any) -> Condition:
            return (lambda scene: code(scene, **arguments)) if arguments else code

        def register(code: CodeT) -> CodeT:
            for form in forms:
                self.conditions[form] = _code(lambda **arguments: make(code, **arguments), code, form, 1, only, False)
            return code

        return register

    def compile(self, line: Line) -> Compiled:
        """The steps of a line, or a CannotExecute that names the word the engine has no code for."""
        conditions = self.compile_conditions(line.conditions)
        program = _Steps(self, [])
        program.add_all(line.steps)
        return Compiled(conditions, tuple(program.ops))

    def compile_conditions(self, predicates: Sequence[Predicate]) -> tuple[Condition, ...]:
        """The conditions as functions of a scene."""
        return tuple(self._condition(predicate) for predicate in predicates)

    def _condition(self, predicate: Predicate) -> Condition:
        clause = predicate.clause
        code = _known(self.conditions, clause, "condition")
        holds: Condition = code.make(**code.arguments(clause))
        return (lambda scene: not holds(scene)) if predicate.is_negated else holds


def _code(
    make: Callable[..., Any], code: Callable[..., Any], form: str, given: int, only: Only | None, asks_each: bool
) -> _Code:
    """Code whose parameters behind the given ones are slots of the form."""
    parameters = list(inspect.signature(code).parameters.values())[given:]
    numbers = {p.name: p.annotation is int or int in get_args(p.annotation) for p in parameters}
    slots = {slot_name(slot) for slot in SLOT.findall(form)}
    needed = {p.name.rstrip("_") for p in parameters if p.default is p.empty} - {"conditions"}
    assert needed <= slots, f"“{form}” has no {needed - slots}"
    assert slots <= {name.rstrip("_") for name in numbers} | set(only or ()), f"nothing reads a slot of “{form}”"
    return _Code(make, numbers, only or {}, asks_each)


def _parameter(slot: str) -> str:
    """The name of the parameter for a slot; one of them is a word of Python."""
    return f"{slot}_" if slot == "from" else slot


def _known(codes: Mapping[str, _Code], clause: Clause, part: str) -> _Code:
    code = codes.get(clause.form)
    if code is None:
        raise CannotExecute(clause.words[0], f"the engine has no code for the {part} “{clause.form}”")
    return code


def arguments_of(clause: Clause) -> dict[str, str]:
    """What stands in the slots of a clause, by the names of the slots."""
    slots = [(SLOT.fullmatch(part), word) for part, word in zip(clause.form.split(), clause.words, strict=True)]
    return {slot_name(slot.group(1)): word for slot, word in slots if slot}


@dataclass(slots=True)
class _Steps:
    """Steps in the making; a jump is held open until its target is known."""

    forms: Forms
    ops: list[Op]

    def add_all(self, steps: Sequence[Step]) -> None:
        for step in steps:
            conditions = self.forms.compile_conditions(step.conditions)
            code = _known(self.forms.steps, step.clause, "step") if step.clause else None
            if not conditions or (code and code.asks_each):
                self._add(step, conditions)
                continue
            skip = self._hold()
            self._add(step, ())
            self.ops[skip] = Jump(len(self.ops), conditions)

    def _add(self, step: Step, conditions: tuple[Condition, ...]) -> None:
        bodies = step.options or ((),)
        if len(bodies) == 1 and not step.is_optional:
            self._add_option(step, bodies[0], conditions)
            return
        at, ends, targets = self._hold(), [], dict[str, int]()
        for body in bodies:
            targets[str(step.clause) if step.clause else "; ".join(map(str, body))] = len(self.ops)
            self._add_option(step, body, conditions)
            ends.append(self._hold())
        for jump in ends:
            self.ops[jump] = Jump(len(self.ops))
        op = self.ops[at + 1]
        if self.forms.declines_in_picks and step.is_optional and step.clause and isinstance(op, Pick):
            op.may_decline = True
            self.ops[at] = Jump(at + 1)
            return
        if step.is_optional:
            targets[DECLINE] = len(self.ops)
        self.ops[at] = self.forms.branch(at, targets, self.ops)

    def _add_option(self, step: Step, body: Sequence[Step], conditions: tuple[Condition, ...]) -> None:
        if step.clause is None:
            self.add_all(body)
            return
        code = self.forms.steps[step.clause.form]
        given = {"conditions": conditions} if code.asks_each else {}
        op: Op = code.make(**code.arguments(step.clause), **given)
        op.form = step.clause.form
        self.ops.append(op)

    def _hold(self) -> int:
        self.ops.append(Jump(0))
        return len(self.ops) - 1
