"""Read the face of a card that lies straight: which way up it is, and its letters with and without the art."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

from PIL import Image, ImageFilter

from ingest.language import UNDETERMINED, detect_language
from ingest.legibility import is_speakable, legible_letters
from ingest.picture.images import PagePicture
from ingest.picture.letter_reader import LetterReader, sureness
from ingest.picture.lettering import LetteringSettings, Row, corner_marks, letters_alone
from ingest.picture.strips import StripSettings, laid, on_card
from schema.reading import Box, Word

CARD_WIDTH = 178.6
"""In points: a usual card is 63 mm wide."""
FIRST_LANGUAGE = "en"
_THREE_LETTERS = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class FaceSettings:
    """How a card is read.

    Measured on 25 scans and photos of cards of six games, 177 to 1,783 pixels wide.
    """

    pixels: int = 1000
    """Width at which a card is read; on the cards measured, 700 missed twice as many words."""
    condensed: float = 0.76
    """From letter to letter against their height: narrower type is stretched, for its spaces are lost otherwise."""
    long_row: int = 8
    """So many letters of a row tell how narrow it is set."""
    stretched: float = 1.5
    """How much wider they are made; on five cards of one game 7 of 84 words were missed instead of 20."""
    poor: float = 0.6
    """What is read with less confidence may lie on its side."""
    clear: float = 0.8
    """What is read with less confidence may stand on its head."""
    clearer: float = 1.3
    """A card is turned where that gives so many times as many legible letters."""
    sure_word: float = 0.3
    """A word read with less confidence is litter of the picture."""
    sure_line: float = 0.45
    """A line read with less confidence is litter of the picture."""
    told: float = 0.8
    """A language told with less confidence is not believed."""
    few_words: int = 5
    """Fewer words do not tell a language."""
    whole_counts: float = 1.05
    """A line read in the picture as it is counts as so many times as legible."""
    same_line: float = 0.5
    """Lines of two readings are the same where they share so much of the lower one's height."""
    enough: tuple[float, float] = (0.93, 0.9)
    """Confidence, and share of the letters in rows, from which on a card is not read a second time."""
    strips: StripSettings = StripSettings()
    lettering: LetteringSettings = LetteringSettings()


@dataclass(frozen=True, slots=True)
class Face:
    """What is written on a card, in points of it, its short side being that of a usual card."""

    words: tuple[Word, ...]
    language: str
    quarters: int
    """By how many quarters it was turned clockwise to stand upright."""
    image: Image.Image
    """As it was read, upright."""

    @property
    def width(self) -> float:
        return CARD_WIDTH * self.image.width / min(self.image.size)

    @property
    def height(self) -> float:
        return CARD_WIDTH * self.image.height / min(self.image.size)


def scaled(image: Image.Image, pixels: int) -> Image.Image:
    """The picture with so many pixels on its short side."""
    factor = pixels / min(image.size)
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    return image.resize(size, Image.Resampling.LANCZOS)


def turned(image: Image.Image, quarters: int) -> Image.Image:
    """The picture turned clockwise by so many quarters."""
    return PagePicture(image, image.width, image.height).turned(quarters).image


def read_face(
    image: Image.Image,
    alone: Image.Image,
    rows: Sequence[Row],
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None,
    settings: FaceSettings = FaceSettings(),
) -> Face:
    """The words of the card the right way up; ``alone`` and ``rows`` are its letters taken out of the art."""
    language = likely or (FIRST_LANGUAGE if FIRST_LANGUAGE in languages else languages[0])
    first, quarters = _words(alone, rows, language, reader, settings), 0
    for turn in (2, 1, 3):
        if sureness(first) >= (settings.clear if turn == 2 else settings.poor):
            break
        over = letters_alone(turned(image, turn), settings.lettering)[0]
        other = _words(over, rows, language, reader, settings)
        if legible_letters(other) > settings.clearer * legible_letters(first):
            first, quarters, image, alone = other, turn, turned(image, turn), over
            break
    found = _language_of(first, languages, settings) if likely is None else None
    if found not in (None, language):
        language = found or language
        first = _words(alone, rows, language, reader, settings)
    enough = _is_enough(first, rows, settings)
    second = () if enough else _words(image, rows, language, reader, settings, is_bare=False)
    words = _better_lines(first, second, settings)
    rows = letters_alone(image, settings.lettering)[1] if quarters else rows
    return Face((*words, *_numbers(image, rows, words, language, reader, settings)), language, quarters, image)


def _is_enough(words: Sequence[Word], rows: Sequence[Row], settings: FaceSettings) -> bool:
    """Whether as good as every letter that stands in a row was read, and surely."""
    seen, read = sum(row.letters for row in rows), sum(len(w.text) for w in words if w.confidence >= settings.poor)
    return sureness(words) >= settings.enough[0] and read >= settings.enough[1] * seen


def _numbers(
    image: Image.Image,
    rows: Sequence[Row],
    words: Sequence[Word],
    language: str,
    reader: LetterReader,
    settings: FaceSettings,
) -> Iterator[Word]:
    """The numbers that stand alone in corners and were not read with the rest, each as a line of its own."""
    per_pixel = CARD_WIDTH / min(image.size)
    read = [word.box for word in words if word.box is not None]
    marks = [
        mark
        for mark in corner_marks(image, list(rows), settings.lettering)
        if not any(_is_in(mark, box, per_pixel) for box in read)
    ]
    if not marks:
        return
    sheet, strips = laid(image, marks, settings.strips)
    seen = reader.read(PagePicture(sheet, sheet.width, sheet.height), [language], is_block=True)
    line = words[-1].line + 1 if words else 0
    for number, found in enumerate(on_card(seen, strips, per_pixel)):
        for word in found:
            if word.text.isdecimal() and word.confidence >= settings.told:
                yield replace(word, line=line + number)


