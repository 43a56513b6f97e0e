"""A person decides a doubtful word or a disputed fact, and every later reading obeys."""

import io
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from ingest.deciding.decision_file import DECISIONS_FILE
from rulewright.exits import Exit
from rulewright.run import run

ROOT = Path(__file__).resolve().parents[2]
RUINED = """\
# Operace Barclay

Ka0d0 hrOD si vezme Dty0i 0etony a polo0O je lOcem dolD na stDl. Potom v0ichni hrODi stD0davO hrajO karty.

Kdy0 dojde balODek, zamOchejte odhozenD karty a vytvo0te nov0. HrOD, kterD mO nejmOnO bodD, zaDOnO p0O0tO kolo.
"""


def ask(db: Path | str, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(db)) as file:
        return file.execute(question).fetchall()


@pytest.fixture
def ruined(tmp_path: Path) -> Path:
    file = tmp_path / "barclay.md"
    file.write_text(RUINED, encoding="utf-8")
    return file


def test_a_decision_about_a_word_is_stored_and_replayed(
    ruined: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "review.db"
    monkeypatch.setattr(sys, "stdin", io.StringIO("x\nw\nRozhodnuto\nq\n"))
    assert run(["review", str(ruined), "--db", str(db)]) == 0
    shown = capsys.readouterr().out
    assert "Please type a number from 1 to" in shown
    assert "One decision was stored" in shown
    assert "Rozhodnuto" in (tmp_path / DECISIONS_FILE).read_text(encoding="utf-8")
    decided = "SELECT count(*) FROM passage WHERE text LIKE '%Rozhodnuto%'"
    assert ask(db, decided) == [(1,)]
    assert run(["forget", ruined.name, "--db", str(db)]) == 0
    assert run(["ingest", str(ruined), "--db", str(db)]) == 0
    assert ask(db, decided) == [(1,)], "what was decided outlives the document"
    assert run(["ingest", str(ruined), "--db", str(tmp_path / "other.db")]) == 0
    assert ask(tmp_path / "other.db", decided) == [(1,)], "another database takes it over from the file"


def test_a_decision_without_its_text_is_reported(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plain.md"
    file.write_text("# Chess\n\nThe board has squares.\n", encoding="utf-8")
    line = "\t".join([file.name, "repair", "words", "that", "are", "nowhere"])
    header = "document\tkind\tleft\tbefore\tright\tafter\n"
    (tmp_path / DECISIONS_FILE).write_text(header + line + "\n", encoding="utf-8")
    db = tmp_path / "r.db"
    assert run(["ingest", str(file), "--db", str(db)]) == 0
    ((message,),) = ask(db, "SELECT message FROM finding WHERE kind = 'stale-decision'")
    assert "“that” should be “nowhere” found no place" in str(message)
    assert run(["review", "--list", "--db", str(db)]) == 0
    assert "Stale: The decision that “that”" in capsys.readouterr().out


def test_a_document_without_doubts_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plain.md"
    file.write_text("# Chess\n\nThe board has squares.\n", encoding="utf-8")
    assert run(["review", str(file), "--db", str(tmp_path / "r.db")]) == 0
    assert "Nothing in plain.md is doubtful or disputed." in capsys.readouterr().out
    assert not (tmp_path / DECISIONS_FILE).exists()


GARRISON = "SELECT value, origin, is_provisional, reason FROM fact WHERE attribute = 'garrison.max'"


@pytest.fixture
def books(tmp_path: Path) -> list[Path]:
    """A rulebook and another that says something else."""
    said = "highest garrison of a mission is"
    files = []
    for name, value in {"one.md": "4", "two.md": "5"}.items():
        file = tmp_path / name
        text = f"# Resist!\n\n## Missions\n\nThe {said} {value}. Civilians stand among the Spanish Maquis.\n"
        file.write_text(text, encoding="utf-8")
        files.append(file)
    return files


def test_a_decided_fact_goes_before_what_is_read_and_outlives_it(
    books: list[Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "review.db"
    assert run(["ingest", *map(str, books), "--db", str(db)]) == 0
    assert [row[1:3] for row in ask(db, GARRISON)] == [("rulebook", 1)], "nothing tells which of the two is right"
    capsys.readouterr()
    assert run(["review", "--json", "--db", str(db)]) == 0
    (asked,) = [q for q in json.loads(capsys.readouterr().out) if q["kind"] == "fact"]
    assert [answer["value"] for answer in asked["answers"]] in (["4", "5"], ["5", "4"])
    monkeypatch.setattr(sys, "stdin", io.StringIO("w\n5\nthe box says so\nq\n"))
    assert run(["review", "--db", str(db)]) == 0
    held = ("5", "decided", 0, "A person decided it, although 4 is stated too: the box says so")
    assert ask(db, GARRISON) == [held]
    for file in books:
        assert run(["forget", file.name, "--db", str(db)]) == 0
    assert ask(db, GARRISON) == [("5", "decided", 0, "A person decided it: the box says so")]
    assert run(["ingest", *map(str, books), "--again", "--db", str(db)]) == 0
    assert ask(db, GARRISON) == [held]
    assert ask(db, "SELECT count(*) FROM finding WHERE kind = 'stale-decision'") == [(0,)]
    assert ask(db, "SELECT count(*) FROM claim WHERE attribute = 'garrison.max' AND origin = 'rulebook'") == [(2,)]


def test_a_decision_whose_text_changed_is_told_and_not_dropped(
    books: list[Path], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    db = str(tmp_path / "review.db")
    run(["ingest", *map(str, books), "--db", db])
    why = ["--reason", "the box says so"]
    assert run(["review", "--decide", "mission garrison.max 5", *why, "--db", db]) == 0
    text = books[0].read_text(encoding="utf-8")
    books[0].write_text(text.replace("mission is 4", "mission is 6"), encoding="utf-8")
    run(["ingest", *map(str, books), "--db", db])
    assert ask(db, GARRISON)[0][:2] == ("5", "decided")
    ((message,),) = ask(db, "SELECT message FROM finding WHERE kind = 'stale-decision'")
    assert "one.md says 6 now, and said 4" in str(message)
    capsys.readouterr()
    assert run(["review", "--list", "--json", "--db", db]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert [d["value"] for d in shown["decisions"]] == ["5"]
    assert shown["stale"] == [message]
    assert run(["review", "--undo", "mission garrison.max", "--db", db]) == 0
    assert ask(db, GARRISON)[0][1] == "rulebook"
    run(["ingest", *map(str, books), "--again", "--db", db])
    assert ask(db, GARRISON)[0][1] == "rulebook", "what was taken back does not return from the file"


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("mision garrison.max 5", "Did you mean `mission`?"),
        ("mission garison 5", "`garrison.max`"),
        ("mission garrison.max five", "it must be a number"),
        ("mission garrison.max", "must be a subject, an attribute and a value"),
    ],
)
def test_a_fact_that_nobody_knows_is_refused(
    resist_db: str, said: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(["review", "--decide", said, "--reason", "x", "--db", resist_db]) == Exit.WRONG_USE
    assert told in " ".join(capsys.readouterr().err.split())


def test_decisions_are_exported_and_imported(books: list[Path], tmp_path: Path) -> None:
    one, other, file = str(tmp_path / "one.db"), str(tmp_path / "other.db"), tmp_path / "decided.tsv"
    run(["ingest", str(books[0]), "--db", one])
    run(["review", "--decide", "mission garrison.max 7", "--reason", "seen", "--db", one])
    assert run(["review", "--export", str(file), "--db", one]) == 0
    (tmp_path / DECISIONS_FILE).unlink()
    run(["ingest", str(books[0]), "--db", other])
    assert ask(other, GARRISON)[0][0] == "4"
    assert run(["review", "--import", str(file), "--db", other]) == 0
    assert ask(other, GARRISON)[0][:2] == ("7", "decided")
