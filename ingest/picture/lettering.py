"""Letters that stand in rows, dark on light or light on dark, taken out of the art and texture they are printed on."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

Tones = NDArray[np.uint8]
Mask = NDArray[np.bool_]
Ints = NDArray[np.intp]
PAPER = 255


@dataclass(frozen=True, slots=True)
class LetteringSettings:
    """What stands in a row as letters do; lengths are shares of the picture's short side.

    Chosen by eye on 25 cards of six games, from 177 to 1,783 pixels wide.
    """

    window: float = 0.045
    """How far around a place its ground is looked for."""
    contrast: int = 10
    """In grey tones: how much a letter differs from its ground."""
    heights: tuple[float, float] = (0.010, 0.13)
    """Least and most height of a letter."""
    widths: tuple[float, float] = (0.12, 3.5)
    """Against its height; letters of a word may touch."""
    filled: float = 0.12
    """So much of its box a letter fills at least."""
    gap: tuple[float, float] = (-0.3, 0.9)
    """Between neighbours of a row, against their height."""
    overlap: float = 0.6
    """So much of the lower neighbour's height lies beside the higher one."""
    unlike: float = 2.2
    """Neighbours differ less than this in height."""
    fewest: int = 3
    """A row has so many letters."""
    row: float = 1.5
    """Against its height: a shorter row is none."""
    tall: float = 2.9
    """Against its letters' height: a row that reaches further up and down may be several lines that touch."""
    level: float = 0.45
    """Against their height: middles of letters that lie so far apart are those of two lines."""
    most: int = 6000
    """More pieces are a texture."""
    mark: float = 0.5
    """Against a letter's height: how far from its letter an accent, a full stop or a comma lies."""
    corner: float = 0.24
    """So far from two sides a number in a corner stands."""
    digits: tuple[float, float] = (0.035, 0.14)
    """Least and most height of a number in a corner."""
    digit_widths: tuple[float, float] = (0.2, 0.95)
    """Against its height: how wide one of its digits is."""
    solid: float = 0.25
    """So much of its box a digit fills."""
    strong_corner: float = 0.5
    """Against the strongest row: a number in a corner has as much contrast at least."""
    most_corners: int = 6
    """So many are looked at."""
    covered: float = 0.3
    """A row that lies to this share in a row of stronger contrast is its halo."""


@dataclass(frozen=True, slots=True)
class Row:
    """Letters in a row."""

    left: int
    top: int
    right: int
    bottom: int
    letters: int
    height: float
    """The usual height of its letters."""
    mean_height: float
    contrast: float
    is_light: bool
    pieces: tuple[int, ...]

    @property
    def area(self) -> int:
        return (self.right - self.left) * (self.bottom - self.top)

    def common(self, other: "Row") -> int:
        """How much of both boxes is the same."""
        width = min(self.right, other.right) - max(self.left, other.left)
        height = min(self.bottom, other.bottom) - max(self.top, other.top)
        return max(0, width) * max(0, height)


@dataclass(frozen=True, slots=True)
class _Pieces:
    labels: NDArray[np.int32]
    left: Ints
    top: Ints
    width: Ints
    height: Ints
    area: Ints
    contrast: NDArray[np.float64]
    """How far each differs from what is around it, in grey tones."""


@dataclass(frozen=True, slots=True)
class Lettering:
    """The letters of a picture."""

    alone: Image.Image
    """Black on white; all that stands in no row is gone."""
    rows: list[Row]
    corners: list[Row]
    """What stands alone in the picture's corners as a number does, beside the rows."""


def find_lettering(image: Image.Image, settings: LetteringSettings = LetteringSettings()) -> Lettering:
    """What is lettered in the picture, dark on light or light on dark."""
    tones: Tones = np.asarray(image, dtype=np.uint8)
    short = min(tones.shape)
    drawn: Tones = np.full(tones.shape, PAPER, np.uint8)
    off, ground = _off_ground(tones, settings), _ground(tones, settings)
    found = {is_light: _pieces(tones, off, ground, is_light=is_light, settings=settings) for is_light in (False, True)}
    rows = [row for is_light, pieces in found.items() for row in _rows(pieces, is_light, short, settings)]
    rows = _without_halos(rows, settings)
    for is_light, pieces in found.items():
        kept = [row for row in rows if row.is_light == is_light]
        drawn[_with_marks(pieces, kept, short, settings)] = 0
    return Lettering(Image.fromarray(drawn), rows, _corner_marks(found, rows, tones.shape, settings))


