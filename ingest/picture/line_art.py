"""Paint over what is drawn around type on a page: frames of labels, and the lines of a map between them."""

from collections.abc import Iterator
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ingest.picture.pieces import Mask, grown, long_runs, pieces_of, upright_runs

Tones = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class LineArtSettings:
    """What is drawn and not written.

    Chosen by eye on the sample pages; benchmarks/pages.py shows what they are worth.
    """

    look_dpi: int = 150
    """Enough to follow a thin line."""
    darker: int = 45
    """In grey tones: how much darker than the ground around it ink is."""
    length: float = 0.45
    """In inches: letters and words whose letters touch are shorter, or fuller than a drawing."""
    fullest: float = 0.16
    """Share of its rectangle that a frame or a line covers at most."""
    coarse: int = 3
    """By so much the picture is made coarser in which the ground is looked for."""
    ground_filter: int = 5
    """In pixels of that picture: type vanishes under a filter of this size, the ground stays."""
    margin: int = 5
    """In pixels of the small picture: the blurred edge of a line goes with it."""
    straight: float = 0.2
    """In inches: letters have no straight line of this length, the lines of a frame have."""
    frame: float = 0.7
    """Share of a frame or grid that is straight, where type may hang on it; lines of a map bend."""
    letter_height: tuple[float, float] = (0.045, 0.3)
    """In inches: least and most height of a letter, or of a few that touch each other."""
    letter_width: tuple[float, float] = (0.025, 0.45)
    """In inches: least and most width of them."""
    letter_ink: float = 0.28
    """Share of its rectangle that a letter covers at least."""


def without_line_art(image: Image.Image, dpi: float, settings: LineArtSettings = LineArtSettings()) -> Image.Image:
    """The picture without frames and lines, which make a reader see letters or lose those beside them."""
    tones = np.asarray(image)
    small, ground = _small(tones, dpi, settings)
    art = _drawn(_inked(small, ground, settings), settings.length * settings.look_dpi, settings)
    if not art.any():
        return image
    mask = grown(art, settings.margin // 2, settings.margin // 2).astype(np.uint8)
    is_art = cv2.resize(mask, image.size, interpolation=cv2.INTER_NEAREST) > 0
    painted = np.where(is_art, cv2.resize(ground, image.size, interpolation=cv2.INTER_CUBIC), tones)
    return Image.fromarray(painted.astype(np.uint8))


def ink_pieces(
    image: Image.Image, dpi: float, joined: float, settings: LineArtSettings = LineArtSettings()
) -> Iterator[tuple[float, float, float, float, float]]:
    """Rectangles around ink, joined where it stands within so many inches side by side, and how full of it they are."""
    small, ground = _small(np.asarray(image), dpi, settings)
    dark = _inked(small, ground, settings)
    reach = max(1, round(joined * settings.look_dpi) // 2)
    wide = grown(np.pad(dark, ((0, 0), (reach, reach))), reach, 0)
    factor = image.width / small.shape[1]
    # Edges of what was widened on both sides, in a picture that was widened too: only the right ones are off.
    for x0, y0, wide_x1, y1 in pieces_of(wide).boxes:
        x1 = wide_x1 - 2 * reach
        yield x0 * factor, y0 * factor, x1 * factor, y1 * factor, float(dark[y0:y1, x0:x1].mean())


def _small(tones: Tones, dpi: float, settings: LineArtSettings) -> tuple[Tones, Tones]:
    """The picture at the resolution of a look, and the ground of it."""
    factor = min(1.0, settings.look_dpi / dpi)
    size = (max(1, round(tones.shape[1] * factor)), max(1, round(tones.shape[0] * factor)))
    small = _resized(tones, size)
    return small, _ground(small, settings)


def _inked(tones: Tones, ground: Tones, settings: LineArtSettings) -> Mask:
    inked: Mask = cv2.subtract(ground, tones) > settings.darker
    return inked


def _ground(tones: Tones, settings: LineArtSettings) -> Tones:
    """The paper, or the tone of the field, on which everything stands."""
    size = (max(1, tones.shape[1] // settings.coarse), max(1, tones.shape[0] // settings.coarse))
    kernel = np.ones((settings.ground_filter, settings.ground_filter), np.uint8)
    light = cv2.morphologyEx(_resized(tones, size), cv2.MORPH_CLOSE, kernel)
    return np.asarray(
        cv2.resize(light, (tones.shape[1], tones.shape[0]), interpolation=cv2.INTER_CUBIC), dtype=np.uint8
    )


def _resized(tones: Tones, size: tuple[int, int]) -> Tones:
    return np.asarray(cv2.resize(tones, size, interpolation=cv2.INTER_AREA), dtype=np.uint8)


def _drawn(dark: Mask, length: float, settings: LineArtSettings) -> Mask:
    """The pieces of connected ink that reach far and cover little."""
    pieces = pieces_of(dark)
    width, height, ink = pieces.widths, pieces.heights, pieces.areas
    # A level line fills its rectangle, so its length is measured against a third of the least length too.
    room = np.maximum(width, height) * np.maximum(np.minimum(width, height), length / 3)
    is_drawn = (np.maximum(width, height) >= length) & (ink <= settings.fullest * room)
    covered = pieces.chosen(is_drawn)
    least = round(settings.straight * settings.look_dpi)
    level, upright = long_runs(covered, least), upright_runs(covered, least)
    straight = pieces.marked(level | upright)
    frames = pieces.chosen(is_drawn & (straight >= settings.frame * ink))
    return covered & ~_hanging_letters(frames & ~level & ~upright, level, upright, settings)


def _hanging_letters(rest: Mask, level: Mask, upright: Mask, settings: LineArtSettings) -> Mask:
    """Of what is left of frames without their lines, the letters whose tails or heads reach a line."""
    pieces = pieces_of(rest)
    width, height = pieces.widths / settings.look_dpi, pieces.heights / settings.look_dpi
    is_letter = (height >= settings.letter_height[0]) & (height <= settings.letter_height[1])
    is_letter &= (width >= settings.letter_width[0]) & (width <= settings.letter_width[1])
    is_letter &= pieces.areas >= settings.letter_ink * width * height * settings.look_dpi**2
    # What reaches both kinds of lines is a corner.
    touches = [pieces.marked(grown(lines, 1, 1) & rest) > 0 for lines in (level, upright)]
    return pieces.chosen(is_letter & ~(touches[0] & touches[1]))
