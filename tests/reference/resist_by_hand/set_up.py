"""Set-up: maquis, Spies, missions, enemies, civilians and the first hand."""

from collections.abc import Mapping

from resist_by_hand.cards import Table
from resist_by_hand.enemies import lay_garrison
from resist_by_hand.piles import draw_cards
from resist_by_hand.rulebook import Rule
from resist_by_hand.state import EMPTY, SPY, State, Step
from rules_engine.chance import seeded, shuffle
from rules_engine.obeys import obeys

CHOICES: Mapping[str, tuple[str, ...]] = {"maquis": ("random", "chosen")}
"""Whether the maquis are split blindly or divided by the player."""


@obeys(Rule.SETUP_SPLIT_MAQUIS)
def start(table: Table, players: int, seed: int, options: Mapping[str, str]) -> State:
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
