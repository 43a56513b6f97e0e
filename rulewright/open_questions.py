"""What waits for a person, from the rows: facts that are provisional or disputed, and doubtful words of documents."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from textwrap import shorten
from typing import TypeVar

from sqlmodel import Session, col, select

from db.trace import places_of
from ingest.cards.accepted_pictures import picture_name
from ingest.deciding.review import Doubt, candidate_name, doubtful_matches, doubtful_repairs, now
from ingest.deciding.review_settings import ReviewSettings
from ingest.resolve.card_icons import NAME
from ingest.resolve.decided import text_of
from schema.base import Shape
from schema.cards import ICON, Card, CardText, PartKind, PrintedPart
from schema.claims import Claim, Conflict, Fact, Mention, MentionShape
from schema.decisions import ACCEPTED, REFUSED, Decision, DecisionShape
from schema.discovered import CardOrPlace, Component, GlossaryTerm
from schema.document_kinds import OF_CARDS
from schema.documents import Document, Page, PageShape, Passage, PassageShape, Repair, RepairShape
from schema.games import Concept, Edition, Game, Name
from schema.reading import ConceptKey, MentionRead, PassageRead, WordPage
from schema.row_kinds import DISPUTES

LONGEST_TEXT = 160
"""Signs of a passage that are shown."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What could be decided, with what speaks for it."""

    value: str
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FactQuestion:
    """A fact of an edition that nothing decides, or that documents dispute."""

    game: str
    edition: str
    subject: str
    attribute: str
    value: str
    reason: str
    is_provisional: bool
    document: str
    text: str
    answers: tuple[Answer, ...] = field(default=())

    @property
    def title(self) -> str:
        """What is asked about."""
        name = " ".join(part for part in (self.game, self.edition, self.subject, self.attribute) if part)
        return f"{name} ({'provisional' if self.is_provisional else 'disputed'}, now {self.value})"

    def decided(self, value: str, reason: str) -> DecisionShape:
        """The decision that it is ``value``."""
        return DecisionShape(
            document=self.document,
            kind="fact",
            game=self.game,
            edition=self.edition,
            subject=self.subject,
            attribute=self.attribute,
            value=value,
            reason=reason,
            text=self.text,
            decided_at=now(),
        )


@dataclass(frozen=True, slots=True)
class WordQuestion:
    """A word whose repair or meaning is doubtful, or that may be a name."""

    document: str
    doubt: Doubt

    @property
    def title(self) -> str:
        """What is asked about."""
        doubt = self.doubt
        where = f", picture {doubt.image}" if doubt.image else ""
        return f"{self.document}, page {doubt.page}{where} ({doubt.reason}, {doubt.confidence:.0%} sure)"

    @property
    def reason(self) -> str:
        """The words around it."""
        return f"… {self.doubt.left} ▸{self.doubt.before}◂ {self.doubt.right} …"

    @property
    def answers(self) -> tuple[Answer, ...]:
        """What was proposed, the next best, and what is printed."""
        doubt = self.doubt
        found = [doubt.proposed, *filter(None, [doubt.runner_up])]
        if doubt.kind == "name":
            return (*map(Answer, found), Answer(REFUSED, ("it is another thing",)))
        if doubt.kind == "repair" and doubt.before not in found:
            return (*map(Answer, found), Answer(doubt.before, ("as printed",)))
        return tuple(map(Answer, found))

    def decided(self, value: str, reason: str) -> DecisionShape:
        """The decision that it reads, or means, ``value``."""
        return self.doubt.decided(self.document, value, reason)


@dataclass(frozen=True, slots=True)
class DiscoveryQuestion:
    """Something that a document seems to tell of its game: a component, a term, a card or a place."""

    document: str
    subject: str
    name: str
    what: str
    reason: str
    passage: int | None
    """Row of the passage that shows it."""
    answers: tuple[Answer, ...] = (Answer("yes", ("keep it",)), Answer(REFUSED, ("it is none; leave it out",)))

    @property
    def title(self) -> str:
        """What is asked."""
        return f"{self.document}: is “{self.name}” a {self.what}?"

    def decided(self, value: str, reason: str) -> DecisionShape:
        """The decision that it is one, or none."""
        is_none = value.strip().casefold() == REFUSED
        return DecisionShape(
            document=self.document,
            kind="discovery",
            subject=self.subject,
            value=REFUSED if is_none else "yes",
            reason=reason,
            decided_at=now(),
        )


