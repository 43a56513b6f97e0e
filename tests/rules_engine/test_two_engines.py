"""Resist! from rows goes in step with the engine that was written by hand, down to chance, events and effects."""

import runpy
from pathlib import Path

BENCHMARK = runpy.run_path(str(Path(__file__).resolve().parents[2] / "benchmarks" / "two_engines.py"))
GAMES = 60
"""Random games; `benchmarks/two_engines.py` plays ten thousand."""


def test_rows_and_code_play_the_same_game() -> None:
    by_hand, from_rows = BENCHMARK["both"]()
    assert sum(BENCHMARK["play_in_step"](by_hand, from_rows, seed) for seed in range(GAMES)) > GAMES
    for seed in range(0, GAMES, 10):
        state = from_rows.start(1, seed)
        loaded = from_rows.load(from_rows.save(state))
        assert (loaded, from_rows.legal(loaded)) == (state, from_rows.legal(state))


def test_every_rule_of_the_game_is_named_by_a_row() -> None:
    _, from_rows = BENCHMARK["both"]()
    named = {row.rule for _, row in from_rows.frame.play.rows()}
    assert from_rows.rules <= named, sorted(from_rows.rules - named)
