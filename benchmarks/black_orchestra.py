"""How often conspirators win: a table per edition, difficulty and number of players, for two kinds of players.

    python benchmarks/black_orchestra.py [--db build/rulewright.db] [--games 100] [--seed 1001]

The database is one of the bundled samples (`make ingest`). Seeds are those that no player was tried out on.
"""

import argparse
import os
from pathlib import Path

from db.open import reading, sqlite_url
from rules_engine.intervals import wilson
from rules_engine.read import read_ruleset
from rules_engine.simulate import Batch, Tally, simulate
from rulewright.workers import open_map

GAME, VICTORY = "black-orchestra", "victory"
EDITIONS, PLAYERS, DIFFICULTIES, KINDS = ("1st", "2nd"), (1, 3, 5), ("easy", "standard", "hard"), ("random", "rules")


def main() -> None:
    """Play and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--db", default="build/rulewright.db")
    options.add_argument("--games", type=int, default=100)
    options.add_argument("--seed", type=int, default=1001)
    chosen = options.parse_args()
    print(f"{'edition':8} {'players':>7} {'player':8}" + "".join(f"{name:>22}" for name in DIFFICULTIES))
    for edition in EDITIONS:
        with reading(sqlite_url(Path(chosen.db))) as opened:
            ruleset = read_ruleset(opened, GAME, edition)
        for players in PLAYERS:
            for kind in KINDS:
                cells = []
                for difficulty in DIFFICULTIES:
                    batch = Batch(players, kind, chosen.seed, chosen.games, {"difficulty": difficulty})
                    with open_map(os.cpu_count() or 1, None) as mapped:
                        cells.append(share(simulate(ruleset, batch, mapped=mapped).tally))
                print(f"{edition:8} {players:>7} {kind:8}" + "".join(f"{cell:>22}" for cell in cells), flush=True)


def share(tally: Tally) -> str:
    """The share of games won, with its interval."""
    won = tally.outcomes[VICTORY]
    low, high = wilson(won, tally.games)
    return f"{won / tally.games:.0%} ({low:.0%} to {high:.0%})"


if __name__ == "__main__":
    main()
