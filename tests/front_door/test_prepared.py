"""A new database begins as a copy of one with the same packs, and nobody can tell it from one made by itself."""

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from db.sqlite_address import sqlite_url
from ingest.packs.read import read_packs
from rulewright import prepared
from rulewright.prepared import KEPT_COPIES, open_prepared
from rulewright.unresolved import resolve_unresolved


@pytest.fixture
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    return tmp_path / "cache" / "rulewright" / "prepared"


def test_a_copy_and_a_database_made_by_itself_hold_the_same(
    kept: Path, tmp_path: Path, tiny_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _open(tmp_path / "first.db", tiny_games)
    _open(tmp_path / "second.db", tiny_games)
    assert len(list(kept.glob("*.db"))) == 1
    monkeypatch.setattr(prepared, "_begin_as_copy", lambda *_: None)
    _open(tmp_path / "itself.db", tiny_games)
    assert _dump(tmp_path / "first.db") == _dump(tmp_path / "second.db") == _dump(tmp_path / "itself.db")


def test_where_nothing_can_be_kept_the_packs_are_loaded_all_the_same(
    tmp_path: Path, tiny_games: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    _open(tmp_path / "new.db", tiny_games)
    assert _games(tmp_path / "new.db") == {"orchard"}
    assert sorted(p.name for p in tmp_path.iterdir()) == ["cache", "new.db"]


def test_a_kept_copy_that_was_damaged_is_made_anew(kept: Path, tmp_path: Path, tiny_games: Path) -> None:
    _open(tmp_path / "first.db", tiny_games)
    (copy,) = kept.iterdir()
    copy.write_bytes(copy.read_bytes()[:5000] + b"\0" * 9000)
    _open(tmp_path / "second.db", tiny_games)
    assert _dump(tmp_path / "first.db") == _dump(tmp_path / "second.db")


def test_changed_packs_get_a_copy_of_their_own_and_old_copies_go(kept: Path, tmp_path: Path, tiny_games: Path) -> None:
    games = shutil.copytree(tiny_games, tmp_path / "games")
    file = games / "orchard" / "game.toml"
    for number in range(KEPT_COPIES + 2):
        file.write_text(file.read_text(encoding="utf-8") + f"# {number}\n", encoding="utf-8")
        _open(tmp_path / f"{number}.db", games)
    assert len(list(kept.iterdir())) == KEPT_COPIES


def test_a_database_that_is_there_is_never_copied_over(kept: Path, tmp_path: Path, tiny_games: Path) -> None:
    _open(tmp_path / "one.db", tiny_games)
    with closing(sqlite3.connect(tmp_path / "one.db")) as file:
        file.execute("UPDATE game SET name = 'mine'")
        file.commit()
    prepared._begin_as_copy(tmp_path / "one.db", read_packs(tiny_games))
    with closing(sqlite3.connect(tmp_path / "one.db")) as file:
        assert file.execute("SELECT name FROM game").fetchall() == [("mine",)]
    assert len(list(kept.iterdir())) == 1


def _open(file: Path, games: Path) -> None:
    packs = read_packs(games)
    engine = open_prepared(sqlite_url(file), packs)
    resolve_unresolved(engine, packs)
    engine.dispose()


def _dump(file: Path) -> list[str]:
    with closing(sqlite3.connect(file)) as opened:
        return list(opened.iterdump())


def _games(file: Path) -> set[str]:
    with closing(sqlite3.connect(file)) as opened:
        return {code for (code,) in opened.execute("SELECT code FROM game")}
