"""The part of `rulewright simulate` that says what a changed fact is worth."""

from collections.abc import Sequence

import typer
from sqlmodel import Session

from db.excerpt import excerpt
from db.open import is_writable, session
from rules_engine.change import Change, read_change
from rules_engine.compare import (
    Comparison,
    Difference,
    compare,
    open_conflicts,
    store_comparison,
)
from rules_engine.intervals import CONFIDENCE
from rules_engine.ruleset import Ruleset
from rules_engine.simulate import Batch
from rules_engine.tasks import Map
from rules_engine.terminal.explain import explain_rule
from rules_engine.terminal.words import TableWords
from rulewright.console import NOT_STORED, err, remark, say, show_json, show_table
from rulewright.opening import open_current
from schema.play_variants import variants_of

NOTHING_OPEN = "Documents agree about everything that this edition plays by: there is nothing to compare."


def compare_changes(
    db: str,
    ruleset: Ruleset,
    batch: Batch,
    given: Sequence[str],
    conflicts: bool,
    words: TableWords,
    chunk: int,
    mapped: Map,
    as_json: bool,
) -> None:
    """Play the same seeds for each change, show what it is worth, and store it."""
    engine = open_current(db)
    found = []
    try:
        changes = [read_change(text) for text in given]
        if conflicts:
            with session(engine, read_only=True) as opened:
                changes += open_conflicts(opened, ruleset)
        for change in changes:
            if not as_json:
                err.print(f"Playing {batch.games:,} seeds twice: {change}", highlight=False, markup=False)
            found.append(compare(ruleset, change, batch, chunk=chunk, mapped=mapped))
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--compare") from error
    if not is_writable(engine):
        remark(NOT_STORED)
    with session(engine, read_only=not is_writable(engine)) as opened:
        for done in found if is_writable(engine) else ():
            if done.pairs.games:
                store_comparison(opened, ruleset, batch, done)
    if as_json:
        show_json([done.as_dict() for done in found])
        return
    if not found:
        say(NOTHING_OPEN)
    for done in found:
        if done.change.is_of_rule:
            with session(engine, read_only=True) as opened:
                _show_rule(opened, ruleset, done.change)
        _show(done, batch, words)


def _show_rule(opened: Session, ruleset: Ruleset, change: Change) -> None:
    """The rule both ways: as its rows obey the print, with its passages, and as the variant says it."""
    rule = explain_rule(opened, ruleset.game, change.rule, "")
    if rule:
        say(f"{change.rule}: {rule.summary}")
        for passage in rule.passages:
            say(f"  {passage.file_name}, page {passage.page}: {excerpt(passage.text)}")
    rows = variants_of(ruleset.frame.play, change.rule) if ruleset.frame else {}
    told = " ".join(row.says for row in rows.get((change.rule, change.value), ()) if row.says)
    say(f"{change.value}: {told or 'as its row says.'}")


def _verdict(found: Difference) -> str:
    """What the games tell of a difference, and how many more would tell it where these do not."""
    if found.is_shown:
        return "a difference"
    return f"cannot tell; {found.would_tell:,} games would" if found.would_tell else "cannot tell"


def _show(done: Comparison, batch: Batch, words: TableWords) -> None:
    change = done.change
    if not change.is_of_rule:
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
                f"{d.difference:+.1%}",
                f"{d.low:+.1%} and {d.high:+.1%}",
                _verdict(d),
            )
            for d in done.differences
        ],
    )
    points = done.points
    if points and (points.mean or points.low):
        say(f"Points: {points.mean:+.2f} ({points.low:+.2f} to {points.high:+.2f}).")
    say(f"{done.pairs.games:,} seeds, each played both ways by the player “{batch.player}”.")
