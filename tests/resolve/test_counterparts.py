"""Passages of two documents that say the same are rows."""

import shutil
from pathlib import Path

from sqlmodel import Session, select

from db.open import open_database, session, sqlite_url
from ingest.resolve.counterparts import find_counterparts
from schema.counterparts import Counterpart
from schema.documents import Passage
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
        assert find_counterparts(opened, opened.exec(select(Game)).one(), is_taught=True) == []
        assert opened.exec(select(Counterpart)).all() == []
