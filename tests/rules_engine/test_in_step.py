"""Games played from rows go in step with OpenSpiel's: the same mover, the same legal actions, the same returns."""

import runpy
from pathlib import Path
from typing import Any

import pytest

BENCHMARK = runpy.run_path(str(Path(__file__).resolve().parents[2] / "benchmarks" / "rows.py"))
GAMES = 15
"""Games of each; `benchmarks/rows.py` plays two thousand."""

pytest.importorskip("pyspiel", reason="OpenSpiel is not installed; `make setup` brings it")


@pytest.mark.parametrize("peer", BENCHMARK["PEERS"], ids=lambda peer: f"{peer.game}-{peer.players}")
def test_random_games_go_in_step(peer: Any) -> None:
    ruleset, spiel = BENCHMARK["prepared"](peer)
    assert all(BENCHMARK["play_in_step"](ruleset, peer, spiel, seed) > 0 for seed in range(GAMES))
