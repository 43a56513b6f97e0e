"""“A game in an afternoon” is true: its listings are the files, its commands run, its mistake is told as it says."""

import io
import re
import shlex
import shutil
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import rulewright.run
from db.open import sqlite_url
from ingest.packs.read import BrokenPack, Shared, read_pack
from rulewright.exits import Exit

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "afternoon.md").read_text(encoding="utf-8")
GAME = ROOT / "games" / "goofspiel"
WHOLE = re.findall(r"`(games/goofspiel/[^`]+)`:\n\n```\w+\n(.*?)```", PAGE, re.DOTALL)
PARTS = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)
COMMANDS = re.findall(r"^rulewright (.+)$", PAGE, re.MULTILINE)


def test_there_are_listings_and_commands() -> None:
    assert (len(WHOLE), len(PARTS) > 8, len(COMMANDS)) == (4, True, 8)


@pytest.mark.parametrize(("file", "listed"), WHOLE, ids=[file for file, _ in WHOLE])
def test_a_listing_is_the_file_or_its_beginning(file: str, listed: str) -> None:
    assert (ROOT / file).read_text(encoding="utf-8").startswith(listed)


def test_all_of_play_is_listed() -> None:
    play = (GAME / "play.toml").read_text(encoding="utf-8")
    for part in (part for part in PARTS if part.strip() in play):
        play = play.replace(part.strip(), "")
    assert [line for line in play.splitlines() if line and not line.startswith("#")] == []


def test_the_mistake_is_told_as_the_page_says(tmp_path: Path) -> None:
    shutil.copytree(GAME, tmp_path / "games" / "goofspiel", ignore=shutil.ignore_patterns("samples"))
    play = tmp_path / "games" / "goofspiel" / "play.toml"
    (wrong,) = re.findall(r'With `(until = "[^`]+")`', PAGE)
    text = re.sub(r'^until = ".*"$', wrong, play.read_text(encoding="utf-8"), flags=re.MULTILINE)
    play.write_text(text, encoding="utf-8")
    with pytest.raises(BrokenPack) as broken:
        read_pack(play.parent, Shared.of(ROOT / "games"))
    (told,) = re.findall(r"^games/goofspiel/play\.toml:.+$", PAGE, re.MULTILINE)
    assert str(broken.value.problems[0]).startswith(told)


def test_every_command_of_the_page_runs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    db = sqlite_url(tmp_path / "afternoon.db")
    for line in COMMANDS:
        words = shlex.split(line)
        words = [str(ROOT / word) if word.startswith("games/") else word for word in words]
        monkeypatch.chdir(tmp_path)
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            code = rulewright.run.run([*words, "--db", db])
        assert code == Exit.DONE, f"{line}: {out.getvalue()}{err.getvalue()}"
    assert (tmp_path / "conformance" / "goofspiel.json").exists()
