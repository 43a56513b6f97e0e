"""Cut some thirty words out of a page: enough to tell its language and whether it stands upright."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ingest.picture.images import PagePicture
from ingest.picture.letter_height import LetterHeightSettings, letter_height


@dataclass(frozen=True, slots=True)
class FirstLookSettings:
    """How much is cut out; on 9 sample pages, sharp, blurred and photographed, and a page of an old book this holds
    18 to 44 words, which told every language with 0.997 and most with 0.9999."""

    width: float = 70.0
    """Against the height of a small letter: some ten words."""
    height: float = 7.0
    """Against the height of a small letter: some two or three lines."""
    more: float = 12.0
    """The same where those did not tell: some four lines."""
    line: float = 1.5
    """Against the height of a small letter: within so much of any place there is white between two lines."""
    letter_height: LetterHeightSettings = LetterHeightSettings()


def words_in_sight(
    page: PagePicture, settings: FirstLookSettings = FirstLookSettings(), *, is_second: bool = False
) -> PagePicture:
    """The part of the page in which most letters stand; the whole page where it is small or hardly has letters.

    A second look at a page sees more of it.
    """
    height = letter_height(page.letters(settings.letter_height))
    if height is None:
        return page
    wide, high = (round(share * height) for share in (settings.width, settings.more if is_second else settings.height))
    left, top = _fullest(page, wide, high, height, settings)
    boxes = page.letters(settings.letter_height).boxes
    boxes = boxes[(boxes[:, 0] < left + wide) & (boxes[:, 2] > left)]
    top, bottom = (_between_lines(boxes, y, height, page.image.height, settings) for y in (top, top + high))
    part = page.image.crop((left, top, min(page.image.width, left + wide), bottom))
    return PagePicture(part, page.width * part.width / page.image.width, page.height * part.height / page.image.height)


def _between_lines(boxes: NDArray[np.intp], y: int, height: float, last: int, settings: FirstLookSettings) -> int:
    """The row near this one that cuts through the fewest letters: halves of letters take longest to read."""
    y, near = min(y, last), round(settings.line * height)
    rows = np.arange(max(0, y - near), min(last, y + near) + 1)
    cut = (boxes[:, 1] < rows[:, None]) & (boxes[:, 3] > rows[:, None])
    return int(rows[np.argmin(cut.sum(axis=1))])


def _fullest(page: PagePicture, wide: int, high: int, height: float, settings: FirstLookSettings) -> tuple[int, int]:
    """Left and upper edge of the window that holds most letters."""
    cell = max(1, round(height))
    boxes, image = page.letters(settings.letter_height).boxes, page.image
    counts = np.zeros((image.height // cell + 1, image.width // cell + 1), np.float32)
    np.add.at(counts, ((boxes[:, 1] + boxes[:, 3]) // 2 // cell, (boxes[:, 0] + boxes[:, 2]) // 2 // cell), 1.0)
    window = (min(counts.shape[1], max(1, wide // cell)), min(counts.shape[0], max(1, high // cell)))
    sums = cv2.boxFilter(counts, -1, window, anchor=(0, 0), normalize=False, borderType=cv2.BORDER_CONSTANT)
    y, x = np.unravel_index(int(np.argmax(sums)), sums.shape)
    return int(x) * cell, int(y) * cell
