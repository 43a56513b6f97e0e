"""Spaces: which are open, the ways between them, and conspirators who enter them."""

# ruff: noqa: ARG002  (all steps have one signature)

from collections.abc import Sequence

from rules_engine.black_orchestra.conspirators import Concerning, EachDecides
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import FORMS, begin
from rules_engine.black_orchestra.rulebook import PRISON, Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.machine.steps import NOTHING, Condition, ask, tell
from rules_engine.obeys import obeys

STAY = "stay"


@obeys(Rule.MOVE_STAGE, Rule.MOVE_BERLIN_OPEN, Rule.STAGE_CLOSED, Rule.PRISON_APART)
def is_open(table: Edition, state: State, space: str) -> bool:
    """Whether a conspirator may enter a space now: an event in play opens what its stage opens."""
    return space != PRISON and table.spaces[space].is_open(max(state.stage, table.stage_of.get(state.current, 0)))


@obeys(Rule.MOVE_ADJACENT, Rule.MOVE_BERLIN_GATE, Rule.FORTIFIED_SPACES)
def ways(table: Edition, state: State, origin: str) -> list[str]:
    """Open spaces next to a space, in the order of the board."""
    return [space for space in table.neighbours[origin] if is_open(table, state, space)]


def steps_to(table: Edition, state: State, origin: str, limit: int) -> list[str]:
    """Open spaces that can be reached within so many steps through open spaces, without the one started from."""
    reached, edge = {origin: 0}, [origin]
    for step in range(1, limit + 1):
        edge = [other for space in edge for other in ways(table, state, space) if other not in reached]
        reached |= dict.fromkeys(edge, step)
        edge = list(dict.fromkeys(edge))
    return [space for space in table.spaces if space in reached and space != origin]


@obeys(Rule.MOVE_ENTER_EFFECT, Rule.MOVE_ENTER_AGAIN)
def enter_space(table: Edition, state: State, frame: Frame, code: str, to: str, rule: str = "") -> None:
    """Put a conspirator into a space, by whatever way, and let what the space does happen; who is there stays."""
    origin = state.conspirators[code].location
    if origin == to:
        return
    state.conspirators[code].location = to
    tell(state, frame, "entered", rule or Rule.MOVE_ADJACENT, conspirator=code, origin=origin, location=to)
    for space in (origin, to):
        begin_passing(table, state, code, space)
    begin(table, state, table.of("enter", to), code)


def begin_passing(table: Edition, state: State, code: str, space: str) -> None:
    """Let the current event happen to who comes through a space."""
    programs = table.of("pass {location}", state.current)
    if programs:
        begin(table, state, (program for program in programs if program.arguments["location"] == space), code)


class MoveConspirators(Concerning):
    """``move {who} to {location}``."""

    def __init__(self, who: str, to: str, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.to = to

    def apply(self, table: Edition, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """One after the other; nobody walks out of prison."""
        for code in codes:
            if state.conspirators[code].location != PRISON:
                enter_space(table, state, frame, code, self.to)
        return True


class StepByStep(Concerning):
    """``move {who} up to {number}``: along the lines, a space at a time, as far as is wanted."""

    def __init__(self, who: str, most: int, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.most = most

    def apply(self, table: Edition, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Ask where to go next; what is met on the way happens at once."""
        if frame.left == NOTHING:
            frame.left = self.most
        if not codes or frame.left <= 0:
            return True
        spaces = ways(table, state, state.conspirators[codes[0]].location)
        return ask(state, frame.actor, [*spaces, STAY]) if spaces else True

    def heed(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """One step, or no more."""
        frame.left = 0 if answer == STAY else frame.left - 1
        if answer != STAY:
            (code,) = self.concerned(table, state, frame)
            enter_space(table, state, frame, code, answer)

    def suits(self, table: Edition, state: State, code: str) -> bool:
        """There must be somewhere to go."""
        return bool(ways(table, state, state.conspirators[code].location))


@FORMS.step("move {who} anywhere", asks_each=True)
class MoveAnywhere(EachDecides):
    """Each goes to a space of choice."""

    def options(self, table: Edition, state: State, frame: Frame, code: str) -> list[str]:
        """Every other space that may be entered."""
        here = state.conspirators[code].location
        if here == PRISON:
            return []
        return [space for space in table.spaces if space != here and is_open(table, state, space)]

    def pick(self, table: Edition, state: State, frame: Frame, code: str, option: str) -> None:
        """Go there."""
        enter_space(table, state, frame, code, option)
