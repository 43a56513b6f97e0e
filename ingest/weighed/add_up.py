"""Of several values of a fact the one with which the numbers add up that a game's sums name: 30 = 10 × 3."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.sums import balances, members, named
from ingest.weighed.seen import Key
from schema.pack import SumForm

Likely = Mapping[Key, Mapping[str, float]]
"""How likely each value of each fact is."""


@dataclass(frozen=True, slots=True)
class AddUpSettings:
    """Which values are heard; judged on score4, 7, 8 and 10, told by weights that had not seen them."""

    least: float = 0.05
    """A value that is less likely is no candidate: what adds up by chance is not invented."""
    clear: float = 3.0
    """Where the numbers add up with another value of one fact or of another, the likelier must be so many times it."""
    sure: float = 0.9
    """A whole that is so likely has no part that is greater."""


def adding_up(forms: Sequence[SumForm], likely: Likely, settings: AddUpSettings = AddUpSettings()) -> dict[Key, str]:
    """The values of facts with which the likeliest values of the others add up; none where sums contradict."""
    found: dict[Key, set[str]] = defaultdict(set)
    for form in forms:
        for key, value in _added(form, likely, settings).items():
            found[key].add(value)
    return {key: values.pop() for key, values in found.items() if len(values) == 1}


def too_great(
    forms: Sequence[SumForm], likely: Likely, settings: AddUpSettings = AddUpSettings()
) -> dict[Key, set[str]]:
    """Values of parts that are more than their whole, and of factors that leave nothing for the others.

    Of 24 key events in eight stages there are not 24 in each.
    """
    found: dict[Key, set[str]] = defaultdict(set)
    for form in forms:
        whole_key, *keys = named(form)
        whole = _surely(likely.get(whole_key, {}), settings)
        if whole is None:
            continue
        for key in keys:
            others = [_surely(likely.get(other, {}), settings) or 1 for other in keys if other != key]
            times = max(others, default=1) if form.factors else 1
            numbers = {value: int(value) for value in likely.get(key, ()) if value.isdecimal()}
            found[key] |= {
                value for value, number in numbers.items() if whole < number or whole == number < number * times
            }
    return found


def _surely(values: Mapping[str, float], settings: AddUpSettings) -> int | None:
    """The number that a fact surely is; none where none is sure."""
    best = max(values, key=lambda value: (values[value], value), default="")
    return int(best) if best.isdecimal() and values[best] >= settings.sure else None


def _added(form: SumForm, likely: Likely, settings: AddUpSettings) -> dict[Key, str]:
    """The values of one sum: the likeliest ones, or all but one of them."""
    keys = sorted(members(form))
    if not all(likely.get(key) for key in keys):
        return {}
    best = {key: max(likely[key], key=lambda value: (likely[key][value], value)) for key in keys}
    if any(likely[key][value] < settings.least for key, value in best.items()):
        return {}
    if _is_right(form, best):
        return best
    options = sorted(_options(form, best, likely, settings), reverse=True)
    if not options or (len(options) > 1 and options[0][0] < settings.clear * options[1][0]):
        return {}
    _, key, value = options[0]
    return {**best, key: value}


def _options(
    form: SumForm, best: Mapping[Key, str], likely: Likely, settings: AddUpSettings
) -> Iterator[tuple[float, Key, str]]:
    """Each fact and value that makes the sum right in the place of the likeliest, by what it costs to believe it."""
    for key, first in best.items():
        for value, share in likely[key].items():
            if share >= settings.least and _is_right(form, {**best, key: value}):
                yield share / likely[key][first], key, value


def _is_right(form: SumForm, values: Mapping[Key, str]) -> bool:
    return any(balance.is_right for balance in balances([form], values))
