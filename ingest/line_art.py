"""Paint over what is drawn around type on a page: frames of labels, and the lines of a map between them."""

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageFilter

LOOK_DPI = 150
"""Enough to follow a thin line."""
DARKER = 45
"""In grey tones: how much darker than the ground around it ink is."""
LENGTH = 0.45
"""In inches: letters and words whose letters touch are shorter, or fuller than a drawing."""
FULLEST = 0.16
"""Share of its rectangle that a frame or a line covers at most."""
COARSE = 3
GROUND = 5
"""In pixels of a picture coarser by that: type vanishes under a filter of this size, the ground stays."""
MARGIN = 5
"""In pixels of the small picture: the blurred edge of a line goes with it."""

Mask = NDArray[np.bool_]
Ints = NDArray[np.intp]


@dataclass(frozen=True, slots=True)
class _Runs:
    """The runs of ink along the rows of a picture."""

    rows: Ints
    starts: Ints
    ends: Ints


def without_line_art(image: Image.Image, dpi: float) -> Image.Image:
    """The picture without frames and lines, which make a recogniser see letters or lose those beside them."""
    small, ground = _small(image, dpi)
    art = _drawn(_inked(small, ground), LENGTH * LOOK_DPI)
    if not art.any():
        return image
    mask = Image.fromarray(np.where(art, 255, 0).astype(np.uint8)).filter(ImageFilter.MaxFilter(MARGIN))
    painted = image.copy()
    painted.paste(ground.resize(image.size), (0, 0), mask.resize(image.size, Image.Resampling.NEAREST))
    return painted


def ink_pieces(image: Image.Image, dpi: float, joined: float) -> Iterator[tuple[float, float, float, float, float]]:
    """Rectangles around ink, joined where it stands within so many inches side by side, and how full of it they are."""
    small, ground = _small(image, dpi)
    dark = _inked(small, ground)
    reach = max(1, round(joined * LOOK_DPI))
    grown = np.cumsum(np.pad(dark, ((0, 0), (reach, reach))), axis=1, dtype=np.int32)
    runs = _runs_of(grown[:, reach:] - grown[:, :-reach] > 0)
    _, boxes = _boxes(runs, dark.shape)
    factor = image.width / small.width
    for x0, y0, joined_x1, y1 in boxes:
        x1 = joined_x1 - reach + 1
        yield x0 * factor, y0 * factor, x1 * factor, y1 * factor, float(dark[y0:y1, x0:x1].mean())


def _small(image: Image.Image, dpi: float) -> tuple[Image.Image, Image.Image]:
    """The picture at the resolution of a look, and the ground of it."""
    factor = min(1.0, LOOK_DPI / dpi)
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    small = image.resize(size, Image.Resampling.BOX)
    return small, _ground(small)


def _inked(image: Image.Image, ground: Image.Image) -> Mask:
    inked: Mask = np.asarray(image, dtype=np.int16) < np.asarray(ground, dtype=np.int16) - DARKER
    return inked


def _ground(image: Image.Image) -> Image.Image:
    """The paper, or the tone of the field, on which everything stands."""
    size = (max(1, image.width // COARSE), max(1, image.height // COARSE))
    coarse = image.resize(size, Image.Resampling.BOX)
    return coarse.filter(ImageFilter.MaxFilter(GROUND)).filter(ImageFilter.MinFilter(GROUND)).resize(image.size)


def _drawn(dark: Mask, length: float) -> Mask:
    """The pieces of connected ink that reach far and cover little."""
    runs = _runs_of(dark)
    piece, boxes = _boxes(runs, dark.shape)
    width, height = boxes[:, 2] - boxes[:, 0], boxes[:, 3] - boxes[:, 1]
    ink = np.bincount(piece, weights=runs.ends - runs.starts, minlength=len(boxes))
    # A level line fills its rectangle, so its length is measured against a third of the least length too.
    room = np.maximum(width, height) * np.maximum(np.minimum(width, height), length / 3)
    is_drawn = (np.maximum(width, height) >= length) & (ink <= FULLEST * room)
    marks = np.zeros((dark.shape[0], dark.shape[1] + 1), dtype=np.int32)
    drawn = is_drawn[piece]
    np.add.at(marks, (runs.rows[drawn], runs.starts[drawn]), 1)
    np.add.at(marks, (runs.rows[drawn], runs.ends[drawn]), -1)
    covered: Mask = np.cumsum(marks, axis=1)[:, :-1] > 0
    return covered


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
