"""Read a file page by page, each page in the way that suits it, and say why."""

import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import cache, partial

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from ingest.annotations import AnnotationSettings, added_texts, flattened_words, has_annotations
from ingest.convert import MARKDOWN_TYPES
from ingest.decode import decode_text
from ingest.drawn_lines import DrawnLineSettings, drawn_on
from ingest.errors import UnreadableDocument
from ingest.language import UNDETERMINED, detect_language
from ingest.layout.ruled_tables import RuledTableSettings, has_rulings, ruled_grids
from ingest.legibility import legibility, legible_letters
from ingest.open import IMAGE_TYPES, OpenedFile
from ingest.picture.card_sheets import FEWEST, CardSheetSettings, find_cards, read_card_sheet
from ingest.picture.drawn_frames import FrameSettings, frames_of
from ingest.picture.icons import IconSettings, with_icons
from ingest.picture.images import ImageSettings, PagePicture, count_frames, frames, is_blank, render
from ingest.picture.laid_cards import read_laid_cards
from ingest.picture.letter_reader import LetterReader, sureness
from ingest.picture.letters import LetterSettings, LettersRead, read_letters
from ingest.picture.lying_cards import cards_on_ground
from ingest.picture.one_card import OneCardSettings, is_plain_page, read_one_card
from ingest.picture.paddle_ocr import PaddleOcr, PaddleSettings
from ingest.picture.small_signs import Sign
from ingest.picture.tesseract import Tesseract
from ingest.picture.text_lines import TextLineSettings
from ingest.plain import plain_pages
from ingest.text_layer import page_words
from ingest.unread_parts import UnreadPartSettings, read_parts, unread_parts
from schema.documents import PageShape
from schema.reading import AddedText, Box, Word, WordPage

DEFAULT_LANGUAGE = "en"
OF_PAGES = PaddleSettings(smaller=0.0, lines=TextLineSettings(pixels=1280))
"""Type of a page is smaller against it than that of a card: at 960 pixels more of its lines run together."""

OnPage = Callable[[int, int], None]

_PDFIUM = threading.Lock()
"""pdfium works on one page at a time."""


@dataclass(frozen=True, slots=True)
class ReadSettings:
    """When a page is read off its picture; chosen by eye on the sample pages."""

    few_words: int = 25
    """A page with fewer words under a picture that covers it is taken for a scan with a stamp."""
    covering_share: float = 0.5
    """A picture covers the page that takes so much of it."""
    look_dpi: int = 72
    """Enough to see whether a page without text is blank."""
    garbled_below: float = 0.6
    """A text layer less legible than this is read again from the picture of its page."""
    images: ImageSettings = ImageSettings()
    letters: LetterSettings = LetterSettings()
    icons: IconSettings = IconSettings()
    cards: CardSheetSettings = CardSheetSettings()
    one_card: OneCardSettings = OneCardSettings()
    has_like: bool = False
    """Whether pictures of the same shape lie beside it, as those of a deck do."""
    card_points: float = 260.0
    """A page of a PDF with a shorter side than this may be a card; the largest usual ones have 80 mm."""
    annotations: AnnotationSettings = AnnotationSettings()
    unread_parts: UnreadPartSettings = UnreadPartSettings()
    drawn_lines: DrawnLineSettings = DrawnLineSettings()
    ruled_tables: RuledTableSettings = RuledTableSettings()
    frames: FrameSettings = FrameSettings()
    least_rule: float = 60.0
    """In points: shorter lines of a picture are sides of small labels, of which some are seen and others not."""


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
        return _PdfReader(opened, languages, ocr_jobs, on_page, reader, settings, is_of_cards).pages(only)
    if opened.media_type in IMAGE_TYPES:
        settings = replace(settings, has_like=has_like)
        return _read_pictures(opened, languages, on_page, only, reader, settings, is_of_cards)
    text = decode_text(opened.data)
    if text is None:
        raise UnreadableDocument(opened.path, "the file is no text in an encoding that is known here.")
    pages = plain_pages(text, is_markdown=opened.media_type in MARKDOWN_TYPES)
    if on_page is not None:
        for done, _ in enumerate(pages, start=1):
            on_page(done, len(pages))
    return pages


def _read_pictures(
    opened: OpenedFile,
    languages: Sequence[str],
    on_page: OnPage | None,
    only: int | None,
    reader: LetterReader,
    settings: ReadSettings,
    is_of_cards: bool | None,
) -> tuple[WordPage, ...]:
    languages = languages or [DEFAULT_LANGUAGE]
    reader.check(languages)
    total = count_frames(opened)
    # Pages of a scanned book may hold as little as a card does.
    is_of_cards = False if is_of_cards is None and total > 1 else is_of_cards
    pages: list[_SeenPage] = []
    likely: str | None = None
    for number, picture in enumerate(frames(opened, settings.images), start=1):
        if only not in (None, number):
            continue
        if is_blank(picture, settings.images):
            pages.append(_SeenPage(WordPage(_blank(number, picture.width, picture.height), ())))
        else:
            reason = "The page is a picture."
            page = _read_picture(number, picture, languages, reader, likely, reason, settings, is_of_cards)
            likely = page.language or likely
            pages.append(page)
        if on_page is not None:
            on_page(number, total)
    return with_icons([seen.page for seen in pages], [seen.signs for seen in pages], settings.icons)


@dataclass(frozen=True, slots=True)
class _SeenPage:
    """A page read off its picture."""

    page: WordPage
    language: str | None = None
    """The language it was read as."""
    signs: tuple[Sign, ...] = ()


