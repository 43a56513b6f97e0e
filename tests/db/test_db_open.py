"""Opening: a whole database or a sentence that says what to do."""

import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, inspect
from sqlmodel import SQLModel, select

from db import open as opening
from db.errors import DatabaseProblem
from db.open import open_database, session, sqlite_url
from db.views import VIEWS
from schema import VERSION
from schema.about import About
from schema.base import describe, row, tables
from schema.games import Game, GameShape


def test_a_new_database_has_every_table_and_view(empty: Engine) -> None:
    found = inspect(empty)
    assert set(SQLModel.metadata.tables) == set(found.get_table_names())
    assert {view.name for view in VIEWS} == set(found.get_view_names())


def test_a_new_database_describes_every_table_and_column_of_itself(empty: Engine) -> None:
    with session(empty, read_only=True) as opened:
        told = {(a.table_name, a.column_name): a.description for a in opened.exec(select(About)).all()}
    for table in tables():
        sentence, columns = describe(table)
        assert told[str(table.__tablename__), ""] == sentence
        for column, meaning in columns.items():
            assert told[str(table.__tablename__), column] == meaning
    assert {view.name for view in VIEWS} <= {table for table, _ in told}


def test_sqlite_keeps_a_write_ahead_log_checks_keys_and_waits(empty: Engine) -> None:
    with empty.connect() as connection:
        asked = {p: connection.exec_driver_sql(f"PRAGMA {p}").scalar() for p in ("journal_mode", "foreign_keys")}
        waits = connection.exec_driver_sql("PRAGMA busy_timeout").scalar()
    assert asked == {"journal_mode": "wal", "foreign_keys": 1}
    assert waits == opening.BUSY_SECONDS * 1000


def test_the_folder_of_a_new_database_is_made(tmp_path: Path) -> None:
    path = tmp_path / "build" / "deep" / "rulewright.db"
    open_database(sqlite_url(path)).dispose()
    assert path.is_file()


@pytest.mark.parametrize("name", ["a?b.db", "a#b.db", "100%25.db", "žluťoučký kůň.db", "a@b:c.db"])
def test_any_file_name_is_an_address(tmp_path: Path, name: str) -> None:
    open_database(sqlite_url(tmp_path / name)).dispose()
    assert (tmp_path / name).is_file()


def test_what_was_stored_is_there_when_opened_again(empty: Engine) -> None:
    with session(empty) as opened:
        opened.add(row(Game, GameShape(code="chess", name="Chess")))
    again = open_database(empty.url.render_as_string(), create=False)
    with session(again, read_only=True) as opened:
        assert opened.exec(select(Game.code)).all() == ["chess"]
    again.dispose()


def test_an_error_in_a_session_leaves_nothing_behind(empty: Engine) -> None:
    def fail() -> None:
        with session(empty) as opened:
            opened.add(row(Game, GameShape(code="chess", name="Chess")))
            opened.flush()
            raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        fail()
    with session(empty, read_only=True) as opened:
        assert opened.exec(select(Game)).all() == []


def test_a_reading_session_cannot_write(empty: Engine) -> None:
    with (
        pytest.raises(DatabaseProblem, match="cannot be written to"),
        session(empty, read_only=True) as opened,
    ):
        opened.add(row(Game, GameShape(code="chess", name="Chess")))
    with session(empty) as opened:
        opened.add(row(Game, GameShape(code="chess", name="Chess")))


def _refusal(url: str, *, create: bool = True) -> str:
    with pytest.raises(DatabaseProblem) as caught:
        open_database(url, create=create)
    return str(caught.value)


def test_a_missing_database_is_not_made_when_it_should_exist(tmp_path: Path) -> None:
    path = tmp_path / "none" / "rulewright.db"
    said = _refusal(sqlite_url(path), create=False)
    assert said == f"There is no database at {path}. Run `rulewright ingest` first to make one."
    assert not path.parent.exists()


