"""Read a picture that one card fills, or in which one card lies on something.

What tells a card from a page is what is printed on it: few letters, and large ones for its width. What the file says
of its size is never asked.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
from PIL import Image

from ingest.languages.legibility import is_whole_word
from ingest.picture.card_face import Face, FaceSettings, first_lines, read_face
from ingest.picture.cards_on_ground import lines_outside
from ingest.picture.images import PagePicture
from ingest.picture.letter_height import LetterHeightSettings, letter_pieces, usual_height
from ingest.picture.letter_reader import LetterReader, UnreadPicture, sureness
from ingest.picture.letters import LettersRead
from ingest.picture.lying_cards import Corners, LyingCardSettings
from ingest.picture.outline import Outline, OutlineSettings, find_outline
from ingest.picture.paddle_ocr import PaddleOcr, in_colours
from ingest.picture.pieces import Pieces
from ingest.picture.straighten import seen_from_above
from ingest.picture.text_lines import TextLine
from schema.reading import Word


@dataclass(frozen=True, slots=True)
class OneCardSettings:
    """What a card looks like.

    Measured on 25 scans and photos of cards of six games, 177 to 1,783 pixels wide.
    """

    aspect: tuple[float, float] = (1.15, 1.95)
    """Longer side against the shorter one."""
    look_pixels: int = 1000
    """Width at which it is told whether a page is written there."""
    outside: float = 0.1
    """Where more than this share of the lines stands beside an outline, it is not that of the card."""
    words_long: float = 4.0
    """Against its height: a line beside an outline that is so long is of words; chosen by eye."""
    print_high: float = 0.7
    """Against the usual height: a line beside an outline in which words are legible is print of the card from this
    height on; what was written on its table by chance is smaller. Chosen by eye."""
    margin: float = 0.2
    """Against its height: so much of a line above and below its letters is empty."""
    letters: int = 900
    """A page has more."""
    small_type: float = 0.0245
    """The usual size of type against the card's width; that of a page is smaller: 10 pt on A5 has 0.0238, the smallest
    of 23 cards 0.0258."""
    few_words: int = 30
    """So few words may be small: a foot and a line of flavour are most of what is written on some cards."""
    page: tuple[int, float] = (950, 0.0115)
    """So many pieces of ink like letters, as low as this against the width, are those of a page: the fullest of 32
    cards has 849 of 0.012, our barest page 1,015 of 0.010."""
    large_line: float = 0.04
    """Height of a line against the width, at a first look: two cards framed by grain of wood have 0.09 to
    0.14; 10 pt on A5 would have 0.03. Chosen by eye."""
    written: float = 8.0
    """All lines of a card with large ones, one behind the other, are no longer than so many long sides of it;
    those two have 2. Chosen by eye."""
    off_paper: int = 28
    """In grey tones: what differs more from the paper is drawn or framed."""
    light_paper: int = 100
    """In grey tones: pages are printed on nothing darker, even in a dim photo; chosen by eye."""
    drawn: float = 0.11
    """So much of a card is frame or art at least: the barest of 38 has 0.13, a page with a bar 0.09."""
    words: int = 160
    """A page has more."""
    whole_words: int = 2
    """A picture without like ones beside it shows a card only where so many words were read; chosen by eye."""
    letter_height: LetterHeightSettings = LetterHeightSettings()
    face: FaceSettings = FaceSettings()
    outline: OutlineSettings = OutlineSettings()
    lying: LyingCardSettings = LyingCardSettings()


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
    lying: Sequence[Corners] = (),
    settings: OneCardSettings = OneCardSettings(),
) -> OneCard | None:
    """The card, or None where the picture shows no single card.

    ``is_said``: a person says that it does; ``is_likely``: pictures of the same shape lie beside it; ``lying``: the
    cards on a ground that were found in it, where they were looked for.
    """
    seen = in_colours(picture, settings.face.paddle.lines.pixels)
    lines = first_lines(seen, settings.face)
    if not is_said and not _is_written_large(lines, seen, settings) and _is_written_as_page(picture.image, settings):
        return None
    image, outline = _cut(seen, lines, lying, languages, settings)
    if not is_said and not _is_card_shaped(image, settings):
        return None
    failure = ""
    try:
        face = read_face(image, languages, reader, likely, settings.face, None if outline else lines)
    except UnreadPicture as error:
        face, failure = Face((), languages[0], 0, image.size), str(error)
    if not is_said and not _is_card(image, face, settings, is_likely=is_likely):
        return None
    sure, laid = round(sureness(face.words), 4), (face.width, face.height, face.quarters)
    return OneCard(LettersRead(face.words, face.language, sure, *laid, failure, face.advice), outline)


def _is_card(image: Image.Image, face: Face, settings: OneCardSettings, *, is_likely: bool) -> bool:
    """Whether as little is written there, and as large, as on a card, and more than letters on paper is to be seen.

    One without letters is a card only where like ones lie beside it; one that lies alone must be read clearly.
    """
    if face.words and not _is_written_as_card(face, settings):
        return False
    if is_likely and face.words:
        return True
    boxes = ((line.box.x0, line.box.y0, line.box.x1, line.box.y1) for line in face.lines)
    return (is_likely or _is_clear(face.words, settings)) and not _is_plain(image, boxes, settings)


def _is_clear(words: Sequence[Word], settings: OneCardSettings, least: int | None = None) -> bool:
    """Whether enough words were read, and surely; a photo of a page that is cut wrongly gives litter."""
    whole = [word for word in words if is_whole_word(word.text)]
    enough = settings.whole_words if least is None else least
    return len(whole) >= enough and sureness(words) >= settings.face.clear


def _cut(
    image: Image.Image,
    lines: Sequence[TextLine],
    lying: Sequence[Corners],
    languages: Sequence[str],
    settings: OneCardSettings,
) -> tuple[Image.Image, Outline]:
    """The card without the table around it."""
    if len(lying) == 1:
        outline = tuple((float(x), float(y)) for x, y in np.clip(lying[0], 0.0, 1.0))
    else:
        outline = find_outline(image.convert("L"), settings.outline)
    if not outline or _cuts_off(lines, outline, image, languages, settings):
        return image, ()
    corners = [(x * image.width, y * image.height) for x, y in outline]
    cut = seen_from_above(image, corners)
    return (cut, outline) if _is_card_shaped(cut, settings) else (image, ())


def _cuts_off(
    lines: Sequence[TextLine],
    outline: Outline,
    image: Image.Image,
    languages: Sequence[str],
    settings: OneCardSettings,
) -> bool:
    """Whether an outline leaves out much of what is written, a line as high as the others, legible words, or letters
    of a line: then it is a frame on the card."""
    beside = lines_outside(lines, [np.array(outline)], image.size)
    if sum(line.width for line in beside) > settings.outside * sum(line.width for line in lines):
        return True
    if any(_is_crossed(line, outline, image, settings) for line in lines):
        return True
    usual = median(line.height for line in lines) if lines else 0.0
    if any(line.height >= usual and line.width >= settings.words_long * line.height for line in beside):
        return True
    large = [line for line in beside if line.height >= settings.print_high * usual]
    read = PaddleOcr(settings.face.paddle).read_found(image, large, languages) if large else []
    return any(_is_clear(words, settings, least=1) for words in read)


def _is_crossed(line: TextLine, outline: Outline, image: Image.Image, settings: OneCardSettings) -> bool:
    """Whether a line stands within an outline but for an end or an edge of it, by more than the margin of its letters.

    Its margin at both ends is half its height; above and below the letters it is far less.
    """
    around = np.array([(x * image.width, y * image.height) for x, y in outline], dtype=np.float32)
    a, b, c, d = line.corners
    middle, begin, end, top, foot = (
        cv2.pointPolygonTest(around, (float(x), float(y)), True)
        for x, y in ((a + b + c + d) / 4, (a + d) / 2, (b + c) / 2, (a + b) / 2, (c + d) / 2)
    )
    is_cut_through = min(top, foot) < -settings.margin * line.height
    return middle > 0 and (min(begin, end) < -line.height / 2 or is_cut_through)


def _is_card_shaped(image: Image.Image, settings: OneCardSettings) -> bool:
    return settings.aspect[0] <= max(image.size) / max(1, min(image.size)) <= settings.aspect[1]


def _is_written_as_card(face: Face, settings: OneCardSettings) -> bool:
    """Whether as little is written there, and as large, as on a card."""
    sizes = [word.size for word in face.words for _ in word.text]
    if len(face.words) > settings.words or len(sizes) > settings.letters:
        return False
    is_large = median(sizes) >= settings.small_type * min(face.width, face.height)
    return is_large or len(face.words) <= settings.few_words


def is_plain_page(picture: PagePicture, settings: OneCardSettings = OneCardSettings()) -> bool:
    """Whether a page is written there on even, light paper: this spares it every search for cards."""
    image = _small(picture.image, settings)
    pieces = letter_pieces(np.asarray(image), settings.letter_height)
    return _are_of_page(pieces, image, settings) and _is_plain(image, map(tuple, pieces.boxes.tolist()), settings)


def _is_written_as_page(image: Image.Image, settings: OneCardSettings) -> bool:
    """Whether far more is written there, and far smaller, than on a card; this spares a page the readings of a card."""
    image = _small(image, settings)
    return _are_of_page(letter_pieces(np.asarray(image), settings.letter_height), image, settings)


def _small(image: Image.Image, settings: OneCardSettings) -> Image.Image:
    factor = settings.look_pixels / min(image.size)
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    return image.resize(size, Image.Resampling.LANCZOS)


def _are_of_page(pieces: Pieces, image: Image.Image, settings: OneCardSettings) -> bool:
    is_full = len(pieces.areas) >= settings.page[0]
    return is_full and usual_height(pieces, settings.letter_height) <= settings.page[1] * min(image.size)


def _is_written_large(lines: Sequence[TextLine], image: Image.Image, settings: OneCardSettings) -> bool:
    """Whether the few lines that a first look shows are large: grain of wood and cloth has pieces as letters have."""
    across = sum(line.width for line in lines)
    if not lines or across > settings.written * max(image.size):
        return False
    heights = sorted((line.height, line.width) for line in lines)
    below = np.cumsum([width for _, width in heights])
    return heights[int(np.searchsorted(below, across / 2))][0] >= settings.large_line * min(image.size)


def _is_plain(image: Image.Image, written: Iterable[tuple[float, ...]], settings: OneCardSettings) -> bool:
    """Whether nothing but what is written stands on even, light paper, without frame or art, as on a page."""
    tones = np.asarray(image.convert("L"), dtype=np.int16)
    paper = int(np.argmax(np.bincount(tones.ravel(), minlength=256)))
    if paper < settings.light_paper:
        return False
    is_other = np.abs(tones - paper) > settings.off_paper
    for x0, y0, x1, y1 in written:
        is_other[max(0, int(y0)) : int(y1) + 1, max(0, int(x0)) : int(x1) + 1] = False
    return float(is_other.mean()) < settings.drawn
