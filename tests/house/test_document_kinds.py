"""A kind of document is one row of one Python file: in a copy with one more row it is told, weighed and offered."""

import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("schema", "ingest", "db", "rules_engine", "rulewright")
ROW = '        DocumentKind("faq", "FAQ", explains_others=True),\n'
NEW_ROW = '        DocumentKind("addendum", "addendum", states_rules=False),\n'
ADDENDUM = "# Late additions\n\nThe Walled Orchard\n\nOld Well: -4 hunger\n\nGarden Gate, Beehive, head gardener, fruit cards, weather cards, common harvest.\n"  # noqa: E501


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The product with another kind in the one file, and the words of its titles in the data of the language."""
    house = tmp_path_factory.mktemp("house")
    for room in ROOMS:
        shutil.copytree(ROOT / room, house / room, ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copytree(ROOT / "tests" / "tiny_games", house / "games")
    replaced(house / "schema" / "document_kinds.py", ROW, ROW + NEW_ROW)
    replaced(house / "games" / "languages" / "en.toml", "[kinds]\n", '[kinds]\naddendum = ["Late additions"]\n')
    return house


def replaced(file: Path, before: str, after: str) -> None:
    text = file.read_text(encoding="utf-8")
    assert before in text
    file.write_text(text.replace(before, after), encoding="utf-8")


def run(house: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "rulewright", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, check=False, cwd=house, env={"PYTHONPATH": "."})
    assert done.returncode == 0, done.stderr
    return done


def test_one_row_makes_a_kind_that_is_told_stored_and_offered(house: Path, rules_en: Path) -> None:
    late, said = house / "late.md", house / "said.md"
    late.write_text(ADDENDUM, encoding="utf-8")
    said.write_text(ADDENDUM.replace("Late additions", "Said by hand"), encoding="utf-8")
    run(house, "ingest", str(rules_en), str(late), "--db", "a.db", "--jobs", "1")
    run(house, "ingest", str(said), "--db", "a.db", "--kind", "addendum", "--jobs", "1")
    with sqlite3.connect(house / "a.db") as rows:
        kinds = dict(rows.execute("SELECT file_name, kind FROM document"))
        held = rows.execute(
            "SELECT value, is_provisional FROM fact WHERE subject = 'location:well' AND attribute = 'enter.hunger'"
        ).fetchone()
        with pytest.raises(sqlite3.IntegrityError, match="document_kind_is_known"):
            rows.execute("UPDATE document SET kind = 'novel'")
    assert kinds == {rules_en.name: "rulebook", "late.md": "addendum", "said.md": "addendum"}
    assert held == ("-2", 0), "a kind of document that states no rules has no say beside the rulebook"
