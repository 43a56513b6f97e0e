"""The part of `rulewright simulate` that says what a changed fact is worth."""

from collections.abc import Sequence

import typer

from db.open import session
from ingest.packs import read_packs
from rulewright import GAMES
from rulewright.batches import Setting
from rulewright.comparing import Change, Comparison, compare, open_conflicts, read_change, store_comparison
from rulewright.console import err, say, show_json, show_table
from rulewright.playing.words import Words
from rulewright.simulating import CONFIDENCE
from rulewright.upgrading import open_current

NOTHING_OPEN = "Documents agree about everything that this edition plays by: there is nothing to compare."


def compare_changes(
    db: str,
    setting: Setting,
    given: Sequence[str],
    conflicts: bool,
    words: Words,
    games: int,
    jobs: int,
    cluster: str | None,
    as_json: bool,
) -> None:
    """Play the same seeds for each change, show what it is worth, and store it."""
    pack = read_packs(GAMES).get(setting.game)
    if pack is None:
        raise typer.BadParameter(f"there is no pack for {setting.game}, by which effects could be built anew.")
    engine = open_current(db)
    try:
        changes = [read_change(text) for text in given]
        if conflicts:
            with session(engine, read_only=True) as opened:
                changes += open_conflicts(opened, setting.game, setting.edition)
        found = [_compared(db, setting, change, pack, games, jobs, cluster, as_json) for change in changes]
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--compare") from error
    with session(engine) as opened:
        for done in found:
            if done.pairs.games:
                store_comparison(opened, done)
    if as_json:
        show_json([done.as_dict() for done in found])
        return
    if not found:
        say(NOTHING_OPEN)
    for done in found:
        _show(done, words)


def _compared(
    db: str, setting: Setting, change: Change, pack: object, games: int, jobs: int, cluster: str | None, quiet: bool
) -> Comparison:
    if not quiet:
        err.print(f"Playing {games:,} seeds twice: {change}", highlight=False, markup=False)
    return compare(db, setting, change, pack, games=games, jobs=jobs, cluster=cluster)  # type: ignore[arg-type]


def _show(done: Comparison, words: Words) -> None:
    change = done.change
    say(f"{change.subject} {change.attribute} is {done.stored_value} in the database; {change.value} instead:")
    if done.obstacle:
        say(f"  {done.obstacle}")
        return
    show_table(
        "",
        ("result", "as stored", "as changed", "difference", f"{CONFIDENCE:.0%} between", ""),
        [
            (
                words.outcome(d.outcome) or "No result fits",
                f"{d.stored:.1%}",
                f"{d.changed:.1%}",
                f"{d.changed - d.stored:+.1%}",
                f"{d.low:+.1%} and {d.high:+.1%}",
                "a difference" if d.is_shown else "no difference shown",
            )
            for d in done.differences
        ],
    )
    points = done.as_dict()["points"]
    if points and (points["mean"] or points["low"]):
        say(f"Points: {points['mean']:+.2f} ({points['low']:+.2f} to {points['high']:+.2f}).")
    say(f"{done.pairs.games:,} seeds, each played both ways by the player “{done.setting.player}”.")
