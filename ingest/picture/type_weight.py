"""Tell bold type from regular in a picture: by the width of its strokes, measured against the page's."""

from collections.abc import Sequence
from statistics import median

import numpy as np
from numpy.typing import NDArray
from PIL import Image

HEAVIER = 1.28
"""How much thicker than usual for its size bold type is."""
FEWEST_WORDS = 20
"""A page of fewer words does not show what is usual."""
LETTERS = 3
"""Shorter words are mostly one letter's shape."""
FAINT, FULL = 0.15, 0.85
"""Ink between these tones is the blurred edge of a stroke and counts in part."""

PixelBox = tuple[int, int, int, int]
"""Left, top, width, height."""


def heavy(image: Image.Image, words: Sequence[tuple[str, PixelBox, float]]) -> list[bool]:
    """For each word with its place and size in pixels whether it is set in bold."""
    ink = np.clip((255.0 - np.asarray(image, dtype=np.float32)) / 255.0, 0.0, 1.0)
    strokes = [_stroke(ink, box) / max(1.0, size) for _, box, size in words]
    letters = [sum(map(str.isalpha, text)) for text, _, _ in words]
    telling = [stroke for stroke, count in zip(strokes, letters, strict=True) if count >= LETTERS]
    if len(telling) < FEWEST_WORDS:
        return [False] * len(words)
    usual = median(telling)
    return [stroke >= HEAVIER * usual for stroke in strokes]


def _stroke(ink: NDArray[np.float32], box: PixelBox) -> float:
    """The mean width of the strokes in a rectangle: how much ink there is for each time a row enters it."""
    left, top, width, height = box
    part = ink[top : top + height, left : left + width]
    if not part.size:
        return 0.0
    ground = float(np.percentile(part, 20))
    part = np.clip((part - ground - FAINT) / (FULL - FAINT), 0.0, 1.0)
    entered = float(np.abs(np.diff(part, axis=1, prepend=0.0, append=0.0)).sum()) / 2
    return float(part.sum()) / entered if entered else 0.0
