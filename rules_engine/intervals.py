"""What counts of games tell of all games: shares and means with the ends of their intervals."""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)


def wilson(count: int, games: int) -> tuple[float, float]:
    """The interval of a share (Wilson's score), which stays sound for shares near 0 and 1."""
    share, weight = count / games, Z * Z / games
    middle = share + weight / 2
    reach = Z * math.sqrt(share * (1 - share) / games + weight / (4 * games))
    low, high = (middle - reach) / (1 + weight), (middle + reach) / (1 + weight)
    return (0.0 if count == 0 else low), (1.0 if count == games else high)


@dataclass(frozen=True, slots=True)
class Mean:
    """The mean of a number with the ends of its interval, and how far the numbers lie apart."""

    mean: float
    low: float
    high: float
    deviation: float


def mean_of(counts: Mapping[int, int]) -> Mean:
    """The mean of numbers of which each was counted so often."""
    games = sum(counts.values())
    total, squares = sum(p * n for p, n in counts.items()), sum(p * p * n for p, n in counts.items())
    mean = total / games
    deviation = math.sqrt((games * squares - total * total) / (games * max(games - 1, 1)))
    reach = Z * deviation / math.sqrt(games)
    return Mean(mean, mean - reach, mean + reach, deviation)


def median_of(counts: Mapping[int, int]) -> int:
    """The middle number, the lower of two where there are two."""
    passed, games = 0, sum(counts.values())
    for value in sorted(counts):
        passed += counts[value]
        if 2 * passed >= games:
            return value
    raise ValueError("There is no median of no games.")


def paired(lost: int, won: int, games: int) -> tuple[float, float]:
    """The interval of how much a share changes where so many games were lost to it and so many won.

    Only games that ended differently tell, so that luck shared by both ways cancels out. One game of doubt either way
    keeps the interval honest where few or no games differ.
    """
    middle = (won - lost) / games
    reach = Z * math.sqrt(won + lost + 1 - (won - lost) ** 2 / games) / games
    return middle - reach, middle + reach


def games_to_tell(lost: int, won: int, games: int) -> int | None:
    """How many games it would take to tell a difference of this size; none where there is no difference to tell.

    Rounded up to two figures: the difference itself is only known as well as these games know it.
    """
    if won == lost:
        return None
    difference = (won - lost) / games
    needed = Z * Z * ((won + lost) / games - difference**2) / difference**2
    fine = int(10 ** max(len(str(math.ceil(needed))) - 2, 0))
    return max(math.ceil(needed / fine) * fine, games + 1)