def _corner_marks(
    found: Mapping[bool, _Pieces], rows: list[Row], shape: tuple[int, ...], settings: LetteringSettings
) -> list[Row]:
    """The strongest of what stands alone in corners as a number does."""
    marks = [m for is_light, pieces in found.items() for m in _marks_in_corners(pieces, is_light, shape, settings)]
    alone = [mark for mark in _without_halos(marks, settings) if not any(row.common(mark) for row in rows)]
    least = settings.strong_corner * max((row.contrast for row in rows), default=0.0)
    strong = sorted((mark for mark in alone if mark.contrast >= least), key=lambda mark: -mark.contrast)
    return strong[: settings.most_corners]


def _marks_in_corners(
    pieces: _Pieces, is_light: bool, shape: tuple[int, ...], settings: LetteringSettings
) -> Iterator[Row]:
    """Solid pieces in a corner, as high as a number and not wider; two side by side are one."""
    (high, wide), short = shape, min(shape)
    middle_x, middle_y = pieces.left + pieces.width / 2, pieces.top + pieces.height / 2
    near = settings.corner * short
    fits = ((middle_x < near) | (middle_x > wide - near)) & ((middle_y < near) | (middle_y > high - near))
    fits &= (pieces.height >= settings.digits[0] * short) & (pieces.height <= settings.digits[1] * short)
    fits &= pieces.width >= settings.digit_widths[0] * pieces.height
    fits &= pieces.width <= settings.digit_widths[1] * pieces.height
    fits &= pieces.area >= settings.solid * pieces.width * pieces.height
    fits[0] = False
    if 0 < int(fits.sum()) <= settings.most:
        for members in _chains(pieces, np.flatnonzero(fits), settings):
            if len(members) < settings.fewest:
                yield _row(pieces, members, is_light)


def _off_ground(tones: Tones, settings: LetteringSettings) -> Tones:
    """How far each place differs from what is around it, in grey tones."""
    side = max(3, int(min(tones.shape) * settings.window) | 1)
    return np.asarray(cv2.absdiff(tones, cv2.blur(tones, (side, side))), dtype=np.uint8)


def _ground(tones: Tones, settings: LetteringSettings) -> Tones:
    """What lies around each place, the nearer the more it counts."""
    side = max(3, int(min(tones.shape) * settings.window) | 1)
    return np.asarray(cv2.GaussianBlur(tones, (side, side), 0, borderType=cv2.BORDER_REPLICATE), dtype=np.uint8)


def _pieces(tones: Tones, off: Tones, ground: Tones, *, is_light: bool, settings: LetteringSettings) -> _Pieces:
    """What differs from the ground around it, lighter or darker, each piece that hangs together."""
    part = cv2.subtract(tones, ground) if is_light else cv2.subtract(ground, tones)
    ink = np.asarray(part >= settings.contrast, dtype=np.uint8)
    _, labels, stats, _ = cv2.connectedComponentsWithStats(ink, connectivity=8)
    left, top, width, height, area = stats.T.astype(np.intp)
    is_ink = ink.ravel() > 0
    sums = np.bincount(labels.ravel()[is_ink], weights=off.ravel()[is_ink], minlength=len(area))
    contrast = sums / np.maximum(area, 1)
    return _Pieces(np.asarray(labels, np.int32), left, top, width, height, area, contrast)


def _rows(pieces: _Pieces, is_light: bool, short: int, settings: LetteringSettings) -> list[Row]:
    width, height = pieces.width, pieces.height
    is_letter = (height >= settings.heights[0] * short) & (height <= settings.heights[1] * short)
    is_letter &= (width >= settings.widths[0] * height) & (width <= settings.widths[1] * height)
    is_letter &= pieces.area >= settings.filled * width * height
    is_letter[0] = False
    letters = np.flatnonzero(is_letter)
    if not 0 < len(letters) <= settings.most:
        return []
    chains = [chain for chain in _chains(pieces, letters, settings) if len(chain) >= settings.fewest]
    lines = [line for chain in chains for line in _levels(pieces, chain, settings)]
    rows = [_row(pieces, members, is_light) for members in lines if len(members) >= settings.fewest]
    return [row for row in rows if row.right - row.left >= settings.row * row.height]


