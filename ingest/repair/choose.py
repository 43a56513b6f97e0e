"""Chooses among the readings of neighbouring places: the cheapest row, each word weighed beside its neighbours."""

import math
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.repair.context import BOUNDARY, DocumentContext

CONTEXT_WEIGHT = 0.65
SOFTNESS = 1.0
"""How much less sure than its costs say a doubtful reading counts as a witness for the next round."""


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a place: its words in small letters, and what that costs."""

    words: tuple[str, ...]
    cost: float
    span: tuple[int, int]
    """Where in the chunk they stand; what is outside stays."""
    pieces: tuple[str, ...] = ()
    is_change: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """A chunk of text between spaces and its readings, cheapest first."""

    start: int
    text: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for a place, how far the next reading is behind, and which it is."""

    place: Place
    reading: Reading
    lead: float
    runner_up: Reading | None
    shares: tuple[tuple[tuple[str, ...], float], ...]
    """The chosen words and those that differ in accents alone, each with its chance."""


def cheapest(places: Sequence[Place]) -> list[Choice]:
    """The cheapest reading of each place by itself."""
    return [_choice(place, 0, [reading.cost for reading in place.readings], frozenset()) for place in places]


def choose(places: Sequence[Place], context: DocumentContext, accented: Container[str]) -> list[Choice]:
    """The cheapest row of readings, neighbours taken into account."""
    if not places:
        return []
    row = _cheapest_row(places, context)
    return [
        _choice(place, row[at], _costs_in_row(places, row, at, context), accented) for at, place in enumerate(places)
    ]


def _cheapest_row(places: Sequence[Place], context: DocumentContext) -> list[int]:
    link = context.link
    costs = [r.cost - CONTEXT_WEIGHT * link(BOUNDARY, r.words[0]) for r in places[0].readings]
    back: list[list[int]] = []
    for left, right in pairwise(places):
        is_end = ends_sentence(left.text)
        ends = [BOUNDARY if is_end else r.words[-1] for r in left.readings]
        now, came = [], []
        for reading in right.readings:
            word = reading.words[0]
            steps = [c - CONTEXT_WEIGHT * link(e, word) for c, e in zip(costs, ends, strict=True)]
            least = min(steps)
            now.append(least + reading.cost)
            came.append(steps.index(least))
        costs = now
        back.append(came)
    row = [costs.index(min(costs))]
    for came in reversed(back):
        row.append(came[row[-1]])
    return row[::-1]


def _costs_in_row(places: Sequence[Place], row: Sequence[int], at: int, context: DocumentContext) -> list[float]:
    """What each reading of a place costs when its neighbours are as chosen."""
    place = places[at]
    if len(place.readings) == 1:
        return [place.readings[0].cost]
    left = right = BOUNDARY
    if at and not ends_sentence(places[at - 1].text):
        left = places[at - 1].readings[row[at - 1]].words[-1]
    if at + 1 < len(places) and not ends_sentence(place.text):
        right = places[at + 1].readings[row[at + 1]].words[0]
    link = context.link
    return [r.cost - CONTEXT_WEIGHT * (link(left, r.words[0]) + link(r.words[-1], right)) for r in place.readings]


def _choice(place: Place, chosen_at: int, costs: Sequence[float], accented: Container[str]) -> Choice:
    chosen = place.readings[chosen_at]
    shares = _shares(place.readings, costs, chosen, accented)
    others = [at for at, r in enumerate(place.readings) if at != chosen_at and r.words != chosen.words]
    if not others:
        return Choice(place, chosen, math.inf, None, shares)
    second = min(others, key=costs.__getitem__)
    return Choice(place, chosen, costs[second] - costs[chosen_at], place.readings[second], shares)


def _shares(
    readings: Sequence[Reading], costs: Sequence[float], chosen: Reading, accented: Container[str]
) -> tuple[tuple[tuple[str, ...], float], ...]:
    if len(readings) == 1:
        return ((chosen.words, 1.0),)
    form = _form(chosen.words, accented)
    alike = [(r, cost) for r, cost in zip(readings, costs, strict=True) if _form(r.words, accented) == form]
    least = min(cost for _, cost in alike)
    chances = [math.exp((least - cost) / SOFTNESS) for _, cost in alike]
    whole = sum(chances)
    return tuple((r.words, c / whole) for (r, _), c in zip(alike, chances, strict=True))


def _form(words: tuple[str, ...], accented: Container[str]) -> str:
    return "".join(["*" if letter in accented else letter for letter in " ".join(words)])


def ends_sentence(chunk: str) -> bool:
    """Whether a sentence ends with this chunk."""
    return chunk.rstrip(")\"”“'")[-1:] in (".", "!", "?", ":", ";")
