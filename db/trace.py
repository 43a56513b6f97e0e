"""Walk back from a subject to every passage, page and box its values came from, in every language."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from db.errors import WrongUse
from schema.board import Delivery, Location
from schema.boxes import Box
from schema.cards import Card, CardText, Deck, Effect
from schema.claims import Claim, Conflict, ConflictClaim, Fact
from schema.documents import Document, Page, Passage, PassageRegion
from schema.folding import fold
from schema.games import Concept, Edition, Game, Name
from schema.rules import Rule, RuleSummary, RuleText

_NEAREST = 5
_LEAST_LIKENESS = 60

OWNERS: dict[str, type[Card] | type[Location] | type[Rule]] = {
    "card": Card,
    "location": Location,
    "rule": Rule,
}


@dataclass(frozen=True, slots=True)
class Place:
    """Where something is printed."""

    document: str
    file_name: str
    page: int
    boxes: tuple[tuple[int, Box], ...]
    """Page number and rectangle of each part of the passage; none where the page has no layout."""
    section: str
    text: str
    doubtful: float = 0.0
    """Share of the passage's words that are doubtful."""
    source: str = ""
    """Full address of the document: several may have one file name."""


@dataclass(frozen=True, slots=True)
class ClaimTrace:
    """A value as somebody states it."""

    game: str
    edition: str | None
    attribute: str
    value: str
    language: str
    confidence: float
    origin: str
    context: str
    note: str
    place: Place | None
    standing: str
    corrects: str
    """The old value, where it is a correction."""


@dataclass(frozen=True, slots=True)
class FactTrace:
    """The value that was chosen, and why."""

    game: str
    edition: str | None
    attribute: str
    value: str
    origin: str
    reason: str
    is_provisional: bool


@dataclass(frozen=True, slots=True)
class ConflictTrace:
    """A disagreement with the claims that take part in it."""

    game: str
    edition: str | None
    attribute: str
    kind: str
    chosen_value: str
    reason: str
    claims: tuple[ClaimTrace, ...]


@dataclass(frozen=True, slots=True)
class EffectTrace:
    """What the subject does, in notation."""

    game: str
    edition: str | None
    owner_kind: str
    notation: str
    origin: str
    unclear: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class NameTrace:
    """What the subject is called."""

    game: str
    language: str
    text: str
    origin: str
    document: str | None


@dataclass(frozen=True, slots=True)
class TextTrace:
    """The printed words of a card, or a passage that states a rule."""

    game: str
    edition: str | None
    language: str
    title: str
    text: str
    origin: str
    place: Place | None


@dataclass(frozen=True, slots=True)
class Trace:
    """Everything the database knows of a subject, each part with its source."""

    subject: str
    names: tuple[NameTrace, ...]
    texts: tuple[TextTrace, ...]
    claims: tuple[ClaimTrace, ...]
    facts: tuple[FactTrace, ...]
    conflicts: tuple[ConflictTrace, ...]
    effects: tuple[EffectTrace, ...]


def summaries_of(session: Session, rules: Sequence[int | None], *languages: str) -> dict[tuple[int | None, str], str]:
    """Our sentences of rules by rule and language, in some languages or in all."""
    wanted = select(RuleSummary).where(col(RuleSummary.rule_id).in_(rules))
    if languages:
        wanted = wanted.where(col(RuleSummary.language).in_(languages))
    return {(told.rule_id, told.language): told.text for told in session.exec(wanted)}


def trace_subject(session: Session, subject: str, game: str | None = None) -> Trace:
    """Everything about ``subject`` (``kind:code``, a bare code, or a printed name), in one game or in all."""
    tracing = _Tracing(session, _games(session, game))
    found = _find_subject(session, tracing.games, subject)
    return Trace(
        subject=found,
        names=tuple(tracing.names(found)),
        texts=tuple(tracing.texts(found)),
        claims=tuple(tracing.claims(found)),
        facts=tuple(tracing.facts(found)),
        conflicts=tuple(tracing.conflicts(found)),
        effects=tuple(tracing.effects(found)),
    )


def _games(session: Session, game: str | None) -> dict[int | None, str]:
    games = {g.id: g.code for g in session.exec(select(Game).order_by(Game.code)).all()}
    if game is None:
        return games
    if game not in games.values():
        known = ", ".join(f"`{code}`" for code in games.values()) or "none yet"
        raise WrongUse(f"The database knows no game `{game}`. It knows {known}.")
    return {number: code for number, code in games.items() if code == game}


