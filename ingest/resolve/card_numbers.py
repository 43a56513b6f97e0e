"""State as claims the numbers that stand by themselves on pictured cards: attributes of a card, told by their place.

They are what the card shows, never a rule of the game, and the list of a taught game goes before them.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, delete, select

from ingest.resolve.printed_cards import OFF_PICTURE, card_subjects
from schema.base import Origin, row
from schema.cards import Card, CardText, Deck, PrintedPart
from schema.claims import Claim, ClaimShape
from schema.documents import Document, Passage
from schema.games import Game
from schema.pack import Pack

CARD_NUMBERS = "card-numbers"
"""The name of this step in the claims that it makes."""
CORNERS = frozenset({"top-left", "top-right", "bottom-left", "bottom-right"})
_VALUE = re.compile(r"([+−–-]?)(\d{1,4})(?:\s?([/–-])\s?(\d{1,4}))?")


@dataclass(frozen=True, slots=True)
class CardNumberSettings:
    """Which numbers are believed; chosen on 39 cards of eight decks, on which all that were so sure were right."""

    sure: float = 0.95
    """A number read with less confidence states nothing."""
    cards: int = 4
    """Fewer different cards tell nothing of their deck."""
    shown: float = 0.8
    """Share of the pictured cards of a deck that show a number at a place: then it is one of the deck's attributes."""
    compared: int = 3
    """So many cards at least show whether a place holds what the list calls by a name."""
    agreed: float = 0.8
    """Share of them whose number is the listed one."""


@dataclass(frozen=True, slots=True)
class _Shown:
    """A number on a picture of a card."""

    card: Card
    deck: Deck
    document: Document
    passage: int
    place: str
    value: str
    confidence: float
    origin: Origin

    def subject(self, subjects: Mapping[str, str]) -> str:
        """That of the card's facts; ``subjects`` are those of a pack's cards."""
        return subjects.get(self.card.code, f"card:{self.card.code}")


def state_card_numbers(
    session: Session, game: Game, pack: Pack | None, settings: CardNumberSettings = CardNumberSettings()
) -> None:
    """Throw away what was stated before and state anew what the pictured cards of the game show."""
    session.exec(delete(Claim).where(col(Claim.game_id) == game.id, col(Claim.made_by) == CARD_NUMBERS))
    shown = list(_shown(session, game))
    if not shown:
        return
    subjects = card_subjects(pack) if pack else {}
    pictured = _pictured(session, game)
    for deck_id, of_deck in _by_deck(shown).items():
        usual = _places(of_deck, pictured[deck_id], settings)
        names = _names(session, game, of_deck, subjects, settings)
        session.add_all(_claims(game, of_deck, CORNERS | usual.keys(), names, subjects, settings))
        deck = of_deck[0].deck
        for place, count in usual.items():
            sure = [one for one in of_deck if one.place == place and one.confidence >= settings.sure]
            if sure and place not in names:  # what a list names it tells of every card
                session.add(_of_deck(game, deck, sure, count, pictured[deck_id]))
    session.flush()


def _shown(session: Session, game: Game) -> Iterator[_Shown]:
    """The numbers of all pictures; none where a picture has two different ones at a place."""
    accepted = set(session.exec(select(CardText.passage_id).where(CardText.origin == "decided")))
    rows = session.exec(
        select(PrintedPart, Card, Deck, Document)
        .join(Card, col(Card.id) == PrintedPart.card_id)
        .join(Deck, col(Deck.id) == Card.deck_id)
        .join(Passage, col(Passage.id) == PrintedPart.passage_id)
        .join(Document, col(Document.id) == Passage.document_id)
        .where(Card.game_id == game.id, PrintedPart.kind == "number")
        .order_by(col(Document.sha256), col(Passage.seq), col(PrintedPart.seq))
    ).all()
    values: dict[tuple[int, str], set[str]] = defaultdict(set)
    for part, *_ in rows:
        values[part.passage_id, part.place].add(value_of(part.text))
    seen: set[tuple[int, str]] = set()
    for part, card, deck, document in rows:
        key = part.passage_id, part.place
        if len(values[key]) == 1 and key not in seen and value_of(part.text):
            seen.add(key)
            origin: Origin = "decided" if part.passage_id in accepted else "card-picture"
            value = value_of(part.text)
            yield _Shown(card, deck, document, part.passage_id, part.place, value, part.confidence, origin)


