"""Steps of the notation that are parts of the rules themselves: what stands, plots, raids, the end of the game."""

# ruff: noqa: ARG002  (all steps have one signature)

from rules_engine.black_orchestra.board import cancel_leader_move
from rules_engine.black_orchestra.conspire import CONSPIRING, TARGETS
from rules_engine.black_orchestra.dissent import place_targets, skip_reward
from rules_engine.black_orchestra.ladders import HITLER, PRISON
from rules_engine.black_orchestra.ops import AIM, Condition, Op, Repeat, Stand, below, lose
from rules_engine.black_orchestra.plot import begin_attempt, change_dice, change_eagles
from rules_engine.black_orchestra.prison import begin_raid, skip_interrogation
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.standing import ACTIONS, COUNTS_AS, DICE, EAGLES, IGNORE_LEADERS, SKIP_ILLEGAL
from rules_engine.black_orchestra.state import GATHER, Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.compile import Arguments, StepForm
from rules_engine.errors import CannotExecute

ROLL = "roll"
WHO_ACTS = ("self", "active")


class Actions(Stand):
    """``actions {who} {signed}``: in an ability it stands, on a card it happens at once."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """The turn that is being taken gets longer or shorter."""
        state.actions_left = max(state.actions_left + self.amount, 0)
        return True

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """Only while somebody takes actions."""
        return state.conspirators[state.active].location != PRISON and below(state, "attempt") is None


class Dice(Stand):
    """``dice {signed}``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """In an attempt that is being prepared."""
        change_dice(state, self.amount)
        return True

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """Only before the roll."""
        return state.plot is not None and state.plot.stage == GATHER


class Eagles(Stand):
    """``eagles {signed}``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """In the attempt that is being made."""
        change_eagles(state, self.amount)
        return True

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """Only in an attempt."""
        return state.plot is not None


class Attempt(Op):
    """``attempt``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Begin the attempt of the card that the line belongs to."""
        card = table.programs[frame.program].owner[1]
        begin_attempt(table, state, card, frame.actor, frame.memo.get(AIM, HITLER))
        return True


class Raid(Op):
    """``raid``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """The Gestapo comes."""
        begin_raid(table, state, frame)
        return True


class Lose(Op):
    """``lose``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """The game is over."""
        lose(table, state, frame, Rule.LOSE_DOCUMENTS)
        return True


class Keep(Op):
    """``keep {leader}``."""

    def __init__(self, leader: str) -> None:
        self.leader = leader

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """He stays where he is."""
        cancel_leader_move(state, self.leader)
        return True


class SkipReward(Op):
    """``skip reward``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Nothing else for the full track."""
        skip_reward(state)
        return True


class SkipInterrogation(Op):
    """``skip interrogation``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """No card is drawn."""
        skip_interrogation(table, state, frame)
        return True


class CancelTargets(Op):
    """``cancel targets``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Neither in the conspiracy nor in a roll of the line itself."""
        conspiring = below(state, CONSPIRING)
        if conspiring:
            conspiring.memo[TARGETS] = 0
        return True


class PlaceTargets(Op):
    """``place targets``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Those of the roll of this line."""
        place_targets(state, frame.memo.get(ROLL, []).count("target"))
        return True


def bind_actions(arguments: Arguments, _: tuple[Condition, ...]) -> Op:
    """``actions {who} {signed}``: of who acts."""
    if arguments["who"] not in WHO_ACTS:
        reason = f"only the conspirator whose turn it is has actions, not “{arguments['who']}”"
        raise CannotExecute(arguments["who"], reason)
    return Actions(ACTIONS, int(arguments["signed"]))


def bind_limit(arguments: Arguments, _: tuple[Condition, ...]) -> Op:
    """``limit {holding} {signed}``: of cards or of items."""
    if arguments["holding"] not in ("card", "item"):
        raise CannotExecute(arguments["holding"], f"there is no limit for “{arguments['holding']}”")
    return Stand(f"limit {arguments['holding']}", int(arguments["signed"]))


STEPS: dict[str, StepForm[Op]] = {
    "limit {holding} {signed}": StepForm(bind_limit),
    "actions {who} {signed}": StepForm(bind_actions),
    "dice {signed}": StepForm(lambda a, _: Dice(DICE, int(a["signed"]))),
    "eagles {signed}": StepForm(lambda a, _: Eagles(EAGLES, int(a["signed"]))),
    "ignore leaders": StepForm(lambda *_: Stand(IGNORE_LEADERS)),
    "skip illegal": StepForm(lambda *_: Stand(SKIP_ILLEGAL)),
    "counts as {item}": StepForm(lambda a, _: Stand(COUNTS_AS, 0, a["item"])),
    "spend {item}": StepForm(lambda a, _: Stand("spend", 0, a["item"])),
    "repeat": StepForm(lambda *_: Repeat()),
    "attempt": StepForm(lambda *_: Attempt()),
    "raid": StepForm(lambda *_: Raid()),
    "lose": StepForm(lambda *_: Lose()),
    "keep {leader}": StepForm(lambda a, _: Keep(a["leader"])),
    "skip reward": StepForm(lambda *_: SkipReward()),
    "skip interrogation": StepForm(lambda *_: SkipInterrogation()),
    "cancel targets": StepForm(lambda *_: CancelTargets()),
    "place targets": StepForm(lambda *_: PlaceTargets()),
}
