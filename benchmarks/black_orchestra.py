"""How often conspirators win: a table per edition, difficulty and number of players, for two kinds of players.

    python benchmarks/black_orchestra.py [--db build/rulewright.db] [--games 100] [--seed 1001]

The database is one of the bundled samples (`make ingest`). Seeds are those that no player was tried out on.
"""

import argparse
import os
from pathlib import Path

from db.open import sqlite_url
from rulewright.batches import Setting
from rulewright.simulating import Tally, simulate, wilson

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
        for players in PLAYERS:
            for kind in KINDS:
                cells = []
                for difficulty in DIFFICULTIES:
                    setting = Setting(GAME, edition, players, kind, chosen.seed, {"difficulty": difficulty})
                    db = sqlite_url(Path(chosen.db))
                    cells.append(share(simulate(db, setting, games=chosen.games, jobs=os.cpu_count() or 1).tally))
                print(f"{edition:8} {players:>7} {kind:8}" + "".join(f"{cell:>22}" for cell in cells), flush=True)


def share(tally: Tally) -> str:
    """The share of games won, with its interval."""
    won = tally.outcomes[VICTORY]
    low, high = wilson(won, tally.games)
    return f"{won / tally.games:.0%} ({low:.0%} to {high:.0%})"


if __name__ == "__main__":
    main()
