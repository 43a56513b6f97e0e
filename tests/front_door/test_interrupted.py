"""A run that is killed goes on where it was, and runs side by side do not disturb each other."""

import multiprocessing
import os
import random
import runpy
import signal
import sqlite3
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from multiprocessing.process import BaseProcess
from pathlib import Path

import pytest
from sqlalchemy import Engine, Table, event
from sqlmodel import SQLModel, select

from db.open import open_database, session, sqlite_url
from ingest.pipeline import Options
from ingest.resolve import run as resolving
from rulewright.exits import Exit
from rulewright.ingest_report import Report
from rulewright.ingesting import ingest_documents
from schema.claims import Fact, Finding
from schema.row_kinds import UNRESOLVED

ROOT = Path(__file__).resolve().parents[2]
BAD = runpy.run_path(str(ROOT / "tests" / "bad" / "hostile_files.py"))
COMMITS = 40
"""More than a run over one document has."""
FORK = multiprocessing.get_context("fork")
OWNERS = {"card": "card", "location": "location", "delivery": "delivery", "rule": "rule"}


@pytest.fixture
def folder(tmp_path: Path, rules_en: Path, rules_cs: Path) -> Path:
    """Documents of two games, some of which disagree."""
    folder = tmp_path / "rulebooks"
    folder.mkdir()
    english, czech = rules_en.read_text(encoding="utf-8"), rules_cs.read_text(encoding="utf-8")
    for number in range(4):
        changed = english.replace("-5 hunger", f"-{number} hunger")
        (folder / f"en-{number}.md").write_text(changed, encoding="utf-8")
        (folder / f"cs-{number}.md").write_text(czech.replace("+3", f"+{number}"), encoding="utf-8")
    for number in range(2):
        (folder / f"foreign-{number}.txt").write_text(f"A game with {number + 5} dice.", encoding="utf-8")
    return folder


Ingest = Callable[..., Report]


@pytest.fixture
def ingest(folder: Path, tiny_games: Path) -> Ingest:
    def run(db: Path, paths: Sequence[Path] = (folder,), jobs: int = 2) -> Report:
        report = ingest_documents(sqlite_url(db), paths, Options(), jobs=jobs, games=tiny_games)
        assert [p.sentence for p in report.problems if p.exit_code == Exit.BUG] == []
        return report

    return run


def content(db: Path) -> Counter[tuple[object, ...]]:
    """Every row of every table, with the rows it refers to in place of their numbers."""
    with session(open_database(sqlite_url(db), create=False), read_only=True) as opened:
        tables = SQLModel.metadata.sorted_tables
        rows = {table.name: {r.id: r._mapping for r in opened.execute(table.select())} for table in tables}
        return Counter((t.name, *_natural(t, row, rows)) for t in tables for row in rows[t.name].values())


def _natural(table: Table, row: object, rows: dict[str, dict[int, object]]) -> Iterator[object]:
    for column in table.columns:
        value = row[column.name]  # type: ignore[index]
        target = next((key.column.table.name for key in column.foreign_keys), None)
        if column.name == "owner_id":
            target = OWNERS[row["owner_kind"]]  # type: ignore[index]
        if target is not None and value is not None:
            other = SQLModel.metadata.tables[target]
            yield tuple(_natural(other, rows[target][value], rows))
        elif column.name != "id":
            yield value


def state(db: Path) -> tuple[int, bool]:
    """How many documents are stored, and whether facts were chosen from them."""
    if not db.exists():
        return 0, True
    with closing(sqlite3.connect(db)) as connection:
        if not connection.execute("SELECT 1 FROM sqlite_master WHERE name = 'document'").fetchone():
            return 0, True
        (documents,) = connection.execute("SELECT count(*) FROM document").fetchone()
        (notes,) = connection.execute("SELECT count(*) FROM finding WHERE kind = ?", [UNRESOLVED]).fetchone()
    return documents, not notes


def started(work: Callable[[], object]) -> BaseProcess:
    def run() -> None:
        os.setsid()
        work()

    process = FORK.Process(target=run)
    process.start()
    return process


def wait_for(condition: Callable[[], bool]) -> None:
    for _ in range(6000):
        if condition():
            return
        time.sleep(0.01)
    pytest.fail("nothing happened for a minute")


