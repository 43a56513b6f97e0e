"""The snapshot: one whole file with a search that forgives."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Engine
from sqlmodel import select

from db.errors import DatabaseProblem
from db.load import load_reading
from db.open import session
from db.search import SEARCH_SQL, Hit, match_expression
from db.snapshot import make_snapshot
from schema.base import tables
from schema.documents import Document
from schema.reading import Reading


@pytest.fixture(scope="module")
def index(snapshot: Path) -> Iterator[sqlite3.Connection]:
    with closing(sqlite3.connect(snapshot)) as connection:
        yield connection


def _dump(path: Path) -> dict[str, list[tuple[object, ...]]]:
    with closing(sqlite3.connect(path)) as connection:
        return {
            str(table.__tablename__): connection.execute(f"SELECT * FROM {table.__tablename__}").fetchall()
            for table in tables()
        }


def test_a_snapshot_holds_every_row_also_those_still_in_the_log(filled: Engine, tmp_path: Path) -> None:
    source = Path(str(filled.url.database))
    assert source.with_name(source.name + "-wal").stat().st_size > 0
    assert _dump(make_snapshot(filled, tmp_path / "site.db")) == _dump(source)


def test_a_snapshot_can_be_made_after_a_session_that_only_read(filled: Engine, tmp_path: Path) -> None:
    with session(filled, read_only=True) as opened:
        opened.exec(select(Document)).all()
    assert make_snapshot(filled, tmp_path / "snapshot.db").exists()


def test_a_snapshot_is_one_plain_file(filled: Engine, tmp_path: Path) -> None:
    path = make_snapshot(filled, tmp_path / "public" / "site.db")
    with closing(sqlite3.connect(f"{path.as_uri()}?immutable=1", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    assert list(path.parent.iterdir()) == [path]


def test_a_new_snapshot_takes_the_place_of_the_old_and_leaves_its_readers_alone(
    packed: Engine, tmp_path: Path, make_reading: Callable[..., Reading]
) -> None:
    path = make_snapshot(packed, tmp_path / "site.db")
    with closing(sqlite3.connect(path)) as reader:
        assert reader.execute("SELECT count(*) FROM document").fetchone() == (0,)
        with session(packed) as opened:
            load_reading(opened, make_reading())
        make_snapshot(packed, path)
        assert reader.execute("SELECT count(*) FROM document").fetchone() == (0,)
    with closing(sqlite3.connect(path)) as reader:
        assert reader.execute("SELECT count(*) FROM document").fetchone() == (1,)


def test_a_failed_snapshot_leaves_the_old_one_and_no_pieces(packed: Engine, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DatabaseProblem, match=r"snapshot .* cannot be written"):
        make_snapshot(packed, tmp_path / "file" / "site.db")
    path = make_snapshot(packed, tmp_path / "public" / "site.db")
    before = path.read_bytes()
    with packed.begin() as connection:
        connection.exec_driver_sql("ALTER TABLE rule RENAME COLUMN summary TO gist")
    with pytest.raises(DatabaseProblem, match=r"lacks rule\.summary"):
        make_snapshot(packed, path)
    assert path.read_bytes() == before
    assert list(path.parent.iterdir()) == [path]


def search(snapshot: sqlite3.Connection, query: str, limit: int = 20) -> list[Hit]:
    """What Datasette's question `find` finds."""
    values = {"words": match_expression(query), "limit": limit}
    return [Hit(*row) for row in snapshot.execute(SEARCH_SQL, values)]


def _found(hits: list[Hit]) -> set[tuple[str, str]]:
    return {(hit.kind, hit.title) for hit in hits}


@pytest.mark.parametrize("query", ["lodz", "Łódź", "LODZ", "lód", "łodz", "lo"])
def test_a_place_is_found_without_its_marks(index: sqlite3.Connection, query: str) -> None:
    assert {("name", "Łódź"), ("name", "Lodž")} <= _found(search(index, query))


def test_a_card_is_found_without_its_marks(index: sqlite3.Connection) -> None:
    first = search(index, "prisera")[0]
    assert (first.kind, first.title, first.game, first.reference) == ("card", "Příšera", "monsters", "card/1")


def test_rules_and_passages_are_found_by_their_words(index: sqlite3.Connection) -> None:
    assert _found(search(index, "costs points")) == {("rule", "enter city")}
    found = {hit.reference: hit for hit in search(index, "vstoupi mesta")}
    assert found["passage/3"].body == "Kdo vstoupí do města Łódź, ztratí 3 body."
    assert found["rule/1"].body == "Entering a city costs points."
    assert found["rule/1"].language == "cs"


def test_all_words_must_be_there_and_only_the_last_may_lack_its_end(index: sqlite3.Connection) -> None:
    assert search(index, "mesta vstou")
    assert not search(index, "vstou mesta")
    assert not search(index, "mesta nowhere")


def test_noise_is_not_found(index: sqlite3.Connection) -> None:
    assert search(index, "xqzzy") == []


def test_a_heading_is_found_once_and_not_by_everything_below_it(index: sqlite3.Connection) -> None:
    assert {hit.body for hit in search(index, "deska")} == {"Deska"}


def test_the_limit_is_kept(index: sqlite3.Connection) -> None:
    assert len(search(index, "lodz", 2)) == 2


@pytest.mark.parametrize("query", ["", "  ", "*", '"', "()", "-", "[icon:eagle]", 'a" OR title:b', "NEAR(a b)", "_"])
def test_signs_of_the_index_are_taken_as_words_or_left_out(index: sqlite3.Connection, query: str) -> None:
    assert search(index, query) == []


@settings(max_examples=60, deadline=None)
@given(st.text(max_size=30))
def test_no_query_breaks_the_search(index: sqlite3.Connection, query: str) -> None:
    assert isinstance(search(index, query), list)


def test_words_are_folded_and_quoted() -> None:
    assert match_expression("Łódź, Příšera") == '"lodz" "prisera"*'
