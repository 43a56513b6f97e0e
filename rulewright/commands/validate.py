"""`rulewright validate`: the engine against the database, the database against the books."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
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
    store_validation,
    tie,
    validate_editions,
)
from rulewright.cluster import SentDatabase, read_sent
from rulewright.console import NOT_STORED, complain, remark, say, show_json, show_table
from rulewright.exits import Exit
from rulewright.expected import Expected, read_expected
from rulewright.expected import accept as declare
from rulewright.named import known_game
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, MOST_JOBS, AsJson, Cluster, Db, Game, Supposed
from rulewright.progress import show_bar
from rulewright.proving import CHECKS
from rulewright.targets import check_target
from rulewright.unplayed import Told, check_untaught, untaught_games
from rulewright.validate_report import show_results, unexpected
from rulewright.workers import open_map
from schema.documents import Document
from schema.games import Edition as EditionRow
from schema.games import Game as GameRow

Only = Annotated[
    list[str] | None,
    typer.Option("--only", metavar="CHECK", help="Only a family of checks or one check; can be repeated."),
]
Deep = Annotated[bool, typer.Option("--deep", help="Play a thousand games and more.")]
Rules = Annotated[bool, typer.Option("--rules", help="Show which code, tests and passages belong to each rule.")]
Junit = Annotated[Path | None, typer.Option("--junit", metavar="FILE", help="Write JUnit XML for a build server.")]
Accept = Annotated[
    bool,
    typer.Option("--accept", help="Declare all failures as known, in a file beside the database."),
]
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
    accept: Accept = False,
    as_json: AsJson = False,
) -> None:
    """Check that what is printed, what is stored and what is played agree.

    Each check is a claim about the data: passed, failed, or unknown with what is missing. The families are stored,
    rows, rules, executed, examples, languages, numbers and play. The results are stored in the table `validation`.
    What the bundled samples disagree on is declared in samples/expected.toml; `--accept` declares what your own
    books disagree on, value by value. Of a game without a pack, which cannot be played, sums, lists and the agreement
    of documents are checked. Exit code 1 when a check failed that nobody declared.

    Example: `rulewright validate --game black-orchestra --only rows`
    """
    wanted = _meant(only)
    expected = _declared(db)
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
        _store(engine, results, wanted, expected)
    else:
        remark(NOT_STORED)
    if junit:
        _write_junit(junit, results)
    if accept:
        _accept(db, results)
        return
    if as_json:
        show_json(
            {f"{g} {e}": [_as_dict(expected, g, e, outcome) for outcome in found] for (g, e), found in results.items()}
        )
    else:
        show_results(results, expected, in_full=bool(wanted))
        for name in unplayed:
            say(f"{name} has no pack and is not played: `rulewright validate --game {name}` checks what can be.")
    if unexpected(results, expected):
        raise typer.Exit(Exit.FOUND)


def _declared(db: str) -> Expected:
    try:
        return read_expected(db)
    except ValueError as error:
        complain(str(error))
        raise typer.Exit(Exit.WRONG_USE) from error


def _as_dict(expected: Expected, game: str, edition: str, outcome: Outcome) -> dict[str, Any]:
    return {**outcome.as_dict(), "expected": expected.holds(game, edition, outcome)}


def _accept(db: str, results: Mapping[Edition, Sequence[Outcome]]) -> None:
    try:
        file, count = declare(db, results)
    except OSError as error:
        complain(f"The failures cannot be declared ({error.strerror}).")
        raise typer.Exit(Exit.WRONG_USE) from error
    say(f"{count} failures are declared in {file}; from now on they are told as expected.")


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
        return [find_check(words, CHECKS) for words in only or ()]
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
    total = sum(len(checks_of(game, only, CHECKS)) for game, _ in editions)
    open_session = partial(read_sent, SentDatabase(db)) if cluster else partial(reading, db)
    with show_bar("Checking", total) as advance, open_map(min(jobs, total), cluster) as mapped:
        return validate_editions(
            open_session,
            editions,
            only=only,
            more=CHECKS,
            is_deep=is_deep,
            supposed=supposed,
            mapped=mapped,
            on_check=lambda: advance(1),
        )


def _store(
    engine: Engine, results: Mapping[Edition, Sequence[Outcome]], only: Sequence[str], expected: Expected
) -> None:
    with session(engine) as opened:
        for (game, edition), outcomes in results.items():
            claims = [check.claim for check in checks_of(game, only, CHECKS)] if only else []
            if not only or claims:
                supposed = next((outcome.found.supposed for outcome in outcomes), "")
                found = [outcome.to_store(expected.holds(game, edition, outcome)) for outcome in outcomes]
                store_validation(opened, game, edition, found, claims, supposed)
            if not only:
                tie(opened, game, edition)


def _write_junit(file: Path, results: Mapping[Edition, Sequence[Outcome]]) -> None:
    try:
        write_junit(file, results)
    except OSError as error:
        complain(f"The file {file} cannot be written ({error.strerror}). Name another with --junit.")
        raise typer.Exit(Exit.WRONG_USE) from error


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
