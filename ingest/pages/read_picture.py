"""Read a page off its picture: card by card where it shows cards, else as letters."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from ingest.files.open import OpenedFile
from ingest.languages.language import UNDETERMINED
from ingest.layout.ruled_tables import RuledTableSettings, has_rulings, ruled_grids
from ingest.pages.annotations import AnnotationSettings
from ingest.pages.drawn_bullets import DrawnBulletSettings
from ingest.pages.drawn_lines import DrawnLineSettings
from ingest.pages.unread_parts import UnreadPartSettings
from ingest.picture.card_sheets import FEWEST, CardSheetSettings, find_cards, is_page_with_boxes, read_card_sheet
from ingest.picture.cards_on_ground import cards_on_ground
from ingest.picture.drawn_frames import FrameSettings, frames_of
from ingest.picture.icons import IconSettings, with_icons
from ingest.picture.images import ImageSettings, PagePicture, count_frames, frames, is_blank
from ingest.picture.laid_cards import read_laid_cards
from ingest.picture.letter_reader import LetterReader
from ingest.picture.letters import LetterSettings, LettersRead, read_letters
from ingest.picture.one_card import OneCardSettings, is_plain_page, read_one_card
from ingest.picture.small_signs import Sign
from schema.documents import PageShape
from schema.reading import Box, WordPage

DEFAULT_LANGUAGE = "en"
OnPage = Callable[[int, int], None]
"""Told how many pages of how many are done."""


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
    drawn_bullets: DrawnBulletSettings = DrawnBulletSettings()
    drawn_lines: DrawnLineSettings = DrawnLineSettings()
    ruled_tables: RuledTableSettings = RuledTableSettings()
    frames: FrameSettings = FrameSettings()
    least_rule: float = 60.0
    """In points: shorter lines of a picture are sides of small labels, of which some are seen and others not."""


def read_pictures(
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
    pages: list[SeenPage] = []
    likely: str | None = None
    for number, picture in enumerate(frames(opened, settings.images), start=1):
        if only not in (None, number):
            continue
        if is_blank(picture, settings.images):
            pages.append(SeenPage(WordPage(blank_page(number, picture.width, picture.height), ())))
        else:
            reason = "The page is a picture."
            page = read_picture(number, picture, languages, reader, likely, reason, settings, is_of_cards)
            likely = page.told or likely
            pages.append(page)
        if on_page is not None:
            on_page(number, total)
    return with_icons([seen.page for seen in pages], [seen.signs for seen in pages], settings.icons)


@dataclass(frozen=True, slots=True)
class SeenPage:
    """A page read off its picture."""

    page: WordPage
    language: str | None = None
    """The language it was read as."""
    signs: tuple[Sign, ...] = ()

    @property
    def told(self) -> str | None:
        """The language it was read as, if anything told it."""
        return None if self.language == UNDETERMINED else self.language


def read_picture(
    number: int,
    picture: PagePicture,
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None,
    reason: str,
    settings: ReadSettings,
    is_of_cards: bool | None,
) -> SeenPage:
    """The page, card by card where it shows cards."""
    even = find_cards(picture.image, settings.cards)
    if len(even) >= FEWEST and not is_page_with_boxes(picture, even, settings.cards):
        sheet = read_card_sheet(picture, [likely] if likely else languages, reader, even, settings.cards)
        reason = f"{reason} It shows {len(sheet.cards)} cards, each read by itself."
        page = replace(_page_of_letters(number, sheet.read, reason, settings), cards=sheet.cards)
        return SeenPage(page, sheet.read.language)
    if is_of_cards is not False:
        found = _cards_of(number, picture, languages, reader, likely, reason, settings, is_said=is_of_cards is True)
        if found is not None:
            return found
    read = read_letters(picture, languages, reader, likely, settings.letters)
    page = _page_of_letters(number, read, reason, settings)
    return SeenPage(page, read.language if read.words else None, read.signs)


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
) -> SeenPage | None:
    """The page as cards that lie on something, or as one card; None where it shows neither."""
    if not is_said and not settings.has_like and is_plain_page(picture, settings.one_card):
        return None
    lying = cards_on_ground(picture, settings.one_card.lying)
    if len(lying) >= FEWEST:
        sheet = read_laid_cards(picture, lying, languages, reader, likely, settings.one_card.face)
        reason = f"{reason} It shows {len(lying)} cards, each cut out, laid straight and read by itself."
        page = _page_of_letters(number, sheet.read, reason, settings)
        return SeenPage(replace(page, cards=sheet.cards, laid=sheet.laid), sheet.read.language)
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
    return SeenPage(replace(page, cards=(whole,), outline=card.outline, is_card=True), card.read.language)


def blank_page(number: int, width: float, height: float) -> PageShape:
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
