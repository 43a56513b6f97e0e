"""Set-up: maquis, Spies, missions, enemies, civilians and the first hand; or a table as an example wants it."""

from collections.abc import Mapping, Sequence
from typing import Any

from rules_engine.chance import seeded, shuffle
from rules_engine.machine.engine import take_card
from rules_engine.machine.steps import NOTHING
from rules_engine.obeys import obeys
from rules_engine.resist.cards import Table
from rules_engine.resist.enemies import lay_garrison
from rules_engine.resist.piles import draw_cards
from rules_engine.resist.rulebook import Rule
from rules_engine.resist.state import EMPTY, FACE_DOWN, SPY, State, Step

CHOICES: Mapping[str, tuple[str, ...]] = {"maquis": ("random", "chosen")}
"""Whether the maquis are split blindly or divided by the player."""
PLACES = {name.removeprefix("played_").replace("_", "-"): name for name, each in State.declared.items() if each.seen}
"""Piles that can be named, with their cards from the top down."""
SPREAD = ("hand", "hidden", "revealed")
"""Cards that lie side by side."""
OTHER_KEYS = ("phase", "missions", "round")


@obeys(Rule.SETUP_SPLIT_MAQUIS)
def start(table: Table, players: int, seed: int, options: Mapping[str, str]) -> State:  # noqa: ARG001
    """The state at the first decision."""
    state = EMPTY.copy()
    state.chance = seeded(seed)
    maquis = table.decks["maquis"][:]
    state.chance = shuffle(maquis, state.chance)
    if options.get("maquis") == "chosen":
        state.draft = maquis
        state.step = Step.DRAFT
        state.is_hidden_known = 1
        _end_draft_if_done(table, state)
    else:
        split = table.numbers.hidden_maquis
        state.hidden_deck, state.recruit_deck = maquis[:split], maquis[split:]
        _deal(table, state)
    return state


@obeys(Rule.SETUP_CHOOSE_MAQUIS)
def draft_options(table: Table, state: State) -> list[str]:
    """Which of two maquis joins the hidden deck; the other becomes a recruit."""
    return [f"enlist {table.codes[card]}" for card in state.draft[-1:-3:-1]]


def enlist(table: Table, state: State, card: int) -> None:
    """Divide the two."""
    pair = state.draft[-2:]
    del state.draft[-2:]
    pair.remove(card)
    state.hidden_deck.append(card)
    state.recruit_deck += pair
    _end_draft_if_done(table, state)


def _end_draft_if_done(table: Table, state: State) -> None:
    missing = table.numbers.hidden_maquis - len(state.hidden_deck)
    if missing > 0 and len(state.draft) > missing:
        return
    state.hidden_deck += state.draft[:missing] if missing > 0 else []
    state.recruit_deck += state.draft[max(missing, 0) :]
    state.draft = []
    state.chance = shuffle(state.hidden_deck, state.chance)
    state.chance = shuffle(state.recruit_deck, state.chance)
    _deal(table, state)


@obeys(Rule.SETUP_SPIES, Rule.SETUP_CIVILIANS, Rule.SETUP_HAND)
def _deal(table: Table, state: State) -> None:
    """Everything after the maquis."""
    numbers = table.numbers
    state.spy_supply = [SPY] * (len(table.decks["spy"]) - numbers.hidden_spies)
    state.hidden_deck += [SPY] * numbers.hidden_spies
    state.chance = shuffle(state.hidden_deck, state.chance)
    state.enemy_deck = table.decks["enemy"][:]
    state.chance = shuffle(state.enemy_deck, state.chance)
    _lay_missions(table, state)
    state.civilian_deck = table.decks["civilian"][:]
    state.chance = shuffle(state.civilian_deck, state.chance)
    draw_cards(table, state, "hidden_deck", numbers.hand, Rule.SETUP_HAND)
    state.round = 1
    state.step = Step.PLAN


@obeys(Rule.SETUP_MISSIONS, Rule.SETUP_OFFER, Rule.SETUP_MISSION_DECK, Rule.SETUP_GARRISON)
def _lay_missions(table: Table, state: State) -> None:
    """Missions of the first era lie open, each with its garrison; the later eras wait below the earlier ones."""
    numbers = table.numbers
    for removed, era in zip(numbers.missions_removed, table.eras, strict=True):
        missions = era[:]
        state.chance = shuffle(missions, state.chance)
        state.unused_missions += missions[:removed]
        state.mission_deck[:0] = missions[removed:]
    for at in range(numbers.missions_offered):
        mission = state.mission_deck.pop()
        state.offer.append(mission)
        state.enemies.append([])
        lay_garrison(table, state, None, at, table.garrison[mission], Rule.SETUP_GARRISON)


def arrange(table: Table, given: Mapping[str, Any], seed: int = 0) -> State:
    """A state in the plan phase with these cards in these places, or a ValueError that names what cannot be."""
    unknown = [key for key in given if key not in PLACES and key not in OTHER_KEYS]
    if unknown or given.get("phase", "plan") != "plan":
        wrong = ", ".join(unknown) or f"phase {given['phase']}"
        raise ValueError(
            f"A table cannot be laid out with {wrong}; it begins in the plan phase and knows {', '.join(PLACES)}."
        )
    state = EMPTY.copy()
    state.chance, state.round, state.step = seeded(seed), given.get("round", 1), Step.PLAN
    left = {deck: cards[:] for deck, cards in table.decks.items()}

    def taken(codes: Sequence[str]) -> list[int]:
        return [take_card(left, table.number_of.get(code, NOTHING), code) for code in codes]

    for key, pile in PLACES.items():
        cards = taken(given.get(key, ()))
        setattr(state, pile, cards if key in SPREAD else cards[::-1])
    for entry in given.get("missions", ()):
        state.offer += taken([entry["mission"]])
        face = 0 if entry.get("face-up") else FACE_DOWN
        state.enemies.append([card | face for card in taken(entry.get("enemies", ()))])
    _deal_rest(table, state, left, given)
    return state


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
    for pile, deck, instead in (
        ("recruit-deck", "maquis", state.removed),
        ("spy-supply", "spy", state.removed),
        ("enemy-deck", "enemy", state.enemy_discard),
        ("civilian-deck", "civilian", state.removed),
    ):
        (instead if pile in given else getattr(state, PLACES[pile])).extend(left[deck])
    for number, era in enumerate(table.eras):
        there = [mission for mission in left["mission"] if mission in era]
        wanted = len(there) - numbers.missions_removed[number]
        kept = there[: max(wanted, 0)] if number and "mission-deck" not in given else []
        state.mission_deck[:0] = kept
        state.unused_missions += there[len(kept) :]
