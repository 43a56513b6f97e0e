"""The same commands on a real Dask cluster of two worker processes."""

import os
import signal
import sqlite3
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from functools import partial
from pathlib import Path
from typing import Any

import dask
import pyarrow.parquet
import pytest
from distributed import LocalCluster
from sqlmodel import col, select

from db.open import open_database, reading, session, sqlite_url
from ingest.files.limits import Limits
from ingest.pipeline import Options
from rules_engine.read import read_ruleset
from rules_engine.simulate import Batch, findings, simulate
from rules_engine.validate import validate_editions
from rulewright.cluster import SentDatabase, read_sent
from rulewright.game_rows import game_rows
from rulewright.ingest_report import Report
from rulewright.ingesting import ingest_documents
from rulewright.run import run
from rulewright.workers import open_map
from schema.claims import Claim, Fact
from schema.documents import Document, Passage

pytestmark = pytest.mark.xdist_group("cluster")

DOCUMENTS = 16
RULES = (
    """\
# The Walled Orchard

## Components

- {number} fruit cards
- 12 weather cards

Garden Gate: +1 hunger

"""
    + "The Beehive opens in stage 4. It buzzes, and nobody minds.\n\n" * 40
)


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    settings = {"distributed.scheduler.allowed-failures": 1, "distributed.scheduler.worker-ttl": None}
    with (
        dask.config.set(settings),
        LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=":0", silence_logs="CRITICAL") as started,
    ):
        yield started


@pytest.fixture
def shelf(tmp_path: Path) -> Path:
    folder = tmp_path / "shelf"
    folder.mkdir()
    for number in range(DOCUMENTS):
        (folder / f"rules-{number:02}.md").write_text(RULES.format(number=40 + number), encoding="utf-8")
    return folder


def ingest(db: Path, games: Path, *files: Path, **options: Any) -> Report:
    return ingest_documents(sqlite_url(db), files, Options(game="orchard"), games=games, **options)


def stored(db: Path) -> list[tuple[Any, ...]]:
    """What the documents say and what was chosen, by names and not by row numbers."""
    engine = open_database(sqlite_url(db), create=False)
    with session(engine, read_only=True) as opened:
        claims = select(Document.source, Passage.seq, Claim.subject, Claim.attribute, Claim.value).select_from(Claim)
        joined = claims.join(Document).join(Passage, col(Passage.id) == Claim.passage_id)
        found: list[tuple[Any, ...]] = sorted(map(tuple, opened.exec(joined).all()))
        found += sorted(map(tuple, opened.exec(select(Fact.subject, Fact.attribute, Fact.value)).all()))
    engine.dispose()
    return found


def kill_a_worker(cluster: LocalCluster, db: Path) -> threading.Thread:
    """Kill one worker as soon as the first document is in the database."""

    def wait_and_kill() -> None:
        while not documents_in(db):
            time.sleep(0.01)
        os.kill(next(iter(cluster.workers.values())).pid, signal.SIGKILL)

    thread = threading.Thread(target=wait_and_kill, daemon=True)
    thread.start()
    return thread


def documents_in(db: Path) -> int:
    if not db.exists():
        return 0
    with closing(sqlite3.connect(db)) as file, suppress(sqlite3.OperationalError):
        (count,) = file.execute("SELECT count(*) FROM document").fetchone()
        return int(count)
    return 0


def test_a_worker_killed_during_ingest_costs_nothing(
    cluster: LocalCluster, shelf: Path, tmp_path: Path, tiny_games: Path
) -> None:
    plain = ingest(tmp_path / "plain.db", tiny_games, shelf)
    killer = kill_a_worker(cluster, tmp_path / "cluster.db")
    report = ingest(tmp_path / "cluster.db", tiny_games, shelf, cluster=cluster.scheduler_address)
    killer.join()
    assert plain.loaded == report.loaded == DOCUMENTS
    assert not report.problems
    assert stored(tmp_path / "cluster.db") == stored(tmp_path / "plain.db")


