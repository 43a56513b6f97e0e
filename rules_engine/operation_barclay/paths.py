"""Paths to a proof: how many more tokens must be turned up before nothing but one arrangement is possible."""

from collections.abc import Sequence
from itertools import product

from rules_engine.operation_barclay.logic import Arrangement, Known, Logic

Way = list[tuple[int, list[float]]]
"""For each region that matters to a proof how many tokens it still takes, by what is known of the region."""


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
