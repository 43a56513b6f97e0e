"""Two cards that lie side to side look like one: a figure as large as two of the others is parted."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray

Corners = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class PairSettings:
    """When a figure is two cards; chosen by eye on one photo of eight cards."""

    others: int = 3
    """So many figures at least are single cards."""
    twice: tuple[float, float] = (1.7, 2.3)
    """Against the area of those: that of two."""
    alike: float = 1.15
    """Its halves and those differ by less than this in shape."""
    one_size: float = 1.4
    """The single cards differ by less than this in area."""


def parted(found: Sequence[Corners], settings: PairSettings = PairSettings()) -> list[Corners]:
    """The figures, each that is as large as two of the others, and whose halves are shaped as they are, as two."""
    areas = [_area(corners) for corners in found]
    least = min(areas, default=0.0)
    single = [corners for corners, area in zip(found, areas, strict=True) if area < settings.one_size * least]
    if len(single) < settings.others or len(single) == len(found):
        return list(found)
    usual, shape = median(map(_area, single)), median(map(_shape, single))
    cards: list[Corners] = []
    for corners, area in zip(found, areas, strict=True):
        halves = _halves(corners)
        is_twice = settings.twice[0] < area / usual < settings.twice[1]
        likeness = [max(_shape(half), shape) / min(_shape(half), shape) for half in halves]
        cards += halves if is_twice and max(likeness) < settings.alike else [corners]
    return cards


def _halves(corners: Corners) -> list[Corners]:
    """A figure cut across the middle of its longer sides."""
    a, b, c, d = corners
    if np.hypot(*(b - a)) + np.hypot(*(d - c)) >= np.hypot(*(c - b)) + np.hypot(*(a - d)):
        above, below = (a + b) / 2, (c + d) / 2
        return [np.array([a, above, below, d]), np.array([above, b, c, below])]
    left, right = (a + d) / 2, (b + c) / 2
    return [np.array([a, b, right, left]), np.array([left, right, c, d])]


def _area(corners: Corners) -> float:
    return float(cv2.contourArea(corners.astype(np.float32)))


def _shape(corners: Corners) -> float:
    """The longer sides against the shorter ones."""
    one, other = (np.hypot(*(np.roll(corners, -1, axis=0) - corners).T).reshape(2, 2)).sum(axis=0)
    return float(max(one, other) / max(1e-9, min(one, other)))
