"""Whom a step concerns: the words for conspirators, and what all steps that name them share."""

# ruff: noqa: ARG001, ARG002, ARG005  (all steps have one signature)

from collections.abc import Callable, Sequence

from rules_engine.black_orchestra import board
from rules_engine.black_orchestra.ladders import HITLER
from rules_engine.black_orchestra.ops import VISITED, Condition, Op, ask, fitting
from rules_engine.black_orchestra.state import NOTHING, Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.errors import CannotExecute

ANY, OTHER, PRISONER, SPLIT, ALL = "any", "other", "prisoner", "split", "all"
CHOSEN = "chosen"
"""What a line remembers of the conspirator chosen in it."""
TODO = "todo"
"""What a line remembers of those who still have to decide."""


def _visited(table: Table, state: State, frame: Frame) -> list[str]:
    return [frame.memo[VISITED]] if frame.memo.get(VISITED) else []


def _here(table: Table, state: State, frame: Frame) -> list[str]:
    return board.here(state, state.conspirators[frame.actor].location)


def _nearest_to_hitler(table: Table, state: State, frame: Frame) -> list[str]:
    """All who are equally near to Hitler; who stands beside him is nearest."""
    free, space = board.free(state), state.leaders.get(HITLER)
    if space is None:
        return []
    near = board.nearest(table, space, (state.conspirators[code].location for code in free))
    return [code for code in free if state.conspirators[code].location in near]


WHO: dict[str, Callable[[Table, State, Frame], list[str]]] = {
    "self": lambda table, state, frame: [frame.actor],
    "active": lambda table, state, frame: [state.active],
    ALL: lambda table, state, frame: board.free(state),
    "here": _here,
    "others-here": lambda table, state, frame: [c for c in _here(table, state, frame) if c != frame.actor],
    VISITED: _visited,
    "nearest-to-hitler": _nearest_to_hitler,
    ANY: lambda table, state, frame: board.free(state),
    OTHER: lambda table, state, frame: [c for c in board.free(state) if c != frame.actor],
    PRISONER: lambda table, state, frame: board.prisoners(state),
}
"""The conspirators of each word; prisoners are concerned only where the word says so."""
ONE_OF = (ANY, OTHER, PRISONER)
"""Words for one conspirator of choice, who stays the same to the end of the line."""


class Concerning(Op):
    """A step that names conspirators."""

    def __init__(self, who: str, conditions: tuple[Condition, ...] = ()) -> None:
        if who not in WHO:
            raise CannotExecute(who, f"the engine has no code for “{who}” in this step")
        self.who = who
        self.conditions = conditions

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Find out whom it concerns, and do it to them."""
        if self.who in ONE_OF and CHOSEN not in frame.memo:
            options = self.choosable(table, state, frame)
            if len(options) > 1:
                return ask(state, frame.actor, options)
            if not options:
                return True
            frame.memo[CHOSEN] = options[0]
        return self.apply(table, state, frame, self.concerned(table, state, frame))

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        """The one who was chosen, or what that one answered."""
        if self.who in ONE_OF and CHOSEN not in frame.memo:
            frame.memo[CHOSEN] = answer
        else:
            self.heed(table, state, frame, answer)

    def concerned(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Those whom the word means and the conditions fit; once it has begun, it goes on for them."""
        is_chosen = self.who in ONE_OF and CHOSEN in frame.memo
        codes = [frame.memo[CHOSEN]] if is_chosen else WHO[self.who](table, state, frame)
        return fitting(table, state, frame, codes, self.conditions if frame.left == NOTHING else ())

    def choosable(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Those who can be chosen: whom it touches in full, before whom it touches less."""
        found = self.concerned(table, state, frame)
        return [code for code in found if self.suits(table, state, code)] or found

    def suits(self, table: Table, state: State, code: str) -> bool:
        """Whether it can be done to that one in full."""
        return True

    def apply(self, table: Table, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Do it to them; true when the step is over."""
        raise NotImplementedError

    def heed(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        """Do what one of them decided."""
        raise NotImplementedError

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be somebody."""
        return bool(self.concerned(table, state, frame))

    def in_full(self, table: Table, state: State, frame: Frame) -> bool:
        """One who can be chosen is enough; where all are meant, it must suit all of them."""
        found = self.concerned(table, state, frame)
        enough = any if self.who in ONE_OF else all
        return bool(found) and enough(self.suits(table, state, code) for code in found)


class EachDecides(Concerning):
    """A step in which each of those it concerns picks, one after the other, as often as the step says."""

    times = 1

    def options(self, table: Table, state: State, frame: Frame, code: str) -> list[str]:
        """What one of them can pick now."""
        raise NotImplementedError

    def pick(self, table: Table, state: State, frame: Frame, code: str, option: str) -> None:
        """Do what was picked."""
        raise NotImplementedError

    def apply(self, table: Table, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Go on until somebody has a choice, or nothing is left to pick."""
        if frame.left == NOTHING:
            frame.memo[TODO] = [code for code in codes for _ in range(self.times)]
            frame.left = len(frame.memo[TODO])
        depth = len(state.frames)
        while frame.memo[TODO]:
            code = frame.memo[TODO][0]
            options = self.options(table, state, frame, code)
            if len(options) > 1:
                return ask(state, code, options)
            if options:
                self.heed(table, state, frame, options[0])
            else:
                frame.memo[TODO].pop(0)
            if len(state.frames) > depth:
                return False
        del frame.memo[TODO]
        return True

    def heed(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        """One pick less."""
        code = frame.memo[TODO].pop(0)
        self.pick(table, state, frame, code, answer)
