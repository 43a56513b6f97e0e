"""Passages that follow each other in both books: long runs first, then blocks that stand elsewhere."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from ingest.resolve.bilingual.units import Matrix

Pair = tuple[int, int]
Mask = NDArray[np.bool_]

_NEAR = 1e-3
"""What is nearer than this is the same, for the sums are of single precision."""


@dataclass(frozen=True, slots=True)
class ChainSettings:
    """When passages follow each other; measured on rulebooks of two games in eight languages."""

    gap: float = 0.25
    """What a passage costs that one of the books alone has."""
    least: float = 0.5
    """A chain of less worth is chance."""
    searches: int = 8
    """So often blocks are looked for among what is left."""
    least_alone: float = 0.3
    """Two passages that stand alone fit at least so well."""
    before_rivals: float = 0.1
    """And better by this than any other that is left does with either of them."""
    in_order: tuple[float, float] = (0.2, 0.6)
    """Share of single pairs with another right after or before them, below which the books have no order in common:
    as long as nothing is learnt, and later."""
    near: int = 3
    """So many passages further a pair still stands right after another."""
    between: float = 0.5
    """What it adds to the fit of two passages that they stand between the same neighbours."""


def find_chains(fit: Matrix, settings: ChainSettings = ChainSettings()) -> list[list[Pair]]:
    """Chains of pairs, the best first; no passage is in two of them."""
    left = fit.copy()
    found: list[list[Pair]] = []
    for _ in range(settings.searches):
        chains = list(_search(left, settings))
        if not chains:
            break
        for chain in chains:
            rows, columns = [pair[0] for pair in chain], [pair[1] for pair in chain]
            left[rows, :] = -np.inf
            left[:, columns] = -np.inf
        found.extend(chains)
    return found


def find_alone(fit: Matrix, pairs: Sequence[Pair], settings: ChainSettings = ChainSettings()) -> list[Pair]:
    """Pairs among what is left that stand in no chain: each is by far the best for the other."""
    left = fit.copy()
    left[[pair[0] for pair in pairs], :] = -np.inf
    left[:, [pair[1] for pair in pairs]] = -np.inf
    if min(left.shape) < 2:
        return []
    rows, columns = np.partition(left, -2, axis=1)[:, -2:], np.partition(left, -2, axis=0)[-2:, :]
    rival = np.maximum(rows[:, :1], columns[:1, :])
    best = (left >= rows[:, 1:]) & (left >= columns[1:, :])
    is_alone = best & (left >= settings.least_alone) & (left - np.maximum(rival, 0) >= settings.before_rivals)
    return [(int(at), int(there)) for at, there in np.argwhere(is_alone)]


def follow_each_other(pairs: Sequence[Pair], is_learnt: bool, settings: ChainSettings = ChainSettings()) -> bool:
    """Whether pairs that were found one by one stand near each other: two card lists by the alphabet share no order."""
    known = dict(pairs)
    steps = range(1, settings.near + 1)
    near = sum(
        any(0 < known.get(at + step, there) - there <= settings.near for step in steps)
        or any(0 < there - known.get(at - step, there) <= settings.near for step in steps)
        for at, there in pairs
    )
    return near >= settings.in_order[is_learnt] * len(pairs)


def fill_gaps(fit: Matrix, pairs: Sequence[Pair], settings: ChainSettings = ChainSettings()) -> list[Pair]:
    """The pairs, and those between them: what follows or precedes a pair in both books, and fits well enough."""
    there = dict(pairs)
    here = {right: left for left, right in pairs}
    for forward in (True, False):
        for left, right in sorted(there.items(), reverse=not forward):
            step = 1 if forward else -1
            rows = _free(left, step, there, fit.shape[0])
            columns = _free(right, step, here, fit.shape[1])
            if rows and columns:
                for at, to in _between(fit, sorted(rows), sorted(columns), settings):
                    there[at], here[to] = to, at
    return sorted(there.items())


def _free(start: int, step: int, taken: Mapping[int, int], end: int) -> list[int]:
    """The passages that follow in this direction, up to the next that is taken."""
    found = []
    at = start + step
    while 0 <= at < end and at not in taken:
        found.append(at)
        at += step
    return found


def _between(fit: Matrix, rows: Sequence[int], columns: Sequence[int], settings: ChainSettings) -> list[Pair]:
    part = fit[np.ix_(rows, columns)] + np.float32(settings.between)
    chain = next(_search(part, replace(settings, least=0.0)), [])
    return [(rows[at], columns[there]) for at, there in chain]


def _search(fit: Matrix, settings: ChainSettings) -> Iterator[list[Pair]]:
    worth = _worth(fit, settings)
    ends = np.argwhere(_is_end(fit, worth) & (worth >= settings.least))
    order = np.argsort(-worth[ends[:, 0], ends[:, 1]], kind="stable")
    rows, columns = np.zeros(fit.shape[0], dtype=bool), np.zeros(fit.shape[1], dtype=bool)
    for at in order:
        end = int(ends[at, 0]), int(ends[at, 1])
        if rows[end[0]] or columns[end[1]]:
            continue
        chain = _trace(fit, worth, end, (rows, columns), settings)
        if not chain:
            continue
        for i, j in chain:
            rows[i] = columns[j] = True
        yield chain


def _is_end(fit: Matrix, worth: Matrix) -> Mask:
    """Where a chain has its last pair: it is worth less when it goes on."""
    found = fit > 0
    found[:-1, :-1] &= worth[1:, 1:] <= worth[:-1, :-1]
    found[:-1, :] &= worth[1:, :] <= worth[:-1, :]
    found[:, :-1] &= worth[:, 1:] <= worth[:, :-1]
    return found


def _worth(fit: Matrix, settings: ChainSettings) -> Matrix:
    """By pair: the worth of the best chain that ends with it or shortly before (Smith and Waterman, 1981)."""
    rows, columns = fit.shape
    worth = np.zeros((rows + 1, columns + 1), dtype=np.float32)
    slope = (settings.gap * np.arange(columns + 1)).astype(np.float32)
    for at in range(rows):
        reached = np.zeros(columns + 1, dtype=np.float32)
        reached[1:] = np.maximum(worth[at, :-1] + fit[at], worth[at, 1:] - settings.gap)
        np.maximum(reached, 0, out=reached)
        worth[at + 1] = np.maximum.accumulate(reached + slope) - slope
    return worth[1:, 1:]


def _trace(fit: Matrix, worth: Matrix, end: Pair, taken: tuple[Mask, Mask], settings: ChainSettings) -> list[Pair]:
    """The chain that ends here, from its beginning; nothing where it runs into passages that are taken."""
    at, there = end
    chain: list[Pair] = []
    while at >= 0 and there >= 0 and (now := float(worth[at, there])) > _NEAR:
        step = float(fit[at, there])
        before = float(worth[at - 1, there - 1]) if at and there else 0.0
        if step > 0 and abs(before + step - now) < _NEAR:
            if taken[0][at] or taken[1][there]:
                return []
            chain.append((at, there))
            at, there = at - 1, there - 1
        elif at and abs(float(worth[at - 1, there]) - settings.gap - now) < _NEAR:
            at -= 1
        elif there and abs(float(worth[at, there - 1]) - settings.gap - now) < _NEAR:
            there -= 1
        else:
            at, there = at - 1, there - 1
    return chain[::-1]
