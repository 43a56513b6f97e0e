"""Resist! from rows beside the engine that was written by hand, step by step on the same seeds.

.venv/bin/python benchmarks/two_engines.py [--games 10000]

Before every decision both must offer the same actions in the same order and be in the same state, down to the chance
that is left and the step of every effect that happens; after it both must tell the same events; the result is one.
"""

import argparse
import random
import sys
import time
from pathlib import Path
from runpy import run_path
from typing import Any

sys.path.append(str(Path(__file__).resolve().parents[1] / "tests" / "reference"))

from resist_by_hand import BY_HAND
from resist_by_hand.state import CARD, CHANGE, FACE_DOWN, GROUPS, Step

from rules_engine.machine.steps import NOTHING
from rules_engine.read import build_ruleset
from rules_engine.rows import Rows, read_rows
from rules_engine.ruleset import Ruleset

GAME = "resist"
PILES = {
    "hand": "hand",
    "hidden_deck": "hidden",
    "hidden_discard": "hidden-discard",
    "recruit_deck": "recruit",
    "revealed_discard": "revealed-discard",
    "played_hidden": "played-hidden",
    "played_revealed": "played-revealed",
    "removed": "box",
    "unused_missions": "unused-missions",
    "completed": "completed",
    "failed": "failed",
    "enemy_discard": "enemy-discard",
    "graveyard": "graveyard",
}
"""Where the cards of a field of the one lie in the other."""
LATER = {"spy_supply": "spy-supply", "mission_deck": "mission", "enemy_deck": "enemy", "civilian_deck": "civilian"}
"""Piles that the one lays out after the draft only."""
COUNTERS = ("mission_change", "revealed_now", "draw_change", "chosen")
STEPS = {"drafting": "draft", "when-chosen": "chosen", "defeating": "defeat", "deciding": "stop"}
"""Phases of the rows that the other calls otherwise."""
BONUSES = dict(zip(("fixed", "per-revealed", "per-other", "per-dead", "per-standing"), GROUPS, strict=True))
DRAWN_OUT = 0.8
"""Share of the decisions in which nobody ends the game of their own accord."""


class OutOfStep(AssertionError):
    """Where the two part, in a sentence."""


def rows_of_sample() -> Rows:
    """The rows of the game, from its pack and its English sample."""
    with run_path(str(Path(__file__).with_name("rows.py")))["loaded"](GAME) as opened:
        return read_rows(opened, GAME)


def both(rows: Rows) -> tuple[Ruleset, Ruleset]:
    """The game as it was written by hand, and as its rows say."""
    (by_hand, wrong), (from_rows, mistaken) = build_ruleset(rows, BY_HAND), build_ruleset(rows)
    assert not wrong + mistaken, wrong + mistaken
    return by_hand, from_rows


def by_hand_in_words(table: Any, state: Any) -> dict[str, Any]:
    """A state of the engine that was written by hand."""
    codes, is_drafting = table.codes, state.step == Step.DRAFT
    told = {pile: [codes[card] for card in getattr(state, pile)] for pile in (*PILES, *(() if is_drafting else LATER))}
    bonuses: dict[tuple[str, str], int] = {}
    for card, group, amount in state.bonuses:
        key = codes[card], GROUPS[group]
        bonuses[key] = bonuses.get(key, 0) + amount
    return {
        **told,
        **{name: getattr(state, name) for name in COUNTERS},
        "attack": state.attack,
        "round": state.round or 1,
        "draft": [codes[card] for card in state.draft],
        "offer": [codes[mission] if mission != NOTHING else None for mission in state.offer],
        "enemies": [[(codes[e & CARD], bool(e & FACE_DOWN), e >> CHANGE) for e in here] for here in state.enemies],
        "bonuses": {key: amount for key, amount in bonuses.items() if amount},
        "pending": [program.key for program in state.pending],
        "ignored": bool(state.is_ignored),
        "chance": state.chance,
        "outcome": state.outcome,
        "step": Step.NAMES[state.step],
        "frames": [
            (f.program.key, f.at, f.left, codes[f.actor], [codes[card] for card in f.those], f.sum)
            for f in state.frames
            if state.outcome is None
        ],
    }


