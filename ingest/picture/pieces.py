"""Connected pieces of ink and straight runs of it, found by OpenCV."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

Mask = NDArray[np.bool_]
Ints = NDArray[np.intp]

SHORT_NUMBERS = 65_000
"""Somewhat fewer than there are numbers of 16 bits."""

cv2.setNumThreads(1)  # documents are read side by side; threads of one of them only get in the way of the others


@dataclass(frozen=True, slots=True)
class Pieces:
    """The connected pieces of a mask."""

    labels: NDArray[np.int32 | np.uint16]
    """For each place the number of its piece; 0 is none."""
    boxes: Ints
    """Left, upper, right and lower edge of each piece, that of number 1 first."""
    areas: Ints
    """How many places each piece has."""

    @property
    def widths(self) -> Ints:
        """From left to right."""
        return self.boxes[:, 2] - self.boxes[:, 0]

    @property
    def heights(self) -> Ints:
        """From top to bottom."""
        return self.boxes[:, 3] - self.boxes[:, 1]

    def marked(self, mask: Mask) -> Ints:
        """How many places of each piece are marked."""
        counts: Ints = np.bincount(self.labels[mask], minlength=len(self.areas) + 1)[1:]
        return counts

    def chosen(self, choice: Mask) -> Mask:
        """Where the chosen pieces are."""
        mask: Mask = np.concatenate([[False], choice])[self.labels]
        return mask


def pieces_of(mask: Mask, *, with_corners: bool = True) -> Pieces:
    """The connected pieces of a mask; places that meet at their corners alone are connected, or not."""
    # Short numbers take a third of the time, and must be enough for all pieces that look apart from above.
    is_short = with_corners and _beginnings(mask) < SHORT_NUMBERS
    _, labels, stats, _ = cv2.connectedComponentsWithStats(
        mask.view(np.uint8), connectivity=8 if with_corners else 4, ltype=cv2.CV_16U if is_short else cv2.CV_32S
    )
    left, top, width, height, area = (stats[1:, i].astype(np.intp) for i in range(5))
    boxes = np.stack([left, top, left + width, top + height], axis=1)
    return Pieces(np.asarray(labels), boxes, area)


def _beginnings(mask: Mask) -> int:
    """How many places have none above, before or above before them: OpenCV gives out at most so many numbers."""
    is_next = mask[:-1, 1:] | mask[:-1, :-1]
    is_next |= mask[1:, :-1]
    edges = int(np.count_nonzero(mask[0])) + int(np.count_nonzero(mask[:, 0]))
    return edges + int(np.count_nonzero(mask[1:, 1:] > is_next))


def long_runs(mask: Mask, length: int) -> Mask:
    """The runs of at least so many along each row."""
    if mask.shape[1] < length:
        return np.zeros_like(mask)
    return _opened(mask, (max(1, length), 1))


def upright_runs(mask: Mask, length: int) -> Mask:
    """The runs of at least so many along each column."""
    if mask.shape[0] < length:
        return np.zeros_like(mask)
    return _opened(mask, (1, max(1, length)))


def _opened(mask: Mask, size: tuple[int, int]) -> Mask:
    kernel = np.ones((size[1], size[0]), np.uint8)
    opened = cv2.morphologyEx(
        mask.view(np.uint8), cv2.MORPH_OPEN, kernel, borderType=cv2.BORDER_CONSTANT, borderValue=0
    )
    found: Mask = opened.view(np.bool_)
    return found


def grown(mask: Mask, across: int, down: int) -> Mask:
    """The mask and all places within so many of it on each side."""
    kernel = np.ones((2 * down + 1, 2 * across + 1), np.uint8)
    found: Mask = cv2.dilate(mask.view(np.uint8), kernel).view(np.bool_)
    return found
