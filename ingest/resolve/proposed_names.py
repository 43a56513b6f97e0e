"""The unknown names of a game's documents that seem to name a concept: found from rows, and marked for a person."""

from collections.abc import Iterator

from sqlmodel import Session, col, delete, select

from ingest.resolve.names_in_series import SeriesSettings, as_line, propose_in_series
from ingest.resolve.unknown_names import Entry, Listing, NameSettings, Proposal, propose_names
from schema.base import row
from schema.claims import Claim, Finding, FindingShape, Mention
from schema.decisions import Decision
from schema.discovered import Component
from schema.documents import ADDED, Document, Passage
from schema.games import Concept, Game, Name
from schema.reading import ConceptKey
from schema.row_kinds import PROPOSED_NAME

COUNTS = ("count", "size")
"""Attributes that say how many of a thing the box holds."""

Concepts = dict[int | None, ConceptKey]


def mark_proposed_names(session: Session, game: Game) -> None:
    """Mark anew where a document of a taught game seems to have a name that no pack knows."""
    marked = delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind) == PROPOSED_NAME)
    session.exec(marked)
    for document, proposal in proposed_names(session, game):
        name, concept = proposal.entry.name, proposal.concept
        message = (
            f"“{name}” is a name that no pack knows; it seems to name {concept}, for {' and '.join(proposal.evidence)} "
            f"fit. Say yes or no: rulewright review {document.file_name}."
        )
        shape = FindingShape(kind=PROPOSED_NAME, severity="note", message=message, suggestion=str(concept))
        passage = proposal.entry.passage
        session.add(row(Finding, shape, game_id=game.id, document_id=document.id, passage_id=passage))
    session.flush()


def proposed_names(
    session: Session,
    game: Game,
    only: Document | None = None,
    settings: NameSettings = NameSettings(),
    series: SeriesSettings = SeriesSettings(),
) -> Iterator[tuple[Document, Proposal]]:
    """What documents of a taught game, or one of them, seem to have as names, and nobody was asked of."""
    documents = session.exec(select(Document).where(Document.game_id == game.id).order_by(col(Document.id))).all()
    listed = select(Concept).where(Concept.game_id == game.id)
    concepts: Concepts = {c.id: ConceptKey(c.kind, c.code) for c in session.exec(listed)}
    listings = {document.id: _listing(session, document, concepts) for document in documents}
    for document in documents if only is None else [only]:
        own, names = listings[document.id], _names(session, document.language, concepts)
        others = [listing for of, listing in listings.items() if of != document.id]
        is_open = any(entry.concept is None for entry in own.entries)
        found = propose_names(own, others, names, settings) if is_open else []
        lines = [as_line(*line) for line in _lines(session, document, concepts)]
        told = {proposal.concept for proposal in found}
        found += [p for p in propose_in_series(lines, own.spoken, names, series) if p.concept not in told]
        decided = _decided(session, game, document)
        yield from ((document, proposal) for proposal in found if proposal.entry.name not in decided)


def _decided(session: Session, game: Game, document: Document) -> set[str]:
    asked = select(Decision.subject).where(Decision.kind == "name", Decision.game == game.code, Decision.value != "")
    return set(session.exec(asked.where(Decision.attribute == document.language)))


def _listing(session: Session, document: Document, concepts: Concepts) -> Listing:
    """The components list of a document, each entry with what the one claim of its passage and number is about."""
    stated = select(Claim.passage_id, Claim.value, Claim.subject).where(Claim.document_id == document.id)
    subjects: dict[tuple[int | None, str], set[str]] = {}
    for passage, value, subject in session.exec(stated.where(col(Claim.attribute).in_(COUNTS))):
        subjects.setdefault((passage, value), set()).add(subject)
    by_name = {str(concept): concept for concept in concepts.values()}
    entries = []
    for one in session.exec(select(Component).where(Component.document_id == document.id).order_by(col(Component.seq))):
        told = [by_name[s] for s in subjects.get((one.passage_id, str(one.count)), ()) if s in by_name]
        entries.append(Entry(one.name, one.count, told[0] if len(told) == 1 else None, one.passage_id))
    mentioned = select(Mention.concept_id).join(Passage, col(Passage.id) == Mention.passage_id)
    spoken = {concepts[c] for c in session.exec(mentioned.where(Passage.document_id == document.id).distinct())}
    return Listing(entries, frozenset(spoken | {entry.concept for entry in entries if entry.concept}))


def _names(session: Session, language: str, concepts: Concepts) -> dict[ConceptKey, list[str]]:
    """The names of the pack in a language."""
    listed = select(Name.concept_id, Name.text).where(Name.language == language, col(Name.document_id).is_(None))
    names: dict[ConceptKey, list[str]] = {}
    for concept, text in session.exec(listed.where(col(Name.concept_id).in_(list(concepts)))):
        names.setdefault(concepts[concept], []).append(text)
    return names


def _lines(
    session: Session, document: Document, concepts: Concepts
) -> Iterator[tuple[int, str, list[tuple[int, str, ConceptKey]]]]:
    """The passages of a document with what each names."""
    printed = select(Passage.id, Passage.text).where(
        Passage.document_id == document.id, col(Passage.kind).not_in(ADDED), Passage.language == document.language
    )
    mentioned = (
        select(Mention.passage_id, Mention.position, Mention.surface, Mention.concept_id)
        .join(Passage, col(Passage.id) == Mention.passage_id)
        .where(Passage.document_id == document.id)
    )
    named: dict[int, list[tuple[int, str, ConceptKey]]] = {}
    for passage, position, surface, concept in session.exec(mentioned):
        named.setdefault(passage, []).append((position, surface, concepts[concept]))
    for number, text in session.exec(printed.order_by(col(Passage.seq))):
        yield number or 0, text, named.get(number or 0, [])
