"""A database of an older version becomes one of today, whole or not at all, and the old one is kept."""

import multiprocessing
import os
import signal
import sqlite3
import tempfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, text
from sqlmodel import select

import db.upgrade
from db import open as opening
from db.errors import DatabaseProblem, OlderDatabase
from db.open import open_database, session, sqlite_url
from db.upgrade import Kept, Stored, upgrade
from schema import VERSION
from schema.base import row
from schema.documents import Document
from schema.games import Game, GameShape

FORK = multiprocessing.get_context("fork")
NOBODY = 65534


def nothing(_address: str) -> None:
    """No more is done to the carried rows."""


def content(path: Path, table: str) -> list[tuple[Any, ...]]:
    with closing(sqlite3.connect(path)) as file:
        return file.execute(f"SELECT * FROM {table} ORDER BY id").fetchall()


def version_of(path: Path) -> int:
    return int(content(path, "schema_version")[0][1])


def names_beside(path: Path) -> set[str]:
    return {file.name for file in path.parent.iterdir()}


def kept_of(done: tuple[Kept, None] | None) -> Kept:
    assert done is not None
    return done[0]


def test_all_rows_are_carried_over_with_their_numbers(old_database: Path) -> None:
    tables = ("document", "page", "passage", "repair", "mention", "fact", "effect", "validation", "simulation")
    before = {table: content(old_database, table) for table in tables}
    kept = kept_of(upgrade(sqlite_url(old_database), nothing))
    assert kept == Kept(1, f"{old_database}.v1.backup")
    assert all(before.values())
    assert {table: content(Path(kept.where), table) for table in tables} == before
    with closing(sqlite3.connect(old_database)) as file, closing(sqlite3.connect(kept.where)) as old:
        assert file.execute("PRAGMA foreign_key_check").fetchall() == []
        for table in tables:
            columns = {f'"{name}"' for _, name, *_ in file.execute(f"PRAGMA table_info({table})")}
            columns &= {f'"{name}"' for _, name, *_ in old.execute(f"PRAGMA table_info({table})")}
            asked = f"SELECT {', '.join(sorted(columns))} FROM {table} ORDER BY id"
            assert file.execute(asked).fetchall() == old.execute(asked).fetchall(), table
    engine = open_database(sqlite_url(old_database), create=False)
    with session(engine, read_only=True) as opened:
        assert [d.file_name for d in opened.exec(select(Document))] == ["orchard-en.md", "orchard-cs.md", "other.txt"]
        assert {game.fingerprint for game in opened.exec(select(Game))} == {""}, "packs are loaded again"
    engine.dispose()


def test_an_older_backup_is_not_written_over(old_database: Path) -> None:
    first = Path(f"{old_database}.v1.backup")
    first.write_text("kept", encoding="utf-8")
    assert kept_of(upgrade(sqlite_url(old_database), nothing)).where == f"{old_database}.v1_2.backup"
    assert first.read_text(encoding="utf-8") == "kept"


def test_backup_and_new_file_may_be_read_by_those_who_could_read_the_old_one(old_database: Path) -> None:
    old_database.chmod(0o640)
    kept = kept_of(upgrade(sqlite_url(old_database), nothing))
    assert [path.stat().st_mode & 0o777 for path in (old_database, Path(kept.where))] == [0o640, 0o640]


def test_a_link_to_the_file_stays_a_link(old_database: Path, tmp_path: Path) -> None:
    link = tmp_path / "link.db"
    link.symlink_to(old_database)
    upgrade(sqlite_url(link), nothing)
    assert link.is_symlink()
    assert version_of(old_database) == VERSION


def test_what_stands_in_the_log_of_a_killed_program_is_carried_over(old_database: Path) -> None:
    def write_and_die() -> None:
        file = sqlite3.connect(old_database, isolation_level=None)
        file.execute("PRAGMA journal_mode = WAL")
        file.execute("UPDATE document SET title = 'In the log'")
        os.kill(os.getpid(), signal.SIGKILL)

    run_apart(write_and_die)
    assert Path(f"{old_database}-wal").stat().st_size > 0
    upgrade(sqlite_url(old_database), nothing)
    assert ["In the log" in document for document in content(old_database, "document")] == [True] * 3
    assert names_beside(old_database) == {"rulewright.db", "rulewright.db.v1.backup"}


