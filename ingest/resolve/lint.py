"""What a careful editor would mark in a rulebook: every check on every document, as rows."""

from collections.abc import Mapping

from sqlmodel import Session, col, delete, select

from ingest.resolve.checks.copy import Check, Copy, Marked
from ingest.resolve.checks.disagreements import CONFLICT, find_conflicts, find_wrong_sums
from ingest.resolve.checks.icon_holes import find_icon_holes
from ingest.resolve.checks.naming import find_misspelt_names, find_second_names
from ingest.resolve.checks.page_references import find_skipped_numbers, find_wrong_page_references
from ingest.resolve.checks.words import find_doubled_words, find_foreign_text
from schema.base import row
from schema.claims import Claim, Finding, FindingShape, Mention
from schema.documents import ADDED, Document, Page, Passage, Repair
from schema.games import Concept, Game
from schema.pack import Pack, SharedLanguageFile

CHECKS: Mapping[str, Check] = {
    "sum": find_wrong_sums,
    "doubled-word": find_doubled_words,
    "page-reference": find_wrong_page_references,
    "second-name": find_second_names,
    "misspelt-name": find_misspelt_names,
    "lost-icon": find_icon_holes,
    "foreign-text": find_foreign_text,
    "numbering": find_skipped_numbers,
}


def lint_game(session: Session, game: Game, pack: Pack) -> None:
    """Throw away what was marked in the game's documents and mark it anew."""
    kinds = [*CHECKS, CONFLICT]
    session.exec(delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind).in_(kinds)))
    for document in session.exec(select(Document).where(Document.game_id == game.id)).all():
        copy = _copy_of(session, document, pack)
        for kind, check in CHECKS.items():
            for marked in check(copy):
                assert marked.kind == kind
                _store(session, game, marked)
    for marked in find_conflicts(session, game):
        _store(session, game, marked)
    session.flush()


def _copy_of(session: Session, document: Document, pack: Pack) -> Copy:
    printed = select(Passage).where(Passage.document_id == document.id, col(Passage.kind).not_in(ADDED))
    passages = session.exec(printed.order_by(col(Passage.seq)))
    pages = session.exec(select(Page).where(Page.document_id == document.id))
    mentioned = (
        select(Mention, Concept)
        .join(Concept, col(Concept.id) == Mention.concept_id)
        .join(Passage, col(Passage.id) == Mention.passage_id)
        .where(Passage.document_id == document.id)
        .order_by(col(Passage.seq), col(Mention.position))
    )
    repaired = select(Repair).join(Passage, col(Passage.id) == Repair.passage_id)
    return Copy(
        document=document,
        passages=passages.all(),
        pages={page.id or 0: page.number for page in pages},
        claims=session.exec(select(Claim).where(Claim.document_id == document.id)).all(),
        mentions=session.exec(mentioned).all(),
        repairs=session.exec(
            repaired.where(Passage.document_id == document.id).order_by(col(Passage.seq), col(Repair.position))
        ).all(),
        pack=pack,
        language=pack.shared.get(document.language, SharedLanguageFile()),
    )


def _store(session: Session, game: Game, marked: Marked) -> None:
    content = {"kind": marked.kind, "severity": marked.severity, "message": marked.message}
    shape = FindingShape.model_validate({**content, "suggestion": marked.suggestion})
    session.add(row(Finding, shape, game_id=game.id, document_id=marked.document.id, passage_id=marked.passage_id))
