"""Logic: which regions the offensives can be in, from the tokens that are known, and how far it is to a proof.

It is exact. An arrangement says which region is the primary and which the secondary offensive; all others are decoys.
A set of arrangements is a number with a bit for each, so that what regions leave possible is a few operations.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import permutations, product
from math import comb
from typing import TypeAlias

from rules_engine.obeys import obeys

Known: TypeAlias = tuple[int, int]
"""How many green and how many red radars of a region are known."""
PRIMARY, SECONDARY, DECOY = range(3)
Way = list[tuple[int, list[float]]]
"""For each region that matters to a proof how many tokens it still takes, by what is known of the region."""


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


class Paths:
    """All ways to prove each arrangement that cannot be had with less."""

    def __init__(self, logic: Logic) -> None:
        self.logic, self._span = logic, logic.size + 1
        self._expected: dict[tuple[tuple[Known, ...], tuple[Known, ...]], float] = {}
        self._ways: dict[Arrangement, list[Way]] = {}
        for truth in logic.arrangements:
            roles = [truth.role(region) for region in range(logic.regions)]
            ways = [[*zip(range(logic.regions), roles, way, strict=True)] for way in self._proofs(truth, roles)]
            self._ways[truth] = [
                [(region, self._costs(role, wanted)) for region, role, wanted in way if any(wanted)] for way in ways
            ]

    def left(self, known: Sequence[Known], truth: Arrangement) -> float:
        """How many tokens it is likely to take to prove an arrangement, if it is the true one."""
        at = [green * self._span + red for green, red in known]
        return min([sum([costs[at[region]] for region, costs in way]) for way in self._ways[truth]])

    def expected(self, known: Sequence[Known], told: Sequence[Known] | None = None) -> float:
        """How many tokens it is likely to take, as far as anyone can tell who was told more than lies open."""
        key = tuple(known), tuple(told or known)
        found = self._expected.get(key)
        if found is None:
            found = sum([chance * self.left(known, truth) for truth, chance in self.logic.chances(key[1])])
            self._expected[key] = found
        return found

    def _proofs(self, truth: Arrangement, roles: Sequence[int]) -> list[tuple[Known, ...]]:
        """What must at least lie open in the regions so that only this arrangement is possible."""
        telling = [self._telling(role) for role in roles]
        proofs = [way for way in product(*telling) if self.logic.proof(way) == truth]
        return [way for way in proofs if not any(_is_less(other, way) for other in proofs)]

    def _telling(self, role: int) -> list[Known]:
        """Counts of a region at which it ceases to fit another role."""
        green, red = self.logic.radars[role]
        greens = {0, *(other + 1 for other, _ in self.logic.radars if other < green)}
        reds = {0, *(other + 1 for _, other in self.logic.radars if other < red)}
        return list(product(sorted(greens), sorted(reds)))

    def _costs(self, role: int, wanted: Known) -> list[float]:
        """By what is known of a region of that role how many tokens it takes on average until so many lie open."""
        size, radars = self.logic.size, self.logic.radars[role]
        costs = []
        for green, red in product(range(self._span), repeat=2):
            hidden, missing = size - green - red, [max(w - k, 0) for w, k in zip(wanted, (green, red), strict=True)]
            left = [max(radar - known, 0) for radar, known in zip(radars, (green, red), strict=True)]
            each = [m * (hidden + 1) / (n + 1) for m, n in zip(missing, left, strict=True)]
            costs.append(max(*each, float(sum(missing))))
        return costs


def _is_less(one: Sequence[Known], other: Sequence[Known]) -> bool:
    """Whether a way needs less than another and nothing more."""
    return one != other and all(a <= c and b <= d for (a, b), (c, d) in zip(one, other, strict=True))
