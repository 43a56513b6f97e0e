"""`rulewright ingest`: read documents into the database."""

import datetime
import os
from collections import Counter
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from ingest.files.addresses import address_of
from ingest.identify.dates import said_date
from ingest.pipeline import Options
from rulewright.card_list_preview import show_what_would_be_read
from rulewright.console import say, show_json, show_table
from rulewright.fact_changes import FactChange
from rulewright.ingest_report import KEPT, READ, Ingested, Report, tell_left_out
from rulewright.ingesting import ingest_documents
from rulewright.named import unknown
from rulewright.options import DEFAULT_DB, MOST_JOBS, AsJson, Cluster, Db, Language, db_option
from rulewright.origins import SAID, tell_origins
from rulewright.targets import check_target
from rulewright.telling import open_telling
from rulewright.upgrading import bring_up_to_date
from schema.document_kinds import KINDS, OF_CARDS

MOST_LISTED = 50
"""So many documents are listed one by one, and so many warnings; more documents are counted by kind."""
MOST_WARNINGS = 3
"""So many sentences are said of a document; the others are in `rulewright lint`."""
MOST_SHOWN = 12
"""So many changed facts are shown; all of them stand in the JSON."""


def _known_kind(given: str | None) -> str | None:
    if given is not None and given not in KINDS:
        raise typer.BadParameter(unknown("kind of document", given, KINDS))
    return given


