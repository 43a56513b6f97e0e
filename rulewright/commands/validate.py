"""`rulewright validate`: the engine against the database, the database against the books."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from textwrap import shorten
from typing import Annotated

import typer
from rich.padding import Padding
from rich.text import Text
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from db.errors import DatabaseProblem
from db.open import is_writable, reading, session
from rules_engine.change import Change, read_change
from rules_engine.junit import write_junit
from rules_engine.matrix import Matrix, rule_matrix
from rules_engine.rows import read_rows
from rules_engine.validate import (
    Edition,
    Outcome,
    UnknownCheck,
    checks_of,
    find_check,
    gather,
    see_more,
    store_validation,
    tie,
    validate_editions,
)
from rulewright.cluster import SentDatabase, read_sent
from rulewright.console import NOT_STORED, complain, out, remark, say, show_json, show_table
from rulewright.exits import Exit
from rulewright.named import known_game
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, MOST_JOBS, AsJson, Cluster, Db, Game, Supposed
from rulewright.progress import show_bar
from rulewright.targets import check_target
from rulewright.unplayed import Told, check_untaught, untaught_games
from rulewright.workers import open_map
from schema.documents import Document
from schema.games import Edition as EditionRow
from schema.games import Game as GameRow

STYLES = {"passed": "green", "failed": "bold red", "unknown": "yellow"}
LONGEST_EVIDENCE = 300
"""Signs of evidence shown in the terminal."""

Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="CHECK", help="Only a family of checks or one check; can be repeated."),
]
Deep = Annotated[bool, typer.Option("--deep", help="Play a thousand games and more.")]
Rules = Annotated[bool, typer.Option("--rules", help="Show which code, tests and passages belong to each rule.")]
Junit = Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML for a build server.")]
Jobs = Annotated[
    int | None,
    typer.Option(
        "--jobs", min=1, max=MOST_JOBS, help="Checks that are made at the same time.", show_default="all cores"
    ),
]


def validate(
    db: Db = DEFAULT_DB,
    game: Game = None,
    only: Only = None,
    deep: Deep = False,
    rules: Rules = False,
    junit: Junit = None,
    jobs: Jobs = None,
    cluster: Cluster = None,
    supposed: Supposed = None,
    as_json: AsJson = False,
) -> None:
    """Check that what is printed, what is stored and what is played agree.

    Each check is a claim about the data: passed, failed, or unknown with what is missing. The families are rows,
    rules, executed, examples, languages, numbers and play. The results are stored in the table `validation`.
    Of a game without a pack, which cannot be played, sums, lists and the agreement of documents are checked.
    Exit code 1 when a check failed.

    Example: `rulewright validate --game black-orchestra --only rows`
    """
    wanted = _meant(only)
    check_target(junit, "--junit", db=db)
    engine = open_current(db)
    with session(engine, read_only=True) as opened:
        code = known_game(opened, game)
        unplayed = {untaught.code: check_untaught(opened, untaught) for untaught in untaught_games(opened, code)}
        editions = _editions(opened, code) if not (unplayed and code) else []
        changes, editions = _supposed(opened, editions, supposed or [])
    if unplayed and (code or not editions):
        _show_unplayed(unplayed, as_json)
        return
    if rules:
        _show_rules(engine, editions, as_json)
        return
    results = _validated(db, editions, wanted, deep, jobs or os.cpu_count() or 1, cluster, changes)
    if is_writable(engine):
        _store(engine, results, wanted)
    else:
        remark(NOT_STORED)
    if junit:
        _write_junit(junit, results)
    if as_json:
        show_json({f"{g} {e}": [outcome.as_dict() for outcome in found] for (g, e), found in results.items()})
    else:
        _show(results, in_full=bool(wanted))
        for name in unplayed:
            say(f"{name} has no pack and is not played: `rulewright validate --game {name}` checks what can be.")
    if any(outcome.found.status == "failed" for found in results.values() for outcome in found):
        raise typer.Exit(Exit.FOUND)


def _show_unplayed(unplayed: Mapping[str, Sequence[Told]], as_json: bool) -> None:
    """What was checked of games without a pack; exit code 1 where something is wrong."""
    if as_json:
        show_json({name: [asdict(one) for one in told] for name, told in unplayed.items()})
    else:
        for name, told in unplayed.items():
            say(f"{name} has no pack: what it prints is checked, it is not played.")
            show_table(name, ("check", "status", "why"), [(one.claim, one.status, one.message) for one in told])
        count = Counter(one.status for told in unplayed.values() for one in told)
        say(f"{count['passed']} passed, {count['failed']} failed, {count['unknown']} unknown.")
    if any(one.status == "failed" for told in unplayed.values() for one in told):
        raise typer.Exit(Exit.FOUND)


def _meant(only: list[str] | None) -> list[str]:
    try:
        return [find_check(words) for words in only or ()]
    except UnknownCheck as error:
        raise typer.BadParameter(str(error), param_hint="--only") from error


def _editions(opened: Session, game: str | None) -> list[Edition]:
    """Every edition that a document describes."""
    query = (
        select(GameRow.code, EditionRow.code)
        .join(EditionRow, col(EditionRow.game_id) == GameRow.id)
        .join(Document, col(Document.edition_id) == EditionRow.id)
        .distinct()
        .order_by(GameRow.code, EditionRow.code)
    )
    known = list(opened.exec(query).all())
    wanted = [(g, e) for g, e in known if game in (None, g)]
    if not wanted and not untaught_games(opened, game):
        asked = f"of the game “{game}” " if game else ""
        raise DatabaseProblem(f"There is no document {asked}in the database. Run `rulewright ingest` first.")
    return wanted


def _supposed(opened: Session, editions: Sequence[Edition], given: Sequence[str]) -> tuple[list[Change], list[Edition]]:
    """What is supposed for this run, and the editions that have such facts."""
    if not given:
        return [], list(editions)
    try:
        changes = [read_change(text) for text in given]
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--set") from error
    fitting, refusal = list[Edition](), ""
    for edition in editions:
        try:
            gather(opened, *edition, supposed=changes)
            fitting.append(edition)
        except ValueError as error:
            refusal = str(error)
    if not fitting:
        raise typer.BadParameter(refusal, param_hint="--set")
    return changes, fitting


def _validated(
    db: str,
    editions: Sequence[Edition],
    only: Sequence[str],
    is_deep: bool,
    jobs: int,
    cluster: str | None,
    supposed: Sequence[Change],
) -> dict[Edition, list[Outcome]]:
    total = sum(len(checks_of(game, only)) for game, _ in editions)
    open_session = partial(read_sent, SentDatabase(db)) if cluster else partial(reading, db)
    with show_bar("Checking", total) as advance, open_map(min(jobs, total), cluster) as mapped:
        return validate_editions(
            open_session,
            editions,
            only=only,
            is_deep=is_deep,
            supposed=supposed,
            mapped=mapped,
            on_check=lambda: advance(1),
        )


def _store(engine: Engine, results: Mapping[Edition, Sequence[Outcome]], only: Sequence[str]) -> None:
    with session(engine) as opened:
        for (game, edition), outcomes in results.items():
            claims = [check.claim for check in checks_of(game, only)] if only else []
            if not only or claims:
                supposed = next((outcome.found.supposed for outcome in outcomes), "")
                store_validation(opened, game, edition, [outcome.found for outcome in outcomes], claims, supposed)
            if not only:
                tie(opened, game, edition)


def _write_junit(file: Path, results: Mapping[Edition, Sequence[Outcome]]) -> None:
    try:
        write_junit(file, results)
    except OSError as error:
        complain(f"The file {file} cannot be written ({error.strerror}). Name another with --junit.")
        raise typer.Exit(Exit.WRONG_USE) from error


def _show(results: Mapping[Edition, Sequence[Outcome]], *, in_full: bool) -> None:
    for (game, edition), outcomes in results.items():
        if not outcomes:
            continue
        if outcomes[0].found.supposed:
            say(f"Supposed for this run: {outcomes[0].found.supposed}.")
        _show_table(game, edition, outcomes)
        for outcome in outcomes:
            if in_full or outcome.found.status == "failed":
                _show_outcome(outcome)
        say()
    count = Counter(outcome.found.status for found in results.values() for outcome in found)
    say(f"{count['passed']} passed, {count['failed']} failed, {count['unknown']} unknown.")


def _show_table(game: str, edition: str, outcomes: Sequence[Outcome]) -> None:
    checks = dict.fromkeys(outcome.check for outcome in outcomes)
    rows = []
    for check in checks:
        count = Counter[str](outcome.found.status for outcome in outcomes if outcome.check is check)
        named = f"{check.claim}\n{see_more(game, check)}"
        rows.append([check.family, named, *(count[status] for status in STYLES)])
    show_table(f"{game} {edition}", ("family", "check, and how to see more", *STYLES), rows)


def _show_outcome(outcome: Outcome) -> None:
    found = outcome.found
    subject = f" ({found.subject})" if found.subject else ""
    out.print(f"  {found.status:8}", style=STYLES[found.status], end="")
    out.print(f"{found.check}{subject}", markup=False, soft_wrap=True)
    evidence = shorten(found.message, LONGEST_EVIDENCE, placeholder=" … (all of it: --json)")
    out.print(Padding(Text(evidence, style="dim"), (0, 0, 0, 10)))
    if found.status == "failed":
        out.print(Padding(Text(outcome.more, style="cyan"), (0, 0, 0, 10)))


def _show_rules(engine: Engine, editions: Sequence[Edition], as_json: bool) -> None:
    """The matrix of rules, code, tests and passages."""
    matrices: dict[str, Matrix] = {}
    with session(engine) as opened:
        for game, edition in editions:
            matrices[f"{game} {edition}"] = rule_matrix(opened, read_rows(opened, game, edition))
            tie(opened, game, edition)
    if as_json:
        show_json({name: asdict(matrix) for name, matrix in matrices.items()})
        return
    for name, matrix in matrices.items():
        rows = [
            [
                rule.code,
                "\n".join(f"{entry.file}:{entry.line}" for entry in rule.obeyed) or "—",
                "\n".join(rule.tests) or "—",
                *(_passages(rule.passages.get(language, ())) for language in matrix.languages),
            ]
            for rule in matrix.rules
        ]
        show_table(name, ("rule", "code", "tests", *matrix.languages), rows)
        for entry in matrix.strangers:
            say(f"{entry.file}:{entry.line} obeys `{entry.rule}`, which is no rule of the game.")


def _passages(passages: Sequence[int]) -> str:
    return ", ".join(map(str, passages[:3])) + (" …" if len(passages) > 3 else "") or "—"
