"""Steps that roll dice and use what they show."""

# ruff: noqa: ARG002  (all steps have one signature)

from rules_engine.black_orchestra import board, conspire, dice, plot
from rules_engine.black_orchestra.ops import Op, Pick, ask, below, tell
from rules_engine.black_orchestra.state import NOTHING, Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.track_forms import ROLL
from rules_engine.compile import DECLINE

NUMBERS = "numbers"
"""What a line remembers of the number dice that are still to be handed out."""


class Roll(Op):
    """``roll {number}`` and, without a number, ``roll all``."""

    def __init__(self, count: int | None = None) -> None:
        self.count = count

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Steps after it see what was rolled."""
        count = dice.free_dice(table, state) if self.count is None else self.count
        frame.memo[ROLL] = dice.roll(table, state, frame, count, table.programs[frame.program].rule)
        return True


class RollToResist(Op):
    """``roll to resist``."""

    is_always_possible = True

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Who is of little courage rolls worse."""
        rule = table.programs[frame.program].rule
        frame.memo[ROLL] = [dice.roll_to_resist(table, state, frame, frame.actor, rule)]
        return True


class Reroll(Pick):
    """``reroll {number}``: dice of the plot attempt."""

    def __init__(self, count: int) -> None:
        self.count = count

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """As many as the line says."""
        return self.count

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """The faces that lie there."""
        return [f"reroll {face}" for face in dict.fromkeys(state.plot.rolled)] if state.plot else []

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """One such die is rolled again."""
        plot.reroll(table, state, frame, option.removeprefix("reroll "))

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """Dice must have been rolled."""
        return state.plot is not None and bool(state.plot.rolled)


class StoreTargets(Op):
    """``store targets``: on this card instead of the dissent track."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """All of them."""
        roll = below(state, conspire.CONSPIRING)
        if roll and roll.memo[conspire.TARGETS]:
            card = table.programs[frame.program].owner[1]
            count, roll.memo[conspire.TARGETS] = roll.memo[conspire.TARGETS], 0
            state.on_cards[card] = state.on_cards.get(card, 0) + count
            tell(table, state, frame, "targets-stored", table.programs[frame.program].rule, card=card, number=count)
        return True

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be targets."""
        roll = below(state, conspire.CONSPIRING)
        return roll is not None and roll.memo[conspire.TARGETS] > 0


class ReturnDice(Op):
    """``return dice``: off this card, which stays."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """They can be rolled again."""
        state.on_cards.pop(table.programs[frame.program].owner[1], None)
        return True


class ShareNumbers(Op):
    """``share numbers``: each number die to somebody, as so many actions in their next turn."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Die by die, the highest first; a die may also stay."""
        if frame.left == NOTHING:
            frame.memo[NUMBERS] = sorted((face for face in frame.memo[ROLL] if face.isdigit()), reverse=True)
            frame.left = 0
        if not frame.memo[NUMBERS]:
            return True
        face = frame.memo[NUMBERS][0]
        return ask(state, frame.actor, [*(f"give {face} {code}" for code in board.free(state)), DECLINE])

    def take(self, table: Table, state: State, frame: Frame, answer: str) -> None:
        """Hand the die over."""
        face = frame.memo[NUMBERS].pop(0)
        if answer != DECLINE:
            code = answer.split(" ")[2]
            state.conspirators[code].extra.append(int(face))
            rule = table.programs[frame.program].rule
            tell(table, state, frame, "die-given", rule, conspirator=code, number=int(face))
