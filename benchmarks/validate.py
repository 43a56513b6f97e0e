"""How long `validate` takes for all games in a database, on as many cores as it is given; the aim is a minute on two.

.venv/bin/python benchmarks/validate.py [DATABASE] [--jobs 2] [--deep]

Without a database the bundled samples are ingested first, into a file that is thrown away. The slowest checks are
listed, so that one sees where the time goes; they are timed one by one on a single core.
"""

import argparse
import sys
import tempfile
import time
from collections import Counter
from functools import partial
from pathlib import Path

from sqlmodel import Session, col, select

from db.open import open_database, reading, session, sqlite_url
from ingest.pipeline import Options
from rules_engine.validate import Edition, checks_of, gather, run_checks, validate_editions
from rulewright.ingesting import ingest_documents
from rulewright.workers import open_map
from schema.documents import Document
from schema.games import Edition as EditionRow
from schema.games import Game

GAMES = Path(__file__).resolve().parent.parent / "games"
AIM_SECONDS = 60
SLOWEST = 8


def editions(opened: Session) -> list[Edition]:
    """Every edition that a document describes."""
    query = (
        select(Game.code, EditionRow.code)
        .join(EditionRow, col(EditionRow.game_id) == Game.id)
        .join(Document, col(Document.edition_id) == EditionRow.id)
        .distinct()
        .order_by(Game.code, EditionRow.code)
    )
    return list(opened.exec(query).all())


def samples(folder: Path) -> str:
    """A database of the bundled samples."""
    url = sqlite_url(folder / "samples.db")
    files = [file for file in sorted(GAMES.glob("*/samples/*")) if file.is_file()]
    ingest_documents(url, files, Options())
    return url


def time_all(url: str, wanted: list[Edition], jobs: int, is_deep: bool) -> bool:
    """Time everything together; whether it stayed below the aim."""
    started = time.perf_counter()
    with open_map(jobs, None) as mapped:
        found = validate_editions(partial(reading, url), wanted, is_deep=is_deep, mapped=mapped)
    seconds = time.perf_counter() - started
    count = Counter[str](outcome.found.status for outcomes in found.values() for outcome in outcomes)
    told = ", ".join(f"{number} {status}" for status, number in sorted(count.items()))
    print(f"{len(wanted)} editions on {jobs} cores: {seconds:.1f} s (aim: {AIM_SECONDS} s). {told}.")
    return seconds < AIM_SECONDS or is_deep


def time_each(opened: Session, wanted: list[Edition]) -> None:
    """List the checks that take longest."""
    taken: list[tuple[float, str]] = []
    for game, edition in wanted:
        evidence = gather(opened, game, edition)
        for check in checks_of(game):
            started = time.perf_counter()
            run_checks(evidence, [check])
            taken.append((time.perf_counter() - started, f"{game} {edition}: {check.claim}"))
    for seconds, name in sorted(taken, reverse=True)[:SLOWEST]:
        print(f"{seconds:7.2f} s  {name}")


def main() -> int:
    """Print the figures."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("database", nargs="?", type=Path)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--deep", action="store_true")
    chosen = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = sqlite_url(chosen.database) if chosen.database else samples(Path(folder))
        engine = open_database(url, create=False)
        with session(engine, read_only=True) as opened:
            wanted = editions(opened)
            is_fast = time_all(url, wanted, chosen.jobs, chosen.deep)
            time_each(opened, wanted)
        engine.dispose()
    return 0 if is_fast else 1


if __name__ == "__main__":
    sys.exit(main())