def _read_picture(
    number: int,
    picture: PagePicture,
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None,
    reason: str,
    settings: ReadSettings,
    is_of_cards: bool | None,
) -> _SeenPage:
    """The page, card by card where it shows cards."""
    even = find_cards(picture.image, settings.cards)
    if len(even) >= FEWEST:
        sheet = read_card_sheet(picture, [likely] if likely else languages, reader, even, settings.cards)
        reason = f"{reason} It shows {len(sheet.cards)} cards, each read by itself."
        page = replace(_page_of_letters(number, sheet.read, reason, settings), cards=sheet.cards)
        return _SeenPage(page, sheet.read.language)
    if is_of_cards is not False:
        found = _cards_of(number, picture, languages, reader, likely, reason, settings, is_said=is_of_cards is True)
        if found is not None:
            return found
    read = read_letters(picture, languages, reader, likely, settings.letters)
    page = _page_of_letters(number, read, reason, settings)
    return _SeenPage(page, read.language if read.words else None, read.signs)


def _cards_of(
    number: int,
    picture: PagePicture,
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None,
    reason: str,
    settings: ReadSettings,
    *,
    is_said: bool,
) -> _SeenPage | None:
    """The page as cards that lie on something, or as one card; None where it shows neither."""
    if not is_said and not settings.has_like and is_plain_page(picture, settings.one_card):
        return None
    lying = cards_on_ground(picture, settings.one_card.lying)
    if len(lying) >= FEWEST:
        sheet = read_laid_cards(picture, lying, languages, reader, likely, settings.one_card.face)
        reason = f"{reason} It shows {len(lying)} cards, each cut out, laid straight and read by itself."
        page = _page_of_letters(number, sheet.read, reason, settings)
        return _SeenPage(replace(page, cards=sheet.cards, laid=sheet.laid), sheet.read.language)
    card = read_one_card(
        picture,
        languages,
        reader,
        likely,
        is_said=is_said,
        is_likely=settings.has_like,
        lying=lying,
        settings=settings.one_card,
    )
    if card is None:
        return None
    page = _page_of_letters(number, card.read, f"{reason} It shows one card.", settings)
    whole = Box(0.0, 0.0, card.read.width, card.read.height)
    return _SeenPage(replace(page, cards=(whole,), outline=card.outline, is_card=True), card.read.language)


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


class _PdfReader:
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
                shape, reason = _blank(number, width, height), ""
            parts = () if reason or not words else unread_parts(page, words, self._settings.unread_parts)
            drawn = drawn_on(page, self._settings.drawn_lines)
            is_ruled = has_rulings(drawn.shapes, self._settings.ruled_tables) and not reason
            grids = ruled_grids(drawn.rules, self._settings.ruled_tables) if is_ruled else ()
        finally:
            page.close()
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
    ) -> Iterator[_SeenPage]:
        if likely is None:  # the first page tells the language, so that the others need no first look
            first = self._read_letters(document, wanting[0], None)
            likely = first.language
            yield first
            wanting = wanting[1:]
        with ThreadPoolExecutor(self._jobs) as pool:
            yield from pool.map(lambda layer: self._read_letters(document, layer, likely), wanting)

    def _read_letters(self, document: pdfium.PdfDocument, wanting: _Layer, likely: str | None) -> _SeenPage:
        """The better of the text layer and what its picture gives."""
        layer, reason = wanting.page, wanting.reason
        with _PDFIUM:
            sheet = document[layer.page.number - 1]
            # What was laid upon the page has been read already.
            is_printed_alone = bool(layer.added or wanting.parts)
            picture = render(sheet, settings=self._settings.images, is_printed_alone=is_printed_alone)
            sheet.close()
        if wanting.parts:
            return _SeenPage(self._with_parts(wanting, picture, likely))
        is_small = min(picture.width, picture.height) < self._settings.card_points
        is_of_cards = self._is_of_cards if self._is_of_cards is not None else None if is_small else False
        seen = _read_picture(
            layer.page.number, picture, self._languages, self._reader, likely, reason, self._settings, is_of_cards
        )
        self._report()
        if legible_letters(layer.words) > legible_letters(seen.page.words):
            kept = f"{reason} Recognition read less, so the text layer was kept."
            shape = layer.page.model_copy(update={"reason": kept, "confidence": legibility(layer.words)})
            return _SeenPage(replace(layer, page=shape))
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


def _blank(number: int, width: float, height: float) -> PageShape:
    reason = "Nothing is printed on the page."
    return PageShape(number=number, method="blank", reason=reason, confidence=1, width=width, height=height)


def _page_of_letters(number: int, read: LettersRead, reason: str, settings: ReadSettings) -> WordPage:
    turned = f"It was turned by {read.quarters * 90} degrees to stand upright." if read.quarters else ""
    shape = PageShape(
        number=number,
        method="ocr",
        reason=" ".join(part for part in (reason, turned, read.failure, read.advice) if part),
        confidence=read.confidence,
        width=read.width,
        height=read.height,
    )
    grids = (
        ruled_grids(read.rules, settings.ruled_tables) if has_rulings(len(read.rules), settings.ruled_tables) else ()
    )
    tables = [Box.around(cell for row in grid for cell in row if cell) for grid in grids]
    free = [rule for rule in read.rules if not any(table.holds(rule) for table in tables)]
    return WordPage(
        shape,
        read.words,
        grids=grids,
        rules=tuple(rule for rule in read.rules if max(rule.width, rule.height) >= settings.least_rule),
        frames=frames_of(free, read.bars, settings.frames),
        quarters=read.quarters,
        advice=read.advice or read.failure,
    )
