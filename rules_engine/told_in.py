"""A ruleset as the documents of one language tell it: effects read from their words, numbers from their claims."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, replace

from sqlmodel import Session, col, select

from rules_engine.checks.evidence import Evidence
from rules_engine.rows import Rows
from rules_engine.ruleset import Ruleset
from schema.claims import Claim
from schema.documents import Document
from schema.games import Concept, Name, Phrase
from schema.notation import Line, NotationError
from schema.phrasebook import Phrasebook, Unspeakable
from schema.reading import ConceptKey
from schema.slots import WHOLE, FactKey

WEIGHT = {"board": 0, "table": 0, "prose": 1, "example": 2}
"""A number on the board or in a table is read before one in prose, and that before one in an example."""


@dataclass(frozen=True, slots=True)
class Spoken:
    """What the documents of one language say."""

    language: str
    lines: Mapping[int, Line | None]
    """Effects by row; none where what the phrasebook says cannot be read back."""
    numbers: Mapping[FactKey, str]
    printed: Mapping[FactKey, str]
    """The lines that were read from print."""


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


def in_language(ruleset: Ruleset, spoken: Spoken) -> Ruleset:
    """The ruleset by what a language says, or a RulesetError where that is nothing to be played."""
    effects = dict(ruleset.effects)
    for row, line in spoken.lines.items():
        if line is not None and line != effects[row].line:
            effects[row] = ruleset.compile(replace(effects[row], line=line))
    return replace(ruleset, effects=effects).with_facts({**spoken.numbers, **spoken.printed})


def _spoken(evidence: Evidence, language: str, book: Phrasebook, claims: Mapping[FactKey, list[Claim]]) -> Spoken:
    """Printed lines as they are printed, the others as the phrasebook says them."""
    ruleset, lines, printed = evidence.ruleset, dict[int, Line | None](), dict[FactKey, str]()
    for row, effect in ruleset.effects.items():
        fact = effect.slots.get(WHOLE)
        if fact and fact in claims:
            printed[fact] = _value(claims[fact], str(effect.line))
            lines[row] = _parsed(ruleset, printed[fact])
        else:
            try:
                lines[row] = book.read(book.render(effect.line))
            except Unspeakable:
                continue
    facts = {fact: claims[fact] for fact in evidence.numbers() if fact in claims}
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


def _claims(session: Session, rows: Rows, language: str) -> dict[FactKey, list[Claim]]:
    by_fact: dict[FactKey, list[Claim]] = {}
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
