"""Cards of which documents tell: rows for new ones, pictures and parts for all, and their end with their documents."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz
from sqlmodel import Session, col, delete, func, select

from schema.base import row
from schema.cards import Card, CardPicture, CardText, Deck, PrintedPart
from schema.documents import Document, Passage
from schema.folding import fold
from schema.reading import CardRead

ANY_DECK = "cards"
"""The deck of cards whose folder tells none."""


@dataclass(frozen=True, slots=True)
class SameCardSettings:
    """When two pictures or lines of lists are of one card; chosen by eye on a few drawn cards."""

    words: float = 80.0
    """Of 100: how alike the words of one card are, read twice."""
    other_words: float = 93.0
    """How alike they are where the pictures do not speak against it but are none, as in lists."""
    pictures: float = 0.12
    """Share of places in which pictures of one card differ at most, where their words are alike."""
    wordless: float = 0.06
    """The same where too little is written to tell."""
    few_letters: int = 12
    """Less is too little."""


USUAL = SameCardSettings()


def add_cards(
    session: Session,
    document: Document,
    cards: Sequence[CardRead],
    passages: Mapping[int, int],
    images: Mapping[int, str],
    known: Mapping[str, int],
    settings: SameCardSettings = USUAL,
) -> None:
    """Give each card its row, its words, its parts and its picture.

    ``passages`` and ``images`` go by the passage's place in the document, ``known`` gives the rows of a pack's cards.
    """
    for read in cards:
        passage = passages[read.passage]
        if read.is_known:
            card_id = known[read.code]
        else:
            card_id = _found_card(session, document, read, settings)
            session.add(row(CardText, read.text, card_id=card_id, passage_id=passage))
        for part in read.parts:
            session.add(row(PrintedPart, part, card_id=card_id, passage_id=passage))
        if read.picture is not None:
            shape = read.picture.model_copy(update={"image": read.picture.image or images.get(read.passage, "")})
            session.add(row(CardPicture, shape, card_id=card_id, passage_id=passage))
        session.flush()
    count_copies(session, document.game_id)


def _found_card(session: Session, document: Document, read: CardRead, settings: SameCardSettings) -> int:
    """The row of a card that no pack knows: that of the same card told of before, or a new one."""
    deck = _deck(session, document.game_id, read.deck or ANY_DECK)
    wanted = (Card.game_id == document.game_id, Card.deck_id == deck.id, col(Card.is_found))
    for card in session.exec(select(Card).where(*wanted).order_by(col(Card.id))).all():
        if _is_same(session, card, read, settings):
            return card.id or 0
    made = row(
        Card,
        {
            "code": _free_code(session, document.game_id, read.code),
            "kind": read.kind,
            "copies": 1 if read.copies is None else read.copies,
            "origin": "card-picture" if read.text.origin == "decided" else read.text.origin,
            "component": read.component,
            "is_found": True,
        },
        game_id=document.game_id,
        deck_id=deck.id,
    )
    session.add(made)
    session.flush()
    return made.id or 0


def _deck(session: Session, game_id: int, code: str) -> Deck:
    found = session.exec(select(Deck).where(Deck.game_id == game_id, Deck.code == code)).first()
    if found is None:
        found = row(Deck, {"code": code, "is_found": True}, game_id=game_id)
        session.add(found)
        session.flush()
    return found


def _is_same(session: Session, card: Card, read: CardRead, settings: SameCardSettings) -> bool:
    """Whether the card was told of before: like words, and a like picture where both have one."""
    texts = session.exec(select(CardText).where(CardText.card_id == card.id)).all()
    own = [text for text in texts if text.language == read.text.language]
    if texts and not own:
        return card.code == read.code and read.picture is None
    words = _words(read.text.title, read.text.body)
    alike = max((fuzz.ratio(words, _words(text.title, text.body)) for text in own), default=0.0)
    seen = session.exec(select(CardPicture.likeness).where(CardPicture.card_id == card.id)).all()
    likeness = read.picture.likeness if read.picture else ""
    apart = min((_apart(likeness, other) for other in seen if other and likeness), default=None)
    if apart is None:
        return alike >= settings.other_words
    if len(words) < settings.few_letters:
        return apart <= settings.wordless
    titles = max((fuzz.ratio(_words(read.text.title, ""), _words(text.title, "")) for text in own), default=0.0)
    return min(alike, titles) >= settings.words and apart <= settings.pictures


def _words(title: str, body: str) -> str:
    return " ".join(fold(f"{title} {body}").split())


def _apart(one: str, other: str) -> float:
    """The share of places in which two pictures differ."""
    if len(one) != len(other):
        return 1.0
    return (int(one, 16) ^ int(other, 16)).bit_count() / (4 * len(one))


def _free_code(session: Session, game_id: int, code: str) -> str:
    taken = set(session.exec(select(Card.code).where(Card.game_id == game_id)).all())
    numbered = (f"{code}-{number}" for number in range(2, len(taken) + 3))
    return code if code not in taken else next(free for free in numbered if free not in taken)


def count_copies(session: Session, game_id: int) -> None:
    """A card that only pictures tell of has as many copies as there are pictures of it."""
    pictured = (Card.game_id == game_id, col(Card.is_found), Card.origin == "card-picture")
    counted = select(CardPicture.card_id, func.count()).join(Card).where(*pictured).group_by(col(CardPicture.card_id))
    count = dict(session.exec(counted).all())
    for card in session.exec(select(Card).where(*pictured)).all():
        card.copies = count.get(card.id or 0, 1)
    session.flush()


def drop_untold_cards(session: Session) -> None:
    """Forget the cards and decks that only documents told of, where none does any more."""
    told = select(CardText.card_id).join(Passage, col(Passage.id) == CardText.passage_id)
    session.exec(delete(Card).where(col(Card.is_found), col(Card.id).not_in(told)))
    session.exec(delete(Deck).where(col(Deck.is_found), col(Deck.id).not_in(select(Card.deck_id))))
    session.flush()
    session.expire_all()


def move_cards(session: Session, document: Document, game_id: int) -> None:
    """Take a document's own cards along to another game."""
    told = select(CardText.card_id).join(Passage, col(Passage.id) == CardText.passage_id)
    own = told.where(Passage.document_id == document.id)
    for card in _found(session, session.exec(own).all()):
        deck = session.get_one(Deck, card.deck_id)
        card.deck_id = _deck(session, game_id, deck.code).id or 0
        card.code = _free_code(session, game_id, card.code)
        card.game_id = game_id
    session.flush()


def _found(session: Session, ids: Iterable[int]) -> Sequence[Card]:
    return session.exec(select(Card).where(col(Card.id).in_(list(ids)), col(Card.is_found))).all()