def _alike(asked: str, known: Iterable[str]) -> list[str]:
    from rapidfuzz import fuzz, process  # only who mistypes waits for it

    found = process.extract(
        asked, known, scorer=fuzz.WRatio, processor=fold, limit=_NEAREST, score_cutoff=_LEAST_LIKENESS
    )
    return [subject for subject, _, _ in found]


def _find_subject(session: Session, games: dict[int | None, str], asked: str) -> str:
    known = _known_subjects(session, games)
    if asked in known:
        return asked
    of_code = {subject for subject in known if subject.partition(":")[2] == asked}
    named = of_code or _subjects_named(session, games, asked)
    if len(named) == 1:
        return named.pop()
    near = sorted(named) or _alike(asked, known)
    hint = f"Did you mean {', '.join(f'`{s}`' for s in near)}?" if near else "Nothing in it is called alike."
    if named:
        raise WrongUse(f"`{asked}` can be several subjects. {hint}")
    raise WrongUse(f"The database knows no subject `{asked}`. {hint}")


def _known_subjects(session: Session, games: dict[int | None, str]) -> list[str]:
    """All subjects, most telling first: those with values, then whatever has a code."""
    found: dict[str, None] = {}
    for table in (Fact, Claim):
        column = table.subject
        rows = session.exec(select(column).where(col(table.game_id).in_(games)).distinct().order_by(column))
        found |= dict.fromkeys(rows.all())
    concepts = select(Concept.kind, Concept.code).where(col(Concept.game_id).in_(games))
    found |= dict.fromkeys(f"{kind}:{code}" for kind, code in session.exec(concepts).all())
    for kind, owner in {**OWNERS, "deck": Deck}.items():
        codes = session.exec(select(owner.code).where(col(owner.game_id).in_(games))).all()
        found |= dict.fromkeys(f"{kind}:{code}" for code in codes)
    return list(found)


def _subjects_named(session: Session, games: dict[int | None, str], asked: str) -> set[str]:
    rows = session.exec(
        select(Concept.kind, Concept.code, Name.text)
        .join(Name, col(Name.concept_id) == Concept.id)
        .where(col(Concept.game_id).in_(games))
    ).all()
    return {f"{kind}:{code}" for kind, code, text in rows if fold(text) == fold(asked)}


