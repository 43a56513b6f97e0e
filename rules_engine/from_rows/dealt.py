"""A table that is set up, with some cards laid where an example wants them: the rest stays as set-up deals it."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from rules_engine.from_rows.state import State


def lay_anew(table: Any, state: State, wanted: Mapping[int, Sequence[str]]) -> None:
    """Lay cards by their codes into zones by their numbers; what lay there takes their places, or waits with its deck.

    Where cards of a zone lie face-down, those that are laid there do so too. A ValueError names a card that is gone.
    """
    downs = {place: any(state.down >> card & 1 for card in state.zones[place]) for place in wanted}
    loose = [card for place in wanted for card in state.zones[place]]
    for place in wanted:
        state.zones[place].clear()
    for place, codes in wanted.items():
        for code in codes:
            card = _taken(table, state, wanted, loose, code)
            state.zones[place].append(card)
            state.down = state.down | 1 << card if downs[place] else state.down & ~(1 << card)
    for card in loose:
        state.down &= ~(1 << card)
        state.zones[_home(table, state, wanted, card)].append(card)


def _taken(table: Any, state: State, wanted: Mapping[int, Any], loose: list[int], code: str) -> int:
    """A card of a code; out of a zone that nobody spoke of it is exchanged for a loose one of its deck."""
    codes, decks = table.layout.codes, table.layout.decks
    lying = next((card for card in loose if codes[card] == code), None)
    if lying is not None:
        loose.remove(lying)
        return lying
    for place in table.layout.card_places:
        for at, card in enumerate(state.zones[place] if place not in wanted else ()):
            if codes[card] == code:
                other = next((each for each in loose if decks[each] == decks[card]), None)
                if other is None:
                    del state.zones[place][at]
                else:
                    loose.remove(other)
                    state.zones[place][at] = other
                return int(card)
    raise ValueError(f"There is no card “{code}” left that could be laid there.")


def _home(table: Any, state: State, wanted: Mapping[int, Any], card: int) -> int:
    """Where a card waits that was laid aside."""
    homes = (place for place in _homes(table, state, table.layout.decks[card]) if place not in wanted)
    return next(homes)


def _homes(table: Any, state: State, deck: str) -> Iterator[int]:
    """Zones for cards of a deck, the best first: unseen with its like, where it begins, what that is refilled from."""
    layout = table.layout
    zones = [(place, zone) for place, (zone, _) in enumerate(layout.zone_at) if zone.holds == "cards"]
    unseen = [place for place, zone in zones if zone.seen == "none" and zone.owner == "table"]
    yield from (place for place in unseen if any(layout.decks[card] == deck for card in state.zones[place]))
    yield from (place for place, zone in zones if zone.begins == deck)
    yield from (layout.zone_places[z.refill].base for _, z in zones if z.begins == deck and z.refill)
    yield from (place for place in unseen if not state.zones[place])
    yield from (place for place, _ in zones)
