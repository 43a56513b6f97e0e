"""A ruleset as the documents of one language tell it: effects read from their words, numbers from their claims."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlmodel import Session, col, select

from rules_engine.checks.evidence import Evidence
from rules_engine.compile import compile_line
from rules_engine.playable import Playable, find_playable
from rules_engine.rows import Rows
from rules_engine.ruleset import Ruleset
from rules_engine.trial import changed
from schema.claims import Claim
from schema.documents import Document
from schema.games import Concept, Name, Phrase
from schema.notation import Line, NotationError
from schema.phrasebook import Phrasebook, Unspeakable
from schema.reading import ConceptKey

EFFECT = "effect."
"""Attribute of the claims that say what the words printed on a card do, with the number of the line from 1."""
WEIGHT = {"board": 0, "table": 0, "prose": 1, "example": 2}
"""A number on the board or in a table is read before one in prose, and that before one in an example."""

Fact = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Spoken:
    """What the documents of one language say."""

    language: str
    lines: Mapping[int, Line | None]
    """Effects by row; none where what the phrasebook says cannot be read back."""
    numbers: Mapping[Fact, str]
    printed: int
    """How many lines were read from print."""


def read_spoken(evidence: Evidence) -> list[Spoken]:
    """What each language of the edition's documents says of what is played."""
    rows, session = evidence.rows, evidence.session
    of_edition = (Document.game_id == rows.game.id, col(Document.edition_id) == rows.edition_id)
    languages = session.exec(select(Document.language).where(*of_edition).distinct().order_by(Document.language)).all()
    spoken = []
    for language in languages:
        book = _phrasebook(session, rows, language, evidence.ruleset)
        claims = _claims(session, rows, language)
        if book is not None:
            spoken.append(_spoken(evidence, language, book, claims))
    return spoken


def effect_facts(evidence: Evidence) -> set[Fact]:
    """Numbers that play uses, and those of spaces and deliveries that effects are built from."""
    ruleset = evidence.ruleset
    evidence.begin()  # play asks for its numbers when it begins
    wanted = set(ruleset.used) | {spot.fact for space in ruleset.spaces.values() for spot in space.spots}
    for subject, attribute in ruleset.facts:
        kind, _, code = subject.partition(":")
        if kind == "location" and ruleset.effects_of(kind, code, attribute.partition(".")[0]):
            wanted.add((subject, attribute))
    return {fact for fact in wanted if fact in ruleset.facts and ruleset.facts[fact].value.lstrip("+-").isdigit()}


def in_language(ruleset: Ruleset, spoken: Spoken) -> Ruleset:
    """The ruleset by what a language says, or CannotExecute where that is nothing to be played."""
    forms = (find_playable(ruleset.game) or Playable()).forms
    effects, facts = dict(ruleset.effects), dict(ruleset.facts)
    lines = {row: line for row, line in spoken.lines.items() if line is not None}
    for fact, value in spoken.numbers.items():
        if value != facts[fact].value:
            lines |= _with_number(ruleset, fact, value)
            facts[fact] = replace(facts[fact], value=value)
    for row, line in lines.items():
        if line != effects[row].line:
            effects[row] = replace(effects[row], line=line, compiled=compile_line(line, forms), obstacle=None)
    return changed(ruleset, effects=effects, facts=facts)


def _with_number(ruleset: Ruleset, fact: Fact, value: str) -> dict[int, Line]:
    """The lines of spaces and deliveries that were built from a fact, with another number in them."""
    subject, attribute = fact
    kind, _, code = subject.partition(":")
    played, lines = ruleset.facts[fact].value, dict[int, Line]()
    if kind == "location":
        trigger, _, track = attribute.partition(".")
        built = ruleset.effects_of(kind, code, trigger)
    else:
        rows = [spot.row for space in ruleset.spaces.values() for spot in space.spots if spot.fact == fact]
        built, track = [effect for row in rows for effect in ruleset.effects_of("delivery", str(row))], ""
    for effect in built:
        trigger, _, rest = str(effect.line).partition(": ")
        steps = [
            [value if word == played and (not track or track in step) else word for word in step]
            for step in (step.split(" ") for step in rest.split("; "))
        ]
        line = _parsed(ruleset, f"{trigger}: {'; '.join(' '.join(step) for step in steps)}")
        if line is not None:
            lines[effect.row] = line
    return lines


def _spoken(evidence: Evidence, language: str, book: Phrasebook, claims: Mapping[Fact, list[Claim]]) -> Spoken:
    ruleset, lines, printed = evidence.ruleset, dict[int, Line | None](), 0
    places: Counter[tuple[str, str]] = Counter()
    # The facts of a card may stand under a subject of another kind, such as a character's.
    printed_lines = {(s.rpartition(":")[2], a): stated for (s, a), stated in claims.items() if a.startswith(EFFECT)}
    for row, effect in ruleset.effects.items():
        places[effect.owner] += 1
        kind, code = effect.owner
        on_card = printed_lines.get((code, f"{EFFECT}{places[effect.owner]}")) if kind == "card" else None
        if on_card:
            printed += 1
            lines[row] = _parsed(ruleset, _value(on_card, str(effect.line)))
        else:
            try:
                lines[row] = book.read(book.render(effect.line))
            except Unspeakable:
                continue
    facts = {fact: claims[fact] for fact in effect_facts(evidence) if fact in claims}
    numbers = {fact: _value(stated, ruleset.facts[fact].value) for fact, stated in facts.items()}
    return Spoken(language, lines, numbers, printed)


def _value(claims: list[Claim], played: str) -> str:
    """What a language states: what weighs most and is said most often; the value in play where others are as good."""
    counts = Counter(claim.value for claim in claims)
    weights = {v: min(WEIGHT[claim.context] for claim in claims if claim.value == v) for v in counts}
    best = min((weights[value], -count) for value, count in counts.items())
    leading = sorted(value for value, count in counts.items() if (weights[value], -count) == best)
    return played if played in leading else leading[0]


def _parsed(ruleset: Ruleset, notation: str) -> Line | None:
    try:
        return ruleset.vocabulary.parse(notation)
    except NotationError:
        return None


def _claims(session: Session, rows: Rows, language: str) -> dict[Fact, list[Claim]]:
    by_fact: dict[Fact, list[Claim]] = {}
    wanted = (Claim.game_id == rows.game.id, Claim.language == language, Claim.origin == "rulebook")
    for claim in session.exec(select(Claim).where(*wanted).order_by(col(Claim.id))):
        if rows.holds(claim):
            by_fact.setdefault((claim.subject, claim.attribute), []).append(claim)
    return by_fact


def _phrasebook(session: Session, rows: Rows, language: str, ruleset: Ruleset) -> Phrasebook | None:
    entries: dict[str, list[str]] = {}
    of_language = (Phrase.game_id == rows.game.id, Phrase.language == language)
    for phrase in session.exec(select(Phrase).where(*of_language).order_by(col(Phrase.seq))):
        entries.setdefault(phrase.notation, []).append(phrase.wording)
    names: dict[ConceptKey, list[str]] = {}
    found = session.exec(
        select(Concept.kind, Concept.code, Name.text)
        .join(Name, col(Name.concept_id) == Concept.id)
        .where(Concept.game_id == rows.game.id, Name.language == language, col(Name.document_id).is_(None))
        .order_by(col(Name.id))
    ).all()
    for kind, code, text in found:
        names.setdefault(ConceptKey(kind, code), []).append(text)
    return Phrasebook(language, entries, ruleset.vocabulary, names) if entries else None
