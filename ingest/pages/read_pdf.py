"""Read a PDF: all text layers first, then the pictures of the pages that need it."""

import threading
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from ingest.files.open import OpenedFile
from ingest.languages.language import UNDETERMINED, detect_language
from ingest.languages.legibility import legibility, legible_letters
from ingest.layout.ruled_tables import has_rulings, ruled_grids
from ingest.pages.annotations import added_texts, flattened_words, has_annotations
from ingest.pages.drawn_bullets import with_drawn_bullets
from ingest.pages.drawn_lines import drawn_on
from ingest.pages.read_picture import DEFAULT_LANGUAGE, OnPage, ReadSettings, SeenPage, blank_page, read_picture
from ingest.pages.text_layer import page_words
from ingest.pages.unread_parts import read_parts, unread_parts
from ingest.picture.icons import with_icons
from ingest.picture.images import PagePicture, is_blank, render
from ingest.picture.letter_reader import LetterReader, sureness
from schema.documents import PageShape
from schema.reading import AddedText, Box, Word, WordPage

_PDFIUM = threading.Lock()
"""pdfium works on one page at a time."""


@dataclass(frozen=True, slots=True)
class _Layer:
    """A page as its text layer has it."""

    page: WordPage
    reason: str = ""
    """Why it should be read off its picture instead, if it should."""
    parts: tuple[Box, ...] = ()
    """Where its picture shows letters that the layer does not have."""

    @property
    def is_whole(self) -> bool:
        return not self.reason and not self.parts


