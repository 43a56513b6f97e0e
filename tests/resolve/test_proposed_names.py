"""A name that no pack knows is marked where the lists of the game's other documents tell what it names."""

from pathlib import Path

import pytest
from sqlmodel import Session, select

from db.open import open_database, sqlite_url
from ingest.resolve.proposed_names import mark_proposed_names, proposed_names
from rulewright.run import run
from schema.claims import Finding
from schema.games import Game
from schema.row_kinds import PROPOSED_NAME

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


@pytest.mark.parametrize(("word", "proposed"), [("zwintel", ["zwintel cards"]), ("event", [])])
def test_a_name_is_proposed_once_and_marked_anew(tmp_path: Path, word: str, proposed: list[str]) -> None:
    folder, db = tmp_path / "books", tmp_path / "names.db"
    folder.mkdir()
    (folder / "known.md").write_text(BOOK, encoding="utf-8")
    (folder / "other.md").write_text(BOOK.replace("event", word), encoding="utf-8")
    assert run(["ingest", str(folder), "--without-samples", "--db", str(db)]) == 0
    with Session(open_database(sqlite_url(db))) as session:
        game = session.exec(select(Game).where(Game.code == "black-orchestra")).one()
        found = list(proposed_names(session, game))
        assert [(document.file_name, one.entry.name) for document, one in found] == [("other.md", p) for p in proposed]
        assert [str(one.concept) for _, one in found] == ["deck:event"] * len(proposed)
        mark_proposed_names(session, game)
        marked = session.exec(select(Finding).where(Finding.kind == PROPOSED_NAME)).all()
        assert [finding.suggestion for finding in marked] == ["deck:event"] * len(proposed)
