"""`rulewright lint`: where documents contradict themselves, each other, or good sense."""

from collections import Counter
from typing import Annotated, get_args

import typer
from rich.padding import Padding
from rich.text import Text
from sqlmodel import Session, col, select

from db.open import session
from rulewright.console import out, say, show_json
from rulewright.exits import Exit
from rulewright.named import known_game
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, AsJson, Db, Game
from schema.claims import Finding, Severity
from schema.documents import Document, Page, Passage
from schema.games import Game as GameRow
from schema.tokens import readable

SEVERITIES: tuple[str, ...] = get_args(Severity)
STYLES = {"error": "bold red", "warning": "yellow", "note": "cyan"}


def lint(
    db: Db = DEFAULT_DB,
    game: Game = None,
    severity: Annotated[Severity, typer.Option(help="Show this severity and those above it.")] = "warning",
    as_json: AsJson = False,
) -> None:
    """Show what a careful editor would mark: sums, conflicts, page references, doubled words, lost symbols.

    Also marked: misspelt names, one thing under two words, text left in another language, and numbering that skips. The
    findings are stored in the table `finding`. Exit code 1 when there are errors.

    Example: `rulewright lint --severity note`
    """
    with session(open_current(db), read_only=True) as opened:
        found = _findings(opened, known_game(opened, game))
    shown = [f for f in found if SEVERITIES.index(str(f["severity"])) <= SEVERITIES.index(severity)]
    if as_json:
        show_json(shown)
    else:
        _show(shown)
        count = Counter(f["severity"] for f in found)
        say(", ".join(f"{count[s]} {s}s" for s in SEVERITIES) + ".")
    if any(f["severity"] == "error" for f in found):
        raise typer.Exit(Exit.FOUND)


def _show(found: list[dict[str, object]]) -> None:
    for finding in found:
        where = finding["document"] or finding["game"]
        page = f", page {finding['page']}" if finding["page"] else ""
        out.print(f"{finding['severity']:8}", style=STYLES[str(finding["severity"])], end="")
        out.print(f"{where}{page} ({finding['kind']})", markup=False, soft_wrap=True)
        suggestion = f" Perhaps: {finding['suggestion']}" if finding["suggestion"] else ""
        out.print(Padding(Text(f"{finding['message']}{suggestion}"), (0, 0, 0, 8)))


def _findings(opened: Session, game: str | None) -> list[dict[str, object]]:
    query = (
        select(Finding, GameRow, Document, Passage)
        .join(GameRow, col(GameRow.id) == Finding.game_id)
        .outerjoin(Document, col(Document.id) == Finding.document_id)
        .outerjoin(Passage, col(Passage.id) == Finding.passage_id)
        .order_by(col(GameRow.code), col(Document.file_name), col(Passage.seq), col(Finding.kind))
    )
    rows = opened.exec(query if game is None else query.where(GameRow.code == game)).all()
    pages = dict(opened.exec(select(Page.id, Page.number)).all())
    found: list[dict[str, object]] = [
        {
            "severity": finding.severity,
            "kind": finding.kind,
            "game": of_game.code,
            "document": document.file_name if document else None,
            "page": pages[passage.page_id] if passage else None,
            "message": finding.message,
            "suggestion": finding.suggestion,
            "passage": readable(passage.text) if passage else None,
        }
        for finding, of_game, document, passage in rows
    ]
    return sorted(found, key=lambda f: SEVERITIES.index(str(f["severity"])))
