"""Lines of a card cut out and laid under one another in even type, so that one reading sees them all and no art."""

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
    """How lines are cut out and laid; measured on 37 cards of nine games."""

    height: int = 34
    """In pixels: letters are made so high."""
    most_larger: float = 2.5
    """Small letters are enlarged by no more."""
    around: float = 0.45
    """Against its letters' height: so much is cut out around a line."""
    between: int = 26
    """In pixels: of white between two strips."""
    gap: float = 3.0
    """Against their height: rows of one line stand no further apart."""
    beside: float = 0.55
    """So much of the lower row's height lies beside the higher one of its line."""
    unlike: float = 1.5
    """Rows of one line differ less than this in the height of their letters."""
    widest: int = 2600
    """In pixels: longer strips are made smaller."""


@dataclass(frozen=True, slots=True)
class Line:
    """Rows that are one line of print."""

    rows: tuple[Row, ...]

    @property
    def left(self) -> int:
        return min(row.left for row in self.rows)

    @property
    def top(self) -> int:
        return min(row.top for row in self.rows)

    @property
    def right(self) -> int:
        return max(row.right for row in self.rows)

    @property
    def bottom(self) -> int:
        return max(row.bottom for row in self.rows)

    @property
    def height(self) -> float:
        return max(row.height for row in self.rows)

    @property
    def is_light(self) -> bool:
        return sum(row.letters if row.is_light else -row.letters for row in self.rows) > 0


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


def lines_of(rows: Sequence[Row], settings: StripSettings = StripSettings()) -> list[Line]:
    """The rows by the lines of print they stand in, from top to bottom."""
    lines: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: row.left):
        for line in lines:
            if _is_next(line[-1], row, settings):
                line.append(row)
                break
        else:
            lines.append([row])
    return sorted((Line(tuple(line)) for line in lines), key=lambda line: (line.top, line.left))


def _is_next(left: Row, right: Row, settings: StripSettings) -> bool:
    low, high = sorted((left.height, right.height))
    beside = min(left.bottom, right.bottom) - max(left.top, right.top)
    lower = min(left.bottom - left.top, right.bottom - right.top)
    is_near = -high < right.left - left.right < settings.gap * high
    return (
        is_near
        and left.is_light == right.is_light
        and high < settings.unlike * low
        and beside > settings.beside * lower
    )


def laid(
    image: Image.Image, lines: Sequence[Line], *, stretched: float = 1.0, settings: StripSettings = StripSettings()
) -> tuple[Image.Image, list[Strip]]:
    """The lines of the picture under one another, dark on light, and where each lies."""
    tones: Tones = np.asarray(image, dtype=np.uint8)
    cut, strips, top = [], [], settings.between
    for line in lines:
        part, left, upper, scale = _cut(tones, line, stretched, settings)
        strips.append(Strip(top, top + part.shape[0], left, upper, scale))
        cut.append(part)
        top += part.shape[0] + settings.between
    width = max((part.shape[1] for part in cut), default=8) + 2 * settings.between
    sheet: Tones = np.full((max(top, 8), width), PAPER, np.uint8)
    for part, strip in zip(cut, strips, strict=True):
        sheet[strip.top : strip.bottom, settings.between : settings.between + part.shape[1]] = part
    moved = [replace(strip, left=strip.left - settings.between / strip.scale / stretched) for strip in strips]
    return Image.fromarray(sheet), moved


def _cut(tones: Tones, line: Line, stretched: float, settings: StripSettings) -> tuple[Tones, float, float, float]:
    around = max(2, round(settings.around * line.height))
    left, upper = max(0, line.left - around), max(0, line.top - around)
    part = tones[upper : line.bottom + around, left : line.right + around]
    scale = min(settings.most_larger, settings.height / line.height, settings.widest / part.shape[1] / stretched)
    size = (max(4, round(part.shape[1] * scale * stretched)), max(4, round(part.shape[0] * scale)))
    how = cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA
    part = np.asarray(cv2.resize(part, size, interpolation=how), dtype=np.uint8)
    return (np.asarray(PAPER - part, dtype=np.uint8) if line.is_light else part), float(left), float(upper), scale


def on_card(
    words: Sequence[Word], strips: Sequence[Strip], per_pixel: float, stretched: float = 1.0
) -> list[list[Word]]:
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
                across, down = per_pixel / strip.scale / stretched, per_pixel / strip.scale
                box = Box(
                    x * per_pixel + word.box.x0 * across,
                    y * per_pixel + word.box.y0 * down,
                    x * per_pixel + word.box.x1 * across,
                    y * per_pixel + word.box.y1 * down,
                )
                lines[number].append(replace(word, box=box, size=round(word.size * down, 1)))
    return [sorted(line, key=lambda word: word.box.x0 if word.box else 0.0) for line in lines]
