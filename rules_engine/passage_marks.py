"""Where a worked example is printed: a mark that finds its passages again, and sees whether they have changed.

A mark holds no words, only checksums: of how the passage begins, how it ends, and of all of it. It looks at letters and
digits of the text as it was read, so that cleaning, repair and another division into passages leave it alone.
"""

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from zlib import crc32

from sqlmodel import Session, col, select

from schema.documents import Document, Page, Passage
from schema.folding import fold

WINDOW = 32
"""Signs by which the beginning and the end of an example are recognised."""
DIGEST = 16


@dataclass(frozen=True, slots=True)
class Mark:
    """Checksums of a stretch of text."""

    language: str
    head: int
    tail: int
    length: int
    digest: str

    @staticmethod
    def of(language: str, text: str, is_sign: Callable[[str], bool] = str.isalnum) -> "Mark":
        """The mark of a text; of a rule it looks at letters only, because its numbers are facts."""
        signs = _signs(text, is_sign)
        window = signs[:WINDOW], signs[-WINDOW:]
        return Mark(language, crc32(window[0]), crc32(window[1]), len(signs), _digest(signs))

    @staticmethod
    def read(spelled: str) -> "Mark":
        """A mark as the examples file spells it, or a ValueError."""
        language, head, tail, length, digest = spelled.split()
        return Mark(language, int(head, 16), int(tail, 16), int(length), digest)

    def __str__(self) -> str:
        return f"{self.language} {self.head:08x} {self.tail:08x} {self.length} {self.digest}"


@dataclass(frozen=True, slots=True)
class Found:
    """Where a mark was found."""

    passages: tuple[int, ...]
    document: str
    page: int
    language: str
    is_intact: bool
    is_recognised: bool
    """Whether the page was recognised from a picture, which may come out otherwise another time."""

    def __str__(self) -> str:
        return f"{self.document}, page {self.page}"


@dataclass(frozen=True)
class Print:
    """The signs of a document, with the passages they belong to."""

    document: str
    language: str
    passages: Sequence[tuple[int, int, str]]
    """Passage, page and how the page was read, in reading order."""
    signs: bytes
    starts: Sequence[int]
    """Where in the signs each passage begins."""

    @cached_property
    def _windows(self) -> Mapping[int, int]:
        """The first place of every checksum of a window."""
        last = max(len(self.signs) - WINDOW, 0)
        return {crc32(self.signs[at : at + WINDOW]): at for at in range(last, -1, -1)}

    def find(self, mark: Mark) -> Found | None:
        """The passages that a mark means; those between its beginning and its end where they have changed."""
        if mark.language != self.language:
            return None
        head, tail = self._windows.get(mark.head), self._windows.get(mark.tail)
        if head is None and tail is None:
            return None
        start = head if head is not None else max((tail or 0) + WINDOW - mark.length, 0)
        end = start + mark.length
        is_intact = head is not None and _digest(self.signs[start:end]) == mark.digest
        if not is_intact and tail is not None and tail > start:
            end = tail + WINDOW
        within = [
            passage
            for passage, at, then in zip(self.passages, self.starts, [*self.starts[1:], len(self.signs)], strict=True)
            if at < end and then > start
        ]
        number, page, method = within[0]
        ids = tuple(passage for passage, _, _ in within)
        return Found((number, *ids[1:]), self.document, page, self.language, is_intact, method == "ocr")


def read_prints(session: Session, game_id: int | None, edition_id: int | None) -> list[Print]:
    """The documents that describe an edition."""
    of_edition = (Document.game_id == game_id, col(Document.edition_id) == edition_id)
    prints = []
    for document in session.exec(select(Document).where(*of_edition).order_by(col(Document.id))).all():
        rows = session.exec(
            select(Passage.id, Passage.raw_text, Page.number, Page.method)
            .join(Page, col(Page.id) == Passage.page_id)
            .where(Passage.document_id == document.id)
            .order_by(col(Passage.seq))
        ).all()
        signs, starts = bytearray(), []
        for _, text, _, _ in rows:
            starts.append(len(signs))
            signs += _signs(text)
        places = [(number or 0, page, method) for number, _, page, method in rows]
        prints.append(Print(document.file_name, document.language, places, bytes(signs), starts))
    return prints


def _signs(text: str, is_sign: Callable[[str], bool] = str.isalnum) -> bytes:
    return "".join(filter(is_sign, fold(text))).encode()


def _digest(signs: bytes) -> str:
    return hashlib.sha256(signs).hexdigest()[:DIGEST]