def value_of(text: str) -> str:
    """A number as values are written: digits with an ASCII sign; two of them with what parts them."""
    found = _VALUE.search(text)
    if not found:
        return ""
    sign, first, between, second = found.groups()
    return ("-" if sign in ("−", "–") else sign) + first + (f"{between.replace('–', '-')}{second}" if between else "")


def _pictured(session: Session, game: Game) -> Mapping[int, int]:
    """How many different cards of each deck are pictured."""
    cards = select(Card.deck_id, Card.id).join(PrintedPart).where(Card.game_id == game.id).distinct()
    return Counter(deck for deck, _ in session.exec(cards))


def _by_deck(shown: Sequence[_Shown]) -> Mapping[int, list[_Shown]]:
    found: dict[int, list[_Shown]] = defaultdict(list)
    for one in shown:
        found[one.card.deck_id].append(one)
    return found


def _places(shown: Sequence[_Shown], pictured: int, settings: CardNumberSettings) -> dict[str, int]:
    """The places at which nearly all cards of a deck show a number, and how many do."""
    places = Counter(place for place, _ in {(one.place, one.card.id) for one in shown})
    least = settings.shown * pictured
    return {place: count for place, count in sorted(places.items()) if pictured >= settings.cards and count >= least}


def _names(
    session: Session, game: Game, shown: Sequence[_Shown], subjects: Mapping[str, str], settings: CardNumberSettings
) -> dict[str, str]:
    """What the list of the game calls the numbers at a place: the one attribute whose values they are."""
    listed: dict[str, dict[str, str]] = defaultdict(dict)
    lists = (Claim.game_id == game.id, Claim.origin == "card-list", col(Claim.document_id).is_(None))
    for claim in session.exec(select(Claim).where(*lists, Claim.made_by == "")):
        if claim.value.isdecimal():
            listed[claim.subject][claim.attribute] = claim.value
    equal: dict[str, Counter[str]] = defaultdict(Counter)
    compared: dict[str, Counter[str]] = defaultdict(Counter)
    values: dict[tuple[str, str], set[str]] = defaultdict(set)
    for one in shown:
        for attribute, value in listed[one.subject(subjects)].items():
            compared[one.place][attribute] += 1
            equal[one.place][attribute] += value == one.value
            values[one.place, attribute].add(value)
    names = {}
    for place, counts in compared.items():
        fitting = [
            attribute
            for attribute, count in counts.items()
            if count >= settings.compared
            and equal[place][attribute] >= settings.agreed * count
            and len(values[place, attribute]) > 1  # one number on all cards fits too much
        ]
        if len(fitting) == 1:
            names[place] = fitting[0]
    return names


def _claims(
    game: Game,
    shown: Sequence[_Shown],
    places: frozenset[str],
    names: Mapping[str, str],
    subjects: Mapping[str, str],
    settings: CardNumberSettings,
) -> Iterator[Claim]:
    for one in shown:
        if one.confidence < settings.sure or one.place not in places:
            continue
        shape = ClaimShape(
            subject=one.subject(subjects),
            attribute=names.get(one.place, one.place),
            value=one.value,
            language=one.document.language,
            confidence=one.confidence,
            origin=one.origin,
            context="board",
            note=OFF_PICTURE,
            made_by=CARD_NUMBERS,
        )
        keys = {"document_id": one.document.id, "edition_id": one.document.edition_id, "passage_id": one.passage}
        yield row(Claim, shape, game_id=game.id, **keys)


def _of_deck(game: Game, deck: Deck, shown: Sequence[_Shown], count: int, pictured: int) -> Claim:
    """That the cards of a deck bear a number at a place, and from where to where it goes.

    Pictures of one edition tell of that edition alone.
    """
    values = [one.value for one in shown]
    editions = {one.document.edition_id for one in shown}
    whole = sorted(map(int, values)) if all(value.lstrip("+-").isdecimal() for value in values) else []
    told = dict.fromkeys(map(str, (whole[0], whole[-1]) if whole else ("number",)))
    many = f"all {pictured}" if count == pictured else f"{count} of {pictured}"
    shape = ClaimShape(
        subject=f"deck:{deck.code}",
        attribute=shown[0].place,
        value=" to ".join(told),
        origin="inferred",
        context="board",
        note=f"The cards of the deck bear a number there: {many} pictured ones show it.",
        made_by=CARD_NUMBERS,
    )
    return row(Claim, shape, game_id=game.id, edition_id=editions.pop() if len(editions) == 1 else None)
