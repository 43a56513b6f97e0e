"""Spaces and who moves between them: conspirators, Hitler and his deputies."""

# ruff: noqa: ARG002  (all steps have one signature)

from collections.abc import Iterable, Sequence

from rules_engine.black_orchestra.ladders import HITLER, PRISON
from rules_engine.black_orchestra.ops import Op, ask, begin, below, holds, procedure, push, tell
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.obeys import obeys

LET_GO = "let-go"
"""The answer of those who do not want to interfere."""


@obeys(Rule.PRISON_NO_TARGET, Rule.INTERROGATION_NOT_PRISONERS, Rule.DELIVER_NOT_PRISON)
def free(state: State) -> list[str]:
    """Conspirators who are not in prison, in the order of turns; prisoners are no target of effects."""
    return [code for code, conspirator in state.conspirators.items() if conspirator.location != PRISON]


def prisoners(state: State) -> list[str]:
    """Conspirators in prison."""
    return [code for code, conspirator in state.conspirators.items() if conspirator.location == PRISON]


def deputies(state: State) -> list[str]:
    """Deputies in play."""
    return [leader for leader in state.leaders if leader != HITLER]


@obeys(Rule.BERLIN_SAME_SPACE)
def here(state: State, space: str) -> list[str]:
    """Conspirators in a space."""
    return [code for code, conspirator in state.conspirators.items() if conspirator.location == space != PRISON]


@obeys(Rule.MOVE_STAGE, Rule.MOVE_BERLIN_OPEN, Rule.STAGE_CLOSED, Rule.PRISON_APART)
def is_open(table: Table, state: State, space: str) -> bool:
    """Whether a conspirator may enter a space now."""
    return space != PRISON and table.spaces[space].is_open(state.stage)


@obeys(Rule.MOVE_ADJACENT, Rule.MOVE_BERLIN_GATE, Rule.FORTIFIED_SPACES)
def ways(table: Table, state: State, origin: str) -> list[str]:
    """Open spaces next to a space, in the order of the board."""
    return [space for space in table.neighbours[origin] if is_open(table, state, space)]


def steps_to(table: Table, state: State, origin: str, limit: int) -> list[str]:
    """Open spaces that can be reached within so many steps through open spaces, without the one started from."""
    reached, edge = {origin: 0}, [origin]
    for step in range(1, limit + 1):
        edge = [other for space in edge for other in ways(table, state, space) if other not in reached]
        reached |= dict.fromkeys(edge, step)
        edge = list(dict.fromkeys(edge))
    return [space for space in table.spaces if space in reached and space != origin]


def nearest(table: Table, origin: str, spaces: Iterable[str]) -> list[str]:
    """Which of the spaces are nearest, however far; several where they are equally near."""
    distances = table.distances(origin)
    reached = {space: distances[space] for space in spaces if space in distances}
    least = min(reached.values(), default=0)
    return [space for space in table.spaces if reached.get(space) == least]


@obeys(Rule.LEADER_NEAREST, Rule.LEADER_MOVES_AWAY)
def visitable(table: Table, state: State, leader: str) -> list[str]:
    """The spaces to which a leader may go when he moves to the nearest conspirator: never the one he is in."""
    origin = state.leaders[leader]
    there = [state.conspirators[code].location for code in free(state)]
    return nearest(table, origin, (space for space in there if space != origin))


@obeys(Rule.MOVE_ENTER_EFFECT, Rule.MOVE_ENTER_AGAIN)
def enter_space(table: Table, state: State, frame: Frame | None, code: str, to: str, rule: str = "") -> None:
    """Put a conspirator into a space, by whatever way, and let what the space does happen."""
    origin = state.conspirators[code].location
    if origin == to:
        return
    state.conspirators[code].location = to
    tell(table, state, frame, "entered", rule or Rule.MOVE_ADJACENT, conspirator=code, origin=origin, location=to)
    for space in (origin, to):
        begin_passing(table, state, code, space)
    begin(table, state, table.of("enter", to), code)


def begin_passing(table: Table, state: State, code: str, space: str) -> None:
    """Let the current event happen to who comes through a space."""
    if state.current:
        keys = table.of("pass {location}", state.current)
        begin(table, state, (key for key in keys if table.programs[key].arguments["location"] == space), code)


def begin_leader_move(table: Table, state: State, frame: Frame, leader: str, to: str) -> None:
    """Let a leader go to a space; where an event sends him, the conspirators may interfere before and after."""
    if leader in state.leaders and state.leaders[leader] != to:
        owner = table.cards.get(table.programs[frame.program].owner[1])
        is_event = owner is not None and owner.deck == "event"
        push(state, LEADER_MOVES, state.active, leader=leader, to=to, is_event=int(is_event))


