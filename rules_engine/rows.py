"""The rows of one edition of a game; a row of the edition goes before one that holds for all."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

from sqlmodel import Session, col, func, or_, select

from rules_engine.errors import RulesetError, UnknownName
from schema.board import Connection, Delivery, Location
from schema.cards import Card, CardText, Deck, Effect, EffectFact
from schema.claims import Fact
from schema.documents import Document
from schema.games import Concept, Edition, Game, Name, NotationForm, Phrase
from schema.play import PLAY_TABLES, PlayFile
from schema.rules import Rule


class _OfEdition(Protocol):
    edition_id: int | None


class _Coded(_OfEdition, Protocol):
    code: str


OfEditionT = TypeVar("OfEditionT", bound=_OfEdition)
CodedT = TypeVar("CodedT", bound=_Coded)


Phrases = Sequence[tuple[str, str, str]]
"""Language, form and wording of the phrases used for speaking."""
Names = Sequence[tuple[str, str, str, str]]
"""Language, kind, code and text of the names that the lists give, the one for speaking first."""
Titles = Sequence[tuple[str, str, str]]
"""Language, card and title."""


PLACED = ("location", "delivery")
"""What the effects of the board belong to."""


@dataclass(frozen=True, slots=True)
class Rows:
    """Everything a ruleset is made from; locations, cards and rules are those of all editions."""

    game: Game
    edition: Edition | None
    documents: int
    """How many documents describe the edition."""
    facts: Sequence[Fact]
    concepts: Sequence[Concept]
    forms: Sequence[NotationForm]
    locations: Sequence[Location]
    connections: Sequence[Connection]
    deliveries: Sequence[Delivery]
    decks: Sequence[Deck]
    cards: Sequence[Card]
    rules: Sequence[Rule]
    effects: Sequence[Effect]
    effect_facts: Sequence[EffectFact]
    phrases: Phrases
    names: Names
    titles: Titles
    play: PlayFile = field(default_factory=PlayFile)
    """The frame of a game that is played from rows."""
    elsewhere: Sequence[Effect] = ()
    """What spaces and deliveries do in other editions."""

    @property
    def edition_id(self) -> int | None:
        """Row number of the edition."""
        return self.edition.id if self.edition else None

    def holds(self, row: _OfEdition) -> bool:
        """Whether a row belongs to the edition or to all of them."""
        return row.edition_id in (None, self.edition_id)

    def chosen(self, rows: Iterable[CodedT]) -> dict[str, CodedT]:
        """The row of each code that holds in the edition."""
        return {row.code: row for row in self.overlaid(rows)}

    def overlaid(self, rows: Iterable[OfEditionT]) -> list[OfEditionT]:
        """Rows that hold in the edition, those for all editions first, so that its own go over them."""
        return sorted((row for row in rows if self.holds(row)), key=lambda row: row.edition_id is not None)


def read_rows(session: Session, game: str, edition: str | None = None) -> Rows:
    """Read the rows of a game and edition; without one, of the edition with the most documents."""
    played = find_game(session, game)
    chosen = find_edition(session, played, edition)
    game_id, edition_id = played.id, chosen.id if chosen else None
    return Rows(
        played,
        chosen,
        session.exec(
            select(func.count())
            .select_from(Document)
            .where(Document.game_id == game_id, or_(Document.edition_id == edition_id, edition_id is None))
        ).one(),
        session.exec(select(Fact).where(Fact.game_id == game_id).order_by(col(Fact.id))).all(),
        session.exec(select(Concept).where(Concept.game_id == game_id).order_by(col(Concept.id))).all(),
        session.exec(select(NotationForm).where(NotationForm.game_id == game_id)).all(),
        session.exec(select(Location).where(Location.game_id == game_id).order_by(col(Location.id))).all(),
        session.exec(
            select(Connection)
            .join(Location, col(Location.id) == Connection.a_id)
            .where(Location.game_id == game_id)
            .order_by(col(Connection.id))
        ).all(),
        session.exec(
            select(Delivery)
            .join(Location, col(Location.id) == Delivery.location_id)
            .where(Location.game_id == game_id)
            .order_by(col(Delivery.id))
        ).all(),
        session.exec(select(Deck).where(Deck.game_id == game_id, col(Deck.is_found).is_(False))).all(),
        session.exec(
            select(Card).where(Card.game_id == game_id, col(Card.is_found).is_(False)).order_by(col(Card.id))
        ).all(),
        session.exec(select(Rule).where(Rule.game_id == game_id)).all(),
        session.exec(
            select(Effect)
            .where(Effect.game_id == game_id, or_(col(Effect.edition_id).is_(None), Effect.edition_id == edition_id))
            .order_by(col(Effect.owner_kind), col(Effect.owner_id), col(Effect.seq))
        ).all(),
        session.exec(
            select(EffectFact).join(Effect, col(Effect.id) == EffectFact.effect_id).where(Effect.game_id == game_id)
        ).all(),
        *_words(session, game_id, edition_id),
        _play(session, game_id),
        session.exec(
            select(Effect)
            .where(Effect.game_id == game_id, col(Effect.owner_kind).in_(PLACED), Effect.edition_id != edition_id)
            .order_by(col(Effect.edition_id), col(Effect.owner_kind), col(Effect.owner_id), col(Effect.seq))
        ).all(),
    )


def _play(session: Session, game_id: int | None) -> PlayFile:
    """The frame, its rows in the order of play.toml."""
    found: dict[str, list[dict[str, Any]]] = {}
    for name, table in PLAY_TABLES.items():
        listed = session.exec(select(table).where(table.game_id == game_id).order_by(col(table.seq)))  # type: ignore[attr-defined]
        found[name] = [each.model_dump(exclude={"id", "game_id"}) for each in listed]
    return PlayFile.model_validate(found)


def _words(session: Session, game_id: int | None, edition_id: int | None) -> tuple[Phrases, Names, Titles]:
    return (
        session.exec(
            select(Phrase.language, Phrase.notation, Phrase.wording).where(Phrase.game_id == game_id, Phrase.seq == 0)
        ).all(),
        session.exec(
            select(Name.language, Concept.kind, Concept.code, Name.text)
            .join(Concept, col(Concept.id) == Name.concept_id)
            .where(Concept.game_id == game_id, col(Name.document_id).is_(None))
            .order_by(col(Name.id))
        ).all(),
        session.exec(
            select(CardText.language, Card.code, CardText.title)
            .join(Card, col(Card.id) == CardText.card_id)
            .where(Card.game_id == game_id, or_(col(Card.edition_id).is_(None), Card.edition_id == edition_id))
            .order_by(col(CardText.passage_id).is_not(None), col(CardText.id))
        ).all(),
    )


def find_game(session: Session, code: str) -> Game:
    """The game of that code, or a RulesetError that says which there are."""
    found = session.exec(select(Game).where(Game.code == code)).first()
    if found is None:
        known = ", ".join(f"`{other}`" for other in session.exec(select(Game.code).order_by(Game.code)))
        advice = f"It has {known}." if known else "It holds no game yet; run `rulewright ingest` first."
        kind = UnknownName if known else RulesetError
        raise kind("game", None, code, f"The database has no game `{code}`. {advice}")
    return found


def editions(session: Session, game: str) -> list[str]:
    """The codes of a game's editions."""
    game_id = find_game(session, game).id
    return list(session.exec(select(Edition.code).where(Edition.game_id == game_id).order_by(col(Edition.id))))


def find_edition(session: Session, game: Game, code: str | None) -> Edition | None:
    """The edition of that code; without one, that with the most documents, else the first, if there is any."""
    found = session.exec(select(Edition).where(Edition.game_id == game.id).order_by(col(Edition.id))).all()
    if code is None:
        counted = session.exec(
            select(Document.edition_id, func.count()).where(Document.game_id == game.id).group_by(Document.edition_id)  # type: ignore[arg-type]
        ).all()
        documents = dict(counted)
        return max(found, key=lambda edition: documents.get(edition.id, 0), default=None)
    for edition in found:
        if edition.code == code:
            return edition
    known = ", ".join(f"`{edition.code}`" for edition in found) or "none"
    raise UnknownName("edition", None, code, f"{game.name} has no edition `{code}`; the database has {known}.")
