"""What misleads beside the type: ruled lines are painted over, light type on dark bars is turned dark."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from ingest.picture.pieces import Mask, grown, long_runs, upright_runs
from ingest.picture.tones import paper_tone

PAPER = 255


@dataclass(frozen=True, slots=True)
class RuledLineSettings:
    """What is a rule, and what a dark bar with light type on it.

    Chosen by eye on the sample pages; benchmarks/pages.py shows what they are worth.
    """

    darker: int = 50
    """In grey tones: how much darker than the paper a rule is."""
    length: float = 0.3
    """In inches: letters have no straight line of this length."""
    least_pixels: int = 60
    """The same where a picture does not know how large it is: letters are enlarged to about half of this."""
    thickness: float = 0.035
    """In inches: what is thicker is a bar or a picture."""
    beside: int = 3
    """In pixels: how far above and below a rule there must be paper."""
    ink_beside: float = 0.4
    """Share of a rule's length along which there may be ink above it, or below it: letters that stand on it."""
    margin: int = 1
    """In pixels: the blurred edge of a rule goes with it."""
    bar_dpi: int = 50
    """Pixels an inch at which bars are looked for."""
    bar_darker: int = 90
    """In grey tones: how much darker than the paper a bar is where nothing stands on it."""
    bar_lightest: int = 55
    """In grey tones: how much darker than the paper a bar is where type stands on it."""
    bar_cutoff: tuple[float, float] = (0.5, 60)
    """Percent of a bar's type and ground that become quite dark and quite light."""
    bar_edge: float = 0.025
    """In inches: so much along a bar's edge, which may lie a little aslant, becomes paper."""
    sliver: int = 3
    """In pixels of the small picture: what a bar that lies a little aslant leaves above and below."""
    bar_length: float = 0.5
    """In inches: the least length of a bar."""
    bar_height: float = 0.14
    """In inches: the least height of a bar."""


@dataclass(frozen=True, slots=True)
class Ruled:
    """Where a picture has long thin lines."""

    level: Mask
    upright: Mask
    boxes: tuple[tuple[float, float, float, float], ...]
    """The middle of each line from end to end: left, top, right, bottom in pixels."""


def without_ruled_lines(
    image: Image.Image, dpi: float, settings: RuledLineSettings = RuledLineSettings()
) -> Image.Image:
    """The picture with long thin lines, level or upright, painted over in the tone of the paper."""
    return painted_over(image, ruled_lines(image, dpi, settings), settings)


def painted_over(image: Image.Image, ruled: Ruled, settings: RuledLineSettings = RuledLineSettings()) -> Image.Image:
    """The picture with these lines in the tone of the paper."""
    rules = ruled.level | ruled.upright
    if not rules.any():
        return image
    tones = np.asarray(image)
    painted = np.where(grown(rules, settings.margin, settings.margin), np.uint8(paper_tone(tones)), tones)
    return Image.fromarray(painted)


def ruled_lines(image: Image.Image, dpi: float, settings: RuledLineSettings = RuledLineSettings()) -> Ruled:
    """The long thin lines of the picture, level or upright."""
    tones = np.asarray(image)
    paper = paper_tone(tones)
    dark: Mask = tones < paper - settings.darker
    length = max(settings.least_pixels, round(settings.length * dpi))
    thickness = max(2, round(settings.thickness * dpi))
    level, across = _with_paper_beside(long_runs(dark, length), dark, thickness, settings)
    upright, down = _with_paper_beside(upright_runs(dark, length).T, dark.T, thickness, settings)
    boxes = [(float(x0), (y0 + y1) / 2, float(x1), (y0 + y1) / 2) for x0, y0, x1, y1 in across]
    boxes += [((x0 + x1) / 2, float(y0), (x0 + x1) / 2, float(y1)) for y0, x0, y1, x1 in down]
    return Ruled(level, upright.T, tuple(boxes))