def kill(process: BaseProcess) -> None:
    process.kill()
    process.join()
    process.close()


def test_a_run_killed_at_random_moments_ends_as_one_that_was_not(tmp_path: Path, ingest: Ingest) -> None:
    ingest(tmp_path / "whole.db")
    chance = random.Random(1944)
    db = tmp_path / "killed.db"
    seen = [0]
    while seen[-1] < 10 and len(seen) < 20:
        process = started(lambda: ingest(db))
        wanted = seen[-1] + chance.randint(0, 2)
        wait_for(lambda process=process, wanted=wanted: state(db)[0] >= wanted or not process.is_alive())
        process.join(chance.uniform(0, 0.1))
        kill(process)
        seen.append(state(db)[0])
    assert len(seen) > 3, "it was killed midway more than once"
    assert seen == sorted(seen), "what was stored stays"
    ingest(db)
    assert content(db) == content(tmp_path / "whole.db")


def copied(db: Path, to: Path) -> Path:
    with closing(sqlite3.connect(db)) as source, closing(sqlite3.connect(to)) as target:
        source.backup(target)
    return to


def dying_before_commit(number: int, work: Callable[[], object]) -> None:
    """Do the work, and die when it is about to finish this transaction."""
    left = [number]

    def count(_connection: object) -> None:
        left[0] -= 1
        if not left[0]:
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(Engine, "commit", count)
    work()


def test_a_run_killed_before_any_of_its_commits_loses_and_doubles_nothing(
    tmp_path: Path, ingest: Ingest, rules_en: Path, rules_cs: Path
) -> None:
    ingest(tmp_path / "before.db", [rules_cs])
    ingest(copied(tmp_path / "before.db", tmp_path / "whole.db"), [rules_en])
    whole = content(tmp_path / "whole.db")
    for number in range(1, COMMITS):
        db = copied(tmp_path / "before.db", tmp_path / f"killed-{number}.db")
        process = started(lambda db=db, number=number: dying_before_commit(number, lambda: ingest(db, [rules_en])))
        process.join()
        if process.exitcode == 0:
            break
        ingest(db, [rules_en])
        assert content(db) == whole
    assert process.exitcode == 0, "the run has fewer commits than were tried"
    assert number > 3, "document and facts are committed one after the other"


def test_facts_are_chosen_by_the_next_run_when_the_last_was_killed_before_that(
    tmp_path: Path, ingest: Ingest, monkeypatch: pytest.MonkeyPatch
) -> None:
    ingest(tmp_path / "whole.db")
    db = tmp_path / "killed.db"
    with monkeypatch.context() as patched:
        patched.setattr(resolving, "resolve_games", lambda *_: os.kill(os.getpid(), signal.SIGKILL))
        process = started(lambda: ingest(db))
        process.join()
    assert process.exitcode == -signal.SIGKILL
    assert state(db) == (10, False)
    with session(open_database(sqlite_url(db)), read_only=True) as opened:
        notes = opened.exec(select(Finding).where(Finding.kind == UNRESOLVED)).all()
        assert all("Run `rulewright ingest` again" in note.message for note in notes)
        assert opened.exec(select(Fact).where(Fact.origin == "rulebook")).all() == []
    report = ingest(db)
    assert (report.loaded, report.skipped) == (0, 10)
    assert report.facts > 0
    assert state(db) == (10, True)
    assert content(db) == content(tmp_path / "whole.db")


def test_a_file_that_becomes_another_games_leaves_nothing_in_its_old_one(
    tmp_path: Path, ingest: Ingest, folder: Path
) -> None:
    db = tmp_path / "changed.db"
    ingest(db)
    (folder / "en-0.md").write_text("Quite another thing with 9 dice.", encoding="utf-8")
    ingest(db)
    ingest(tmp_path / "whole.db")
    assert content(db) == content(tmp_path / "whole.db")


@pytest.mark.parametrize("changed", [b"\0\1\2", b""])
def test_a_changed_file_that_cannot_be_read_keeps_its_earlier_rows(
    tmp_path: Path, ingest: Ingest, folder: Path, changed: bytes
) -> None:
    db = tmp_path / "changed.db"
    ingest(db)
    before = content(db)
    (folder / "en-0.md").write_bytes(changed)
    report = ingest(db)
    assert [Path(p.path).name for p in report.problems] == ["en-0.md"]
    outcomes = {done.file_name: done.outcome for done in report.documents}
    assert outcomes["en-0.md"] == "not read, the earlier reading was kept"
    assert content(db) == before


