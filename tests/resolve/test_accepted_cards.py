"""A possible card or place that a person accepts is one; a refused one is none, and forgetting takes all back."""

from pathlib import Path

from sqlmodel import Session, select

from db.load import forget_document, load_reading
from db.open import open_database, session, sqlite_url
from ingest.files.addresses import address_of
from ingest.pipeline import read_document
from ingest.resolve.accepted_cards import make_accepted
from ingest.resolve.run import resolve_game
from schema.base import row
from schema.board import Location
from schema.cards import Card, CardText
from schema.claims import Fact
from schema.decisions import Decision, DecisionShape
from schema.documents import Passage
from schema.games import Concept, Game, Name

BOOK = """# Lantern Harbour

A game for 2 to 4 players.

## Trick cards

### Smoke
Nobody may take a lantern from you until your next turn.

### Sprint
You may relight two lanterns.

### Magnet
Take one card from another player.

## The path, space by space

The path has 3 spaces.

1. The Cellar: All players begin here.
2. The Wet Stairs: Nothing happens.
3. The Gate: Whoever comes here first has won.
"""


def decide(opened: Session, subject: str, attribute: str, value: str) -> None:
    game = opened.exec(select(Game)).one()
    shape = DecisionShape(
        kind="fact",
        game=game.code,
        subject=subject,
        attribute=attribute,
        value=value,
        reason="seen",
        decided_at="2026-01-01",
    )
    opened.add(row(Decision, shape))
    opened.flush()
    resolve_game(opened, game.code, None)


def test_what_is_accepted_becomes_a_card_or_place(tmp_path: Path) -> None:
    file = tmp_path / "lantern.md"
    file.write_text(BOOK, encoding="utf-8")
    with session(open_database(sqlite_url(tmp_path / "lantern.db"))) as opened:
        load_reading(opened, read_document(address_of(str(file)), {}, candidates=["en"], recipe="r"))
        game = opened.exec(select(Game)).one()
        resolve_game(opened, game.code, None)
        asked = {fact.subject for fact in opened.exec(select(Fact)) if fact.is_provisional}
        assert {"card:smoke", "card:sprint", "card:magnet", "place:the-cellar"} <= asked
        assert not opened.exec(select(Card)).all()

        decide(opened, "card:smoke", "is-card", "yes")
        decide(opened, "card:sprint", "is-card", "no")
        decide(opened, "place:the-cellar", "is-place", "yes")
        card, text, passage = opened.exec(
            select(Card, CardText, Passage).join(CardText, CardText.card_id == Card.id).join(Passage)  # type: ignore[arg-type]
        ).one()
        assert (card.code, text.title, text.language, passage.text) == ("smoke", "Smoke", "en", "Smoke")
        assert text.body.startswith("Nobody may take a lantern")
        assert [place.code for place in opened.exec(select(Location))] == ["the-cellar"]
        named = opened.exec(select(Name.text).join(Concept).where(Concept.kind == "location")).all()
        assert named == ["The Cellar"]

        decide(opened, "card:magnet", "is-card", "yes")
        make_accepted(opened, opened.exec(select(Game)).one())
        assert {card.code for card in opened.exec(select(Card))} == {"smoke", "magnet"}

        forget_document(opened, "lantern.md")
        assert not opened.exec(select(Card)).all()
        assert not opened.exec(select(Location)).all()
