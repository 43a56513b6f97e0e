"""Read the letters of a page's picture: laid straight, cleared of what is drawn, in its language, looked at twice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean

from ingest.language import UNDETERMINED, detect_language
from ingest.legibility import legible_letters
from ingest.picture.images import PagePicture
from ingest.picture.letter_reader import LetterReader, UnreadPicture
from ingest.picture.line_art import without_line_art
from ingest.picture.ruled_lines import with_dark_type, without_ruled_lines
from ingest.picture.second_look import look_again
from ingest.picture.spread_rows import read_spread_rows
from ingest.picture.straighten import straightened
from schema.reading import Word

FIRST_LOOK_PIXELS = 1300
"""Long side of the small picture from which a page's language is told."""
FEW_WORDS = 8
SURE = 0.8
UPRIGHT = 0.6
"""A page read with less confidence may lie on its side."""
LONG_WORD = 4


@dataclass(frozen=True, slots=True)
class LettersRead:
    """What was read on a page."""

    words: tuple[Word, ...]
    language: str
    """The language it was read as, ISO 639-1."""
    confidence: float
    width: float = 0.0
    height: float = 0.0
    """The page as it was read, laid straight and upright, in points."""
    quarters: int = 0
    """By how many quarters it was turned clockwise to stand upright."""
    failure: str = ""
    """Why the page could not be read, in a sentence; empty when it was."""


def read_letters(
    picture: PagePicture, languages: Sequence[str], reader: LetterReader, likely: str | None = None
) -> LettersRead:
    """Read the page laid straight and upright in the language it is in; ``likely`` is that of its neighbours."""
    page = straightened(picture)
    read = _in_its_language(page, languages, reader, likely)
    is_sideways = _is_sideways(read.words)
    if read.failure or (read.confidence >= UPRIGHT and not is_sideways):
        return read
    quarters = reader.quarters_to_turn(page)
    if not quarters:
        return read
    again = _in_its_language(straightened(picture.turned(quarters)), languages, reader, likely)
    is_better = is_sideways or legible_letters(again.words) > legible_letters(read.words)
    return replace(again, quarters=quarters) if is_better else read


def _is_sideways(words: Sequence[Word]) -> bool:
    """Whether most words stand higher than wide: lines that run up the page are read, but not turned."""
    long = [word.box for word in words if len(word.text) >= LONG_WORD and word.box]
    return sum(box.y1 - box.y0 > box.x1 - box.x0 for box in long) > len(long) / 2


def read_block(picture: PagePicture, languages: Sequence[str], reader: LetterReader) -> LettersRead:
    """Read a small picture, a card for instance, as one block of lines; it may lie upside down."""
    read = _in_its_language(picture, languages, reader, is_block=True)
    if read.confidence >= UPRIGHT or read.failure:
        return read
    again = _in_its_language(picture.turned(2), languages, reader, is_block=True)
    return replace(again, quarters=2) if again.confidence > read.confidence else read


def _in_its_language(
    page: PagePicture, languages: Sequence[str], reader: LetterReader, likely: str | None = None, is_block: bool = False
) -> LettersRead:
    if likely is None and len(languages) > 1:
        # A quick reading of a small picture of it with all languages at once tells the likely one.
        small = page.image.copy()
        small.thumbnail((FIRST_LOOK_PIXELS, FIRST_LOOK_PIXELS))
        first = _read(PagePicture(small, page.width, page.height), languages, reader)
        likely, _ = _language_of(first, languages)
    read = _read(page, [likely or languages[0]], reader, is_block)
    if len(languages) == 1 or read.failure:
        return read
    found, sureness = _language_of(read, languages)
    if found in (None, read.language) or sureness < SURE or len(read.words) < FEW_WORDS:
        return read
    again = _read(page, [found], reader, is_block)
    return again if again.confidence > read.confidence else read


def _language_of(read: LettersRead, languages: Sequence[str]) -> tuple[str | None, float]:
    found, sureness = detect_language(" ".join(word.text for word in read.words), languages)
    return None if found == UNDETERMINED else found, sureness


def _read(picture: PagePicture, languages: Sequence[str], reader: LetterReader, is_block: bool = False) -> LettersRead:
    """The words of the picture without what is drawn; a page in one language is looked at twice."""
    dpi = picture.dpi
    bare = without_ruled_lines(without_line_art(with_dark_type(picture.image, dpi), dpi), dpi)
    page = PagePicture(bare, picture.width, picture.height)
    try:
        words = reader.read(page, languages, is_block=is_block)
        if not is_block and len(languages) == 1:
            words = read_spread_rows(
                page, words, lambda sheet: reader.read(sheet, languages, is_block=True, keeps_signs=True)
            )
            words = look_again(page, words, lambda sheet: reader.read(sheet, languages, is_block=True))
    except UnreadPicture as error:
        return LettersRead((), languages[0], 0.0, picture.width, picture.height, failure=str(error))
    sure = round(fmean([w.confidence for w in words], weights=[len(w.text) for w in words]), 4) if words else 0.0
    return LettersRead(words, languages[0], sure, picture.width, picture.height)
