"""What misleads beside the type: ruled lines are painted over, light type on dark bars is turned dark."""

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

DARKER = 50
"""In grey tones: how much darker than the paper a rule is."""
LENGTH = 0.3
"""In inches: letters have no straight line of this length."""
LEAST_PIXELS = 60
"""The same where a picture does not know how large it is: letters are enlarged to about half of this."""
THICKNESS = 0.035
"""In inches: what is thicker is a bar or a picture."""
MARGIN = 1
"""In pixels: the blurred edge of a rule goes with it."""

BAR_DPI = 50
BAR_DARKER = 90
BAR_LIGHTEST = 55
"""In grey tones: how much darker than the paper a bar is where type stands on it."""
BAR_CUTOFF = (0.5, 60)
"""Percent of a bar's type and ground that become quite dark and quite light."""
BAR_EDGE = 0.025
"""In inches: so much along a bar's edge, which may lie a little aslant, becomes paper."""
SLIVER = 3
PAPER = 255
BAR_LENGTH, BAR_HEIGHT = 0.5, 0.14
"""In inches: the least size of a dark bar with light type on it."""

Mask = NDArray[np.bool_]


def without_ruled_lines(image: Image.Image, dpi: float) -> Image.Image:
    """The picture with long thin lines, level or upright, painted over in the tone of the paper."""
    tones = np.asarray(image)
    paper = int(np.median(tones))
    dark = tones < paper - DARKER
    length, thickness = max(LEAST_PIXELS, round(LENGTH * dpi)), max(2, round(THICKNESS * dpi))
    rules = _thin_lines(dark, length, thickness) | _thin_lines(dark.T, length, thickness).T
    if not rules.any():
        return image
    rules = _widened(_widened(rules, 2 * MARGIN + 1).T, 2 * MARGIN + 1).T
    return Image.fromarray(np.where(rules, np.uint8(paper), tones))


def with_dark_type(image: Image.Image, dpi: float) -> Image.Image:
    """The picture with dark bars and boxes inverted, so that all type is dark on light."""
    factor = BAR_DPI / dpi
    small = image.resize((max(1, round(image.width * factor)), max(1, round(image.height * factor))))
    tones = np.asarray(small)
    dark = tones < np.median(tones) - BAR_DARKER
    solid = long_runs(long_runs(dark, round(BAR_LENGTH * BAR_DPI)).T, round(BAR_HEIGHT * BAR_DPI)).T
    turned, edge = image.copy(), round(BAR_EDGE * dpi)
    for box in _bars(solid, tones):
        x0, y0, x1, y1 = (round(side / factor) for side in box)
        bar = ImageOps.autocontrast(ImageOps.invert(image.crop((x0, y0, x1, y1))), cutoff=BAR_CUTOFF)
        turned.paste(PAPER, (x0 - edge, y0 - edge, x1 + edge, y1 + edge))
        turned.paste(ImageOps.crop(bar, edge), (x0 + edge, y0 + edge))
    return turned


def _bars(solid: Mask, tones: NDArray[np.uint8]) -> Iterator[tuple[int, int, int, int]]:
    """The bars whose bare parts are solid, each with the part where type breaks the darkness."""
    left = solid.copy()
    light = int(np.median(tones)) - BAR_LIGHTEST
    while left.any():
        top = int(np.argmax(left.any(axis=1)))
        height, x = max((_run(left[top:, x]), int(x)) for x in np.flatnonzero(left[top]))
        bottom = top + height
        strip = tones[top:bottom].mean(axis=0) < light
        x0, x1 = x - _run(strip[:x][::-1]), x + _run(strip[x:])
        # A bar that lies a little aslant leaves slivers above and below.
        left[max(0, top - SLIVER) : bottom + SLIVER, x0:x1] = False
        if bottom - top >= round(BAR_HEIGHT * BAR_DPI):
            yield x0, top, x1, bottom


def _run(marks: Mask) -> int:
    """How many of the first marks are set."""
    return len(marks) if marks.all() else int(np.argmin(marks))


def _thin_lines(dark: Mask, length: int, thickness: int) -> Mask:
    """Level runs of darkness of at least the length, without those that are part of something thick."""
    long = long_runs(dark, length)
    return long & ~long_runs(long.T, thickness + 1).T


def long_runs(mask: Mask, length: int) -> Mask:
    """The runs of at least so many along each row."""
    if mask.shape[1] < length:
        return np.zeros_like(mask)
    sums = np.cumsum(mask, axis=1, dtype=np.int32)
    sums = np.pad(sums, ((0, 0), (1, 0)))
    begins = sums[:, length:] - sums[:, :-length] == length
    return _covered(begins, length, mask.shape[1])


def _covered(begins: Mask, length: int, width: int) -> Mask:
    """Every place that lies within the length after a beginning."""
    steps = np.zeros((begins.shape[0], width + 1), dtype=np.int32)
    steps[:, : begins.shape[1]] += begins
    steps[:, length : length + begins.shape[1]] -= begins
    covered: Mask = np.cumsum(steps, axis=1)[:, :width] > 0
    return covered


def _widened(mask: Mask, reach: int) -> Mask:
    """The mask grown along each row by half the reach on both sides."""
    grown = mask.copy()
    for shift in range(1, reach // 2 + 1):
        grown[:, shift:] |= mask[:, :-shift]
        grown[:, :-shift] |= mask[:, shift:]
    return grown
