"""What an attack in Resist! would bring: which targets it is enough for, and on which side each maquis adds most."""

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, combinations, product
from typing import Any, NamedTuple


@dataclass(frozen=True)
class Target:
    """An enemy, or one face-down as it is on average."""

    price: float
    worth: float
    """How good it is to be rid of it."""
    guards: float = 0
    """Whether it protects the mission; of one face-down, how likely it does."""
    shields: bool = False
    kind: str = ""
    card: int = -1


class _Set(NamedTuple):
    """Some of the enemies of a mission."""

    picked: tuple[Target, ...]
    costs: tuple[float, ...]
    """Attack for none of them, for the cheapest, for the two cheapest and so on."""
    worth: float
    gain: float
    """What completing the mission brings, if all others still stand."""
    is_shielded: bool


@dataclass(frozen=True)
class Goal:
    """A mission with its enemies."""

    price: float
    prize: float
    targets: tuple[Target, ...]
    per_standing: float = 0
    """Harm of each enemy that still stands when the mission is completed."""
    most_revealed: float = math.inf

    @cached_property
    def sets(self) -> list[_Set]:
        """Every set of targets with what it costs and brings."""
        every = range(len(self.targets))
        return [self._set(chosen) for size in range(len(every) + 1) for chosen in combinations(every, size)]

    def _set(self, chosen: Sequence[int]) -> _Set:
        picked = tuple(self.targets[at] for at in chosen)
        rest = [target for at, target in enumerate(self.targets) if at not in chosen]
        costs = (0.0, *accumulate(sorted(target.price for target in picked)))
        is_shielded = any(t.shields for t in rest) and not all(t.shields for t in picked)
        gain = (1 - sum(target.guards for target in rest)) * (self.prize - self.per_standing * len(rest))
        return _Set(picked, costs, sum(target.worth for target in picked), max(gain, 0.0), is_shielded)

    def best(self, attack: float, rid: int = 0) -> tuple[float, tuple[Target, ...], bool]:
        """The most that an attack brings after so many enemies were discarded: its targets, and whether it succeeds."""
        found: tuple[float, tuple[Target, ...], bool] = (0.0, (), False)
        for each in self.sets:
            fought = max(len(each.picked) - rid, 0)
            left = attack - each.costs[fought]
            if left >= 0 and not (each.is_shielded and fought):
                gain = each.gain if left >= self.price else 0.0
                if each.worth + gain > found[0]:
                    found = each.worth + gain, each.picked, gain > 0
        return found


@dataclass(frozen=True)
class Share:
    """What a maquis adds on one of its sides."""

    attack: float = 0
    cost: float = 0
    """Being revealed, less what its action brings in rounds to come."""
    is_revealed: bool = False
    rid: int = 0
    """Enemies that it discards or moves away."""
    kinds: frozenset[str] = frozenset()
    """Kinds of enemies that it discards."""
    per_revealed: float = 0
    weakens: float = 0
    halves: bool = False


def best_plan(goal: Goal, attack: float, options: Sequence[Sequence[Share]]) -> tuple[float, tuple[Share, ...]]:
    """The side of each maquis by which they bring most together, and how much that is."""
    known, goals, best, most = dict[Any, float](), dict[Any, Goal](), tuple[Share, ...](), -math.inf
    for shares in product(*options):
        revealed = sum(share.is_revealed for share in shares)
        if revealed > goal.most_revealed:
            continue
        total = attack + sum(share.attack + share.per_revealed * revealed for share in shares)
        kinds = frozenset[str]().union(*(share.kinds for share in shares))
        change = (kinds, sum(share.weakens for share in shares), any(share.halves for share in shares))
        key = (total, sum(share.rid for share in shares), change)
        if key not in known:
            goals[change] = goals.get(change) or _changed(goal, *change)
            known[key] = goals[change].best(*key[:2])[0]
        brings = known[key] - sum(share.cost for share in shares)
        if brings > most:
            best, most = shares, brings
    return most, best


def _changed(goal: Goal, kinds: frozenset[str], weaker: float, is_halved: bool) -> Goal:
    """A goal after actions of maquis."""
    if not (kinds or weaker or is_halved):
        return goal
    left = (target for target in goal.targets if target.kind not in kinds)
    weakened = (replace(t, price=max(t.price - weaker, min(t.price, 1))) for t in left)
    return replace(goal, price=goal.price // 2 if is_halved else goal.price, targets=tuple(weakened))
