"""What in a clause may be the value of a claim: a number in the form that it wants, or a thing of a kind."""

from collections.abc import Iterator, Sequence
from functools import cached_property
from itertools import pairwise
from typing import NamedTuple

from ingest.frames.near import Near
from ingest.frames.numbered import things
from ingest.frames.settings import (
    BOUND,
    CHANGES,
    ENDS,
    EXTRA,
    FIGURES,
    LISTED,
    SIGNED,
    FrameSettings,
)
from ingest.frames.signs import AND, AT_LEAST, AT_MOST, BY, LOWER, MEASURES, RAISE, RANGE, Number, Place, Signs
from schema.frames import Frame
from schema.notation import SLOT
from schema.pack import CHANGE, ClaimForm


class Filler(NamedTuple):
    """A value, where it stands, and how sure it is that it is one."""

    place: Place
    values: dict[str, str]
    sureness: float
    is_doubtful: bool = False
    """Whether it is “one” in letters, which may be no number at all."""


class Fillers:
    """The values that a clause offers."""

    def __init__(self, here: Signs, near: Near, settings: FrameSettings, *, is_asked: bool) -> None:
        self._here = here
        self._near = near
        self._settings = settings
        self._is_asked = is_asked

    @cached_property
    def rows(self) -> list[list[Place]]:
        """The numbers that may stand in a series: those that surely are some, and all."""
        sure = [n for n in self._here.numbers if self._is_sure(n, MEASURES)]
        return [[Place(n.start, n.end) for n in row] for row in (sure, self._here.numbers) if row]

    def all(self, form: ClaimForm, frame: Frame) -> Iterator[Filler]:
        """What may be the value: a number in the form that the claim wants, or a thing of the kind of its slot."""
        slots = SLOT.findall(form.value)
        if slots[0] not in FIGURES:
            yield from self._named(slots[0], frame, is_apart=bool(SLOT.findall(form.subject + form.attribute)))
            return
        if len(slots) == len(LISTED):
            yield from self._listed(slots)
            return
        for number in self._here.numbers:
            place = Place(number.start, number.end, number.value)
            if "range" in slots:
                last = number if number.is_range else self._last_of_row(number)
                if last:
                    value = number.value if number.is_range else f"{number.value}-{last.value}"
                    yield Filler(Place(number.start, last.end, value), {"range": value}, 1.0)
            elif any(end in slots for end in ENDS):
                yield from self._ends(number, place, slots[0])
            elif number.is_range:
                continue
            elif any(slot in SIGNED for slot in slots):
                yield from self._signed(number, place, frame.counts | MEASURES, has_direction=bool(form.direction))
            elif not self._is_amount(number) or any(EXTRA in term.choices for term in frame.wanted):
                is_doubtful = not self._is_sure(number, MEASURES)
                yield Filler(place, {"number": number.value}, 0.7 if number.sign else 1.0, is_doubtful)

    def _listed(self, slots: Sequence[str]) -> Iterator[Filler]:
        """As many numbers in a row as the value has parts: “the numbers 6, 7 and 8”."""
        numbers = self._here.numbers
        for number in numbers:
            # “A six, a seven or an eight” is read as a choice.
            if number.is_choice and int(number.high) - int(number.low) == len(slots) - 1:
                values = {slot: str(int(number.low) + i) for i, slot in enumerate(slots)}
                yield Filler(Place(number.start, number.end, number.low), values, 1.0)
        for at in range(len(numbers) - len(slots) + 1):
            row = numbers[at : at + len(slots)]
            gaps = [after.start - before.end for before, after in pairwise(row)]
            around = (*numbers[max(at - 1, 0) : at], *numbers[at + len(slots) : at + len(slots) + 1])
            is_whole = not any(row[0].start - n.end in (0, 1) or n.start - row[-1].end in (0, 1) for n in around)
            if max(gaps) <= 1 and is_whole and not any(n.is_range or n.sign for n in row):
                place = Place(row[0].start, row[-1].end, row[0].value)
                yield Filler(place, {slot: n.value for slot, n in zip(slots, row, strict=True)}, 1.0)

    def _last_of_row(self, first: Number) -> Number | None:
        """The last of numbers that follow one another and mean a range: “1, 2, 3”."""
        last = first
        for number in self._here.numbers:
            is_joined = any(p.start == last.end for p in self._here.places.get(AND, ()))
            is_next = last.end <= number.start <= last.end + 1 + is_joined and not (number.is_range or number.sign)
            if is_next and int(number.value) == int(last.value) + 1:
                last = number
        before = [n for n in self._here.numbers if first.start - 1 <= n.end <= first.start and not n.is_range]
        is_first = not any(int(n.value) + 1 == int(first.value) for n in before)
        return last if last is not first and is_first else None

    def _named(self, slot: str, frame: Frame, *, is_apart: bool) -> Iterator[Filler]:
        """Things of a kind that may be the value; none that the frame excludes, and none that is counted: “3 green”."""
        meant, unmeant = self._here.at(frame.counts), self._here.at(frame.unwanted)
        found = things(slot, self._here) if not self._is_asked else []
        # “A, B and C are red, green and blue”: a list of values has its list of things.
        listed = [] if is_apart else self._ladder(found)
        for place in found:
            if place in listed:
                continue
            is_counted = any(n.end == place.start and not n.is_lone_one for n in self._here.numbers)
            if (place in meant or not frame.counts) and place not in unmeant and not is_counted:
                yield Filler(place, {slot: place.code}, place.score / 100)

    def _ladder(self, found: Sequence[Place]) -> list[Place]:
        """Things that are told one after another, as in “low, medium, high and extreme”: none of them is the value."""
        runs: list[list[Place]] = []
        for place in found:
            if runs and 0 <= place.start - runs[-1][-1].end <= 1 and place.code != runs[-1][-1].code:
                runs[-1].append(place)
            else:
                runs.append([place])
        return [place for run in runs if len(run) >= self._settings.ladder for place in run]

    def _ends(self, number: Number, place: Place, end: str) -> Iterator[Filler]:
        if number.is_range and not number.is_choice:
            yield Filler(place, {"low": number.low, "high": number.high}, 1.0)
        elif number.is_open and end == "low":
            yield Filler(place, {end: number.value}, 1.0)
        elif not number.is_range:
            bound = self._near.nearest(self._here.at(frozenset([AT_LEAST if end == "low" else AT_MOST])), place)
            if bound.nearness >= 0.7:
                yield Filler(place, {end: number.value}, bound.nearness)

    def _signed(
        self, number: Number, place: Place, counted: frozenset[str], *, has_direction: bool
    ) -> Iterator[Filler]:
        if number.sign:
            yield Filler(place, _amount(number.sign, number.value), 1.0)
            return
        bound = self._near.nearest(self._here.at(BOUND), place)
        is_goal = any(p.end == number.start for p in self._here.places.get(RANGE, ()))
        if bound.nearness >= 0.9 or is_goal:
            return
        ups = self._near.nearest(self._here.at(frozenset([RAISE, f"{CHANGE}:+"])), place)
        downs = self._near.nearest(self._here.at(frozenset([LOWER, f"{CHANGE}:-"])), place)
        change = max(ups, downs, key=lambda said: said.nearness)
        is_by = any(p.end == number.start for p in self._here.places.get(BY, ()))
        least = self._settings.said_here - (self._settings.number if is_by else 0.0)
        # Where only one direction is possible, a word far off does not turn it round.
        least = max(least, self._settings.turned) if has_direction else least
        is_said = change.nearness >= least and ups.nearness != downs.nearness
        if not is_said and not has_direction:
            return
        values = _amount(("+" if change is ups else "-") if is_said else "", number.value)
        sureness = min(1.0, 0.3 + change.nearness) if is_said else self._settings.unsaid
        yield Filler(place, values, sureness, not self._is_sure(number, counted))

    def _is_sure(self, number: Number, counted: frozenset[str]) -> bool:
        """Whether it surely is a number: “one” in letters is where it counts or closes the clause, as in “by one”."""
        is_by = any(p.end == number.start for p in self._here.places.get(BY, ()))
        borders = [*self._here.borders, self._here.borders[-1] + 1]
        is_last = borders[number.end] > borders[number.end - 1]
        is_measure = any(p.start == number.end for p in self._here.at(counted))
        return not number.is_lone_one or is_by or is_last or is_measure

    def _is_amount(self, number: Number) -> bool:
        """Whether it says by how much something changes: “by three” behind a word that raises, or before “more”."""
        is_by = any(p.end == number.start for p in self._here.places.get(BY, ()))
        is_more = any(0 <= p.start - number.end <= 2 for p in self._here.places.get(EXTRA, ()))
        return is_by and (is_more or any(p.start < number.start for p in self._here.at(CHANGES)))


def _amount(sign: str, number: str) -> dict[str, str]:
    return {"change": sign, "number": number, "amount": sign + number}
