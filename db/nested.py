"""A game with everything nested: rows that refer to each other become one tree, as exported files have it."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlmodel import Session, SQLModel, col, select

from db.trace import Place, places_of
from db.trace_row import page_pictures
from schema.base import describe
from schema.board import Connection, Delivery, Location
from schema.cards import Card, CardText, Deck, Effect, EffectFact
from schema.claims import Conflict, Fact
from schema.documents import Document
from schema.exports import (
    CardPart,
    CardTextPart,
    ConflictPart,
    DeliveryPart,
    DocumentPart,
    EffectPart,
    FactPart,
    GamePart,
    LocationPart,
    RulePart,
    RuleTextPart,
    Source,
)
from schema.games import Concept, Edition, Game, Name
from schema.rules import Rule, RuleSummary, RuleText

NESTED_KINDS = ("card", "location")
"""Facts of these stand with the card or the space itself."""


def nested_game(session: Session, game: Game) -> GamePart:
    """Everything that is known of a game."""
    rows = _Rows.read(session, game)
    documents = rows.of(Document)
    cards = rows.cards()
    decks: dict[str, int] = {deck.code: 0 for deck in rows.of(Deck)}
    for card in cards:
        decks[card.deck] += card.copies
    return GamePart(
        code=game.code,
        name=game.name,
        is_taught=bool(game.fingerprint),
        editions={edition.code: edition.name for edition in rows.of(Edition)},
        languages=sorted({document.language for document in documents}),
        documents=[rows.document(document) for document in documents],
        decks=decks,
        names=rows.names,
        cards=cards,
        locations=rows.locations(),
        rules=rows.rules(),
        facts=[f for subject, facts in rows.facts.items() if subject.split(":")[0] not in NESTED_KINDS for f in facts],
        conflicts=[rows.conflict(conflict) for conflict in rows.of(Conflict)],
    )


@dataclass(slots=True)
class _Rows:
    """The rows of one game, read table by table and looked up by their numbers."""

    session: Session
    game: Game
    editions: dict[int | None, str] = field(default_factory=dict)
    facts: dict[str, list[FactPart]] = field(default_factory=dict)
    effects: dict[tuple[str, int], list[EffectPart]] = field(default_factory=dict)
    names: dict[str, dict[str, list[str]]] = field(default_factory=dict)
    sources: dict[int | None, Source] = field(default_factory=dict)

    @classmethod
    def read(cls, session: Session, game: Game) -> "_Rows":
        """All that several parts of a game refer to."""
        rows = cls(session, game)
        rows.editions = {edition.id: edition.code for edition in rows.of(Edition)}
        rows.sources = rows._sources()
        rows.names = rows._names()
        for fact in rows.of(Fact):
            held = FactPart(edition=rows.editions.get(fact.edition_id), **rows._content(fact, FactPart))
            rows.facts.setdefault(fact.subject, []).append(held)
        filled = defaultdict[int, list[str]](list)
        for used in session.exec(select(EffectFact).join(Effect).where(Effect.game_id == game.id)):
            filled[used.effect_id].append(f"{used.subject} {used.attribute}")
        for effect in rows.of(Effect, "owner_kind", "owner_id", "seq"):
            part = EffectPart(
                edition=rows.editions.get(effect.edition_id),
                facts=filled[effect.id or 0],
                source=rows.sources.get(effect.passage_id),
                **rows._content(effect, EffectPart),
            )
            rows.effects.setdefault((effect.owner_kind, effect.owner_id), []).append(part)
        return rows

    def of(self, table: Any, *order: str) -> Sequence[Any]:
        """The game's rows of a table, in an order that does not depend on when they were read."""
        columns = order or [name for name in ("code", "source", "subject", "attribute") if name in table.model_fields]
        keys = [col(getattr(table, name)) for name in (*columns, "id")]
        return self.session.exec(select(table).where(col(table.game_id) == self.game.id).order_by(*keys)).all()

    def cards(self) -> list[CardPart]:
        """Cards with their words, effects and numbers."""
        decks = {deck.id: deck.code for deck in self.of(Deck)}
        texts = defaultdict[int, list[CardTextPart]](list)
        wanted = select(CardText).join(Card).where(Card.game_id == self.game.id)
        for text in self.session.exec(wanted.order_by(CardText.language, CardText.origin, col(CardText.id))):
            content = self._content(text, CardTextPart)
            texts[text.card_id].append(CardTextPart(source=self.sources.get(text.passage_id), **content))
        return [self._card(card, decks[card.deck_id], texts[card.id or 0]) for card in self.of(Card)]

    def _card(self, card: Card, deck: str, texts: list[CardTextPart]) -> CardPart:
        effects = self.effects.get(("card", card.id or 0), [])
        printed = (source for source in (*(t.source for t in texts), *(e.source for e in effects)) if source)
        return CardPart(
            game=self.game.code,
            edition=self.editions.get(card.edition_id),
            deck=deck,
            texts=texts,
            effects=effects,
            facts=self.facts.get(f"card:{card.code}", []),
            picture=next((source for source in printed if source.image), None),
            **self._content(card, CardPart),
        )

    def locations(self) -> list[LocationPart]:
        """Spaces with their neighbours and what can be delivered there."""
        found = self.of(Location)
        codes = {location.id: location.code for location in found}
        neighbours = defaultdict[int, set[str]](set)
        for line in self.session.exec(select(Connection).where(col(Connection.a_id).in_(codes))):
            neighbours[line.a_id].add(codes[line.b_id])
            neighbours[line.b_id].add(codes[line.a_id])
        deliveries = defaultdict[int, list[DeliveryPart]](list)
        wanted = select(Delivery).where(col(Delivery.location_id).in_(codes)).order_by(Delivery.item, col(Delivery.id))
        for delivery in self.session.exec(wanted):
            effects = self.effects.get(("delivery", delivery.id or 0), [])
            part = DeliveryPart(item=delivery.item, condition=delivery.condition, effects=effects)
            deliveries[delivery.location_id].append(part)
        return [
            LocationPart(
                edition=self.editions.get(location.edition_id),
                names=self.names.get(f"location:{location.code}", {}),
                neighbours=sorted(neighbours[location.id]),
                deliveries=deliveries[location.id],
                effects=self.effects.get(("location", location.id), []),
                facts=self.facts.get(f"location:{location.code}", []),
                **self._content(location, LocationPart),
            )
            for location in found
        ]

    def rules(self) -> list[RulePart]:
        """Rules with the passages that state them, the surest of each language first."""
        texts = defaultdict[int, list[RuleTextPart]](list)
        wanted = select(RuleText).join(Rule).where(Rule.game_id == self.game.id)
        for text in self.session.exec(wanted.order_by(RuleText.language, col(RuleText.score).desc(), col(RuleText.id))):
            source = self.sources[text.passage_id]
            texts[text.rule_id].append(RuleTextPart(language=text.language, score=text.score, source=source))
        told = defaultdict[int, dict[str, str]](dict)
        spoken = select(RuleSummary).join(Rule).where(Rule.game_id == self.game.id).order_by(RuleSummary.language)
        for sentence in self.session.exec(spoken):
            told[sentence.rule_id][sentence.language] = sentence.text
        return [
            RulePart(
                edition=self.editions.get(rule.edition_id),
                summaries=told[rule.id],
                texts=texts[rule.id],
                effects=self.effects.get(("rule", rule.id), []),
                **self._content(rule, RulePart),
            )
            for rule in self.of(Rule, "topic", "code")
        ]

    def document(self, document: Document) -> DocumentPart:
        """A document without what is known of its reading."""
        edition = self.editions.get(document.edition_id)
        return DocumentPart(edition=edition, pages=document.page_count, **self._content(document, DocumentPart))

    def conflict(self, conflict: Conflict) -> ConflictPart:
        """A disagreement."""
        edition = self.editions.get(conflict.edition_id)
        return ConflictPart(edition=edition, chosen=conflict.chosen_value, **self._content(conflict, ConflictPart))

    def _names(self) -> dict[str, dict[str, list[str]]]:
        wanted = select(Concept, Name).join(Name).where(Concept.game_id == self.game.id)
        found: dict[str, dict[str, list[str]]] = {}
        for concept, name in self.session.exec(wanted.order_by(Concept.kind, Concept.code, Name.language, Name.text)):
            listed = found.setdefault(f"{concept.kind}:{concept.code}", {}).setdefault(name.language, [])
            if name.text not in listed:
                listed.append(name.text)
        return found

    def _sources(self) -> dict[int | None, Source]:
        """Every passage of the game that something refers to."""
        columns = (
            select(RuleText.passage_id).join(Rule).where(Rule.game_id == self.game.id),
            select(CardText.passage_id).join(Card).where(Card.game_id == self.game.id),
            select(Effect.passage_id).where(Effect.game_id == self.game.id),
        )
        places = places_of(self.session, {number for wanted in columns for number in self.session.exec(wanted)})
        pictures = page_pictures(self.session, list(places.values()))
        known = {document.source: document for document in self.of(Document)}

        def source(place: Place) -> Source:
            document, picture = known[place.source], pictures.get((place.source, place.page))
            return Source(
                document=document.sha256,
                file_name=place.file_name,
                language=document.language,
                page=place.page,
                text=place.text,
                boxes=[(page, box.x0, box.y0, box.x1, box.y1) for page, box in place.boxes],
                image=picture.image if picture else None,
            )

        return {number: source(place) for number, place in places.items()}

    @staticmethod
    def _content(row: SQLModel, part: Any) -> dict[str, Any]:
        """The columns of a row that the part has under the same name."""
        return row.model_dump(include=set(part.model_fields) & set(describe(type(row))[1]))


def games_of(session: Session, code: str | None = None) -> Iterable[Game]:
    """The games that anything is known of but their name, or the one of that code."""
    wanted = select(Game).order_by(Game.code)
    return session.exec(wanted if code is None else wanted.where(Game.code == code)).all()
