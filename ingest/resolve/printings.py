"""Printings of one book: where a newer one is stored, the older one stays and has no vote."""

import calendar
import datetime
from collections import defaultdict
from dataclasses import dataclass
from itertools import permutations

from sqlmodel import Session, col, delete, select

from schema.base import row
from schema.claims import Finding, FindingShape
from schema.documents import Document, Passage
from schema.folding import fold
from schema.games import Game

KIND = "older-printing"


@dataclass(frozen=True, slots=True)
class PrintingSettings:
    """When two documents are one book; chosen by eye."""

    run: int = 3
    """So many words in a row are compared."""
    alike: float = 0.5
    """Share of the longer text's runs that the other has too, from which on they are printings of one book."""


def mark_printings(session: Session, game: Game, settings: PrintingSettings = PrintingSettings()) -> None:
    """Note which documents have a newer printing: of the same text, in their edition, language and kind."""
    session.exec(delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind) == KIND))
    groups: dict[tuple[object, ...], list[Document]] = defaultdict(list)
    documents = session.exec(select(Document).where(Document.game_id == game.id).order_by(Document.sha256)).all()
    for document in documents:
        document.superseded_by_id = None
        if document.date is not None:
            groups[document.edition_id, document.language, document.kind].append(document)
    for group in groups.values():
        if len(group) > 1:
            _mark(session, game, group, settings)
    session.flush()


def is_newer(one: Document, other: Document) -> bool:
    """Whether its date is surely later; the date of a file says nothing beside one that is printed or given."""
    if one.date is None or other.date is None or (one.date_source == "file") != (other.date_source == "file"):
        return False
    return one.date > _latest(other.date)


def _latest(date: datetime.date) -> datetime.date:
    """The last day that may be meant: the first of January stands for a year, the first of a month for the month."""
    if date.day > 1:
        return date
    month = 12 if date.month == 1 else date.month
    return date.replace(month=month, day=calendar.monthrange(date.year, month)[1])


def _mark(session: Session, game: Game, group: list[Document], settings: PrintingSettings) -> None:
    runs = {document.sha256: _runs(session, document, settings) for document in group}
    for older in group:
        newer = [
            one
            for one, other in permutations(group, 2)
            if other is older and is_newer(one, older) and _is_one_book(runs[one.sha256], runs[older.sha256], settings)
        ]
        if newer:
            newest = max(newer, key=lambda document: (document.date or datetime.date.min, document.sha256))
            older.superseded_by_id = newest.id
            message = (
                f"{newest.file_name} is a newer printing of this book ({newest.date} after {older.date}): what this "
                "one states is kept and has no vote. Where that is wrong, say its date: `rulewright ingest --date`."
            )
            shape = FindingShape(kind=KIND, severity="note", message=message)
            session.add(row(Finding, shape, game_id=game.id, document_id=older.id))


def _is_one_book(one: frozenset[str], other: frozenset[str], settings: PrintingSettings) -> bool:
    return len(one & other) >= settings.alike * max(len(one), len(other), 1)


def _runs(session: Session, document: Document, settings: PrintingSettings) -> frozenset[str]:
    texts = session.exec(
        select(Passage.text).where(Passage.document_id == document.id).order_by(col(Passage.seq))
    ).all()
    words = fold(" ".join(texts)).split()
    return frozenset(" ".join(words[at : at + settings.run]) for at in range(len(words) - settings.run + 1))
