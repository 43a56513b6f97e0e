"""Read a file page by page, each page in the way that suits it, and say why."""

from collections.abc import Sequence
from dataclasses import replace

from ingest.errors import UnreadableDocument
from ingest.files.convert import MARKDOWN_TYPES
from ingest.files.decode import decode_text
from ingest.files.open import IMAGE_TYPES, OpenedFile
from ingest.files.plain import plain_pages
from ingest.pages.read_pdf import PdfReader
from ingest.pages.read_picture import OnPage, ReadSettings, read_pictures
from ingest.picture.letter_reader import LetterReader
from ingest.picture.paddle_ocr import PaddleOcr, PaddleSettings
from ingest.picture.tesseract import Tesseract
from ingest.picture.text_lines import TextLineSettings
from schema.reading import WordPage

OF_PAGES = PaddleSettings(smaller=0.0, lines=TextLineSettings(pixels=1280))
"""Type of a page is smaller against it than that of a card: at 960 pixels more of its lines run together."""


def usual_reader() -> LetterReader:
    """Tesseract, and PP-OCR for what it is unsure of, where that is installed."""
    return Tesseract(second=PaddleOcr(OF_PAGES) if PaddleOcr.is_installed() else None)


def read_pages(
    opened: OpenedFile,
    *,
    languages: Sequence[str],
    ocr_jobs: int = 1,
    on_page: OnPage | None = None,
    only: int | None = None,
    is_of_cards: bool | None = None,
    has_like: bool = False,
    reader: LetterReader | None = None,
    settings: ReadSettings = ReadSettings(),
) -> tuple[WordPage, ...]:
    """The pages of the file as words; ``on_page`` is told how many pages of how many are done.

    Where ``only`` one page is wanted, no other picture is read; those with a text layer are still given. A person may
    have said whether the pictures are of cards. ``has_like``: pictures of the same shape lie beside it.
    """
    reader = reader or usual_reader()
    if opened.media_type == "application/pdf":
        return PdfReader(opened, languages, ocr_jobs, on_page, reader, settings, is_of_cards).pages(only)
    if opened.media_type in IMAGE_TYPES:
        settings = replace(settings, has_like=has_like)
        return read_pictures(opened, languages, on_page, only, reader, settings, is_of_cards)
    text = decode_text(opened.data)
    if text is None:
        raise UnreadableDocument(opened.path, "the file is no text in an encoding that is known here.")
    pages = plain_pages(text, is_markdown=opened.media_type in MARKDOWN_TYPES)
    if on_page is not None:
        for done, _ in enumerate(pages, start=1):
            on_page(done, len(pages))
    return pages
