"""What each player sees and is told."""

from collections.abc import Iterator, Sequence
from typing import Any

from rules_engine.events import Event
from rules_engine.from_rows.happenings import EVERYBODY, SEEN_BY
from rules_engine.from_rows.state import Known, State

UNSEEN = "-unseen"
"""The end of the kinds of events for those who do not see what lies there."""
HIDDEN = ("cards", "dice", "action", "value")
"""What an event keeps from them."""
OPEN = ("all", "face-up")
"""Zones in which all see the cards; those that lie face-down are told apart there."""


def sees(table: Any, player: int, place: int) -> bool:
    """Whether a player sees what lies in a zone."""
    zone, owner = table.layout.zone_at[place]
    if zone.seen in (*OPEN, "none"):
        return zone.seen in OPEN
    is_owner: bool = table.people.team_of(None, player) == owner if zone.owner == "team" else player == owner
    return is_owner if zone.seen == "owner" else not is_owner


def view(table: Any, state: State, player: int) -> dict[str, Any]:
    """The table as a player sees it; who has no seat sees what all see."""
    shown: dict[str, Any] = {}
    if state.frames:
        shown = {"phase": table.phase_of(state)[0], "turn": table.seats[table.to_move(state)]}
    for zone in table.frame.play.zone:
        lying = [lying_for(table, state, player, place) for place in _places(table, state, zone)]
        owners = _owners(table, state, zone.owner)
        shown[zone.code] = dict(zip(owners, lying, strict=True)) if owners else lying
        if zone.owner == "table":
            shown[zone.code] = lying[0]
    for code, counter in table.layout.counters.items():
        base = table.layout.counter_places[code].base
        owners = _owners(table, state, counter.owner)
        values = state.counters[base : base + len(owners or "1")]
        told = [
            _told(table, counter, value) if counter.seen == "all" or owner == player < state.players else None
            for owner, value in enumerate(values)
        ]
        shown[code] = told[0] if owners is None else dict(zip(owners, told, strict=True))
    if state.known:
        shown["told"] = dict(_known(table, state))
    return shown


def _owners(table: Any, state: State, owner: str) -> Sequence[str] | None:
    """The codes of all who have one of their own; none for what belongs to the table."""
    named = {"player": table.seats[: state.players], "team": table.people.teams, "space": table.layout.places}
    return named.get(owner)


def _places(table: Any, state: State, zone: Any) -> range:
    base = table.layout.zone_places[zone.code].base
    counts = {"player": state.players, "team": len(table.people.teams), "space": table.layout.spaces}
    return range(base, base + counts.get(zone.owner, 1))


def lying_for(table: Any, state: State, player: int, place: int) -> Any:
    """What a player sees in a zone: its cards or dice, or how many there are."""
    zone, _ = table.layout.zone_at[place]
    held = state.zones[place]
    is_seat = player < state.players
    if (sees(table, player, place) if is_seat else zone.seen in OPEN) or place in state.lifted:
        return list(held) if zone.holds == "dice" else [_face(table, state, card) for card in held]
    return len(held)


def _face(table: Any, state: State, card: int) -> str | None:
    """A card that lies open, and nothing of one that lies face-down."""
    return None if state.down >> card & 1 else str(table.layout.codes[card])


def _told(table: Any, counter: Any, value: Any) -> Any:
    return value if counter.kind == "number" else table.spelled(counter.code, value)


def _known(table: Any, state: State) -> Iterator[tuple[str, list[str]]]:
    """By seat what was told of each card in its hidden zones."""
    for place, (zone, seat) in enumerate(table.layout.zone_at):
        if zone.owner == "player" and zone.holds == "cards" and any(card in state.known for card in state.zones[place]):
            yield table.seats[seat], [_spelled(state.known.get(card, ())) for card in state.zones[place]]


def _spelled(known: Known) -> str:
    """What is known of a card: what it is, and where that is not known what it is not."""
    sure = {name: value for name, value, has in known if has}
    denied = [f"not {value}" for name, value, has in known if not has and name not in sure]
    return " ".join([*sure.values(), *denied]) or "?"


def told(table: Any, event: Event, player: int) -> Event | None:  # noqa: ARG001
    """What a player may know of an event."""
    if SEEN_BY not in event.data:
        return event
    seen = str(event.data[SEEN_BY])
    rest = {name: value for name, value in event.data.items() if name != SEEN_BY}
    if seen == EVERYBODY or str(player) in seen.split():
        return Event(event.kind, rest, event.effect, event.rule)
    kept = {name: value for name, value in rest.items() if name not in HIDDEN}
    return Event(f"{event.kind}{UNSEEN}", kept, event.effect, event.rule)