def run_apart(work: Callable[[], None]) -> int | None:
    process = FORK.Process(target=work)
    process.start()
    process.join()
    return process.exitcode


@pytest.mark.parametrize("moment", ["rows", "finish", "backup", "replace"])
def test_a_kill_at_any_moment_leaves_the_old_or_the_new(old_database: Path, moment: str) -> None:
    before = content(old_database, "passage")

    def die(*_: object) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def upgrade_and_die() -> None:
        with pytest.MonkeyPatch.context() as patch:
            if moment == "rows":
                patch.setitem(db.upgrade.STEPS, 1, die)
            if moment in ("backup", "replace"):
                replace = Path.replace
                last = "old.db" if moment == "backup" else "new.db"
                patch.setattr(Path, "replace", lambda file, to: die() if file.name == last else replace(file, to))
            upgrade(sqlite_url(old_database), die if moment == "finish" else nothing)

    assert run_apart(upgrade_and_die) == -signal.SIGKILL
    assert version_of(old_database) == 1
    assert content(old_database, "passage") == before
    assert upgrade(sqlite_url(old_database), nothing) is not None
    assert version_of(old_database) == VERSION
    assert {name for name in names_beside(old_database) if "upgrade" in name} == set()


def test_what_goes_wrong_at_the_end_leaves_the_old_one(old_database: Path) -> None:
    before = old_database.read_bytes()

    def fail(_address: str) -> None:
        raise DatabaseProblem("It went wrong.")

    with pytest.raises(DatabaseProblem, match="It went wrong"):
        upgrade(sqlite_url(old_database), fail)
    assert old_database.read_bytes() == before
    assert names_beside(old_database) == {"rulewright.db"}


def test_two_programs_at_once_upgrade_it_once(old_database: Path) -> None:
    def upgrade_apart() -> None:
        upgrade(sqlite_url(old_database), nothing)

    programs = [FORK.Process(target=upgrade_apart) for _ in range(3)]
    for program in programs:
        program.start()
    for program in programs:
        program.join()
    assert [program.exitcode for program in programs] == [0, 0, 0]
    assert version_of(old_database) == VERSION
    assert names_beside(old_database) == {"rulewright.db", "rulewright.db.v1.backup"}


def test_a_database_that_another_program_reads_is_left_alone(
    old_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)
    with closing(sqlite3.connect(old_database, isolation_level=None)) as reader:
        reader.execute("PRAGMA journal_mode = WAL")
        reader.execute("BEGIN")
        reader.execute("SELECT * FROM game").fetchall()
        with pytest.raises(DatabaseProblem, match="in use by another program"):
            upgrade(sqlite_url(old_database), nothing)
    assert version_of(old_database) == 1


@pytest.mark.parametrize(("file", "folder"), [(0o644, 0o555), (0o444, 0o555), (0o444, 0o777)])
def test_what_may_not_be_written_is_named_and_left(old_database: Path, file: int, folder: int) -> None:
    """As another user where the tests are run by one who may write everything."""
    # Not under pytest's folder, which only its owner may enter.
    place = Path(tempfile.mkdtemp(prefix="rulewright-"))
    path = place / "rulewright.db"
    path.write_bytes(old_database.read_bytes())
    path.chmod(file)
    place.chmod(folder)
    ours, theirs = FORK.Pipe()

    def try_it() -> None:
        if os.getuid() == 0:
            os.setgid(NOBODY)
            os.setuid(NOBODY)
        try:
            upgrade(sqlite_url(path), nothing)
        except DatabaseProblem as problem:
            theirs.send(str(problem))
        else:
            theirs.send("It was upgraded.")

    try:
        assert run_apart(try_it) == 0
        said = ours.recv()
        assert str(path) in said
        assert "Allow" in said
        assert version_of(path) == 1
    finally:
        place.chmod(0o777)
        for left in place.iterdir():
            left.unlink()
        place.rmdir()


