"""Drafts a pack from files: they are read as a game of its own, the pack is written, and read with to prove it."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from sqlmodel import Session, select

from db.open import open_database, session, sqlite_url
from ingest.draft.entries import Draft
from ingest.draft.gather import gather
from ingest.draft.prove import proved
from ingest.draft.write import OFFERED, Written, write_draft
from ingest.files.addresses import Address
from ingest.packs.read import SHARED_LANGUAGES
from ingest.pipeline import Options
from rulewright.ingesting import ingest_documents
from schema.documents import Document
from schema.games import Game


@dataclass(frozen=True, slots=True)
class Drafted:
    """What became of a draft."""

    draft: Draft
    written: Written
    problems: Sequence[str]
    """Files that could not be read, each in a sentence."""


class NothingRead(Exception):
    """None of the files could be read."""


def is_drafted(folder: Path) -> bool:
    """Whether a pack was written by a draft, so that another can add to it."""
    return (folder / OFFERED).exists()


def draft_pack(
    games: Path, code: str, name: str | None, files: Sequence[Address], *, only: str | None = None, jobs: int = 1
) -> Drafted:
    """Write the draft of a pack, or add to a drafted one what is new."""
    with _workshop(games) as shop:
        first = shop / "without.db"
        title = name or code.replace("-", " ").title()
        report = ingest_documents(sqlite_url(first), files, Options(game=title), jobs=jobs, games=shop / "none")
        problems = [problem.sentence for problem in report.problems]
        with _game(first, title) as (opened, game):
            if game is None or not opened.exec(select(Document).where(Document.game_id == game.id)).first():
                raise NothingRead("; ".join(problems))
            draft = gather(opened, game, code, game.name)
        draft = _tried(shop, draft, files, jobs)
    named = [Path(str(file)).name for file in files]
    return Drafted(draft, write_draft(games / code, draft, named, only), problems)


def _tried(shop: Path, draft: Draft, files: Sequence[Address], jobs: int) -> Draft:
    """The draft without what errs when the documents are read with it."""
    trial, database = shop / "trial", shop / "with.db"
    shutil.copytree(shop / "none", trial)
    write_draft(trial / draft.code, draft, [])
    ingest_documents(sqlite_url(database), files, Options(game=draft.code), jobs=jobs, games=trial)
    with _game(database, draft.name) as (opened, game):
        return draft if game is None else proved(opened, game, draft)


@contextmanager
def _workshop(games: Path) -> Iterator[Path]:
    """A folder for trials, with what all games share of languages and no game."""
    with tempfile.TemporaryDirectory(prefix="rulewright-draft-") as folder:
        shop = Path(folder)
        (shop / "none").mkdir()
        if (games / SHARED_LANGUAGES).is_dir():
            shutil.copytree(games / SHARED_LANGUAGES, shop / "none" / SHARED_LANGUAGES)
        yield shop


@contextmanager
def _game(database: Path, name: str) -> Iterator[tuple[Session, Game | None]]:
    engine = open_database(sqlite_url(database), create=False)
    try:
        with session(engine, read_only=True) as opened:
            yield opened, opened.exec(select(Game).where(Game.name == name)).first()
    finally:
        engine.dispose()
