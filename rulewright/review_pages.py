"""A page at the desk of a review: its passages word by word, so that any of them can be corrected where it is seen."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import Session, col, select

from ingest.deciding.review import NEIGHBOURS, now
from ingest.edits import text_position
from ingest.files.kept_words import kept_words
from rulewright.review_words import Boxes, place_words
from schema.decisions import DecisionShape
from schema.documents import Document, Page, Passage, PassageRegion, Repair
from schema.reading import Box, Word

SHORT = 12
"""Digits of a checksum by which a document is named in addresses: its row changes when it is read again."""
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class PrintedWord:
    """A word as it is printed, and as it is read."""

    start: int
    """Where it begins in the raw text of its passage."""
    printed: str
    read: str
    box: Box | None = None
    """Where it stands on the page, where the page was kept with its words."""


@dataclass(frozen=True, slots=True)
class PagePassage:
    """A passage with its words and its boxes on the page."""

    row: int
    kind: str
    language: str
    words: tuple[PrintedWord, ...]
    boxes: tuple[tuple[float, float, float, float], ...]


@dataclass(frozen=True, slots=True)
class PageSheet:
    """A page of a document with all that stands on it."""

    document: str
    file_name: str
    number: int
    pages: int
    width: float
    height: float
    picture: Path | None
    passages: tuple[PagePassage, ...]


def sheet_of(opened: Session, document: str, number: int, pictures: Path) -> PageSheet | None:
    """A page of a document; None where there is none."""
    book = opened.exec(select(Document).where(col(Document.sha256).startswith(document, autoescape=True))).first()
    if book is None or len(document) != SHORT:
        return None
    page = opened.exec(select(Page).where(Page.document_id == book.id, Page.number == number)).first()
    if page is None:
        return None
    passages = opened.exec(select(Passage).where(Passage.page_id == page.id).order_by(col(Passage.seq))).all()
    kept = {found.page.number: found.words for found in kept_words(pictures, book.sha256) or ()}
    words = kept.get(number, ())
    return PageSheet(
        document,
        book.file_name,
        number,
        book.page_count,
        page.width or 595,
        page.height or 842,
        picture_of(page, pictures),
        tuple(_page_passage(opened, passage, page, words) for passage in passages if passage.raw_text.strip()),
    )


def picture_of(page: Page, pictures: Path) -> Path | None:
    """The picture of a page, where it lies in the folder of pictures."""
    picture = pictures / page.image.rpartition("pages/")[2] if page.image else None
    is_there = picture is not None and picture.resolve().is_relative_to(pictures.resolve()) and picture.is_file()
    return picture if is_there else None


def _page_passage(opened: Session, passage: Passage, page: Page, words: Sequence[Word]) -> PagePassage:
    regions = opened.exec(
        select(PassageRegion).where(PassageRegion.passage_id == passage.id, PassageRegion.page_id == page.id)
    )
    repairs = opened.exec(select(Repair).where(Repair.passage_id == passage.id).order_by(col(Repair.position))).all()
    boxes = tuple((region.x0, region.y0, region.x1, region.y1) for region in regions)
    return PagePassage(passage.id or 0, passage.kind, passage.language, _words(passage, repairs, boxes, words), boxes)


def _words(
    passage: Passage, repairs: Sequence[Repair], boxes: Boxes, on_page: Sequence[Word]
) -> tuple[PrintedWord, ...]:
    found = []
    printed = list(_WORD.finditer(passage.raw_text))
    for match, box in zip(printed, place_words([m.group() for m in printed], boxes, on_page), strict=True):
        if not any(map(str.isalnum, match.group())):
            continue  # a bullet or a dash is not read as a word
        first = text_position(repairs, match.start(), is_end=False)
        last = text_position(repairs, match.end(), is_end=True)
        read = passage.text[first:last].strip() or match.group()
        found.append(PrintedWord(match.start(), match.group(), read, box))
    return tuple(found)


def corrected(opened: Session, passage: int, start: int, value: str) -> DecisionShape | None:
    """The decision that the word that begins there reads ``value``; None where no word begins there."""
    found = opened.get(Passage, passage)
    word = _WORD.match(found.raw_text, start) if found and 0 <= start < len(found.raw_text) else None
    if found is None or word is None or found.raw_text[start - 1 : start].strip():
        return None
    book = opened.get_one(Document, found.document_id)
    return DecisionShape(
        document=book.file_name,
        kind="repair",
        subject=word.group(),
        left=" ".join(found.raw_text[:start].split()[-NEIGHBOURS:]),
        right=" ".join(found.raw_text[word.end() :].split()[:NEIGHBOURS]),
        value=value,
        reason="corrected on the page",
        decided_at=now(),
    )