class PdfReader:
    """Reads all text layers first, then reads the pictures of the pages that need it, several at a time."""

    def __init__(
        self,
        opened: OpenedFile,
        languages: Sequence[str],
        ocr_jobs: int,
        on_page: OnPage | None,
        reader: LetterReader,
        settings: ReadSettings,
        is_of_cards: bool | None,
    ) -> None:
        self._settings = settings
        self._is_of_cards = is_of_cards
        self._opened = opened
        self._reader = reader
        self._languages = languages or [DEFAULT_LANGUAGE]
        self._jobs = max(1, ocr_jobs)
        self._on_page = on_page
        self._reporting = threading.Lock()
        self._done = 0
        self._total = 0

    def pages(self, only: int | None = None) -> tuple[WordPage, ...]:
        with pdfium.PdfDocument(self._opened.data) as document:
            if document.get_formtype() == pdfium_c.FORMTYPE_ACRO_FORM:
                document.init_forms()  # before any page is opened, or its fields cannot be asked
            self._total = len(document)
            layers = [self._layer(document, number) for number in range(1, self._total + 1)]
            pages = {layer.page.page.number: layer.page for layer in layers if not layer.reason}
            wanting = [one for one in layers if not one.is_whole and only in (None, one.page.page.number)]
            if wanting:
                self._reader.check(self._languages)
                text = " ".join(word.text for page in pages.values() for word in page.words)
                found, _ = detect_language(text, self._languages)
                likely = None if found == UNDETERMINED else found
                seen = list(self._read_letters_of_all(document, wanting, likely))
                signs = [one.signs for one in seen]
                for page in with_icons([one.page for one in seen], signs, self._settings.icons):
                    pages[page.page.number] = page
        return tuple(pages[number] for number in sorted(pages))

    def _layer(self, document: pdfium.PdfDocument, number: int) -> _Layer:
        """The page as its text layer has it, and what of it should be read off its picture."""
        try:
            page = document[number - 1]
        except pdfium.PdfiumError:
            self._report()
            shape = PageShape(number=number, method="blank", reason="The page is damaged.", confidence=0)
            return _Layer(WordPage(shape, ()))
        try:
            words = page_words(page)
            reason = _why_not_layer(page, words, self._settings)
            width, height = page.get_size()
            shape = PageShape(
                number=number,
                method="text-layer",
                reason="The text layer reads well.",
                confidence=1,
                width=width,
                height=height,
            )
            added = self._added(page, number)
            if not words and self._is_blank(page, bool(added)):
                shape, reason = blank_page(number, width, height), ""
            parts = () if reason or not words else unread_parts(page, words, self._settings.unread_parts)
            drawn = drawn_on(page, self._settings.drawn_lines)
            is_ruled = has_rulings(drawn.shapes, self._settings.ruled_tables) and not reason
            grids = ruled_grids(drawn.rules, self._settings.ruled_tables) if is_ruled else ()
        finally:
            page.close()
        words = with_drawn_bullets(words, drawn.dots, self._settings.drawn_bullets)
        read = WordPage(shape, words, grids=grids, rules=drawn.rules, frames=drawn.frames, added=added)
        layer = _Layer(read, reason, parts)
        if layer.is_whole:
            self._report()
        return layer

    def _is_blank(self, page: pdfium.PdfPage, is_printed_alone: bool) -> bool:
        images = self._settings.images
        return is_blank(render(page, self._settings.look_dpi, images, is_printed_alone=is_printed_alone), images)

    def _added(self, page: pdfium.PdfPage, number: int) -> tuple[AddedText, ...]:
        if not has_annotations(page):
            return ()
        flattened = cache(partial(flattened_words, self._opened.data, number))
        return added_texts(page, flattened, self._settings.annotations)

    def _read_letters_of_all(
        self, document: pdfium.PdfDocument, wanting: Sequence[_Layer], likely: str | None
    ) -> Iterator[SeenPage]:
        if likely is None:  # the first page tells the language, so that the others need no first look
            first = self._read_letters(document, wanting[0], None)
            likely = first.told
            yield first
            wanting = wanting[1:]
        with ThreadPoolExecutor(self._jobs) as pool:
            yield from pool.map(lambda layer: self._read_letters(document, layer, likely), wanting)

    def _read_letters(self, document: pdfium.PdfDocument, wanting: _Layer, likely: str | None) -> SeenPage:
        """The better of the text layer and what its picture gives."""
        layer, reason = wanting.page, wanting.reason
        with _PDFIUM:
            sheet = document[layer.page.number - 1]
            # What was laid upon the page has been read already.
            is_printed_alone = bool(layer.added or wanting.parts)
            picture = render(sheet, settings=self._settings.images, is_printed_alone=is_printed_alone)
            sheet.close()
        if wanting.parts:
            return SeenPage(self._with_parts(wanting, picture, likely))
        is_small = min(picture.width, picture.height) < self._settings.card_points
        is_of_cards = self._is_of_cards if self._is_of_cards is not None else None if is_small else False
        seen = read_picture(
            layer.page.number, picture, self._languages, self._reader, likely, reason, self._settings, is_of_cards
        )
        self._report()
        if legible_letters(layer.words) > legible_letters(seen.page.words):
            kept = f"{reason} Recognition read less, so the text layer was kept."
            shape = layer.page.model_copy(update={"reason": kept, "confidence": legibility(layer.words)})
            return SeenPage(replace(layer, page=shape))
        return replace(seen, page=replace(seen.page, added=layer.added))

    def _with_parts(self, layer: _Layer, picture: PagePicture, likely: str | None) -> WordPage:
        """The page of the layer with what was read beside it."""
        page, settings = layer.page, self._settings
        found = read_parts(
            picture,
            page.words,
            layer.parts,
            self._languages,
            self._reader,
            likely,
            settings.letters,
            settings.unread_parts,
        )
        self._report()
        if not found:
            return page
        reason = f"The text layer holds only a part of the page; {len(found)} words were read off its picture."
        words = (*page.words, *found)
        shape = page.page.model_copy(update={"reason": reason, "confidence": round(sureness(words), 4)})
        return replace(page, page=shape, words=words)

    def _report(self) -> None:
        with self._reporting:
            self._done += 1
            if self._on_page is not None:
                self._on_page(self._done, self._total)


def _why_not_layer(page: pdfium.PdfPage, words: Sequence[Word], settings: ReadSettings) -> str:
    if not words:
        return "The page has no text layer."
    share = legibility(words)
    if share < settings.garbled_below:
        return f"The text layer is garbled: only {share:.0%} of it looks like words."
    if len(words) < settings.few_words and _is_covered_by_picture(page, settings):
        return f"A picture covers the page and its text layer has only {len(words)} words."
    return ""


def _is_covered_by_picture(page: pdfium.PdfPage, settings: ReadSettings) -> bool:
    width, height = page.get_size()
    for found in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_IMAGE], max_depth=3):
        left, bottom, right, top = found.get_bounds()
        if (right - left) * (top - bottom) >= settings.covering_share * width * height:
            return True
    return False