@dataclass(frozen=True, slots=True)
class CardQuestion:
    """A card that was read off a picture and that nobody has looked at."""

    document: str
    subject: str
    name: str
    reason: str
    passage: int | None
    """Row of the passage that was read off it."""
    sure: float
    """How surely its title was read; nothing where it was not."""
    answers: tuple[Answer, ...] = (
        Answer(ACCEPTED, ("it is a card and reads so; or write its title, or its title | its text",)),
        Answer(REFUSED, ("it is no card; leave it out",)),
    )

    @property
    def title(self) -> str:
        """What is asked."""
        return f"{self.document}: is this the card “{self.name}”?"

    def decided(self, value: str, reason: str) -> DecisionShape:
        """The decision that it is, that it is none, or what it reads."""
        said = " ".join(value.split())
        short = said.casefold() if said.casefold() in (ACCEPTED, REFUSED) else said
        return DecisionShape(
            document=self.document,
            kind="discovery",
            subject=self.subject,
            value=short,
            reason=reason,
            decided_at=now(),
        )


Question = FactQuestion | WordQuestion | DiscoveryQuestion | CardQuestion


ShapeT = TypeVar("ShapeT", bound=Shape)


def _shape(kind: type[ShapeT], stored: Shape) -> ShapeT:
    """A row without its keys."""
    return kind.model_validate(stored.model_dump(include=set(kind.model_fields)))


def fact_questions(opened: Session, game: str | None = None, document: Document | None = None) -> list[FactQuestion]:
    """Facts that nobody has decided: provisional ones first, then those that a rule settled among several values."""
    disputed = set(
        opened.exec(
            select(Conflict.game_id, Conflict.edition_id, Conflict.subject, Conflict.attribute).where(
                col(Conflict.kind).in_(DISPUTES)
            )
        )
    )
    rows = opened.exec(
        select(Fact, Game, Edition.code)
        .join(Game, col(Game.id) == Fact.game_id)
        .join(Edition, col(Edition.id) == Fact.edition_id, isouter=True)
        .where(Fact.origin != "decided", (Game.code == game) | (game is None))
        .order_by(Game.code, Fact.subject, Fact.attribute, col(Fact.edition_id))
    ).all()
    found = [
        _fact_question(opened, fact, of, edition or "")
        for fact, of, edition in rows
        if fact.is_provisional or (fact.game_id, fact.edition_id, fact.subject, fact.attribute) in disputed
    ]
    if document is not None:
        spoken = set(opened.exec(select(Claim.subject, Claim.attribute).where(Claim.document_id == document.id)))
        found = [question for question in found if (question.subject, question.attribute) in spoken]
    return sorted(found, key=lambda question: not question.is_provisional)


def _fact_question(opened: Session, fact: Fact, game: Game, edition: str) -> FactQuestion:
    claims = opened.exec(
        select(Claim)
        .where(Claim.game_id == game.id, Claim.subject == fact.subject, Claim.attribute == fact.attribute)
        .where(col(Claim.edition_id).is_(None) | (Claim.edition_id == fact.edition_id))
        .order_by(Claim.value, col(Claim.id))
    ).all()
    places = places_of(opened, {claim.passage_id for claim in claims})
    evidence: dict[str, list[str]] = {fact.value: []}
    asked_by = ""
    for claim in claims:
        place = places.get(claim.passage_id)
        told = f"{claim.origin}: {claim.note}"
        if place:
            asked_by = asked_by or place.file_name
            text = shorten(place.text, LONGEST_TEXT, placeholder=" …")
            said = "" if claim.standing == "asserted" else f" ({claim.standing})"
            told = f"{place.file_name}, page {place.page}{said}: “{text}”"
        evidence.setdefault(claim.value, []).append(told)
    return FactQuestion(
        game.code,
        edition,
        fact.subject,
        fact.attribute,
        fact.value,
        fact.reason,
        fact.is_provisional,
        asked_by,
        text_of(opened, game, edition, fact.subject, fact.attribute),
        tuple(Answer(value, tuple(dict.fromkeys(told))) for value, told in evidence.items()),
    )


