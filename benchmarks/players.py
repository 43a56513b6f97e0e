"""Whether the searching player beats the rules of thumb: the same seeds played by both, in every game and edition.

    python benchmarks/players.py [--db build/rulewright.db] [--games 20] [--seed 5001] [--rollouts 32] [--only resist]
        [--keep pairs.tsv]

The database is one of the bundled samples (`make ingest`). A search of Black Orchestra judges states after a turn; by
`--rollouts 8` a game takes some five seconds. With `--keep` every pair is written to a file as soon as it is played; a
run that was stopped goes on from there.

Where all play together, what a game brings is its points, or one for a victory in games that are only won or lost;
where they play against each other, it is the share of the victory that one seat gets from rules of thumb at the others.
What is printed is how much more the search brings in the same games, with an interval of 95 %.
"""

import argparse
import csv
import math
import os
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import mean, stdev

from db.open import reading, sqlite_url
from rules_engine.intervals import Z
from rules_engine.players import ROLLOUTS, at_seats, by_search, make_player, play_game
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset
from rules_engine.simulate import player_seed
from rulewright.workers import open_map


@dataclass(frozen=True)
class Entry:
    """A game as it is played here."""

    game: str
    edition: str = ""
    players: int = 1
    seat: int = 0
    """Who searches, where they play against each other."""
    options: Mapping[str, str] = field(default_factory=dict)
    by_points: bool = False


ENTRIES = (
    Entry("black-orchestra", "1st", 3),
    Entry("black-orchestra", "2nd", 3),
    Entry("resist", by_points=True),
    Entry("operation-barclay", players=2, seat=0),
    Entry("operation-barclay", players=2, seat=1),
    Entry("pig", players=2),
    Entry("hearts", players=4, options={"length": "deal"}),
    Entry("liars-dice", players=2),
    Entry("goofspiel", players=2),
    Entry("hanabi", players=2, by_points=True),
    Entry("windfall", players=2, by_points=True),
)


def brought(ruleset: Ruleset, entry: Entry, rollouts: int, seed: int) -> float:
    """What a game brings to a search of so many games, or to the rules of thumb where there are none."""
    others = [make_player(ruleset, "rules") for _ in range(entry.players)]
    chosen = by_search(ruleset, player_seed(seed), rollouts) if rollouts else make_player(ruleset, "rules")
    seats = [chosen if seat == entry.seat else other for seat, other in enumerate(others)]
    player = at_seats(ruleset, seats) if ruleset.sides else chosen
    done = play_game(ruleset, player, seed=seed, players=entry.players, options=entry.options)
    return float(done.result.points) if entry.by_points else ruleset.engine.worth(done.state, entry.seat)


def pair(ruleset: Ruleset, entry: Entry, rollouts: int, seed: int) -> tuple[int, float, float]:
    """A seed, and what its game brings to the search and to the rules of thumb."""
    return seed, brought(ruleset, entry, rollouts, seed), brought(ruleset, entry, 0, seed)


class Kept:
    """Pairs that were played, in a file with a line for each; without a file in memory alone."""

    def __init__(self, file: Path | None, about: str) -> None:
        self._file, self._about = file, about
        self.pairs: dict[int, tuple[float, float]] = {}
        for told, seed, search, rules in csv.reader(file.open(), delimiter="\t") if file and file.exists() else ():
            if told == about:
                self.pairs[int(seed)] = float(search), float(rules)

    def add(self, seed: int, search: float, rules: float) -> None:
        """Keep a pair."""
        self.pairs[seed] = search, rules
        if self._file:
            with self._file.open("a", newline="") as written:
                csv.writer(written, delimiter="\t").writerow((self._about, seed, search, rules))


def is_asked(entry: Entry, only: str) -> bool:
    """Whether a game is to be measured."""
    return not only or only in (entry.game, f"{entry.game} {entry.edition}")


def main() -> None:
    """Play and print."""
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--db", default="build/rulewright.db")
    options.add_argument("--games", type=int, default=20)
    options.add_argument("--seed", type=int, default=5001)
    options.add_argument("--rollouts", type=int, default=ROLLOUTS)
    options.add_argument("--only", default="")
    options.add_argument("--keep", type=Path)
    options.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    chosen = options.parse_args()
    for entry in (entry for entry in ENTRIES if is_asked(entry, chosen.only)):
        with reading(sqlite_url(Path(chosen.db))) as opened:
            ruleset = read_ruleset(opened, entry.game, entry.edition or None)
        about = f"{entry.game} {entry.edition} seat {entry.seat + 1} of {entry.players}"
        kept = Kept(chosen.keep, f"{about}, {chosen.rollouts} rollouts")
        seeds = range(chosen.seed, chosen.seed + chosen.games)
        left = [seed for seed in seeds if seed not in kept.pairs]
        began = time.perf_counter()
        with open_map(chosen.processes, None) as mapped:
            for played_pair in mapped(partial(pair, ruleset, entry, chosen.rollouts), left):
                kept.add(*played_pair)
        played = [kept.pairs[seed] for seed in seeds]
        more = [search - rules for search, rules in played]
        reach = Z * stdev(more) / math.sqrt(len(more))
        low, high = mean(more) - reach, mean(more) + reach
        told = f"{mean(s for s, _ in played):6.3f} by search, {mean(r for _, r in played):6.3f} by rules of thumb"
        spent = (time.perf_counter() - began) / max(1, len(left))
        print(f"{about:40} {told}: {low:+.3f} to {high:+.3f} more, {spent:.2f} s a pair", flush=True)


if __name__ == "__main__":
    main()
