"""Read the face of a card that lies straight: which way up it is, and its letters with and without the art."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image, ImageFilter

from ingest.language import UNDETERMINED, detect_language
from ingest.legibility import is_speakable, legible_letters
from ingest.picture.images import PagePicture
from ingest.picture.letter_reader import LetterReader, sureness
from ingest.picture.lettering import Lettering, LetteringSettings, Row, find_lettering
from ingest.picture.line_crops import LineCropSettings, cut_out, lines_of, stretching, type_size
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
    poor: float = 0.6
    """What is read with less confidence may lie on its side."""
    clear: float = 0.8
    """What is read with less confidence may stand on its head."""
    clearer: float = 1.3
    """A card is turned where that gives so many times as many legible letters."""
    told_by: int = 8
    """So many lines tell whether a card lies on its head or its side."""
    sure_word: float = 0.3
    """A word read with less confidence is litter of the picture."""
    sure_line: float = 0.45
    """A line read with less confidence is litter of the picture."""
    told: float = 0.8
    """A language told with less confidence is not believed."""
    few_words: int = 5
    """Fewer words do not tell a language."""
    whole_counts: float = 1.05
    """A line read as it is printed counts as so many times as legible: it keeps stops and accents that may get lost
    among the bare letters."""
    narrow_counts: float = 0.97
    """The same where type is condensed: the bare letters are stretched then and keep the spaces."""
    same_line: float = 0.5
    """Lines of two readings are the same where they share so much of the lower one's height."""
    enough: float = 0.7
    """Share of what looks like print, strong letters counting most, from which on a card is not read as a whole."""
    crops: LineCropSettings = LineCropSettings()
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
    lettering: Lettering,
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None,
    settings: FaceSettings = FaceSettings(),
) -> Face:
    """The words of the card the right way up."""
    language = likely or (FIRST_LANGUAGE if FIRST_LANGUAGE in languages else languages[0])
    first, quarters = _read_lines(image, lettering, language, reader, settings), 0
    if sureness(first.words) < settings.clear and not first.is_enough(settings):
        image, lettering, quarters = _upright(image, lettering, first, language, reader, settings)
        first = _read_lines(image, lettering, language, reader, settings) if quarters else first
    found = _language_of(first.words, languages, settings) if likely is None else None
    if found not in (None, language):
        language = found or language
        first = _read_lines(image, lettering, language, reader, settings)
    second = [] if first.is_enough(settings) else _words(image, lettering.rows, language, reader, settings)
    words = _better_lines(first.lines, second, settings)
    line = words[-1].line + 1 if words else 0
    numbers = [replace(word, line=line + at) for at, word in enumerate(first.numbers)]
    return Face((*words, *numbers), language, quarters, image)


def _upright(
    image: Image.Image,
    lettering: Lettering,
    first: "_LinesRead",
    language: str,
    reader: LetterReader,
    settings: FaceSettings,
) -> tuple[Image.Image, Lettering, int]:
    """The card as its clearest lines are most legible: as it lies, on its head, or on one of its sides."""
    on_its_side = turned(image, 1)
    beside = find_lettering(on_its_side, settings.lettering)
    clearest = replace(settings.crops, most=settings.told_by)
    along, across = (
        [cut_out(np.asarray(seen, dtype=np.uint8), row, clearest) for row in lines_of(letters.rows, clearest)]
        for seen, letters in ((image, lettering), (on_its_side, beside))
    )
    tried = {
        2: [crop.on_its_head for crop in along],
        1: [crop.image for crop in across],
        3: [crop.on_its_head for crop in across],
    }
    read = iter(reader.read_lines([line for lines in tried.values() for line in lines], [language]))
    legible = {
        turn: sum(legible_letters(_surer(_sure(next(read), settings), (), 1.0, settings)) for _ in lines)
        for turn, lines in tried.items()
    }
    best = max(legible, key=lambda turn: legible[turn])
    if legible[best] <= settings.clearer * legible_letters(first.words):
        return image, lettering, 0
    over = on_its_side if best == 1 else turned(image, best)
    return over, beside if best == 1 else find_lettering(over, settings.lettering), best


@dataclass(frozen=True, slots=True)
class _LinesRead:
    """What was read in the lines of a card, line by line, and the numbers in its corners."""

    rows: tuple[Row, ...]
    lines: tuple[tuple[Word, ...], ...]
    numbers: tuple[Word, ...]

    @property
    def words(self) -> tuple[Word, ...]:
        """Those of lines that are no litter of the picture."""
        return tuple(word for line in self.lines for word in line)

    def is_enough(self, settings: FaceSettings) -> bool:
        """Whether what looks most like print was read, and surely."""
        weights = [row.contrast**3 * row.letters for row in self.rows]
        sure = [bool(line) and sureness(line) >= settings.clear for line in self.lines]
        return sum(w for w, is_sure in zip(weights, sure, strict=True) if is_sure) >= settings.enough * sum(weights)


