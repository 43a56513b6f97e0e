"""Whoever reads what is printed, and however a command is ended: a code that fits, a sentence, and never a trace."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from sqlalchemy import create_engine, make_url

from db.errors import DatabaseProblem
from db.snapshot import make_snapshot
from rulewright.exits import Exit

COMMAND = [sys.executable, "-m", "rulewright"]
STOPPED_AT_START = """
import rulewright.__main__ as start

def stop():
    raise KeyboardInterrupt

start.find_strangers = stop
start.main()
"""


@pytest.fixture
def db(resist_db: str) -> str:
    return make_url(resist_db).database or ""


@pytest.mark.parametrize("line", ["--help", "lint --help", "status", "find maquis --limit 500", "find maquis --json"])
def test_a_reader_who_leaves_early_is_no_mistake(line: str, db: str) -> None:
    named = [] if "--help" in line else ["--db", db]
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, *line.split(), *named], stdout=writing, stderr=subprocess.PIPE, check=False, timeout=120
    )
    os.close(writing)
    assert (done.returncode, done.stderr) == (Exit.DONE, b"")


def test_a_reader_who_leaves_before_the_last_lines_of_a_page_of_help_is_no_mistake() -> None:
    line = [*COMMAND, "ingest", "--help"]
    length = len(subprocess.run(line, capture_output=True, check=False, timeout=120).stdout.splitlines())
    with subprocess.Popen(line, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as printing:
        assert printing.stdout is not None
        assert printing.stderr is not None
        for _ in range(length - 8):
            printing.stdout.readline()
        printing.stdout.close()
        said = printing.stderr.read()
    assert (printing.returncode, said) == (Exit.DONE, b"")


def in_ascii(*line: str) -> str:
    """What is printed where only the signs of English are known."""
    done = subprocess.run(
        [*COMMAND, *line], env=os.environ | {"PYTHONIOENCODING": "ascii"}, capture_output=True, check=False, timeout=120
    )
    assert done.returncode == Exit.DONE, done.stderr.decode()
    return done.stdout.decode("ascii")


def test_signs_that_a_terminal_does_not_know_are_escaped(db: str) -> None:
    assert "\\u010d" in in_ascii("trace", "deck:maquis", "--db", db)


def test_json_can_be_read_whatever_signs_the_terminal_knows(db: str) -> None:
    assert "č" in str(json.loads(in_ascii("trace", "deck:maquis", "--db", db, "--json")))


def test_an_interrupt_at_the_very_start_is_told() -> None:
    done = subprocess.run(
        [sys.executable, "-c", STOPPED_AT_START], capture_output=True, text=True, check=False, timeout=120
    )
    assert (done.returncode, done.stderr) == (Exit.INTERRUPTED, "Interrupted before anything was begun.\n")


def test_an_interrupt_while_the_line_is_read_is_told(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    from rulewright.run import run

    def stop(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("typer.core.TyperGroup.make_context", stop)
    assert run(["status"]) == Exit.INTERRUPTED
    assert "Interrupted." in capfd.readouterr().err


def test_a_full_disk_is_told_of_the_file_that_does_not_fit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Full:
        """A connection to a database whose copy finds no room."""

        def cursor(self) -> "Full":
            return self

        def execute(self, sql: str, *_: object) -> None:
            if sql.startswith("VACUUM"):
                error = sqlite3.OperationalError("database or disk is full")
                error.sqlite_errorname = "SQLITE_FULL"
                raise error

        def close(self) -> None:
            """It holds nothing."""

    engine = create_engine(f"sqlite:///{tmp_path / 'whole.db'}")
    monkeypatch.setattr(engine, "raw_connection", Full)
    with pytest.raises(DatabaseProblem, match=r"copy\.db cannot be written \(No space left on device\)"):
        make_snapshot(engine, tmp_path / "copy.db")