def test_an_empty_file_is_not_taken_for_a_full_database(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    assert "is empty. Run `rulewright ingest`" in _refusal(sqlite_url(path), create=False)


@pytest.mark.parametrize(
    ("version", "words"),
    [
        (VERSION - 1, ["older Rulewright", f"version {VERSION - 1}", f"needs {VERSION}", "up to date"]),
        (VERSION + 1, ["newer Rulewright", f"version {VERSION + 1}", f"knows {VERSION}", "Update Rulewright"]),
    ],
)
def test_a_database_of_another_version_is_refused(empty: Engine, version: int, words: list[str]) -> None:
    with empty.begin() as connection:
        connection.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
        connection.exec_driver_sql(f"UPDATE schema_version SET version = {version}")
    said = _refusal(empty.url.render_as_string())
    assert all(word in said for word in words), said
    assert str(empty.url.database) in said


def test_a_database_that_lacks_a_column_is_refused(empty: Engine) -> None:
    with empty.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE document RENAME COLUMN recipe TO receipt")
    assert "lacks document.recipe" in _refusal(empty.url.render_as_string())


def test_a_database_of_somebody_else_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "shop.db"
    with closing(sqlite3.connect(path)) as connection:
        connection.execute("CREATE TABLE orders (id INTEGER)")
    before = path.read_bytes()
    said = _refusal(sqlite_url(path))
    assert "was not made by Rulewright (it holds orders)" in said
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]


def test_a_file_that_is_no_database_is_refused_and_left_as_it_is(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("Dear diary", encoding="utf-8")
    assert _refusal(sqlite_url(path)).startswith(f"{path} is not a database.")
    assert path.read_text(encoding="utf-8") == "Dear diary"


def test_a_damaged_database_is_named_as_such(empty: Engine) -> None:
    path = Path(str(empty.url.database))
    empty.dispose()
    whole = path.read_bytes()
    path.write_bytes(whole[:100] + b"\xff" * (len(whole) - 100))
    assert f"The database {path} is damaged. Move it away" in _refusal(sqlite_url(path))


@pytest.mark.parametrize(
    ("url", "words"),
    [
        ("build/rulewright.db", "For a file write `sqlite:///build/rulewright.db`"),
        ("mysql://localhost/rules", "Databases of the kind `mysql` are not supported."),
    ],
)
def test_a_wrong_address_gets_a_right_one_to_copy(url: str, words: str) -> None:
    assert words in _refusal(url)


def test_a_folder_is_no_database(tmp_path: Path) -> None:
    assert f"{tmp_path} is a folder" in _refusal(sqlite_url(tmp_path))


def test_a_place_where_nothing_can_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "rulewright.db"
    assert f"The database {path} cannot be opened" in _refusal(sqlite_url(path))


def test_a_database_in_use_is_named_after_waiting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)
    engine = open_database(sqlite_url(tmp_path / "rulewright.db"))
    with session(engine) as first:
        first.add(row(Game, GameShape(code="chess", name="Chess")))
        first.flush()
        with pytest.raises(DatabaseProblem, match="is in use by another program"), session(engine) as second:
            second.add(row(Game, GameShape(code="go", name="Go")))
    with session(engine, read_only=True) as opened:
        assert opened.exec(select(Game.code)).all() == ["chess"]
    engine.dispose()


def test_a_reader_is_not_held_up_by_a_writer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)
    engine = open_database(sqlite_url(tmp_path / "rulewright.db"))
    with session(engine) as writer:
        writer.add(row(Game, GameShape(code="chess", name="Chess")))
        writer.flush()
        with session(engine, read_only=True) as reader:
            assert reader.exec(select(Game)).all() == []
    engine.dispose()


def test_what_a_writing_session_read_cannot_change_under_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "BUSY_SECONDS", 0.05)
    engine = open_database(sqlite_url(tmp_path / "rulewright.db"))
    with session(engine) as first:
        assert first.exec(select(Game)).all() == []
        with pytest.raises(DatabaseProblem, match="is in use by another program"), session(engine) as second:
            second.add(row(Game, GameShape(code="go", name="Go")))
        first.add(row(Game, GameShape(code="chess", name="Chess")))
    with session(engine, read_only=True) as opened:
        assert opened.exec(select(Game.code)).all() == ["chess"]
    engine.dispose()


def test_looking_at_a_database_again_leaves_the_locks_of_this_process_alone(tmp_path: Path) -> None:
    file = tmp_path / "x.db"
    with closing(open_database(sqlite_url(file)).raw_connection()) as held:
        held.cursor().execute("BEGIN")
        held.cursor().execute("SELECT count(*) FROM game").fetchone()
        open_database(sqlite_url(file), create=False).dispose()
        leaving = f"import sqlite3; c = sqlite3.connect({str(file)!r}); c.execute('PRAGMA user_version = 7'); c.close()"
        subprocess.run([sys.executable, "-c", leaving], check=True, timeout=60)
        assert file.with_name("x.db-wal").exists(), "the log of a database that is in use was cleared away"
