"""Asks whether an unknown name in a components list is that of a concept which the lists of other documents hold."""

from collections.abc import Iterator

from sqlmodel import Session, col, select

from ingest.resolve.unknown_names import Entry, Listing, NameSettings, Proposal, propose_names
from ingest.review import NEIGHBOURS, Doubt
from rulewright.open_questions import WordQuestion
from schema.claims import Claim, Mention
from schema.decisions import Decision
from schema.discovered import Component
from schema.documents import Document, Page, Passage
from schema.games import Concept, Game, Name
from schema.reading import ConceptKey

COUNTS = ("count", "size")
"""Attributes that say how many of a thing the box holds."""
SURE_OF_NAMES = 0.5
"""How sure a proposal is: enough to ask, too little to claim anything."""


def name_questions(
    opened: Session, document: Document, settings: NameSettings = NameSettings()
) -> Iterator[WordQuestion]:
    """The names that a document of a taught game seems to have for concepts, and nobody was asked of."""
    game = opened.get_one(Game, document.game_id)
    if not game.fingerprint:
        return
    concepts = {
        c.id: ConceptKey(c.kind, c.code) for c in opened.exec(select(Concept).where(Concept.game_id == game.id))
    }
    own = _listing(opened, document, concepts)
    if not any(entry.concept is None for entry in own.entries):
        return
    documents = opened.exec(select(Document).where(Document.game_id == game.id, Document.id != document.id))
    others = [_listing(opened, other, concepts) for other in documents.all()]
    asked = select(Decision.subject).where(Decision.kind == "name", Decision.game == game.code, Decision.value != "")
    decided = set(opened.exec(asked.where(Decision.attribute == document.language)))
    for proposal in propose_names(own, others, _names(opened, document.language, concepts), settings):
        if proposal.entry.name not in decided:
            yield WordQuestion(document.file_name, _doubt(opened, document, game, proposal))


def _listing(opened: Session, document: Document, concepts: dict[int | None, ConceptKey]) -> Listing:
    """The components list of a document, each entry with what the one claim of its passage and number is about."""
    stated = select(Claim.passage_id, Claim.value, Claim.subject).where(Claim.document_id == document.id)
    subjects: dict[tuple[int | None, str], set[str]] = {}
    for passage, value, subject in opened.exec(stated.where(col(Claim.attribute).in_(COUNTS))):
        subjects.setdefault((passage, value), set()).add(subject)
    by_name = {str(concept): concept for concept in concepts.values()}
    entries = []
    for one in opened.exec(select(Component).where(Component.document_id == document.id).order_by(col(Component.seq))):
        told = [by_name[s] for s in subjects.get((one.passage_id, str(one.count)), ()) if s in by_name]
        entries.append(Entry(one.name, one.count, told[0] if len(told) == 1 else None, one.passage_id))
    mentioned = select(Mention.concept_id).join(Passage, col(Passage.id) == Mention.passage_id)
    spoken = {concepts[c] for c in opened.exec(mentioned.where(Passage.document_id == document.id).distinct())}
    return Listing(entries, frozenset(spoken | {entry.concept for entry in entries if entry.concept}))


def _names(opened: Session, language: str, concepts: dict[int | None, ConceptKey]) -> dict[ConceptKey, list[str]]:
    """The names of the pack in a language."""
    listed = select(Name.concept_id, Name.text).where(Name.language == language, col(Name.document_id).is_(None))
    names: dict[ConceptKey, list[str]] = {}
    for concept, text in opened.exec(listed.where(col(Name.concept_id).in_(list(concepts)))):
        names.setdefault(concepts[concept], []).append(text)
    return names


def _doubt(opened: Session, document: Document, game: Game, proposal: Proposal) -> Doubt:
    passage = opened.get_one(Passage, proposal.entry.passage)
    page = opened.get_one(Page, passage.page_id)
    left, _, right = passage.text.partition(proposal.entry.name)
    return Doubt(
        kind="name",
        passage=passage.seq,
        page=page.number,
        image=page.image,
        left=" ".join(left.split()[-NEIGHBOURS:]),
        before=proposal.entry.name,
        right=" ".join(right.split()[:NEIGHBOURS]),
        proposed=str(proposal.concept),
        runner_up=None,
        reason=f"an unknown name; {' and '.join(proposal.evidence)} fit",
        confidence=SURE_OF_NAMES,
        game=game.code,
        language=document.language,
    )
