"""Markers and dice on tracks: motivation and suspicion of conspirators, Hitler's military support, dissent."""

# ruff: noqa: ARG001, ARG002  (all steps have one signature)

from collections.abc import Iterator, Sequence

from rules_engine.black_orchestra.conspirators import SPLIT, Concerning, receivers, targets
from rules_engine.black_orchestra.dossier import ITEM, LIMIT, check_limits
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import FORMS, ROLL, begin, below, fitting, procedure, push
from rules_engine.black_orchestra.rulebook import DISSENT, MOTIVATION, PERSONAL, SUPPORT, TARGET, Rule
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.machine.steps import Condition, Op, Pick, ask, tell
from rules_engine.obeys import obeys

NOBODY = "nobody"
SKIPPED = "skipped"


def change(table: Edition, state: State, frame: Frame, code: str, track: str, amount: int, rule: str = "") -> None:
    """Raise or lower a track of a conspirator, as far as it goes."""
    set_level(table, state, frame, code, track, state.conspirators[code].levels[track] + amount, rule)


def set_level(table: Edition, state: State, frame: Frame, code: str, track: str, place: int, rule: str = "") -> None:
    """Put a marker of a conspirator somewhere, within the ends of its track."""
    ladder, conspirator = state.tracks[track], state.conspirators[code]
    before, after = conspirator.levels[track], ladder.within(place)
    conspirator.levels[track] = after
    if state.log is not None:
        words = {"before": ladder.say(before), "after": ladder.say(after)}
        told = rule or frame.program.rule
        tell(state, frame, "track-changed", told, track=track, conspirator=code, amount=place - before, **words)
    is_limited = conspirator.cards or LIMIT + ITEM in table.standing
    if track == MOTIVATION and after != before and is_limited:
        check_limits(table, state, code)


def change_support(state: State, frame: Frame, amount: int, rule: str = "") -> None:
    """Raise or lower Hitler's military support, as far as it goes."""
    set_support(state, frame, state.levels[SUPPORT] + amount, rule)


def set_support(state: State, frame: Frame, value: int, rule: str = "") -> None:
    """Put the marker of military support somewhere, within its ends."""
    ladder = state.tracks[SUPPORT]
    before, after = state.levels[SUPPORT], ladder.within(value)
    state.levels[SUPPORT] = after
    if state.log is not None:
        words = {"before": ladder.say(before), "after": ladder.say(after)}
        told = rule or frame.program.rule
        tell(state, frame, "support-changed", told, track=SUPPORT, amount=value - before, **words)


def place_targets(state: State, count: int) -> None:
    """Put so many targets on the dissent track; what it brings when it is full happens in between."""
    if count:
        push(state, DISSENT_FILLS, state.active, targets=count)


@FORMS.step("place targets")
def place_rolled(table: Edition, state: State, frame: Frame) -> None:
    """Those of the roll of this line."""
    place_targets(state, frame.memo.get(ROLL, []).count(TARGET))


def clear_dissent(state: State, frame: Frame, rule: str) -> None:
    """Take all dice off the track."""
    if state.dissent:
        tell(state, frame, "dissent-cleared", rule, dice=state.dissent)
        state.dissent = 0


@FORMS.step("skip reward")
def skip_reward(table: Edition, state: State, frame: Frame) -> None:
    """The full track does not bring what it usually does."""
    filling = below(state, DISSENT_FILLS)
    if filling:
        filling.memo[SKIPPED] = 1


class _Fill(Op):
    """Put dice on the track up to its size."""

    @obeys(Rule.CONSPIRE_TARGETS, Rule.DISSENT_FULL)
    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        size = table.numbers.dissent_size
        placed = min(frame.memo["targets"], size - state.dissent)
        state.dissent += placed
        frame.memo["targets"] -= placed
        tell(state, frame, "targets-placed", Rule.CONSPIRE_TARGETS, dice=placed)
        if state.dissent < size:
            frame.at = len(frame.program.ops)
            return False
        clear_dissent(state, frame, Rule.DISSENT_FULL)
        frame.memo.pop(SKIPPED, None)
        if state.current:
            begin(table, state, table.of("dissent full", state.current), state.active)
        return True


class _Reward(Op):
    """The active player takes the reward of the full track."""

    @obeys(Rule.DISSENT_REWARD_MOTIVATION, Rule.DISSENT_REWARD_SUPPORT, Rule.DISSENT_SURPLUS)
    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        if SKIPPED in frame.memo or frame.left == 0:
            if frame.memo["targets"]:
                frame.at = -1
            return True
        return ask(state, state.active, [*(f"{MOTIVATION} {code}" for code in targets(table, state)), SUPPORT])

    def take(self, table: Edition, state: State, frame: Frame, answer: str) -> None:
        frame.left = 0
        if answer == SUPPORT:
            change_support(state, frame, table.numbers.reward_support, Rule.DISSENT_REWARD_SUPPORT)
        else:
            code, amount = answer.split(" ")[1], table.numbers.reward_motivation
            change(table, state, frame, code, MOTIVATION, amount, Rule.DISSENT_REWARD_MOTIVATION)


DISSENT_FILLS = procedure("dissent-fills", Rule.DISSENT_FULL, _Fill(), _Reward())