def test_a_step_renames_what_has_another_name_today(old_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with closing(sqlite3.connect(old_database)) as file:
        file.executescript(
            "ALTER TABLE repair RENAME TO mending; ALTER TABLE mending RENAME COLUMN reason TO why;"
            "UPDATE about SET table_name = 'mending' WHERE table_name = 'repair'"
        )

    def named_anew(stored: Stored) -> None:
        mendings = stored.pop("mending")
        stored["repair"] = ({**mending, "reason": mending["why"]} for mending in mendings)

    monkeypatch.setitem(db.upgrade.STEPS, 1, named_anew)
    upgrade(sqlite_url(old_database), nothing)
    with closing(sqlite3.connect(old_database)) as file:
        assert file.execute("SELECT count(*), min(length(reason)) > 0 FROM repair").fetchone() == (12, 1)


def test_what_resolving_made_in_the_first_version_names_its_step() -> None:
    joined = "Its place was told by the other language, which prints the same effect there."
    reasons = ("icon restored from a.txt, passage 3", "line end, icon restored from a.txt, passage 3", "line end")
    stored: Stored = {
        "claim": [
            {"attribute": "enter.hunger", "note": joined},
            {"attribute": "effect.1", "note": ""},
            {"attribute": "size", "note": ""},
        ],
        "repair": [{"reason": reason} for reason in reasons],
    }
    db.upgrade.STEPS[1](stored)
    assert [claim["made_by"] for claim in stored["claim"]] == ["join-labels", "printed-cards", ""]
    told = [(repair["reason"], repair.get("made_by")) for repair in stored["repair"]]
    steps = [("icon restored", "restore-icons"), ("line end, icon restored", "restore-icons"), ("line end", None)]
    assert told == steps


def test_what_rests_on_a_row_left_behind_goes_as_if_it_were_deleted(
    old_database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def without_facts_and_a_game(stored: Stored) -> None:
        stored["fact"] = ()
        stored["game"] = [game for game in stored["game"] if game["code"] == "orchard"]

    monkeypatch.setitem(db.upgrade.STEPS, 1, without_facts_and_a_game)
    upgrade(sqlite_url(old_database), nothing)
    with closing(sqlite3.connect(old_database)) as file:
        assert file.execute("SELECT count(*), max(fact_id) FROM claim").fetchone() == (24, None)
        assert file.execute("SELECT file_name FROM document").fetchall() == [("orchard-en.md",), ("orchard-cs.md",)]


def unfit(table: str) -> Callable[[Stored], None]:
    def step(stored: Stored) -> None:
        def changed(rows: Any) -> Iterator[Mapping[str, Any]]:
            for content in rows:
                yield {**content, "origin": "hearsay"}

        stored[table] = changed(stored[table])

    return step


def test_a_row_that_can_be_made_again_may_stay_behind(old_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(db.upgrade.STEPS, 1, unfit("effect"))
    upgrade(sqlite_url(old_database), nothing)
    assert content(old_database, "effect") == []
    assert len(content(old_database, "claim")) == 24


def test_a_row_that_cannot_be_made_again_is_not_lost(old_database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(db.upgrade.STEPS, 1, unfit("claim"))
    with pytest.raises(DatabaseProblem, match="rows of `claim` cannot be carried"):
        upgrade(sqlite_url(old_database), nothing)
    assert version_of(old_database) == 1


def test_opening_says_which_version_it_is(old_database: Path) -> None:
    with pytest.raises(OlderDatabase, match=f"version 1, this program needs {VERSION}.*rulewright ingest"):
        open_database(sqlite_url(old_database))


@pytest.mark.xdist_group("postgres")
def test_on_a_server_the_old_tables_move_into_a_schema(address: str, fill: Callable[[Engine], None]) -> None:
    engine = open_database(address)
    fill(engine)
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE schema_version SET version = {VERSION - 1}"))
        connection.execute(text("ALTER TABLE finding DROP COLUMN suggestion"))
        connection.execute(text("CREATE TABLE of_somebody_else (id int)"))
        before = connection.execute(text("SELECT * FROM passage ORDER BY id")).all()
    kept = kept_of(upgrade(address, nothing))
    assert kept == Kept(VERSION - 1, f"the schema rulewright_v{VERSION - 1}")
    again = open_database(address)
    with session(again) as opened:
        opened.add(row(Game, GameShape(code="next", name="Its number is free")))
        opened.flush()
        assert opened.connection().execute(text("SELECT * FROM passage ORDER BY id")).all() == before
        assert opened.connection().execute(text("SELECT DISTINCT suggestion FROM finding")).scalar_one() == ""
        old = f"SELECT * FROM rulewright_v{VERSION - 1}.passage ORDER BY id"
        assert opened.connection().execute(text(old)).all() == before
        assert opened.connection().execute(text("SELECT * FROM of_somebody_else")).all() == []
    assert upgrade(address, nothing) is None
    again.dispose()
    engine.dispose()
