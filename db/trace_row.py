"""Walk back from a row that is called by its number or code: a claim, a fact, an effect, a passage, an example."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from sqlmodel import Session, col, select

from db.errors import DatabaseProblem, WrongUse
from db.trace import OWNERS, ClaimTrace, EffectTrace, Place, Trace, places_of, summaries_of, trace_subject
from schema.board import Delivery, Location
from schema.cards import Effect
from schema.claims import Claim, Fact
from schema.documents import Document, Page, Passage
from schema.games import Edition, Game
from schema.rules import Rule, RuleCode, Scenario

ROWS = ("claim", "fact", "effect", "passage", "scenario")
"""Kinds that are no subjects of their own."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """The picture of a page, and how large the page is in points."""

    image: str
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class RuleTrace:
    """A rule in our own words, with the code that obeys it and the tests that prove it."""

    game: str
    edition: str | None
    summary: str
    code: tuple[str, ...]
    tests: str


def is_row(subject: str) -> bool:
    """Whether a subject is a row and not something that documents speak of."""
    return subject.partition(":")[0] in ROWS and ":" in subject


def trace_row(session: Session, subject: str, game: str | None = None) -> Trace:
    """Everything about what a row speaks of, or a DatabaseProblem where there is no such row."""
    kind, _, name = subject.partition(":")
    if kind in ("claim", "fact"):
        return _trace_value(session, kind, name, game)
    if kind == "effect":
        return trace_effect(session, _number(kind, name))
    if kind == "scenario":
        return _trace_scenario(session, name, game)
    return Trace(subject, (), (), (), (), (), (_printed(session, _number(kind, name)),))


def trace_effect(session: Session, number: int) -> Trace:
    """The owner of an effect, with this effect alone."""
    effect = session.get(Effect, number)
    if effect is None:
        raise WrongUse(f"The database has no effect {number}. List them with `rulewright browse`.")
    subject, game = owner_of(session, effect)
    found = trace_subject(session, subject, game)
    same = [e for e in found.effects if (e.owner_kind, e.notation) == (effect.owner_kind, effect.notation)]
    return replace(found, effects=tuple(same[:1]))


def trace_rule(session: Session, subject: str, game: str | None = None, language: str = "en") -> list[RuleTrace]:
    """The rules of that code, in one game or in all, told in a language; none where the subject is no rule."""
    kind, _, code = subject.partition(":")
    if kind != "rule":
        return []
    wanted = (
        select(Rule, Game.code, Edition.code)
        .join(Game, col(Game.id) == Rule.game_id)
        .outerjoin(Edition, col(Edition.id) == Rule.edition_id)
        .where(Rule.code == code)
        .order_by(Game.code, col(Rule.id))
    )
    found = []
    for rule, own, edition in session.exec(wanted).all():
        if game in (None, own):
            obeyed = session.exec(select(RuleCode).where(RuleCode.rule_id == rule.id).order_by(col(RuleCode.id))).all()
            places = tuple(f"{entry.file}:{entry.line}" for entry in obeyed)
            told = summaries_of(session, [rule.id], language).get((rule.id, language), rule.summary)
            found.append(RuleTrace(own, edition, told, places, obeyed[0].test if obeyed else ""))
    return found


def owner_of(session: Session, effect: Effect) -> tuple[str, str]:
    """The subject that an effect belongs to, and its game."""
    game = session.exec(select(Game.code).where(Game.id == effect.game_id)).one()
    if effect.owner_kind == "delivery":
        code = session.exec(
            select(Location.code)
            .join(Delivery, col(Delivery.location_id) == Location.id)
            .where(Delivery.id == effect.owner_id)
        ).first()
        kind = "location"
    else:
        table, kind = OWNERS[effect.owner_kind], effect.owner_kind
        code = session.exec(select(table.code).where(table.id == effect.owner_id)).first()
    if code is None:
        raise DatabaseProblem(f"The effect {effect.id} belongs to a {effect.owner_kind} that is not there.")
    return f"{kind}:{code}", game


def all_places(found: Trace) -> list[Place]:
    """Every place that a trace leads to, once."""
    parts: Iterable[object] = (*found.texts, *found.claims, *found.effects)
    return list(dict.fromkeys(place for part in parts if (place := getattr(part, "place", None))))


def page_pictures(session: Session, places: Sequence[Place]) -> dict[tuple[str, int], PagePicture]:
    """The pictures of the pages that places stand on, by document and page."""
    wanted = {place.source for place in places}
    rows = session.exec(
        select(Document.source, Page)
        .join(Page, col(Page.document_id) == Document.id)
        .where(col(Document.source).in_(wanted), col(Page.image).is_not(None))
    ).all()
    return {
        (source, page.number): PagePicture(page.image, page.width, page.height) for source, page in rows if page.image
    }


def _trace_value(session: Session, kind: str, name: str, game: str | None) -> Trace:
    """The subject of a claim or fact, as far as the same attribute is concerned; the claim itself comes first."""
    number = _number(kind, name)
    row: Claim | Fact | None = session.get(Claim, number) if kind == "claim" else session.get(Fact, number)
    if row is None:
        raise WrongUse(f"The database has no {kind} {name}. List them with `rulewright browse`.")
    own = session.exec(select(Game.code).where(Game.id == row.game_id)).one()
    found = trace_subject(session, row.subject, game or own)
    passage = row.passage_id if isinstance(row, Claim) else None
    text = session.exec(select(Passage.text).where(Passage.id == passage)).first() if passage else None

    def is_other(claim: ClaimTrace) -> bool:
        here = claim.place.text if claim.place else None
        return (claim.value, here) != (row.value, text)

    return replace(
        found,
        claims=tuple(sorted((c for c in found.claims if c.attribute == row.attribute), key=is_other)),
        facts=tuple(f for f in found.facts if f.attribute == row.attribute),
        conflicts=tuple(c for c in found.conflicts if c.attribute == row.attribute),
        effects=(),
        texts=(),
    )


def _trace_scenario(session: Session, code: str, game: str | None) -> Trace:
    rows = session.exec(
        select(Scenario, Game.code).join(Game, col(Game.id) == Scenario.game_id).where(Scenario.code == code)
    ).all()
    kept = [(scenario, own) for scenario, own in rows if game in (None, own)]
    if not kept:
        raise WrongUse(f"The database has no worked example `{code}`.")
    editions = {e.id: e.code for e in session.exec(select(Edition)).all()}
    effects = []
    for scenario, own in kept:
        place = places_of(session, {scenario.passage_id}).get(scenario.passage_id)
        told = f"given {scenario.given}, do {scenario.actions}, expect {scenario.expect}"
        effects.append(EffectTrace(own, editions.get(scenario.edition_id), "scenario", told, "rulebook", "", place))
    return Trace(f"scenario:{code}", (), (), (), (), (), tuple(effects))


def _printed(session: Session, number: int) -> EffectTrace:
    place = places_of(session, {number}).get(number)
    if place is None:
        raise WrongUse(f"The database has no passage {number}.")
    return EffectTrace("", None, "passage", place.text, "rulebook", "", place)


def _number(kind: str, name: str) -> int:
    if not name.isdigit():
        raise WrongUse(f"A {kind} is called by the number of its row, as in `{kind}:17`, not by `{name}`.")
    return int(name)
