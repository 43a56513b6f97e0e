"""How high the letters of a picture are, whatever its file says of its size."""

import unicodedata
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ingest.picture.pieces import Pieces, pieces_of

HIGH_LETTERS = frozenset("bdfhklłđß()[]{}/|!?")
DOTTED_LETTERS = frozenset("ij")
LOW_LETTERS = frozenset("gjpqy()[]{}/|")
ABOVE = 230
BELOW = frozenset({202, 220})
"""How Unicode numbers marks that stand above and below their letter."""


@dataclass(frozen=True, slots=True)
class LetterHeightSettings:
    """What looks like a letter; measured on the sample pages at 75 to 400 dpi, sharp and blurred."""

    darker: int = 12
    """In grey tones: how much darker than the ground around it ink is at least."""
    ink: float = 99.0
    """Percentile of the darkness that is that of ink."""
    half_tone: float = 0.4
    """Share of that darkness from which on something is ink; grain is lighter."""
    window: int = 41
    """In pixels: how far around a place its ground is looked for."""
    heights: tuple[int, int] = (4, 200)
    """In pixels: least and most height of a letter."""
    widest: float = 12.0
    """Against its height: letters of a word may run together."""
    narrowest: float = 0.25
    """Against its height: what is narrower is a stroke."""
    fewest: int = 20
    """Fewer letters do not tell."""
    share: float = 0.4
    """So much of what is written is not higher than small letters; the rest are capitals and ascenders."""


def letter_height(letters: Pieces, settings: LetterHeightSettings = LetterHeightSettings()) -> float | None:
    """The usual height of a small letter without ascender, in pixels; None where too little is written."""
    return None if len(letters.areas) < settings.fewest else usual_height(letters, settings)


def usual_height(letters: Pieces, settings: LetterHeightSettings = LetterHeightSettings()) -> float:
    """The usual height of the small ones among some letters, in pixels."""
    # Words that run together weigh more than specks. Small letters are the most frequent ones.
    order = np.argsort(letters.heights)
    weight = np.cumsum(letters.widths[order])
    at = int(np.searchsorted(weight, settings.share * weight[-1]))
    return float(letters.heights[order][at])


def letter_pieces(tones: NDArray[np.uint8], settings: LetterHeightSettings = LetterHeightSettings()) -> Pieces:
    """The pieces of ink that look like letters, or like words whose letters run together."""
    ground = cv2.blur(tones, (settings.window, settings.window))
    depth = cv2.subtract(ground, tones)
    ink = float(np.percentile(depth[::4, ::4], settings.ink))
    pieces = pieces_of(depth > max(settings.darker, settings.half_tone * ink))
    width, height = pieces.widths, pieces.heights
    is_letter = (height >= settings.heights[0]) & (height <= settings.heights[1])
    is_letter &= (width <= settings.widest * height) & (width >= settings.narrowest * height)
    return Pieces(np.zeros((0, 0), np.int32), pieces.boxes[is_letter], pieces.areas[is_letter])


def height_in_ems(text: str, *, with_marks: bool = True) -> float:
    """How high a word stands: by its highest letter and mark, and by whether something reaches below the line."""
    parts = unicodedata.normalize("NFD", text)
    marks = {unicodedata.combining(c) for c in parts} if with_marks else set()
    is_high = any(c in HIGH_LETTERS or c.isupper() or c.isdigit() for c in parts)
    if ABOVE in marks and any(c.isupper() and not c.isascii() for c in text):
        height = 0.88
    elif is_high:
        height = 0.7
    elif with_marks and (ABOVE in marks or any(c in DOTTED_LETTERS for c in parts)):
        height = 0.67
    else:
        height = 0.6 if "t" in parts else 0.46
    if marks & BELOW or any(c in LOW_LETTERS for c in parts):
        return height + 0.23
    return height + (0.1 if any(c in ",;" for c in parts) else 0.0)
