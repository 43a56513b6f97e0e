"""Markers on tracks: motivation and suspicion of conspirators, Hitler's military support."""

from rules_engine.black_orchestra.dossier import check_limits
from rules_engine.black_orchestra.ladders import MOTIVATION, SUPPORT
from rules_engine.black_orchestra.ops import tell
from rules_engine.black_orchestra.standing import LIMIT_ITEM
from rules_engine.black_orchestra.state import Frame, State
from rules_engine.black_orchestra.table import Table


def change(table: Table, state: State, frame: Frame, code: str, track: str, amount: int, rule: str = "") -> None:
    """Raise or lower a track of a conspirator, as far as it goes."""
    set_level(table, state, frame, code, track, state.conspirators[code].levels[track] + amount, rule)


def set_level(table: Table, state: State, frame: Frame, code: str, track: str, place: int, rule: str = "") -> None:
    """Put a marker of a conspirator somewhere, within the ends of its track."""
    ladder, levels = state.tracks[track], state.conspirators[code].levels
    before, after = levels[track], max(ladder.low, min(ladder.high, place))
    levels[track] = after
    if state.log is not None:
        words = {"before": ladder.say(before), "after": ladder.say(after)}
        told = rule or table.programs[frame.program].rule
        tell(table, state, frame, "track-changed", told, track=track, conspirator=code, amount=place - before, **words)
    is_limited = state.conspirators[code].cards or LIMIT_ITEM in table.standing
    if track == MOTIVATION and after != before and is_limited:
        check_limits(table, state, code)


def change_support(table: Table, state: State, frame: Frame, amount: int, rule: str = "") -> None:
    """Raise or lower Hitler's military support, as far as it goes."""
    set_support(table, state, frame, state.levels[SUPPORT] + amount, rule)


def set_support(table: Table, state: State, frame: Frame, value: int, rule: str = "") -> None:
    """Put the marker of military support somewhere, within its ends."""
    ladder = state.tracks[SUPPORT]
    before, after = state.levels[SUPPORT], max(ladder.low, min(ladder.high, value))
    state.levels[SUPPORT] = after
    if state.log is not None:
        words = {"before": ladder.say(before), "after": ladder.say(after)}
        told = rule or table.programs[frame.program].rule
        tell(table, state, frame, "support-changed", told, track=SUPPORT, amount=value - before, **words)
