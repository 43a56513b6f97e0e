"""Operation Barclay at the table: one screen for two people, a game against a player of ours, and many games."""

import io
import json
import os
import pty
import re
import select
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path

import pytest

import rulewright.run
from db.open import open_database, session, sqlite_url
from ingest.pipeline import Options
from rules_engine.read import read_ruleset
from rules_engine.record import Record, replay
from rulewright.exits import Exit
from rulewright.ingesting import ingest_documents

ROOT = Path(__file__).resolve().parents[2]
SAMPLE = ROOT / "games" / "operation-barclay" / "samples" / "operation-barclay-en.pdf"
PATIENCE = 60
CLEARED = "\x1b[2J"
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(scope="module")
def barclay_db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a database of Operation Barclay, read from its English sample."""
    url = sqlite_url(tmp_path_factory.mktemp("barclay") / "barclay.db")
    assert ingest_documents(url, [SAMPLE], Options()).problems == []
    return url


@pytest.fixture
def run(barclay_db: str, monkeypatch: pytest.MonkeyPatch) -> Run:
    def do(command: str, *options: object, lines: str = "") -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        monkeypatch.setenv("COLUMNS", "80")
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            code = rulewright.run.run([command, "operation-barclay", "--db", barclay_db, *map(str, options)])
        return code, out.getvalue(), " ".join(err.getvalue().split())

    return do


class Terminal:
    """The game in a pseudo-terminal of 80 columns."""

    def __init__(self, *command: str) -> None:
        self.keyboard, theirs = pty.openpty()
        environment = {**os.environ, "COLUMNS": "80", "LINES": "50", "TERM": "xterm-256color"}
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rulewright", "play", "operation-barclay", *command],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=ROOT,
            env=environment,
        )
        os.close(theirs)

    def read(self) -> str:
        """What appears until the program waits for a line."""
        seen = b""
        while not ESCAPE.sub("", seen.decode("utf-8", "ignore")).endswith((": ", "screen. ")):
            assert select.select([self.keyboard], [], [], PATIENCE)[0], seen
            seen += os.read(self.keyboard, 65536)
        return seen.decode().replace("\r\n", "\n")

    def type(self, line: str) -> str:
        """Type a line, and read what follows."""
        os.write(self.keyboard, f"{line}\n".encode())
        return self.read()

    def close(self) -> None:
        """End the program."""
        self.process.terminate()
        self.process.wait()
        os.close(self.keyboard)


@pytest.fixture
def terminal(barclay_db: str) -> Iterator[Terminal]:
    opened = Terminal("--db", barclay_db, "--seed", "5")
    yield opened
    opened.close()


def test_the_screen_is_cleared_and_waits_before_the_other_side_looks(terminal: Terminal) -> None:
    assert "LCS is next. Press Enter when nobody else looks" in terminal.read()
    setup = terminal.type("")
    assert "Plan the primary offensive: Sicily" in setup
    handed = terminal.type("6")
    assert "primary offensive" not in ESCAPE.sub("", handed.rpartition(CLEARED)[2])
    assert "\x1b[3J" in handed, "what was scrolled away is cleared too"
    assert handed.rstrip().endswith("Abwehr is next. Press Enter when nobody else looks at the screen.")
    mine = ESCAPE.sub("", terminal.type("").rpartition(CLEARED)[2])
    assert "you are Abwehr" in mine
    assert "primary offensive" not in mine
    assert "· · · · ·" in mine
    hand = re.search(r"Your hand +([^·\n]+)", mine)
    assert hand
    terminal.type("1")
    theirs = ESCAPE.sub("", terminal.type("1").rpartition(CLEARED)[2])
    assert "LCS is next" in theirs
    told = ESCAPE.sub("", terminal.type("").rpartition(CLEARED)[2])
    assert "Since you looked last:" in told
    assert "Abwehr plays face up: " in told
    assert not re.search(r"Abwehr (draws|keeps) (?!a card)", told)
    assert "You can only undo what you have done since" in terminal.type("u")
    assert all(len(line) <= 80 for line in told.splitlines())


def test_a_person_against_a_player_sees_only_what_their_side_may_know(run: Run) -> None:
    code, out, err = run("play", "--seed", 3, "--against", "rules", "--side", "abwehr", lines="1\n" * 250)
    assert code == Exit.DONE, err
    assert "You play Abwehr; the other side is played by “rules”." in out
    assert "LCS plans an offensive" not in out.partition("Month 1")[2]
    assert not re.search(r"LCS (draws|keeps|lays) (?!a card|the tokens)", out)
    assert not re.search(r"LCS predicts in secret: ", out)
    assert not re.search(r"LCS plays face down: ", out)
    tables = out.split("you are Abwehr")[1:]
    assert len(tables) > 50
    assert not any(re.search(r"  (primary|secondary) offensive\n", drawn.partition("Evidence")[0]) for drawn in tables)
    assert re.search(r"The game is over in month \d\. The winner: (LCS|Abwehr)\.", out)


def test_the_lcs_sees_where_its_offensives_are(run: Run) -> None:
    _, out, _ = run("play", "--seed", 3, "--against", "random", lines="1\n2\n11\nq\nn\n")
    assert re.search(r"South France +pink +. . . . . +primary offensive", out)
    assert "You play LCS" in out


def test_people_at_one_keyboard_play_to_the_end_and_the_saved_game_replays(
    run: Run, barclay_db: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    code, out, err = run("play", "--seed", 8, "--language", "cs", "--save", file, lines="1\n" * 500)
    assert code == Exit.DONE, err
    assert "Na řadě je Abwehr." in out
    assert "Hra skončila v měsíci" in out
    engine = open_database(barclay_db, create=False)
    with session(engine, read_only=True) as opened:
        ruleset = read_ruleset(opened, "operation-barclay")
    ended = replay(ruleset, Record.from_json(json.loads(file.read_text())))
    assert ruleset.result(ended)
    again, text, _ = run("play", "--replay", file)
    assert again == Exit.DONE
    assert "Played again" not in text, "a replay would tell the secrets of both"


def test_undo_goes_back_to_the_persons_own_decision(run: Run) -> None:
    _, out, _ = run("play", "--seed", 3, "--against", "rules", "--side", "abwehr", lines="1\nu\nq\nn\n")
    tables = [part.partition("Your choice")[0] for part in out.split("─ Operation Barclay ─")[1:]]
    assert tables[0] == tables[-1]
    assert "Undone: Play" in out


def test_watching_shows_both_sides_and_the_winner(run: Run) -> None:
    code, out, _ = run("play", "--seed", 2, "--watch", "random", "--pause", 0)
    assert code == Exit.DONE
    assert "LCS (random): " in out
    assert "Abwehr (random): " in out
    assert "The winner: " in out


@pytest.mark.parametrize(
    ("options", "words"),
    [
        (["--side", "abwehr"], "--side goes with --against"),
        (["--against", "rules", "--side", "gestapo"], "it has lcs and abwehr"),
        (["--against", "grandmaster"], "there is no player “grandmaster”"),
        (["--against", "rules", "--watch", "random"], "who watches does not play"),
        (["--players", "3"], "is played by 2, not by 3"),
    ],
)
def test_wrong_use_is_refused_with_what_to_do(run: Run, options: list[str], words: str) -> None:
    code, _, err = run("play", *options)
    assert code == Exit.WRONG_USE
    assert words in err.replace("│ │ ", "")


def test_a_game_whose_rulebook_was_not_read_names_the_missing_fact(resist_db: str) -> None:
    with redirect_stdout(io.StringIO()), redirect_stderr(io.StringIO()) as err:
        code = rulewright.run.run(["play", "operation-barclay", "--db", resist_db])
    assert code == Exit.DATABASE
    assert "facts are stated by no document or list" in err.getvalue()


def test_many_games_tell_who_won_with_which_player_and_in_which_month(run: Run) -> None:
    code, out, err = run(
        "simulate", "--json", "--games", 20, "--player", "random", "--player", "abwehr=rules", "--jobs", 1
    )
    assert code == Exit.DONE, err
    found = json.loads(out)
    lcs, abwehr = found["sides"]
    assert (found["player"], found["players"]) == ("lcs=random abwehr=rules", 2)
    assert (lcs["side"], lcs["player"], abwehr["side"], abwehr["player"]) == ("lcs", "random", "abwehr", "rules")
    assert lcs["count"] + abwehr["count"] == 20
    assert {month: count for month, count in lcs["points"].items() if count} in ({}, {"6": lcs["count"]})
    assert sum(abwehr["points"].values()) == abwehr["count"]
    assert all(1 <= int(month) <= 6 for month in abwehr["points"])
    assert {ending["rule"] for ending in found["endings"]} <= {"win-lcs", "win-logic", "win-revealed"}


def test_a_person_reads_the_shares_of_the_sides(run: Run) -> None:
    code, out, _ = run("simulate", "--games", 10, "--player", "random", "--jobs", 1)
    assert code == Exit.DONE
    assert all(words in out for words in ("side", "player", "LCS", "Abwehr", "Month in which the game ended"))
    assert "or better" not in out
    assert run("simulate", "--player", "gestapo=rules")[0] == Exit.WRONG_USE
