"""A state as JSON and back, in codes, so that it can be read by people and loaded beside another database."""

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from rules_engine.resist.state import CARD, CHANGE, FACE_DOWN, NOTHING, NUMBERS, PILES, Frame, State, Step
from rules_engine.resist.strength import GROUPS
from rules_engine.resist.table import Table
from rules_engine.saved import load_saved

GAME = "resist"


def save(table: Table, state: State) -> dict[str, Any]:
    """The state as JSON."""
    cards = table.cards
    codes, programs = cards.codes, cards.programs
    saved: dict[str, Any] = {"game": GAME}
    saved |= {name: getattr(state, name) for name in NUMBERS}
    saved["step"] = Step.NAMES[state.step]
    saved |= {name: [codes[card] for card in getattr(state, name)] for name in PILES}
    saved["offer"] = [codes[mission] if mission != NOTHING else None for mission in state.offer]
    saved["enemies"] = [
        [[codes[e & CARD], "down" if e & FACE_DOWN else "up", e >> CHANGE] for e in here] for here in state.enemies
    ]
    saved["bonuses"] = [[codes[card], GROUPS[group], amount] for card, group, amount in state.bonuses]
    saved["pending"] = [list(programs[number].key) for number in state.pending]
    saved["frames"] = [_save_frame(table, frame) for frame in state.frames]
    saved["outcome"] = list(state.outcome) if state.outcome else None
    return saved


def _save_frame(table: Table, frame: Frame) -> dict[str, Any]:
    codes = table.cards.codes
    return {
        "program": list(table.cards.programs[frame.program].key),
        "actor": codes[frame.actor],
        "at": frame.at,
        "left": frame.left,
        "where": frame.where,
        "sum": frame.sum,
        "those": [codes[card] for card in frame.those],
    }


def load(table: Table, saved: Mapping[str, Any]) -> State:
    """The state that was saved, or a ValueError that says what is wrong with it."""
    return load_saved(GAME, saved, lambda content: _load(table, content))


def _load(table: Table, saved: Mapping[str, Any]) -> State:
    numbers = table.cards.numbers
    keys = {program.key: number for number, program in enumerate(table.cards.programs)}
    state = State()
    for name in NUMBERS:
        setattr(state, name, saved[name])
    state.step = Step.NAMES.index(saved["step"])
    for name in PILES:
        setattr(state, name, [numbers[code] for code in saved[name]])
    state.offer = [NOTHING if code is None else numbers[code] for code in saved["offer"]]
    state.enemies = [
        [numbers[code] + (FACE_DOWN if side == "down" else 0) + (change << CHANGE) for code, side, change in here]
        for here in saved["enemies"]
    ]
    state.bonuses = [(numbers[code], GROUPS.index(group), amount) for code, group, amount in saved["bonuses"]]
    state.pending = [keys[code, seq] for code, seq in saved["pending"]]
    for entry in saved["frames"]:
        code, seq = entry["program"]
        frame = Frame(keys[code, seq], numbers[entry["actor"]])
        frame.at, frame.left, frame.where, frame.sum = (entry[name] for name in ("at", "left", "where", "sum"))
        frame.those = [numbers[card] for card in entry["those"]]
        state.frames.append(frame)
    outcome = saved["outcome"]
    state.outcome = (outcome[0], outcome[1], outcome[2]) if outcome else None
    return state


def content(table: Table) -> dict[str, Any]:
    """Everything the game is played by, as JSON."""
    cards = table.cards
    names = ("codes", "decks", "kinds", "attack", "defence", "garrison", "points", "civilians", "eras")
    return {
        **{name: getattr(cards, name) for name in names},
        "effects": [[*program.key, program.line] for program in cards.programs],
        "standing": [asdict(standing) if standing else None for standing in cards.standing],
        "numbers": asdict(table.numbers),
    }
