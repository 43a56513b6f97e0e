"""Brings databases of an older version up to date; what they were is kept."""

import os
from collections import defaultdict
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import col, select

from db.errors import DatabaseProblem, OlderDatabase
from db.open import open_database, session
from db.upgrade import upgrade
from ingest.addresses import Address, address_of
from ingest.errors import UnreadableDocument
from ingest.open import checksum_of, storable
from ingest.packs import read_packs
from ingest.pipeline import Options, source_of
from rulewright import GAMES
from rulewright.console import complain, remark
from rulewright.ingesting import ingest_documents
from rulewright.unresolved import mark_unresolved, writing
from schema import VERSION
from schema.documents import Document
from schema.games import UNKNOWN_GAME, Edition, Game
from schema.pack import Pack

CORES = os.cpu_count() or 1
UNTOLD = (None, UNKNOWN_GAME, "und")
"""Game, edition or language that was not recognised."""


@dataclass(frozen=True, slots=True)
class Upgraded:
    """What was done to a database of an older version."""

    version: int
    read_again: int
    carried_over: int
    kept: str

    def __str__(self) -> str:
        """The same for people."""
        return (
            f"Brought up from version {self.version} to {VERSION}: {self.read_again} of "
            f"{self.read_again + self.carried_over} documents read again, the others carried over; "
            f"the old database is {self.kept}."
        )


def bring_up_to_date(db: str, *, jobs: int = CORES) -> Upgraded | None:
    """Bring an older database up to date; None where there is none, or none that is older."""
    try:
        open_database(db, create=False).dispose()
    except OlderDatabase as older:
        return bring_up(db, older, jobs=jobs)
    except DatabaseProblem:
        return None
    return None


def bring_up(db: str, older: OlderDatabase, *, games: Path = GAMES, jobs: int = CORES) -> Upgraded | None:
    """Make a database of today of an older one; None where another program was faster."""
    remark(f"{older.what} It is brought up to date now, which may take as long as reading its documents.")
    done = upgrade(db, lambda address: _read_again(address, games, jobs))
    if done is None:
        return None
    kept, (read, carried) = done
    upgraded = Upgraded(kept.version, read, carried, kept.where)
    remark(str(upgraded))
    return upgraded


@dataclass(frozen=True, slots=True)
class _Known:
    """A stored document, and what it was taken for."""

    source: str
    sha256: str
    taken_for: Options

    @property
    def file(self) -> Address:
        """Where it was read from."""
        return address_of(self.source)

    def is_at_hand(self) -> bool:
        """Whether its file is where it was, under the same name, and has not changed."""
        try:
            return source_of(storable(self.file)) == self.source and checksum_of(self.file) == self.sha256
        except UnreadableDocument:
            return False

    def has_pack(self, packs: Mapping[str, Pack]) -> bool:
        """Whether its game and edition can still be read."""
        game, edition = self.taken_for.game, self.taken_for.edition
        return game is None or (game in packs and edition in (None, *(e.code for e in packs[game].game.edition)))

    def differs_from(self, other: Options) -> bool:
        """Whether something that was known of it would now be another."""
        before, after = asdict(self.taken_for), asdict(other)
        return any(value is not None and value != after[name] for name, value in before.items())


def _read_again(address: str, games: Path, jobs: int) -> tuple[int, int]:
    """Read the documents that are at hand and resolve all games; how many were read, how many not.

    What a person once said about a document is in its rows alone. Where it is now taken for something else, it is
    read as what it was.
    """
    engine = open_database(address)
    with writing(engine) as opened:
        mark_unresolved(opened, opened.exec(select(Game.code)).all())
    packs, documents = read_packs(games), _documents(engine)
    at_hand = [known.file for known in documents if known.has_pack(packs) and known.is_at_hand()]
    report = ingest_documents(address, at_hand, Options(), jobs=jobs, games=games)
    now = {known.sha256: known.taken_for for known in _documents(engine)}
    mistaken: dict[Options, list[Address]] = defaultdict(list)
    for known in documents:
        if known.differs_from(now[known.sha256]):
            mistaken[known.taken_for].append(known.file)
    for said, files in mistaken.items():
        report.problems += ingest_documents(address, files, said, jobs=jobs, games=games).problems
    engine.dispose()
    for problem in report.problems:
        complain(problem.sentence)
    return report.loaded, len(documents) - report.loaded


def _documents(engine: Engine) -> list[_Known]:
    query = (
        select(Document, Game.code, Edition.code)
        .select_from(Document)
        .join(Game, col(Game.id) == Document.game_id)
        .outerjoin(Edition, col(Edition.id) == Document.edition_id)
    )
    with session(engine, read_only=True) as opened:
        found = opened.exec(query.order_by(Document.source)).all()
    known = []
    for document, *named in found:
        game, edition, language = (None if told in UNTOLD else told for told in (*named, document.language))
        known.append(_Known(document.source, document.sha256, Options(game, edition, language, document.kind)))
    return known
