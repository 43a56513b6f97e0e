"""How near two things stand in a clause: words, borders and other numbers between them count."""

from collections.abc import Sequence
from typing import NamedTuple

from ingest.frames.settings import BOUND, JOINTS, FrameSettings
from ingest.frames.signs import EACH, Place, Signs


class Said(NamedTuple):
    """Where something is said for a number, and how near."""

    nearness: float
    place: Place | None
    is_outside: bool = False
    """Whether it is said only in sentences or headings around the clause."""
    others: tuple[Place, ...] = ()
    """Further things of which the same is said: “a badge, a map or keys”."""


class Near:
    """The distances within one clause."""

    def __init__(self, here: Signs, settings: FrameSettings) -> None:
        self._here = here
        self._settings = settings

    def nearest(self, places: Sequence[Place], number: Place) -> Said:
        """The nearest of some places to a number, by words, borders and other numbers between."""
        best = Said(-99.0, None)
        for place in places:
            if place.start < number.end and number.start < place.end:
                continue
            first, last = sorted((place, number), key=lambda p: p.start)
            lost = self._settings.word * (last.start - first.end) + self._settings.number * self._between(first, last)
            lost += self._settings.border * (self._here.passed(first, last) + self._here.labelled(first, last))
            if (1.0 - lost) * place.score / 100 > best.nearness:
                best = Said((1.0 - lost) * place.score / 100, place)
        return Said(max(best.nearness, 0.0), best.place)

    def noun(self, places: Sequence[Place], number: Place) -> Said:
        """The noun that the number counts: right behind it, or before it in the same clause."""
        best = Said(-99.0, None)
        for place in places:
            if place.start < number.end and number.start < place.end:
                continue
            first, last = sorted((place, number), key=lambda p: p.start)
            gap, borders = last.start - first.end, self._here.passed(first, last)
            if place is last:
                is_bound = any(p.start == first.end for p in self._here.at(BOUND))
                joined = sum(
                    first.end <= p.start < last.start for role in JOINTS for p in self._here.places.get(role, ())
                )
                # “Five or more civilians”: the limit belongs to the number.
                lost = self._settings.word_behind * max(0, gap - 2 * is_bound)
                lost += self._settings.apart * (borders + max(0, joined - is_bound))
                lost += self._settings.apart * self._here.labelled(first, last)
                # “Eleven per stage” counts no stages.
                is_each = any(first.end <= p.start < last.start for p in self._here.places.get(EACH, ()))
                lost += self._settings.foreign * is_each
            else:
                lost = self._settings.behind + self._settings.word * gap + self._settings.border * borders
            lost += self._settings.number * self._between(first, last)
            if self.is_counted(place, number) or (place is last and self.has_figure(place)):
                lost += self._settings.counted
            if (1.0 - lost) * place.score / 100 > best.nearness:
                best = Said((1.0 - lost) * place.score / 100, place)
        return Said(max(best.nearness, 0.0), best.place)

    def is_apart(self, first: Place, last: Place) -> bool:
        """Whether a border, an opening bracket or an “and” stands between two places."""
        joints = (p for role in JOINTS for p in self._here.places.get(role, ()))
        is_parted = self._here.passed(first, last) or self._here.labelled(first, last)
        return bool(is_parted) or any(first.end <= p.start < last.start for p in joints)

    def is_counted(self, place: Place, number: Place) -> bool:
        """Whether a noun already has another number, or an ordinal, right before it."""
        is_ranked = any(ordinal.end == place.start for ordinal in self._here.ordinals)
        return is_ranked or any(
            0 <= place.start - n.end <= 1 and n.start != number.start and not self._here.passed(n, place)
            for n in self._here.numbers
        )

    def is_of_another(self, place: Place, number: Place) -> bool:
        """Whether something belongs to another number, which stands right beside it: “ten kinds”, “three each”."""
        others = [n for n in self._here.numbers if n.start != number.start and not n.is_lone_one]
        is_each = place in self._here.places.get(EACH, ())
        return any(
            n.end == place.start or (is_each and n.start == place.end and not self._here.passed(place, n))
            for n in others
        )

    def _between(self, first: Place, last: Place) -> int:
        return sum(first.end <= n.start < last.start for n in self._here.numbers)

    def has_figure(self, place: Place) -> bool:
        """Whether a number stands right behind a noun: “defence 9”."""
        return any(n.start == place.end and not self._here.passed(place, n) for n in self._here.numbers)
