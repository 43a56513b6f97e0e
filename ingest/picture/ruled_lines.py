"""What misleads beside the type: ruled lines are painted over, light type on dark bars is turned dark."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

PAPER = 255

Mask = NDArray[np.bool_]


@dataclass(frozen=True, slots=True)
class RuledLineSettings:
    """What is a rule, and what a dark bar with light type on it.

    Chosen by eye on the sample pages; benchmarks/ocr.py shows what they are worth.
    """

    darker: int = 50
    """In grey tones: how much darker than the paper a rule is."""
    length: float = 0.3
    """In inches: letters have no straight line of this length."""
    least_pixels: int = 60
    """The same where a picture does not know how large it is: letters are enlarged to about half of this."""
    thickness: float = 0.035
    """In inches: what is thicker is a bar or a picture."""
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


def without_ruled_lines(
    image: Image.Image, dpi: float, settings: RuledLineSettings = RuledLineSettings()
) -> Image.Image:
    """The picture with long thin lines, level or upright, painted over in the tone of the paper."""
    tones = np.asarray(image)
    paper = int(np.median(tones))
    dark = tones < paper - settings.darker
    length = max(settings.least_pixels, round(settings.length * dpi))
    thickness = max(2, round(settings.thickness * dpi))
    rules = _thin_lines(dark, length, thickness) | _thin_lines(dark.T, length, thickness).T
    if not rules.any():
        return image
    rules = _widened(_widened(rules, 2 * settings.margin + 1).T, 2 * settings.margin + 1).T
    return Image.fromarray(np.where(rules, np.uint8(paper), tones))


def with_dark_type(image: Image.Image, dpi: float, settings: RuledLineSettings = RuledLineSettings()) -> Image.Image:
    """The picture with dark bars and boxes inverted, so that all type is dark on light."""
    factor = settings.bar_dpi / dpi
    small = image.resize((max(1, round(image.width * factor)), max(1, round(image.height * factor))))
    tones = np.asarray(small)
    dark = tones < np.median(tones) - settings.bar_darker
    length, height = (round(size * settings.bar_dpi) for size in (settings.bar_length, settings.bar_height))
    solid = long_runs(long_runs(dark, length).T, height).T
    turned, edge = image.copy(), round(settings.bar_edge * dpi)
    for box in _bars(solid, tones, settings):
        x0, y0, x1, y1 = (round(side / factor) for side in box)
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
        # A bar that lies a little aslant leaves slivers above and below.
        left[max(0, top - settings.sliver) : bottom + settings.sliver, x0:x1] = False
        if bottom - top >= round(settings.bar_height * settings.bar_dpi):
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
