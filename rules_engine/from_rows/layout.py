"""Where everything is kept: numbers for the zones, counters and cards of a game, and what its words stand for."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules_engine.machine.steps import NOTHING
from rules_engine.ruleset import Ruleset
from schema.play import CounterShape, PlayFile, ZoneShape
from schema.play_reading import attribute_word

OWNERS = ("table", "player", "team", "space")
"""Who can have counters that are kept in one list."""


@dataclass(frozen=True, slots=True)
class Place:
    """A zone or a counter as generated code speaks of it: its first number, and whose it is."""

    code: str
    base: int
    owner: str
    whose: str = ""
    """Python for the seat, team, space or card; empty: that of whoever acts."""

    def of(self, whose: str) -> "Place":
        """The one of another seat or team, or of a space or card."""
        return Place(self.code, self.base, self.owner, whose)

    @property
    def is_own(self) -> bool:
        """Whether there are several, each somebody's own."""
        return self.owner in ("player", "team", "space")

    @property
    def at(self) -> str:
        """Its number."""
        acting = "team_of(state, actor)" if self.owner == "team" else "actor"
        return f"{self.base} + {self.whose or acting}" if self.is_own else str(self.base)

    @property
    def lying(self) -> str:
        """What lies in the zone."""
        return f"zones[{self.at}]"

    @property
    def value(self) -> str:
        """What the counter says."""
        if self.owner == "card":
            return f"marks.get({self.base} + {self.whose}, 0)"
        return f"frame.counted({self.code!r})" if self.owner == "line" else self.target

    @property
    def target(self) -> str:
        """Where its value is kept."""
        return f"marks[{self.base} + {self.whose}]" if self.owner == "card" else f"counters[{self.at}]"

    @property
    def seat(self) -> str:
        """The seat or team whose it is; NOTHING where it belongs to the table."""
        return self.at.removeprefix(f"{self.base} + ") if self.owner in ("player", "team") else str(NOTHING)