class _Tracing:
    """The questions asked of the tables, within some games."""

    def __init__(self, session: Session, games: dict[int | None, str]) -> None:
        self.session = session
        self.games = games
        self.editions = {e.id: e.code for e in session.exec(select(Edition)).all()}

    def names(self, subject: str) -> Iterable[NameTrace]:
        kind, _, code = subject.rpartition(":")
        wanted = (
            select(Name, Concept.game_id, Document.title)
            .join(Concept, col(Concept.id) == Name.concept_id)
            .outerjoin(Document, col(Document.id) == Name.document_id)
            .where(col(Concept.game_id).in_(self.games), Concept.code == code)
            .order_by(Name.language, Name.text, col(Document.title))
        )
        if kind:
            wanted = wanted.where(Concept.kind == kind)
        for name, game_id, document in self.session.exec(wanted).all():
            yield NameTrace(self.games[game_id], name.language, name.text, name.origin, document)

    def claims(self, subject: str) -> list[ClaimTrace]:
        rows = self.session.exec(
            select(Claim)
            .where(Claim.subject == subject, col(Claim.game_id).in_(self.games))
            .order_by(Claim.attribute, Claim.language, col(Claim.id))
        ).all()
        return self._claim_traces(rows)

    def facts(self, subject: str) -> Iterable[FactTrace]:
        rows = self.session.exec(
            select(Fact)
            .where(Fact.subject == subject, col(Fact.game_id).in_(self.games))
            .order_by(Fact.attribute, col(Fact.edition_id))
        ).all()
        for f in rows:
            yield FactTrace(*self._where(f), f.attribute, f.value, f.origin, f.reason, f.is_provisional)

    def conflicts(self, subject: str) -> Iterable[ConflictTrace]:
        rows = self.session.exec(
            select(Conflict)
            .where(Conflict.subject == subject, col(Conflict.game_id).in_(self.games))
            .order_by(Conflict.attribute, Conflict.kind, col(Conflict.edition_id))
        ).all()
        for c in rows:
            taking_part = self.session.exec(
                select(Claim)
                .join(ConflictClaim, col(ConflictClaim.claim_id) == Claim.id)
                .where(ConflictClaim.conflict_id == c.id)
                .order_by(Claim.language, col(Claim.id))
            ).all()
            claims = tuple(self._claim_traces(taking_part))
            yield ConflictTrace(*self._where(c), c.attribute, c.kind, c.chosen_value, c.reason, claims)

    def effects(self, subject: str) -> Iterable[EffectTrace]:
        """Effects of a card, a rule or a space, for a space also those of its deliveries."""
        kind, owners = self._owners(subject)
        owned = [(kind, number) for number in owners]
        if kind == "location":
            deliveries = select(Delivery.id).where(col(Delivery.location_id).in_(owners))
            owned += [("delivery", number) for number in self.session.exec(deliveries).all()]
        for owner_kind, number in owned:
            rows = self.session.exec(
                select(Effect)
                .where(Effect.owner_kind == owner_kind, Effect.owner_id == number)
                .order_by(col(Effect.edition_id), col(Effect.seq))
            ).all()
            places = places_of(self.session, {e.passage_id for e in rows})
            for e in rows:
                place = places.get(e.passage_id)
                yield EffectTrace(*self._where(e), e.owner_kind, e.notation, e.origin, e.unclear, place)

    def texts(self, subject: str) -> Iterable[TextTrace]:
        kind, owners = self._owners(subject)
        if kind == "card":
            return self._card_texts(owners)
        return self._rule_texts(owners) if kind == "rule" else ()

    def _card_texts(self, owners: Sequence[int | None]) -> Iterable[TextTrace]:
        rows = self.session.exec(
            select(CardText, Card)
            .join(Card, col(Card.id) == CardText.card_id)
            .where(col(Card.id).in_(owners))
            .order_by(CardText.language, CardText.origin)
        ).all()
        places = places_of(self.session, {text.passage_id for text, _ in rows})
        for text, card in rows:
            place = places.get(text.passage_id)
            yield TextTrace(*self._where(card), text.language, text.title, text.body, text.origin, place)

    def _rule_texts(self, owners: Sequence[int | None]) -> Iterable[TextTrace]:
        rows = self.session.exec(
            select(RuleText, Rule)
            .join(Rule, col(Rule.id) == RuleText.rule_id)
            .where(col(Rule.id).in_(owners))
            .order_by(RuleText.language, col(RuleText.score).desc())
        ).all()
        places = places_of(self.session, {text.passage_id for text, _ in rows})
        told = summaries_of(self.session, owners)
        for text, rule in rows:
            place = places[text.passage_id]
            title = told.get((rule.id, text.language), rule.summary)
            yield TextTrace(*self._where(rule), text.language, title, place.text, "rulebook", place)

    def _owners(self, subject: str) -> tuple[str, Sequence[int | None]]:
        kind, _, code = subject.partition(":")
        table = OWNERS.get(kind)
        if table is None:
            return kind, []
        wanted = select(table.id).where(table.code == code, col(table.game_id).in_(self.games))
        return kind, self.session.exec(wanted.order_by(col(table.id))).all()

    def _claim_traces(self, claims: Sequence[Claim]) -> list[ClaimTrace]:
        places = places_of(self.session, {c.passage_id for c in claims})
        return [
            ClaimTrace(
                *self._where(c),
                c.attribute,
                c.value,
                c.language,
                c.confidence,
                c.origin,
                c.context,
                c.note,
                places.get(c.passage_id),
                c.standing,
                c.corrects,
            )
            for c in claims
        ]

    def _where(self, row: Claim | Fact | Conflict | Effect | Card | Rule) -> tuple[str, str | None]:
        return self.games[row.game_id], self.editions.get(row.edition_id)


def places_of(session: Session, passages: set[int | None]) -> dict[int | None, Place]:
    """Where passages are printed, by their numbers."""
    rows = session.exec(
        select(Passage, Page.number, Document)
        .join(Page, col(Page.id) == Passage.page_id)
        .join(Document, col(Document.id) == Passage.document_id)
        .where(col(Passage.id).in_(passages))
    ).all()
    boxes: dict[int | None, list[tuple[int, Box]]] = {}
    regions = session.exec(
        select(PassageRegion, Page.number)
        .join(Page, col(Page.id) == PassageRegion.page_id)
        .where(col(PassageRegion.passage_id).in_(passages))
        .order_by(col(PassageRegion.id))
    ).all()
    for r, number in regions:
        boxes.setdefault(r.passage_id, []).append((number, Box(r.x0, r.y0, r.x1, r.y1)))
    return {
        p.id: Place(d.title, d.file_name, number, tuple(boxes.get(p.id, ())), p.section, p.text, p.doubtful, d.source)
        for p, number, d in rows
    }
