"""Series: which of several things belongs to which of several numbers, in order."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import pairwise

from ingest.frames.settings import JOINTS, SAME, FrameSettings
from ingest.frames.signs import Place, Signs


class Series:
    """The series of one clause."""

    def __init__(self, here: Signs, settings: FrameSettings) -> None:
        self._here = here
        self._settings = settings

    def partner(self, things: Sequence[Place], place: Place, rows: Sequence[Sequence[Place]]) -> Sequence[Place] | None:
        """In a series the things that belong to the number: all numbers stand before their things, or all behind.

        Each thing has its own number, or things that are joined share one; None where it is no series.
        """
        for row in rows:
            free = [p for p in row if not any(p.start == thing.start for thing in things)]
            orders = [groups for is_behind in (True, False) if (groups := _groups(things, free, is_behind=is_behind))]
            single = [groups for groups in orders if all(len(group) == 1 for group in groups.values())]
            shared = [
                groups for groups in orders if all(self._is_joined(g) or self._is_parallel(g) for g in groups.values())
            ]
            if single or shared:
                return min(single or shared, key=self._distance).get(place.start, ())
        return None

    def _is_joined(self, group: Sequence[Place]) -> bool:
        """Whether things stand close together, with nothing but “and”, “or”, “the same for” and small words between."""
        same = [p.start for p in self._here.places.get(SAME, ())]
        return all(
            0
            <= after.start - before.end
            <= self._settings.joint * (1 + any(before.end <= at < after.start for at in same))
            for before, after in pairwise(group)
        )

    def _is_parallel(self, group: Sequence[Place]) -> bool:
        """Whether each thing has a thing of one other kind behind it: “a badge left in Alpha, a map in Beta”."""
        ends = [*(thing.start for thing in group[1:]), len(self._here.borders)]
        kinds = [
            {
                kind
                for kind, found in self._here.places.items()
                if kind.endswith(":") and group[0] not in found
                for place in found
                if thing.end <= place.start < end and place.start - thing.end <= self._settings.parallel
            }
            for thing, end in zip(group, ends, strict=True)
        ]
        joints = [p.start for role in JOINTS for p in self._here.places.get(role, ())]
        is_listed = all(
            self._here.passed(before, after) or any(before.end <= at < after.start for at in joints)
            for before, after in pairwise(group)
        )
        return is_listed and bool(set.intersection(*kinds))

    def _distance(self, groups: Mapping[int, Sequence[Place]]) -> tuple[int, int]:
        """How far the numbers of a series stand from their things: borders between them before words."""
        pairs = [(Place(number, number + 1), thing) for number, group in groups.items() for thing in group]
        borders = sum(self._here.between(number, thing) for number, thing in pairs)
        words = sum(abs(number.start - thing.start) for number, thing in pairs)
        return borders, words


def _groups(things: Sequence[Place], row: Sequence[Place], *, is_behind: bool) -> dict[int, list[Place]]:
    """Each thing with the number next to it on one side; nothing where one has none."""
    groups: dict[int, list[Place]] = defaultdict(list)
    for thing in things:
        if is_behind:
            near = [n.start for n in row if n.end <= thing.start][-1:]
        else:
            near = [n.start for n in row if n.start >= thing.end][:1]
        if not near:
            return {}
        groups[near[0]].append(thing)
    return groups
