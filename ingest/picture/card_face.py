"""Read the face of a card that lies straight: lines are found on art and paper alike and read the right way up.

PP-OCR finds and reads them. Where it is not sure the reader of pages, which knows the words of languages, reads the
line as well: it settles accents, and whole lines in letters that PP-OCR does not know.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from ingest.languages.language import UNDETERMINED, detect_language
from ingest.languages.legibility import is_whole_word, legible_letters
from ingest.picture.card_script import (
    CardScriptSettings,
    east_asian_language,
    in_east_asian_letters,
    in_words_of,
    is_unread,
    orientation_of_lines,
)
from ingest.picture.false_spaces import FalseSpaceSettings, may_be_parted, without_false_spaces
from ingest.picture.images import PagePicture
from ingest.picture.letter_height import height_in_ems
from ingest.picture.letter_reader import LetterReader, UnreadPicture, sureness
from ingest.picture.lost_marks import in_own_marks
from ingest.picture.lost_signs import with_lost_signs
from ingest.picture.paddle_ocr import PaddleOcr, PaddleSettings, placed
from ingest.picture.second_choices import in_known_words
from ingest.picture.small_capitals import in_one_case
from ingest.picture.text_lines import (
    LINE_HEIGHT,
    Pixels,
    TextLine,
    as_print,
    cut_line,
    first_look,
    large_enough,
    numbered,
)
from ingest.picture.text_models import covers, script_of, written_in
from schema.folding import fold
from schema.reading import Box, Word

CARD_WIDTH = 178.6
"""In points: a usual card is 63 mm wide."""
FIRST_LANGUAGE = "en"


@dataclass(frozen=True, slots=True)
class FaceSettings:
    """How a card is read; chosen on 23 cards of eight games, 169 to 840 pixels wide."""

    clear: float = 0.8
    """What is read with less confidence may stand on its head."""
    clearer: float = 1.3
    """A card is turned where that gives so many times as many legible letters."""
    telling: float = 8.0
    """So many legible letters tell that it stood on its head; a short name may look like another one."""
    sure_way: float = 0.97
    """Lines that ran down or up are read the other way too where they were read with less confidence."""
    told_by: int = 8
    """So many lines, the longest, tell whether a card stands on its head."""
    sure_word: float = 0.3
    """A word read with less confidence is litter of the picture."""
    sure_line: float = 0.45
    """A line read with less confidence is litter of the picture."""
    poor: float = 0.6
    """A line without a word that was read with this confidence is litter, and another reading may take its place."""
    letters: int = 3
    """A word has so many letters in a row; fewer are believed where they are sure."""
    sure_short: float = 0.9
    """Confidence from which on a line of fewer letters is believed."""
    told: float = 0.8
    """A language told with less confidence is not believed, nor is a number alone."""
    few_words: int = 5
    """Fewer words do not tell a language."""
    settled: float = 0.9
    """A word with accents, or of a language that has many, that was read with less confidence is read again."""
    largest: int = 2
    """In a language with accents so many lines of words, the largest, are read again: one of them is the title."""
    line_pixels: int = 64
    """Height of a line for the reader of pages."""
    spaces: FalseSpaceSettings = FalseSpaceSettings()
    script: CardScriptSettings = CardScriptSettings()
    paddle: PaddleSettings = PaddleSettings()


@dataclass(frozen=True, slots=True)
class Face:
    """What is written on a card, in points of it, its short side being that of a usual card."""

    words: tuple[Word, ...]
    language: str
    """``und`` where nothing tells it."""
    quarters: int
    """By how many quarters it was turned clockwise to stand upright."""
    size: tuple[int, int]
    """Its width and height in pixels, upright."""
    lines: tuple[TextLine, ...] = ()
    """Where all lines stand, litter too, in pixels."""
    advice: str = ""
    """What would have it read better, in a sentence."""

    @property
    def told(self) -> str | None:
        """Its language, if anything told it."""
        return None if self.language == UNDETERMINED else self.language

    @property
    def width(self) -> float:
        return CARD_WIDTH * self.size[0] / min(self.size)

    @property
    def height(self) -> float:
        return CARD_WIDTH * self.size[1] / min(self.size)


@dataclass(frozen=True, slots=True)
class _Seen:
    """A card as it lies, its lines, and what was read in each."""

    image: Image.Image
    lines: list[TextLine]
    read: list[tuple[Word, ...]]

    @property
    def words(self) -> list[Word]:
        return [word for words in self.read for word in words]

    @property
    def pixels(self) -> Pixels:
        return np.asarray(self.image, dtype=np.uint8)


def turned(image: Image.Image, quarters: int) -> Image.Image:
    """The picture turned clockwise by so many quarters."""
    return PagePicture(image, image.width, image.height).turned(quarters).image


def first_lines(image: Image.Image, settings: FaceSettings = FaceSettings()) -> list[TextLine]:
    """The lines of a picture in colours at a first look; none where PP-OCR is not installed."""
    return first_look(image, settings.paddle.lines) if PaddleOcr.is_installed() else []


def read_face(
    image: Image.Image,
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None,
    settings: FaceSettings = FaceSettings(),
    seen: Sequence[TextLine] | None = None,
) -> Face:
    """The words of a card in colours, the right way up; ``seen``: the lines of a first look at it."""
    if not PaddleOcr.is_installed():
        return _read_plainly(image, languages, reader, likely)
    paddle = PaddleOcr(settings.paddle)
    if seen is None:
        image = large_enough(image, settings.paddle.lines.pixels)
    card, quarters = _upright(image, paddle.find(image, seen), languages, paddle, settings)
    card = _with_lines_that_run_up(card, languages, paddle, settings)
    card = _Seen(card.image, *with_lost_signs(card.image, card.lines, card.read, languages, paddle))
    card, on_head, languages, advice = _in_other_script(card, languages, paddle, reader, settings)
    card, language = _in_its_language(card, languages, likely, reader, settings)
    read = _joined(card, language, settings)
    card = replace(card, read=in_words_of(languages, read) if advice else read)
    kept = [
        (line, in_one_case(sure))
        for line, words in zip(card.lines, card.read, strict=True)
        if not _is_litter(sure := [word for word in words if word.confidence >= settings.sure_word], settings)
    ]
    per_pixel = CARD_WIDTH / min(card.image.size)
    numbers = numbered([line for line, _ in kept], settings.paddle.lines)
    words = [
        word
        for number, (line, sure) in zip(numbers, kept, strict=True)
        for word in placed(sure, line, number, per_pixel, per_pixel)
    ]
    return Face(tuple(words), language, (quarters + on_head) % 4, card.image.size, tuple(card.lines), advice)


def try_face(
    image: Image.Image, languages: Sequence[str], reader: LetterReader, likely: str | None, settings: FaceSettings
) -> Face:
    """The card the right way up; one that the reader gave up on has no words."""
    try:
        return read_face(image, languages, reader, likely, settings)
    except UnreadPicture:
        return Face((), likely or FIRST_LANGUAGE, 0, image.size)


def _read_plainly(image: Image.Image, languages: Sequence[str], reader: LetterReader, likely: str | None) -> Face:
    """The words that the reader of pages sees scattered over the card, where PP-OCR is not installed."""
    language = likely or (FIRST_LANGUAGE if FIRST_LANGUAGE in languages else languages[0])
    face = Face((), language, 0, image.size)
    words = reader.read(PagePicture(image.convert("L"), face.width, face.height), [language], is_scattered=True)
    return replace(face, words=words)


def _upright(
    image: Image.Image, lines: list[TextLine], languages: Sequence[str], paddle: PaddleOcr, settings: FaceSettings
) -> tuple[_Seen, int]:
    """The card as its lines run from left to right and are legible, and by how many quarters it was turned."""
    quarters = 0
    if is_sideways := sum(line.width if line.runs_across else -line.width for line in lines) < 0:
        image, quarters = turned(image, 3), 3
        lines = paddle.find(image)
    seen = _in_some_letters(image, lines, languages, paddle, settings)
    if sureness(seen.words) >= (settings.sure_way if is_sideways else settings.clear):
        return seen, quarters
    longest = sorted(range(len(lines)), key=lambda at: -lines[at].width)[: settings.told_by]
    on_head = _in_some_letters(image, [lines[at].turned for at in longest], languages, paddle, settings).read
    as_found, as_turned = (
        [w for words in read for w in words] for read in ([seen.read[at] for at in longest], on_head)
    )
    # A card on its side may have been turned either way; one that stood upright was mostly found so.
    is_clearer = legible_letters(as_turned) > max(settings.telling, settings.clearer * legible_letters(as_found))
    if not (is_clearer or (is_sideways and _worth(as_turned) > _worth(as_found))):
        return seen, quarters
    image = turned(image, 2)
    return _in_some_letters(image, paddle.find(image), languages, paddle, settings), (quarters + 2) % 4


def _in_some_letters(
    image: Image.Image, lines: list[TextLine], languages: Sequence[str], paddle: PaddleOcr, settings: FaceSettings
) -> _Seen:
    """The lines read in the letters of the languages, or in East Asian ones where only those are legible."""
    read = paddle.read_found(image, lines, languages)
    wide = in_east_asian_letters(image, lines, read, languages, paddle, settings.script)
    return _Seen(image, lines, wide or read)


def _with_lines_that_run_up(seen: _Seen, languages: Sequence[str], paddle: PaddleOcr, settings: FaceSettings) -> _Seen:
    """The card with lines that are cut out as if they ran down read upwards, where that is more legible."""
    lines, read = list(seen.lines), list(seen.read)
    for at, (line, words) in enumerate(zip(seen.lines, seen.read, strict=True)):
        if line.runs_across or sureness(words) >= settings.sure_way:
            continue
        (other,) = paddle.read_found(seen.image, [line.turned], languages)
        if _worth(other) > _worth(words):
            lines[at], read[at] = line.turned, other
    return _Seen(seen.image, lines, read)


def _worth(words: Sequence[Word]) -> float:
    """How much was read, and how surely: some words look like others on their heads, with a letter less."""
    return sum(len(word.text) * word.confidence**2 for word in words)


def _in_other_script(
    card: _Seen, languages: Sequence[str], paddle: PaddleOcr, reader: LetterReader, settings: FaceSettings
) -> tuple[_Seen, int, Sequence[str], str]:
    """The card, by how many quarters it was turned, the languages that it may be in, and advice where data lacks.

    Another script than theirs is looked for where most of the card is not legible; read as their letters it may
    have seemed to stand on its head.
    """
    if not is_unread(card.lines, card.read, settings.script):
        return card, 0, languages, ""
    lies = orientation_of_lines(as_print(card.pixels, card.lines, settings.line_pixels), reader, settings.script)
    same = [code for code in languages if script_of(code) == lies.script]
    if not lies.script or any(map(covers, same)):
        return card, 0, languages, ""
    if lies.quarters:
        image = turned(card.image, lies.quarters)
        card = _in_some_letters(image, paddle.find(image), languages, paddle, settings)
    own = same or written_in(lies.script, reader.languages())
    return card, lies.quarters, own or languages, "" if own else reader.wanting(script=lies.script)


def _language_of(words: Sequence[Word], languages: Sequence[str], settings: FaceSettings, usual: str = "") -> str:
    """The language that enough sure words tell, or else the usual one."""
    usual = usual or (FIRST_LANGUAGE if FIRST_LANGUAGE in languages else languages[0])
    sure = [word.text for word in words if word.confidence >= settings.poor]
    if len(languages) < 2 or len(sure) < settings.few_words:
        return usual
    found, told = detect_language(" ".join(sure), languages)
    return usual if found == UNDETERMINED or told < settings.told else found


def _in_its_language(
    card: _Seen, languages: Sequence[str], likely: str | None, reader: LetterReader, settings: FaceSettings
) -> tuple[_Seen, str]:
    """The card as its language spells it, and that language."""
    wide = east_asian_language(card.words)
    if not wide and likely not in languages and not any(map(covers, languages)):
        return _in_unknown_letters(card, languages, reader, settings)
    language = likely or wide or _language_of(card.words, languages, settings)
    return _in_language(card, language, languages, reader, settings), language


def _in_language(
    card: _Seen, language: str, languages: Sequence[str], reader: LetterReader, settings: FaceSettings
) -> _Seen:
    """The card with its words spelt as its language spells them, ``languages`` being all that may be meant."""
    known = (in_known_words(words, language) for words in card.read)
    card = replace(card, read=[in_own_marks(words, language) for words in known])
    if language not in languages:
        return card
    return replace(card, read=_settled(card, [language], reader, settings, is_known=all(map(covers, languages))))


def _in_unknown_letters(
    card: _Seen, languages: Sequence[str], reader: LetterReader, settings: FaceSettings
) -> tuple[_Seen, str]:
    """A card whose letters PP-OCR does not know, and its language.

    A reading in all languages at once tells it; where that does not, none of them is guessed.
    """
    if len(languages) == 1:
        return _in_language(card, languages[0], languages, reader, settings), languages[0]
    in_all = replace(card, read=_settled(card, languages, reader, settings, is_known=False))
    language = _language_of(in_all.words, languages, settings, UNDETERMINED)
    return in_all if language == UNDETERMINED else _in_language(card, language, languages, reader, settings), language


def _settled(
    seen: _Seen, languages: Sequence[str], reader: LetterReader, settings: FaceSettings, *, is_known: bool
) -> list[tuple[Word, ...]]:
    """What was read, with the better of two readings for lines that are not sure.

    ``is_known``: PP-OCR knows the letters of all languages that may be meant.
    """
    read = list(seen.read)
    has_accents = list(languages) != [FIRST_LANGUAGE]
    least = settings.settled if has_accents else settings.poor
    doubtful = [at for at, words in enumerate(read) if not is_known or _is_doubtful(words, least, settings)]
    if has_accents:
        of_words = [at for at, words in enumerate(read) if any(is_whole_word(w.text, settings.letters) for w in words)]
        largest = sorted(of_words, key=lambda at: -seen.lines[at].height)[: settings.largest]
        doubtful += [at for at in largest if at not in doubtful]
    if not doubtful:
        return read
    crops = as_print(seen.pixels, [seen.lines[at] for at in doubtful], settings.line_pixels)
    for at, crop, other in zip(doubtful, crops, reader.read_lines(crops, languages), strict=True):
        size = seen.lines[at].height / (height_in_ems("".join(word.text for word in other)) + settings.paddle.room)
        found = [replace(_in_shares(word, crop), size=size) for word in other]
        read[at] = _better(read[at], found, settings, is_known=is_known)
    return read


def _joined(seen: _Seen, language: str, settings: FaceSettings) -> list[tuple[Word, ...]]:
    """What was read, words that were parted where no space is to be seen joined."""
    read, pixels = list(seen.read), seen.pixels
    for at, (line, words) in enumerate(zip(seen.lines, seen.read, strict=True)):
        high = LINE_HEIGHT / line.height
        if may_be_parted(words, line.width / line.height, settings.spaces):
            cut, size = cut_line(pixels, line), words[0].size * high
            read[at] = without_false_spaces(words, cut, size, [language], settings.spaces)
    return read


def _is_doubtful(words: Sequence[Word], least: float, settings: FaceSettings) -> bool:
    """Whether a line has a whole word that is not sure; splinters are mostly art."""
    return any(word.confidence < least and is_whole_word(word.text, settings.letters) for word in words)


def _in_shares(word: Word, line: Image.Image) -> Word:
    if word.box is None:
        return word
    x, y = 1 / line.width, 1 / line.height
    return replace(word, box=Box(word.box.x0 * x, word.box.y0 * y, word.box.x1 * x, word.box.y1 * y))


def _better(
    words: tuple[Word, ...], other: Sequence[Word], settings: FaceSettings, *, is_known: bool
) -> tuple[Word, ...]:
    """The words with the other reading's accents; all of the other where most of the line cannot be read else."""
    if is_known and len(words) == len(other) and words:
        same = [fold(a.text) == fold(b.text) for a, b in zip(words, other, strict=True)]
        return tuple(
            replace(a, text=b.text) if is_same and _has_other_accents(a, b, settings) else a
            for a, b, is_same in zip(words, other, same, strict=True)
        )
    is_poor = sureness(words) < settings.poor or not is_known
    if is_poor and legible_letters(other) > settings.clearer * legible_letters(words):
        size = max((word.size for word in words), default=0.0)
        return tuple(replace(word, size=size or word.size) for word in other)
    return words


def _has_other_accents(word: Word, other: Word, settings: FaceSettings) -> bool:
    """Whether the other reading of a word spells it otherwise; where the first was sure, so must it be."""
    is_open = word.confidence < settings.settled or other.confidence >= settings.settled
    return is_open and word.text.casefold() != other.text.casefold()


def _is_litter(line: Sequence[Word], settings: FaceSettings) -> bool:
    """Whether a line is what was seen in art: no word that was read surely, and no sure number."""
    sure = sureness(line)
    if sure < settings.sure_line:
        return True
    if any(is_whole_word(word.text, settings.letters) and word.confidence >= settings.poor for word in line):
        return False
    has_number = any(c.isdigit() for word in line for c in word.text)
    is_short_word = sum(c.isalpha() for word in line for c in word.text) > 1 and sure >= settings.sure_short
    return not is_short_word and not (has_number and sure >= settings.told)
