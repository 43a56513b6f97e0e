"""Facts look for their values and values for their facts, until both agree.

Where “16 key, 32 important and 72 normal” stand in one clause, each number may well state the size of the whole deck;
but that has a better place elsewhere, and once it has taken that one the three are free for what they are.
"""

import math
from collections import defaultdict
from collections.abc import Callable, Hashable, Mapping
from typing import NamedTuple

from ingest.weighed.weigh import shares

Pair = tuple[int, int]
"""The number of a place and of a fact."""
NEVER = 1e-9
"""The least that a share counts for, so that it has a logarithm."""


class Agreed(NamedTuple):
    """How likely each place states what a fact is, and how likely it is this fact that a place states."""

    likely: Mapping[Pair, float]
    own: Mapping[Pair, float]


def agree(scores: Mapping[Pair, float], values: Mapping[Pair, str], rounds: int) -> Agreed:
    """Share out each fact among the places and each place among the facts, each heeding the other."""
    likely = _shared(scores, _fact)
    own = _shared(scores, _place)
    for _ in range(rounds):
        stated: dict[tuple[int, str], float] = defaultdict(float)
        for pair, share in likely.items():
            stated[_fact(pair), values[pair]] += share
        own = _shared({p: s + _log(stated[_fact(p), values[p]]) for p, s in scores.items()}, _place)
        likely = _shared({p: s + _log(own[p]) for p, s in scores.items()}, _fact)
    return Agreed(likely, own)


def _place(pair: Pair) -> int:
    return pair[0]


def _fact(pair: Pair) -> int:
    return pair[1]


def _log(share: float) -> float:
    return math.log(max(share, NEVER))


def _shared(scores: Mapping[Pair, float], by: Callable[[Pair], Hashable]) -> dict[Pair, float]:
    """The shares of all pairs of one fact, or of one place, beside nothing at all."""
    groups: dict[Hashable, list[Pair]] = defaultdict(list)
    for pair in scores:
        groups[by(pair)].append(pair)
    return {
        pair: share
        for group in groups.values()
        for pair, share in zip(group, shares([scores[pair] for pair in group]), strict=True)
    }
