"""The dissent track: dice are put on it, and a full track is good for something."""

# ruff: noqa: ARG002  (all steps have one signature)

from rules_engine.black_orchestra.board import free
from rules_engine.black_orchestra.ladders import MOTIVATION, SUPPORT
from rules_engine.black_orchestra.ops import Op, ask, begin, below, procedure, push, tell
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.tracks import change, change_support
from rules_engine.obeys import obeys

SKIPPED = "skipped"
END = 2
"""Behind the last step."""


def place_targets(state: State, count: int) -> None:
    """Put so many targets on the dissent track; what it brings when it is full happens in between."""
    if count:
        push(state, DISSENT_FILLS, state.active, targets=count)


def clear_dissent(table: Table, state: State, frame: Frame | None, rule: str) -> None:
    """Take all dice off the track."""
    if state.dissent:
        tell(table, state, frame, "dissent-cleared", rule, dice=state.dissent)
        state.dissent = 0


def skip_reward(state: State) -> None:
    """The full track does not bring what it usually does."""
    frame = below(state, DISSENT_FILLS)
    if frame:
        frame.memo[SKIPPED] = 1


class _Fill(Op):
    """Put dice on the track up to its size."""

    @obeys(Rule.CONSPIRE_TARGETS, Rule.DISSENT_FULL)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        size = table.numbers.dissent_size
        placed = min(frame.memo["targets"], size - state.dissent)
        state.dissent += placed
        frame.memo["targets"] -= placed
        tell(table, state, frame, "targets-placed", Rule.CONSPIRE_TARGETS, dice=placed)
        if state.dissent < size:
            frame.at = END
            return False
        clear_dissent(table, state, frame, Rule.DISSENT_FULL)
        frame.memo.pop(SKIPPED, None)
        if state.current:
            begin(table, state, table.of("dissent full", state.current), state.active)
        return True


class _Reward(Op):
    """The active player takes the reward of the full track."""

    @obeys(Rule.DISSENT_REWARD_MOTIVATION, Rule.DISSENT_REWARD_SUPPORT, Rule.DISSENT_SURPLUS)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        if SKIPPED in frame.memo or frame.left == 0:
            if not frame.memo["targets"]:
                return True
            frame.at = -1
            return True
        return ask(state, state.active, [*(f"{MOTIVATION} {code}" for code in free(state)), SUPPORT])

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        frame.left = 0
        if answer == SUPPORT:
            change_support(table, state, frame, table.numbers.reward_support, Rule.DISSENT_REWARD_SUPPORT)
        else:
            code, amount = answer.split(" ")[1], table.numbers.reward_motivation
            change(table, state, frame, code, MOTIVATION, amount, Rule.DISSENT_REWARD_MOTIVATION)


DISSENT_FILLS = procedure("dissent-fills", Rule.DISSENT_FULL, _Fill(), _Reward())