def ingest(
    paths: Annotated[
        list[str] | None,
        typer.Argument(
            help="Files, folders and addresses such as `zip://::books.zip`; none: the bundled samples.",
            show_default=False,
        ),
    ] = None,
    db: Db = DEFAULT_DB,
    game: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="Game: the code of a taught one, or any name to make or join."),
    ] = None,
    edition: Annotated[str | None, typer.Option(metavar="CODE", help="Edition, e.g. 2nd.")] = None,
    language: Language = None,
    kind: Annotated[
        str | None, typer.Option(callback=_known_kind, metavar="|".join(KINDS), help="Kind of document.")
    ] = None,
    date: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="When it was published; a year or a month will do.")
    ] = None,
    jobs: Annotated[
        int, typer.Option(help="Documents to read at the same time.", min=1, max=MOST_JOBS)
    ] = os.cpu_count() or 1,
    again: Annotated[bool, typer.Option("--again", help="Read files again that have not changed.")] = False,
    without_samples: Annotated[
        bool, typer.Option("--without-samples", help="Forget the bundled samples: only your own files stay.")
    ] = False,
    dry_run: Annotated[
        bool, typer.Option("--dry-run", help="Store nothing; show what would be read, and the cards of card lists.")
    ] = False,
    cluster: Cluster = None,
    quiet: Annotated[bool, typer.Option("--quiet", help="Tell only what could not be read.")] = False,
    verbose: Annotated[bool, typer.Option("--verbose", help="Tell of each file when it is done.")] = False,
    log: Annotated[
        Path | None, typer.Option("--log", metavar="FILE", help="Also write what becomes of each file here.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Read rulebooks, card sheets and FAQs into the database: PDF, scans, photos, DOCX, EPUB, HTML, text.

    Pictures of cards become cards: of a taught game its own, else those of a game called after their folder, with a
    deck for each folder in it. Lists of cards (CSV, JSON, XLSX; Markdown with `--kind cards`) become cards too.

    Game, edition and language are recognised from the words; the options say otherwise. A rulebook of no taught
    game becomes a game of its own, named by its title; one book in two languages makes one game. Of two printings of
    one book, in one language and edition, only the newer has a vote, by the date that it prints or that you give.
    Files that have not changed since the last time are skipped. A file that cannot be read is named, and the others
    are loaded.
    Addresses are those of fsspec: archives (`zip://`, `tar://`) and stores (`s3://`, with the package it needs).

    Example: `rulewright ingest my-rulebooks/ --jobs 2`
    """
    if game is not None and not any(map(str.isalnum, game)):
        raise typer.BadParameter(f"“{game}” is no name of a game.", param_hint="--game")
    published = _known_date(date)
    said = Options(game=game, edition=edition, language=language, kind=kind, date=published)
    if quiet and verbose:
        raise typer.BadParameter("choose one of --quiet and --verbose.", param_hint="--quiet")
    check_target(log, "--log", db=db)
    places = [address_of(path) for path in paths] if paths else None
    if dry_run:
        show_what_would_be_read(places or [], as_json=as_json)
        return
    upgraded = bring_up_to_date(db, jobs=jobs)
    with open_telling(is_quiet=quiet, is_verbose=verbose, log=log) as telling:
        report = ingest_documents(
            db,
            places,
            said,
            jobs=jobs,
            again=again,
            without_samples=without_samples,
            cluster=cluster,
            telling=telling,
        )
    if as_json:
        show_json({**report.as_dict(), "upgraded": upgraded and asdict(upgraded)})
    elif not quiet:
        _show(report, db)
    if report.is_interrupted:
        raise typer.Abort
    if report.problems:
        raise typer.Exit(max(p.exit_code for p in report.problems))


def _known_date(said: str | None) -> datetime.date | None:
    if said is None:
        return None
    found = said_date(said)
    if found is None:
        raise typer.BadParameter(f"“{said}” is no date such as 2019, 2019-05 or 2019-05-31.", param_hint="--date")
    return found


def _show(report: Report, db: str) -> None:
    if len(report.documents) > MOST_LISTED:
        _show_kinds(report)
    elif report.documents:
        _show_each(report)
    _tell_warnings([done for done in report.documents if done.outcome == READ])
    for pictured in report.pictured:
        say(pictured.told(db_option(db)))
    for told in report.put_together:
        say(told)
    for unread in report.unread:
        say(unread.told)
    copies = f", {report.copies} the same as others" if report.copies else ""
    missed = f", {report.not_reached} not reached" if report.not_reached else ""
    say(
        f"{report.loaded} read, {report.skipped - report.copies} unchanged{copies}, "
        f"{len(report.problems)} could not be read{missed}; {report.conflicts} conflicts."
    )
    if report.left_out:
        say(tell_left_out(report.left_out))
    if report.not_followed:
        links = ", ".join(report.not_followed)
        say(f"Links to folders are not followed: {links}. Name such a folder itself to have it read.")
    doubted = f" Provisional: {report.provisional:,}." if report.provisional else ""
    say(f"{tell_origins(report.origins)}{doubted}")
    _show_changes(report.changes)
    if report.documents:
        option = db_option(db)
        say(
            f"Next: `rulewright browse{option}` to look at it, `rulewright status{option}` for what is open, "
            f"`rulewright validate{option}` to check it."
        )


def _show_each(report: Report) -> None:
    """Few documents one by one; pictures of cards that are told of together only where something is wrong."""
    together = {told.game for told in report.pictured} | {told.game for told in report.unread}

    def is_of_deck(done: Ingested) -> bool:
        return done.is_own_game and done.kind == OF_CARDS and done.game in together

    def is_wrong(done: Ingested) -> bool:
        return done.outcome == KEPT or (done.outcome == READ and bool(done.warnings))

    listed = [done for done in report.documents if not is_of_deck(done) or is_wrong(done)]
    if listed:
        columns = ("document", "game", "pages", "passages", "claims", "")
        show_table("", columns, [_cells(done) for done in listed])
    for done in listed:
        if done.outcome == READ and done.is_own_game and not is_of_deck(done):
            say(f"{done.file_name}: a game of its own. {done.evidence}")


def _show_kinds(report: Report) -> None:
    """Many documents, counted by what they are and what became of them; and the reasons why others were refused."""
    kinds = Counter((_kind(done), done.outcome.split(" ")[0]) for done in report.documents)
    show_table("", ("game", "outcome", "documents"), [(*kind, count) for kind, count in sorted(kinds.items())])
    reasons = Counter(problem.sentence.removeprefix(f"{problem.path}: ") for problem in report.problems)
    if reasons:
        show_table("", ("files", "could not be read"), [(count, reason) for reason, count in reasons.most_common()])


def _show_changes(changes: Sequence[FactChange]) -> None:
    """What became of facts: those that were there before one by one, new ones that were read as far as they are few."""
    new = [change for change in changes if change.kind == "new" and change.origin in SAID]
    altered = [change for change in changes if change.kind != "new"]
    for told, listed in (("changed", altered), ("newly read", new)):
        if not listed:
            continue
        shown = listed if len(listed) <= MOST_SHOWN else listed[:MOST_SHOWN] if listed is altered else []
        say(f"{len(listed):,} fact{'s are' if len(listed) > 1 else ' is'} {told}{':' if shown else '.'}")
        for change in shown:
            say(f"  {change}")
            if change.kind != "new":
                say(f"    {change.reason}")
        if shown and len(shown) < len(listed):
            say(f"  and {len(listed) - len(shown):,} more; all of them with --json.")


def _tell_warnings(read: Sequence[Ingested]) -> None:
    """What a person should know of documents that were just read; what is said of several alike is said once."""
    alike: dict[str, list[tuple[str, str]]] = {}
    for done in read:
        for warning in done.warnings[:MOST_WARNINGS]:
            alike.setdefault(warning.replace(done.file_name, ""), []).append((done.file_name, warning))
    told = sorted(alike.values(), key=len, reverse=True)[:MOST_LISTED]
    for (name, warning), *others in told:
        more = f" and {len(others)} more document{'s' if len(others) > 1 else ''}" if others else ""
        say(f"{name}{more}: {warning}")
    left = sum(len(done.warnings) for done in read) - sum(map(len, told))
    if left:
        say(f"{left} more warning{'s' if left > 1 else ''}; `rulewright lint` lists them.")


def _cells(done: Ingested) -> tuple[object, ...]:
    return (done.file_name, _game(done), done.pages, done.passages, done.claims, done.outcome)


def _kind(done: Ingested) -> str:
    """Of what kind one of many documents is: its taught game, or that it is of another; these may be hundreds."""
    return f"games of their own, {done.language}" if done.is_own_game else _game(done)


def _game(done: Ingested) -> str:
    return " ".join(part for part in (done.game, done.edition, done.language) if part)
