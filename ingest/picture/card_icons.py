"""Small pictures among the words of a card that are no letters, each with what tells it from others."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from ingest.picture.images import PagePicture
from ingest.picture.small_signs import Shape, Sign, SmallSignSettings, small_signs
from schema.reading import Box, Word

LEVELS = 15
"""Of darkness, each one hexadecimal digit."""


@dataclass(frozen=True, slots=True)
class CardIconSettings:
    """Which signs may be icons; chosen by eye on 52 cards of six decks."""

    signs: SmallSignSettings = SmallSignSettings(side=12, high=(0.55, 1.6))
    """A small square is enough: icons are told by their outline."""
    shape: tuple[float, float] = (0.6, 1.8)
    """Width against height: narrower are strokes of letters, wider are rules."""
    overlap: float = 0.1
    """Share of its width within the rectangle of a word: more is a letter of it."""
    ground: float = 28.0
    """In grey tones: the ground of an icon differs by no more from that of the words beside it; frames do."""
    dark: float = 128.0
    """Words on a darker ground are light, and so are icons beside them."""
    most: int = 24
    """More on one card are grain."""


def icons_of(
    image: Image.Image,
    words: Sequence[Word],
    width: float,
    height: float,
    settings: CardIconSettings = CardIconSettings(),
) -> list[tuple[Box, str]]:
    """Where the signs stand that may be icons, in points of a card of that size, and their likeness."""
    tones = image.convert("L")
    placed = [word for word in words if word.box and word.size]
    if not placed:
        return []
    grey = np.asarray(tones)
    scale = image.width / width
    grounds = [_ground(grey, word.box, scale) for word in placed if word.box]
    if float(np.median(grounds)) < settings.dark:
        tones, grounds = ImageOps.invert(tones), [255 - tone for tone in grounds]
        grey = np.asarray(tones)
    signs = small_signs(PagePicture(tones, width, height), placed, (), settings.signs)
    found = [sign for sign in signs if _may_be_icon(sign, placed, grey, grounds, scale, settings)]
    return [(sign.box, likeness(sign.shape)) for sign in found] if len(found) <= settings.most else []


def _may_be_icon(
    sign: Sign,
    words: Sequence[Word],
    grey: NDArray[np.uint8],
    grounds: Sequence[float],
    scale: float,
    settings: CardIconSettings,
) -> bool:
    low, high = settings.shape
    if sign.is_read or not low <= sign.box.width / max(sign.box.height, 1e-6) <= high:
        return False
    if any(_shared(sign.box, word.box) > settings.overlap * sign.box.width for word in words if word.box):
        return False
    margin = 2 / scale
    box = Box(sign.box.x0 - margin, sign.box.y0 - margin, sign.box.x1 + margin, sign.box.y1 + margin)
    return abs(_edge(grey, box, scale) - grounds[sign.word]) <= settings.ground


def _shared(sign: Box, word: Box) -> float:
    """How much of its width lies within the rectangle of a word."""
    is_level = word.y0 < sign.middle < word.y1
    return max(0.0, min(sign.x1, word.x1) - max(sign.x0, word.x0)) if is_level else 0.0


def _pixels(grey: NDArray[np.uint8], box: Box, scale: float) -> NDArray[np.uint8]:
    x0, y0 = max(0, round(box.x0 * scale)), max(0, round(box.y0 * scale))
    return grey[y0 : max(y0 + 1, round(box.y1 * scale)), x0 : max(x0 + 1, round(box.x1 * scale))]


def _ground(grey: NDArray[np.uint8], box: Box, scale: float) -> float:
    """The tone of what words stand on: letters take less room than it."""
    return float(np.median(_pixels(grey, box, scale))) if _pixels(grey, box, scale).size else 255.0


def _edge(grey: NDArray[np.uint8], box: Box, scale: float) -> float:
    """The tone around a sign."""
    part = _pixels(grey, box, scale)
    return float(np.median(np.concatenate([part[0], part[-1], part[:, 0], part[:, -1]]))) if part.size else 0.0


def likeness(shape: Shape) -> str:
    """A sign in hexadecimal digits, one for each part of it."""
    span = float(shape.max() - shape.min()) or 1.0
    levels = np.rint((shape - shape.min()) / span * LEVELS).astype(int)
    return "".join(f"{level:x}" for level in levels.tolist())
