"""Logic: which regions the offensives can be in, from the intelligence tokens that are known. It is exact.

An arrangement says which region is the primary and which the secondary offensive; all others are decoys. A set of
arrangements is a number with a bit for each, so that what regions leave possible is a few operations on numbers.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations
from math import comb
from typing import TypeAlias

from rules_engine.obeys import obeys

Known: TypeAlias = tuple[int, int]
"""How many green and how many red radars of a region are known."""
PRIMARY, SECONDARY, DECOY = range(3)


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where the offensives are, by the number of the region."""

    primary: int
    secondary: int

    def role(self, region: int) -> int:
        """What a region is in this arrangement."""
        return PRIMARY if region == self.primary else SECONDARY if region == self.secondary else DECOY


class Logic:
    """What can be told of the offensives of a ruleset."""

    def __init__(self, radars: Sequence[Known], regions: int) -> None:
        """Green and red radars of the primary, the secondary and a decoy region, and how many regions there are."""
        sizes = {green + red for green, red in radars}
        if len(radars) != DECOY + 1 or len(sizes) != 1 or regions < DECOY:
            raise ValueError(f"{regions} regions cannot hold a primary, a secondary and decoys of {list(radars)}.")
        self.radars, self.regions, self.size = tuple(radars), regions, sizes.pop()
        self.arrangements = tuple(Arrangement(*pair) for pair in permutations(range(regions), 2))
        self._decoys = [(each, [at for at in range(regions) if each.role(at) == DECOY]) for each in self.arrangements]
        span = range(self.size + 1)
        self._fits = [[[self._mask(at, green, red) for red in span] for green in span] for at in range(regions)]
        self._likely = [
            [[_ways(role, (green, red), self.size) for red in span] for green in span] for role in self.radars
        ]

    def possible(self, known: Sequence[Known]) -> int:
        """The arrangements that fit what is known of each region, a bit for each."""
        fitting = -1
        for fits, (green, red) in zip(self._fits, known, strict=True):
            fitting &= fits[green][red]
        return fitting

    def listed(self, possible: int) -> list[Arrangement]:
        """The arrangements in a set of them."""
        return [each for bit, each in enumerate(self.arrangements) if possible >> bit & 1]

    @obeys("win-logic")
    def proof(self, known: Sequence[Known]) -> Arrangement | None:
        """The only arrangement that fits, if there is only one."""
        possible = self.possible(known)
        return self.arrangements[possible.bit_length() - 1] if possible and not possible & possible - 1 else None

    @obeys("win-revealed")
    def revealed(self, known: Sequence[Known]) -> Arrangement | None:
        """The arrangement whose offensives lie open with all their green radars, if there is one."""
        greens = [green for green, _ in known]
        primary, secondary = (self.radars[role][0] for role in (PRIMARY, SECONDARY))
        proven = self.proof(known)
        is_open = proven and greens[proven.primary] >= primary and greens[proven.secondary] >= secondary
        return proven if is_open else None

    def chances(self, known: Sequence[Known]) -> list[tuple[Arrangement, float]]:
        """How likely each arrangement is if all were equally likely before any token was known."""
        likely = [[role[green][red] for green, red in known] for role in self._likely]
        primary, secondary, decoy = likely
        weighed = []
        for arrangement, decoys in self._decoys:
            weight = primary[arrangement.primary] * secondary[arrangement.secondary]
            for region in decoys:
                weight *= decoy[region]
            if weight:
                weighed.append((arrangement, weight))
        total = sum([weight for _, weight in weighed])
        return [(arrangement, weight / total) for arrangement, weight in weighed]

    def green_next(self, known: Sequence[Known], region: int) -> float:
        """How likely the next token of a region is a green radar; 0 where all are known."""
        green, red = known[region]
        hidden = self.size - green - red
        if not hidden:
            return 0.0
        return sum(
            chance * (self.radars[arrangement.role(region)][0] - green) / hidden
            for arrangement, chance in self.chances(known)
        )

    def _mask(self, region: int, green: int, red: int) -> int:
        """The arrangements in which a region has at least so many radars of each colour."""
        mask = 0
        for bit, arrangement in enumerate(self.arrangements):
            greens, reds = self.radars[arrangement.role(region)]
            mask |= (green <= greens and red <= reds) << bit
        return mask


def _ways(radars: Known, known: Known, size: int) -> float:
    """The share of the orders of a region's tokens in which the known ones are those that were found."""
    (greens, reds), (green, red) = radars, known
    if green > greens or red > reds:
        return 0.0
    return comb(size - green - red, greens - green) / comb(size, greens)
