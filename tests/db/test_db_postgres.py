"""PostgreSQL by its address does what SQLite does."""

import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import Engine, text
from sqlmodel import select

from db.errors import DatabaseProblem
from db.load import forget_document
from db.open import open_database, session
from db.search import SEARCH_SQL
from db.snapshot import make_snapshot
from db.trace import trace_subject
from db.views import VIEWS
from schema.base import row, tables
from schema.claims import Claim
from schema.games import Game, GameShape


@pytest.fixture
def filled_server(address: str, fill: Callable[[Engine], None]) -> Iterator[Engine]:
    engine = open_database(address)
    fill(engine)
    yield engine
    engine.dispose()


def test_documents_are_loaded_traced_viewed_and_forgotten(filled_server: Engine, filled: Engine) -> None:
    with session(filled_server, read_only=True) as served, session(filled, read_only=True) as filed:
        assert trace_subject(served, "location:lodz") == trace_subject(filed, "location:lodz")
    for view in VIEWS:
        with filled_server.connect() as there_rows, filled.connect() as here_rows:
            asked = text(f"SELECT * FROM {view.name}")
            there, here = (Counter(map(tuple, c.execute(asked))) for c in (there_rows, here_rows))
        assert there == here, view.name
    with session(filled_server) as opened:
        forget_document(opened, "rules-cs.pdf")
        assert set(opened.exec(select(Claim.language)).all()) == {"pl"}


def test_a_snapshot_of_a_server_is_a_complete_sqlite_file(
    filled_server: Engine, filled: Engine, tmp_path: Path
) -> None:
    path = make_snapshot(filled_server, tmp_path / "server.db")
    other = make_snapshot(filled, tmp_path / "file.db")
    with closing(sqlite3.connect(path)) as copied, closing(sqlite3.connect(other)) as original:
        for table in tables():
            asked = f"SELECT * FROM {table.__tablename__} ORDER BY id"
            assert copied.execute(asked).fetchall() == original.execute(asked).fetchall(), table.__tablename__
        found = [list(file.execute(SEARCH_SQL, {"words": "prisera", "limit": 9})) for file in (copied, original)]
        assert found[0] == found[1] != []
        assert copied.execute("PRAGMA foreign_key_check").fetchall() == []


def test_a_table_is_described_in_the_servers_own_comments(filled_server: Engine) -> None:
    with filled_server.connect() as connection:
        told = connection.execute(text("SELECT obj_description('location'::regclass)")).scalar()
    assert told == "A space of the board; a row with an edition overrides the one without."


def test_a_full_database_is_opened_again(filled_server: Engine) -> None:
    again = open_database(filled_server.url.render_as_string(hide_password=False), create=False)
    with session(again, read_only=True) as opened:
        assert opened.exec(select(Game.code)).all() == ["monsters"]
    again.dispose()


def test_a_reading_session_cannot_write_to_a_server(address: str) -> None:
    engine = open_database(address)
    with pytest.raises(DatabaseProblem, match="read-only"), session(engine, read_only=True) as opened:
        opened.add(row(Game, GameShape(code="chess", name="Chess")))
    engine.dispose()


def test_a_server_that_is_not_there_is_named_without_the_password() -> None:
    with pytest.raises(DatabaseProblem, match="cannot be reached") as caught:
        open_database("postgresql://someone:secret@127.0.0.1:9/rules")
    assert "secret" not in str(caught.value)
    assert "someone" in str(caught.value)


def test_a_database_that_the_server_lacks_is_named(server: str) -> None:
    with pytest.raises(DatabaseProblem, match='"nowhere" does not exist'):
        open_database(server.format("nowhere"))
