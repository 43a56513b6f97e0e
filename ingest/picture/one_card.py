"""Read a picture that one card fills: letters taken out of the art, as large as they read best, the right way up.

What tells a card from a page is what is printed on it: few letters, and large ones for its width. What the file says
of its size is never asked.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from ingest.language import UNDETERMINED, detect_language
from ingest.legibility import is_speakable, legible_letters
from ingest.picture.images import PagePicture
from ingest.picture.letter_height import LetterHeightSettings, letter_pieces, usual_height
from ingest.picture.letter_reader import LetterReader, UnreadPicture, sureness
from ingest.picture.lettering import LetteringSettings, Row, letters_alone
from ingest.picture.letters import LettersRead
from ingest.picture.outline import Outline, OutlineSettings, find_outline
from ingest.picture.straighten import seen_from_above
from schema.reading import Box, Word

CARD_WIDTH = 178.6
"""In points: a usual card is 63 mm wide."""
FIRST_LANGUAGE = "en"
_THREE_LETTERS = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class OneCardSettings:
    """What a card looks like and how it is read.

    Measured on 25 scans and photos of cards of six games, 177 to 1,783 pixels wide.
    """

    aspect: tuple[float, float] = (1.15, 1.95)
    """Longer side against the shorter one."""
    pixels: int = 1000
    """Width at which a card is read; on the cards measured, 700 missed twice as many words."""
    look_pixels: int = 500
    """Width at which it is told how a card lies."""
    outside: float = 0.1
    """Where more than this share of the letters stands beside an outline, it is not that of the card."""
    letters: tuple[int, int] = (4, 900)
    """Least and most letters in rows; a page has more."""
    small_letters: float = 0.0145
    """The usual height of letters against the card's width; those of a page are smaller: 10 pt on A5 has 0.011."""
    page: tuple[int, float] = (950, 0.0115)
    """So many pieces of ink like letters, as low as this against the width, are those of a page: the fullest of 32
    cards has 849 of 0.012, our barest page 1,015 of 0.010."""
    condensed: float = 0.76
    """From letter to letter against their height: narrower type is stretched, for its spaces are lost otherwise."""
    long_row: int = 8
    """So many letters of a row tell how narrow it is set."""
    stretched: float = 1.5
    """How much wider they are made; on five cards of one game 7 of 84 words were missed instead of 20."""
    off_paper: int = 28
    """In grey tones: what differs more from the paper is drawn or framed."""
    light_paper: int = 100
    """In grey tones: pages are printed on nothing darker, even in a dim photo; chosen by eye."""
    drawn: float = 0.11
    """So much of a card is frame or art at least: the barest of 38 has 0.13, a page with a bar 0.09."""
    words: int = 160
    """A page has more."""
    poor: float = 0.6
    """What is read with less confidence may lie on its side."""
    clear: float = 0.8
    """What is read with less confidence may stand on its head."""
    clearer: float = 1.3
    """A card is turned where that gives so many times as many legible letters."""
    whole_words: int = 2
    """A picture without like ones beside it shows a card only where so many words were read; chosen by eye."""
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
    letter_height: LetterHeightSettings = LetterHeightSettings()
    lettering: LetteringSettings = LetteringSettings()
    outline: OutlineSettings = OutlineSettings()


@dataclass(frozen=True, slots=True)
class OneCard:
    """What was read on the only card of a picture, in points of the card laid straight."""

    read: LettersRead
    outline: Outline
    """The corners it was cut out by, as shares of the picture after turning; empty where it fills the picture."""


