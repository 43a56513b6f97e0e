"""Turn what a document tells of its game without a pack into rows, and keep those rows in order."""

from collections.abc import Mapping, Sequence

from sqlmodel import Session, col, delete, select, update

from schema.base import DISCOVERED, row
from schema.claims import Mention
from schema.discovered import CardOrPlace, Component, GlossaryTerm, Outline
from schema.documents import Document, Passage
from schema.games import Concept, Name
from schema.reading import ConceptKey, OutlineRead, Reading
from schema.rules import Rule, RuleShape


def add_concepts(session: Session, reading: Reading, document: Document) -> None:
    """Make the concepts of the terms that this document is the first to use."""
    known = _concepts(session, document.game_id)
    new = {read.concept for read in reading.discovered.terms} - known.keys()
    for concept in sorted(new, key=str):
        shape = {"kind": concept.kind, "code": concept.code, "origin": DISCOVERED}
        session.add(row(Concept, shape, game_id=document.game_id))
    session.flush()


def add_discoveries(session: Session, reading: Reading, document: Document, passages: Mapping[int, int]) -> None:
    """Components, terms, the outline and candidates; ``passages`` gives the row of each passage by its seq."""
    found = reading.discovered
    of_document = {"game_id": document.game_id, "document_id": document.id}
    for thing in found.components:
        session.add(row(Component, thing.component, **of_document, passage_id=passages[thing.passage]))
    for one in found.candidates:
        session.add(row(CardOrPlace, one.candidate, **of_document, passage_id=passages[one.passage]))
    concepts = _concepts(session, document.game_id) if found.terms else {}
    for read in found.terms:
        passage_id = None if read.passage is None else passages[read.passage]
        keys = {"concept_id": concepts[read.concept].id, "document_id": document.id, "passage_id": passage_id}
        session.add(row(GlossaryTerm, read.term, **keys))
    session.flush()
    _add_outline(session, found.outline, document, passages)


def _add_outline(
    session: Session, outline: tuple[OutlineRead, ...], document: Document, passages: Mapping[int, int]
) -> None:
    """A part is stored before those that belong to it."""
    ids: dict[int | None, int | None] = {None: None}
    for level in sorted({part.outline.level for part in outline}):
        rows = {
            part.outline.seq: row(
                Outline,
                part.outline,
                game_id=document.game_id,
                document_id=document.id,
                passage_id=passages[part.passage],
                parent_id=ids[part.parent],
            )
            for part in outline
            if part.outline.level == level
        }
        session.add_all(rows.values())
        session.flush()
        ids |= {seq: made.id for seq, made in rows.items()}


def rules_told(session: Session, document: Document) -> list[RuleShape]:
    """The rules that documents alone tell of the game of this one, which goes with its last document."""
    wanted = (Rule.game_id == document.game_id, Rule.origin == DISCOVERED)
    rules = session.exec(select(Rule).where(*wanted).order_by(col(Rule.seq))).all()
    return [RuleShape(**rule.model_dump(include=set(RuleShape.model_fields))) for rule in rules]


def keep_rules(session: Session, reading: Reading, document: Document, known: Sequence[RuleShape]) -> None:
    """Put back the rules of a game that was made anew, so that what is said again keeps its code."""
    there = set(session.exec(select(Rule.code).where(Rule.game_id == document.game_id)))
    if reading.game_name and not there:
        session.add_all(row(Rule, rule, game_id=document.game_id) for rule in known)
        session.flush()


def drop_unnamed(session: Session) -> None:
    """Forget the discovered concepts that no document names any more."""
    named = select(Name.concept_id)
    session.exec(delete(Concept).where(col(Concept.origin) == DISCOVERED, col(Concept.id).not_in(named)))


def move_terms(session: Session, document: Document, game_id: int) -> None:
    """Tie a document's terms to the concepts of the game it was put to."""
    used = select(Concept).join(GlossaryTerm).where(GlossaryTerm.document_id == document.id)
    there = _concepts(session, game_id)
    for concept in session.exec(used).all():
        target = there.get(ConceptKey(concept.kind, concept.code))
        if target is None:
            shape = {"kind": concept.kind, "code": concept.code, "origin": DISCOVERED}
            target = row(Concept, shape, game_id=game_id)
            session.add(target)
            session.flush()
        passages = select(Passage.id).where(Passage.document_id == document.id)
        of_document = (
            (GlossaryTerm, col(GlossaryTerm.document_id) == document.id),
            (Name, col(Name.document_id) == document.id),
            (Mention, col(Mention.passage_id).in_(passages)),
        )
        for table, wanted in of_document:
            its = col(table.concept_id) == concept.id
            session.exec(update(table).where(wanted, its).values(concept_id=target.id))
    drop_unnamed(session)


def _concepts(session: Session, game_id: int) -> dict[ConceptKey, Concept]:
    stored = session.exec(select(Concept).where(Concept.game_id == game_id)).all()
    return {ConceptKey(concept.kind, concept.code): concept for concept in stored}
