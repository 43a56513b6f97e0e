"""Steps that move conspirators and leaders."""

# ruff: noqa: ARG002  (all steps have one signature)

from collections.abc import Sequence

from rules_engine.black_orchestra import board
from rules_engine.black_orchestra.ops import VISITED, Condition, Op, Pick, ask, holds
from rules_engine.black_orchestra.state import NOTHING, Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.whom_forms import WHO, Concerning, EachDecides
from rules_engine.compile import Arguments

STAY = "stay"
MOVERS = "movers"
"""What a line remembers of the deputies it is about to move."""


class MoveConspirators(Concerning):
    """``move {who} to {location}``."""

    def __init__(self, who: str, to: str, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.to = to

    def apply(self, table: Table, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Who is there already stays."""
        for code in codes:
            if state.conspirators[code].location != self.to:
                board.enter_space(table, state, frame, code, self.to)
        return True


class StepByStep(Concerning):
    """``move {who} up to {number}``: along the lines, a space at a time, as far as is wanted."""

    def __init__(self, who: str, most: int, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.most = most

    def apply(self, table: Table, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Ask where to go next; what is met on the way happens at once."""
        if frame.left == NOTHING:
            frame.left = self.most
        if not codes or frame.left <= 0:
            return True
        spaces = self._next(table, state, codes[0])
        return ask(state, frame.actor, [*spaces, STAY]) if spaces else True

    def heed(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        """One step, or no more."""
        frame.left = 0 if answer == STAY else frame.left - 1
        if answer != STAY:
            (code,) = self.concerned(table, state, frame)
            board.enter_space(table, state, frame, code, answer)

    def suits(self, table: Table, state: State, code: str) -> bool:
        """There must be somewhere to go."""
        return bool(self._next(table, state, code))

    def _next(self, table: Table, state: State, code: str) -> list[str]:
        return board.ways(table, state, state.conspirators[code].location)


class MoveAnywhere(EachDecides):
    """``move {who} anywhere``."""

    def options(self, table: Table, state: State, frame: Frame, code: str) -> list[str]:
        """Every other space that may be entered."""
        here = state.conspirators[code].location
        return [space for space in table.spaces if space != here and board.is_open(table, state, space)]

    def pick(self, table: Table, state: State, frame: Frame, code: str, option: str) -> None:
        """Go there."""
        board.enter_space(table, state, frame, code, option)


class MoveLeaders(Op):
    """``move {leader} to {location}`` and ``move all-leaders …``: one after the other; no space: their own."""

    def __init__(self, leader: str, to: str, conditions: tuple[Condition, ...] = ()) -> None:
        self.leader, self.to, self.conditions = leader, to, conditions

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Somebody may have something to say before and after each move, so that the step is run again after it."""
        movers = (self.leader,) if self.leader else table.leaders
        if frame.left == NOTHING:
            if not holds(table, state, self.conditions, frame.actor, frame):
                return True
            frame.left = 0
        while frame.left < len(movers):
            leader = movers[frame.left]
            frame.left += 1
            to = self.to or table.numbers.starts[leader]
            if state.leaders.get(leader, to) != to:
                board.begin_leader_move(table, state, frame, leader, to)
                return False
        return True

    def in_full(self, table: Table, state: State, frame: Frame) -> bool:
        """A leader who is not in play cannot move."""
        return not self.leader or self.leader in state.leaders


class VisitNearest(Op):
    """``move {leader} to nearest``."""

    def __init__(self, leader: str) -> None:
        self.leader = leader

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """To the nearest conspirator of another space; who is alone where he arrives is visited."""
        if self.leader not in state.leaders:
            return True
        if frame.left != NOTHING:
            self._arrive(state, frame)
            return True
        spaces = board.visitable(table, state, self.leader)
        if len(spaces) > 1:
            return ask(state, state.active, spaces)
        if not spaces:
            return True
        self.take(table, state, frame, spaces[0])
        return False

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        """He sets out."""
        frame.left = 0
        frame.memo["to"] = answer
        board.begin_leader_move(table, state, frame, self.leader, answer)

    def _arrive(self, state: State, frame: Frame) -> None:
        space = frame.memo.pop("to")
        met = board.here(state, space)
        if state.leaders.get(self.leader) == space and len(met) == 1:
            frame.memo[VISITED] = met[0]


class LeaderUpTo(Pick):
    """``move {leader} up to {number}``: a card moves a leader along the lines."""

    def __init__(self, leader: str, most: int, conditions: tuple[Condition, ...] = ()) -> None:
        self.leader, self.most, self.conditions = leader, most, conditions

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Open spaces so near, or staying."""
        if self.leader not in state.leaders or not holds(table, state, self.conditions, frame.actor, frame):
            return []
        origin = state.leaders[self.leader]
        return [*board.steps_to(table, state, origin, self.most), STAY]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """Put him there."""
        if option != STAY:
            board.place_leader(table, state, frame, self.leader, option, _rule(table, frame))

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """He must be in play."""
        return self.leader in state.leaders


class DeputiesAnywhere(Op):
    """``move {number} deputies anywhere``: chosen deputies to one space."""

    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """First who, then where."""
        options = self._options(table, state, frame)
        return ask(state, frame.actor, options) if options else True

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        """One more of them, or all of them to that space."""
        if answer in state.leaders:
            frame.memo.setdefault(MOVERS, []).append(answer)
            return
        for leader in frame.memo[MOVERS]:
            board.place_leader(table, state, frame, leader, answer, _rule(table, frame))
        frame.left = 0

    def _options(self, table: Table, state: State, frame: Frame) -> list[str]:
        chosen = frame.memo.get(MOVERS, [])
        if frame.left == 0:
            return []
        more = [leader for leader in board.deputies(state) if leader not in chosen]
        if len(chosen) < self.count and more:
            return more
        return list(table.spaces) if chosen else []

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be deputies."""
        return bool(board.deputies(state))


class NearestDeputy(Concerning):
    """``move nearest-deputy to {who}``."""

    def apply(self, table: Table, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """To one after the other; between equally near deputies there is a choice."""
        if frame.left == NOTHING:
            frame.left = 0
        while frame.left < len(codes):
            options = self._nearest(table, state, codes[frame.left])
            if len(options) > 1:
                return ask(state, frame.actor, options)
            frame.left += 1
            if options:
                self._summon(table, state, frame, options[0], codes[frame.left - 1])
        return True

    def heed(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        """The deputy who was chosen comes."""
        code = self.concerned(table, state, frame)[frame.left]
        frame.left += 1
        self._summon(table, state, frame, answer, code)

    def in_full(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be deputies to come."""
        return bool(board.deputies(state)) and super().in_full(table, state, frame)

    @staticmethod
    def _nearest(table: Table, state: State, code: str) -> list[str]:
        near = board.nearest(
            table, state.conspirators[code].location, map(state.leaders.__getitem__, board.deputies(state))
        )
        return [leader for leader in board.deputies(state) if state.leaders[leader] in near]

    @staticmethod
    def _summon(table: Table, state: State, frame: Frame, leader: str, code: str) -> None:
        to = state.conspirators[code].location
        board.place_leader(table, state, frame, leader, to, _rule(table, frame))


class Evacuate(Op):
    """``evacuate stage {number}``."""

    def __init__(self, stage: int) -> None:
        self.stage = stage

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Hitler stays where he is."""
        board.begin_evacuation(table, state, self.stage, with_hitler=False)
        return True


class RemoveLeader(Op):
    """``remove {leader}``."""

    def __init__(self, leader: str) -> None:
        self.leader = leader

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """If he is still in play."""
        if self.leader in state.leaders:
            board.remove_leader(table, state, frame, self.leader)
        return True


class RemoveDeputy(Pick):
    """``remove deputy``."""

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """The deputies in play."""
        return board.deputies(state)

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """He leaves the game."""
        board.remove_leader(table, state, frame, option)

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be one."""
        return bool(board.deputies(state))


def _rule(table: Table, frame: Frame) -> str:
    return table.programs[frame.program].rule


def bind_move(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``move {mover} to {location}``."""
    mover, to = arguments["mover"], arguments["location"]
    return MoveConspirators(mover, to, conditions) if mover in WHO else MoveLeaders(mover, to, conditions)


def bind_move_up_to(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``move {mover} up to {number}``."""
    mover, most = arguments["mover"], int(arguments["number"])
    return StepByStep(mover, most, conditions) if mover in WHO else LeaderUpTo(mover, most, conditions)