def _read_lines(
    image: Image.Image, lettering: Lettering, language: str, reader: LetterReader, settings: FaceSettings
) -> _LinesRead:
    """Each line read as it is printed and as bare letters, all in one go, with the numbers in corners."""
    per_pixel = CARD_WIDTH / min(image.size)
    rows = lines_of(lettering.rows, settings.crops)
    tones = np.asarray(image, dtype=np.uint8)
    bare = np.asarray(lettering.alone.filter(ImageFilter.GaussianBlur(1)), dtype=np.uint8)  # hard edges are read worse
    wider = stretching(rows, settings.crops)
    printed = [cut_out(tones, row, settings.crops) for row in rows]
    alone = [cut_out(bare, row, settings.crops, is_bare=True, wider=wider) for row in rows]
    marks = [cut_out(tones, mark, settings.crops) for mark in lettering.corners]
    crops = [*printed, *alone, *marks]
    read = reader.read_lines([crop.image for crop in crops], [language])
    placed = [
        _sized(_sure(crop.on_card(words, per_pixel), settings), row, per_pixel)
        for crop, words, row in zip(crops, read, [*rows, *rows, *lettering.corners], strict=True)
    ]
    whole, bared = placed[: len(rows)], placed[len(rows) : 2 * len(rows)]
    counts = settings.whole_counts if wider == 1.0 else settings.narrow_counts
    lines = tuple(_surer(one, other, counts, settings) for one, other in zip(whole, bared, strict=True))
    numbers = [w for words in placed[2 * len(rows) :] for w in words if w.text.isdecimal()]
    sure = tuple(word for word in numbers if word.confidence >= settings.told)
    return _LinesRead(tuple(rows), lines, sure)


def _sure(words: Sequence[Word], settings: FaceSettings) -> tuple[Word, ...]:
    return tuple(word for word in words if word.confidence >= settings.sure_word)


def _sized(words: Sequence[Word], row: Row, per_pixel: float) -> tuple[Word, ...]:
    """The words of a line with the size of its type."""
    size = round(type_size(row, "".join(word.text for word in words)) * per_pixel, 1)
    return tuple(replace(word, size=size) for word in words)


def _surer(
    printed: tuple[Word, ...], bare: tuple[Word, ...], counts: float, settings: FaceSettings
) -> tuple[Word, ...]:
    """Of two readings of a line the more legible one, where it is no litter."""
    best = printed if legible_letters(printed) * counts >= legible_letters(bare) else bare
    if best and bare and best[-1].text == f"{bare[-1].text[:-1]}-" and bare[-1].text.endswith("."):
        best = (*best[:-1], bare[-1])  # a stop at the rim of what was cut out looks like a dash
    return () if _is_litter(best, settings) else best


def _language_of(words: Sequence[Word], languages: Sequence[str], settings: FaceSettings) -> str | None:
    sure = [word.text for word in words if word.confidence >= settings.poor]
    if len(languages) < 2 or len(sure) < settings.few_words:
        return None
    found, told = detect_language(" ".join(sure), languages)
    return None if found == UNDETERMINED or told < settings.told else found


def _words(
    image: Image.Image, rows: Sequence[Row], language: str, reader: LetterReader, settings: FaceSettings
) -> list[tuple[Word, ...]]:
    """What the reader sees in the picture as a whole, line by line; condensed type is stretched first."""
    per_pixel = CARD_WIDTH / min(image.size)
    width, height = image.width * per_pixel, image.height * per_pixel
    wider = stretching(rows, settings.crops)
    if wider > 1.0:
        image = image.resize((round(image.width * wider), image.height), Image.Resampling.BICUBIC)
    words = _sure(reader.read(PagePicture(image, width, height), [language], is_scattered=True), settings)
    return [_measured(line, rows, per_pixel) for line in _lines(words, settings)]


def _measured(words: Sequence[Word], rows: Sequence[Row], per_pixel: float) -> tuple[Word, ...]:
    """The words of a line with the size of its type, where it stands in a row of letters."""
    box = _box(words)
    inside = [row for row in rows if row.top * per_pixel < box.middle < row.bottom * per_pixel]
    reach = {id(row): min(box.x1, row.right * per_pixel) - max(box.x0, row.left * per_pixel) for row in inside}
    row = max(inside, key=lambda row: reach[id(row)], default=None)
    return _sized(words, row, per_pixel) if row is not None and reach[id(row)] > 0 else tuple(words)


def _better_lines(
    first: Sequence[Sequence[Word]], second: Sequence[Sequence[Word]], settings: FaceSettings
) -> tuple[Word, ...]:
    """Of each line the reading that gives more legible letters, from top to bottom."""
    weighed = [(legible_letters(line) * settings.whole_counts, True, list(line)) for line in first if line]
    weighed += [(legible_letters(line), False, list(line)) for line in second]
    taken: list[tuple[bool, list[Word]]] = []
    for _, is_first, line in sorted(weighed, key=lambda each: -each[0]):
        # Lines of one reading are different ones, however far their boxes reach into each other.
        others = [other for is_of_first, other in taken if is_of_first != is_first]
        if not _is_litter(line, settings) and not any(_is_same(line, other, settings) for other in others):
            taken.append((is_first, line))
    kept = [line for _, line in taken]
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
