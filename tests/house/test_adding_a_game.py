"""A game is added without touching generic code: a folder of data is enough, and code for it registers itself."""

import ast
import asyncio
import shutil
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

import rules_engine
from db.open import open_database, sqlite_url
from db.site.serve import build_site
from db.snapshot import make_snapshot
from ingest.pipeline import Options
from rules_engine.playable import find_playable, playable_games
from rules_engine.terminal.table import Table, table_of
from rulewright.app import app
from rulewright.exits import Exit
from rulewright.ingesting import ingest_documents

ROOT = Path(__file__).resolve().parents[2]
ROOMS = ("schema", "ingest", "db", "rules_engine", "rulewright")
GAME = "meadow"
LOOK = """\
[hue]
fruit = 4

[map]
coast = ["M0 0 L7 7 Z"]
place.gate = [111.5, 222.5]
"""


@pytest.fixture(scope="module")
def added(tmp_path_factory: pytest.TempPathFactory, tiny_games: Path) -> tuple[Path, Path]:
    """The folder of a game that nobody has heard of, and a document of it."""
    games = tmp_path_factory.mktemp("games")
    shutil.copytree(tiny_games / "languages", games / "languages")
    shutil.copytree(tiny_games / "orchard", games / GAME)
    for file in (games / GAME).rglob("*.toml"):
        text = file.read_text(encoding="utf-8")
        file.write_text(text.replace("orchard", GAME).replace("Orchard", "Meadow"), encoding="utf-8")
    (games / GAME / "look.toml").write_text(LOOK, encoding="utf-8")
    sample = games / GAME / "samples" / "meadow-en.md"
    sample.parent.mkdir()
    sample.write_text(
        "# The Walled Meadow\n\n- 40 fruit cards\n- 12 weather cards\n\nGarden Gate: +1 hunger\n\nOld Well\n\n"
        "-2 hunger, +3 common harvest\n\nThe Beehive opens in stage 4.\n",
        encoding="utf-8",
    )
    return games, sample


@pytest.fixture(scope="module")
def db(added: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> str:
    games, sample = added
    url = sqlite_url(tmp_path_factory.mktemp("added") / "meadow.db")
    report = ingest_documents(url, [sample], Options(), games=games)
    assert report.problems == []
    assert [done.game for done in report.documents] == [GAME]
    return url


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments), env={"COLUMNS": "200"})


def test_a_new_game_is_traced_validated_and_linted(db: str) -> None:
    traced = run("trace", "location:gate", "--db", db)
    assert traced.exit_code == Exit.DONE, traced.output
    assert "enter.hunger" in traced.output
    validated = run("validate", "--game", GAME, "--only", "rows", "--db", db, "--jobs", "1")
    assert validated.exit_code in (Exit.DONE, Exit.FOUND), validated.output
    assert f"{GAME} " in validated.output
    linted = run("lint", "--game", GAME, "--db", db)
    assert linted.exit_code in (Exit.DONE, Exit.FOUND), linted.output


def test_a_new_game_is_browsed_with_its_own_look(db: str, tmp_path: Path) -> None:
    site = build_site(make_snapshot(open_database(db, create=False), tmp_path / "site.db"))

    def page(path: str) -> str:
        answer = asyncio.run(site.client.get(path))
        assert answer.status_code == 200, path
        return str(answer.text)

    assert "Meadow" in page(f"/en/game/{GAME}")
    assert "hue-4" in page(f"/en/cards/{GAME}")
    board = page(f"/en/map/{GAME}")
    assert "M0 0 L7 7 Z" in board
    assert "111.5" in board


def test_a_game_without_code_says_so_when_it_is_to_be_played(db: str) -> None:
    done = run("play", GAME, "--db", db)
    assert done.exit_code == Exit.WRONG_USE
    assert "does not play" in done.output


def test_code_of_a_game_is_found_and_not_listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert find_playable(GAME) is None
    assert find_playable("checks") is None
    assert table_of(GAME) == Table()
    package = tmp_path / GAME
    package.mkdir()
    (package / "__init__.py").write_text('"""Meadow."""\n', encoding="utf-8")
    (package / "playable.py").write_text(
        "from rules_engine.playable import Playable\nPLAYABLE = Playable(sides='weather')\n", encoding="utf-8"
    )
    (package / "terminal.py").write_text(
        "from rules_engine.terminal.table import Table\nTABLE = Table(points='Baskets')\n", encoding="utf-8"
    )
    monkeypatch.setattr(rules_engine, "__path__", [*rules_engine.__path__, str(tmp_path)])
    found = find_playable(GAME)
    assert found is not None
    assert found.sides == "weather"
    assert GAME in playable_games()
    assert table_of(GAME).points == "Baskets"


def test_generic_code_names_no_game() -> None:
    codes = [folder.parent.name for folder in (ROOT / "games").glob("*/game.toml")]
    packages = {code.replace("-", "_") for code in codes}
    named = []
    for file in (file for room in ROOMS for file in sorted((ROOT / room).rglob("*.py"))):
        if packages & set(file.relative_to(ROOT).parts):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Constant) and node.value in (*codes, *packages):
                named.append(f"{file.relative_to(ROOT)}:{node.lineno} {node.value}")
            elif isinstance(node, ast.ImportFrom | ast.Import):
                modules = [getattr(node, "module", "") or "", *(alias.name for alias in node.names)]
                if packages & {part for module in modules for part in module.split(".")}:
                    named.append(f"{file.relative_to(ROOT)}:{node.lineno} imports a game")
    assert named == []