def test_a_file_that_ends_every_worker_is_reported_like_any_bad_file(
    cluster: LocalCluster, shelf: Path, tmp_path: Path, tiny_games: Path
) -> None:
    endless = Limits(file_seconds=0.001)
    one = shelf / "rules-00.md"
    report = ingest(tmp_path / "x.db", tiny_games, one, cluster=cluster.scheduler_address, limits=endless)
    assert report.loaded == 0
    (problem,) = report.problems
    assert "rules-00.md: it ended every worker that tried to read it" in problem.sentence
    assert ingest(tmp_path / "x.db", tiny_games, one, cluster=cluster.scheduler_address).loaded == 1


def test_bad_files_are_named_and_the_others_read(
    cluster: LocalCluster, shelf: Path, tmp_path: Path, tiny_games: Path
) -> None:
    (shelf / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing more")
    (shelf / "empty.txt").write_bytes(b"")
    files = [shelf / "broken.pdf", shelf / "empty.txt", shelf / "rules-03.md"]
    report = ingest(tmp_path / "x.db", tiny_games, *files, cluster=cluster.scheduler_address)
    assert report.loaded == 1
    assert sorted(Path(problem.path).name for problem in report.problems) == ["broken.pdf", "empty.txt"]


def test_the_same_seeds_give_the_same_statistics_at_home_and_on_the_cluster(
    cluster: LocalCluster, resist_db: str, tmp_path: Path
) -> None:
    batch = Batch(1, "random", 5, 430)
    with reading(resist_db) as opened:
        ruleset = read_ruleset(opened, "resist")
    home, away = tmp_path / "home.parquet", tmp_path / "away.parquet"
    found = []
    for file, address in ((home, None), (away, cluster.scheduler_address)):
        with game_rows(file) as keep, open_map(1, address) as mapped:
            found.append(simulate(ruleset, batch, chunk=200, mapped=mapped, on_games=keep))
    assert findings(found[0]) == findings(found[1])
    at_home, on_cluster = pyarrow.parquet.read_table(home), pyarrow.parquet.read_table(away)
    assert at_home.equals(on_cluster)
    assert at_home["seed"].to_pylist() == list(range(5, 435)), "every game is a row, in the order of the seeds"


def test_checks_find_the_same_at_home_and_on_the_cluster(cluster: LocalCluster, resist_db: str) -> None:
    editions = [("resist", "1st")]
    home = validate_editions(partial(reading, resist_db), editions, only=["rows"])
    with open_map(1, cluster.scheduler_address) as mapped:
        sent = partial(read_sent, SentDatabase(resist_db))
        away = validate_editions(sent, editions, only=["rows"], mapped=mapped)
    assert len(home["resist", "1st"]) > 5
    assert [o.found for o in home["resist", "1st"]] == [o.found for o in away["resist", "1st"]]


def test_where_no_scheduler_answers_the_command_says_how_to_start_one(
    tmp_path: Path, shelf: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulewright.cluster.CONNECT_SECONDS", 1)
    arguments = ["ingest", str(shelf), "--db", str(tmp_path / "x.db"), "--cluster", "tcp://127.0.0.1:9"]
    assert run(arguments) == 3
    assert "No Dask scheduler answers at tcp://127.0.0.1:9. Start one with `dask scheduler`" in capfd.readouterr().err


def test_without_the_extra_the_command_says_how_to_install_it(tmp_path: Path, shelf: Path) -> None:
    program = (
        "import sys; sys.modules['distributed'] = None; from rulewright.run import run; sys.exit(run(sys.argv[1:]))"
    )
    command = [
        sys.executable,
        "-c",
        program,
        "ingest",
        str(shelf),
        "--db",
        str(tmp_path / "x.db"),
        "--cluster",
        "local",
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 3
    assert "pip install 'distributed'" in done.stderr
