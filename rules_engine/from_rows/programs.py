"""The phases of a game as programs: those without turns of their own are steps of the phase around them."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from rules_engine.from_rows.phases import Back, Check, Decide, Enter, Parts, Quiet, Seats, Unless
from rules_engine.from_rows.writing import Source
from rules_engine.machine.steps import Op, Program


@dataclass(frozen=True, slots=True, eq=False)
class PhaseProgram(Program):
    """A phase with all phases within it that need no frame of their own."""

    phases: tuple[tuple[str, str], ...] = ()
    """By step the phase that it belongs to, with its rule."""

    def phase_at(self, at: int) -> tuple[str, str]:
        """The code and the rule of the phase at a place of the program."""
        return self.phases[min(at, len(self.phases) - 1)] if self.phases else (self.key, self.rule)


@dataclass(frozen=True, slots=True)
class Segment:
    """Where a phase is executed: in which program, and between which places of it."""

    program: str
    start: int
    closing: int
    """To which the end of the phase leads: its endings are still asked."""


class Programs:
    """The phases of a game as programs."""

    def __init__(self, parts: Mapping[str, Parts], ended: Collection[str]) -> None:
        self._parts = parts
        self._quiet = {code for code, part in parts.items() if part.is_quiet and code not in ended}
        self.programs: dict[str, PhaseProgram] = {}
        self.segments: dict[str, Segment] = {}
        for part in parts.values():
            if part.has_turns or part.last is not None:
                self._write(part)

    def write(self, source: Source) -> None:
        """Write the phases that go by in a row, each row as one function."""
        for program in self.programs.values():
            for op in program.ops:
                if isinstance(op, Quiet):
                    rules = dict.fromkeys(rule for name in op.names() for rule in source.rules[name])
                    about = ", ".join([f"phase {program.key}", *(f"rule {rule}" for rule in rules)])
                    code = f"in_a_row_{op.phases[0].code}"
                    op.happen = source.late(code, "state, actor", list(op.written(source.bodies)), about)

    def _write(self, part: Parts) -> None:
        ops: list[Op] = []
        phases: list[tuple[str, str]] = []
        self._add(part, ops, phases, part.code)
        self.programs[part.code] = PhaseProgram(part.code, tuple(ops), part.rule, phases=tuple(phases))

    def _add(self, part: Parts, ops: list[Op], phases: list[tuple[str, str]], program: str) -> None:
        """Add the steps of a phase to the program that it is a part of."""
        get, start = part.functions.get, len(ops)
        forward: list[Unless | Seats | Decide] = []

        def add(op: Op) -> None:
            ops.append(op)
            phases.append((part.code, part.rule))
            if isinstance(op, Unless | Seats | Decide):
                forward.append(op)

        left_out = Unless(part.functions["condition"]) if "condition" in part.functions else None
        if left_out:
            add(left_out)
            forward.clear()
        again = len(ops)
        if part.has_turns:
            step = -1 if part.how == "back" else 1
            add(Seats(get("leader"), get("who"), is_endless=part.how == "turns", step=step))
        body = list(part.body())
        is_alone = part.how == "loop" and len(body) == 1 and isinstance(body[0], Decide)
        if "until" in part.functions and not is_alone:
            add(Unless(part.functions["until"], is_turned=True))
        row: Quiet | None = None
        for op in body:
            if isinstance(op, str) and op in self._quiet:
                if row is None:
                    add(row := Quiet())
                row.phases.append(self._parts[op])
                self.segments[op] = Segment(program, len(ops) - 1, len(ops) - 1)
                continue
            row = None
            if isinstance(op, str) and self._parts[op].has_turns:
                add(Enter(op))
            elif isinstance(op, str):
                self._add(self._parts[op], ops, phases, program)
            else:
                if isinstance(op, Decide) and is_alone:
                    op.is_alone, op.until = True, get("until")
                add(op)
        if part.how != "once" and not is_alone:
            add(Back(again, part.code))
        for each in forward:
            each.target = len(ops)
        self.segments[part.code] = Segment(program, start, len(ops))
        if part.endings or part.last:
            add(Check(part.endings, part.last))
        if left_out:
            left_out.target = len(ops)
