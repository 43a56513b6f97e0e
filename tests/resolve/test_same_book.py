"""Two books are one where most passages of the one surely say what those of the other say, in another language."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlmodel import Session, select

from db.load import load_reading
from db.open import open_database, session, sqlite_url
from ingest.files.addresses import address_of
from ingest.pipeline import read_document
from ingest.resolve.same_book import SameBookSettings, find_translations
from schema.documents import Document
from schema.games import Game

BOOKS = Path(__file__).parent / "books"
ENGLISH, GERMAN = ((BOOKS / f"lantern-road-{code}.md").read_text(encoding="utf-8") for code in ("en", "de"))
OTHER = "# Die Mühle\n\n" + "\n\n".join(
    f"## Teil {at}\n\nJeder Spieler muss {at} Säcke Korn mahlen und darf danach {at + 3} Münzen nehmen."
    for at in range(2, 14)
)
Store = Callable[..., Session]
USUAL = SameBookSettings()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with session(open_database(sqlite_url(tmp_path / "books.db"))) as opened:

        def stored(**books: str) -> Session:
            for name, text in books.items():
                file = tmp_path / f"{name}.md"
                file.write_text(text.replace("Lantern Road", name.title()), encoding="utf-8")
                load_reading(opened, read_document(address_of(str(file)), {}, candidates=["en", "de"], recipe=name))
            return opened

        yield stored


def found(opened: Session, settings: SameBookSettings = USUAL) -> list[set[str]]:
    codes = opened.exec(select(Game.code)).all()
    return [{t.one.file_name, t.other.file_name} for t in find_translations(opened, codes, settings)]


def test_a_translation_is_found_and_another_book_is_none(store: Store) -> None:
    opened = store(lanterns=ENGLISH, laternen=GERMAN, muehle=OTHER)
    assert found(opened) == [{"lanterns.md", "laternen.md"}]
    assert found(opened, SameBookSettings(least_share=1.01)) == []


def test_books_of_games_that_did_not_change_are_not_looked_at(store: Store) -> None:
    assert find_translations(store(lanterns=ENGLISH, laternen=GERMAN), ()) == []


def test_a_book_that_a_person_placed_stays_there(store: Store) -> None:
    opened = store(lanterns=ENGLISH, laternen=GERMAN)
    opened.exec(select(Document)).first().is_game_given = True  # type: ignore[union-attr]
    opened.flush()
    assert found(opened) == []
