"""How cost grows: more documents, more games, more workers; run it on a quiet machine.

    python benchmarks/scale.py [documents|games|workers] [--most 1000]

Documents are synthetic rulebooks of the bundled games, seeded, without pictures: our samples with other numbers.
Games are of Resist!, by random players.
"""

import argparse
import os
import random
import re
import resource
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from db.open import reading, sqlite_url
from ingest.pipeline import Options
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset
from rules_engine.simulate import Batch, simulate
from rulewright import GAMES
from rulewright.ingesting import ingest_documents
from rulewright.workers import open_map

DOCUMENTS = (1, 10, 100, 1_000)
GAMES_PLAYED = (1_000, 10_000, 100_000)
SEED = 7


def main() -> None:
    """Print one table for each question."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("part", nargs="?", choices=("documents", "games", "workers"))
    parser.add_argument("--most", type=int, default=None, help="leave larger sizes out")
    chosen = parser.parse_args()
    for name, part in (("documents", documents), ("games", games), ("workers", workers)):
        if chosen.part in (None, name):
            part(chosen.most)


def documents(most: int | None) -> None:
    """Time, memory and size by the number of documents, each size in a database of its own."""
    print("documents   seconds   s/document   MB of memory   kB of database/document")
    for count in DOCUMENTS:
        if most is None or count <= most:
            with tempfile.TemporaryDirectory() as folder:
                seconds, peak = measured(lambda folder=folder, count=count: _ingest(Path(folder), count))
                size = (Path(folder) / "rules.db").stat().st_size
            print(f"{count:>9,} {seconds:>9.1f} {seconds / count:>12.3f} {peak:>14.0f} {size / 1024 / count:>25.0f}")


def games(most: int | None) -> None:
    """Time and memory by the number of games."""
    print("    games   seconds   games/s   MB of memory")
    with tempfile.TemporaryDirectory() as folder:
        ruleset = _resist(Path(folder))
        for count in GAMES_PLAYED:
            if most is None or count <= most:
                seconds, peak = measured(lambda count=count: _play(ruleset, count))
                print(f"{count:>9,} {seconds:>9.1f} {count / seconds:>9,.0f} {peak:>14.0f}")


def workers(most: int | None) -> None:
    """The same work by a plain loop, by processes, and by a cluster on this machine."""
    count, shelf = min(most or 16, 16), min(most or 20_000, 20_000)
    print("work        who                seconds   of the plain loop")
    with tempfile.TemporaryDirectory() as folder:
        ruleset = _resist(Path(folder))
        ways = {
            "plain loop": (1, None),
            "2 processes": (2, None),
            "cluster of 1": (1, "local"),
            "cluster of 2": (2, "local"),
        }
        for work, run in (
            (f"{count} books", lambda name, jobs, cluster: _ingest(Path(folder) / name, count, jobs, cluster)),
            (f"{shelf} games", lambda _, jobs, cluster: _play(ruleset, shelf, jobs, cluster)),
        ):
            plain = 0.0
            for name, (jobs, cluster) in ways.items():
                seconds, _ = measured(lambda run=run, name=name, jobs=jobs, cluster=cluster: run(name, jobs, cluster))
                plain = plain or seconds
                print(f"{work:<11} {name:<17} {seconds:>8.1f} {seconds / plain:>19.2f}")


def measured(work: Callable[[], object]) -> tuple[float, float]:
    """Seconds, and the most memory that the process that did it, or one it started, has used so far, in MB."""
    start = time.perf_counter()
    work()
    seconds = time.perf_counter() - start
    who = (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    return seconds, max(resource.getrusage(one).ru_maxrss for one in who) / 1024


def _ingest(folder: Path, count: int, jobs: int = 1, cluster: str | None = None) -> None:
    folder.mkdir(exist_ok=True)
    shelf = folder / "shelf"
    shelf.mkdir(exist_ok=True)
    for number, text in enumerate(books(count)):
        (shelf / f"book-{number:05}.md").write_text(text, encoding="utf-8")
    report = ingest_documents(sqlite_url(folder / "rules.db"), [shelf], Options(), jobs=jobs, cluster=cluster)
    assert report.loaded == count, report.problems[:3]


def books(count: int) -> Iterator[str]:
    """Our plain samples, over and over, each time with other numbers."""
    samples = [file.read_text(encoding="utf-8") for file in sorted(GAMES.glob("*/samples/*.md"))]
    chance = random.Random(SEED)
    for number in range(count):
        text = samples[number % len(samples)]
        yield re.sub(r"\b\d\b", lambda _: str(chance.randint(1, 9)), text) + f"\nPrinting {number}.\n"


def _resist(folder: Path) -> Ruleset:
    db = sqlite_url(folder / "resist.db")
    ingest_documents(db, [GAMES / "resist" / "samples" / "resist-en.md"], Options())
    with reading(db) as opened:
        return read_ruleset(opened, "resist")


def _play(ruleset: Ruleset, games: int, jobs: int = 1, cluster: str | None = None) -> None:
    with open_map(jobs, cluster) as mapped:
        simulate(ruleset, Batch(1, "random", SEED, games), chunk=200 if cluster else 10, mapped=mapped)


if __name__ == "__main__":
    print(f"{os.cpu_count()} cores")
    main()
