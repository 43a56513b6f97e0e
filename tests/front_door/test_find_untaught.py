"""The rules of a game that nobody taught are found by what each of them says, and shown as they are printed."""

import json
from pathlib import Path

import pytest

from rulewright.exits import Exit
from rulewright.run import run

BOOK = """\
# Lantern Market

For 2 to 4 players, 30 minutes.

## Components

- 40 lantern cards
- 60 coins
- 1 market board

## Setting up

Shuffle the lantern cards. Each player takes 7 coins from the bank. Each player draws 3 lantern cards.

## A turn

You must sell at least 1 lantern. A player who sells a red lantern takes 2 coins. You may never hold more than 9 cards.

## The end

The game ends when the last lantern is sold. The player with the most coins wins.
"""


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("untaught")
    (folder / "lantern-market.md").write_text(BOOK, encoding="utf-8")
    assert run(["ingest", str(folder / "lantern-market.md"), "--jobs", "1", "--db", str(folder / "r.db")]) == Exit.DONE
    return folder / "r.db"


@pytest.mark.parametrize(
    ("query", "rule"),
    [
        ("how many coins do I get from the bank", "Each player takes 7 coins from the bank."),
        ("when does the game end", "The game ends when the last lantern is sold."),
        ("how many cards may I hold", "You may never hold more than 9 cards."),
    ],
)
def test_a_question_finds_the_printed_rule(db: Path, capsys: pytest.CaptureFixture[str], query: str, rule: str) -> None:
    capsys.readouterr()
    assert run(["find", query, "--json", "--db", str(db)]) == Exit.DONE
    rules = [each["text"] for each in json.loads(capsys.readouterr().out)["answers"] if each["kind"] == "rule"]
    assert rules[0] == rule


def test_a_query_shows_rules_as_they_are_printed(db: Path, capsys: pytest.CaptureFixture[str]) -> None:
    capsys.readouterr()
    assert run(["find", "type:rule game:lantern-market", "--json", "--db", str(db)]) == Exit.DONE
    texts = {each["text"] for each in json.loads(capsys.readouterr().out)["answers"]}
    assert "You must sell at least 1 lantern." in texts
