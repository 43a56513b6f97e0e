"""A person accepts, corrects or refuses a card that was read off a picture, in the terminal or the browser."""

import io
import json
import sqlite3
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest
from PIL import Image
from sqlmodel import select

from db.open import open_database, session, sqlite_url
from ingest.pipeline import Options
from rulewright.ingesting import ingest_documents
from rulewright.open_questions import card_questions
from rulewright.review_desk import Desk
from rulewright.run import run
from schema.documents import Document

DrawCard = Callable[..., Image.Image]


def ask(db: Path, question: str) -> list[tuple[object, ...]]:
    with closing(sqlite3.connect(db)) as file:
        return file.execute(question).fetchall()


def in_terminal(db: Path, typed: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(typed))
    assert run(["review", "--db", str(db)]) == 0


CARDS = "SELECT game.code, deck.code, title, body, card_text.origin FROM card_text JOIN card ON card.id = card_id "
CARDS += "JOIN deck ON deck.id = deck_id JOIN game ON game.id = card.game_id WHERE card.is_found ORDER BY title"


@pytest.fixture
def orchard(draw_card: DrawCard, tmp_path: Path) -> Path:
    """Two decks of a game nobody taught, whose files are called alike."""
    for number, deck in enumerate(("trees", "weather")):
        folder = tmp_path / "Old Orchard" / deck
        folder.mkdir(parents=True)
        title = ("Plum Tree", "Hail Storm")[number]
        draw_card(title, "Take two plums from the basket.", seed=number).save(folder / "1.png")
    ingest_documents(sqlite_url(tmp_path / "o.db"), [tmp_path / "Old Orchard"], Options())
    return tmp_path / "o.db"


def test_a_card_is_accepted_corrected_refused_and_undone(
    orchard: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read = "Take two plums from the basket."
    pictured, decided = "card-picture", "decided"
    assert run(["review", "--db", str(orchard), "--json"]) == 0
    questions = {asked["name"]: asked for asked in json.loads(capsys.readouterr().out) if asked["kind"] == "card"}
    assert set(questions) == {"Plum Tree", "Hail Storm"}
    is_plum_first = next(iter(questions)) == "Plum Tree"
    in_terminal(orchard, "1\nq\n" if is_plum_first else "s\n1\n", monkeypatch)
    hail = ("old-orchard", "weather", "Hail Storm", read, pictured)
    assert ask(orchard, CARDS) == [hail, ("old-orchard", "trees", "Plum Tree", read, decided)]
    in_terminal(orchard, "w\nHail and Thunder | All of you lose a plum.\n", monkeypatch)
    thunder = ("old-orchard", "weather", "Hail and Thunder", "All of you lose a plum.", decided)
    assert ask(orchard, CARDS)[0] == thunder
    assert run(["review", "--db", str(orchard), "--undo", questions["Hail Storm"]["subject"]]) == 0
    assert ask(orchard, CARDS)[0] == hail
    in_terminal(orchard, "2\n", monkeypatch)
    assert [title for _, _, title, _, _ in ask(orchard, CARDS)] == ["Plum Tree"]
    assert ask(orchard, "SELECT count(*) FROM finding WHERE message LIKE '%found no place%'") == [(0,)]


def test_the_browser_shows_the_picture_of_the_card_that_it_asks_about(orchard: Path) -> None:
    engine = open_database(sqlite_url(orchard))
    with session(engine, read_only=True) as opened:
        questions = [q for document in opened.exec(select(Document)) for q in card_questions(opened, document)]
    desk = Desk(engine, sqlite_url(orchard), questions)
    (place,) = desk.places(0)
    assert place.picture is not None
    assert place.picture.is_file()
    desk.answer(0, "no", "")
    desk.apply()
    assert len(ask(orchard, CARDS)) == 1
    desk.undo()
    desk.apply()
    assert len(ask(orchard, CARDS)) == 2
    engine.dispose()


def test_an_accepted_card_of_a_taught_game_goes_before_its_list(draw_card: DrawCard, tmp_path: Path) -> None:
    folder = tmp_path / "scans"
    folder.mkdir()
    known = (("Cover Story", "Lower your suspicion by 3."), ("Lone Gunman", "Requires: Reckless. Roll the dice."))
    for number, (title, body) in enumerate(known):
        draw_card(title, body, seed=number).save(folder / f"{number}.png")
    db = tmp_path / "scans.db"
    ingest_documents(sqlite_url(db), [folder], Options())
    held = "SELECT value, origin FROM fact WHERE subject LIKE '%cover-story' AND attribute = 'effect.1'"
    before = ask(db, held)
    engine = open_database(sqlite_url(db))
    with session(engine, read_only=True) as opened:
        questions = [q for document in opened.exec(select(Document)) for q in card_questions(opened, document)]
    number = next(n for n, question in enumerate(questions) if question.name == "Cover Story")
    desk = Desk(engine, sqlite_url(db), questions)
    desk.answer(number, "yes", "")
    desk.apply()
    engine.dispose()
    texts = "SELECT origin FROM card_text WHERE title = 'Cover Story' AND passage_id IS NOT NULL"
    assert ask(db, texts) == [("decided",)]
    assert {origin for _, origin in ask(db, held)} == {"decided"}
    assert ask(db, held) != before
