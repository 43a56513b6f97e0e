"""Puts documents that are one book in two languages together into one game, as long as no person said otherwise."""

from shlex import quote

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from db.games_without_packs import put_together
from db.open import session
from rulewright.unresolved import mark_unresolved, unresolved, writing
from schema.base import row
from schema.claims import Finding, FindingShape
from schema.documents import Document
from schema.games import Game
from schema.row_kinds import SAME_BOOK


def put_translations_together(engine: Engine) -> list[str]:
    """Join the games of books that changed and are translations of each other; says which."""
    with session(engine, read_only=True) as opened:
        untaught = select(Game.id).where(col(Game.code).in_(unresolved(opened)), Game.fingerprint == "")
        if opened.exec(untaught).first() is None:
            return []
        from ingest.resolve.same_book import find_translations  # commands that only ask need none of it

        found = [(t.one.id, t.other.id, t) for t in find_translations(opened, unresolved(opened))]
    if not found:
        return []
    with writing(engine) as opened:
        pairs = [(opened.get(Document, one), opened.get(Document, other), t) for one, other, t in found]
        return [_join(opened, a, b, f"{t.pairs} of {t.passages} passages") for a, b, t in pairs if a and b]


def _join(opened: Session, one: Document, other: Document, shown: str) -> str:
    """The game with the shorter code stays, so that the order in which books are read does not matter."""
    stays, goes = sorted(
        (opened.get_one(Game, document.game_id) for document in (one, other)), key=lambda g: (len(g.code), g.code)
    )
    if stays.id != goes.id:
        put_together(opened, goes, stays)
        mark_unresolved(opened, {stays.code})
    called = one.file_name if one.file_name != other.file_name else one.source
    told = (
        f"{one.file_name} ({one.language}) and {other.file_name} ({other.language}) are one book in two languages, "
        f"because {shown} surely say the same, and make one game, {stays.code}. "
        f"If not, part them: `rulewright game split {quote(called)}`."
    )
    shape = FindingShape(kind=SAME_BOOK, severity="note", message=told)
    opened.add(row(Finding, shape, game_id=stays.id))
    opened.flush()
    return told
