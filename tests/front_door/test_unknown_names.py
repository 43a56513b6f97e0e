"""A name that no pack knows is proposed in `review`, claims nothing by itself, and is read once it was accepted."""

import io
import json
import sqlite3
import sys
from contextlib import closing
from pathlib import Path

import pytest

from rulewright.run import run

BOOK = """\
# Black Orchestra

Black Orchestra is a game about conspirators against Hitler.

## Components

- 1 game board
- 12 dice
- 9 player boards
- 5 pawns
- 8 difficulty tokens
- 16 item tokens
- 71 event cards
"""


def sizes(db: Path, file: str) -> list[tuple[str, str]]:
    with closing(sqlite3.connect(db)) as opened:
        return opened.execute(
            "SELECT subject, value FROM claim JOIN document ON document.id = claim.document_id "
            "WHERE file_name = ? AND subject = 'deck:event' AND attribute = 'size'",
            (file,),
        ).fetchall()


def questions(db: Path, capsys: pytest.CaptureFixture[str]) -> list[dict[str, object]]:
    capsys.readouterr()
    assert run(["review", "--json", "--db", str(db)]) == 0
    return [one for one in json.loads(capsys.readouterr().out) if one["kind"] == "name"]


def waiting(db: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """The commands that `status` gives for unknown names."""
    capsys.readouterr()
    assert run(["status", "--json", "--db", str(db)]) == 0
    return [one["command"] for one in json.loads(capsys.readouterr().out)["open"] if one["matter"] == "named"]


@pytest.fixture
def books(tmp_path: Path) -> Path:
    folder = tmp_path / "books"
    folder.mkdir()
    (folder / "known.md").write_text(BOOK, encoding="utf-8")
    (folder / "other.md").write_text(BOOK.replace("event", "zwintel"), encoding="utf-8")
    return folder


def test_an_unknown_name_is_proposed_accepted_and_kept(
    books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "names.db"
    assert run(["ingest", str(books), "--db", str(db)]) == 0
    assert sizes(db, "known.md") == [("deck:event", "71")]
    (asked,) = questions(db, capsys)
    assert (asked["document"], asked["printed"]) == ("other.md", "zwintel cards")
    assert [answer["value"] for answer in asked["answers"]] == ["deck:event", "no"]  # type: ignore[attr-defined]
    assert sizes(db, "other.md") == [], "a proposal claims nothing"
    assert waiting(db, capsys) == ["rulewright review other.md"]
    with closing(sqlite3.connect(db)) as opened:
        ((message,),) = opened.execute("SELECT message FROM finding WHERE kind = 'proposed-name'").fetchall()
    assert message.startswith(
        "“zwintel cards” is a name that no pack knows; it seems to name deck:event, for its number"
    )

    monkeypatch.setattr(sys, "stdin", io.StringIO("1\n"))
    assert run(["review", "other.md", "--db", str(db)]) == 0
    assert sizes(db, "other.md") == [("deck:event", "71")], "the document was read again"
    assert questions(db, capsys) == []
    assert waiting(db, capsys) == []

    later = tmp_path / "later.md"
    later.write_text(BOOK.replace("event", "zwintel").replace("71 ", "70 "), encoding="utf-8")
    assert run(["ingest", str(later), "--db", str(db)]) == 0
    assert sizes(db, "later.md") == [("deck:event", "70")], "other documents of the game know it too"
    assert run(["forget", "other.md", "--db", str(db)]) == 0
    assert run(["ingest", str(books), "--db", str(db)]) == 0
    assert sizes(db, "other.md") == [("deck:event", "71")], "it outlives the document"

    assert run(["review", "--undo", "zwintel cards", "--db", str(db)]) == 0
    assert sizes(db, "other.md") == []


def test_a_refused_name_is_not_asked_about_again(
    books: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    db = tmp_path / "names.db"
    assert run(["ingest", str(books), "--db", str(db)]) == 0
    assert len(questions(db, capsys)) == 1
    monkeypatch.setattr(sys, "stdin", io.StringIO("2\n"))
    assert run(["review", "other.md", "--db", str(db)]) == 0
    assert sizes(db, "other.md") == []
    assert questions(db, capsys) == []
