"""The state of a game that is played from rows: cards and dice by zone, counters, and what is known of cards."""

from collections.abc import Iterable, Mapping
from typing import Any

from rules_engine.machine import state as machine
from rules_engine.machine.state import NUMBER, PROGRAM, Kind, aside, field, list_of, record
from rules_engine.machine.steps import NOTHING, Program

Known = tuple[tuple[str, str, bool], ...]
"""What is known of a card: attribute, value, and whether it has it."""


def _save_zones(table: Any, zones: list[list[int]]) -> Mapping[str, Any]:
    saved: dict[str, Any] = {zone: table.layout.spelled(zone, zones) for zone in table.layout.zones}
    return saved


def _load_zones(table: Any, saved: Mapping[str, Any]) -> list[list[int]]:
    zones: list[list[int]] = table.layout.zones_of(saved)
    return zones


def _held(table: Any, zones: list[list[int]]) -> Iterable[str]:
    return table.layout.cards_held(zones)  # type: ignore[no-any-return]


ZONES = Kind(list, "list(map(list.copy, {0}))", _save_zones, _load_zones, _held)
COUNTERS = Kind(
    list,
    "{0}[:]",
    lambda table, values: table.layout.spelled_counters(values),
    lambda table, saved: table.layout.counters_of(saved),
)
KNOWN = Kind(
    dict,
    "{0}.copy()",
    lambda table, known: {table.layout.names[card]: [list(one) for one in facts] for card, facts in known.items()},
    lambda table, saved: {
        table.layout.card_named(name): tuple(tuple(one) for one in facts) for name, facts in saved.items()
    },
)
MARKS = Kind(
    dict,
    "{0}.copy()",
    lambda table, marks: {table.layout.mark(key): value for key, value in marks.items()},
    lambda table, saved: {table.layout.mark_named(name): value for name, value in saved.items()},
)
CARD = Kind(
    lambda: NOTHING,
    save=lambda table, card: table.layout.names[card] if card != NOTHING else None,
    load=lambda table, name: table.layout.card_named(name) if name is not None else NOTHING,
)
DOWN = Kind(
    int,
    save=lambda table, down: [name for card, name in enumerate(table.layout.names) if down >> card & 1],
    load=lambda table, saved: sum(1 << table.layout.card_named(name) for name in saved),
)
THOSE = Kind(
    tuple,
    save=lambda table, cards: [table.layout.names[card] for card in cards],
    load=lambda table, saved: tuple(table.layout.card_named(name) for name in saved),
)
MIXED = Kind(
    list,
    "{0}[:]",
    lambda table, mixed: [[fresh, *(table.layout.names[card] for card in cards)] for fresh, *cards in mixed],
    lambda table, saved: [(fresh, *(table.layout.card_named(name) for name in names)) for fresh, *names in saved],
)
SEATS = Kind(
    tuple,
    save=lambda table, seats: [table.seats[seat] for seat in seats],
    load=lambda table, saved: tuple(table.seats.index(code) for code in saved),
)
PLACES = Kind(tuple, save=lambda _, places: list(places), load=lambda _, saved: tuple(saved))
NOTED = Kind(
    lambda: None,
    "None if {0} is None else {0}.copy()",
    lambda _, noted: noted,
    lambda _, saved: saved,
)


class Frame(machine.Frame):
    """A phase that is going on, or a line of a card: whose turn it is, and what the line remembers."""

    actor: int = field(NUMBER)
    seats: int = field(NUMBER, NOTHING)
    """How many seats have still to take their turn; NOTHING before the first."""
    card: int = field(CARD, NOTHING)
    """The card whose line happens."""
    those: tuple[int, ...] = field(THOSE)
    """Cards that its steps remember."""
    noted: dict[str, int] | None = field(NOTED)
    """Counters of the line, once there are any."""

    def counted(self, code: str) -> int:
        """What a counter of the line says."""
        return self.noted.get(code, 0) if self.noted else 0

    def count(self, code: str, value: int) -> None:
        """Let a counter of the line say something."""
        self.noted = {**(self.noted or {}), code: value}


class State(machine.State):
    """Who and what is where."""

    players: int = field(NUMBER)
    zones: list[list[int]] = field(ZONES, is_held=True)
    counters: list[Any] = field(COUNTERS)
    marks: dict[int, int] = field(MARKS)
    """Counters of cards that do not say what they begin with."""
    down: int = field(DOWN)
    """Cards that lie face-down where others lie face-up, each a bit."""
    known: dict[int, Known] = field(KNOWN)
    """What whoever cannot see a card was told of it."""
    mixed: list[tuple[int, ...]] = field(MIXED)
    """In their order cards that cannot be told apart any more; each begins with who knew them all, see `FRESH`."""
    secrets: tuple[int, ...] = field(PLACES)
    """Counters that only their players see and that were set: to the others they may say anything."""
    lifted: list[int] = field(list_of(NUMBER))
    """Zones of dice that lie open until they are rolled anew."""
    scores: list[int] = field(list_of(NUMBER))
    """Points of each seat once the game is over."""
    winners: tuple[int, ...] = field(SEATS)
    """Seats that have won, in games against others; none in a draw."""
    pending: list[Program] = field(list_of(PROGRAM))
    """Lines that happen at the same time, in an order that is chosen."""
    frames: list[Frame] = field(list_of(record(Frame)))
    idle: int = aside(0, "{0}")
    """Phases that were begun since the last decision."""
    is_tried: bool = aside(False, "False")
    """Whether it is only looked at after an action: what can be done next is not asked then."""
