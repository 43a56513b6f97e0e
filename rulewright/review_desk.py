"""The desk of a review in the browser: what is asked, where it stands on its page, what was decided or undone."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from db.open import session
from ingest.review import now
from rulewright.beside import PAGES, beside
from rulewright.deciding import decide
from rulewright.open_questions import FactQuestion, Question, WordQuestion
from rulewright.settling import Settled, settle
from schema.claims import Claim
from schema.decisions import DecisionShape
from schema.documents import Document, Page, Passage, PassageRegion
from schema.games import Game

MOST_PLACES = 6
"""Passages that are shown for one question."""
IN_REVIEW = "decided in review"
"""The reason where nobody gave one."""


@dataclass(frozen=True, slots=True)
class Place:
    """A passage that a question is about, and its boxes on the picture of its page."""

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
    order: list[int] = field(default_factory=list)
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

    def undo(self) -> int | None:
        """Take the last decision of this sitting back; returns its question."""
        if not self.order:
            return None
        number = self.order.pop()
        last = self.made.pop(number)
        self._keep(last.model_copy(update={"value": "", "decided_at": now().replace(tzinfo=None)}))
        return number

    def _keep(self, made: DecisionShape) -> None:
        decide(self.engine, [made])
        if made.kind == "fact":
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
    return _stating(opened, question)


def _stating(opened: Session, question: FactQuestion) -> Sequence[Passage]:
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
    picture = pictures / page.image.rpartition("pages/")[2] if page.image else None
    is_there = picture is not None and picture.resolve().is_relative_to(pictures.resolve()) and picture.is_file()
    return Place(
        document.file_name,
        page.number,
        passage.text,
        passage.language,
        page.width or 595,
        page.height or 842,
        picture if is_there else None,
        tuple((region.x0, region.y0, region.x1, region.y1) for region in regions),
    )
