"""One passage here, several there: what one book tells in a single paragraph and the other in two or more.

Between passages that are surely counterparts, everything is set side by side anew in beads of one to three passages
each, as Gale and Church (1993) set sentences: by their lengths, and by how much of each side the other one says.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import exp, log

import numpy as np
from numpy.typing import NDArray

from ingest.resolve.bilingual.chains import Pair
from ingest.resolve.bilingual.units import Book, Matrix

Numbers = NDArray[np.int64]

SHAPES = ((1, 1), (1, 2), (2, 1), (1, 3), (3, 1), (2, 2))
"""How many passages of the one and of the other a bead may have; few enough that every one is tried."""


@dataclass(frozen=True, slots=True)
class BeadSettings:
    """What makes a bead; measured on two pairs of books whose paragraphs were joined, moved and left out at random,
    and on half of the labelled rules of a third pair."""

    for_length: float = 0.5
    """What the lengths count beside the words."""
    spread: float = 0.35
    """How far the logarithms of two lengths may be apart."""
    left_out: float = 0.35
    """What a passage is worth that has no counterpart."""
    for_joining: float = 0.06
    """What each further passage of a bead costs it."""
    unknown: float = 0.1
    """What a word without a counterpart anywhere in the other book counts beside one that has."""
    widest: int = 400
    """A stretch of more pairs of passages is left as it is: there nothing tells where to begin."""
    reach: int = 4
    """So many passages behind the last pair of a chain are looked at."""


def find_beads(
    one: Book, other: Book, pairs: Sequence[Pair], lexicon: Matrix, settings: BeadSettings = BeadSettings()
) -> list[Pair]:
    """Further pairs: passages without a counterpart, each with the one of the other book that it is a part of."""
    scale = float(other.lengths.sum() / one.lengths.sum())
    found = [
        pair
        for rows, columns in _stretches(one, other, sorted(pairs), settings)
        for pair in _set_side_by_side(_Stretch(one, other, rows, columns, lexicon, scale), settings)
    ]
    return sorted(set(found) - set(pairs))


def _stretches(one: Book, other: Book, pairs: Sequence[Pair], settings: BeadSettings) -> Iterator[tuple[range, range]]:
    """From each pair to the next, both included, or to what follows it; where something is left on either side."""
    lefts, rights = {left for left, _ in pairs}, {right for _, right in pairs}
    for at, (here, there) in enumerate(pairs):
        after, beyond = pairs[at + 1] if at + 1 < len(pairs) else (here, there)
        rows, columns = range(here, after + 1), range(there, beyond + 1)
        is_next = len(rows) > 1 and len(columns) > 1 and rights.isdisjoint(columns[1:-1])
        if not is_next or len(rows) * len(columns) > settings.widest:
            rows, columns = _behind(here, lefts, one, settings), _behind(there, rights, other, settings)
            is_next = False
        if len(rows) + len(columns) > (4 if is_next else 2):
            yield rows, columns


def _behind(start: int, taken: Collection[int], book: Book, settings: BeadSettings) -> range:
    """A passage and those behind it that have no counterpart, as far as we look."""
    stop = start + 1
    while stop < len(book.units) and stop not in taken and stop - start <= settings.reach:
        stop += 1
    return range(start, stop)


class _Stretch:
    """A stretch of both books, and how much of each of its passages each of the others says."""

    def __init__(self, one: Book, other: Book, rows: range, columns: range, lexicon: Matrix, scale: float) -> None:
        self.rows, self.columns = rows, columns
        self.lengths = one.lengths[rows.start : rows.stop] * scale, other.lengths[columns.start : columns.stop]
        self.headings = _headings(one, rows), _headings(other, columns)
        here = [np.array(sorted(one.counts[at]), dtype=np.int64) for at in rows]
        there = [np.array(sorted(other.counts[at]), dtype=np.int64) for at in columns]
        self.said = (
            [_said(words, there, lexicon, one) for words in here],
            [_said(words, here, lexicon.T, other) for words in there],
        )

        self.unknown = (
            [float(one.tells[words].sum() - tells.sum()) for words, (_, tells) in zip(here, self.said[0], strict=True)],
            [
                float(other.tells[words].sum() - tells.sum())
                for words, (_, tells) in zip(there, self.said[1], strict=True)
            ],
        )

    def worth(self, here: range, there: range, settings: BeadSettings) -> float:
        """How well these passages of the one fit those of the other, 0 to 1; a heading is joined with nothing."""
        is_joined = len(here) + len(there) > 2
        if is_joined and not (self.headings[0].isdisjoint(here) and self.headings[1].isdisjoint(there)):
            return 0.0
        told = [self._told(0, here, there, settings), self._told(1, there, here, settings)]
        weight = sum(tells for _, tells in told)
        words = sum(said for said, _ in told) / weight if weight else 0.0
        lengths = [float(self.lengths[at][side.start : side.stop].sum()) for at, side in enumerate((here, there))]
        apart = log(lengths[0] / lengths[1]) / settings.spread
        return (words + settings.for_length * exp(-(apart**2) / 2)) / (1 + settings.for_length)

    def _told(self, book: int, side: range, beside: range, settings: BeadSettings) -> tuple[float, float]:
        """What of these passages stands in those of the other book, and all that could."""
        said = weight = 0.0
        for at in side:
            found, tells = self.said[book][at]
            said += float((found[:, beside.start : beside.stop].max(axis=1, initial=0) * tells).sum())
            weight += float(tells.sum()) + settings.unknown * self.unknown[book][at]
        return said, weight


def _headings(book: Book, places: range) -> set[int]:
    return {at for at, place in enumerate(places) if book.units[place].kind == "heading"}


def _said(words: Numbers, others: Sequence[Numbers], lexicon: Matrix, book: Book) -> tuple[Matrix, Matrix]:
    """By known word of a passage and passage of the other book, how surely it says that word; and how much it tells."""
    part = lexicon[words]
    known = np.any(part > 0, axis=1)
    part = part[known]
    found = np.zeros((len(part), len(others)), dtype=np.float32)
    for at, listed in enumerate(others):
        if len(listed) and len(part):
            found[:, at] = part[:, listed].max(axis=1)
    return np.minimum(found, 1), book.tells[words[known]]


def _set_side_by_side(stretch: _Stretch, settings: BeadSettings) -> Iterator[Pair]:
    """The beads that are worth the most together, told as pairs; what is alone on its side is in none."""
    end: Pair = len(stretch.rows), len(stretch.columns)
    best: dict[Pair, float] = {(0, 0): 0.0}
    came: dict[Pair, Pair] = {}
    for at, to in product(range(end[0] + 1), range(end[1] + 1)):
        for more, further in ((1, 0), (0, 1), *SHAPES):
            reached = at + more, to + further
            if (at, to) not in best or reached[0] > end[0] or reached[1] > end[1]:
                continue
            worth = best[at, to] + (more + further) * _worth(stretch, (at, to), reached, settings)
            if worth > best.get(reached, -1.0):
                best[reached], came[reached] = worth, (at, to)
    while end in came:
        rows, columns = range(came[end][0], end[0]), range(came[end][1], end[1])
        yield from ((stretch.rows[at], stretch.columns[to]) for at, to in product(rows, columns))
        end = came[end]


def _worth(stretch: _Stretch, start: Pair, end: Pair, settings: BeadSettings) -> float:
    """What each passage of a bead counts for."""
    rows, columns = range(start[0], end[0]), range(start[1], end[1])
    if not rows or not columns:
        return settings.left_out
    joined = settings.for_joining * (len(rows) + len(columns) - 2)
    return max(0.0, stretch.worth(rows, columns, settings) - joined)
