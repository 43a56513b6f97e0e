"""`rulewright ingest`: read documents into the database."""

import os
from dataclasses import asdict
from typing import Annotated

import typer

from ingest.addresses import address_of
from ingest.pipeline import Options
from rulewright.console import complain, say, show_json, show_table
from rulewright.ingesting import Ingested, Report, ingest_documents
from rulewright.options import DEFAULT_DB, AsJson, Cluster, Db, Game
from rulewright.upgrading import bring_up_to_date
from schema.document_kinds import KINDS


def _known_kind(given: str | None) -> str | None:
    if given is not None and given not in KINDS:
        raise typer.BadParameter(f"“{given}” is no kind of document; there are {', '.join(KINDS)}.")
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
    game: Game = None,
    edition: Annotated[str | None, typer.Option(metavar="CODE", help="Edition, e.g. 2nd.")] = None,
    language: Annotated[str | None, typer.Option(metavar="XX", help="Language, e.g. cs.")] = None,
    kind: Annotated[
        str | None, typer.Option(callback=_known_kind, metavar="|".join(KINDS), help="Kind of document.")
    ] = None,
    jobs: Annotated[int, typer.Option(help="Documents to read at the same time.", min=1)] = os.cpu_count() or 1,
    again: Annotated[bool, typer.Option("--again", help="Read files again that have not changed.")] = False,
    without_samples: Annotated[
        bool, typer.Option("--without-samples", help="Forget the bundled samples: only your own files stay.")
    ] = False,
    cluster: Cluster = None,
    as_json: AsJson = False,
) -> None:
    """Read rulebooks, card sheets and FAQs into the database: PDF, scans, photos, text, Markdown.

    Game, edition and language are recognised from the words; the options say otherwise. Files that have not
    changed since the last time are skipped. A file that cannot be read is named, and the others are loaded.
    Addresses are those of fsspec: archives (`zip://`, `tar://`) and stores (`s3://`, with the package it needs).

    Example: `rulewright ingest my-rulebooks/ --jobs 2`
    """
    said = Options(game=game, edition=edition, language=language, kind=kind)
    places = [address_of(path) for path in paths] if paths else None
    upgraded = bring_up_to_date(db, jobs=jobs)
    report = ingest_documents(
        db, places, said, jobs=jobs, again=again, without_samples=without_samples, cluster=cluster
    )
    if as_json:
        show_json({**report.as_dict(), "upgraded": upgraded and asdict(upgraded)})
    else:
        _show(report, db)
    for problem in report.problems:
        complain(problem.sentence)
    if report.problems:
        raise typer.Exit(max(p.exit_code for p in report.problems))


def _show(report: Report, db: str) -> None:
    columns = ("document", "game", "pages", "passages", "claims", "")
    show_table("", columns, [_cells(done) for done in report.documents], least={"document": 18, "game": 17})
    say(
        f"{report.loaded} read, {report.skipped} unchanged, {len(report.problems)} could not be read; "
        f"{report.facts} facts, {report.conflicts} conflicts."
    )
    if report.documents:
        option = "" if db == DEFAULT_DB else f" --db {db}"
        say(f"Next: `rulewright browse{option}` to look at it, `rulewright validate{option}` to check it.")


def _cells(done: Ingested) -> tuple[object, ...]:
    game = " ".join(part for part in (done.game, done.edition, done.language) if part)
    return (done.file_name, game, done.pages, done.passages, done.claims, done.outcome)