def _row(pieces: _Pieces, members: Ints, is_light: bool) -> Row:
    return Row(
        left=int(pieces.left[members].min()),
        top=int(pieces.top[members].min()),
        right=int((pieces.left + pieces.width)[members].max()),
        bottom=int((pieces.top + pieces.height)[members].max()),
        letters=len(members),
        height=float(np.median(pieces.height[members])),
        mean_height=float(np.mean(pieces.height[members])),
        contrast=float(np.median(pieces.contrast[members])),
        is_light=is_light,
        pieces=tuple(int(piece) for piece in members),
    )


def _levels(pieces: _Pieces, members: Ints, settings: LetteringSettings) -> list[Ints]:
    """The lines of a chain: tails of one line that touch the next make one chain of both."""
    top, height = pieces.top[members], pieces.height[members]
    usual = float(np.median(height))
    if float((top + height).max() - top.min()) <= settings.tall * usual:
        return [members]
    middle = top + height / 2
    order = np.argsort(middle, kind="stable")
    breaks = np.flatnonzero(np.diff(middle[order]) > settings.level * usual) + 1
    return [members[part] for part in np.split(order, breaks)]


def _chains(pieces: _Pieces, letters: Ints, settings: LetteringSettings) -> list[Ints]:
    """The letters by the rows they stand in."""
    left, top = pieces.left[letters], pieces.top[letters]
    right, bottom = left + pieces.width[letters], top + pieces.height[letters]
    height = pieces.height[letters]
    lower, higher = np.minimum(height[:, None], height), np.maximum(height[:, None], height)
    gap = left[None, :] - right[:, None]
    beside = np.minimum(bottom[:, None], bottom) - np.maximum(top[:, None], top)
    is_next = (gap > settings.gap[0] * lower) & (gap < settings.gap[1] * higher)
    is_next &= (beside > settings.overlap * lower) & (higher < settings.unlike * lower)
    np.fill_diagonal(is_next, False)
    head = np.arange(len(letters))
    for one, other in np.argwhere(is_next):
        a, b = _head(head, int(one)), _head(head, int(other))
        head[max(a, b)] = min(a, b)
    chains: dict[int, list[int]] = {}
    for number in range(len(letters)):
        chains.setdefault(_head(head, number), []).append(int(letters[number]))
    return [np.asarray(members, dtype=np.intp) for members in chains.values()]


def _head(head: Ints, number: int) -> int:
    while head[number] != number:
        head[number] = head[head[number]]
        number = int(head[number])
    return number


def _without_halos(rows: list[Row], settings: LetteringSettings) -> list[Row]:
    """The rows without those that are only the rim of stronger ones, printed the other way round."""
    kept: list[Row] = []
    for row in sorted(rows, key=lambda row: -row.contrast * row.letters):
        if not any(k.is_light != row.is_light and k.common(row) > settings.covered * row.area for k in kept):
            kept.append(row)
    return sorted(kept, key=lambda row: (row.top, row.left))


def _with_marks(pieces: _Pieces, rows: list[Row], short: int, settings: LetteringSettings) -> Mask:
    """The letters of the rows with their accents and stops."""
    is_kept = np.zeros(len(pieces.area), dtype=np.bool_)
    is_small = pieces.height < settings.heights[0] * short * settings.unlike
    middle_x, middle_y = pieces.left + pieces.width / 2, pieces.top + pieces.height / 2
    for row in rows:
        is_kept[list(row.pieces)] = True
        reach = settings.mark * row.height
        is_near = (middle_x > row.left - reach) & (middle_x < row.right + reach)
        is_near &= (middle_y > row.top - reach) & (middle_y < row.bottom + reach)
        is_kept |= is_near & is_small & (pieces.height <= row.height)
    is_kept[0] = False
    mask: Mask = is_kept[pieces.labels]
    return mask
