"""What documents of the real games say together, in a database of their own."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest
from sqlmodel import Session

from db.load import load_reading
from db.load_pack import load_pack
from db.open import open_database, session, sqlite_url
from ingest.pipeline import Options, read_document
from ingest.resolve.run import resolve_game
from schema.pack import Pack
from schema.reading import Reading

Resolve = Callable[..., Session]


@pytest.fixture(scope="session")
def packs_loaded(tmp_path_factory: pytest.TempPathFactory, games: dict[str, Pack]) -> Path:
    """A database with the packs of all games and no document."""
    file = tmp_path_factory.mktemp("packs") / "packs.db"
    with session(open_database(sqlite_url(file))) as opened:
        for pack in games.values():
            load_pack(opened, pack)
    return file


@pytest.fixture
def resolve(tmp_path: Path, packs_loaded: Path, games: dict[str, Pack]) -> Iterator[Resolve]:
    """Loads texts by language into a new database, as rulebooks of one game, and resolves it."""
    with closing(sqlite3.connect(packs_loaded)) as source, closing(sqlite3.connect(tmp_path / "resolved.db")) as copy:
        source.backup(copy)
    with session(open_database(sqlite_url(tmp_path / "resolved.db"))) as opened:

        def run(game: str, edition: str, **texts: str) -> Session:
            for language, text in texts.items():
                file = tmp_path / f"{language}.md"
                file.write_text(text, encoding="utf-8")
                said = Options(game=game, edition=edition, language=language)
                load_reading(opened, read_document(file, games, candidates=(language,), recipe="r", options=said))
            resolve_game(opened, game, games[game])
            return opened

        yield run


@pytest.fixture(scope="session")
def resolved_seeds(
    tmp_path_factory: pytest.TempPathFactory, games: dict[str, Pack], read_seed: Callable[[str], Reading]
) -> Iterator[Session]:
    """The three real rulebooks of Black Orchestra, resolved together."""
    url = sqlite_url(tmp_path_factory.mktemp("seeds") / "seeds.db")
    with session(open_database(url)) as opened:
        load_pack(opened, games["black-orchestra"])
        for number in ("000", "001", "003"):
            load_reading(opened, read_seed(number))
        resolve_game(opened, "black-orchestra", games["black-orchestra"])
        yield opened
