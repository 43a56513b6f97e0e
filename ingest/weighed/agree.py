"""Facts look for their values and values for their facts, until both agree.

Where “16 key, 32 important and 72 normal” stand in one clause, each number may well state the size of the whole deck;
but that has a better place elsewhere, and once it has taken that one the three are free for what they are.
"""

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

Grid = NDArray[np.float64]
"""A row for each place and a column for each fact."""
Stated = NDArray[np.intp]
"""What each place would state of each fact, as the number of a value."""
NEVER = 1e-9
"""The least that a share counts for, so that it has a logarithm."""
Groups = Sequence[tuple[int, NDArray[np.intp]]]
"""Places, each with facts of which it may state the same value at once."""
PLACE, FACT = 1, 0
"""Along which axis the shares of one place, and of one fact, stand."""


class Agreed(NamedTuple):
    """How likely each place states what a fact is, and how likely it is this fact that a place states."""

    likely: Grid
    own: Grid


def agree(scores: Grid, stated: Stated, rounds: int, groups: Groups = ()) -> Agreed:
    """Share out each fact among the places and each place among the facts, each heeding the other.

    Where a place cannot state a fact its score is minus infinity, and its shares are none. Facts of a group share it.
    """
    likely, own = shares(scores, FACT), in_common(shares(scores, PLACE), groups)
    facts = scores.shape[1]
    sums = stated * facts + np.arange(facts)
    for _ in range(rounds):
        whole = np.bincount(sums.ravel(), likely.ravel())
        own = in_common(shares(scores + np.log(np.maximum(whole[sums], NEVER)), PLACE), groups)
        likely = shares(scores + np.log(np.maximum(own, NEVER)), FACT)
    return Agreed(likely, own)


def shares(scores: Grid, axis: int) -> Grid:
    """How likely each of several is, or nothing at all, which has the score 0."""
    most = scores.max(axis=axis, initial=0.0, keepdims=True)
    likely: Grid = np.exp(scores - most)
    likely /= np.exp(-most) + likely.sum(axis=axis, keepdims=True)
    return likely


def in_common(own: Grid, groups: Groups) -> Grid:
    """How likely each place states each fact, where the facts of a group may share the place."""
    shared = own.copy() if groups else own
    for at, group in groups:
        shared[at, group] = np.maximum(shared[at, group], own[at, group].sum())
    return shared
