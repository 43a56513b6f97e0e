"""A turn: penalties, actions, events; a prisoner's turn instead of the first two."""

# ruff: noqa: ARG001, ARG002  (all steps have one signature)

from rules_engine.black_orchestra.actions import ACTIONS, TURN, act, action_options, discard_at_will
from rules_engine.black_orchestra.any_time import PASSED, InTurn, free_effects, unrefused
from rules_engine.black_orchestra.conspirators import ABILITY, IGNORE_LEADERS, stands, total, works
from rules_engine.black_orchestra.dossier import HOLDINGS, check_limits, discard, discard_options
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.events import EVENTS
from rules_engine.black_orchestra.lines import begin, procedure, push
from rules_engine.black_orchestra.prison import PRISONERS_TURN
from rules_engine.black_orchestra.rulebook import PERSONAL, PRISON, Penalty, Rule
from rules_engine.black_orchestra.spaces import begin_passing
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.tracks import change
from rules_engine.machine.steps import NOTHING, Op, Pick, ask, tell
from rules_engine.obeys import obeys

GO_ON, END = "go-on", "end"
SUFFER, LEADERS, OVER, GRANTED = "suffer", "leaders", "over", "granted"


@obeys(Rule.TURN_PHASES, Rule.TURN_ORDER, Rule.FIRST_PLAYER, Rule.FIRST_PLAYER_CHOICE)
def start_turn(table: Edition, state: State, frame: Frame) -> None:
    """The table stands for players who agree: the first conspirator begins, the others follow in their order."""
    codes = list(state.conspirators)
    state.active = codes[(codes.index(state.active) + 1) % len(codes)] if state.turn else state.active
    state.turn += 1
    conspirator = state.conspirators[state.active]
    state.forbidden, state.used, state.conspired, state.events_due = [], [], 0, 1
    state.actions_left = table.numbers.actions + sum(conspirator.extra)
    conspirator.extra = []
    frame.actor, frame.memo = state.active, {}
    tell(state, None, "turn-began", Rule.TURN_ORDER, conspirator=state.active)


class _Window(InTurn):
    """Cards that can be played at any time, if anybody has one.

    Before the penalties they are offered where any are due, before the event to all who have not been asked since the
    last action: what is played elsewhere in a turn can as well be played between two actions.
    """

    def offer(self, table: Edition, state: State, frame: Frame) -> bool:
        space = state.conspirators[state.active].location
        is_due = frame.at == AT_EVENT or space in state.leaders.values()
        is_over = not is_due or self.ask_holders(table, state, frame, free_effects(table, state), GO_ON)
        if is_over:
            frame.memo.pop(PASSED, None)
        return is_over


