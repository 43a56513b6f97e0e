"""Passages of two documents that say the same are rows."""

import datetime
import shutil
from pathlib import Path

import pytest
from sqlmodel import Session, select

from db.open import open_database, session, sqlite_url
from ingest.resolve.counterparts import find_counterparts
from schema.counterparts import Counterpart
from schema.documents import Document, Passage
from schema.games import Game


def test_passages_of_two_languages_are_counterparts(both: Session) -> None:
    texts = {passage.id: passage.text for passage in both.exec(select(Passage))}
    pairs = {(texts[one.passage_id], texts[one.other_id]) for one in both.exec(select(Counterpart))}
    beads = "3. Each player takes 3 glass beads from the supply.", "3. Jeder Spieler nimmt 3 Glasperlen aus dem Vorrat."
    assert beads in pairs
    assert {one.relation for one in both.exec(select(Counterpart))} == {"translation"}


def test_languages_of_a_taught_game_are_left_to_its_words(two_languages: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(two_languages.parent, tmp_path / "copy")
    with session(open_database(sqlite_url(folder / two_languages.name))) as opened:
        assert find_counterparts(opened, opened.exec(select(Game)).one(), spoken=("en", "de")) == []
        assert opened.exec(select(Counterpart)).all() == []


@pytest.mark.parametrize("older", [0, 1])
def test_the_older_document_comes_first_whichever_was_read_first(
    two_languages: Path, tmp_path: Path, older: int
) -> None:
    folder = shutil.copytree(two_languages.parent, tmp_path / "copy")
    with session(open_database(sqlite_url(folder / two_languages.name))) as opened:
        documents = opened.exec(select(Document).order_by(Document.sha256)).all()
        for at, document in enumerate(documents):
            document.date, document.date_source = datetime.date(2001 if at == older else 2002, 1, 1), "printed"
        for _ in range(2):
            find_counterparts(opened, opened.exec(select(Game)).one(), spoken=())
            lefts = [opened.get_one(Passage, one.passage_id) for one in opened.exec(select(Counterpart))]
            assert {left.document_id for left in lefts} == {documents[older].id}


def test_documents_without_a_told_date_come_in_the_order_of_their_checksums(
    two_languages: Path, tmp_path: Path
) -> None:
    folder = shutil.copytree(two_languages.parent, tmp_path / "copy")
    with session(open_database(sqlite_url(folder / two_languages.name))) as opened:
        documents = opened.exec(select(Document).order_by(Document.sha256)).all()
        for number, document in enumerate(documents):
            document.date, document.date_source = datetime.date(2002 - number, 1, 1), "file"
        found = find_counterparts(opened, opened.exec(select(Game)).one(), spoken=())
        assert [(pair.one.id, pair.other.id) for pair in found] == [(documents[0].id, documents[1].id)]
