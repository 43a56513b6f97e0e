"""Reads one document whole: the pipeline, then pictures of its pages; what a process of its own is given to do."""

import hashlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path

from pypdfium2 import PdfiumError

from ingest.cards.card_layout import DeckLayout
from ingest.cards.card_titles import FileWords
from ingest.errors import UnreadableDocument
from ingest.files.addresses import Address
from ingest.files.kept_words import kept_words, pack_words
from ingest.files.open import open_document, read_bytes
from ingest.picture.for_people import is_kept, make_pictures
from ingest.picture.of_cards import with_card_pictures
from ingest.pipeline import Options, read_document
from schema.decisions import DecisionShape
from schema.pack import Pack
from schema.reading import Reading

ROOT = Path(__file__).resolve().parent.parent
CODE_ROOMS = ("schema", "ingest")
"""A change in these rooms can change what is read, so that documents are read anew."""


@dataclass(frozen=True, slots=True)
class Book:
    """A file to be read, as what, and its bytes where whoever reads it cannot reach it."""

    file: Address
    sha256: str
    recipe: str
    options: Options
    decisions: tuple[DecisionShape, ...] = field(default=(), hash=False)
    """What people decided of its words."""
    data: bytes | None = None
    is_again: bool = False
    """Whether nothing that was kept of an earlier reading shall be used."""

    @property
    def name(self) -> str:
        """How progress calls it."""
        return self.file.name


@dataclass(frozen=True, slots=True)
class Reader:
    """Reads documents; knows everything that a reading process has to know."""

    packs: Mapping[str, Pack]
    candidates: tuple[str, ...]
    pictures: Path

    def __call__(self, book: Book, on_page: Callable[[int, int], None]) -> Reading:
        """Read one file; its words, which are no rows, go into a file of their own."""
        file = book.file
        key = _key_of_words(book, self.candidates)
        kept = None if book.is_again else kept_words(self.pictures, book.sha256, key)
        data = read_bytes(file) if book.data is None else book.data
        try:
            reading = read_document(
                file,
                self.packs,
                candidates=self.candidates,
                recipe=book.recipe,
                options=book.options,
                on_page=on_page,
                data=data,
                decisions=book.decisions,
                words=kept or (),
            )
        except PdfiumError as error:
            raise UnreadableDocument(file, "the PDF is damaged; export it again.") from error
        shape, count = reading.document, len(reading.pages)
        opened = open_document(file, shape.media_type, data)
        wanting = [page for page in reading.pages if not is_kept(self.pictures, shape.sha256, page)]
        words = b"" if kept else pack_words(reading.pages, key)
        pictures = make_pictures(opened, wanting, lambda: on_page(count, count))  # each one is a sign of life
        pictured = with_card_pictures(replace(reading, pictures=pictures, words=words))
        return replace(pictured, pages=tuple(replace(page, words=()) for page in reading.pages))


def recipe_of(
    packs: Mapping[str, Pack], options: Options, version: str, decisions: Iterable[DecisionShape] = ()
) -> str:
    """Checksum of everything beside the file that decides what is read from it.

    Its neighbours do not count: they come and go, and what they told of its game is in its evidence.
    """
    said = replace(
        options,
        beside=None,
        cards_beside=None,
        shelf=None,
        has_like=False,
        called=FileWords(),
        layout=DeckLayout(),
        language_beside=None,
    )
    digest = hashlib.sha256(f"{version} {said} {_code_fingerprint()}".encode())
    for code, pack in sorted(packs.items()):
        digest.update(f"{code} {pack.fingerprint}".encode())
    for told in sorted((*decision.key, decision.value) for decision in decisions):
        digest.update(" ".join(told).encode())
    return digest.hexdigest()


def _key_of_words(book: Book, candidates: tuple[str, ...]) -> str:
    """Checksum of everything beside the file that decides what is recognised on its pages; no pack is of it."""
    said = (book.options.spoken, book.options.kind, book.options.has_like)
    return hashlib.sha256(f"{candidates} {said} {_code_fingerprint()}".encode()).hexdigest()


@cache
def _code_fingerprint() -> str:
    digest = hashlib.sha256()
    for room in CODE_ROOMS:
        for file in sorted((ROOT / room).rglob("*.*")):
            if file.suffix in (".py", ".lark", ".txt"):
                digest.update(file.read_bytes())
    return digest.hexdigest()
