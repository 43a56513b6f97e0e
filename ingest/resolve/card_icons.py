"""Icons on the pictured cards of a game: like ones bear one code, and all of them the name that a person gave one."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from sqlmodel import Session, col, delete, select

from ingest.identify.titles import code_of
from ingest.resolve.printed_cards import OFF_PICTURE, card_subjects
from schema.base import row
from schema.cards import ICON, Card, PrintedPart
from schema.claims import Claim, ClaimShape
from schema.decisions import Decision
from schema.documents import Document, Passage
from schema.games import Game
from schema.pack import Pack

CARD_ICONS = "card-icons"
"""The name of this step in the claims that it makes."""
SHOWN = "yes"
NAME = "name"
"""What a person says of an icon."""


@dataclass(frozen=True, slots=True)
class CardIconClusterSettings:
    """When signs are one icon; chosen by eye on 52 cards of six decks."""

    alike: float = 0.9
    """Signs that are so alike are the same."""
    signs: int = 3
    """Fewer are no icon but grain."""
    cards: int = 2
    """So many different cards bear it."""
    sure: float = 0.9
    """Confidence in what was told by likeness."""


_Found = tuple[PrintedPart, Card, Document]


def state_card_icons(
    session: Session,
    game: Game,
    pack: Pack | None,
    settings: CardIconClusterSettings = CardIconClusterSettings(),
) -> None:
    """Tell anew which signs on the cards of the game are one icon, and state which named ones a card bears."""
    session.exec(delete(Claim).where(col(Claim.game_id) == game.id, col(Claim.made_by) == CARD_ICONS))
    found = _signs(session, game)
    if not found:
        return
    names = _names(session, game)
    named: list[_Found] = []
    for cluster in _clusters([part.likeness for part, _, _ in found], settings):
        members = [found[at] for at in cluster]
        is_icon = len(members) >= settings.signs and len({card.id for _, card, _ in members}) >= settings.cards
        codes = [icon_code(part.likeness) for part, _, _ in members]
        name = next((names[code] for code in codes if code in names), "")
        for part, _, _ in members:
            part.icon, part.text = (codes[0] if is_icon else ""), (name if is_icon else "")
        named += members if is_icon and name else []
    session.add_all(_claims(game, named, card_subjects(pack) if pack else {}, settings))
    session.flush()


def icon_code(likeness: str) -> str:
    """What a sign is called until it has a name; the same picture always has the same."""
    return hashlib.sha256(likeness.encode()).hexdigest()[:8]


def _signs(session: Session, game: Game) -> list[_Found]:
    wanted = (
        select(PrintedPart, Card, Document)
        .join(Card, col(Card.id) == PrintedPart.card_id)
        .join(Passage, col(Passage.id) == PrintedPart.passage_id)
        .join(Document, col(Document.id) == Passage.document_id)
        .where(Card.game_id == game.id, PrintedPart.kind == ICON)
        .order_by(col(Document.sha256), col(Passage.seq), col(PrintedPart.seq))
    )
    return [(part, card, document) for part, card, document in session.exec(wanted)]


def _names(session: Session, game: Game) -> dict[str, str]:
    """What people called icons, by the code of one of them."""
    said = select(Decision.subject, Decision.value).where(
        Decision.kind == "fact", Decision.game == game.code, Decision.attribute == NAME, Decision.value != ""
    )
    asked = session.exec(said.where(col(Decision.subject).startswith(f"{ICON}:"))).all()
    return {subject.partition(":")[2]: value for subject, value in asked}


def _clusters(likenesses: Sequence[str], settings: CardIconClusterSettings) -> Iterator[list[int]]:
    """Which signs are alike: the one that is like most others first, with those."""
    shapes = np.stack([_vector(likeness) for likeness in likenesses])
    alike = shapes @ shapes.T >= settings.alike
    left = np.ones(len(likenesses), dtype=np.bool_)
    while left.any():
        centre = int(np.argmax(np.where(left, alike[:, left].sum(axis=1), 0)))
        members = left & alike[centre]
        members[centre] = True
        left &= ~members
        yield np.flatnonzero(members).tolist()


def _vector(likeness: str) -> NDArray[np.float32]:
    """A likeness as a vector of length one; the product of two tells how alike they are."""
    vector = np.array([int(digit, 16) for digit in likeness], dtype=np.float32)
    vector -= vector.mean()
    return np.asarray(vector / max(1e-6, float(np.linalg.norm(vector))), dtype=np.float32)


def _claims(
    game: Game, named: Sequence[_Found], subjects: Mapping[str, str], settings: CardIconClusterSettings
) -> Iterator[Claim]:
    """That a picture of a card shows a named icon; not how often, as one beside a letter may be read with it."""
    shown = {(part.passage_id, part.text): (card, document) for part, card, document in named}
    for (passage, name), (card, document) in sorted(shown.items(), key=lambda found: found[0]):
        shape = ClaimShape(
            subject=subjects.get(card.code, f"card:{card.code}"),
            attribute=f"{ICON}.{code_of(name)}",
            value=SHOWN,
            language=document.language,
            confidence=settings.sure,
            origin="card-picture",
            context="board",
            note=OFF_PICTURE,
            made_by=CARD_ICONS,
        )
        keys = {"document_id": document.id, "edition_id": document.edition_id, "passage_id": passage}
        yield row(Claim, shape, game_id=game.id, **keys)
