"""The desk of a review in the browser: what is asked, where it stands on its page, what was decided or undone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from db.decide import decisions, shape_of
from db.open import session
from ingest.deciding.review import now
from rulewright.beside import PAGES, beside
from rulewright.deciding import decide
from rulewright.notes import UnclearSubject, read_note
from rulewright.open_questions import CardQuestion, DiscoveryQuestion, FactQuestion, Question, WordQuestion
from rulewright.review_pages import SHORT, PageSheet, corrected, picture_of, sheet_of
from rulewright.settling import Settled, settle
from schema.cards import ICON, PrintedPart
from schema.claims import Claim
from schema.decisions import OF_READING, DecisionShape
from schema.documents import Document, Page, Passage, PassageRegion
from schema.games import Game

MOST_PLACES = 6
"""Passages that are shown for one question."""
IN_REVIEW = "decided in review"
"""The reason where nobody gave one."""


@dataclass(frozen=True, slots=True)
class Place:
    """A passage that a question is about, and its boxes on the picture of its page."""

    document: str
    """Beginning of its checksum."""
    file_name: str
    page: int
    text: str
    language: str
    width: float
    height: float
    picture: Path | None
    boxes: tuple[tuple[float, float, float, float], ...]


@dataclass
class Desk:
    """Questions one after the other; each answer is kept at once."""

    engine: Engine
    db: str
    questions: Sequence[Question]
    made: dict[int, DecisionShape] = field(default_factory=dict)
    """What was decided here, by the number of its question."""
    order: list[int | DecisionShape] = field(default_factory=list)
    """What was decided, the last at the end: questions by their numbers, and words that were corrected on pages."""
    waiting: list[DecisionShape] = field(default_factory=list)
    """Decided words whose documents were not read again yet."""
    told: Settled | None = None
    """What came of the last decision."""

    def answer(self, number: int, value: str, reason: str) -> None:
        """Decide a question; a fact takes effect at once, words when `apply` is called."""
        made = self.questions[number].decided(value, reason or IN_REVIEW)
        self._keep(made)
        self.made[number] = made
        self.order = [*(other for other in self.order if other != number), number]

    def correct(self, passage: int, start: int, value: str) -> bool:
        """Decide how a word of a page reads; tells whether there is such a word."""
        with session(self.engine, read_only=True) as opened:
            made = corrected(opened, passage, start, value)
        if made is not None:
            self._keep(made)
            self.order.append(made)
        return made is not None

    def note(self, game: str | None, subject: str, words: str) -> str:
        """Keep a note, or take it back where it has no words; returns what is wrong with it, if anything is."""
        with session(self.engine, read_only=True) as opened:
            try:
                made = read_note(opened, f"{subject} {words}", game or None)
            except UnclearSubject as error:
                return str(error)
        self._keep(made)
        self.told = None
        return ""

    def notes(self) -> list[DecisionShape]:
        """The notes that are kept, the latest first."""
        with session(self.engine, read_only=True) as opened:
            return [shape_of(made) for made in reversed(decisions(opened)) if made.kind == "note"]

    def books(self) -> list[Document]:
        """The documents, by their titles."""
        with session(self.engine, read_only=True) as opened:
            found = opened.exec(select(Document).order_by(Document.title, Document.file_name)).all()
            opened.expunge_all()
        return list(found)

    def games(self) -> list[tuple[str, str]]:
        """Codes and names of the games."""
        with session(self.engine, read_only=True) as opened:
            return list(opened.exec(select(Game.code, Game.name).order_by(Game.name)).all())

    def sheet(self, document: str, number: int) -> PageSheet | None:
        """A page with its words."""
        with session(self.engine, read_only=True) as opened:
            return sheet_of(opened, document, number, beside(self.db, PAGES))

    def undo(self) -> int | None:
        """Take the last decision of this sitting back; returns its question."""
        if not self.order:
            return None
        number = self.order.pop()
        last = number if isinstance(number, DecisionShape) else self.made.pop(number)
        self._keep(last.model_copy(update={"value": "", "decided_at": now().replace(tzinfo=None)}))
        return number if isinstance(number, int) else None

    def _keep(self, made: DecisionShape) -> None:
        decide(self.engine, [made])
        if made.kind not in OF_READING:
            self.told = settle(self.engine, self.db, [made])
        else:
            self.told = None
            self.waiting = [*(other for other in self.waiting if other.key != made.key), made]

    def apply(self) -> None:
        """Read the documents again of which words were decided, so that all that follows from them follows."""
        if self.waiting:
            self.told = settle(self.engine, self.db, self.waiting)
            self.waiting = []

    def places(self, number: int) -> list[Place]:
        """Where the thing that is asked about stands."""
        question = self.questions[number]
        with session(self.engine, read_only=True) as opened:
            passages = _passages(opened, question)
            return [_place(opened, passage, beside(self.db, PAGES)) for passage in passages[:MOST_PLACES]]


def _passages(opened: Session, question: Question) -> Sequence[Passage]:
    if isinstance(question, WordQuestion):
        wanted = select(Passage).join(Document, col(Document.id) == Passage.document_id)
        wanted = wanted.where(Document.file_name == question.document, Passage.seq == question.doubt.passage)
        return opened.exec(wanted).all()
    if isinstance(question, DiscoveryQuestion | CardQuestion):
        return opened.exec(select(Passage).where(Passage.id == question.passage)).all()
    return _stating(opened, question)


def _stating(opened: Session, question: FactQuestion) -> Sequence[Passage]:
    kind, _, code = question.subject.partition(":")
    if kind == ICON:
        shown = select(Passage).join(PrintedPart, col(PrintedPart.passage_id) == Passage.id)
        return opened.exec(shown.where(PrintedPart.icon == code).order_by(col(Passage.id)).distinct()).all()
    wanted = (
        select(Passage)
        .join(Claim, col(Claim.passage_id) == Passage.id)
        .join(Game, col(Game.id) == Claim.game_id)
        .where(Game.code == question.game, Claim.subject == question.subject, Claim.attribute == question.attribute)
        .order_by(col(Passage.document_id), col(Passage.seq))
        .distinct()
    )
    return opened.exec(wanted).all()


def _place(opened: Session, passage: Passage, pictures: Path) -> Place:
    page = opened.get_one(Page, passage.page_id)
    document = opened.get_one(Document, passage.document_id)
    regions = opened.exec(
        select(PassageRegion).where(PassageRegion.passage_id == passage.id, PassageRegion.page_id == page.id)
    )
    return Place(
        document.sha256[:SHORT],
        document.file_name,
        page.number,
        passage.text,
        passage.language,
        page.width or 595,
        page.height or 842,
        picture_of(page, pictures),
        tuple((region.x0, region.y0, region.x1, region.y1) for region in regions),
    )