def read_one_card(
    picture: PagePicture,
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None = None,
    *,
    is_said: bool = False,
    is_likely: bool = False,
    settings: OneCardSettings = OneCardSettings(),
) -> OneCard | None:
    """The card, or None where the picture shows no single card.

    ``is_said``: a person says that it does; ``is_likely``: pictures of the same shape lie beside it.
    """
    if not is_said and _is_written_as_page(_scaled(picture.image, settings.pixels), settings):
        return None
    image, outline = _cut(picture.image, settings)
    if not is_said and not _is_card_shaped(image, settings):
        return None
    image = _scaled(image, settings.pixels)
    alone, rows = letters_alone(image, settings.lettering)
    quarters = 0
    if not _is_written_as_card(image, rows, settings):
        on_its_side = _turned(image, 1)
        beside, found = letters_alone(on_its_side, settings.lettering)
        if _is_written_as_card(on_its_side, found, settings):
            image, alone, rows, quarters = on_its_side, beside, found, 1
        elif not is_said:
            return None
    if not (is_said or is_likely) and _is_plain(image, rows, settings):
        return None
    if not rows:
        return _card((), image, FIRST_LANGUAGE, 0, outline) if is_said else None
    try:
        read = _read_upright(image, alone, rows, languages, reader, likely, settings)
    except UnreadPicture as error:
        failed = LettersRead((), languages[0], 0.0, failure=str(error))
        return OneCard(_in_points(failed, image), outline) if is_said else None
    words, language, turned, image = read
    if not is_said and not 0 < len(words) <= settings.words:
        return None
    if not (is_said or is_likely) and not _is_clear(words, settings):
        return None
    return _card(words, image, language, (quarters + turned) % 4, outline)


def _is_clear(words: Sequence[Word], settings: OneCardSettings) -> bool:
    """Whether what was read speaks for a card by itself; a photo of a page that is cut wrongly gives litter."""
    whole = [word for word in words if is_whole_word(word.text)]
    return len(whole) >= settings.whole_words and sureness(words) >= settings.clear


def _card(words: tuple[Word, ...], image: Image.Image, language: str, quarters: int, outline: Outline) -> OneCard:
    read = LettersRead(words, language, round(sureness(words), 4), quarters=quarters)
    return OneCard(_in_points(read, image), outline)


def _in_points(read: LettersRead, image: Image.Image) -> LettersRead:
    per_pixel = CARD_WIDTH / min(image.size)
    return replace(read, width=image.width * per_pixel, height=image.height * per_pixel)


def _cut(image: Image.Image, settings: OneCardSettings) -> tuple[Image.Image, Outline]:
    """The card without the table around it."""
    outline = find_outline(image, settings.outline)
    if not outline or _is_written_outside(image, outline, settings):
        return image, ()
    corners = [(x * image.width, y * image.height) for x, y in outline]
    return seen_from_above(image, corners), outline


def _is_written_outside(image: Image.Image, outline: Outline, settings: OneCardSettings) -> bool:
    """Whether letters stand beside the outline, so that it is a part of the card and not the card."""
    small = _scaled(image, settings.look_pixels)
    _, rows = letters_alone(small, settings.lettering)
    corners = np.array([(x * small.width, y * small.height) for x, y in outline], dtype=np.float32)
    outside = [row for row in rows if not _is_inside(row, corners)]
    return _count(outside) > settings.outside * _count(rows)


def _is_inside(row: Row, corners: NDArray[np.float32]) -> bool:
    middle = ((row.left + row.right) / 2, (row.top + row.bottom) / 2)
    return bool(cv2.pointPolygonTest(corners, middle, False) >= 0)


def _is_card_shaped(image: Image.Image, settings: OneCardSettings) -> bool:
    return settings.aspect[0] <= max(image.size) / max(1, min(image.size)) <= settings.aspect[1]


def _scaled(image: Image.Image, pixels: int) -> Image.Image:
    """The picture with so many pixels on its short side."""
    factor = pixels / min(image.size)
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    return image.resize(size, Image.Resampling.LANCZOS)


def _turned(image: Image.Image, quarters: int) -> Image.Image:
    return PagePicture(image, image.width, image.height).turned(quarters).image


def _count(rows: Sequence[Row]) -> int:
    return sum(row.letters for row in rows)


def _is_written_as_card(image: Image.Image, rows: Sequence[Row], settings: OneCardSettings) -> bool:
    """Whether as little is written there, and as large, as on a card."""
    heights = [row.height for row in rows for _ in range(row.letters)]
    if not settings.letters[0] <= len(heights) <= settings.letters[1]:
        return False
    return median(heights) >= settings.small_letters * min(image.size)


