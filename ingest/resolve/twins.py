"""Passages of two documents that say the same, found by what they speak of and by what stands around them.

Ideas, concepts and figures know no language, so the passages of a translation resemble those of the original in
them. Two passages are twins when each is the other's best match, counting their neighbours too.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

from ingest.resolve.sentences import Heard

ICON = "icon:"

Likeness = list[dict[int, float]]
"""By passage of the one document: how like it passages of the other are."""


@dataclass(frozen=True, slots=True)
class TwinSettings:
    """When two passages say the same; measured like the alignment of which they are a part."""

    least_likeness: float = 0.3
    """Passages less like each other say different things."""
    neighbours: float = 0.3
    """What the likeness of the passages before and after adds."""
    common: float = 0.7
    """A term that tells less than this, being in about half of all passages, is left out."""


@dataclass(frozen=True, slots=True)
class Twin:
    """The passage of another document that says the same, by its number."""

    document: int
    at: int
    likeness: float


def find_twins(
    one: Sequence[Heard], other: Sequence[Heard], settings: TwinSettings = TwinSettings()
) -> list[tuple[int, int, float]]:
    """Pairs of passages that say the same, by number, with their likeness from 0 to 1."""
    alike = _likeness(one, other, weigh(one, other, settings=settings))
    joined = _with_neighbours(alike, settings)
    columns: dict[int, dict[int, float]] = defaultdict(dict)
    for at, row in enumerate(joined):
        for there, likeness in row.items():
            columns[there][at] = likeness
    chosen = {there: max(column, key=lambda at: (column[at], -at)) for there, column in columns.items()}
    pairs = []
    for at, row in enumerate(joined):
        best = max(row, key=lambda there: (row[there], -there), default=None)
        if best is not None and chosen[best] == at and alike[at][best] >= settings.least_likeness:
            pairs.append((at, best, alike[at][best]))
    return pairs


def weigh(*documents: Sequence[Heard], settings: TwinSettings = TwinSettings()) -> dict[str, float]:
    """How much each term tells: the fewer passages have it, the more; icons tell nothing, for many are lost."""
    told = (term for document in documents for heard in document for term in heard.terms)
    seen = Counter(term for term in told if not term.startswith(ICON))
    count = sum(map(len, documents))
    weights = {term: log(count / times) for term, times in seen.items()}
    return {term: weight for term, weight in weights.items() if weight >= settings.common}


def likeness(one: Heard, other: Heard, weights: Mapping[str, float]) -> float:
    """How like two passages are, 0 to 1."""
    return _likeness([one], [other], weights)[0].get(0, 0.0)


def _likeness(one: Sequence[Heard], other: Sequence[Heard], weights: Mapping[str, float]) -> Likeness:
    """The cosine of what two passages speak of, less where the one is much longer."""
    having: dict[str, list[int]] = defaultdict(list)
    for there, heard in enumerate(other):
        for term in heard.terms & weights.keys():
            having[term].append(there)
    lengths = [_norm(heard, weights) for heard in other]
    rows: Likeness = []
    for heard in one:
        shared: dict[int, float] = defaultdict(float)
        for term in sorted(heard.terms & weights.keys()):
            for there in having[term]:
                shared[there] += weights[term] ** 2
        own = _norm(heard, weights)
        rows.append({p: _balance(heard, other[p]) * total / (own * lengths[p]) for p, total in shared.items()})
    return rows


def _norm(heard: Heard, weights: Mapping[str, float]) -> float:
    return sqrt(sum(weights[term] ** 2 for term in sorted(heard.terms & weights.keys())))


def _balance(one: Heard, other: Heard) -> float:
    shorter, longer = sorted((one.length + 2, other.length + 2))
    return sqrt(sqrt(shorter / longer))


def _with_neighbours(alike: Likeness, settings: TwinSettings) -> Likeness:
    joined: Likeness = []
    for at, row in enumerate(alike):
        before = alike[at - 1] if at else {}
        after = alike[at + 1] if at + 1 < len(alike) else {}
        around = {there: before.get(there - 1, 0.0) + after.get(there + 1, 0.0) for there in row}
        joined.append({there: likeness + settings.neighbours * around[there] for there, likeness in row.items()})
    return joined
