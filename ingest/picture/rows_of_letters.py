"""Letters that stand in rows, as those of words do and the spots of a drawing do not."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ingest.picture.letter_height import LetterHeightSettings, letter_pieces
from ingest.picture.pieces import Ints


@dataclass(frozen=True, slots=True)
class RowSettings:
    """When pieces of ink stand in a row; measured on pages and drawings at 100 to 150 dpi."""

    alike: float = 0.5
    """The lower of two neighbours has so much of the other's height: small letters beside capitals."""
    level: float = 0.4
    """Against the height of the higher one: how far the feet of two neighbours may differ."""
    apart: float = 1.2
    """Against the height of the higher one: how far neighbours stand apart at most, a space between words included."""
    row: int = 5
    """Pieces of ink in a row at least."""
    letter_height: LetterHeightSettings = LetterHeightSettings()


def letters_in_rows(image: Image.Image, settings: RowSettings = RowSettings()) -> NDArray[np.intp]:
    """The boxes of pieces that stand in rows: left, top, right, bottom in pixels."""
    boxes = letter_pieces(np.asarray(image), settings.letter_height).boxes
    boxes = boxes[np.argsort(boxes[:, 0], kind="stable")]
    row = _rows(boxes, settings)
    members = np.bincount(row, minlength=len(boxes)) if len(boxes) else np.zeros(0, np.intp)
    found: NDArray[np.intp] = boxes[members[row] >= settings.row]
    return found


def _rows(boxes: Ints, settings: RowSettings) -> Ints:
    """For each box, which come from left to right, the number of the first of its row."""
    row = np.arange(len(boxes))
    bottoms, heights = boxes[:, 3], boxes[:, 3] - boxes[:, 1]
    reach = settings.apart * (heights.max() if len(boxes) else 0)
    until = np.searchsorted(boxes[:, 0], boxes[:, 2] + reach, side="right")
    for at in range(len(boxes)):
        after = slice(at + 1, int(until[at]))
        higher = np.maximum(heights[at], heights[after])
        is_next = np.minimum(heights[at], heights[after]) >= settings.alike * higher
        is_next &= np.abs(bottoms[after] - bottoms[at]) <= settings.level * higher
        gap = boxes[after, 0] - boxes[at, 2]
        is_next &= (gap <= settings.apart * higher) & (gap > -0.5 * higher)
        near = np.flatnonzero(is_next)
        if len(near):
            row[at + 1 + near[0]] = row[at]
    return row
