"""A game played in the terminal: to its end through a pseudo-terminal, with undo, help, saving and replaying."""

import io
import json
import os
import pty
import re
import select
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import closing, redirect_stderr, redirect_stdout
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from sqlalchemy import make_url
from sqlmodel import col, delete
from sqlmodel import select as select_rows

import rulewright.run
from db.open import open_database, session, sqlite_url
from rules_engine.read import read_ruleset
from rules_engine.record import Record, replay
from rulewright.exits import Exit
from schema.base import row
from schema.catalogue import section
from schema.documents import Passage
from schema.rules import Rule, RuleText

ROOT = Path(__file__).resolve().parents[2]
PROMPT = section("program")["en"]["prompt"]
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
MOST_LINES = 400
"""More than any game of always the first choice takes, going on as long as that can be chosen."""
PATIENCE = 60


def _hear_interrupts() -> None:
    """A shell that runs the tests in the background makes its children deaf to Ctrl-C."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@dataclass
class Terminal:
    """A program in a pseudo-terminal of 80 columns."""

    process: subprocess.Popen[bytes]
    keyboard: int
    text: str = ""
    _raw: bytes = field(default=b"")

    def interrupt(self) -> None:
        """Press Ctrl-C until the program speaks: one that comes while it turns to the keyboard is heard late."""
        for _ in range(int(PATIENCE)):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.keyboard], [], [], 1.0)[0]:
                return

    def read_until(self, ending: str) -> str:
        """What appears up to these words, or up to the end of the program."""
        begin = len(self.text)
        while ending not in self.text[begin:]:
            ready, _, _ = select.select([self.keyboard], [], [], PATIENCE)
            assert ready, f"nothing was said for {PATIENCE} s after {self.text[-300:]!r}"
            try:
                read = os.read(self.keyboard, 65536)
            except OSError:
                break
            if not read:
                break
            self._raw += read
            self.text = ESCAPE.sub("", self._raw.decode("utf-8", "ignore")).replace("\r\n", "\n")
        return self.text[begin:]

    def type(self, line: str) -> None:
        """Type a line."""
        os.write(self.keyboard, f"{line}\n".encode())

    def ask(self, line: str) -> str:
        """Type a line and read up to the next prompt."""
        self.type(line)
        return self.read_until(PROMPT)


@pytest.fixture
def open_terminal(resist_db: str) -> Iterator[Callable[..., Terminal]]:
    opened: list[Terminal] = []

    def start(*options: object) -> Terminal:
        ours, theirs = pty.openpty()
        command = [sys.executable, "-m", "rulewright", "play", "resist", "--db", resist_db, *map(str, options)]
        environment = {**os.environ, "COLUMNS": "80", "LINES": "50", "TERM": "xterm-256color"}
        process = subprocess.Popen(
            command,
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            cwd=ROOT,
            env=environment,
            preexec_fn=_hear_interrupts,  # noqa: PLW1509  (no threads run here)
        )
        os.close(theirs)
        terminal = Terminal(process, ours)
        opened.append(terminal)
        return terminal

    yield start
    for terminal in opened:
        terminal.process.terminate()
        terminal.process.wait()
        os.close(terminal.keyboard)


@dataclass(frozen=True)
class Done:
    """How a command ended and what it printed."""

    exit_code: int
    out: str
    err: str


@pytest.fixture
def run(resist_db: str, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Done]:
    """Play with these lines on standard input, which is no terminal."""

    def play(*options: object, lines: str = "") -> Done:
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        with redirect_stdout(io.StringIO()) as out, redirect_stderr(io.StringIO()) as err:
            code = rulewright.run.run(["play", "resist", "--db", resist_db, *map(str, options)])
        return Done(code, out.getvalue(), " ".join(err.getvalue().split()))

    return play


def test_a_game_is_played_to_its_end_in_a_terminal(
    open_terminal: Callable[..., Terminal], resist_db: str, tmp_path: Path
) -> None:
    file = tmp_path / "game.json"
    terminal = open_terminal("--seed", 7, "--save", file)
    shown = terminal.read_until(PROMPT)
    assert {"Missions", "Hand", "Decks", "Graveyard", "face-down", "Round 1"} <= set(
        re.findall(r"[\w-]+(?: 1)?", shown)
    )
    assert max(map(len, shown.splitlines())) <= 80

    first = terminal.ask("1")
    assert "You play" in first
    undone = terminal.ask("u")
    assert "Undone: Play" in undone
    assert undone[undone.index("Round 1") :] == shown[shown.index("Round 1") :], "undo leads back to the same table"

    for _ in range(MOST_LINES):
        shown = terminal.ask("continue" if "Go on to the next round" in shown else "1")
        if "The game is over" in shown:
            break
    assert terminal.process.wait(PATIENCE) == 0
    assert "rulewright simulate resist" in terminal.text
    record = Record.from_json(json.loads(file.read_text(encoding="utf-8")))
    with session(open_database(resist_db), read_only=True) as opened:
        ruleset = read_ruleset(opened, "resist")
    result = ruleset.result(replay(ruleset, record))
    assert result is not None
    assert f"{result.points} points" in terminal.text


def test_ctrl_c_ends_the_program_without_a_saved_game(open_terminal: Callable[..., Terminal]) -> None:
    terminal = open_terminal("--seed", 7)
    terminal.read_until(PROMPT)
    terminal.interrupt()
    assert "not saved" in terminal.read_until("not saved")
    assert terminal.process.wait(PATIENCE) == Exit.INTERRUPTED


def test_help_tells_what_a_card_does(run: Callable[..., Done]) -> None:
    told = run("--seed", 7, lines="? Abel\n? guard\n? nicolas\nq\n").out
    assert "for each" in told or "per " in told
    assert {"Guard 1", "Guard 2", "Guard 3", "Nicolás"} <= set(re.findall(r"^\w+(?: \d)?$", told, re.MULTILINE))


def test_help_on_a_number_is_help_on_the_cards_of_that_action(run: Callable[..., Done]) -> None:
    told = run("--seed", 7, lines="? 1\nq\n").out
    action = re.search(r"^ ?1 +Play (\w+)", told, re.MULTILINE)
    assert action
    assert f"\n{action[1]}\n" in told


def test_help_on_a_rule_is_its_sentence(run: Callable[..., Done]) -> None:
    assert "Rule guards-first: While a Guard stands" in run("--seed", 7, lines="? guards-first\nq\n").out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("99", "There is no action 99; there are 1 to "),
        ("0", "There is no action 0"),
        ("foo", "“foo” is no action"),
        ("", "Type the number of an action"),
        ("u", "There is nothing to undo"),
        ("? Nikolas", "Did you mean Nicolás?"),
        ("? xyzzy", "There is no card called “xyzzy”."),
        ("? 99", "There is no action 99"),
        ("²", "“²” is no action"),
    ],
)
def test_wrong_input_is_answered_with_a_sentence(run: Callable[..., Done], typed: str, answer: str) -> None:
    done = run("--seed", 7, lines=f"{typed}\nq\n")
    assert done.exit_code == Exit.DONE
    assert answer in done.out


def test_the_end_of_input_saves_nothing(run: Callable[..., Done], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    done = run("--seed", 7, "--save", file, lines="1\n")
    assert done.exit_code == Exit.INTERRUPTED
    assert "not saved" in done.out
    assert not file.exists()


def test_leaving_asks_whether_to_save(run: Callable[..., Done], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    assert "Please answer y or n." in run("--seed", 7, "--save", file, lines="1\nq\nperhaps\nn\n").out
    assert not file.exists()
    assert run("--seed", 7, "--save", file, lines="1\nq\ny\n").exit_code == Exit.DONE
    assert len(json.loads(file.read_text(encoding="utf-8"))["actions"]) == 1


def test_a_saved_game_goes_on_where_it_was_left(run: Callable[..., Done], tmp_path: Path) -> None:
    file = tmp_path / "a game.json"
    left = run("--seed", 7, lines=f"1\n1\ns {file}\nt\nq\n").out
    assert f"--replay '{file}'" in left
    again = run("--replay", file, lines="q\n").out
    assert again.count("Played again: ") == 2
    table = left[left.rindex("Round 1") : left.rindex(PROMPT)]
    assert table in again


def test_the_same_seed_and_choices_make_the_same_game(run: Callable[..., Done]) -> None:
    first, second, other = (run("--seed", seed, lines="1\n1\nq\nn\n").out for seed in (7, 7, 8))
    assert first == second
    assert first != other


def test_czech_is_spoken_where_it_is_asked_for(run: Callable[..., Done]) -> None:
    told = run("--seed", 7, "--language", "cs", lines="1\nq\nn\n").out
    assert {"Ruka", "Balíčky", "Hřbitov"} <= set(re.findall(r"\w+", told))
    assert "Zahrát utajeně: " in told
    assert "Hra nebyla uložena." in told


def test_maquis_can_be_chosen(run: Callable[..., Done]) -> None:
    told = run("--seed", 7, "--option", "maquis=chosen", lines="1\nq\nn\n").out
    assert "To divide" in told
    assert "into the hidden deck" in told


def test_a_player_can_be_watched_to_the_end(run: Callable[..., Done]) -> None:
    done = run("--seed", 7, "--watch", "random")
    assert done.exit_code == Exit.DONE
    assert "random: " in done.out
    assert "The game is over" in done.out


def test_explaining_shows_the_rule_and_the_passage_that_prints_it(
    run: Callable[..., Done], resist_db: str, tmp_path: Path
) -> None:
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(make_url(resist_db).database or "")) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    with session(open_database(sqlite_url(copy))) as opened:
        rule = opened.exec(select_rows(Rule).where(Rule.code == "play-side")).one()
        passage = opened.exec(
            select_rows(Passage).where(col(Passage.text).contains("left half of the play area"))
        ).one()
        opened.exec(delete(RuleText))
        opened.add(row(RuleText, {"language": "en", "score": 90}, rule_id=rule.id, passage_id=passage.id))
    told = " ".join(run("--seed", 7, "--explain", "--db", copy, lines="1\nq\nn\n").out.split())
    assert "Rule play-side: A maquis is played either hidden or revealed" in told
    assert "resist-en.md, page 1: “" in told
    assert "left half of the play area" in told


@pytest.mark.parametrize(
    ("options", "exit_code", "words"),
    [
        (["--language", "de"], Exit.WRONG_USE, "there is no language of Resist! “de”. There is: cs, en, it, pl"),
        (["--option", "maquis=best"], Exit.WRONG_USE, "there are maquis=random, maquis=chosen"),
        (["--option", "weather=fine"], Exit.WRONG_USE, "has no option weather=fine"),
        (["--players", "2"], Exit.WRONG_USE, "is played by 1"),
        (["--watch", "grandmaster"], Exit.WRONG_USE, "there is no player “grandmaster”"),
        (["--replay", "no-such-game.json"], Exit.UNREADABLE_INPUT, "no-such-game.json cannot be read"),
        (["--replay", ROOT / "README.md"], Exit.UNREADABLE_INPUT, "is no saved game"),
        (["--save", ROOT / "README.md"], Exit.UNREADABLE_INPUT, "it was left as it is"),
    ],
)
def test_a_wrong_option_gets_a_sentence_and_its_exit_code(
    run: Callable[..., Done], options: list[object], exit_code: Exit, words: str
) -> None:
    done = run(*options)
    assert done.exit_code == exit_code
    assert words in re.sub(r"[│╭╮╰╯─\s]+", " ", done.err)


def test_a_saved_game_of_other_rules_is_refused(run: Callable[..., Done], tmp_path: Path) -> None:
    file = tmp_path / "game.json"
    run("--seed", 7, lines=f"1\ns {file}\nq\n")
    saved = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps(saved | {"fingerprint": "other"}), encoding="utf-8")
    done = run("--replay", file)
    assert (done.exit_code, "played by other rules" in done.err) == (Exit.UNREADABLE_INPUT, True)
    file.write_text(json.dumps(saved | {"actions": ["play nobody hidden"]}), encoding="utf-8")
    done = run("--replay", file)
    assert (done.exit_code, "not legal there" in done.err) == (Exit.UNREADABLE_INPUT, True)
