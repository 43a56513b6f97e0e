"""Find cards in a photo or scan, straighten each of them and read it by itself."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from PIL import Image

from ingest.picture.card_face import Face, FaceSettings, try_face
from ingest.picture.images import PagePicture
from ingest.picture.letter_height import LetterHeightSettings
from ingest.picture.letter_reader import LetterReader, sureness
from ingest.picture.letters import LettersRead
from ingest.picture.paddle_ocr import in_colours
from ingest.picture.pieces import Mask, pieces_of
from ingest.picture.straighten import Corner, area_of, corners_of, seen_from_above, without_holes
from schema.reading import Box, Word

FEWEST = 2
"""A single rectangle may as well be a page; `one_card` tells."""


@dataclass(frozen=True, slots=True)
class CardSheetSettings:
    """What lies on a table as a card does.

    Chosen by eye on the sample pages; benchmarks/ocr.py shows what they are worth.
    """

    look_pixels: int = 520
    """Long side of the small picture in which cards are looked for."""
    off_ground: int = 14
    """In grey tones: how far what lies on the ground differs from it."""
    share_of_all: float = 0.35
    """Cards fill at least so much of a picture of cards."""
    share_of_one: float = 0.012
    """Share of the picture: what is smaller is a speck."""
    four_sided: tuple[float, float] = (0.88, 1.12)
    """The area of a card against that of the figure between its corners."""
    aspect: tuple[float, float] = (1.2, 1.85)
    """Longer side against the shorter one."""
    alike: float = 1.25
    """Cards of one sheet differ less than this in area."""
    beside: float = 0.35
    """Share of what looks like letters that stands beside the cards of a sheet at most; a page with boxes has 0.4."""
    few_letters: int = 150
    """Fewer than that beside them are a title and a foot, or grain of the table."""
    letter_height: LetterHeightSettings = LetterHeightSettings()
    face: FaceSettings = FaceSettings()


@dataclass(frozen=True, slots=True)
class CardSheet:
    """The words of the cards in a picture, and where each card lies, in reading order."""

    read: LettersRead
    cards: tuple[Box, ...]


def read_card_sheet(
    picture: PagePicture,
    languages: Sequence[str],
    reader: LetterReader,
    found: Sequence[Sequence[Corner]],
    settings: CardSheetSettings = CardSheetSettings(),
) -> CardSheet:
    """What is written on the cards that were found in the picture."""
    seen = in_colours(picture, max(picture.image.size))
    scale, to_seen = picture.width / picture.image.width, seen.width / picture.image.width
    language: str | None = None
    words: list[Word] = []
    boxes: list[Box] = []
    for corners in found:
        cut = seen_from_above(seen, [(x * to_seen, y * to_seen) for x, y in corners])
        face = try_face(cut, languages, reader, language, settings.face)
        box = Box.around(Box(x * scale, y * scale, x * scale, y * scale) for x, y in corners)
        language = language or (face.told if face.words else None)
        words += list(_on_sheet(face, box, first_line=words[-1].line + 1 if words else 0))
        boxes.append(box)
    confidence = round(sureness(words), 4)
    whole = LettersRead(tuple(words), language or languages[0], confidence, picture.width, picture.height)
    return CardSheet(whole, tuple(boxes))


def is_page_with_boxes(
    picture: PagePicture, found: Sequence[Sequence[Corner]], settings: CardSheetSettings = CardSheetSettings()
) -> bool:
    """Whether much is written beside what looks like cards: read card by card, the page would lose it."""
    letters = picture.letters(settings.letter_height).boxes
    x, y = (letters[:, 0] + letters[:, 2]) / 2, (letters[:, 1] + letters[:, 3]) / 2
    is_beside = np.ones(len(letters), np.bool_)
    for corners in found:
        box = Box.around(Box(x, y, x, y) for x, y in corners)
        is_beside &= (x < box.x0) | (x > box.x1) | (y < box.y0) | (y > box.y1)
    return int(is_beside.sum()) > max(settings.few_letters, settings.beside * len(letters))


def find_cards(image: Image.Image, settings: CardSheetSettings = CardSheetSettings()) -> list[list[Corner]]:
    """The corners of each card, row by row; none where the picture shows something else."""
    factor = min(1.0, settings.look_pixels / max(image.size))
    small = image.resize(
        (max(8, round(image.width * factor)), max(8, round(image.height * factor))), Image.Resampling.BOX
    )
    pieces = [piece for piece in _pieces(_lying(small, settings), settings) if _is_card(piece, settings)]
    if not pieces:
        return []
    usual = median(float(piece.sum()) for piece in pieces)
    pieces = [piece for piece in pieces if usual / settings.alike <= float(piece.sum()) <= usual * settings.alike]
    if sum(float(piece.sum()) for piece in pieces) < settings.share_of_all * small.width * small.height:
        return []
    corners = [[(x / factor, y / factor) for x, y in corners_of(piece)] for piece in pieces]
    return _row_by_row(corners)


def _lying(small: Image.Image, settings: CardSheetSettings) -> Mask:
    """What lies on the ground: all that cannot be reached from the picture's edge over the ground's own tone."""
    tones = np.asarray(small, dtype=np.int16)
    edge = np.concatenate([tones[0], tones[-1], tones[:, 0], tones[:, -1]])
    pieces = pieces_of(np.abs(tones - int(np.median(edge))) < settings.off_ground, with_corners=False)
    reached = np.unique(np.concatenate([pieces.labels[0], pieces.labels[-1]]))
    ground = np.isin(np.arange(1, len(pieces.areas) + 1), reached)
    return ~pieces.chosen(ground)


def _pieces(lying: Mask, settings: CardSheetSettings) -> Iterator[Mask]:
    """The connected pieces of what lies there, specks left out."""
    pieces = pieces_of(lying, with_corners=False)
    for number in np.flatnonzero(pieces.areas >= settings.share_of_one * lying.size):
        yield without_holes(pieces.labels == number + 1)


def _is_card(piece: Mask, settings: CardSheetSettings) -> bool:
    corners = corners_of(piece)
    if not settings.four_sided[0] <= float(piece.sum()) / max(1.0, area_of(corners)) <= settings.four_sided[1]:
        return False
    (x0, y0), (x1, y1), (x2, y2), _ = corners
    return _is_card_shaped(float(np.hypot(x1 - x0, y1 - y0)), float(np.hypot(x2 - x1, y2 - y1)), settings)


def _is_card_shaped(width: float, height: float, settings: CardSheetSettings) -> bool:
    return settings.aspect[0] <= max(width, height) / max(1.0, min(width, height)) <= settings.aspect[1]


def _row_by_row(cards: list[list[Corner]]) -> list[list[Corner]]:
    height = median(corners[3][1] - corners[0][1] for corners in cards)
    rows: list[list[list[Corner]]] = []
    for corners in sorted(cards, key=lambda corners: corners[0][1]):
        if rows and corners[0][1] - rows[-1][0][0][1] < height / 2:
            rows[-1].append(corners)
        else:
            rows.append([corners])
    return [corners for row in rows for corners in sorted(row, key=lambda corners: corners[0][0])]


def _on_sheet(face: Face, box: Box, *, first_line: int) -> Iterator[Word]:
    """The words of a card where they lie in the whole picture."""
    sx, sy = box.width / face.width, box.height / face.height
    for word in face.words:
        if word.box is None:
            continue
        at = word.box
        moved = Box(box.x0 + at.x0 * sx, box.y0 + at.y0 * sy, box.x0 + at.x1 * sx, box.y0 + at.y1 * sy)
        yield replace(word, box=moved, line=first_line + word.line, size=round(word.size * sy, 1))
