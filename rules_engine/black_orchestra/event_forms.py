"""Steps that look into the events to come, arrest, release, and switch abilities off."""

# ruff: noqa: ARG002  (all steps have one signature)

from collections.abc import Sequence

from rules_engine.black_orchestra import event_phase, prison
from rules_engine.black_orchestra.ladders import SUSPICION
from rules_engine.black_orchestra.ops import Condition, Op, Pick, fitting, tell
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.whom_forms import Concerning
from rules_engine.compile import Arguments

SEEN, ORDER, LOOKED_AT = "seen", "order", "looked-at"
"""What a line remembers: events in somebody's hand, those already put in order, and those put back."""


class RemoveEvents(Op):
    """``remove {number} events``: the next ones of the stage, unseen."""

    def __init__(self, count: int) -> None:
        self.count = count

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """As many as there are."""
        event_phase.remove_next_events(table, state, frame, self.count)
        return True

    def in_full(self, table: Table, state: State, frame: Frame) -> bool:
        """The stage must have that many."""
        return len(state.event_decks[state.stage - 1]) >= self.count


class LookAtEvents(Pick):
    """``look at {number} events``: and put them back, the next one first."""

    def __init__(self, count: int) -> None:
        self.count = count

    def times(self, table: Table, state: State, frame: Frame) -> int:
        """Each place in the order but the last is a choice."""
        frame.memo[SEEN] = event_phase.next_events(state, self.count)
        frame.memo[ORDER] = []
        count = len(frame.memo[SEEN])
        tell(table, state, frame, "events-seen", _rule(table, frame), conspirator=frame.actor, number=count)
        return count

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Which comes next."""
        left = list(frame.memo[SEEN])
        for card in frame.memo[ORDER]:
            left.remove(card)
        return list(dict.fromkeys(left))

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """It comes after those that were picked before."""
        frame.memo[ORDER].append(option)

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """In the end all go back."""
        if not super().run(table, state, frame):
            return False
        del frame.memo[SEEN]
        frame.memo[LOOKED_AT] = frame.memo.pop(ORDER)
        event_phase.put_back_events(table, state, frame.memo[LOOKED_AT])
        return True

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be events to come."""
        return any(state.event_decks[state.stage - 1 :])


class RemoveSeen(Pick):
    """``remove seen event``."""

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Those that were just looked at."""
        return list(dict.fromkeys(frame.memo.get(LOOKED_AT, ())))

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """It leaves the game."""
        state.event_decks[table.stage_of[option] - 1].remove(option)
        event_phase.remove_event(table, state, frame, option)

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """There must be one."""
        return bool(frame.memo.get(LOOKED_AT))


class ChangeEvents(Op):
    """``events {signed}``."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """So many more or fewer in this turn."""
        event_phase.change_events(state, self.amount)
        return True

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """Nothing can be left out where nothing is due."""
        return self.amount > 0 or state.events_due > 0


class Arrest(Concerning):
    """``arrest {who}``."""

    def apply(self, table: Table, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """One after the other."""
        for code in codes:
            prison.arrest(table, state, frame, code)
        return True


class Release(Concerning):
    """``release {who} at {level}``."""

    def __init__(self, who: str, level: str, conditions: tuple[Condition, ...]) -> None:
        super().__init__(who, conditions)
        self.level = level

    def apply(self, table: Table, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Their suspicion is what the line says."""
        for code in codes:
            prison.release(table, state, frame, code, table.place(SUSPICION, self.level))
        return True


class Disable(Concerning):
    """``disable {who}``: in prison or not."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Those whom the conditions fit."""
        for code in fitting(table, state, frame, state.conspirators, self.conditions):
            if code not in state.disabled:
                state.disabled.append(code)
                tell(table, state, frame, "ability-lost", _rule(table, frame), conspirator=code)
        return True


def _rule(table: Table, frame: Frame) -> str:
    return table.programs[frame.program].rule


def bind_release(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``release {who} at {level}``."""
    return Release(arguments["who"], arguments["level"], conditions)
