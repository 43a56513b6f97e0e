"""Resist! from rows goes in step with the engine that was written by hand, down to chance, events and effects."""

import runpy
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import Session

from rules_engine.rows import read_rows
from rules_engine.ruleset import Ruleset

BENCHMARK = runpy.run_path(str(Path(__file__).resolve().parents[2] / "benchmarks" / "two_engines.py"))
GAMES = 60
"""Random games; `benchmarks/two_engines.py` plays ten thousand."""


def test_rows_and_code_play_the_same_game(resist_engine: Engine) -> None:
    with Session(resist_engine) as session:
        by_hand, from_rows = BENCHMARK["both"](read_rows(session, "resist"))
    assert sum(BENCHMARK["play_in_step"](by_hand, from_rows, seed) for seed in range(GAMES)) > GAMES
    for seed in range(0, GAMES, 10):
        state = from_rows.start(1, seed)
        loaded = from_rows.load(from_rows.save(state))
        assert (loaded, from_rows.legal(loaded)) == (state, from_rows.legal(state))


def test_every_rule_of_the_game_is_named_by_a_row(resist: Ruleset) -> None:
    assert resist.frame is not None
    named = {row.rule for _, row in resist.frame.play.rows()}
    assert resist.rules <= named, sorted(resist.rules - named)