@dataclass(frozen=True)
class Layout:
    """The numbers of a game's things; each seat that there can be has its own number of what each player has."""

    play: PlayFile
    most: int
    """Seats that there can be."""
    codes: tuple[str, ...]
    """By card its code; copies of a card have the same one."""
    decks: tuple[str, ...]
    attributes: Mapping[str, tuple[Any, ...]]
    """By attribute the value of each card."""
    spaces: int = 0
    """Spaces that there are."""
    places: tuple[str, ...] = ()
    """Of a board: the codes of the spaces."""
    next_to: tuple[tuple[int, ...], ...] = ()
    """By space of a board those that a path leads to."""

    @cached_property
    def names(self) -> tuple[str, ...]:
        """By card a name of its own: copies after the first are numbered."""
        seen: dict[str, int] = {}
        names = []
        for code in self.codes:
            seen[code] = seen.get(code, 0) + 1
            names.append(code if seen[code] == 1 else f"{code}/{seen[code]}")
        return tuple(names)

    @cached_property
    def _number(self) -> Mapping[str, int]:
        return {name: number for number, name in enumerate(self.names)}

    def card_named(self, name: str) -> int:
        """The card of a name, or a KeyError."""
        return self._number[name]

    def mark(self, key: int) -> str:
        """A counter of a card in words."""
        slot, card = divmod(key, len(self.codes))
        return f"{self.marks[slot]} {self.names[card]}"

    def mark_named(self, name: str) -> int:
        """A counter of a card from its words."""
        code, _, card = name.partition(" ")
        if code not in self.marks:
            raise KeyError(code)
        return self.marks.index(code) * len(self.codes) + self.card_named(card)

    @cached_property
    def zones(self) -> Mapping[str, ZoneShape]:
        """The zones by code."""
        return {zone.code: zone for zone in self.play.zone}

    @cached_property
    def counters(self) -> Mapping[str, CounterShape]:
        """The counters that play changes, by code; those of cards and lines are kept with these."""
        return {c.code: c for c in self.play.counter if not (c.fact or c.means) and c.owner in OWNERS}

    @cached_property
    def marks(self) -> tuple[str, ...]:
        """Counters of cards, by code."""
        return tuple(c.code for c in self.play.counter if c.owner == "card" and not c.means)

    @cached_property
    def zone_places(self) -> Mapping[str, Place]:
        """Where each zone is."""
        return self._placed(self.play.zone)

    @cached_property
    def counter_places(self) -> Mapping[str, Place]:
        """Where each counter is."""
        places = dict(self._placed(list(self.counters.values())))
        places |= {code: Place(code, slot * len(self.codes), "card") for slot, code in enumerate(self.marks)}
        return places | {c.code: Place(c.code, 0, "line") for c in self.play.counter if c.owner == "line"}

    def _placed(self, rows: Sequence[Any]) -> Mapping[str, Place]:
        places, base = {}, 0
        for each in rows:
            places[each.code] = Place(each.code, base, each.owner)
            base += len(self.seats_of(each))
        return places

    @cached_property
    def zone_at(self) -> tuple[tuple[ZoneShape, int], ...]:
        """By number of a zone: which it is, and whose, a seat, a team or a space."""
        return tuple((zone, seat) for zone in self.play.zone for seat in self.seats_of(zone))

    @cached_property
    def card_places(self) -> tuple[int, ...]:
        """The numbers of the zones that hold cards."""
        return tuple(number for number, (zone, _) in enumerate(self.zone_at) if zone.holds == "cards")

    def seats_of(self, each: Any) -> Sequence[int]:
        """The seats, teams or spaces that can have one of their own; NOTHING for what belongs to the table."""
        counts = {"player": self.most, "team": len(self.play.team), "space": self.spaces}
        return range(counts[each.owner]) if each.owner in counts else (NOTHING,)

    def spelled(self, code: str, zones: Sequence[list[int]]) -> Any:
        """A zone in words, or those of all seats."""
        zone, place = self.zones[code], self.zone_places[code]
        told = [self._told(zone, zones[place.base + n]) for n, _ in enumerate(self.seats_of(zone))]
        return told if place.is_own else told[0]

    def _told(self, zone: ZoneShape, held: list[int]) -> list[Any]:
        return list(held) if zone.holds == "dice" else [self.names[card] for card in held]

    def zones_of(self, saved: Mapping[str, Any]) -> list[list[int]]:
        """Zones from their words; a KeyError for what is not known."""
        zones: list[list[int]] = []
        for code, zone in self.zones.items():
            for held in saved[code] if self.zone_places[code].is_own else [saved[code]]:
                zones.append(list(held) if zone.holds == "dice" else [self._number[name] for name in held])
        return zones

    def cards_held(self, zones: Sequence[list[int]]) -> list[str]:
        """The codes of all cards, wherever they are."""
        return [
            self.codes[card]
            for (zone, _), held in zip(self.zone_at, zones, strict=True)
            if zone.holds == "cards"
            for card in held
        ]

    def spelled_counters(self, values: Sequence[Any]) -> dict[str, Any]:
        """Counters in words, of what each player has as lists."""
        told: dict[str, Any] = {}
        for code, counter in self.counters.items():
            place = self.counter_places[code]
            every = [self._word(counter, values[place.base + n]) for n, _ in enumerate(self.seats_of(counter))]
            told[code] = every if place.is_own else every[0]
        return told

    def _word(self, counter: CounterShape, value: Any) -> Any:
        if counter.kind == "space" and self.places:
            return self.places[value] if value != NOTHING else None
        return self.names[value] if counter.kind == "card" and value != NOTHING else value

    def counters_of(self, saved: Mapping[str, Any]) -> list[Any]:
        """Counters from their words; a KeyError for what is not known."""
        values: list[Any] = []
        for code, counter in self.counters.items():
            every = saved[code] if self.counter_places[code].is_own else [saved[code]]
            values += [self._value(counter, value) for value in every]
        return values

    def _value(self, counter: CounterShape, value: Any) -> Any:
        if counter.kind == "space" and self.places:
            return self.places.index(value) if value is not None else NOTHING
        return self._number[value] if counter.kind == "card" and isinstance(value, str) else value


def lay_out(ruleset: Ruleset, play: PlayFile, most: int, spaces: int) -> Layout:
    """The numbers of a game's things, as its rows list them."""
    instances = [card for card in ruleset.cards for _ in range(card.copies)]
    attributes = {
        name: tuple(_number(listed.get(card.code)) for card in instances) for name, listed in attributes_of(ruleset)
    }
    codes = tuple(card.code for card in instances)
    decks = tuple(card.deck for card in instances)
    places = tuple(ruleset.spaces) if any(space.is_board for space in play.space) else ()
    number = {code: at for at, code in enumerate(places)}
    next_to = tuple(
        tuple(sorted(number[other] for other in ruleset.spaces[code].neighbours if other in number)) for code in places
    )
    return Layout(play, most, codes, decks, attributes, len(places) or spaces, places, next_to)


def attributes_of(ruleset: Ruleset) -> Iterator[tuple[str, dict[str, str]]]:
    """By attribute the value that the rows state of each card, its deck and kind among them."""
    values: dict[str, dict[str, str]] = {"deck": {}, "kind": {}}
    subjects = {f"{kind}:{card.code}": card.code for card in ruleset.cards for kind in ("card", card.deck)}
    for card in ruleset.cards:
        values["deck"][card.code], values["kind"][card.code] = card.deck, card.kind or card.deck
    for (subject, attribute), fact in ruleset.facts.items():
        if subject in subjects:
            values.setdefault(attribute_word(attribute), {})[subjects[subject]] = fact.value
    yield from values.items()


def _number(value: str | None) -> Any:
    return int(value) if value is not None and value.lstrip("-").isdigit() else value
