"""Paint over what is drawn around type on a page: frames of labels, and the lines of a map between them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

from ingest.picture.ruled_lines import long_runs

Mask = NDArray[np.bool_]
Ints = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class LineArtSettings:
    """What is drawn and not written.

    Chosen by eye on the sample pages; benchmarks/ocr.py shows what they are worth.
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


@dataclass(frozen=True, slots=True)
class _Runs:
    """The runs of ink along the rows of a picture."""

    rows: Ints
    starts: Ints
    ends: Ints


def without_line_art(image: Image.Image, dpi: float, settings: LineArtSettings = LineArtSettings()) -> Image.Image:
    """The picture without frames and lines, which make a reader see letters or lose those beside them."""
    small, ground = _small(image, dpi, settings)
    art = _drawn(_inked(small, ground, settings), settings.length * settings.look_dpi, settings)
    if not art.any():
        return image
    mask = Image.fromarray(np.where(art, 255, 0).astype(np.uint8)).filter(ImageFilter.MaxFilter(settings.margin))
    painted = image.copy()
    painted.paste(ground.resize(image.size), (0, 0), mask.resize(image.size, Image.Resampling.NEAREST))
    return painted


def ink_pieces(
    image: Image.Image, dpi: float, joined: float, settings: LineArtSettings = LineArtSettings()
) -> Iterator[tuple[float, float, float, float, float]]:
    """Rectangles around ink, joined where it stands within so many inches side by side, and how full of it they are."""
    small, ground = _small(image, dpi, settings)
    dark = _inked(small, ground, settings)
    reach = max(1, round(joined * settings.look_dpi))
    grown = np.cumsum(np.pad(dark, ((0, 0), (reach, reach))), axis=1, dtype=np.int32)
    runs = _runs_of(grown[:, reach:] - grown[:, :-reach] > 0)
    _, boxes = _boxes(runs, dark.shape)
    factor = image.width / small.width
    for x0, y0, joined_x1, y1 in boxes:
        x1 = joined_x1 - reach + 1
        yield x0 * factor, y0 * factor, x1 * factor, y1 * factor, float(dark[y0:y1, x0:x1].mean())


def _small(image: Image.Image, dpi: float, settings: LineArtSettings) -> tuple[Image.Image, Image.Image]:
    """The picture at the resolution of a look, and the ground of it."""
    factor = min(1.0, settings.look_dpi / dpi)
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    small = image.resize(size, Image.Resampling.BOX)
    return small, _ground(small, settings)


def _inked(image: Image.Image, ground: Image.Image, settings: LineArtSettings) -> Mask:
    inked: Mask = np.asarray(image, dtype=np.int16) < np.asarray(ground, dtype=np.int16) - settings.darker
    return inked


