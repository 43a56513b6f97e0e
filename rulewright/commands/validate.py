"""`rulewright validate`: the engine against the database."""

from collections import Counter
from collections.abc import Sequence

import typer
from sqlmodel import col, select

from db.errors import DatabaseProblem
from db.open import open_database, session
from rules_engine.validate import store_validation
from rules_engine.validate import validate as check
from rulewright.console import say, show_json, show_table
from rulewright.exits import Exit
from rulewright.options import DEFAULT_DB, AsJson, Db, Game
from schema.documents import Document
from schema.games import Edition
from schema.games import Game as GameRow
from schema.results import ValidationShape


def validate(db: Db = DEFAULT_DB, game: Game = None, as_json: AsJson = False) -> None:
    """Check that what is stored can be played, and agrees with itself.

    Each check is a claim about the data: passed, failed, or unknown with what is missing. The results are
    stored in the table `validation`. Exit code 1 when a check failed.

    Example: `rulewright validate --game black-orchestra`
    """
    engine = open_database(db, create=False)
    results: dict[str, list[ValidationShape]] = {}
    with session(engine) as opened:
        for code, edition in _editions(opened, game):
            found = check(opened, code, edition)
            store_validation(opened, code, edition, found)
            results[f"{code} {edition}"] = found
    if as_json:
        show_json({name: [r.model_dump() for r in found] for name, found in results.items()})
    else:
        _show(results)
    if any(r.status == "failed" for found in results.values() for r in found):
        raise typer.Exit(Exit.FOUND)


def _editions(opened: object, game: str | None) -> list[tuple[str, str]]:
    """Every edition that a document describes."""
    query = (
        select(GameRow.code, Edition.code)
        .join(Edition, col(Edition.game_id) == GameRow.id)
        .join(Document, col(Document.edition_id) == Edition.id)
        .distinct()
        .order_by(GameRow.code, Edition.code)
    )
    known = list(opened.exec(query).all())  # type: ignore[attr-defined]
    wanted = [(g, e) for g, e in known if game in (None, g)]
    if not wanted:
        asked = f"of the game “{game}” " if game else ""
        raise DatabaseProblem(f"There is no document {asked}in the database. Run `rulewright ingest` first.")
    return wanted


def _show(results: dict[str, list[ValidationShape]]) -> None:
    for name, found in results.items():
        rows: Sequence[tuple[str, str, str, str]] = [(r.status, r.check, r.subject, r.message) for r in found]
        show_table(name, ("status", "check", "subject", "evidence"), rows)
    count = Counter(r.status for found in results.values() for r in found)
    say(f"{count['passed']} passed, {count['failed']} failed, {count['unknown']} unknown.")
