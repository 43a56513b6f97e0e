"""Passages of two documents that say the same, found by what they speak of and by what stands around them.

Ideas, concepts and figures know no language, so the passages of a translation resemble those of the original in
them. Two passages are twins when each is the other's best match, counting their neighbours too.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import log, sqrt

from ingest.resolve.sentences import Spoken

LEAST_LIKENESS = 0.3
NEIGHBOURS = 0.3
"""What the likeness of the passages before and after adds."""
ICON = "icon:"
COMMON = 0.7
"""A term that tells less than this, being in about half of all passages, is left out."""

Likeness = list[dict[int, float]]
"""By passage of the one document: how like it passages of the other are."""


@dataclass(frozen=True, slots=True)
class Twin:
    """The passage of another document that says the same, by its place there."""

    document: int
    at: int
    likeness: float


def find_twins(one: Sequence[Spoken], other: Sequence[Spoken]) -> list[tuple[int, int, float]]:
    """Pairs of places whose passages say the same, with their likeness from 0 to 1."""
    alike = _likeness(one, other, weigh(one, other))
    joined = _with_neighbours(alike)
    columns: dict[int, dict[int, float]] = defaultdict(dict)
    for at, row in enumerate(joined):
        for place, likeness in row.items():
            columns[place][at] = likeness
    chosen = {place: max(column, key=lambda at: (column[at], -at)) for place, column in columns.items()}
    pairs = []
    for at, row in enumerate(joined):
        best = max(row, key=lambda place: (row[place], -place), default=None)
        if best is not None and chosen[best] == at and alike[at][best] >= LEAST_LIKENESS:
            pairs.append((at, best, alike[at][best]))
    return pairs


def weigh(*documents: Sequence[Spoken]) -> dict[str, float]:
    """How much each term tells: the fewer passages have it, the more; icons tell nothing, for many are lost."""
    told = (term for document in documents for spoken in document for term in spoken.terms)
    seen = Counter(term for term in told if not term.startswith(ICON))
    count = sum(map(len, documents))
    weights = {term: log(count / times) for term, times in seen.items()}
    return {term: weight for term, weight in weights.items() if weight >= COMMON}


def likeness(one: Spoken, other: Spoken, weights: Mapping[str, float]) -> float:
    """How like two passages are, 0 to 1."""
    return _likeness([one], [other], weights)[0].get(0, 0.0)


def _likeness(one: Sequence[Spoken], other: Sequence[Spoken], weights: Mapping[str, float]) -> Likeness:
    """The cosine of what two passages speak of, less where the one is much longer."""
    places: dict[str, list[int]] = defaultdict(list)
    for place, spoken in enumerate(other):
        for term in spoken.terms & weights.keys():
            places[term].append(place)
    lengths = [_norm(spoken, weights) for spoken in other]
    rows: Likeness = []
    for spoken in one:
        shared: dict[int, float] = defaultdict(float)
        for term in sorted(spoken.terms & weights.keys()):
            for place in places[term]:
                shared[place] += weights[term] ** 2
        own = _norm(spoken, weights)
        rows.append({p: _balance(spoken, other[p]) * total / (own * lengths[p]) for p, total in shared.items()})
    return rows


def _norm(spoken: Spoken, weights: Mapping[str, float]) -> float:
    return sqrt(sum(weights[term] ** 2 for term in sorted(spoken.terms & weights.keys())))


def _balance(one: Spoken, other: Spoken) -> float:
    shorter, longer = sorted((one.length + 2, other.length + 2))
    return sqrt(sqrt(shorter / longer))


def _with_neighbours(alike: Likeness) -> Likeness:
    joined: Likeness = []
    for at, row in enumerate(alike):
        before = alike[at - 1] if at else {}
        after = alike[at + 1] if at + 1 < len(alike) else {}
        around = {place: before.get(place - 1, 0.0) + after.get(place + 1, 0.0) for place in row}
        joined.append({place: likeness + NEIGHBOURS * around[place] for place, likeness in row.items()})
    return joined
