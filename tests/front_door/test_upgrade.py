"""Every command takes a database of an older version, brings it up to date and says what it did."""

import hashlib
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from db.errors import OlderDatabase
from db.open import open_database, session, sqlite_url
from ingest.pipeline import Options
from rulewright.exits import Exit
from rulewright.ingesting import ingest_documents
from rulewright.run import run
from rulewright.unresolved import unresolved
from rulewright.upgrading import Upgraded, bring_up
from schema import VERSION

Ask = Callable[[str], list[tuple[object, ...]]]
OLDER = OlderDatabase("It is older.")


@pytest.fixture
def ask(old_database: Path) -> Ask:
    """Ask the database as it is now."""

    def answer(question: str) -> list[tuple[object, ...]]:
        with closing(sqlite3.connect(old_database)) as file:
            return file.execute(question).fetchall()

    return answer


def lies_at(database: Path, file: Path, **columns: str) -> None:
    """The document of that name was read from this file."""
    content = {"source": str(file), "sha256": hashlib.sha256(file.read_bytes()).hexdigest(), **columns}
    with closing(sqlite3.connect(database, isolation_level=None)) as opened:
        changes = ", ".join(f"{name} = ?" for name in content)
        opened.execute(f"UPDATE document SET {changes} WHERE file_name = ?", (*content.values(), file.name))


def test_documents_at_hand_are_read_again_and_the_others_carried_over(
    old_database: Path, rules_en: Path, rules_cs: Path, tiny_games: Path, ask: Ask
) -> None:
    lies_at(old_database, rules_en)
    lies_at(old_database, rules_cs)
    rules_cs.write_text("# Něco jiného", encoding="utf-8")
    chosen = "SELECT subject, attribute, value, origin FROM fact ORDER BY subject, attribute"
    claimed = "SELECT subject, attribute, value, language, context FROM claim ORDER BY subject, attribute, language"
    executed = "SELECT owner_kind, notation, origin FROM effect ORDER BY owner_kind, notation"
    questions = (chosen, claimed, executed, "SELECT kind, message FROM finding ORDER BY message")
    before = [ask(question) for question in questions]
    done = bring_up(sqlite_url(old_database), OLDER, games=tiny_games, jobs=1)
    assert done == Upgraded(1, 1, 2, f"{old_database}.v1.backup")
    assert [ask(question) for question in questions] == before
    old = {"orchard-cs.md": True, "other.txt": True, "orchard-en.md": False}
    assert dict(ask("SELECT file_name, recipe = 'of version 1' FROM document")) == old
    report = ingest_documents(sqlite_url(old_database), [rules_en], Options(), games=tiny_games)
    assert (report.loaded, report.skipped) == (0, 1), "what was just read is not read again"


def test_facts_are_chosen_by_the_packs_of_today(old_database: Path, tiny_games: Path, ask: Ask) -> None:
    with closing(sqlite3.connect(old_database, isolation_level=None)) as opened:
        opened.execute("UPDATE claim SET value = '-4' WHERE attribute = 'enter.hunger' AND value IN ('-2', '-3')")
        opened.execute("UPDATE name SET text = 'Of an old pack' WHERE id = 1")
    bring_up(sqlite_url(old_database), OLDER, games=tiny_games, jobs=1)
    assert ask("SELECT value FROM fact WHERE subject = 'location:well' AND attribute = 'enter.hunger'") == [("-4",)]
    assert ask("SELECT notation FROM effect WHERE owner_kind = 'location' AND notation LIKE '%hunger self -4%'")
    assert ask("SELECT count(*) FROM name WHERE text = 'Of an old pack'") == [(0,)]


def test_what_a_person_said_about_a_document_still_holds(
    old_database: Path, rules_en: Path, tiny_games: Path, ask: Ask
) -> None:
    lies_at(old_database, rules_en, kind="faq")
    bring_up(sqlite_url(old_database), OLDER, games=tiny_games, jobs=1)
    now = ask("SELECT kind, recipe <> 'of version 1' FROM document WHERE file_name = 'orchard-en.md'")
    assert now == [("faq", 1)]


def test_a_file_that_can_no_longer_be_read_is_named_and_carried_over(
    old_database: Path, rules_en: Path, tiny_games: Path, ask: Ask, capsys: pytest.CaptureFixture[str]
) -> None:
    rules_en.write_bytes(b"%PDF-1.7 of which nothing is left")
    lies_at(old_database, rules_en)
    before = ask("SELECT seq, text FROM passage ORDER BY id")
    done = bring_up(sqlite_url(old_database), OLDER, games=tiny_games, jobs=1)
    assert done == Upgraded(1, 0, 3, f"{old_database}.v1.backup")
    assert ask("SELECT seq, text FROM passage ORDER BY id") == before
    assert rules_en.name in capsys.readouterr().err


def test_an_interrupted_upgrade_leaves_the_old_database(
    old_database: Path, tiny_games: Path, monkeypatch: pytest.MonkeyPatch, ask: Ask
) -> None:
    def stop(*_: object) -> None:
        raise KeyboardInterrupt

    before = old_database.read_bytes()
    with monkeypatch.context() as patch:
        patch.setattr("ingest.resolve.run.resolve_games", stop)
        assert run(["lint", "--db", str(old_database)]) == Exit.INTERRUPTED
    assert old_database.read_bytes() == before
    assert [file.name for file in old_database.parent.iterdir()] == [old_database.name]
    assert run(["lint", "--db", str(old_database)]) == Exit.FOUND
    assert ask("SELECT version FROM schema_version") == [(VERSION,)]


@pytest.mark.parametrize("command", [["lint"], ["trace", "deck:fruit"], ["export", "--csv"], ["forget", "other.txt"]])
def test_a_command_that_reads_brings_it_up_too(
    old_database: Path, command: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str], ask: Ask
) -> None:
    """The pack of the small game is not among those of the program: nothing of it is lost."""
    folder = [str(tmp_path / "out")] if command[0] == "export" else []
    assert run([*command, *folder, "--db", str(old_database)]) in (Exit.DONE, Exit.FOUND)
    said = " ".join(capsys.readouterr().err.split())
    assert "was made by an older Rulewright" in said
    assert f"Brought up from version 1 to {VERSION}: 0 of 3 documents read again, the others carried over" in said
    assert ask("SELECT count(*) FROM card_text, effect")[0] > (0,)
    assert ask("SELECT version FROM schema_version") == [(VERSION,)]


def test_ingest_tells_machines_what_it_brought_up(
    old_database: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    book = tmp_path / "another.txt"
    book.write_text("Another game has 6 dice.", encoding="utf-8")
    command = ["ingest", str(book), "--db", str(old_database), "--json"]
    for upgraded in ({"version": 1, "read_again": 0, "carried_over": 3, "kept": f"{old_database}.v1.backup"}, None):
        assert run(command) == Exit.DONE
        assert json.loads(capsys.readouterr().out)["upgraded"] == upgraded
    with session(open_database(sqlite_url(old_database)), read_only=True) as opened:
        assert unresolved(opened) == set()


def test_a_newer_database_is_refused_with_a_sentence(old_database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with closing(sqlite3.connect(old_database, isolation_level=None)) as opened:
        opened.execute(f"UPDATE schema_version SET version = {VERSION + 1}")
    before = old_database.read_bytes()
    assert run(["lint", "--db", str(old_database)]) == Exit.DATABASE
    assert re.search("made by a newer Rulewright .* Update Rulewright", " ".join(capsys.readouterr().err.split()))
    assert old_database.read_bytes() == before
