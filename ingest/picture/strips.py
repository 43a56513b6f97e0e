"""Marks of a card cut out and laid under one another in even type, so that one reading sees them all and no art."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ingest.picture.lettering import Row
from schema.reading import Box, Word

Tones = NDArray[np.uint8]
PAPER = 255


@dataclass(frozen=True, slots=True)
class StripSettings:
    """How marks are cut out and laid; chosen on 37 cards of nine games."""

    height: int = 34
    """In pixels: letters are made so high."""
    most_larger: float = 2.5
    """Small letters are enlarged by no more."""
    around: float = 0.45
    """Against its letters' height: so much is cut out around a line."""
    between: int = 26
    """In pixels: of white between two strips."""
    widest: int = 2600
    """In pixels: longer strips are made smaller."""


@dataclass(frozen=True, slots=True)
class Strip:
    """Where a line lies on the sheet, and what leads from there back to the card."""

    top: int
    bottom: int
    left: float
    """Of the card, in its pixels: what is at the sheet's left edge."""
    upper: float
    """Of the card: what is at the strip's upper edge."""
    scale: float
    """Pixels of the sheet to one of the card."""


def laid(
    image: Image.Image, marks: Sequence[Row], settings: StripSettings = StripSettings()
) -> tuple[Image.Image, list[Strip]]:
    """The marks of the picture under one another, dark on light, and where each lies."""
    tones: Tones = np.asarray(image, dtype=np.uint8)
    cut, strips, top = [], [], settings.between
    for mark in marks:
        part, left, upper, scale = _cut(tones, mark, settings)
        strips.append(Strip(top, top + part.shape[0], left, upper, scale))
        cut.append(part)
        top += part.shape[0] + settings.between
    width = max((part.shape[1] for part in cut), default=8) + 2 * settings.between
    sheet: Tones = np.full((max(top, 8), width), PAPER, np.uint8)
    for part, strip in zip(cut, strips, strict=True):
        sheet[strip.top : strip.bottom, settings.between : settings.between + part.shape[1]] = part
    moved = [replace(strip, left=strip.left - settings.between / strip.scale) for strip in strips]
    return Image.fromarray(sheet), moved


def _cut(tones: Tones, line: Row, settings: StripSettings) -> tuple[Tones, float, float, float]:
    around = max(2, round(settings.around * line.height))
    left, upper = max(0, line.left - around), max(0, line.top - around)
    part = tones[upper : line.bottom + around, left : line.right + around]
    scale = min(settings.most_larger, settings.height / line.height, settings.widest / part.shape[1])
    size = (max(4, round(part.shape[1] * scale)), max(4, round(part.shape[0] * scale)))
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    part = np.asarray(cv2.resize(part, size, interpolation=how), dtype=np.uint8)
    return (np.asarray(PAPER - part, dtype=np.uint8) if line.is_light else part), float(left), float(upper), scale


def on_card(words: Sequence[Word], strips: Sequence[Strip], per_pixel: float) -> list[list[Word]]:
    """The words read on a sheet, in points of the card, by the lines they were laid as.

    The boxes of the words are in pixels of the sheet; ``per_pixel`` is how many points a pixel of the card has.
    """
    lines: list[list[Word]] = [[] for _ in strips]
    for word in words:
        if word.box is None:
            continue
        middle = (word.box.y0 + word.box.y1) / 2
        for number, strip in enumerate(strips):
            if strip.top <= middle <= strip.bottom:
                x, y = strip.left, strip.upper - strip.top / strip.scale
                across, down = per_pixel / strip.scale, per_pixel / strip.scale
                box = Box(
                    x * per_pixel + word.box.x0 * across,
                    y * per_pixel + word.box.y0 * down,
                    x * per_pixel + word.box.x1 * across,
                    y * per_pixel + word.box.y1 * down,
                )
                lines[number].append(replace(word, box=box, size=round(word.size * down, 1)))
    return [sorted(line, key=lambda word: word.box.x0 if word.box else 0.0) for line in lines]
