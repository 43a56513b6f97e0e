"""Lay out a table as an example or a test wants it: named cards in named places, all others where they may be."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.chance import seeded, shuffle
from rules_engine.resist.state import EMPTY, FACE_DOWN, NOTHING, SPY, State, Step
from rules_engine.resist.table import Table

PLACES = {
    "hand": "hand",
    "hidden-deck": "hidden_deck",
    "hidden-discard": "hidden_discard",
    "recruit-deck": "recruit_deck",
    "revealed-discard": "revealed_discard",
    "hidden": "played_hidden",
    "revealed": "played_revealed",
    "removed": "removed",
    "spy-supply": "spy_supply",
    "mission-deck": "mission_deck",
    "completed": "completed",
    "failed": "failed",
    "enemy-deck": "enemy_deck",
    "enemy-discard": "enemy_discard",
    "civilian-deck": "civilian_deck",
    "graveyard": "graveyard",
}
"""Piles that can be named, with their cards from the top down."""
SPREAD = ("hand", "hidden", "revealed")
"""Cards that lie side by side."""
OTHER_KEYS = ("phase", "missions", "round")


def arrange(table: Table, given: Mapping[str, Any], seed: int) -> State:
    """A state in the plan phase with these cards in these places, or a ValueError that names what cannot be."""
    unknown = [key for key in given if key not in PLACES and key not in OTHER_KEYS]
    if unknown or given.get("phase", "plan") != "plan":
        wrong = ", ".join(unknown) or f"phase {given['phase']}"
        raise ValueError(
            f"A table cannot be laid out with {wrong}; it begins in the plan phase and knows {', '.join(PLACES)}."
        )
    state = EMPTY.copy()
    state.chance, state.round, state.step = seeded(seed), given.get("round", 1), Step.PLAN
    left = {deck: cards[:] for deck, cards in table.cards.decks.items()}
    for key, pile in PLACES.items():
        taken = [_take(table, left, code) for code in given.get(key, ())]
        setattr(state, pile, taken if key in SPREAD else taken[::-1])
    for entry in given.get("missions", ()):
        state.offer.append(_take(table, left, entry["mission"]))
        face = 0 if entry.get("face-up") else FACE_DOWN
        state.enemies.append([_take(table, left, code) | face for code in entry.get("enemies", ())])
    _deal_rest(table, state, left, given)
    return state


def _take(table: Table, left: Mapping[str, list[int]], code: str) -> int:
    card = table.cards.numbers.get(code, NOTHING)
    deck = next((cards for cards in left.values() if card in cards), None)
    if deck is None:
        raise ValueError(f"There is no card “{code}” left that could be laid there.")
    deck.remove(card)
    return card


def _deal_rest(table: Table, state: State, left: Mapping[str, list[int]], given: Mapping[str, Any]) -> None:
    """What was not named goes where set-up would have it, as far as that place was not named."""
    numbers = table.numbers
    for cards in left.values():
        state.chance = shuffle(cards, state.chance)
    active = len(state.hand) + len(state.played_hidden) + len(state.hidden_discard)
    spies = numbers.hidden_spies - sum(pile.count(SPY) for pile in (state.hand, state.hidden_discard, state.removed))
    if "hidden-deck" not in given:
        maquis = max(numbers.hidden_maquis + numbers.hidden_spies - max(spies, 0) - active, 0)
        state.hidden_deck = left["maquis"][:maquis] + left["spy"][: max(spies, 0)]
        del left["maquis"][:maquis], left["spy"][: max(spies, 0)]
        state.chance = shuffle(state.hidden_deck, state.chance)
    _rest(state, "recruit_deck", left["maquis"], "removed" if "recruit-deck" in given else "")
    _rest(state, "spy_supply", left["spy"], "removed" if "spy-supply" in given else "")
    _rest(state, "enemy_deck", left["enemy"], "enemy_discard" if "enemy-deck" in given else "")
    _rest(state, "civilian_deck", left["civilian"], "removed" if "civilian-deck" in given else "")
    _deal_missions(table, state, left["mission"], "mission-deck" in given)


def _rest(state: State, pile: str, cards: Sequence[int], instead: str) -> None:
    getattr(state, instead or pile).extend(cards)


def _deal_missions(table: Table, state: State, missions: list[int], is_named: bool) -> None:
    for number, era in enumerate(table.cards.eras):
        there = [mission for mission in missions if mission in era]
        wanted = len(there) - table.numbers.missions_removed[number]
        kept = there[: max(wanted, 0)] if number and not is_named else []
        state.mission_deck[:0] = kept
        state.unused_missions += there[len(kept) :]
