"""One PostgreSQL for many: ingests at once, every command, and a snapshot equal to a file made directly."""

import json
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from db.open import sqlite_url
from rulewright.run import run
from schema.base import tables

pytestmark = pytest.mark.xdist_group("postgres")

INGESTS = 8
RULES = """\
# The Walled Orchard

## Components

- {number} fruit cards
- 12 weather cards

Garden Gate: +1 hunger

Old Well

-2 hunger, +3 common harvest
"""
PROGRAM = """
import sys
from pathlib import Path
from ingest.pipeline import Options
from rulewright.ingesting import ingest_documents
db, games, *files = sys.argv[1:]
report = ingest_documents(db, [Path(f) for f in files], Options(game="orchard"), games=Path(games))
sys.exit(len(report.problems))
"""


@pytest.fixture
def shelf(tmp_path: Path) -> list[Path]:
    """Two documents for each ingest."""
    folder = tmp_path / "shelf"
    folder.mkdir()
    files = [folder / f"rules-{number:02}.md" for number in range(2 * INGESTS)]
    for number, file in enumerate(files):
        file.write_text(RULES.format(number=40 + number % 3), encoding="utf-8")
        with file.open("a", encoding="utf-8") as out:
            out.write(f"\nThis is copy {number}.\n")
    return files


def begin(db: str, games: Path, *files: Path) -> "subprocess.Popen[bytes]":
    command = [sys.executable, "-c", PROGRAM, db, str(games), *map(str, files)]
    return subprocess.Popen(command, stderr=subprocess.PIPE)


def snapshot(db: str, path: Path) -> Path:
    assert run(["export", "--db", db, "--sqlite", str(path)]) == 0
    return path


def by_natural_keys(path: Path) -> Iterator[tuple[str, list[Any]]]:
    """Every table without its row numbers: what a row points to stands in their place."""
    with closing(sqlite3.connect(path)) as file:
        file.row_factory = sqlite3.Row
        known: dict[tuple[str, int], str] = {}
        for model in tables():
            table = model.__table__  # type: ignore[attr-defined]
            pointing = {key.parent.name: key.column.table.name for key in table.foreign_keys}
            told = []
            for found in file.execute(f"SELECT * FROM {table.name}").fetchall():
                content = {name: found[name] for name in found.keys() if name != "id"}  # noqa: SIM118
                for name, target in pointing.items():
                    content[name] = known.get((target, content[name])) if content[name] is not None else None
                text = json.dumps(content, sort_keys=True, ensure_ascii=False)
                told.append(text)
                if "id" in found.keys():  # noqa: SIM118
                    known[table.name, found["id"]] = text
            yield table.name, sorted(told)


def test_eight_ingests_at_once_load_into_one_database(
    address: str, shelf: list[Path], tmp_path: Path, tiny_games: Path
) -> None:
    crew = [begin(address, tiny_games, *shelf[2 * n : 2 * n + 2]) for n in range(INGESTS)]
    for program in crew:
        _, said = program.communicate(timeout=600)
        assert program.returncode == 0, said.decode()
    alone = begin(sqlite_url(tmp_path / "alone.db"), tiny_games, *shelf)
    alone.communicate(timeout=600)
    shared = dict(by_natural_keys(snapshot(address, tmp_path / "shared.db")))
    direct = dict(by_natural_keys(snapshot(sqlite_url(tmp_path / "alone.db"), tmp_path / "direct.db")))
    assert len(shared["document"]) == 2 * INGESTS
    assert len(shared["fact"]) > 3
    for table, rows in direct.items():
        assert shared[table] == rows, table


COMMANDS = (
    ["trace", "location:well"],
    ["lint"],
    ["validate", "--game", "orchard"],
    ["export", "--csv", "{folder}"],
    ["forget", "rules-00.md"],
)


def test_every_command_works_on_a_shared_database(
    address: str, shelf: list[Path], tiny_games: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    program = begin(address, tiny_games, *shelf[:2])
    _, failure = program.communicate(timeout=600)
    assert program.returncode == 0, failure.decode()
    for arguments in COMMANDS:
        code = run([*(word.format(folder=tmp_path / "out") for word in arguments), "--db", address])
        said = capfd.readouterr()
        assert code in (0, 1), (arguments, said.err)
        assert said.out or said.err, arguments
    assert (tmp_path / "out" / "claim.csv").is_file()
