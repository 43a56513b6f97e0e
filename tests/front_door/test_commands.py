"""The commands as a person runs them: what they print, and the exit code."""

import io
import json
import os
import re
import sqlite3
import subprocess
import sys
import urllib.request
from collections.abc import Iterator, Sequence
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

import rulewright.run

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "games" / "resist" / "samples" / "resist-en.md"
SCAN = ROOT / "games" / "black-orchestra" / "samples" / "black-orchestra-it.pdf"


@dataclass(frozen=True)
class Done:
    """How a command ended and what it printed."""

    returncode: int
    stdout: str
    stderr: str


def run(*arguments: object) -> Done:
    """Run a command line in this process, as the program does."""
    with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
        returncode = rulewright.run.run(list(map(str, arguments)))
    return Done(returncode, out.getvalue(), err.getvalue())


@pytest.fixture(autouse=True)
def _wide_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "200")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("front-door") / "test.db"
    done = run("ingest", SAMPLE, "--db", file, "--jobs", 1)
    assert done.returncode == 0, done.stderr
    assert "resist-en.md" in done.stdout
    assert "1 read" in done.stdout
    assert "Next: `rulewright browse" in done.stdout
    return file


def test_version_and_help_name_the_program() -> None:
    assert re.fullmatch(r"rulewright \d+\.\d+\.\d+\n", run("--version").stdout)
    assert "ingest" in run("--help").stdout


def test_an_ingest_for_machines_is_json_alone(db: Path) -> None:
    report = json.loads(run("ingest", SAMPLE, "--db", db, "--json").stdout)
    assert report["skipped"] == 1
    (document,) = report["documents"]
    assert (document["game"], document["language"], document["outcome"]) == ("resist", "en", "unchanged")


def test_trace_leads_from_a_subject_to_its_page(db: Path) -> None:
    done = run("trace", "deck:maquis", "--db", db)
    assert done.returncode == 0, done.stderr
    assert "Facts of deck:maquis" in done.stdout
    traced = json.loads(run("trace", "deck:maquis", "--db", db, "--json").stdout)
    places = [c["place"] for c in traced["claims"] if c["attribute"] == "size" and c["place"]]
    assert {(place["file_name"], place["page"]) for place in places} == {("resist-en.md", 1)}


def test_an_unknown_subject_is_answered_with_near_ones(db: Path) -> None:
    done = run("trace", "deck:maqius", "--db", db)
    assert done.returncode == 2
    assert "deck:maquis" in done.stderr


def test_validate_stores_what_it_found(db: Path) -> None:
    results = json.loads(run("validate", "--db", db, "--json").stdout)
    (checks,) = results.values()
    assert {"passed"} <= {check["status"] for check in checks}
    again = run("validate", "--db", db)
    failed = any(check["status"] == "failed" for check in checks)
    assert again.returncode == (1 if failed else 0)
    assert ("No failures in 1 editions" in again.stdout) != failed
    families = {check["family"] for check in checks}
    assert families <= set(re.findall(r"^\S (\w+) ", again.stdout, re.MULTILINE)), "a line for each family"


def test_a_forgotten_document_is_gone(db: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(db)) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)
    assert run("forget", "resist-en.md", "--db", copy).returncode == 0
    done = run("validate", "--db", copy)
    assert done.returncode == 5
    assert "Run `rulewright ingest` first" in done.stderr


@pytest.mark.parametrize(
    ("arguments", "exit_code", "words"),
    [
        (["ingest", "--colour"], 2, "No such option"),
        (["sing"], 2, "No such command"),
        (["ingest", SAMPLE, "--game", "?!"], 2, "“?!” is no name of a game"),
        (["ingest", SAMPLE, "--edition", "9th"], 2, "there is no edition “9th”"),
        (["new", "game", "My Game"], 2, "not a lower-kebab code"),
        (["new", "language", "chess", "de"], 2, "there is no pack “chess”"),
        (["ingest", "no-such-file.pdf"], 4, "no-such-file.pdf"),
        (["validate"], 5, "Run `rulewright ingest` first"),
        (["browse"], 5, "Run `rulewright ingest` first"),
    ],
)
def test_a_mistake_gets_a_sentence_and_its_exit_code(
    tmp_path: Path, arguments: Sequence[object], exit_code: int, words: str
) -> None:
    extra = ["--db", tmp_path / "new.db"] if arguments[0] in ("ingest", "validate", "browse") else []
    done = run(*arguments, *extra)
    assert done.returncode == exit_code
    assert words in " ".join(re.sub(r"[│╭╮╰╯─]", " ", done.stderr).split())
    assert "Traceback" not in done.stderr


def test_a_file_that_is_no_database_is_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "notes.db"
    file.write_text("my notes", encoding="utf-8")
    done = run("ingest", SAMPLE, "--db", file)
    assert done.returncode == 5
    assert file.read_text(encoding="utf-8") == "my notes"


def test_without_tesseract_a_scan_says_what_to_install_and_nothing_is_half_written(tmp_path: Path) -> None:
    db = tmp_path / "scan.db"
    command = [sys.executable, "-m", "rulewright", "ingest", str(SCAN), str(SAMPLE), "--db", str(db), "--json"]
    environment = {**os.environ, "PATH": str(tmp_path)}
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=ROOT, env=environment)
    assert done.returncode == 3
    assert "tesseract-ocr" in done.stderr
    assert [d["file_name"] for d in json.loads(done.stdout)["documents"]] == [SAMPLE.name]


def test_a_new_game_and_language_load_as_they_are(tmp_path: Path) -> None:
    games = tmp_path / "games"
    assert run("new", "game", "moon-race", "--name", "Moon Race", "--games", games).returncode == 0
    done = run("new", "language", "moon-race", "de", "--games", games)
    assert done.returncode == 0, done.stderr
    again = run("new", "language", "moon-race", "de", "--games", games)
    assert again.returncode == 2
    assert "nothing was changed" in again.stderr


@pytest.fixture
def site(db: Path) -> Iterator[str]:
    command = [sys.executable, "-m", "rulewright", "browse", "--db", str(db), "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, cwd=ROOT) as server:
        assert server.stdout is not None
        address = re.search(r"http://\S+", server.stdout.readline())
        assert address, "the server says where it is"
        yield address.group()
        server.terminate()


def test_the_site_shows_described_tables(site: str) -> None:
    for table in ("card", "location", "rule", "document"):
        with urllib.request.urlopen(f"{site}rulewright/{table}") as answer:
            page = answer.read().decode()
        assert "<table" in page
        assert "The game" in page, "columns are described"
