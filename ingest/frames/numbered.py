"""What in a clause is numbered: `stage 3`, `three players`, `second place`, `in the third`."""

from collections.abc import Iterator, Mapping, Sequence

from ingest.frames.signs import PLACE, PLAYERS, Number, Place, Signs

MINIMAL_SERIES = 4
"""So many numbers, two things and two values, make a series."""
MINIMAL_ROW = 3
"""So many ordinals from the first on number one thing."""


def things(slot: str, signs: Signs) -> list[Place]:
    """What may fill a slot: things of its kind, or what is numbered by the role of its name."""
    found = signs.places.get(f"{slot}:", [])
    return sorted(found or counted(signs, slot) or (choices(signs) if slot == PLAYERS else ()), key=lambda p: p.start)


def counted(signs: Signs, noun: str) -> list[Place]:
    """Numbers and ordinals that number a thing, `stage 3`, `three players`, `second place`, `in the third`.

    In a series the noun is said once: ordinals need not repeat it, and of numbers every second one leaves it out.
    """
    nouns = signs.places.get(noun, [])
    found: dict[int, Place] = {}
    for place in nouns:
        near = [(gap, n) for n in signs.numbers if (gap := _gap(place, n, signs)) is not None]
        for _, number in sorted(near, key=lambda pair: pair[0])[:1]:
            found[number.start] = Place(number.start, number.end, number.value)
        for ordinal in signs.ordinals:
            if 0 <= place.start - ordinal.end <= 1 or ordinal.start == place.end:
                found |= {each.start: each for each in signs.ordinals}
    if nouns and not found and (row := ranked(signs.ordinals)):
        return row  # “The stage in which he died: forty in the first, thirty in the second, …”
    if noun == PLACE and not found and len(signs.ordinals) > 1:
        return signs.ordinals  # “A straight is fifth, a pair seventh”: several that are ranked need no noun.
    return [*found.values(), *_every_other(found, signs.numbers)]


def ranked(ordinals: Sequence[Place]) -> list[Place]:
    """The ordinals at the end that count from the first on: they number one thing, however far its noun stands."""
    firsts = [at for at, place in enumerate(ordinals) if place.code == "1"]
    row = list(ordinals[firsts[-1] :]) if firsts else []
    is_row = [place.code for place in row] == [str(rank) for rank in range(1, len(row) + 1)]
    return row if is_row and len(row) >= MINIMAL_ROW else []


def choices(signs: Signs) -> list[Place]:
    """Every other number, where some are ranges and none of the rest is: “6 for one or two, 4 for three or four”."""
    numbers = signs.numbers
    places = {at % 2 for at, number in enumerate(numbers) if number.is_range}
    is_series = len(numbers) >= MINIMAL_SERIES and len(numbers) % 2 == 0 and len(places) == 1
    told = numbers[places.pop() :: 2] if is_series else ()
    return [Place(number.start, number.end, number.value) for number in told]


def _gap(noun: Place, number: Number, signs: Signs) -> int | None:
    """How many words stand between a noun and a number that numbers or counts it."""
    if number.end <= noun.start:
        gap = noun.start - number.end
        return gap if gap <= 1 and signs.borders[noun.start] == signs.borders[number.end - 1] else None
    gap = number.start - noun.end
    return gap if 0 <= gap <= int(number.is_range) else None


def _every_other(found: Mapping[int, Place], numbers: Sequence[Number]) -> Iterator[Place]:
    """The rest of a series in which every other number numbers a thing: “8 for two players, 6 for three”."""
    places = [at for at, number in enumerate(numbers) if number.start in found]
    is_series = len(numbers) >= MINIMAL_SERIES and len(numbers) % 2 == 0 and len({at % 2 for at in places}) == 1
    for number in numbers[places[0] % 2 :: 2] if is_series else ():
        if number.start not in found:
            yield Place(number.start, number.end, number.value)
