"""One passage here, two there: what one book tells in a single paragraph and the other in several."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log

import numpy as np
from numpy.typing import NDArray

from ingest.resolve.bilingual.chains import Pair
from ingest.resolve.bilingual.units import Book


@dataclass(frozen=True, slots=True)
class AbsorbSettings:
    """When lengths show that a passage is a part of its neighbour's counterpart; chosen by eye."""

    nearer: float = 0.25
    """So much nearer the logarithms of the lengths come when it is counted in."""
    near: float = 0.3
    """And so near they are then."""


def absorb(one: Book, other: Book, pairs: Sequence[Pair], settings: AbsorbSettings = AbsorbSettings()) -> list[Pair]:
    """Further pairs: a passage without a counterpart together with that of the passage before or after it."""
    scale = float(other.lengths.sum() / one.lengths.sum())
    forth = _absorbed(one, other, dict(pairs), scale, settings)
    back = _absorbed(other, one, {right: left for left, right in pairs}, 1 / scale, settings)
    return sorted({*forth, *((left, right) for right, left in back)})


def _absorbed(one: Book, other: Book, there: dict[int, int], scale: float, settings: AbsorbSettings) -> Iterator[Pair]:
    for at, unit in enumerate(one.units):
        if at in there or unit.kind == "heading":
            continue
        for neighbour in (at - 1, at + 1):
            if neighbour not in there or one.units[neighbour].kind == "heading":
                continue
            target = there[neighbour]
            alone = _apart(one.lengths[neighbour] * scale, other.lengths[target])
            both = _apart((one.lengths[neighbour] + one.lengths[at]) * scale, other.lengths[target])
            if both <= settings.near and both <= alone - settings.nearer:
                yield at, target
                break


def _apart(one: "np.float32 | NDArray[np.float32] | float", other: "np.float32 | NDArray[np.float32]") -> float:
    return abs(log(float(one)) - log(float(other)))