def _ground(image: Image.Image, settings: LineArtSettings) -> Image.Image:
    """The paper, or the tone of the field, on which everything stands."""
    size = (max(1, image.width // settings.coarse), max(1, image.height // settings.coarse))
    coarse = image.resize(size, Image.Resampling.BOX)
    size_of_filter = settings.ground_filter
    light = coarse.filter(ImageFilter.MaxFilter(size_of_filter))
    return light.filter(ImageFilter.MinFilter(size_of_filter)).resize(image.size)


def _drawn(dark: Mask, length: float, settings: LineArtSettings) -> Mask:
    """The pieces of connected ink that reach far and cover little."""
    runs = _runs_of(dark)
    piece, boxes = _boxes(runs, dark.shape)
    width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    ink = np.bincount(piece, weights=runs.ends - runs.starts, minlength=len(boxes))
    # A level line fills its rectangle, so its length is measured against a third of the least length too.
    room = np.maximum(width, height) * np.maximum(np.minimum(width, height), length / 3)
    is_drawn = (np.maximum(width, height) >= length) & (ink <= settings.fullest * room)
    covered = _mask_of(runs, is_drawn[piece], dark.shape)
    least = round(settings.straight * settings.look_dpi)
    level, upright = long_runs(covered, least), long_runs(covered.T, least).T
    straight = np.bincount(piece, weights=_marked(level | upright, runs), minlength=len(boxes))
    frames = _mask_of(runs, (is_drawn & (straight >= settings.frame * ink))[piece], dark.shape)
    return covered & ~_hanging_letters(frames & ~level & ~upright, level, upright, settings)


def _hanging_letters(rest: Mask, level: Mask, upright: Mask, settings: LineArtSettings) -> Mask:
    """Of what is left of frames without their lines, the letters whose tails or heads reach a line."""
    runs = _runs_of(rest)
    piece, boxes = _boxes(runs, rest.shape)
    width, height = (boxes[:, 2] - boxes[:, 0]) / settings.look_dpi, (boxes[:, 3] - boxes[:, 1]) / settings.look_dpi
    ink = np.bincount(piece, weights=runs.ends - runs.starts, minlength=len(boxes))
    is_letter = (height >= settings.letter_height[0]) & (height <= settings.letter_height[1])
    is_letter &= (width >= settings.letter_width[0]) & (width <= settings.letter_width[1])
    is_letter &= ink >= settings.letter_ink * width * height * settings.look_dpi**2
    # What reaches both kinds of lines is a corner.
    touches = [
        np.bincount(piece, weights=_marked(_grown(lines), runs), minlength=len(boxes)) > 0 for lines in (level, upright)
    ]
    return _mask_of(runs, (is_letter & ~(touches[0] & touches[1]))[piece], rest.shape)


def _mask_of(runs: _Runs, chosen: Mask, shape: tuple[int, ...]) -> Mask:
    """Where the chosen runs are."""
    marks = np.zeros((shape[0], shape[1] + 1), dtype=np.int32)
    np.add.at(marks, (runs.rows[chosen], runs.starts[chosen]), 1)
    np.add.at(marks, (runs.rows[chosen], runs.ends[chosen]), -1)
    covered: Mask = np.cumsum(marks, axis=1)[:, :-1] > 0
    return covered


def _marked(mask: Mask, runs: _Runs) -> Ints:
    """How much of each run is marked."""
    sums = np.pad(np.cumsum(mask, axis=1, dtype=np.intp), ((0, 0), (1, 0)))
    marked: Ints = sums[runs.rows, runs.ends] - sums[runs.rows, runs.starts]
    return marked


def _grown(mask: Mask) -> Mask:
    """The mask and the places next to it."""
    wide = mask.copy()
    wide[:, 1:] |= mask[:, :-1]
    wide[:, :-1] |= mask[:, 1:]
    grown = wide.copy()
    grown[1:] |= wide[:-1]
    grown[:-1] |= wide[1:]
    return grown


def _boxes(runs: _Runs, shape: tuple[int, ...]) -> tuple[Ints, Ints]:
    """For each run the number of its piece, and for each piece its left, upper, right and lower edge."""
    piece = _pieces(runs)
    boxes = np.empty((int(piece.max(initial=-1)) + 1, 4), dtype=np.intp)
    boxes[:] = (shape[1], shape[0], 0, 0)
    np.minimum.at(boxes[:, 0], piece, runs.starts)
    np.minimum.at(boxes[:, 1], piece, runs.rows)
    np.maximum.at(boxes[:, 2], piece, runs.ends)
    np.maximum.at(boxes[:, 3], piece, runs.rows + 1)
    return piece, boxes


def _runs_of(dark: Mask) -> _Runs:
    edges = np.diff(dark.astype(np.int8), axis=1, prepend=0, append=0)
    rows, starts = np.nonzero(edges == 1)
    _, ends = np.nonzero(edges == -1)
    return _Runs(rows, starts, ends)


def _pieces(runs: _Runs) -> Ints:
    """For each run the number of the connected piece it belongs to."""
    parent = list(range(len(runs.rows)))

    def root(at: int) -> int:
        while parent[at] != at:
            parent[at] = parent[parent[at]]
            at = parent[at]
        return at

    for upper, lower in _touching(runs):
        a, b = root(upper), root(lower)
        if a != b:
            parent[max(a, b)] = min(a, b)
    roots = np.array([root(at) for at in range(len(parent))], dtype=np.intp)
    return np.unique(roots, return_inverse=True)[1] if len(roots) else roots


def _touching(runs: _Runs) -> list[tuple[int, int]]:
    """Runs of neighbouring rows that touch, corners included."""
    width = int(runs.ends.max(initial=0)) + 2
    # Places counted through all rows: those of the row below are found by one look-up for all runs at once.
    starts, ends = runs.rows * width + runs.starts, runs.rows * width + runs.ends
    first = np.searchsorted(ends, starts + width, side="left")
    last = np.searchsorted(starts, ends + width, side="right")
    pairs: list[tuple[int, int]] = []
    for upper in np.flatnonzero(last > first):
        pairs.extend((int(upper), lower) for lower in range(int(first[upper]), int(last[upper])))
    return pairs
