"""Hitler and his deputies: how they move, whom they visit, and how they leave the game."""

# ruff: noqa: ARG001, ARG002  (all steps have one signature)

from collections.abc import Sequence

from rules_engine.black_orchestra.conspirators import WHO, Concerning, free, here
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import FORMS, VISITED, procedure, push
from rules_engine.black_orchestra.rulebook import HITLER, PRISON, Rule
from rules_engine.black_orchestra.spaces import (
    STAY,
    MoveConspirators,
    StepByStep,
    enter_space,
    is_open,
    steps_to,
)
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.machine.steps import NOTHING, Condition, Op, Pick, ask, holds, tell
from rules_engine.obeys import obeys

LEADER_MOVES = "leader-moves"
"""The program of a leader's move, in which conspirators may interfere; it is made beside the plots that follow it."""
MOVERS = "movers"
"""What a line remembers of the deputies it is about to move."""


def deputies(state: State) -> list[str]:
    """Deputies in play."""
    return [leader for leader in state.leaders if leader != HITLER]


@obeys(Rule.LEADER_NEAREST, Rule.LEADER_MOVES_AWAY)
def visitable(table: Edition, state: State, leader: str) -> list[str]:
    """The spaces to which a leader may go when he moves to the nearest conspirator: never the one he is in."""
    origin = state.leaders[leader]
    there = [state.conspirators[code].location for code in free(state)]
    return table.nearest(origin, (space for space in there if space != origin))


def begin_leader_move(table: Edition, state: State, frame: Frame, leader: str, to: str) -> None:
    """Let a leader go to a space; where an event sends him, the conspirators may interfere before and after."""
    if leader in state.leaders and state.leaders[leader] != to:
        owner = table.cards.get(frame.program.owner[1])
        is_event = owner is not None and owner.deck == "event"
        push(state, table.programs[LEADER_MOVES], state.active, leader=leader, to=to, is_event=int(is_event))


def place_leader(state: State, frame: Frame, leader: str, to: str, rule: str) -> None:
    """Put a leader into a space."""
    if leader in state.leaders and state.leaders[leader] != to:
        origin, state.leaders[leader] = state.leaders[leader], to
        tell(state, frame, "leader-moved", rule, leader=leader, origin=origin, location=to)


@FORMS.step("keep {leader}")
def keep(table: Edition, state: State, frame: Frame, leader: str) -> None:
    """The leader who was about to move stays where he is."""
    moving = next((each for each in reversed(state.frames) if each.program.key == LEADER_MOVES), None)
    if moving and moving.memo["leader"] == leader:
        moving.memo["kept"] = 1


@FORMS.step("remove {leader}")
def remove_leader(table: Edition, state: State, frame: Frame, leader: str) -> None:
    """Take a leader out of the game, if he is still in it."""
    if state.leaders.pop(leader, None) is not None:
        state.gone.append(leader)
        tell(state, frame, "leader-removed", Rule.CARD_OVER_RULES, leader=leader)


@obeys(Rule.STAGE_CLOSING, Rule.CHOICE_ACTIVE_PLAYER)
def begin_evacuation(table: Edition, state: State, stage: int, *, with_hitler: bool) -> None:
    """Let everybody in a space that closes in a stage go to the nearest space that stays open."""

    def is_closing(space: str) -> bool:
        return table.spaces[space].closes_in_stage == stage

    movers = [leader for leader, space in state.leaders.items() if is_closing(space)]
    movers = movers if with_hitler else [leader for leader in movers if leader != HITLER]
    movers += [code for code in free(state) if is_closing(state.conspirators[code].location)]
    if movers:
        push(state, EVACUATION, state.active, movers=movers, stage=stage)


@FORMS.step("evacuate stage {number}")
def evacuate(table: Edition, state: State, frame: Frame, number: int) -> None:
    """Hitler stays where he is."""
    begin_evacuation(table, state, number, with_hitler=False)


