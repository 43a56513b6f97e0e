"""Status says what is there, what is open, and which command settles it; what is supposed for a run is marked."""

import json
import re
import shutil
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from ingest.picture import needed
from rulewright.exits import Exit
from rulewright.run import run

SAMPLE = Path(__file__).resolve().parents[2] / "games" / "resist" / "samples" / "resist-en.md"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of one rulebook of Resist! that does not say how many cards are drawn."""
    folder = tmp_path_factory.mktemp("status")
    told = SAMPLE.read_text(encoding="utf-8")
    (folder / SAMPLE.name).write_text(re.sub(r"[Dd]raw 5 cards", "Draw cards", told), encoding="utf-8")
    file = folder / "whole.db"
    assert run(["ingest", str(folder / SAMPLE.name), "--jobs", "1", "--db", str(file)]) == Exit.DONE
    return file


@pytest.fixture
def db(whole: Path, tmp_path: Path) -> Path:
    """The same with a fact that is provisional."""
    copy = tmp_path / "status.db"
    shutil.copyfile(whole, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as file:
        file.execute("UPDATE fact SET is_provisional = 1 WHERE subject = 'loss' AND attribute = 'civilians'")
    return copy


def shown(capsys: pytest.CaptureFixture[str], *arguments: object) -> str:
    capsys.readouterr()
    assert run(list(map(str, arguments))) == Exit.DONE
    return capsys.readouterr().out


def test_status_names_what_is_open_with_the_next_command(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = json.loads(shown(capsys, "status", "--json", "--db", db))
    (game,) = [game for game in told["games"] if game["game"] == "resist"]
    assert game["documents"] == 1
    assert game["provisional"] == 1
    assert 0 < game["facts"]["rulebook"] < game["facts"]["card-list"]
    items = {item["what"]: item["command"] for item in told["open"]}
    assert items["Resist!: provisional: loss civilians."] == "rulewright review --game resist"
    assert items["Resist! 1st cannot be played without hand size."] == "rulewright play resist --edition 1st"
    text = shown(capsys, "status", "--db", db)
    assert f"{game['facts']['rulebook']} read from documents; supplied with the games: " in text
    assert "rulewright review --game resist --db" in text


@pytest.fixture
def archive(whole: Path, tmp_path: Path) -> Path:
    """The same with sixty games that have a document and no pack."""
    copy = tmp_path / "archive.db"
    shutil.copyfile(whole, copy)
    with closing(sqlite3.connect(copy, isolation_level=None)) as file:
        for number in range(60):
            game = "INSERT INTO game (id, code, name, fingerprint, look) VALUES (?, ?, ?, '', '{}')"
            file.execute(game, (9000 + number, f"g-{number}", f"G {number}"))
            file.execute(
                "INSERT INTO document (kind, date_source, language, title, evidence, is_game_given, runner_up, "
                "file_name, source, sha256, recipe, media_type, page_count, game_id) VALUES ('rulebook', '', 'en', "
                "'', '', 0, '', ?, ?, ?, '', 'text/markdown', 1, ?)",
                (f"g-{number}.md", f"g-{number}", f"sha-{number}", 9000 + number),
            )
    return copy


def test_status_of_an_archive_counts_what_is_many(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, "status", "--db", archive)
    assert "60 games without a pack: 60 documents." in told
    assert "60 games have no pack and can be read and searched, not played: G 0, G 1, G 10, G 11 and 56 more." in told
    assert "g-7.md" not in told
    assert "Resist! (resist): 1 document" in told
    assert len(json.loads(shown(capsys, "status", "--db", archive, "--json"))["documents"]) == 61


def test_status_of_one_game_lists_its_documents(archive: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told = shown(capsys, "status", "--game", "g-7", "--db", archive)
    assert "g-7.md" in told
    assert "G 7 has no pack: it can be read and searched, not played." in told
    assert "Resist!" not in told


def test_status_says_which_reader_of_pictures_is_missing(
    db: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "second reader" not in shown(capsys, "status", "--db", db)
    monkeypatch.setattr(needed, "PACKAGES", ("no_such_package",))
    monkeypatch.setattr(needed, "_TESSERACT", "no-such-program")
    told = shown(capsys, "status", "--db", db)
    assert "Tesseract is not installed" in told
    assert "The second reader lacks no_such_package" in told
    assert len(json.loads(shown(capsys, "status", "--db", db, "--json"))["missing"]) == 2


def test_what_is_missing_is_gone_when_it_was_decided(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert (
        run(["review", "--game", "resist", "--decide", "hand size 5", "--reason", "ours has five", "--db", str(db)])
        == Exit.DONE
    )
    told = [item["what"] for item in json.loads(shown(capsys, "status", "--json", "--db", db))["open"]]
    assert not [what for what in told if "cannot be played" in what]


def test_a_missing_fact_is_given_for_one_run_and_marked(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["simulate", "resist", "--games", "2", "--db", str(db)]) == Exit.DATABASE
    assert '--set "hand size VALUE"' in capsys.readouterr().err
    given = ["--set", "hand size 3", "--jobs", "1", "--db", str(db)]
    found = json.loads(shown(capsys, "simulate", "resist", "--games", "2", "--json", *given))
    assert found["supposed"] == "hand size 3"
    assert found["unsettled"] == "loss civilians = 5 (provisional)"
    text = shown(capsys, "simulate", "resist", "--games", "2", *given)
    assert "Supposed for this run: hand size 3." in text
    with closing(sqlite3.connect(db)) as file:
        assert file.execute("SELECT DISTINCT supposed FROM simulation").fetchall() == [("hand size 3",)]


def test_play_says_what_it_is_not_sure_of(db: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    saved = tmp_path / "game.json"
    played = ["play", "resist", "--db", db, "--watch", "random", "--seed", 1, "--save", saved]
    text = shown(capsys, *played, "--set", "hand size 3")
    assert text.startswith("Supposed for this game, whatever the documents say: hand size 3.\n")
    assert "Not settled by the documents: loss civilians = 5 (provisional). Decide with: rulewright review" in text
    assert json.loads(saved.read_text(encoding="utf-8"))["supposed"] == ["hand size 3"]
    assert "Actions played again" in shown(capsys, "play", "resist", "--db", db, "--replay", saved, "--watch", "random")
    assert "what happened" in shown(capsys, "trace", saved, "--db", db)


def test_checks_under_a_supposition_are_kept_apart(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["validate", "--game", "resist", "--only", "facts-are-there", "--jobs", "1", "--db", str(db)]
    run(asked)
    assert "Supposed" not in capsys.readouterr().out
    text = shown(capsys, *asked, "--set", "hand size 3")
    assert "Supposed for this run: hand size 3." in text
    with closing(sqlite3.connect(db)) as file:
        kept = file.execute("SELECT supposed, status FROM validation ORDER BY supposed").fetchall()
    assert kept == [("", "failed"), ("hand size 3", "passed")]
    assert run([*asked, "--set", "hand sise 3"]) == Exit.WRONG_USE
    assert run([*asked, "--set", "hand size 0"]) == Exit.WRONG_USE
    assert "`size`" in capsys.readouterr().err


def test_what_cards_and_board_do_not_bear_is_told_as_stated(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    given = ["--set", "hand size 3", "--set", "deck:mission available-at-start 99", "--jobs", "1", "--db", str(db)]
    found = json.loads(shown(capsys, "simulate", "resist", "--games", "1", "--json", *given))
    assert "available-at-start" not in found["unsettled"]
    assert found["unborne"].startswith(
        "Stated, but the cards and the board do not bear it: deck:mission available-at-start = 99 (played with "
    )