def _with_paper_beside(
    runs: Mask, dark: Mask, thickness: int, settings: RuledLineSettings
) -> tuple[Mask, list[tuple[int, int, int, int]]]:
    """Of level runs of darkness the thin ones that have paper above and below nearly everywhere along their length.

    Letters that run together make long dark runs too, but there is ink above and below them.
    """
    kept, boxes = np.zeros(runs.shape, np.uint8), []
    beside = settings.margin + settings.beside
    # Of a picture that is nearly empty contours are found ten times as quickly as connected pieces.
    contours, _ = cv2.findContours(runs.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_SIMPLE)
    for contour in reversed(contours):
        x0, y0, width, height = cv2.boundingRect(contour)
        x1, y1 = x0 + width, y0 + height
        if height > thickness:
            continue
        above = dark[max(0, y0 - beside) : max(0, y0 - settings.margin), x0:x1].any(axis=0)
        below = dark[y1 + settings.margin : y1 + beside, x0:x1].any(axis=0)
        if max(above.mean(), below.mean()) <= settings.ink_beside:
            cv2.drawContours(kept, [contour], -1, 1, cv2.FILLED)
            boxes.append((x0, y0, x1, y1))
    return kept.astype(np.bool_), boxes


def dark_bars(
    image: Image.Image, dpi: float, settings: RuledLineSettings = RuledLineSettings()
) -> list[tuple[int, int, int, int]]:
    """The dark bars and boxes on which light type may stand: left, top, right, bottom in pixels."""
    factor = settings.bar_dpi / dpi
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    tones = np.asarray(cv2.resize(np.asarray(image), size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    dark = tones < np.median(tones) - settings.bar_darker
    length, height = (round(size * settings.bar_dpi) for size in (settings.bar_length, settings.bar_height))
    solid = upright_runs(long_runs(dark, length), height)
    if not solid.any():
        return []
    found = _bars(solid, tones, settings)
    return [
        (round(x0 / factor), round(y0 / factor), round(x1 / factor), round(y1 / factor)) for x0, y0, x1, y1 in found
    ]


def with_dark_type(
    image: Image.Image,
    bars: Sequence[tuple[int, int, int, int]],
    dpi: float,
    settings: RuledLineSettings = RuledLineSettings(),
) -> Image.Image:
    """The picture with its dark bars inverted, so that all type is dark on light."""
    if not bars:
        return image
    turned, edge = image.copy(), round(settings.bar_edge * dpi)
    for x0, y0, x1, y1 in bars:
        bar = ImageOps.autocontrast(ImageOps.invert(image.crop((x0, y0, x1, y1))), cutoff=settings.bar_cutoff)
        turned.paste(PAPER, (x0 - edge, y0 - edge, x1 + edge, y1 + edge))
        turned.paste(ImageOps.crop(bar, edge), (x0 + edge, y0 + edge))
    return turned


def _bars(solid: Mask, tones: NDArray[np.uint8], settings: RuledLineSettings) -> Iterator[tuple[int, int, int, int]]:
    """The bars whose bare parts are solid, each with the part where type breaks the darkness."""
    left = solid.copy()
    light = int(np.median(tones)) - settings.bar_lightest
    while left.any():
        top = int(np.argmax(left.any(axis=1)))
        height, x = max((_run(left[top:, x]), int(x)) for x in np.flatnonzero(left[top]))
        bottom = top + height
        strip = tones[top:bottom].mean(axis=0) < light
        x0, x1 = x - _run(strip[:x][::-1]), x + _run(strip[x:])
        # Where type stands dense in a box only a part of it is bare; cut there, letters would be cut through.
        rows = tones[:, x0:x1].mean(axis=1) < light
        top, bottom = top - _run(rows[:top][::-1]), bottom + _run(rows[bottom:])
        # A bar that lies a little aslant leaves slivers above and below.
        left[max(0, top - settings.sliver) : bottom + settings.sliver, x0:x1] = False
        if bottom - top >= round(settings.bar_height * settings.bar_dpi):
            yield x0, top, x1, bottom


def _run(marks: Mask) -> int:
    """How many of the first marks are set."""
    return len(marks) if marks.all() else int(np.argmin(marks))