class _Evacuate(Op):
    """One after the other; where several spaces are equally near, the active player chooses."""

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        movers: list[str] = frame.memo["movers"]
        while movers:
            spaces = self._spaces(table, state, frame, movers[0])
            if len(spaces) > 1:
                return ask(state, state.active, [f"{movers[0]} {space}" for space in spaces])
            self._go(table, state, frame, spaces)
            if state.frames[-1] is not frame:
                return False
        return True

    def take(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        self._go(table, state, frame, [answer.split(" ")[1]])

    def _spaces(self, table: Edition, state: State, frame: Frame, mover: str) -> list[str]:
        origin = state.leaders.get(mover) or state.conspirators[mover].location
        stage = frame.memo["stage"]
        staying = [
            code
            for code, space in table.spaces.items()
            if is_open(table, state, code) and (space.closes_in_stage is None or space.closes_in_stage > stage)
        ]
        return table.nearest(origin, staying)

    def _go(self, table: Edition, state: State, frame: Frame, spaces: Sequence[str]) -> None:
        mover = frame.memo["movers"].pop(0)
        if spaces and mover in state.leaders:
            place_leader(state, frame, mover, spaces[0], Rule.STAGE_CLOSING)
        elif spaces:
            enter_space(table, state, frame, mover, spaces[0], Rule.STAGE_CLOSING)


EVACUATION = procedure("evacuation", Rule.STAGE_CLOSING, _Evacuate())


class MoveLeaders(Op):
    """Leaders move one after the other to a space, or each to the space he began in."""

    def __init__(self, leader: str, to: str, conditions: tuple[Condition, ...] = ()) -> None:
        self.leader, self.to, self.conditions = leader, to, conditions

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
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
                begin_leader_move(table, state, frame, leader, to)
                return False
        return True

    def in_full(self, table: Edition, state: State, frame: Frame) -> bool:
        """A leader who is not in play cannot move."""
        return not self.leader or self.leader in state.leaders


@FORMS.bind("move {mover=leader|who} to {location}", asks_each=True)
def move_to(mover: str, location: str, conditions: tuple[Condition, ...]) -> Op:
    """A leader, or those whom the word means."""
    return (MoveConspirators if mover in WHO else MoveLeaders)(mover, location, conditions)


@FORMS.bind("move all-leaders to {location}", "move all-leaders to start")
def move_all(location: str = "") -> Op:
    """All leaders, one after the other."""
    return MoveLeaders("", location)


@FORMS.step("move {leader} to nearest")
class VisitNearest(Op):
    """A leader goes to the nearest conspirator of another space; who is alone where he arrives is visited."""

    def __init__(self, leader: str) -> None:
        self.leader = leader

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """Set out, and see whom he meets when he has arrived."""
        if self.leader not in state.leaders:
            return True
        if frame.left != NOTHING:
            space = frame.memo.pop("to")
            met = here(state, space)
            if state.leaders.get(self.leader) == space and len(met) == 1:
                frame.memo[VISITED] = met[0]
            return True
        spaces = visitable(table, state, self.leader)
        if len(spaces) > 1:
            return ask(state, state.active, spaces)
        if not spaces:
            return True
        self.take(table, state, frame, spaces[0])
        return False

    def take(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """He sets out."""
        frame.left = 0
        frame.memo["to"] = answer
        begin_leader_move(table, state, frame, self.leader, answer)


class LeaderUpTo(Pick):
    """``move {leader} up to {number}``: a card moves a leader along the lines."""

    def __init__(self, leader: str, most: int, conditions: tuple[Condition, ...] = ()) -> None:
        self.leader, self.most, self.conditions = leader, most, conditions

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """Open spaces so near, or staying."""
        if self.leader not in state.leaders or not holds(table, state, self.conditions, frame.actor, frame):
            return []
        return [*steps_to(table, state, state.leaders[self.leader], self.most), STAY]

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        """Put him there."""
        if option != STAY:
            place_leader(state, frame, self.leader, option, frame.program.rule)

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """He must be in play."""
        return self.leader in state.leaders


@FORMS.bind("move {mover=leader|who} up to {number}", asks_each=True)
def move_up_to(mover: str, number: int, conditions: tuple[Condition, ...]) -> Op:
    """A leader, or those whom the word means."""
    return (StepByStep if mover in WHO else LeaderUpTo)(mover, number, conditions)


@FORMS.step("move {number} deputies anywhere")
class DeputiesAnywhere(Op):
    """Chosen deputies go to one space."""

    def __init__(self, number: int) -> None:
        self.number = number

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """First who, then where."""
        if frame.left == 0:
            return True
        chosen = frame.memo.get(MOVERS, [])
        options = [leader for leader in deputies(state) if leader not in chosen]
        if len(chosen) == self.number or not options:
            options = list(table.spaces) if chosen else []
        return ask(state, frame.actor, options) if options else True

    def take(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """One more of them, or all of them to that space."""
        if answer in state.leaders:
            frame.memo.setdefault(MOVERS, []).append(answer)
            return
        for leader in frame.memo[MOVERS]:
            place_leader(state, frame, leader, answer, frame.program.rule)
        frame.left = 0

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be deputies."""
        return bool(deputies(state))


@FORMS.step("move nearest-deputy to {who}", asks_each=True)
class NearestDeputy(Concerning):
    """The nearest deputy comes to one after the other; between equally near ones there is a choice."""

    def concerned(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """Nobody comes to a prisoner, who is in no space."""
        return [c for c in super().concerned(table, state, frame) if state.conspirators[c].location != PRISON]

    def apply(self, table: Edition, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Go on until there is a choice."""
        if frame.left == NOTHING:
            frame.left = 0
        while frame.left < len(codes):
            to = state.conspirators[codes[frame.left]].location
            near = table.nearest(to, map(state.leaders.__getitem__, deputies(state)))
            options = [leader for leader in deputies(state) if state.leaders[leader] in near]
            if len(options) > 1:
                return ask(state, frame.actor, options)
            frame.left += 1
            if options:
                place_leader(state, frame, options[0], to, frame.program.rule)
        return True

    def heed(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        """The deputy who was chosen comes."""
        code = self.concerned(table, state, frame)[frame.left]
        frame.left += 1
        place_leader(state, frame, answer, state.conspirators[code].location, frame.program.rule)

    def in_full(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be deputies to come."""
        return bool(deputies(state)) and super().in_full(table, state, frame)


@FORMS.step("remove deputy")
class RemoveDeputy(Pick):
    """A deputy of choice leaves the game."""

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """The deputies in play."""
        return deputies(state)

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        """He leaves the game."""
        remove_leader(table, state, frame, option)

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """There must be one."""
        return bool(deputies(state))