@FORMS.step("{track} {who} {signed} per {icon}", only={"track": PERSONAL}, asks_each=True)
class ChangePersonal(Concerning):
    """Once, or once for each such die."""

    def __init__(
        self, track: str, who: str, signed: int, conditions: tuple[Condition, ...] = (), icon: str = ""
    ) -> None:
        super().__init__(who, conditions)
        self.track, self.amount, self.per = track, signed, icon

    def apply(self, table: Edition, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """As far as the track goes."""
        times = frame.memo.get(ROLL, []).count(self.per) if self.per else 1
        for code in codes:
            if times:
                change(table, state, frame, code, self.track, self.amount * times)
        return True

    def suits(self, table: Edition, state: State, code: str) -> bool:
        """The marker has room for all of it."""
        track = state.tracks[self.track]
        return track.room(state.conspirators[code].levels[self.track], self.amount) >= abs(self.amount)

    def can(self, table: Edition, state: State, frame: Frame) -> bool:
        """Motivation that is given for something must be there; suspicion may rise even at its highest."""
        if self.track == MOTIVATION and self.amount < 0:
            return self.in_full(table, state, frame)
        return super().can(table, state, frame)


class ShareOut(Pick):
    """``{track} split {signed}``: handed out freely, in prison only where the edition has no rule against it."""

    def __init__(self, track: str, amount: int, conditions: tuple[Condition, ...]) -> None:
        self.track, self.amount, self.conditions = track, amount, conditions

    def options(self, table: Edition, state: State, frame: Frame) -> list[str]:
        """Every way to hand it out without keeping any of it back in vain."""
        codes = fitting(table, state, frame, receivers(table, state), self.conditions)
        track, sign = state.tracks[self.track], 1 if self.amount > 0 else -1
        rooms = [track.room(state.conspirators[code].levels[self.track], self.amount) for code in codes]
        ways = (zip(codes, way, strict=True) for way in shares(abs(self.amount), rooms))
        return [", ".join(f"{code} {sign * points:+d}" for code, points in way if points) or NOBODY for way in ways]

    def pick(self, table: Edition, state: State, frame: Frame, option: str) -> None:
        """Each gets a share."""
        for part in option.split(", ") if option != NOBODY else ():
            code, amount = part.split(" ")
            change(table, state, frame, code, self.track, int(amount))


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


@FORMS.bind("{track} {who} {signed}", only={"track": PERSONAL}, asks_each=True)
def change_for(track: str, who: str, signed: int, conditions: tuple[Condition, ...]) -> Op:
    """For each of them, or split among all."""
    return ShareOut(track, signed, conditions) if who == SPLIT else ChangePersonal(track, who, signed, conditions)


class SetPersonal(Concerning):
    """A marker goes to a level, also only upwards or only downwards."""

    def __init__(self, track: str, who: str, level: str, conditions: tuple[Condition, ...], only: int = 0) -> None:
        super().__init__(who, conditions)
        self.track, self.level, self.only = track, level, only

    def apply(self, table: Edition, state: State, frame: Frame, codes: Sequence[str]) -> bool:
        """Who is there or beyond stays."""
        place = table.places[self.level][1] if self.level else state.tracks[self.track].start
        for code in codes:
            way = place - state.conspirators[code].levels[self.track]
            if way * self.only >= 0 and way:
                set_level(table, state, frame, code, self.track, place)
        return True


@FORMS.bind("{track} {who} to {level}", only={"track": PERSONAL}, asks_each=True)
def set_for(track: str, who: str, level: str, conditions: tuple[Condition, ...]) -> Op:
    """To that level, wherever the marker is."""
    return SetPersonal(track, who, level, conditions)


@FORMS.bind("{track} {who} up to {level}", only={"track": PERSONAL}, asks_each=True)
def raise_for(track: str, who: str, level: str, conditions: tuple[Condition, ...]) -> Op:
    """To that level, unless the marker is higher."""
    return SetPersonal(track, who, level, conditions, only=1)


@FORMS.bind("{track} {who} down to start", only={"track": PERSONAL}, asks_each=True)
def lower_for(track: str, who: str, conditions: tuple[Condition, ...]) -> Op:
    """To where it began, unless the marker is lower."""
    return SetPersonal(track, who, "", conditions, only=-1)


@FORMS.step("{track} {signed}", only={"track": (SUPPORT,)})
class ChangeSupport(Op):
    """Military support goes as far as its track."""

    def __init__(self, signed: int) -> None:
        self.amount = signed

    def run(self, table: Edition, state: State, frame: Frame) -> bool:
        """Raise or lower it."""
        change_support(state, frame, self.amount)
        return True

    def in_full(self, table: Edition, state: State, frame: Frame) -> bool:
        """The track has room for all of it."""
        return state.tracks[SUPPORT].room(state.levels[SUPPORT], self.amount) >= abs(self.amount)


@FORMS.step("{track} up to {number}", only={"track": (SUPPORT,)})
def raise_support(table: Edition, state: State, frame: Frame, number: int) -> None:
    """Set it, unless it is higher already."""
    if state.levels[SUPPORT] < number:
        set_support(state, frame, state.tracks[SUPPORT].within(number))


@FORMS.step("{track} to start", only={"track": (SUPPORT, DISSENT)})
def set_to_start(table: Edition, state: State, frame: Frame, track: str) -> None:
    """Military support goes to where it began, all dice of the dissent track go back."""
    if track == DISSENT:
        clear_dissent(state, frame, frame.program.rule)
    else:
        set_support(state, frame, state.tracks[SUPPORT].start)