def place_leader(table: Table, state: State, frame: Frame | None, leader: str, to: str, rule: str) -> None:
    """Put a leader into a space."""
    if leader in state.leaders and state.leaders[leader] != to:
        origin, state.leaders[leader] = state.leaders[leader], to
        tell(table, state, frame, "leader-moved", rule, leader=leader, origin=origin, location=to)


def cancel_leader_move(state: State, leader: str) -> None:
    """The leader stays where he is."""
    frame = below(state, LEADER_MOVES)
    if frame and frame.memo["leader"] == leader:
        frame.memo["kept"] = 1


def remove_leader(table: Table, state: State, frame: Frame | None, leader: str, *, is_killed: bool = False) -> None:
    """Take a leader out of the game, if he is still in it."""
    if state.leaders.pop(leader, None) is not None:
        (state.fallen if is_killed else state.gone).append(leader)
        rule = Rule.WIN_PLOT if is_killed else Rule.CARD_OVER_RULES
        tell(table, state, frame, "leader-killed" if is_killed else "leader-removed", rule, leader=leader)


class _BeforeMove(Op):
    """Who holds a card for it may keep the leader where he is."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        if not frame.memo["is_event"] or frame.left == 0 or "kept" in frame.memo:
            return True
        options = []
        for code in free(state):
            for card in dict.fromkeys(state.conspirators[code].cards):
                for key in table.of("before {leader} moves", card):
                    program = table.programs[key]
                    is_meant = program.arguments["leader"] == frame.memo["leader"]
                    if is_meant and holds(table, state, program.conditions, code, frame):
                        options.append(f"use {card} {code}")
        return ask(state, state.active, [*options, LET_GO]) if options else True

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        frame.left = 0


class _Move(Op):
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        if "kept" not in frame.memo:
            place_leader(table, state, frame, frame.memo["leader"], frame.memo["to"], Rule.LEADER_MOVES_AWAY)
            frame.memo["moved"] = 1
        return True


@obeys(Rule.STAGE_CLOSING, Rule.CHOICE_ACTIVE_PLAYER)
def begin_evacuation(table: Table, state: State, stage: int, *, with_hitler: bool) -> None:
    """Let everybody in a space that closes in a stage go to the nearest space that stays open."""

    def is_closing(space: str) -> bool:
        return table.spaces[space].closes_in_stage == stage

    movers = [leader for leader, space in state.leaders.items() if is_closing(space)]
    movers = movers if with_hitler else [leader for leader in movers if leader != HITLER]
    movers += [code for code in free(state) if is_closing(state.conspirators[code].location)]
    if movers:
        push(state, EVACUATION, state.active, movers=movers, stage=stage)


class _Evacuate(Op):
    """One after the other; where several spaces are equally near, the active player chooses."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        movers: list[str] = frame.memo["movers"]
        while movers:
            spaces = self._spaces(table, state, frame, movers[0])
            if len(spaces) > 1:
                return ask(state, state.active, [f"{movers[0]} {space}" for space in spaces])
            self._go(table, state, frame, spaces)
            if state.frames[-1] is not frame:
                return False
        return True

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        self._go(table, state, frame, [answer.split(" ")[1]])

    def _spaces(self, table: Table, state: State, frame: Frame, mover: str) -> list[str]:
        origin = state.leaders.get(mover) or state.conspirators[mover].location
        stage = frame.memo["stage"]
        staying = [
            code
            for code, space in table.spaces.items()
            if is_open(table, state, code) and (space.closes_in_stage is None or space.closes_in_stage > stage)
        ]
        return nearest(table, origin, staying)

    def _go(self, table: Table, state: State, frame: Frame, spaces: Sequence[str]) -> None:
        mover = frame.memo["movers"].pop(0)
        if spaces and mover in state.leaders:
            place_leader(table, state, frame, mover, spaces[0], Rule.STAGE_CLOSING)
        elif spaces:
            enter_space(table, state, frame, mover, spaces[0], Rule.STAGE_CLOSING)


class _AfterMove(Op):
    """Plots that are carried out right after a leader has moved; each card once."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        if "moved" not in frame.memo or not frame.memo["is_event"] or frame.left == 0:
            return True
        tried = frame.memo.setdefault("tried", [])
        has_any = table.has_trigger("after {leader} moves")
        options = table.reactions(table, state, frame.memo["leader"], tried) if has_any else []
        return ask(state, state.active, [*options, LET_GO]) if options else True

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        if answer == LET_GO:
            frame.left = 0
            return
        _, card, code = answer.split(" ")
        frame.memo["tried"].append(f"{card} {code}")
        table.react(table, state, card, code, frame.memo["leader"])


LEADER_MOVES = procedure("leader-moves", Rule.LEADER_MOVES_AWAY, _BeforeMove(), _Move(), _AfterMove())
EVACUATION = procedure("evacuation", Rule.STAGE_CLOSING, _Evacuate())
