"""What the player sees, what they could not tell apart, and a count of all cards."""

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules_engine.chance import seeded, shuffle
from rules_engine.resist.ops import MAQUIS
from rules_engine.resist.state import CARD, FACE_DOWN, NOTHING, PILES, SPY, State, Step
from rules_engine.resist.strength import are_defending, dead_civilians, enemy_defence, mission_defence, total_attack
from rules_engine.resist.table import Table

OPEN = (
    "hand",
    "hidden_discard",
    "revealed_discard",
    "played_hidden",
    "played_revealed",
    "removed",
    "completed",
    "failed",
    "enemy_discard",
    "graveyard",
)
"""Piles that lie open, in their order."""
CLOSED = ("hidden_deck", "recruit_deck", "spy_supply", "mission_deck", "enemy_deck", "civilian_deck")
"""Piles of which only the size is seen."""


def view(table: Table, state: State) -> dict[str, Any]:
    """The table as the player sees it."""
    codes = table.cards.codes
    seen: dict[str, Any] = {
        "round": state.round,
        "step": Step.NAMES[state.step],
        "attack": state.attack if state.step >= Step.DEFEAT else total_attack(table.cards, state),
        "civilians": dead_civilians(table.cards, state),
        "points": sum(table.cards.points[mission] for mission in state.completed),
        "draft": [codes[card] for card in state.draft[-1:-3:-1]],
        "looking-at": [codes[card] for frame in state.frames for card in frame.those],
        "missions": [_mission(table, state, at) for at in range(len(state.offer))],
        "result": list(state.outcome) if state.outcome else None,
    }
    seen |= {name.replace("_", "-"): [codes[card] for card in getattr(state, name)] for name in OPEN}
    seen["decks"] = {name.replace("_", "-"): len(getattr(state, name)) for name in CLOSED}
    return seen


def _mission(table: Table, state: State, at: int) -> dict[str, Any]:
    cards, mission, is_chosen = table.cards, state.offer[at], at == state.chosen
    values: dict[str, Any] = {}
    if mission != NOTHING:
        printed = cards.defence[mission]
        values = {
            "defence": mission_defence(cards, state) if is_chosen else printed,
            "points": cards.points[mission],
            "garrison": cards.garrison[mission],
        }
    return {
        "mission": cards.codes[mission] if mission != NOTHING else None,
        **values,
        "is-chosen": is_chosen,
        "is-ignored": bool(is_chosen and state.is_ignored),
        "defends": is_chosen and are_defending(state),
        "enemies": [_enemy(table, state, enemy, at) for enemy in state.enemies[at]],
    }


def _enemy(table: Table, state: State, enemy: int, at: int) -> dict[str, Any] | None:
    """An enemy and its defence now; nothing is known of one that lies face-down."""
    if enemy & FACE_DOWN:
        return None
    return {"enemy": table.cards.codes[enemy & CARD], "defence": enemy_defence(table.cards, state, enemy, at)}


def redeal(table: Table, state: State, seed: int) -> State:
    """The same to the player's eyes: decks, face-down enemies and what was removed unseen are dealt anew."""
    made = state.copy()
    made.chance = seeded(seed)
    _redeal_enemies(made)
    _redeal_missions(table, made)
    _redeal_maquis(made)
    made.chance = shuffle(made.civilian_deck, made.chance)
    return made


def _redeal_enemies(state: State) -> None:
    hidden = [(at, i) for at, here in enumerate(state.enemies) for i, e in enumerate(here) if e & FACE_DOWN]
    pool = state.enemy_deck + [state.enemies[at][i] & CARD for at, i in hidden]
    state.chance = shuffle(pool, state.chance)
    for at, i in hidden:
        state.enemies[at][i] = (state.enemies[at][i] & ~CARD) | pool.pop()
    state.enemy_deck = pool


def _redeal_missions(table: Table, state: State) -> None:
    """Missions stay in their era, because its order is known."""
    for era in table.cards.eras:
        places = [i for i, mission in enumerate(state.mission_deck) if mission in era]
        unused = [i for i, mission in enumerate(state.unused_missions) if mission in era]
        pool = [state.mission_deck[i] for i in places] + [state.unused_missions[i] for i in unused]
        state.chance = shuffle(pool, state.chance)
        for i in places:
            state.mission_deck[i] = pool.pop()
        for i in unused:
            state.unused_missions[i] = pool.pop()


def _redeal_maquis(state: State) -> None:
    """Before the first reshuffling nobody knows who is a recruit; the draft is seen, and the discards are too."""
    if state.draft:
        waiting = state.draft[:-2]
        state.chance = shuffle(waiting, state.chance)
        state.draft[:-2] = waiting
        return
    pool = [card for card in state.hidden_deck + state.recruit_deck if card != SPY]
    state.chance = shuffle(pool, state.chance)
    spies = len(state.hidden_deck) + len(state.recruit_deck) - len(pool)
    recruits = len(state.recruit_deck)
    if not state.is_hidden_known:
        state.recruit_deck, state.hidden_deck = pool[:recruits], pool[recruits:] + [SPY] * spies
    else:
        state.chance = shuffle(state.recruit_deck, state.chance)
    state.chance = shuffle(state.hidden_deck, state.chance)


def census(table: Table, state: State) -> Mapping[str, int]:
    """How many of each card there are, wherever they are; during the draft most of them are still in the box."""
    counted: Counter[int] = Counter()
    for name in PILES:
        counted.update(getattr(state, name))
    counted.update(mission for mission in state.offer if mission != NOTHING)
    counted.update(enemy & CARD for here in state.enemies for enemy in here)
    if state.step == Step.DRAFT:
        for deck, cards in table.cards.decks.items():
            counted.update(cards if deck != MAQUIS else ())
    for frame in state.frames:
        if frame.where == NOTHING:
            counted.update(frame.those)
    return {table.cards.codes[card]: count for card, count in counted.items()}