def _is_in(mark: Row, box: Box, per_pixel: float) -> bool:
    x, y = (mark.left + mark.right) / 2 * per_pixel, (mark.top + mark.bottom) / 2 * per_pixel
    return box.x0 <= x <= box.x1 and box.y0 <= y <= box.y1


def _language_of(words: Sequence[Word], languages: Sequence[str], settings: FaceSettings) -> str | None:
    sure = [word.text for word in words if word.confidence >= settings.poor]
    if len(languages) < 2 or len(sure) < settings.few_words:
        return None
    found, told = detect_language(" ".join(sure), languages)
    return None if found == UNDETERMINED or told < settings.told else found


def _words(
    image: Image.Image,
    rows: Sequence[Row],
    language: str,
    reader: LetterReader,
    settings: FaceSettings,
    *,
    is_bare: bool = True,
) -> tuple[Word, ...]:
    """What the reader sees in the picture, in points of the card; condensed type is stretched first."""
    per_pixel = CARD_WIDTH / min(image.size)
    width, height = image.width * per_pixel, image.height * per_pixel
    if _is_condensed(rows, settings):
        image = image.resize((round(image.width * settings.stretched), image.height), Image.Resampling.BICUBIC)
    if is_bare:  # their hard edges are read worse
        image = image.filter(ImageFilter.GaussianBlur(1))
    words = reader.read(PagePicture(image, width, height), [language], is_scattered=True)
    return tuple(word for word in words if word.box is not None and word.confidence >= settings.sure_word)


def _is_condensed(rows: Sequence[Row], settings: FaceSettings) -> bool:
    """Whether most letters stand close together for their height."""
    long = [row for row in rows if row.letters >= settings.long_row]
    steps = [(row.right - row.left) / row.letters / row.height for row in long for _ in range(row.letters)]
    return bool(steps) and median(steps) < settings.condensed


def _better_lines(first: Sequence[Word], second: Sequence[Word], settings: FaceSettings) -> tuple[Word, ...]:
    """Of each line the reading that gives more legible letters, from top to bottom."""
    bare = [(legible_letters(line), line) for line in _lines(first, settings)]
    # The picture as it is keeps stops and accents that may get lost among the bare letters.
    whole = [(legible_letters(line) * settings.whole_counts, line) for line in _lines(second, settings)]
    kept: list[list[Word]] = []
    for _, line in sorted((*bare, *whole), key=lambda weighed: -weighed[0]):
        if not _is_litter(line, settings) and not any(_is_same(line, other, settings) for other in kept):
            kept.append(line)
    kept = _in_order(kept)
    return tuple(replace(word, line=number) for number, line in enumerate(kept) for word in line)


def _is_litter(line: Sequence[Word], settings: FaceSettings) -> bool:
    """Whether a line is what was seen in art: no word that was read surely, and no sure number."""
    if sureness(line) < settings.sure_line:
        return True
    whole = any(is_whole_word(word.text) and word.confidence >= settings.poor for word in line)
    has_number = any(c.isdigit() for word in line for c in word.text)
    return not whole and not (has_number and sureness(line) >= settings.told)


def is_whole_word(text: str) -> bool:
    """Whether it holds three letters in a row that can be spoken."""
    return any(is_speakable(run) for run in _THREE_LETTERS.findall(text))


def _lines(words: Sequence[Word], settings: FaceSettings) -> list[list[Word]]:
    """The words by the lines they stand in; scattered reading breaks lines at wide spaces."""
    lines: list[list[Word]] = []
    for word in sorted(words, key=lambda word: word.box.x0 if word.box else 0.0):
        for line in lines:
            if _is_next(line[-1], word, settings):
                line.append(word)
                break
        else:
            lines.append([word])
    return lines


def _is_next(left: Word, right: Word, settings: FaceSettings) -> bool:
    a, b = left.box, right.box
    if a is None or b is None:
        return False
    lower = min(a.height, b.height)
    beside = min(a.y1, b.y1) - max(a.y0, b.y0)
    return beside > settings.same_line * lower and b.x0 - a.x1 < 2 * max(a.height, b.height)


def _is_same(line: Sequence[Word], other: Sequence[Word], settings: FaceSettings) -> bool:
    """Whether two readings are of the same place."""
    a, b = _box(line), _box(other)
    high = min(a.y1, b.y1) - max(a.y0, b.y0)
    wide = min(a.x1, b.x1) - max(a.x0, b.x0)
    return high > settings.same_line * min(a.height, b.height) and wide > settings.same_line * min(a.width, b.width)


def _in_order(lines: list[list[Word]]) -> list[list[Word]]:
    """From top to bottom, lines at one height from left to right."""
    ordered: list[list[list[Word]]] = []
    for line in sorted(lines, key=lambda line: _box(line).middle):
        if ordered and _box(line).middle < _box(ordered[-1][0]).y1:
            ordered[-1].append(line)
        else:
            ordered.append([line])
    return [line for level in ordered for line in sorted(level, key=lambda line: _box(line).x0)]


def _box(line: Sequence[Word]) -> Box:
    return Box.around(word.box for word in line if word.box is not None)
