"""What a run of ingest made of pictures of cards: how many cards of which games, and whose titles are unsure."""

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass

from sqlmodel import Session, col, select

from ingest.card_steps import UNSURE_TITLE
from schema.cards import Card, CardPicture
from schema.claims import Finding
from schema.documents import Document, Passage
from schema.games import Game

ASKED_AT_ONCE = 500
"""Databases take only so many values in one question."""
_SHOWN = (
    select(Game.code, CardPicture.card_id)
    .join(Card, col(Card.game_id) == Game.id)
    .join(CardPicture, col(CardPicture.card_id) == Card.id)
    .join(Passage, col(Passage.id) == CardPicture.passage_id)
)
_UNSURE = (
    select(Game.code)
    .join(Document, col(Document.game_id) == Game.id)
    .join(Finding, col(Finding.document_id) == Document.id)
    .where(Finding.kind == UNSURE_TITLE)
)


@dataclass(frozen=True, slots=True)
class PicturedGame:
    """The cards of a game that are pictured in the files of a run."""

    game: str
    pictures: int
    """How many cards are to be seen."""
    cards: int
    """How many different ones."""
    unsure: int
    """How many titles are guesses."""

    def told(self, option: str = "") -> str:
        """What came of them, and what to do about guesses; ``option`` names the database to a command."""
        pictures = f"{self.pictures} picture{'s' if self.pictures > 1 else ''} of cards"
        told = f"{self.game}: {pictures}, {self.cards} different."
        if not self.unsure:
            return told
        are = "title is" if self.unsure == 1 else "titles are"
        return f"{told} {self.unsure} {are} unsure and marked so: `rulewright review --game {self.game}{option}` asks."


def pictured_games(opened: Session, documents: Collection[int | None]) -> list[PicturedGame]:
    """What the documents of a run show of the cards of each game, by its code."""
    pictures, unsure = Counter[str](), Counter[str]()
    cards: dict[str, set[int]] = {}
    known = sorted(number for number in documents if number is not None)
    for at in range(0, len(known), ASKED_AT_ONCE):
        asked = known[at : at + ASKED_AT_ONCE]
        for game, card in opened.exec(_SHOWN.where(col(Passage.document_id).in_(asked))):
            pictures[game] += 1
            cards.setdefault(game, set()).add(card)
        unsure.update(opened.exec(_UNSURE.where(col(Finding.document_id).in_(asked))))
    return [PicturedGame(game, pictures[game], len(cards[game]), unsure[game]) for game in sorted(cards)]
