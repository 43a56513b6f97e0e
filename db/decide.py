"""Keep what people decided: one door for writing decisions, and the ways in which they are asked for."""

from collections.abc import Iterable

from sqlmodel import Session, col, select

from schema.base import row
from schema.decisions import OF_DOCUMENTS, REFUSED, Decision, DecisionShape, Key
from schema.documents import Document
from schema.games import Game


def keep_decisions(session: Session, decided: Iterable[DecisionShape]) -> list[DecisionShape]:
    """Store decisions, each in the place of an earlier one about the same thing; returns those that were news."""
    known: dict[Key, Decision] = {d.key: d for d in session.exec(select(Decision)).all()}
    news = []
    for shape in decided:
        old = known.get(shape.key)
        if old and (old.decided_at > shape.decided_at or _same(old, shape)):
            continue
        if old:
            session.delete(old)
        known[shape.key] = made = row(Decision, shape)
        session.add(made)
        news.append(shape)
    session.flush()
    return news


def decisions(session: Session) -> list[Decision]:
    """Everything that was decided and not taken back, in the order in which it was decided."""
    held = select(Decision).where(Decision.value != "").order_by(col(Decision.decided_at), col(Decision.id))
    return list(session.exec(held).all())


def word_decisions(session: Session, document: str) -> tuple[DecisionShape, ...]:
    """What was decided about the words of the document of that file name."""
    held = select(Decision).where(
        Decision.document == document, col(Decision.kind).in_(OF_DOCUMENTS), Decision.value != ""
    )
    return tuple(map(shape_of, session.exec(held.order_by(col(Decision.id))).all()))


def name_decisions(session: Session, source: str) -> tuple[DecisionShape, ...]:
    """The names that people accepted for the game of a stored document; for a new one, whose game shows only when it
    is read, those of all games."""
    game = session.exec(select(Game.code).join(Document).where(Document.source == source)).first()
    held = select(Decision).where(Decision.kind == "name", col(Decision.value).not_in(("", REFUSED)))
    held = held.where((Decision.game == game) | (game is None))
    return tuple(map(shape_of, session.exec(held.order_by(col(Decision.id))).all()))


def shape_of(decision: Decision) -> DecisionShape:
    """A decision free of the database."""
    return DecisionShape.model_validate(decision.model_dump(exclude={"id"}))


def _same(one: DecisionShape, other: DecisionShape) -> bool:
    return (one.value, one.reason, one.text) == (other.value, other.reason, other.text)
