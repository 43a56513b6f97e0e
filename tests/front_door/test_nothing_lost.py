"""Nothing is lost with exit 0: documents are known by address and content, and nothing is written onto what is read."""

import errno
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

import pytest
from sqlalchemy import make_url
from sqlmodel import select

from db.errors import DatabaseProblem
from db.open import is_writable, open_database, session, sqlite_url
from ingest.deciding.decision_file import DECISIONS_FILE, write_decision_file
from ingest.deciding.review import now
from ingest.files.addresses import Remote
from ingest.pipeline import Options, source_of
from rulewright.ingest_report import Report
from rulewright.ingesting import ingest_documents
from rulewright.run import run
from schema.decisions import DecisionShape
from schema.documents import Document

NOBODY = 65534
RULES_EN = "# The Walled Orchard\n\n## Components\n\n- 40 fruit cards\n\nOld Well\n\n-2 hunger, +3 common harvest\n"


def ingest(db: Path, games: Path, *files: Path) -> Report:
    return ingest_documents(sqlite_url(db), files, Options(game="orchard"), games=games)


def sources(db: Path) -> set[str]:
    with session(open_database(sqlite_url(db), create=False), read_only=True) as opened:
        return set(opened.exec(select(Document.source)))


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory, tiny_games: Path) -> Path:
    folder = tmp_path_factory.mktemp("made")
    (folder / "orchard-en.md").write_text(RULES_EN, encoding="utf-8")
    ingest(folder / "orchard.db", tiny_games, folder / "orchard-en.md")
    return folder


@pytest.fixture
def db(made: Path, tmp_path: Path) -> Path:
    """A database of one document, which lies beside it."""
    for file in made.iterdir():
        shutil.copyfile(file, tmp_path / file.name)
    with closing(sqlite3.connect(tmp_path / "orchard.db", isolation_level=None)) as opened:
        opened.execute("UPDATE document SET source = ?", (str(tmp_path / "orchard-en.md"),))
    return tmp_path / "orchard.db"


@pytest.fixture
def public() -> Iterator[Path]:
    """A folder that others may enter, which those of pytest are not."""
    folder = Path(tempfile.mkdtemp(prefix="rulewright-"))
    folder.chmod(0o777)
    yield folder
    shutil.rmtree(folder)


@contextmanager
def somebody_else() -> Iterator[None]:
    """Root may write everywhere; others may not."""
    if os.getuid():
        yield
        return
    os.seteuid(NOBODY)
    try:
        yield
    finally:
        os.seteuid(0)


def test_the_same_relative_name_in_another_folder_is_another_document(
    tmp_path: Path, tiny_games: Path, rules_en: Path, rules_cs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for folder, rules in (("one", rules_en), ("two", rules_cs)):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "rules.md").write_bytes(rules.read_bytes())
        monkeypatch.chdir(tmp_path / folder)
        assert ingest(tmp_path / "both.db", tiny_games, Path("rules.md")).loaded == 1
    assert sources(tmp_path / "both.db") == {str(tmp_path / folder / "rules.md") for folder in ("one", "two")}


