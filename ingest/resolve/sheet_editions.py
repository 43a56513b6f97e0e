"""Of which edition a sheet of corrections is that does not say so: of that of the book that lies beside it."""

from collections.abc import Sequence

from sqlmodel import Session, col, select

from schema.claims import Claim
from schema.document_kinds import CORRECTING, EXPLAINING
from schema.documents import Document
from schema.games import Edition, Game

Editions = dict[int | None, int | None]
"""Edition by document; none where it could not be told."""


def editions_of(session: Session, game: Game, usual: str) -> Editions:
    """The edition of each document; of books of several editions, a sheet corrects the usual one."""
    documents = session.exec(select(Document).where(Document.game_id == game.id)).all()
    chosen = select(Edition.id).where(Edition.game_id == game.id, Edition.code == usual)
    default = session.exec(chosen).first()
    return {each.id: _edition(each, documents, default) for each in documents}


def state_for_editions(session: Session, game: Game, editions: Editions) -> None:
    """What such sheets claim is claimed for the edition of their book, chosen anew from all documents."""
    sheets = select(Document.id).where(
        Document.game_id == game.id, col(Document.kind).in_(CORRECTING), col(Document.edition_id).is_(None)
    )
    for claim in session.exec(select(Claim).where(col(Claim.document_id).in_(sheets))):
        claim.edition_id = editions[claim.document_id]
    session.flush()


def _edition(one: Document, documents: Sequence[Document], default: int | None) -> int | None:
    if one.edition_id is not None or one.kind not in CORRECTING:
        return one.edition_id
    books = [other for other in documents if other.kind not in EXPLAINING and other.edition_id is not None]
    same_language = {book.edition_id for book in books if book.language == one.language}
    found = same_language or {book.edition_id for book in books}
    if len(found) == 1:
        return found.pop()
    return default if not found or default in found else None
