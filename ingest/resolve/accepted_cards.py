"""Possible cards and places of a game without a pack that a person said yes to become its cards and places."""

from collections.abc import Iterator

from sqlmodel import Session, col, delete, select

from ingest.discover.words import folded_words
from schema.base import DISCOVERED, row
from schema.board import Location
from schema.cards import Card, CardText, Deck
from schema.claims import Fact
from schema.discovered import CardOrPlace
from schema.documents import Document
from schema.games import Concept, Game, Name

DECK = "cards"
"""The deck of accepted cards: which decks there are, nobody told."""
DECIDED = "decided"
LOCATION = "location"


def make_accepted(session: Session, game: Game) -> None:
    """Throw away the cards and places that were accepted before, and make those that are accepted now."""
    _forget(session, game)
    for one, document in _accepted(session, game, "card"):
        _make_card(session, game, one, document)
    for one, document in _accepted(session, game, "place"):
        _make_place(session, game, one, document)
    session.flush()


def _forget(session: Session, game: Game) -> None:
    mine = select(Card.id).where(Card.game_id == game.id, col(Card.is_found), Card.origin == DECIDED)
    places_made = select(Location.id).where(Location.game_id == game.id, Location.origin == DECIDED)
    if session.exec(mine).first() is None and session.exec(places_made).first() is None:
        return
    session.exec(delete(CardText).where(col(CardText.card_id).in_(mine)))
    session.exec(delete(Card).where(col(Card.id).in_(mine)))
    emptied = (col(Deck.game_id) == game.id, col(Deck.is_found), col(Deck.id).not_in(select(Card.deck_id)))
    session.exec(delete(Deck).where(*emptied))
    session.exec(delete(Location).where(col(Location.game_id) == game.id, col(Location.origin) == DECIDED))
    places = select(Concept.id).where(
        Concept.game_id == game.id, Concept.kind == LOCATION, col(Concept.origin) == DISCOVERED
    )
    session.exec(delete(Name).where(col(Name.concept_id).in_(places)))
    session.exec(delete(Concept).where(col(Concept.id).in_(places)))
    session.flush()
    session.expire_all()


def _accepted(session: Session, game: Game, kind: str) -> Iterator[tuple[CardOrPlace, Document]]:
    """The candidates whose fact is a decided yes, each name of a language once."""
    wanted = (Fact.game_id == game.id, Fact.attribute == f"is-{kind}", Fact.value == "yes", Fact.origin == DECIDED)
    accepted = set(session.exec(select(Fact.subject).where(*wanted)))
    if not accepted:
        return
    of_game = (CardOrPlace.game_id == game.id, CardOrPlace.kind == kind)
    stored = select(CardOrPlace, Document).join(Document).where(*of_game).order_by(col(CardOrPlace.id))
    seen: set[tuple[str, str]] = set()
    for one, document in session.exec(stored).all():
        key = (_code(one), document.language)
        if f"{kind}:{_code(one)}" in accepted and key not in seen:
            seen.add(key)
            yield one, document


def _code(one: CardOrPlace) -> str:
    return "-".join(folded_words(one.name))


def _make_card(session: Session, game: Game, one: CardOrPlace, document: Document) -> None:
    """The card with its words; one that a picture or a list told of has them already."""
    card = session.exec(select(Card).where(Card.game_id == game.id, Card.code == _code(one))).first()
    if card is None:
        deck = session.exec(select(Deck).where(Deck.game_id == game.id, Deck.code == DECK)).first()
        if deck is None:
            deck = row(Deck, {"code": DECK, "is_found": True}, game_id=game.id)
            session.add(deck)
            session.flush()
        shape = {"code": _code(one), "origin": DECIDED, "component": one.evidence, "is_found": True}
        card = row(Card, shape, game_id=game.id, deck_id=deck.id)
        session.add(card)
        session.flush()
    elif card.origin != DECIDED:
        return
    words = {"language": document.language, "title": one.name, "body": one.body, "origin": "rulebook"}
    session.add(row(CardText, words, card_id=card.id, passage_id=one.passage_id))


def _make_place(session: Session, game: Game, one: CardOrPlace, document: Document) -> None:
    here = (Location.game_id == game.id, Location.code == _code(one))
    if session.exec(select(Location).where(*here)).first() is None:
        session.add(row(Location, {"code": _code(one), "origin": DECIDED}, game_id=game.id))
    wanted = (Concept.game_id == game.id, Concept.kind == LOCATION, Concept.code == _code(one))
    concept = session.exec(select(Concept).where(*wanted)).first()
    if concept is None:
        concept = row(Concept, {"kind": LOCATION, "code": _code(one), "origin": DISCOVERED}, game_id=game.id)
        session.add(concept)
        session.flush()
    shape = {"language": document.language, "text": one.name, "origin": "rulebook"}
    session.add(row(Name, shape, concept_id=concept.id, document_id=document.id, passage_id=one.passage_id))
