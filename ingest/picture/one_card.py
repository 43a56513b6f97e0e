"""Read a picture that one card fills: letters taken out of the art, as large as they read best, the right way up.

What tells a card from a page is what is printed on it: few letters, and large ones for its width. What the file says
of its size is never asked.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ingest.picture.card_face import (
    CARD_WIDTH,
    FIRST_LANGUAGE,
    FaceSettings,
    is_whole_word,
    read_face,
    scaled,
    turned,
)
from ingest.picture.images import PagePicture
from ingest.picture.letter_height import LetterHeightSettings, letter_pieces, usual_height
from ingest.picture.letter_reader import LetterReader, UnreadPicture, sureness
from ingest.picture.lettering import Row, find_lettering
from ingest.picture.letters import LettersRead
from ingest.picture.lying_cards import Corners, LyingCardSettings, cards_on_ground
from ingest.picture.outline import Outline, OutlineSettings, find_outline
from ingest.picture.straighten import seen_from_above
from schema.reading import Word


@dataclass(frozen=True, slots=True)
class OneCardSettings:
    """What a card looks like.

    Measured on 25 scans and photos of cards of six games, 177 to 1,783 pixels wide.
    """

    aspect: tuple[float, float] = (1.15, 1.95)
    """Longer side against the shorter one."""
    look_pixels: int = 500
    """Width at which it is told how a card lies."""
    outside: float = 0.1
    """Where more than this share of the letters stands beside an outline, it is not that of the card."""
    faint_art: float = 0.5
    """Against the letters of a card: threads and grain that look like letters have less contrast."""
    letters: tuple[int, int] = (4, 900)
    """Least and most letters in rows; a page has more."""
    small_letters: float = 0.0145
    """The usual height of letters against the card's width; those of a page are smaller: 10 pt on A5 has 0.011."""
    page: tuple[int, float] = (950, 0.0115)
    """So many pieces of ink like letters, as low as this against the width, are those of a page: the fullest of 32
    cards has 849 of 0.012, our barest page 1,015 of 0.010."""
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
    lying: Sequence[Corners] | None = None,
    settings: OneCardSettings = OneCardSettings(),
) -> OneCard | None:
    """The card, or None where the picture shows no single card.

    ``is_said``: a person says that it does; ``is_likely``: pictures of the same shape lie beside it; ``lying``: the
    cards on a ground that were found in it, where they were looked for.
    """
    whole = scaled(picture.image, settings.face.pixels)
    if not is_said and _is_written_as_page(whole, settings):
        return None
    image, outline = _cut(picture, lying, settings)
    if not is_said and not _is_card_shaped(image, settings):
        return None
    image = scaled(image, settings.face.pixels) if outline else whole
    lettering, quarters = find_lettering(image, settings.face.lettering), 0
    if not is_written_as_card(image, lettering.rows, settings):
        on_its_side = turned(image, 1)
        beside = find_lettering(on_its_side, settings.face.lettering)
        if is_written_as_card(on_its_side, beside.rows, settings):
            image, lettering, quarters = on_its_side, beside, 1
        elif not is_said:
            return None
    if not (is_said or is_likely) and _is_plain(image, lettering.rows, settings):
        return None
    if not lettering.rows:
        return _card((), image, FIRST_LANGUAGE, 0, outline) if is_said else None
    try:
        face = read_face(image, lettering, languages, reader, likely, settings.face)
    except UnreadPicture as error:
        failed = LettersRead((), languages[0], 0.0, failure=str(error))
        return OneCard(_in_points(failed, image), outline) if is_said else None
    if not is_said and not 0 < len(face.words) <= settings.words:
        return None
    if not (is_said or is_likely) and not _is_clear(face.words, settings):
        return None
    return _card(face.words, face.image, face.language, (quarters + face.quarters) % 4, outline)


def _is_clear(words: Sequence[Word], settings: OneCardSettings) -> bool:
    """Whether what was read speaks for a card by itself; a photo of a page that is cut wrongly gives litter."""
    whole = [word for word in words if is_whole_word(word.text)]
    return len(whole) >= settings.whole_words and sureness(words) >= settings.face.clear


def _card(words: tuple[Word, ...], image: Image.Image, language: str, quarters: int, outline: Outline) -> OneCard:
    read = LettersRead(words, language, round(sureness(words), 4), quarters=quarters)
    return OneCard(_in_points(read, image), outline)


def _in_points(read: LettersRead, image: Image.Image) -> LettersRead:
    per_pixel = CARD_WIDTH / min(image.size)
    return replace(read, width=image.width * per_pixel, height=image.height * per_pixel)


def _cut(
    picture: PagePicture, lying: Sequence[Corners] | None, settings: OneCardSettings
) -> tuple[Image.Image, Outline]:
    """The card without the table around it."""
    image = picture.image
    lying = cards_on_ground(picture, settings.lying) if lying is None else lying
    if len(lying) == 1:
        outline = tuple((float(x), float(y)) for x, y in np.clip(lying[0], 0.0, 1.0))
    else:
        outline = find_outline(image, settings.outline)
    if not outline or _is_written_outside(image, outline, settings, is_faint_art=len(lying) == 1):
        return image, ()
    corners = [(x * image.width, y * image.height) for x, y in outline]
    return seen_from_above(image, corners), outline


def _is_written_outside(image: Image.Image, outline: Outline, settings: OneCardSettings, *, is_faint_art: bool) -> bool:
    """Whether letters stand beside the outline, so that it is a part of the card and not the card.

    ``is_faint_art``: threads and grain look like letters too, but fainter ones, and do not count.
    """
    small = scaled(image, settings.look_pixels)
    rows = find_lettering(small, settings.face.lettering).rows
    corners = np.array([(x * small.width, y * small.height) for x, y in outline], dtype=np.float32)
    inside = [row for row in rows if _is_inside(row, corners)]
    least = (
        settings.faint_art
        * is_faint_art
        * median([row.contrast for row in inside for _ in range(row.letters)] or [0.0])
    )
    outside = [row for row in rows if row not in inside and row.contrast >= least]
    return _count(outside) > settings.outside * (_count(inside) + _count(outside))


def _is_inside(row: Row, corners: NDArray[np.float32]) -> bool:
    middle = ((row.left + row.right) / 2, (row.top + row.bottom) / 2)
    return bool(cv2.pointPolygonTest(corners, middle, False) >= 0)


def _is_card_shaped(image: Image.Image, settings: OneCardSettings) -> bool:
    return settings.aspect[0] <= max(image.size) / max(1, min(image.size)) <= settings.aspect[1]


def _count(rows: Sequence[Row]) -> int:
    return sum(row.letters for row in rows)


def is_written_as_card(image: Image.Image, rows: Sequence[Row], settings: OneCardSettings) -> bool:
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