def icon_questions(opened: Session, game: str | None = None) -> Iterator[FactQuestion]:
    """Icons that recur on the pictured cards of a game and that nobody has named: what most cards bear first."""
    rows = opened.exec(
        select(PrintedPart, Game.code, Document.file_name)
        .join(Card, col(Card.id) == PrintedPart.card_id)
        .join(Game, col(Game.id) == Card.game_id)
        .join(Passage, col(Passage.id) == PrintedPart.passage_id)
        .join(Document, col(Document.id) == Passage.document_id)
        .where(PrintedPart.icon != "", PrintedPart.text == "", (Game.code == game) | (game is None))
        .order_by(PrintedPart.icon, col(PrintedPart.id))
    ).all()
    found: dict[tuple[str, str], list[tuple[int, str]]] = {}
    for part, of, file in rows:
        found.setdefault((of, part.icon), []).append((part.card_id, file))
    for (of, icon), signs in sorted(found.items(), key=lambda one: (-len({card for card, _ in one[1]}), one[0])):
        cards = len({card for card, _ in signs})
        told = (
            f"A small picture stands {len(signs)} times on {cards} cards, one of them {signs[0][1]}. What is it called?"
        )
        yield FactQuestion(of, "", f"{ICON}:{icon}", NAME, "without a name", told, True, "", "")


def word_questions(opened: Session, document: Document) -> Iterator[WordQuestion]:
    """Doubtful repairs and matches of a document."""
    pages = {page.id: page for page in opened.exec(select(Page).where(Page.document_id == document.id))}
    passages = _passages(opened, document, {number: page.number for number, page in pages.items()})
    read = [WordPage(_shape(PageShape, page), ()) for page in pages.values()]
    doubts = [
        *doubtful_matches(_mentions(opened, document), passages, read),
        *doubtful_repairs(passages, read),
    ]
    return (WordQuestion(document.file_name, doubt) for doubt in doubts)


def discovery_questions(opened: Session, document: Document) -> Iterator[DiscoveryQuestion]:
    """What a document of a game without a pack seems to tell, and nobody has looked at: the least sure first."""
    if opened.get_one(Game, document.game_id).fingerprint:
        return
    held = select(Decision.subject).where(Decision.document == document.file_name, Decision.kind == "discovery")
    known = set(opened.exec(held.where(Decision.value != "")))
    for question in (*_candidates(opened, document), *_components(opened, document), *_terms(opened, document)):
        if question.subject not in known:
            yield question


def card_questions(opened: Session, document: Document) -> Iterator[CardQuestion]:
    """Cards that were read off a picture and accepted by nobody."""
    if document.kind != OF_CARDS:
        return
    pictured = opened.exec(
        select(Passage.id).where(Passage.document_id == document.id, Passage.kind == "card").order_by(col(Passage.seq))
    ).all()
    names = {row: picture_name(document.sha256, number) for number, row in enumerate(pictured, 1)}
    held = select(Decision.subject).where(Decision.document == document.file_name, Decision.kind == "discovery")
    known = set(opened.exec(held.where(Decision.value != "")))
    titles = {part.passage_id: part.confidence for part in _parts(opened, document, "title")}
    numbers: dict[int, list[str]] = {}
    for part in _parts(opened, document, "number"):
        numbers.setdefault(part.passage_id, []).append(f"{part.text} ({part.place.replace('-', ' ')})")
    wanted = select(CardText, Card).join(Card, col(Card.id) == CardText.card_id)
    shown = wanted.where(col(CardText.passage_id).in_(pictured), CardText.origin == "card-picture")
    for text, card in opened.exec(shown):
        subject = names[text.passage_id]
        if subject not in known:
            told = f"{card.component or card.code} ({document.source}). It says: {text.body or 'nothing'}"
            if at_places := numbers.get(text.passage_id or 0):
                told += f" Its numbers: {', '.join(at_places)}"
            sure = titles.get(text.passage_id or 0, 0.0)
            yield CardQuestion(document.file_name, subject, text.title, told, text.passage_id, sure)


