"""Read the letters of a page's picture: laid straight, cleared of what is drawn, in its language, looked at twice."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from langcodes import Language, tag_is_valid

from ingest.languages.language import UNDETERMINED, all_languages, detect_language, tell_language
from ingest.languages.legibility import legible_letters
from ingest.layout.ruled_tables import ruled_grids
from ingest.picture.better_reading import BetterReadingSettings, better_of, is_doubtful
from ingest.picture.first_look import FirstLookSettings, words_in_sight
from ingest.picture.images import PagePicture
from ingest.picture.letter_reader import LetterReader, Orientation, UnreadPicture, sureness
from ingest.picture.line_art import LineArtSettings, without_line_art
from ingest.picture.low_zeros import LowZeroSettings, with_letters_for_low_zeros
from ingest.picture.ruled_lines import RuledLineSettings, dark_bars, painted_over, ruled_lines, with_dark_type
from ingest.picture.second_look import SecondLookSettings, look_again
from ingest.picture.second_reader import SecondReaderSettings, read_doubtful, read_doubtful_lines
from ingest.picture.series_marks import with_commas_in_series
from ingest.picture.small_signs import Sign, SmallSignSettings, small_signs
from ingest.picture.spread_rows import SpreadRowSettings, read_spread_rows
from ingest.picture.straighten import StraightenSettings, evenly_lit, straightened
from schema.reading import Box, Word


@dataclass(frozen=True, slots=True)
class LetterSettings:
    """When a page is read again, turned or in another language, and the settings of all other parts.

    Chosen by eye on the sample pages; benchmarks/pages.py shows what they are worth.
    """

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
    first_look: FirstLookSettings = FirstLookSettings()
    better_reading: BetterReadingSettings = BetterReadingSettings()
    line_art: LineArtSettings = LineArtSettings()
    ruled_lines: RuledLineSettings = RuledLineSettings()
    spread_rows: SpreadRowSettings = SpreadRowSettings()
    second_look: SecondLookSettings = SecondLookSettings()
    second_reader: SecondReaderSettings = SecondReaderSettings()
    low_zeros: LowZeroSettings = LowZeroSettings()
    small_signs: SmallSignSettings = SmallSignSettings()


@dataclass(frozen=True, slots=True)
class LettersRead:
    """What was read on a page."""

    words: tuple[Word, ...]
    language: str
    """The language it was read as, ISO 639-1; ``und`` where nothing tells it."""
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
    rules: tuple[Box, ...] = ()
    """The level and upright lines drawn on the page."""
    bars: tuple[Box, ...] = ()
    """The dark bars and boxes drawn on the page."""
    signs: tuple[Sign, ...] = ()
    """Its single signs by their pictures: over a whole document they tell icons from letters."""


def read_letters(
    picture: PagePicture,
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None = None,
    settings: LetterSettings = LetterSettings(),
) -> LettersRead:
    """Read the page laid straight and upright in the language it is in; ``likely`` is that of its neighbours."""
    page = _Page.of(picture, settings)
    if likely is None and len(languages) > 1:
        likely, page = _first_look(picture, page, languages, reader, settings)
    read = _in_its_language(page, languages, reader, likely, settings=settings)
    in_script = _in_its_script(page, read, languages, reader, settings)
    if in_script is not None:
        return _read_on(page, in_script, reader, settings)
    is_sideways = _is_sideways(read.words, settings)
    if page.quarters or read.failure or (read.confidence >= settings.upright and not is_sideways):
        return _read_on(page, read, reader, settings)
    turned = _Page.of(picture, settings, quarters) if (quarters := page.orientation(reader).quarters) else page
    if turned is not page:
        again = _in_its_language(turned, languages, reader, likely, settings=settings)
        if is_sideways or legible_letters(again.words) > legible_letters(read.words):
            page, read = turned, again
    return _read_on(page, read, reader, settings)


@dataclass(frozen=True, slots=True)
class _Page:
    """A page laid straight, and the same without what is drawn on it."""

    found: PagePicture
    """As its file has it."""
    straight: PagePicture
    bare: PagePicture
    quarters: int = 0
    """By how many quarters it was turned clockwise."""
    rules: tuple[Box, ...] = ()
    """The level and upright lines drawn on it."""
    bars: tuple[Box, ...] = ()
    """The dark bars and boxes on it."""
    _seen: list[Orientation] = field(default_factory=list)
    """How it lies, once that was asked for."""

    def orientation(self, reader: LetterReader) -> Orientation:
        """How it lies; the reader is asked once."""
        if not self._seen:
            self._seen.append(reader.orientation(self.straight))
        return self._seen[0]

    @classmethod
    def of(cls, picture: PagePicture, settings: LetterSettings, quarters: int = 0) -> "_Page":
        """The picture turned so, laid straight, and without what is drawn on it."""
        straight = straightened(picture.turned(quarters), settings.straighten)
        bars = dark_bars(straight.image, straight.dpi, settings.ruled_lines)
        dark = with_dark_type(straight.image, bars, straight.dpi, settings.ruled_lines)
        ruled = ruled_lines(dark, straight.dpi, settings.ruled_lines)
        image = painted_over(without_line_art(dark, straight.dpi, settings.line_art), ruled, settings.ruled_lines)
        bare = straight if image is straight.image else PagePicture(image, straight.width, straight.height)
        rules = tuple(straight.to_points(x0, y0, x1 - x0, y1 - y0) for x0, y0, x1, y1 in ruled.boxes)
        dark_parts = tuple(straight.to_points(x0, y0, x1 - x0, y1 - y0) for x0, y0, x1, y1 in bars)
        return cls(picture, straight, bare, quarters, rules, dark_parts)


def _first_look(
    picture: PagePicture, page: _Page, languages: Sequence[str], reader: LetterReader, settings: LetterSettings
) -> tuple[str | None, _Page]:
    """The language told by some words of the page, and the page turned upright where they could not be read."""
    read = _words_in_sight(page, languages[:1], reader, settings)
    if read.failure:
        return None, page
    if read.confidence < settings.upright or _is_sideways(read.words, settings):
        quarters = page.orientation(reader).quarters
        if quarters:
            page = _Page.of(picture, settings, quarters)
            read = _words_in_sight(page, languages[:1], reader, settings)
    likely, sureness = _language_of(read, languages)
    if sureness < settings.very_sure:  # one language's data spoils the words of the others
        likely, _ = _language_of(_words_in_sight(page, languages, reader, settings, is_second=True), languages)
    return likely, page


def _words_in_sight(
    page: _Page, languages: Sequence[str], reader: LetterReader, settings: LetterSettings, *, is_second: bool = False
) -> LettersRead:
    part = words_in_sight(page.bare, settings.first_look, is_second=is_second)
    try:
        words = reader.read(part, languages, is_block=True, is_glance=True)
    except UnreadPicture as error:
        return LettersRead((), languages[0], 0.0, failure=str(error))
    return LettersRead(words, languages[0], sureness(words))


def _in_its_script(
    page: _Page, read: LettersRead, languages: Sequence[str], reader: LetterReader, settings: LetterSettings
) -> LettersRead | None:
    """A page that was read badly, in the script it is in; None where that is the script of the languages or unknown."""
    if read.failure or read.confidence >= settings.upright:
        return None
    script = page.orientation(reader).script
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


def _in_its_language(
    page: _Page,
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None = None,
    is_block: bool = False,
    *,
    settings: LetterSettings,
) -> LettersRead:
    if likely is None and len(languages) > 1:
        likely, _ = _language_of(_words_in_sight(page, languages, reader, settings, is_second=True), languages)
    read = _read(page, likely or languages[0], reader, is_block)
    if len(languages) == 1 or read.failure:
        return read
    read = _in_any_language(page, read, languages, reader, settings, is_block)
    if read.language not in languages:
        return read
    found, sureness = _language_of(read, languages)
    if found in (None, read.language) or sureness < settings.sure or len(read.words) < settings.few_words:
        return read
    again = _read(page, found, reader, is_block)
    return again if again.confidence > read.confidence else read


def _in_any_language(
    page: _Page,
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
    again = _read(page, found, reader, is_block)
    return again if again.confidence > read.confidence else read


def _language_of(read: LettersRead, languages: Sequence[str]) -> tuple[str | None, float]:
    found, sureness = detect_language(" ".join(word.text for word in read.words), languages)
    return None if found == UNDETERMINED else found, sureness


def _read(page: _Page, language: str, reader: LetterReader, is_block: bool = False) -> LettersRead:
    """The words of the page, read once."""
    width, height = page.straight.width, page.straight.height
    try:
        words = reader.read(page.bare, [language], is_block=is_block)
    except UnreadPicture as error:
        return LettersRead((), language, 0.0, width, height, failure=str(error))
    sure = round(sureness(words), 4)
    return LettersRead(words, language, sure, width, height, page.quarters, rules=page.rules, bars=page.bars)


def _read_on(page: _Page, read: LettersRead, reader: LetterReader, settings: LetterSettings) -> LettersRead:
    """Where many words are doubtful the better of two readings; doubtful rows, labels and words are looked at again."""
    if read.failure:
        return read
    language = [read.language]
    try:
        words, known = _read_twice(page, read, reader, settings)
        read_row = partial(reader.read, languages=language, is_block=True, keeps_signs=True)
        words = read_spread_rows(page.bare, words, read_row, settings.spread_rows)
        second = _second(reader, read.language)
        if second:
            words = read_doubtful(page.straight, words, second, language, known, settings.second_reader)
        words = with_commas_in_series(with_letters_for_low_zeros(words, settings.low_zeros))
        read_sheet = partial(reader.read, languages=language, is_block=True)
        grids = ruled_grids(page.rules)
        cells = [cell for grid in grids for row in grid for cell in row if cell]
        words = look_again(page.bare, words, read_sheet, settings.second_look, cells, keeps_figures=bool(second))
    except UnreadPicture as error:
        return replace(read, words=(), confidence=0.0, failure=str(error))
    signs = small_signs(page.straight, words, grids, settings.small_signs)
    return replace(read, words=words, confidence=round(sureness(words), 4), signs=signs)


def _read_twice(
    page: _Page, read: LettersRead, reader: LetterReader, settings: LetterSettings
) -> tuple[tuple[Word, ...], frozenset[Box]]:
    """The words, where many are doubtful those of the better of two readings; and where a second reader's stand."""
    words, language = read.words, [read.language]
    if not is_doubtful(page.bare, words, settings.better_reading):
        return words, frozenset()
    if second := _second(reader, read.language):
        better, own = settings.better_reading, settings.second_reader
        return read_doubtful_lines(page.straight, words, second, language, better, own)
    # Painting over lines may have done harm, and one tone may not part ink from paper where it was shaded.
    was_shaded = evenly_lit(page.found.image, settings.straighten) is not page.found.image
    other = reader.read(page.straight, language, follows_light=was_shaded)
    return better_of(words, other, settings.better_reading), frozenset()


def _second(reader: LetterReader, language: str) -> LetterReader | None:
    """The second reader, where it knows the letters of the language."""
    return reader.second if reader.second and language in reader.second.languages() else None
