"""Numbers of a passage that make one another: a whole with its parts, a product with its factors.

“Eight tokens: six bear names, two are blank” tells by its numbers alone which of the three counts the tokens.
"""

from collections.abc import Iterator, Sequence
from itertools import accumulate, groupby

from ingest.weighed.seen import Candidate

WHOLE, PART, PRODUCT = "value|whole", "value|part", "value|product"
MOST = 5
"""So many parts are listed beside their whole, at most."""
NEAR = 2
"""So near to a product its factors stand, counted in numbers."""
LEAST = 2
"""Smaller numbers are made by any others."""


def made(candidates: Sequence[Candidate]) -> Iterator[tuple[int, str]]:
    """What numbers are to those of the same passage, by the places of the candidates; these stand in reading order."""
    told = [at for at, each in enumerate(candidates) if each.kind == "number" and "number" in each.values]
    for _, group in groupby(told, key=lambda at: candidates[at].clause.passage.seq):
        places = list(group)
        numbers = [int(candidates[at].values["number"]) for at in places]
        for first, number in enumerate(numbers):
            if number <= LEAST:
                continue
            for parts in _parts(numbers, first):
                yield places[first], WHOLE
                yield from ((places[part], PART) for part in parts)
            if _is_product(numbers, first):
                yield places[first], PRODUCT


def _parts(numbers: Sequence[int], first: int) -> Iterator[range]:
    """The numbers right behind a number, and those right before it, that make it together."""
    behind = range(first + 1, min(first + 1 + MOST, len(numbers)))
    before = range(first - 1, max(first - 1 - MOST, -1), -1)
    for row in (behind, before):
        sums = list(accumulate(numbers[at] for at in row))
        if numbers[first] in sums[1:]:
            yield row[: sums.index(numbers[first], 1) + 1]


def _is_product(numbers: Sequence[int], first: int) -> bool:
    around = [n for at, n in enumerate(numbers) if at != first and abs(at - first) <= NEAR and n >= LEAST]
    return any(one * other == numbers[first] for at, one in enumerate(around) for other in around[at + 1 :])