def _parts(opened: Session, document: Document, kind: PartKind) -> Sequence[PrintedPart]:
    wanted = select(PrintedPart).join(Passage, col(Passage.id) == PrintedPart.passage_id)
    return opened.exec(wanted.where(Passage.document_id == document.id, PrintedPart.kind == kind)).all()


def _candidates(opened: Session, document: Document) -> Iterator[DiscoveryQuestion]:
    wanted = select(CardOrPlace).where(CardOrPlace.document_id == document.id)
    if document.kind == OF_CARDS:  # `card_questions` asks about the cards of pictures
        wanted = wanted.where(CardOrPlace.kind != "card")
    for one in opened.exec(wanted.order_by(col(CardOrPlace.score), col(CardOrPlace.id))):
        yield DiscoveryQuestion(
            document.file_name, candidate_name(one), one.name, one.kind, f"{one.evidence}", one.passage_id
        )


def _components(opened: Session, document: Document) -> Iterator[DiscoveryQuestion]:
    wanted = select(Component).where(Component.document_id == document.id).order_by(col(Component.seq))
    for one in opened.exec(wanted):
        told = f"The document lists {'it' if one.count is None else one.count} among what lies in the box."
        yield DiscoveryQuestion(
            document.file_name, f"component:{one.code}", one.name, "component", told, one.passage_id
        )


def _terms(opened: Session, document: Document) -> Iterator[DiscoveryQuestion]:
    wanted = select(GlossaryTerm, Concept).join(Concept, col(Concept.id) == GlossaryTerm.concept_id)
    sure = 100 * ReviewSettings().doubtful
    doubtful = wanted.where(GlossaryTerm.document_id == document.id, GlossaryTerm.score < sure)
    for term, concept in opened.exec(doubtful.order_by(col(GlossaryTerm.score), col(GlossaryTerm.id))):
        names = select(Name.text).where(Name.concept_id == concept.id, Name.document_id == document.id)
        name = opened.exec(names.order_by(col(Name.id))).first() or concept.code
        told = f"It is used {term.uses} times{f' ({term.evidence})' if term.evidence else ''}."
        yield DiscoveryQuestion(
            document.file_name, f"{concept.kind}:{concept.code}", name, "term of the game", told, term.passage_id
        )


def _passages(opened: Session, document: Document, pages: Mapping[int | None, int]) -> Sequence[PassageRead]:
    repairs: dict[int, list[RepairShape]] = {}
    wanted = select(Repair).join(Passage, col(Passage.id) == Repair.passage_id)
    for repair in opened.exec(wanted.where(Passage.document_id == document.id).order_by(col(Repair.position))):
        repairs.setdefault(repair.passage_id, []).append(_shape(RepairShape, repair))
    rows = opened.exec(select(Passage).where(Passage.document_id == document.id).order_by(col(Passage.seq)))
    return [
        PassageRead(_shape(PassageShape, p), pages[p.page_id], repairs=tuple(repairs.get(p.id or 0, ()))) for p in rows
    ]


def _mentions(opened: Session, document: Document) -> Sequence[MentionRead]:
    concepts = {
        c.id: ConceptKey(c.kind, c.code)
        for c in opened.exec(select(Concept).where(Concept.game_id == document.game_id))
    }
    rows = opened.exec(
        select(Mention, Passage.seq)
        .join(Passage, col(Passage.id) == Mention.passage_id)
        .where(Passage.document_id == document.id, col(Mention.runner_up_id).is_not(None))
        .order_by(col(Passage.seq), col(Mention.position))
    )
    return [
        MentionRead(_shape(MentionShape, m), seq, concepts[m.concept_id], concepts.get(m.runner_up_id))
        for m, seq in rows
    ]