def from_rows_in_words(table: Any, state: Any) -> dict[str, Any]:
    """A state of the engine that plays from rows."""
    layout, codes = table.layout, table.layout.codes
    lines = [frame for frame in state.frames if isinstance(frame.program.key, tuple)]
    phase, _ = table.phase_of(state)
    is_drafting = phase == "drafting"

    def zone(code: str) -> list[str]:
        return [codes[card] for card in state.zones[layout.zone_places[code].base]]

    def at_sites(code: str) -> list[list[int]]:
        base = layout.zone_places[code].base
        return [] if is_drafting else state.zones[base : base + layout.spaces]

    def counter(code: str) -> Any:
        return state.counters[layout.counter_places[code].base]

    marks = {tuple(layout.mark(key).split(" ")): value for key, value in state.marks.items() if value}
    change = layout.counter_places["change"].base
    piles = PILES if is_drafting else {**PILES, **LATER}
    return {
        **{pile: zone(code) for pile, code in piles.items()},
        **{name: counter(name.replace("_", "-")) for name in COUNTERS},
        "attack": counter("attack-left"),
        "round": counter("round"),
        "draft": zone("draft") + zone("shown")[::-1],
        "offer": [codes[lying[0]] if lying else None for lying in at_sites("offer")],
        "enemies": [
            [(codes[card], bool(state.down >> card & 1), state.marks.get(change + card, 0)) for card in lying]
            for lying in at_sites("garrison")
        ],
        "bonuses": {(card, BONUSES[name]): value for (name, card), value in marks.items() if name in BONUSES},
        "pending": [line.key for line in state.pending],
        "ignored": counter("ignored") == "yes",
        "chance": state.chance,
        "outcome": state.outcome,
        "step": "over" if state.outcome else STEPS.get(phase, phase),
        "frames": [
            (f.program.key, f.at, f.left, codes[f.card], [codes[c] for c in f.those], f.counted("discarded-defence"))
            for f in lines
            if state.outcome is None
        ],
    }


def play_in_step(by_hand: Ruleset, from_rows: Ruleset, seed: int) -> int:
    """Play a random game with both; gives the number of decisions, or raises OutOfStep."""
    rng = random.Random(seed)
    options = {name: values[seed % len(values)] for name, values in by_hand.choices.items()}
    one, other = by_hand.start(1, seed, options), from_rows.start(1, seed, options)
    decisions = 0
    while True:
        _compare(seed, decisions, by_hand, one, from_rows, other)
        actions = by_hand.legal(one)
        if not actions:
            return decisions
        likely = [action for action in actions if action != "end"] or actions
        action = rng.choice(likely if rng.random() < DRAWN_OUT else actions)
        told: tuple[list[Any], list[Any]] = [], []
        by_hand.advance(one, action, told[0])
        from_rows.advance(other, action, told[1])
        for first, second in zip(*told, strict=True):
            if first != second or list(first.data) != list(second.data):
                raise OutOfStep(f"seed {seed}, after “{action}”: {first} or {second}")
        decisions += 1


def _compare(seed: int, decision: int, by_hand: Ruleset, one: Any, from_rows: Ruleset, other: Any) -> None:
    offered = by_hand.legal(one), from_rows.legal(other)
    if offered[0] != offered[1]:
        raise OutOfStep(f"seed {seed}, decision {decision}: {offered[0]} or {offered[1]}")
    states = by_hand_in_words(by_hand.engine, one), from_rows_in_words(from_rows.engine, other)
    for part, value in states[0].items():
        if states[1][part] != value:
            raise OutOfStep(f"seed {seed}, decision {decision}, {part}: {value} or {states[1][part]}")


def main() -> int:
    """Play; 0 when every step was the same."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=10_000)
    asked = parser.parse_args()
    rulesets, started, decisions = both(rows_of_sample()), time.perf_counter(), 0
    for seed in range(asked.games):
        try:
            decisions += play_in_step(*rulesets, seed)
        except OutOfStep as error:
            print(error)
            return 1
    took = time.perf_counter() - started
    print(f"{GAME}: {asked.games} games, {decisions} decisions in step with the engine by hand, {took:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