class _Penalties(Op):
    """Leaders in the space, in the order that the conspirator chooses."""

    @obeys(Rule.PENALTY_START, Rule.PENALTY_NOT_ON_MOVE, Rule.PENALTY_SEVERAL)
    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        if LEADERS not in frame.memo:
            code, space = state.active, state.conspirators[state.active].location
            is_spared = space == PRISON or any(True for _ in stands(table, state, IGNORE_LEADERS, code))
            there = [leader for leader in table.leaders if state.leaders.get(leader) == space]
            frame.memo[LEADERS] = [] if is_spared else there
        leaders: list[str] = frame.memo[LEADERS]
        while leaders:
            if len(leaders) > 1:
                return ask(state, state.active, [f"{SUFFER} {leader}" for leader in leaders])
            self.take(table, state, frame, f"{SUFFER} {leaders[0]}")
            if state.frames[-1] is not frame:
                return False
        return True

    def take(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        leader = answer.split(" ")[1]
        frame.memo[LEADERS].remove(leader)
        tell(state, frame, "penalty", Rule.PENALTY_START, conspirator=state.active, leader=leader)
        for penalty in table.numbers.penalties[leader]:
            suffer(table, state, frame, penalty)


@obeys(
    Rule.PENALTY_HITLER,
    Rule.PENALTY_HESS,
    Rule.PENALTY_GOEBBELS,
    Rule.PENALTY_BORMANN,
    Rule.PENALTY_HIMMLER,
    Rule.PENALTY_GORING,
)
def suffer(table: Edition, state: State, frame: Frame, penalty: Penalty) -> None:
    """What a leader does to who begins a turn beside him."""
    if penalty.what in PERSONAL:
        change(table, state, frame, state.active, penalty.what, penalty.amount, Rule.PENALTY_START)
    elif penalty.what == "forbids":
        state.forbidden.append(penalty.word)
        if penalty.word == ABILITY:
            check_limits(table, state, state.active)
    else:
        push(state, LOSING, state.active, what=penalty.what.removeprefix("discard-"), count=penalty.amount)


class _LoseHoldings(Pick):
    """Discard cards or items of the own choice."""

    def times(self, table: Edition, state: State, frame: Frame) -> int:
        count: int = frame.memo["count"]
        return count

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        return discard_options(HOLDINGS[frame.memo["what"]](table, state, frame.actor))

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        discard(state, frame, frame.actor, frame.memo["what"], option, Rule.PENALTY_START)


@obeys(Rule.PRISON_TURN, Rule.PRISON_NO_ACTIONS)
def pass_to_prison(table: Edition, state: State, frame: Frame) -> None:
    """A prisoner's turn has neither penalties nor actions."""
    if state.conspirators[state.active].location == PRISON:
        state.actions_left = 0
        frame.at = AT_EVENT - 1
        push(state, PRISONERS_TURN, state.active)


def begin_turn(table: Edition, state: State, frame: Frame) -> None:
    """What happens at the start of a turn by the own ability or the current event."""
    code = state.active
    begin_passing(table, state, code, state.conspirators[code].location)
    if works(table, state, code):
        begin(table, state, table.of("turn start", code), code)


class _Actions(InTurn):
    @obeys(Rule.ACTIONS_PER_TURN)
    def offer(self, table: Edition, state: State, frame: Frame) -> bool:
        if OVER in frame.memo or state.conspirators[state.active].location == PRISON:
            return True
        if GRANTED not in frame.memo:
            more = total(table, state, ACTIONS, state.active)
            if more:
                state.actions_left += more
                frame.memo[GRANTED] = 1
        free = free_effects(table, state)
        if state.actions_left <= 0:
            return self.ask_holders(table, state, frame, free, END)
        free = unrefused(frame, free)
        return ask(state, state.active, [*action_options(table, state), *free, *discard_at_will(table, state), END])

    def heed(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        if answer == END:
            super().heed(table, state, frame, answer)
            if state.actions_left > 0:
                frame.memo[OVER] = 1
        else:
            act(table, state, frame, answer)


def draw_events(table: Edition, state: State, frame: Frame) -> None:
    """Events come last."""
    push(state, EVENTS, state.active)


def begin_again(table: Edition, state: State, frame: Frame) -> None:
    """The next turn is the same program."""
    frame.at = NOTHING


_STEPS = (
    (start_turn, "start"),
    (_Window(), "start"),
    (pass_to_prison, "check-penalties"),
    (_Penalties(), "check-penalties"),
    (begin_turn, "take-actions"),
    (_Actions(), "take-actions"),
    (_Window(), "draw-event"),
    (draw_events, "draw-event"),
    (begin_again, "draw-event"),
)
PHASES = tuple(phase for _, phase in _STEPS)
"""The phase of each step of a turn."""
AT_WINDOW, AT_ACTIONS, AT_EVENT = 1, 5, 6
"""The steps at which a turn opens, actions are taken, and events begin."""
TAKING_TURNS = procedure(TURN, Rule.TURN_PHASES, *(step for step, _ in _STEPS))
LOSING = procedure("losing", Rule.PENALTY_START, _LoseHoldings())
