"""`rulewright validate`: the engine against the database."""

from collections import Counter
from textwrap import shorten

import typer
from rich.padding import Padding
from rich.text import Text
from sqlmodel import Session, col, select

from db.errors import DatabaseProblem
from db.open import open_database, session
from rules_engine.validate import store_validation
from rules_engine.validate import validate as check
from rulewright.console import out, say, show_json
from rulewright.exits import Exit
from rulewright.options import DEFAULT_DB, AsJson, Db, Game
from schema.documents import Document
from schema.games import Edition
from schema.games import Game as GameRow
from schema.results import ValidationShape

STYLES = {"passed": "green", "failed": "bold red", "unknown": "yellow"}
LONGEST_EVIDENCE = 300
"""Signs of evidence shown in the terminal."""


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


def _editions(opened: Session, game: str | None) -> list[tuple[str, str]]:
    """Every edition that a document describes."""
    query = (
        select(GameRow.code, Edition.code)
        .join(Edition, col(Edition.game_id) == GameRow.id)
        .join(Document, col(Document.edition_id) == Edition.id)
        .distinct()
        .order_by(GameRow.code, Edition.code)
    )
    known = list(opened.exec(query).all())
    wanted = [(g, e) for g, e in known if game in (None, g)]
    if not wanted:
        asked = f"of the game “{game}” " if game else ""
        raise DatabaseProblem(f"There is no document {asked}in the database. Run `rulewright ingest` first.")
    return wanted


def _show(results: dict[str, list[ValidationShape]]) -> None:
    for name, found in results.items():
        out.print(name, style="bold", markup=False)
        for result in found:
            subject = f" ({result.subject})" if result.subject else ""
            out.print(f"  {result.status:8}", style=STYLES[result.status], end="")
            out.print(f"{result.check}{subject}", markup=False, soft_wrap=True)
            evidence = shorten(result.message, LONGEST_EVIDENCE, placeholder=" … (all of it: --json)")
            out.print(Padding(Text(evidence, style="dim"), (0, 0, 0, 10)))
        say()
    count = Counter(r.status for found in results.values() for r in found)
    say(f"{count['passed']} passed, {count['failed']} failed, {count['unknown']} unknown.")
