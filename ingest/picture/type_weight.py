"""Tell bold type from regular in a picture: by the width of its strokes, measured against the page's."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ingest.picture.tones import tone_at

TONES = np.arange(256, dtype=np.float32)
PixelBox = tuple[int, int, int, int]
"""Left, top, width, height."""


@dataclass(frozen=True, slots=True)
class WeightSettings:
    """From when on type is bold; chosen by eye on the sample pages, where nothing else is said."""

    heavier: float = 1.2
    """How much thicker than usual for its size bold type is.

    Of 5,340 words of four samples scanned at 200 dpi 1.0 % of the bold ones are thinner, 0.4 % of the others thicker.
    """
    fewest_words: int = 20
    """A page of fewer words does not show what is usual."""
    letters: int = 3
    """Shorter words are mostly one letter's shape."""
    faint: float = 0.15
    """Ink of this tone does not count: it is the blurred edge of a stroke."""
    full: float = 0.85
    """Ink of this tone counts in full, between both it counts in part."""


def heavy(
    image: Image.Image, words: Sequence[tuple[str, PixelBox, float]], settings: WeightSettings = WeightSettings()
) -> list[bool]:
    """For each word with its place and size in pixels whether it is set in bold."""
    if len(words) < settings.fewest_words:
        return [False] * len(words)
    tones = np.asarray(image)
    strokes = [_stroke(tones, box, settings) / max(1.0, size) for _, box, size in words]
    letters = [sum(map(str.isalpha, text)) for text, _, _ in words]
    telling = [stroke for stroke, count in zip(strokes, letters, strict=True) if count >= settings.letters]
    if len(telling) < settings.fewest_words:
        return [False] * len(words)
    usual = median(telling)
    return [stroke >= settings.heavier * usual for stroke in strokes]


def _stroke(tones: NDArray[np.uint8], box: PixelBox, settings: WeightSettings) -> float:
    """The mean width of the strokes in a rectangle: how much ink there is for each time a row enters it."""
    left, top, width, height = box
    part = tones[top : top + height, left : left + width]
    if not part.size:
        return 0.0
    paper = tone_at(part, 0.8)
    ink = np.clip(((paper - TONES) / 255 - settings.faint) / (settings.full - settings.faint), 0.0, 1.0)[part]
    entered = float(np.abs(ink[:, 1:] - ink[:, :-1]).sum() + ink[:, 0].sum() + ink[:, -1].sum()) / 2
    return float(ink.sum()) / entered if entered else 0.0
