"""Read the letters of a page's picture: laid straight, cleared of what is drawn, in its language, looked at twice."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from langcodes import Language, tag_is_valid

from ingest.language import UNDETERMINED, all_languages, detect_language, tell_language
from ingest.legibility import legible_letters
from ingest.picture.images import PagePicture
from ingest.picture.letter_reader import LetterReader, UnreadPicture, sureness
from ingest.picture.line_art import LineArtSettings, without_line_art
from ingest.picture.ruled_lines import RuledLineSettings, with_dark_type, without_ruled_lines
from ingest.picture.second_look import SecondLookSettings, look_again
from ingest.picture.spread_rows import SpreadRowSettings, read_spread_rows
from ingest.picture.straighten import StraightenSettings, straightened
from schema.reading import Word


@dataclass(frozen=True, slots=True)
class LetterSettings:
    """When a page is read again, turned or in another language, and the settings of all other parts.

    Chosen by eye on the sample pages; benchmarks/ocr.py shows what they are worth.
    """

    first_look_pixels: int = 1300
    """Long side of the small picture from which a page's language is told."""
    few_words: int = 8
    """Fewer words do not tell a language."""
    sure: float = 0.8
    """A language told with less confidence than this is not believed."""
    many_words: int = 40
    """So many tell a language that nobody expected."""
    very_sure: float = 0.99
    """How clear an unexpected language must be."""
    upright: float = 0.6
    """A page read with less confidence may lie on its side."""
    long_word: int = 4
    """Words of so many letters are wider than high on a page that stands upright."""
    straighten: StraightenSettings = StraightenSettings()
    line_art: LineArtSettings = LineArtSettings()
    ruled_lines: RuledLineSettings = RuledLineSettings()
    spread_rows: SpreadRowSettings = SpreadRowSettings()
    second_look: SecondLookSettings = SecondLookSettings()


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
    advice: str = ""
    """What would have it read better, in a sentence."""


def read_letters(
    picture: PagePicture,
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None = None,
    settings: LetterSettings = LetterSettings(),
) -> LettersRead:
    """Read the page laid straight and upright in the language it is in; ``likely`` is that of its neighbours."""
    page = straightened(picture, settings.straighten)
    read = _in_its_language(page, languages, reader, likely, settings=settings)
    in_script = _in_its_script(page, read, languages, reader, settings)
    if in_script is not None:
        return in_script
    is_sideways = _is_sideways(read.words, settings)
    if read.failure or (read.confidence >= settings.upright and not is_sideways):
        return read
    quarters = reader.quarters_to_turn(page)
    if not quarters:
        return read
    turned = straightened(picture.turned(quarters), settings.straighten)
    again = _in_its_language(turned, languages, reader, likely, settings=settings)
    is_better = is_sideways or legible_letters(again.words) > legible_letters(read.words)
    return replace(again, quarters=quarters) if is_better else read


def _in_its_script(
    page: PagePicture, read: LettersRead, languages: Sequence[str], reader: LetterReader, settings: LetterSettings
) -> LettersRead | None:
    """A page that was read badly, in the script it is in; None where that is the script of the languages or unknown."""
    if read.failure or read.confidence >= settings.upright:
        return None
    script = reader.script(page)
    if not script or script in map(_script_of, languages):
        return None
    own = sorted(code for code in reader.languages() if tag_is_valid(code) and _script_of(code) == script)
    if own:
        return _in_its_language(page, own, reader, settings=settings)
    # What another script's letters were taken for is no text of the page.
    return replace(read, words=(), confidence=0.0, failure=reader.wanting(script=script))


def _script_of(language: str) -> str:
    return Language.get(language).maximize().script or ""


def _is_sideways(words: Sequence[Word], settings: LetterSettings) -> bool:
    """Whether most words stand higher than wide: lines that run up the page are read, but not turned."""
    long = [word.box for word in words if len(word.text) >= settings.long_word and word.box]
    return sum(box.height > box.width for box in long) > len(long) / 2


def read_block(
    picture: PagePicture, languages: Sequence[str], reader: LetterReader, settings: LetterSettings = LetterSettings()
) -> LettersRead:
    """Read a small picture, a card for instance, as one block of lines; it may lie upside down."""
    read = _in_its_language(picture, languages, reader, is_block=True, settings=settings)
    if read.confidence >= settings.upright or read.failure:
        return read
    again = _in_its_language(picture.turned(2), languages, reader, is_block=True, settings=settings)
    return replace(again, quarters=2) if again.confidence > read.confidence else read


def _in_its_language(
    page: PagePicture,
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None = None,
    is_block: bool = False,
    *,
    settings: LetterSettings,
) -> LettersRead:
    if likely is None and len(languages) > 1:
        # A quick reading of a small picture of it with all languages at once tells the likely one.
        small = page.image.copy()
        small.thumbnail((settings.first_look_pixels, settings.first_look_pixels))
        first = _read(PagePicture(small, page.width, page.height), languages, reader, settings)
        likely, _ = _language_of(first, languages)
    read = _read(page, [likely or languages[0]], reader, settings, is_block)
    if len(languages) == 1 or read.failure:
        return read
    read = _in_any_language(page, read, languages, reader, settings, is_block)
    if read.language not in languages:
        return read
    found, sureness = _language_of(read, languages)
    if found in (None, read.language) or sureness < settings.sure or len(read.words) < settings.few_words:
        return read
    again = _read(page, [found], reader, settings, is_block)
    return again if again.confidence > read.confidence else read


def _in_any_language(
    page: PagePicture,
    read: LettersRead,
    languages: Sequence[str],
    reader: LetterReader,
    settings: LetterSettings,
    is_block: bool,
) -> LettersRead:
    """The page in a language that nobody expected, where its words clearly are of one; with advice where data lacks."""
    text = " ".join(word.text for word in read.words)
    if len(read.words) < settings.many_words or tell_language(text) in (UNDETERMINED, *languages):
        return read
    found, sureness = detect_language(text, all_languages())
    if sureness < settings.very_sure:
        return read
    if found not in reader.languages():
        return replace(read, advice=reader.wanting(language=found))
    again = _read(page, [found], reader, settings, is_block)
    return again if again.confidence > read.confidence else read


def _language_of(read: LettersRead, languages: Sequence[str]) -> tuple[str | None, float]:
    found, sureness = detect_language(" ".join(word.text for word in read.words), languages)
    return None if found == UNDETERMINED else found, sureness


def _read(
    picture: PagePicture,
    languages: Sequence[str],
    reader: LetterReader,
    settings: LetterSettings,
    is_block: bool = False,
) -> LettersRead:
    """The words of the picture without what is drawn; a page in one language is looked at twice."""
    dpi = picture.dpi
    dark = with_dark_type(picture.image, dpi, settings.ruled_lines)
    bare = without_ruled_lines(without_line_art(dark, dpi, settings.line_art), dpi, settings.ruled_lines)
    page = PagePicture(bare, picture.width, picture.height)
    try:
        words = reader.read(page, languages, is_block=is_block)
        if not is_block and len(languages) == 1:
            read_row = partial(reader.read, languages=languages, is_block=True, keeps_signs=True)
            words = read_spread_rows(page, words, read_row, settings.spread_rows)
            read_label = partial(reader.read, languages=languages, is_block=True)
            words = look_again(page, words, read_label, settings.second_look)
    except UnreadPicture as error:
        return LettersRead((), languages[0], 0.0, picture.width, picture.height, failure=str(error))
    return LettersRead(words, languages[0], round(sureness(words), 4), picture.width, picture.height)