def test_an_address_is_stored_in_full(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert source_of(Path("a") / ".." / "b.pdf") == f"{tmp_path}/b.pdf"
    assert source_of(Remote("zip://a.pdf::books.zip")) == f"zip://a.pdf::{tmp_path}/books.zip"
    assert source_of(Remote("zip://a.pdf::s3://books/b.zip")) == "zip://a.pdf::s3://books/b.zip"


def test_a_document_is_followed_to_where_it_was_moved_and_a_copy_is_named(
    db: Path, tmp_path: Path, tiny_games: Path
) -> None:
    rules_en, copy = tmp_path / "orchard-en.md", tmp_path / "copy.md"
    copy.write_bytes(rules_en.read_bytes())
    (told,) = ingest(db, tiny_games, copy).documents
    assert (told.file_name, told.outcome) == ("copy.md", f"same as {rules_en}")
    rules_en.unlink()
    (told,) = ingest(db, tiny_games, copy).documents
    assert told.outcome == "unchanged"
    assert sources(db) == {str(copy)}


def test_a_new_game_leaves_an_existing_folder_alone(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "moon").mkdir()
    (tmp_path / "moon" / "game.toml").write_text("mine", encoding="utf-8")
    assert run(["new", "game", "moon", "--games", str(tmp_path)]) == 2
    assert "nothing was changed" in capfd.readouterr().err
    assert [file.name for file in (tmp_path / "moon").iterdir()] == ["game.toml"]


def test_an_export_takes_the_place_of_nothing_but_an_earlier_export(db: Path, tmp_path: Path) -> None:
    (tmp_path / "link.db").symlink_to(db)
    (tmp_path / "notes.txt").write_text("mine", encoding="utf-8")
    shutil.copyfile(db, tmp_path / "other.db")
    for name in ("orchard.db", "link.db", "other.db", "notes.txt"):
        before = (tmp_path / name).read_bytes()
        assert run(["export", "--db", str(db), "--sqlite", str(tmp_path / name)]) == 2, name
        assert (tmp_path / name).read_bytes() == before


def test_an_export_is_replaced_and_has_its_pictures_beside_it(db: Path, tmp_path: Path) -> None:
    (tmp_path / "orchard.db.pages" / "ab").mkdir(parents=True)
    (tmp_path / "orchard.db.pages" / "ab" / "1.webp").write_bytes(b"a picture")
    for _ in range(2):
        assert run(["export", "--db", str(db), "--sqlite", str(tmp_path / "out" / "rules.db")]) == 0
    assert (tmp_path / "out" / "rules.db.pages" / "ab" / "1.webp").read_bytes() == b"a picture"


def test_a_database_in_a_folder_of_somebody_else_can_be_read(db: Path, public: Path) -> None:
    with closing(sqlite3.connect(db)) as file:
        assert file.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    home = public / "theirs"
    home.mkdir()
    shutil.copyfile(db, home / "orchard.db")
    home.chmod(0o555)
    with somebody_else():
        engine = open_database(sqlite_url(home / "orchard.db"), create=False)
        assert not is_writable(engine)
        with session(engine, read_only=True) as opened:
            assert opened.exec(select(Document.file_name)).all() == ["orchard-en.md"]
        with pytest.raises(DatabaseProblem, match="cannot be written to"), session(engine) as opened:
            opened.connection().exec_driver_sql("DELETE FROM document")
        engine.dispose()
        there = ["--db", str(home / "orchard.db")]
        assert run(["status", *there]) == 0
        assert run(["trace", "location:well", *there]) == 0
        assert run(["export", "--csv", str(public / "csv"), *there]) == 0
    assert sorted(file.name for file in home.iterdir()) == ["orchard.db"]


def test_nobody_is_asked_where_no_answer_could_be_kept(
    db: Path, public: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("rulewright.commands.review._open", lambda *_: [object()])
    monkeypatch.setattr("rulewright.commands.review._asked", lambda *_: pytest.fail("a question was asked"))
    home = public / "theirs"
    home.mkdir()
    shutil.copyfile(db, home / "orchard.db")
    home.chmod(0o555)
    with somebody_else():
        assert run(["review", "--db", str(home / "orchard.db")]) == 5
    assert "no decision could be kept" in capfd.readouterr().err


def test_decisions_that_are_named_beside_their_documents_are_no_document(tmp_path: Path, tiny_games: Path) -> None:
    (tmp_path / "orchard-en.md").write_text(RULES_EN, encoding="utf-8")
    what = {"document": "orchard-en.md", "kind": "fact", "game": "orchard", "subject": "location:well"}
    decision = DecisionShape(**what, attribute="hunger", value="-9", reason="counted", decided_at=now())
    write_decision_file(tmp_path / DECISIONS_FILE, [decision])
    report = ingest(tmp_path / "x.db", tiny_games, *sorted(tmp_path.iterdir()))
    assert [done.file_name for done in report.documents] == ["orchard-en.md"]
    assert (report.loaded, report.skipped, report.problems) == (1, 0, [])


def test_no_game_is_played_that_could_not_be_saved(
    resist_file: Path, public: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    public.chmod(0o555)
    shutil.copyfile(resist_file, public / "x.db")
    with somebody_else():
        line = ["play", "resist", "--watch", "random", "--seed", "3", "--save", str(public / "game.json")]
        assert run([*line, "--db", str(public / "x.db")]) == 2
    told = capfd.readouterr()
    assert "may not be written" in told.err
    assert not told.out


def test_a_game_that_was_not_saved_is_no_success(
    resist_db: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object, **__: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("rules_engine.game_file.Path.write_text", full)
    line = ["play", "resist", "--watch", "random", "--seed", "3", "--save", str(tmp_path / "game.json")]
    assert run([*line, "--db", make_url(resist_db).database or ""]) == 2
    assert "cannot be saved" in capfd.readouterr().out