def _is_written_as_page(image: Image.Image, settings: OneCardSettings) -> bool:
    """Whether far more is written there, and far smaller, than on a card; this spares a page the readings of a card."""
    pieces = letter_pieces(np.asarray(image), settings.letter_height)
    is_full = len(pieces.areas) >= settings.page[0]
    return is_full and usual_height(pieces, settings.letter_height) <= settings.page[1] * min(image.size)


def _is_plain(image: Image.Image, rows: Sequence[Row], settings: OneCardSettings) -> bool:
    """Whether nothing but letters stands on even, light paper, without frame or art, as on a page."""
    tones = np.asarray(image, dtype=np.int16)
    paper = int(np.argmax(np.bincount(tones.ravel(), minlength=256)))
    if paper < settings.light_paper:
        return False
    is_other = np.abs(tones - paper) > settings.off_paper
    for row in rows:
        is_other[row.top : row.bottom, row.left : row.right] = False
    return float(is_other.mean()) < settings.drawn


def _read_upright(
    image: Image.Image,
    alone: Image.Image,
    rows: Sequence[Row],
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None,
    settings: OneCardSettings,
) -> tuple[tuple[Word, ...], str, int, Image.Image]:
    """The words of the card the right way up, their language, and by how many quarters it was turned."""
    language = likely or (FIRST_LANGUAGE if FIRST_LANGUAGE in languages else languages[0])
    first, turned = _words(alone, rows, language, reader, settings), 0
    for turn in (2, 1, 3):
        if sureness(first) >= (settings.clear if turn == 2 else settings.poor):
            break
        over = letters_alone(_turned(image, turn), settings.lettering)[0]
        other = _words(over, rows, language, reader, settings)
        if legible_letters(other) > settings.clearer * legible_letters(first):
            first, turned, image, alone = other, turn, _turned(image, turn), over
            break
    found = _language_of(first, languages, settings) if likely is None else None
    if found not in (None, language):
        language = found or language
        first = _words(alone, rows, language, reader, settings)
    second = _words(image, rows, language, reader, settings, is_bare=False)
    return _better_lines(first, second, settings), language, turned, image


def _language_of(words: Sequence[Word], languages: Sequence[str], settings: OneCardSettings) -> str | None:
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
    settings: OneCardSettings,
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


def _is_condensed(rows: Sequence[Row], settings: OneCardSettings) -> bool:
    """Whether most letters stand close together for their height."""
    long = [row for row in rows if row.letters >= settings.long_row]
    steps = [(row.right - row.left) / row.letters / row.height for row in long for _ in range(row.letters)]
    return bool(steps) and median(steps) < settings.condensed


def _better_lines(first: Sequence[Word], second: Sequence[Word], settings: OneCardSettings) -> tuple[Word, ...]:
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


def _is_litter(line: Sequence[Word], settings: OneCardSettings) -> bool:
    """Whether a line is what was seen in art: no word that was read surely, and no sure number."""
    if sureness(line) < settings.sure_line:
        return True
    whole = any(is_whole_word(word.text) and word.confidence >= settings.poor for word in line)
    has_number = any(c.isdigit() for word in line for c in word.text)
    return not whole and not (has_number and sureness(line) >= settings.told)


def is_whole_word(text: str) -> bool:
    """Whether it holds three letters in a row that can be spoken."""
    return any(is_speakable(run) for run in _THREE_LETTERS.findall(text))


def _lines(words: Sequence[Word], settings: OneCardSettings) -> list[list[Word]]:
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


def _is_next(left: Word, right: Word, settings: OneCardSettings) -> bool:
    a, b = left.box, right.box
    if a is None or b is None:
        return False
    lower = min(a.height, b.height)
    beside = min(a.y1, b.y1) - max(a.y0, b.y0)
    return beside > settings.same_line * lower and b.x0 - a.x1 < 2 * max(a.height, b.height)


def _is_same(line: Sequence[Word], other: Sequence[Word], settings: OneCardSettings) -> bool:
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