def test_of_two_copies_the_first_named_is_stored(tmp_path: Path, ingest: Ingest, rules_en: Path) -> None:
    copy = tmp_path / "copy.md"
    copy.write_bytes(rules_en.read_bytes())
    report = ingest(tmp_path / "copies.db", [copy, rules_en])
    assert (report.loaded, report.skipped) == (1, 1)
    assert [done.file_name for done in report.documents] == ["copy.md", "orchard-en.md"]
    assert report.documents[1].outcome == f"same as {copy}"


def test_a_file_that_becomes_a_copy_of_another_gives_up_its_rows(tmp_path: Path, ingest: Ingest, folder: Path) -> None:
    db = tmp_path / "copies.db"
    ingest(db)
    (folder / "en-1.md").write_bytes((folder / "cs-1.md").read_bytes())
    report = ingest(db)
    assert (report.loaded, report.skipped) == (0, 10)
    ingest(tmp_path / "whole.db")
    assert content(db) == content(tmp_path / "whole.db")


def test_two_runs_into_one_new_database_both_succeed(tmp_path: Path, ingest: Ingest, folder: Path) -> None:
    ingest(tmp_path / "whole.db")
    db = tmp_path / "shared.db"
    files = sorted(folder.iterdir())
    runs = [started(lambda part=part: ingest(db, part)) for part in (files[:7], files[3:], files)]
    for run in runs:
        run.join()
    assert [run.exitcode for run in runs] == [0, 0, 0]
    assert content(db) == content(tmp_path / "whole.db")


def readers_of(process: int | None) -> list[int]:
    """The processes that another one started."""
    return [int(n) for n in Path(f"/proc/{process}/task/{process}/children").read_text(encoding="ascii").split()]


def is_alive(process: int) -> bool:
    stat = Path(f"/proc/{process}/stat")
    return stat.exists() and stat.read_text(encoding="utf-8").rpartition(")")[2].split()[0] != "Z"


@pytest.fixture
def endless(tmp_path: Path, rules_en: Path) -> list[Path]:
    """A file that is read at once, and one that takes forever."""
    if not Path("/proc/self/task").exists():
        pytest.skip("this system does not list its processes")
    file = tmp_path / "drawing-itself.pdf"
    file.write_bytes(BAD["drawing_itself"]())
    return [rules_en, file]


PROGRAM = """\
import functools, pathlib, signal, sys
from rulewright.commands import ingest
signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts programs in the background without it
from rulewright.run import run
ingest.ingest_documents = functools.partial(ingest.ingest_documents, games=pathlib.Path(sys.argv.pop(1)))
sys.exit(run())
"""
"""The program as a person runs it, with the tiny game alone."""


def test_ctrl_c_ends_the_run_with_a_sentence_and_no_reader_left(
    tmp_path: Path, endless: list[Path], tiny_games: Path
) -> None:
    db = tmp_path / "busy.db"
    command = [sys.executable, "-c", PROGRAM, str(tiny_games), "ingest", *map(str, endless), "--db", str(db)]
    with subprocess.Popen(command, cwd=ROOT, stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True) as process:
        wait_for(lambda: state(db)[0] == 1)
        readers = readers_of(process.pid)
        assert readers
        process.send_signal(signal.SIGINT)
        _, said = process.communicate()
    assert process.returncode == Exit.INTERRUPTED
    assert "Interrupted. Everything that was finished is stored; run the same command again to go on." in said
    assert "Traceback" not in said
    assert [reader for reader in readers if is_alive(reader)] == []
    assert state(db) == (1, False)


def test_readers_end_by_themselves_when_their_run_is_killed(
    tmp_path: Path, ingest: Ingest, endless: list[Path]
) -> None:
    db = tmp_path / "busy.db"
    process = started(lambda: ingest(db, endless))
    wait_for(lambda: state(db)[0] == 1)
    readers = readers_of(process.pid)
    assert readers
    kill(process)
    wait_for(lambda: not any(map(is_alive, readers)))
