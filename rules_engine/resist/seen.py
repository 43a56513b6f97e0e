"""What the player sees and is told, what they could not tell apart, and a count of all cards."""

# ruff: noqa: ARG001  (there is only one player)

from collections import Counter
from collections.abc import Mapping
from typing import Any

from rules_engine.chance import seeded, shuffle
from rules_engine.machine.steps import NOTHING
from rules_engine.resist.cards import MAQUIS, Table
from rules_engine.resist.rounds import points_of
from rules_engine.resist.state import CARD, FACE_DOWN, SPY, State, Step
from rules_engine.resist.strength import are_defending, dead_civilians, enemy_defence, mission_defence, total_attack

TEMPLATES = {
    "action": "{card} uses the {side} action.",
    "attack": "The attack of all maquis in play is {total}.",
    "bonus": "{card} gains {amount} attack per {group}.",
    "chose": "The mission of this round is {mission}.",
    "civilians": "A civilian card is turned: {civilians} dead.",
    "completed": "{card} is completed (defence {defence}); {left} attack is left.",
    "copied": "{actor} copies the action of {card}.",
    "defeated": "{card} is defeated (defence {defence}); {left} attack is left.",
    "defence-changed": "The defence of {card} changes by {amount}.",
    "defends": "The defend effect of {card} holds.",
    "discarded": "{card} is discarded.",
    "drew": "You draw {card} from the deck {deck}.",
    "effect": "The effect of {card} happens.",
    "ended": "You end the resistance with {points} points: {outcome}.",
    "failed": "The mission {mission} has failed.",
    "flipped": "{card} at {mission} is turned face-up.",
    "gained": "{card} gains {amount} attack.",
    "halved": "The defence of {card} is now {defence}.",
    "ignored": "The effect of this round's mission will be ignored.",
    "looked": "You look at {card}.",
    "lost": "You have lost.",
    "moved": "{card} is moved from {from_} to {to}.",
    "moved-enemy": "{card} is moved to {mission}.",
    "offered": "A new mission is available: {mission}.",
    "played": "You play {card} {side}.",
    "put": "You put {card} {place} the deck {deck}.",
    "put-away": "{card} goes to {pile}.",
    "recover-changed": "{amount} cards will be drawn in the next recovery.",
    "reinforced": "Enemies are laid face-down at {mission}: {count}.",
    "removed": "{card} is removed from the game.",
    "reshuffled": "The discard pile is shuffled into a new deck: {deck} ({count}).",
    "round": "Round {round} begins.",
    "shuffled-back": "{card} is shuffled back into its deck.",
}
"""Our own English sentences for what happens, for events that the phrasebook has no words for."""


def view(table: Table, state: State, player: int) -> dict[str, Any]:
    """The table as the player sees it."""
    codes = table.codes
    seen: dict[str, Any] = {
        "round": state.round,
        "step": Step.NAMES[state.step],
        "attack": state.attack if state.step >= Step.DEFEAT else total_attack(table, state),
        "civilians": dead_civilians(table, state),
        "points": points_of(table, state),
        "draft": [codes[card] for card in state.draft[-1:-3:-1]],
        "looking-at": [codes[card] for frame in state.frames for card in frame.those],
        "missions": [_mission(table, state, at) for at in range(len(state.offer))],
        "result": list(state.outcome) if state.outcome else None,
    }
    return {**seen, **state.shown(table), "decks": state.sizes()}


def _mission(table: Table, state: State, at: int) -> dict[str, Any]:
    is_chosen = at == state.chosen and state.step < Step.STOP  # what lies there after the attack is a new mission
    mission = state.offer[at]
    values: dict[str, Any] = {}
    if mission != NOTHING:
        values = {
            "defence": mission_defence(table, state) if is_chosen else table.defence[mission],
            "points": table.points[mission],
            "garrison": table.garrison[mission],
        }
    return {
        "mission": table.codes[mission] if mission != NOTHING else None,
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
    return {"enemy": table.codes[enemy & CARD], "defence": enemy_defence(table, state, enemy, at)}


def redeal(table: Table, state: State, player: int, seed: int) -> State:
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
    for era in table.eras:
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
    counted = Counter(state.held(table))
    if state.step == Step.DRAFT:
        for deck, cards in table.decks.items():
            counted.update(table.codes[card] for card in cards if deck != MAQUIS)
    return counted
