"""Conspiring: eagles, then targets, then numbers."""

# ruff: noqa: ARG002  (all steps have one signature)

from rules_engine.black_orchestra.board import free, here
from rules_engine.black_orchestra.dice import EAGLE, TARGET, free_dice, roll
from rules_engine.black_orchestra.dissent import place_targets
from rules_engine.black_orchestra.ladders import SUSPICION
from rules_engine.black_orchestra.ops import Op, is_due, procedure, push, tell
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.tracks import change
from rules_engine.obeys import obeys

FORBIDDEN = "conspire"
TARGETS, ROLL = "targets", "roll"


@obeys(Rule.CONSPIRE_LIMIT, Rule.CONSPIRE_DICE, Rule.PENALTY_BORMANN)
def conspire_options(table: Table, state: State) -> list[str]:
    """With how many dice the active conspirator can conspire: one action each, no more than allowed."""
    numbers = table.numbers
    if state.conspired >= numbers.conspire_per_turn or FORBIDDEN in state.forbidden:
        return []
    most = min(state.actions_left, numbers.conspire_dice, free_dice(table, state))
    return [f"conspire {dice}" for dice in range(1, most + 1)]


def conspire(table: Table, state: State, dice: int) -> None:
    """Pay and roll; what the roll brings is resolved in its order."""
    state.actions_left -= dice
    state.conspired += 1
    faces = roll(table, state, None, dice, Rule.CONSPIRE_DICE)
    push(state, CONSPIRING, state.active, roll=faces, targets=faces.count(TARGET))


class _Eagles(Op):
    @obeys(Rule.DICE_ORDER, Rule.CONSPIRE_EAGLES)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        eagles = frame.memo[ROLL].count(EAGLE) * table.numbers.conspire_eagle
        if eagles:
            for code in here(state, state.conspirators[frame.actor].location):
                change(table, state, frame, code, SUSPICION, eagles, Rule.CONSPIRE_EAGLES)
        return True


class _Watchers(Op):
    """Cards that wait for a conspiracy, whoever holds them; each line sees what the one before it has left."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        if not table.has_trigger("conspire"):
            return True
        done: list[str] = frame.memo.setdefault("done", [])
        for code in free(state):
            for card in dict.fromkeys(state.conspirators[code].cards):
                for key in table.of("conspire", card):
                    if key in done:
                        continue
                    done.append(key)
                    if is_due(table, state, key, code, frame.memo):
                        push(state, key, code, roll=frame.memo[ROLL][:], card=card)
                        return False
        return True


class _Targets(Op):
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        place_targets(state, frame.memo[TARGETS])
        return True


class _Numbers(Op):
    @obeys(Rule.CONSPIRE_NUMBERS)
    def run(self, table: Table, state: State, frame: Frame) -> bool:
        won = sum(int(face) for face in frame.memo[ROLL] if face not in (EAGLE, TARGET))
        if won and frame.actor == state.active:
            state.actions_left += won
            tell(table, state, frame, "actions-won", Rule.CONSPIRE_NUMBERS, conspirator=frame.actor, number=won)
        return True


CONSPIRING = procedure("conspiring", Rule.CONSPIRE_DICE, _Eagles(), _Watchers(), _Targets(), _Numbers())
