"""What the notation of Black Orchestra does: code for its forms of steps and conditions."""

from collections.abc import Iterator, Sequence

from rules_engine.black_orchestra.state import HITLER, PERSONAL, PRISON, SUPPORT, State, Track
from rules_engine.compile import Arguments, Condition, Forms, StepForm
from rules_engine.decide import Decision
from rules_engine.errors import CannotExecute
from rules_engine.execute import BoundStep
from rules_engine.moment import Moment

NOBODY = "nobody"


def change_personal_track(arguments: Arguments, conditions: tuple[Condition, ...]) -> BoundStep:
    """Raise or lower a track of the conspirators it concerns and whom the conditions fit."""
    track, who, amount = arguments["track"], arguments["who"], int(arguments["signed"])
    if track not in PERSONAL:
        raise CannotExecute(track, f"{track} is no track of a conspirator, so that it cannot change for “{who}”")
    if who == "split":
        return _shared_out(track, amount, conditions)
    if who not in ("self", "all"):
        raise CannotExecute(who, f"the engine has no code for “{who}” yet")

    def do(moment: Moment, _answer: int) -> None:
        concerned = [moment.actor] if who == "self" else _free(moment.state)
        for code in _fitting(moment, concerned, conditions):
            _move(moment, track, code, amount)

    return BoundStep(do)


def change_board_track(arguments: Arguments, _: tuple[Condition, ...]) -> BoundStep:
    """Raise or lower a track of the board."""
    track, amount = arguments["track"], int(arguments["signed"])
    if track in PERSONAL:
        raise CannotExecute(track, f"{track} belongs to conspirators, so that the line must say whose it is")
    if track != SUPPORT:
        raise CannotExecute(track, f"the engine has no code for the track “{track}” yet")

    def do(moment: Moment, _answer: int) -> None:
        state: State = moment.state
        before = state.levels[track]
        state.levels[track] = state.tracks[track].moved(before, amount)
        _tell_change(moment, state.tracks[track], before, state.levels[track], amount)

    return BoundStep(do)


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


def _shared_out(track: str, amount: int, conditions: tuple[Condition, ...]) -> BoundStep:
    """The active player hands the amount out as they like among those who are not in prison."""
    sign = 1 if amount > 0 else -1

    def ways(moment: Moment) -> tuple[list[str], list[tuple[int, ...]]]:
        state: State = moment.state
        codes = _fitting(moment, _free(state), conditions)
        rooms = [state.tracks[track].room(state.conspirators[code].levels[track], amount) for code in codes]
        return codes, list(shares(abs(amount), rooms))

    def ask(moment: Moment) -> Decision:
        codes, possible = ways(moment)
        options = tuple(_words(codes, way, sign) for way in possible)
        return Decision(moment.actor, f"{track} split {amount:+d}", options, moment.effect)

    def do(moment: Moment, answer: int) -> None:
        codes, possible = ways(moment)
        for code, points in zip(codes, possible[answer], strict=True):
            if points:
                _move(moment, track, code, sign * points)

    return BoundStep(do, ask)


def _words(codes: Sequence[str], way: Sequence[int], sign: int) -> str:
    parts = [f"{code} {sign * points:+d}" for code, points in zip(codes, way, strict=True) if points]
    return ", ".join(parts) or NOBODY


def _move(moment: Moment, track: str, code: str, amount: int) -> None:
    state: State = moment.state
    levels = state.conspirators[code].levels
    before = levels[track]
    levels[track] = state.tracks[track].moved(before, amount)
    _tell_change(moment, state.tracks[track], before, levels[track], amount, conspirator=code)


def _tell_change(moment: Moment, track: Track, before: int, after: int, amount: int, **of: str) -> None:
    moment.tell(
        "track-changed", track=track.code, amount=amount, before=track.say(before), after=track.say(after), **of
    )


def _free(state: State) -> list[str]:
    """Prisoners are never the ones whom a shared or common effect concerns."""
    return [code for code, conspirator in state.conspirators.items() if conspirator.location != PRISON]


def _fitting(moment: Moment, codes: Sequence[str], conditions: tuple[Condition, ...]) -> list[str]:
    if not conditions:
        return list(codes)
    return [code for code in codes if all(holds(moment.of(code)) for holds in conditions)]


def leader_is_here(arguments: Arguments) -> Condition:
    """That leader is in the conspirator's space."""
    leader = arguments["leader"]
    return lambda moment: moment.state.leaders.get(leader) == _space(moment)


def deputy_is_here(_: Arguments) -> Condition:
    """A leader other than Hitler is in the conspirator's space."""
    return lambda moment: any(
        space == _space(moment) for leader, space in moment.state.leaders.items() if leader != HITLER
    )


def stage_is(arguments: Arguments) -> Condition:
    """It is that stage."""
    stage = int(arguments["number"])
    return lambda moment: bool(moment.state.stage == stage)


def affiliation_is(arguments: Arguments) -> Condition:
    """The conspirator has that affiliation."""
    affiliation = arguments["affiliation"]
    return lambda moment: moment.ruleset.fact(f"character:{moment.actor}", "affiliation") == affiliation


def _space(moment: Moment) -> str:
    state: State = moment.state
    return state.conspirators[moment.actor].location


FORMS = Forms(
    steps={
        "{track} {who} {signed}": StepForm(change_personal_track, asks_each=True),
        "{track} {signed}": StepForm(change_board_track),
    },
    conditions={
        "{leader} here": leader_is_here,
        "deputy here": deputy_is_here,
        "stage {number}": stage_is,
        "{affiliation}": affiliation_is,
    },
)
