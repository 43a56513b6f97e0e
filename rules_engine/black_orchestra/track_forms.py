"""Steps that move markers on tracks."""

# ruff: noqa: ARG002  (all steps have one signature)

from collections.abc import Iterator, Sequence

from rules_engine.black_orchestra import board, tracks
from rules_engine.black_orchestra.dissent import clear_dissent
from rules_engine.black_orchestra.ladders import DISSENT, MOTIVATION, PERSONAL, SUPPORT
from rules_engine.black_orchestra.ops import Condition, Op, Pick, fitting
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import Table
from rules_engine.black_orchestra.whom_forms import SPLIT, Concerning
from rules_engine.compile import Arguments
from rules_engine.errors import CannotExecute

NOBODY = "nobody"
ROLL = "roll"
"""What a line remembers of the dice that were rolled in it."""


class ChangePersonal(Concerning):
    """``{track} {who} {signed}``."""

    def __init__(self, track: str, who: str, amount: int, conditions: tuple[Condition, ...], per: str = "") -> None:
        super().__init__(who, conditions)
        self.track, self.amount, self.per = track, amount, per

    def apply(self, table: Table, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Once, or once for each such die."""
        times = frame.memo.get(ROLL, []).count(self.per) if self.per else 1
        for code in codes:
            if times:
                tracks.change(table, state, frame, code, self.track, self.amount * times)
        return True

    def suits(self, table: Table, state: State, code: str) -> bool:
        """The marker has room for all of it."""
        track = state.tracks[self.track]
        return track.room(state.conspirators[code].levels[self.track], self.amount) >= abs(self.amount)

    def can(self, table: Table, state: State, frame: Frame) -> bool:
        """Motivation that is given for something must be there; suspicion may rise even at its highest."""
        if self.track == MOTIVATION and self.amount < 0:
            return self.in_full(table, state, frame)
        return super().can(table, state, frame)


class ShareOut(Pick):
    """``{track} split {signed}``: handed out freely among those who are not in prison."""

    def __init__(self, track: str, amount: int, conditions: tuple[Condition, ...]) -> None:
        self.track, self.amount, self.conditions = track, amount, conditions

    def options(self, table: Table, state: State, frame: Frame) -> list[str]:
        """Every way to hand it out without keeping any of it back in vain."""
        codes = fitting(table, state, frame, board.free(state), self.conditions)
        track, sign = state.tracks[self.track], 1 if self.amount > 0 else -1
        rooms = [track.room(state.conspirators[code].levels[self.track], self.amount) for code in codes]
        return [_words(codes, way, sign) for way in shares(abs(self.amount), rooms)]

    def pick(self, table: Table, state: State, frame: Frame, option: str) -> None:
        """Each gets a share."""
        for part in option.split(", ") if option != NOBODY else ():
            code, amount = part.split(" ")
            tracks.change(table, state, frame, code, self.track, int(amount))


def shares(points: int, rooms: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Every way to hand out points, nobody getting more than there is room for and no point kept back in vain."""
    points = min(points, sum(rooms))
    if not rooms:
        yield ()
        return
    least = max(0, points - sum(rooms[1:]))
    for first in range(min(points, rooms[0]), least - 1, -1):
        for rest in shares(points - first, rooms[1:]):
            yield (first, *rest)


def _words(codes: Sequence[str], way: Sequence[int], sign: int) -> str:
    parts = [f"{code} {sign * points:+d}" for code, points in zip(codes, way, strict=True) if points]
    return ", ".join(parts) or NOBODY


class SetPersonal(Concerning):
    """``{track} {who} to {level}``, also only upwards or only downwards."""

    def __init__(self, track: str, who: str, level: str, conditions: tuple[Condition, ...], only: int = 0) -> None:
        super().__init__(who, conditions)
        self.track, self.level, self.only = track, level, only

    def apply(self, table: Table, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Who is there or beyond stays."""
        place = table.place(self.track, self.level) if self.level else state.tracks[self.track].start
        for code in codes:
            way = place - state.conspirators[code].levels[self.track]
            if way * self.only >= 0 and way:
                tracks.set_level(table, state, frame, code, self.track, place)
        return True


class ChangeSupport(Op):
    """``military-support {signed}``."""

    def __init__(self, amount: int) -> None:
        self.amount = amount

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """As far as the track goes."""
        tracks.change_support(table, state, frame, self.amount)
        return True

    def in_full(self, table: Table, state: State, frame: Frame) -> bool:
        """The track has room for all of it."""
        return state.tracks[SUPPORT].room(state.levels[SUPPORT], self.amount) >= abs(self.amount)


class SupportUpTo(Op):
    """``military-support up to {number}``, and ``military-support to start`` without a number."""

    def __init__(self, value: int | None = None) -> None:
        self.value = value

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """Set it, unless it is higher already."""
        if self.value is None:
            tracks.set_support(table, state, frame, state.tracks[SUPPORT].start)
        elif state.levels[SUPPORT] < self.value:
            tracks.set_support(table, state, frame, min(self.value, state.tracks[SUPPORT].high))
        return True


class ClearDissent(Op):
    """``dissent to start``."""

    def run(self, table: Table, state: State, frame: Frame) -> bool:
        """All dice go back."""
        clear_dissent(table, state, frame, table.programs[frame.program].rule)
        return True


def bind_change(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``{track} {who} {signed}``."""
    track, who, amount = _personal(arguments), arguments["who"], int(arguments["signed"])
    if who == SPLIT:
        return ShareOut(track, amount, conditions)
    return ChangePersonal(track, who, amount, conditions)


def bind_change_per(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``{track} {who} {signed} per {icon}``."""
    amount = int(arguments["signed"])
    return ChangePersonal(_personal(arguments), arguments["who"], amount, conditions, arguments["icon"])


def bind_set(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``{track} {who} to {level}``."""
    return SetPersonal(_personal(arguments), arguments["who"], arguments["level"], conditions)


def bind_up(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``{track} {who} up to {level}``."""
    return SetPersonal(_personal(arguments), arguments["who"], arguments["level"], conditions, only=1)


def bind_down(arguments: Arguments, conditions: tuple[Condition, ...]) -> Op:
    """``{track} {who} down to start``."""
    return SetPersonal(_personal(arguments), arguments["who"], "", conditions, only=-1)


def bind_common(arguments: Arguments) -> Op:
    """``{track} {signed}``."""
    _common(arguments, SUPPORT)
    return ChangeSupport(int(arguments["signed"]))


def bind_start(arguments: Arguments) -> Op:
    """``{track} to start``."""
    return ClearDissent() if _common(arguments, SUPPORT, DISSENT) == DISSENT else SupportUpTo()


def bind_common_up(arguments: Arguments) -> Op:
    """``{track} up to {number}``."""
    _common(arguments, SUPPORT)
    return SupportUpTo(int(arguments["number"]))


def _personal(arguments: Arguments) -> str:
    track = arguments["track"]
    if track not in PERSONAL:
        raise CannotExecute(
            track, f"{track} is no track of a conspirator, so that it cannot change for “{arguments['who']}”"
        )
    return track


def _common(arguments: Arguments, *allowed: str) -> str:
    track = arguments["track"]
    if track in PERSONAL:
        raise CannotExecute(track, f"{track} belongs to conspirators, so that the line must say whose it is")
    if track not in allowed:
        raise CannotExecute(track, f"this cannot be done to the track “{track}”")
    return track
