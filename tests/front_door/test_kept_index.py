"""A search keeps its index and makes it anew when the database has changed; SQLAlchemy is not even imported for it."""

import json
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.search_index import build_index
from db.searched_rows import COLUMNS
from ingest.kept import folder_of_kept
from rulewright import kept_index
from rulewright.exits import Exit
from rulewright.run import run

NAME_OF_PIG = (
    "SELECT min(name.id) FROM name JOIN concept ON concept.id = concept_id JOIN game ON game.id = game_id "
    "WHERE game.code = 'pig'"
)
SAMPLE = Path(__file__).resolve().parents[2] / "games" / "pig" / "samples" / "pig-en.md"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of one short rulebook."""
    file = tmp_path_factory.mktemp("kept") / "whole.db"
    assert run(["ingest", str(SAMPLE), "--jobs", "1", "--db", str(file)]) == Exit.DONE
    return file


@pytest.fixture
def db(whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, with a folder of its own for what is kept."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    copy = tmp_path / "rules.db"
    shutil.copyfile(whole, copy)
    return copy


def titles(capsys: pytest.CaptureFixture[str], db: Path, word: str) -> list[str]:
    capsys.readouterr()
    assert run(["find", word, "--json", "--db", str(db)]) == Exit.DONE
    return [answer["title"] for answer in json.loads(capsys.readouterr().out)["answers"]]


def kept() -> list[Path]:
    return list(folder_of_kept().glob("search-*"))


def test_a_second_search_makes_no_index_and_needs_no_sqlalchemy(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = titles(capsys, db, "dice")
    (index,) = kept()
    made = index.stat().st_mtime_ns
    shown = "import sys; from rulewright.run import run; run(sys.argv[1:]); print(*sys.modules, file=sys.stderr)"
    done = subprocess.run(
        [sys.executable, "-c", shown, "find", "dice", "--db", str(db)], capture_output=True, text=True, check=True
    )
    assert not set(done.stderr.splitlines()[-1].split()) & {"sqlalchemy", "sqlmodel", "rules_engine", "schema.games"}
    assert titles(capsys, db, "dice") == first
    assert [file.stat().st_mtime_ns for file in kept()] == [made]


@pytest.mark.parametrize("mode", ["DELETE", "WAL"])
def test_what_was_written_since_is_found(db: Path, mode: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert titles(capsys, db, "quetzalcoatl") == []
    with closing(sqlite3.connect(db, isolation_level=None)) as file:
        file.execute(f"PRAGMA journal_mode = {mode}")
        file.execute(f"UPDATE name SET text = 'Quetzalcoatl' WHERE id = ({NAME_OF_PIG})")
        assert titles(capsys, db, "quetzalcoatl")[:1] == ["Quetzalcoatl"], "also from the log, before it is in the file"
    assert titles(capsys, db, "quetzalcoatl")[:1] == ["Quetzalcoatl"]
    assert len(kept()) == 1, "an index that is out of date is gone"


def test_an_index_stays_true_when_something_else_is_written(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first = titles(capsys, db, "dice")
    (index,) = kept()
    made = index.stat()
    with closing(sqlite3.connect(db)) as file, file:
        file.execute("UPDATE document SET page_count = page_count + 1")
    assert titles(capsys, db, "dice") == first
    (again,) = kept()
    assert again != index, "the database is another than it was"
    assert (again.stat().st_ino, again.stat().st_mtime_ns) == (made.st_ino, made.st_mtime_ns)


def test_a_search_tells_nothing_of_games_without_documents_unless_they_are_named(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def games(*query: str) -> set[str]:
        capsys.readouterr()
        assert run(["find", *query, "--json", "--db", str(db)]) == Exit.DONE
        return {answer["game"] for answer in json.loads(capsys.readouterr().out)["answers"]}

    assert games("dice", "roll") == {"pig"}
    assert games("type:rule") == games("type:rule -trick") == {"pig"}, "fields ask the same games as words"
    assert games("game!=hearts") == games("type:rule -game:hearts") == {"pig"}
    assert games("game:hearts", "trick") == games("game:hearts") == games("game:hearts type:rule") == {"hearts"}
    assert games("dice", "roll") == {"pig"}
    with closing(sqlite3.connect(db)) as file, file:
        file.execute("UPDATE document SET game_id = (SELECT id FROM game WHERE code = 'hearts')")
    assert "hearts" in games("trick"), "its document came later"
    assert games("type:rule") == {"hearts"}
    with closing(sqlite3.connect(db)) as file, file:
        file.execute("DELETE FROM document")
    assert {"hearts", "pig"} <= games("type:rule", "--limit", "1000"), "where there is no document at all"
    assert "liars-dice" in games("dice", "roll")


def test_an_index_is_made_of_nothing_but_the_rows_that_its_fingerprint_is_of(db: Path, tmp_path: Path) -> None:
    seen = set()

    def allow(action: int, table: str | None, _column: str | None, schema: str | None, _view: str | None) -> int:
        if action == sqlite3.SQLITE_READ and schema == "stored":
            seen.add(table)
        return sqlite3.SQLITE_OK

    with closing(sqlite3.connect(tmp_path / "index.db", isolation_level=None)) as file:
        file.execute("ATTACH ? AS stored", (str(db),))
        file.set_authorizer(allow)
        build_index(file, stored="stored")
    assert seen == set(COLUMNS), "what is listed hides the table of that name; another would be seen whole"


def test_a_game_that_is_named_once_leaves_the_index_of_all_others_alone(
    db: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    titles(capsys, db, "dice")
    made = {file: file.stat().st_mtime_ns for file in kept()}
    titles(capsys, db, "game:hearts trick")
    both = {file: file.stat().st_mtime_ns for file in kept()}
    assert len(both) == 2
    assert made.items() <= both.items()
    titles(capsys, db, "dice")
    titles(capsys, db, "game:hearts trick")
    assert {file: file.stat().st_mtime_ns for file in kept()} == both


def test_an_index_that_another_search_takes_away_is_made_once_more(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    first = titles(capsys, db, "dice")
    seen = kept_index._index_of
    taken: list[Path] = []

    def take_away(*given: Any) -> Path:
        index = seen(*given)
        if not taken:
            taken.append(index)
            index.unlink()
        return index

    monkeypatch.setattr(kept_index, "_index_of", take_away)
    assert titles(capsys, db, "dice") == first
    assert taken == kept()


@pytest.mark.parametrize("size", [0, 50, 5_000])
@pytest.mark.parametrize("is_older", [False, True])
def test_an_index_that_is_not_whole_is_made_anew(
    db: Path, size: int, is_older: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    first = titles(capsys, db, "dice")
    (index,) = kept()
    whole = index.stat().st_size
    os.truncate(index, size)
    if is_older:
        with closing(sqlite3.connect(db)) as file, file:
            file.execute("UPDATE document SET page_count = page_count + 1")
    assert titles(capsys, db, "dice") == first
    assert [file.stat().st_size for file in kept()] == [whole]


def test_only_an_index_that_is_kept_tells_of_which_rows_it_was_made(db: Path, tmp_path: Path) -> None:
    made = "SELECT count(*) FROM sqlite_master WHERE name = 'search_made_of'"
    for is_kept in (False, True):
        with closing(sqlite3.connect(tmp_path / f"{is_kept}.db", isolation_level=None)) as file:
            file.execute("ATTACH ? AS stored", (str(db),))
            build_index(file, stored="stored", is_kept=is_kept)
            assert file.execute(made).fetchone() == (is_kept,)


def test_a_search_works_where_nothing_can_be_kept(
    db: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with_index = titles(capsys, db, "dice")
    monkeypatch.setenv("XDG_CACHE_HOME", str(SAMPLE))  # a file, so that no folder can be made there
    assert titles(capsys, db, "dice") == with_index


def test_a_database_that_is_gone_is_not_found_in_its_index(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    titles(capsys, db, "dice")
    db.unlink()
    assert run(["find", "dice", "--db", str(db)]) == Exit.DATABASE
    assert "There is no database" in capsys.readouterr().err
