"""What is marked in documents of a game without a pack: gaps in lists, more than the box holds, words undefined."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, delete, select

from ingest.resolve.checks.copy import Marked
from ingest.resolve.checks.disagreements import CONFLICT, find_conflicts
from schema.base import row
from schema.claims import Finding, FindingShape
from schema.discovered import Component, GlossaryTerm, Outline
from schema.documents import Document, Passage
from schema.folding import fold
from schema.games import Concept, Game, Name

NUMBERING, BEYOND_BOX, UNDEFINED = "list-numbering", "more-than-box", "undefined-terms"
UNTAUGHT = (NUMBERING, BEYOND_BOX, UNDEFINED, CONFLICT)


@dataclass(frozen=True, slots=True)
class UntaughtSettings:
    """When something is worth a look; chosen by eye."""

    least_list: int = 3
    """Lists with fewer numbers have no gaps."""
    least_uses: int = 8
    """Terms that are used less often need no definition."""
    shown_terms: int = 10
    """So many undefined terms a finding names; of the others it tells the number."""
    least_share: float = 0.2
    """Where fewer of the terms are defined, the document defines none, and none is missing."""


def lint_untaught(session: Session, game: Game, settings: UntaughtSettings = UntaughtSettings()) -> None:
    """Throw away what was marked in the game's documents and mark it anew."""
    session.exec(delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind).in_(UNTAUGHT)))
    marked = list(find_conflicts(session, game))
    for document in session.exec(select(Document).where(Document.game_id == game.id)).all():
        marked += _gaps(session, document, settings)
        marked += _beyond_box(session, document)
        marked += _undefined(session, document, settings)
    for one in marked:
        shape = FindingShape(kind=one.kind, severity=one.severity, message=one.message, suggestion=one.suggestion)
        session.add(row(Finding, shape, game_id=game.id, document_id=one.document.id, passage_id=one.passage_id))
    session.flush()


def _gaps(session: Session, document: Document, settings: UntaughtSettings) -> Iterator[Marked]:
    """Ordered lists that leave out a number."""
    lists: dict[int | None, list[Outline]] = defaultdict(list)
    for part in session.exec(select(Outline).where(Outline.document_id == document.id).order_by(col(Outline.seq))):
        if part.number.isdecimal():
            lists[part.parent_id].append(part)
    for parts in lists.values():
        numbers = [int(part.number) for part in parts]
        is_run = len(numbers) >= settings.least_list and numbers == sorted(set(numbers))
        missing = sorted(set(range(numbers[0], numbers[-1] + 1)) - set(numbers)) if is_run else []
        if len(missing) == 1:
            after = next(part for part in parts if int(part.number) > missing[0])
            message = f"Between “{parts[0].title}” and “{parts[-1].title}” there is no number {missing[0]}."
            yield Marked(NUMBERING, "warning", message, document, after.passage_id)


def _beyond_box(session: Session, document: Document) -> Iterator[Marked]:
    """Passages that take more of a component than there are."""
    of_box = select(Component).where(Component.document_id == document.id, Component.per == "box")
    things = [thing for thing in session.exec(of_box) if thing.count and len(fold(thing.name).split()) > 1]
    if not things:
        return
    rows = session.exec(select(Passage).where(Passage.document_id == document.id).order_by(col(Passage.seq)))
    numbered = [(passage.id, folded) for passage in rows if re.search(r"\d", folded := fold(passage.text))]
    for thing in things:
        asked = re.compile(rf"(?<![\w.,+\-–−/])(\d{{1,4}})\s+{re.escape(fold(thing.name))}(?!\w)")
        for number, text in numbered:
            taken = max((int(n) for n in asked.findall(text)), default=0)
            if taken > (thing.count or 0) and number != thing.passage_id:
                message = f"{taken} of “{thing.name}” are spoken of, and the list of components has {thing.count}."
                yield Marked(BEYOND_BOX, "warning", message, document, number)


def _undefined(session: Session, document: Document, settings: UntaughtSettings) -> Iterator[Marked]:
    """Terms that print sets apart and that no passage defines, in a document that defines others."""
    terms: Sequence[GlossaryTerm] = session.exec(
        select(GlossaryTerm)
        .where(GlossaryTerm.document_id == document.id, GlossaryTerm.uses >= settings.least_uses)
        .order_by(col(GlossaryTerm.uses).desc(), col(GlossaryTerm.id))
    ).all()
    defined = [term for term in terms if term.passage_id is not None]
    bare = [term for term in terms if term.passage_id is None and {"bold", "capital", "quoted"} & _marks(term)]
    if not bare or len(defined) < settings.least_share * len(terms):
        return
    names = [_name(session, term) for term in bare[: settings.shown_terms]]
    listed = ", ".join(f"“{name}”" for name in names) + (" …" if len(bare) > len(names) else "")
    message = f"{len(bare)} terms are set apart in print and defined nowhere: {listed}."
    yield Marked(UNDEFINED, "note", message, document)


def _marks(term: GlossaryTerm) -> set[str]:
    return set(term.evidence.split(", "))


def _name(session: Session, term: GlossaryTerm) -> str:
    found = session.exec(
        select(Name.text)
        .where(Name.concept_id == term.concept_id, Name.document_id == term.document_id)
        .order_by(col(Name.id))
    ).first()
    return found or session.get_one(Concept, term.concept_id).code
