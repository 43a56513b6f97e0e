"""The edition steps, in order, from the rows of one game."""

from sqlmodel import Session, col, delete, select

from ingest.resolve.build import build_board, build_effects
from ingest.resolve.facts import resolve_facts
from ingest.resolve.sums import balances
from schema.base import row
from schema.claims import Claim, Finding, FindingShape
from schema.documents import Document
from schema.games import Game
from schema.pack import Pack

SUM_FINDING = "sum"


def resolve_game(session: Session, code: str, pack: Pack | None) -> None:
    """Everything that follows from what the documents of a game say together."""
    game = session.exec(select(Game).where(Game.code == code)).one()
    resolve_facts(session, game, pack.game.sums if pack else [])
    if pack:
        build_board(session, game)
        build_effects(session, game, pack)
        find_wrong_sums(session, game, pack)


def find_wrong_sums(session: Session, game: Game, pack: Pack) -> None:
    """A finding for each document whose own numbers do not add up."""
    session.exec(delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind) == SUM_FINDING))
    for document in session.exec(select(Document).where(Document.game_id == game.id)).all():
        claims = session.exec(select(Claim).where(Claim.document_id == document.id)).all()
        values = {(c.subject, c.attribute): c.value for c in claims}
        passages = {(c.subject, c.attribute): c.passage_id for c in claims}
        for balance in balances(pack.game.sums, values):
            if balance.is_right:
                continue
            form = balance.form
            message = (
                f"{form.subject} {form.whole} is stated as {balance.whole}, but its parts make {balance.shown}. "
                "Compare the numbers with the components themselves."
            )
            shape = FindingShape(kind=SUM_FINDING, severity="error", message=message)
            passage = passages[form.subject, form.whole]
            session.add(row(Finding, shape, game_id=game.id, document_id=document.id, passage_id=passage))
    session.flush()
