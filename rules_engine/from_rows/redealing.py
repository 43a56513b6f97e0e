"""States that a player could not tell from the true one: cards change places with those that they were mixed with."""

import random
from collections.abc import Iterator
from typing import Any

from rules_engine.chance import seeded
from rules_engine.from_rows.happenings import is_fresh
from rules_engine.from_rows.seen import lying_for
from rules_engine.from_rows.state import Known, State

TRIES = 200
"""Deals that are tried until one agrees with all that is known."""
Spot = tuple[int, int]
"""A zone, and a place in it."""


def redeal(table: Any, state: State, player: int, seed: int) -> State:
    """A state in which what the player does not see lies otherwise, as far as what is known of it allows."""
    dealt, chance = state.copy(), random.Random(seed)
    dealt.chance = seeded(seed)
    unseen: dict[int, Spot] = {}
    for place, (zone, _) in enumerate(table.layout.zone_at):
        lying = lying_for(table, state, player, place)
        if zone.holds == "dice" and not isinstance(lying, list):
            faces = table.faces_of(state, place)
            dealt.zones[place] = sorted(chance.randint(1, faces) for _ in state.zones[place])
        elif zone.holds == "cards":
            for at, card in enumerate(state.zones[place]):
                if not isinstance(lying, list) or lying[at] is None:
                    unseen[card] = place, at
    for spots in _exchanged(table, state, player, unseen):
        _deal(table, dealt, spots, chance)
    for code, counter in table.layout.counters.items():
        if counter.seen == "owner":
            base = table.layout.counter_places[code].base
            for seat in (n for n in range(state.players) if n != player and base + n in state.secrets):
                dealt.counters[base + seat] = chance.choice(table.possible(state, code, seat))
    return dealt


def _exchanged(table: Any, state: State, player: int, unseen: dict[int, Spot]) -> Iterator[list[Spot]]:
    """Spots whose cards could be any of theirs, in the order in which this came about.

    What was shuffled together can have come to lie anywhere that one of it lies, be it the shuffles of a whole deck or
    of a part that was sorted out before. Whoever knew all of it, such as a hand that they passed on, knows that no
    other cards are there. Cards that never were look alike from behind within their deck.
    """
    history: dict[int, list[int]] = {}
    for number, note in enumerate(state.mixed):
        for card in note[1:]:
            history[card] = [number] if is_fresh(note, player) else [*history.get(card, ()), number]
    groups: dict[Any, list[Spot]] = {}
    for card, spot in unseen.items():
        for key in history.get(card) or [table.layout.decks[card]]:
            groups.setdefault(key, []).append(spot)
    ordered = sorted(groups, key=lambda key: (isinstance(key, int), key if isinstance(key, int) else 0))
    dealt: list[set[Spot]] = []
    for spots in (groups[key] for key in ordered):
        within = set(spots)
        # To deal a part anew of what was dealt, and not touched since, changes nothing.
        touched = next((before for before in reversed(dealt) if within & before), set())
        if len(spots) > 1 and not within <= touched:
            dealt.append(within)
            yield spots


def _deal(table: Any, dealt: State, spots: list[Spot], chance: random.Random) -> None:
    """Lay the cards of spots anew; what is known belongs to a spot, and the card there must agree with it."""
    cards = [dealt.zones[place][at] for place, at in spots]
    known = [dealt.known.get(card, ()) for card in cards]
    order = sorted(range(len(spots)), key=lambda n: -len(known[n]))
    for _ in range(TRIES):
        left, laid = chance.sample(cards, len(cards)), dict[int, int]()
        for spot in order:
            fitting = next((card for card in left if _agrees(table, card, known[spot])), None)
            if fitting is None:
                break
            left.remove(fitting)
            laid[spot] = fitting
        if len(laid) == len(cards):
            break
    else:
        return
    for spot, card in laid.items():
        place, at = spots[spot]
        dealt.zones[place][at] = card
    _belong(dealt, {card: laid[spot] for spot, card in enumerate(cards)}, len(table.layout.codes))


def _belong(dealt: State, moved: dict[int, int], size: int) -> None:
    """What was told of a spot, how its card lies and what it counts goes with the card that lies there now."""
    dealt.known = {moved.get(card, card): known for card, known in dealt.known.items()}
    dealt.marks = {key - key % size + moved.get(key % size, key % size): mark for key, mark in dealt.marks.items()}
    turned = sum(1 << card for card in moved)
    down = sum(1 << after for before, after in moved.items() if dealt.down >> before & 1)
    dealt.down = dealt.down & ~turned | down


def _agrees(table: Any, card: int, known: Known) -> bool:
    attributes = table.layout.attributes
    return all((str(attributes[name][card]) == value) == has for name, value, has in known)
