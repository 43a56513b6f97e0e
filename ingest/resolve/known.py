"""What is known of an edition: its facts with the passages that state them, and effect lines made from them."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field

from sqlmodel import Session, col, select

from schema.base import Origin
from schema.claims import Claim, Fact
from schema.documents import Document, Passage
from schema.games import Edition, Game
from schema.slots import Slots


@dataclass(frozen=True, slots=True)
class Known:
    """A fact with the passage that states it."""

    value: str
    origin: Origin
    passage_id: int | None


@dataclass(frozen=True, slots=True)
class Built:
    """An effect line with where it came from, and the facts that fill its slots."""

    notation: str
    origin: Origin
    passage_id: int | None
    slots: Slots = field(default_factory=dict)


Facts = Mapping[str, Mapping[str, Known]]
"""Of one edition, by subject, then attribute."""


def facts_of(session: Session, game: Game, edition: Edition) -> dict[str, dict[str, Known]]:
    """The facts of an edition by subject, then attribute."""
    passages = _passages(session, game)
    by_subject: dict[str, dict[str, Known]] = defaultdict(dict)
    for fact in session.exec(select(Fact).where(Fact.game_id == game.id, Fact.edition_id == edition.id)):
        by_subject[fact.subject][fact.attribute] = Known(fact.value, fact.origin, passages.get(fact.id))
    return by_subject


def _passages(session: Session, game: Game) -> dict[int | None, int | None]:
    """The passage shown for each fact: the first of the document with the lowest checksum, whatever came first."""
    supporting = (
        select(Claim.fact_id, Claim.passage_id)
        .join(Document, col(Document.id) == Claim.document_id)
        .join(Passage, col(Passage.id) == Claim.passage_id)
        .where(Claim.game_id == game.id, col(Claim.fact_id).is_not(None))
        .order_by(col(Document.sha256).desc(), col(Passage.seq).desc())
    )
    return dict(session.exec(supporting).all())
