"""Brings databases of an older version up to date; what they were is kept."""

import os
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import Session, col, select

from db.errors import DatabaseProblem, OlderDatabase
from db.games_without_packs import move_alone, take_out
from db.open import open_database, session
from db.upgrade import upgrade
from ingest.errors import UnreadableDocument
from ingest.files.addresses import Address, address_of
from ingest.files.open import checksum_of
from ingest.identify.recognise import recognise
from ingest.identify.titles import own_game
from ingest.languages.language import UNDETERMINED
from ingest.packs.read import languages_of, read_packs
from ingest.pipeline import Options
from rulewright import GAMES
from rulewright.beside import PAGES, beside
from rulewright.console import remark
from rulewright.ingesting import ingest_documents
from rulewright.unresolved import mark_unresolved, writing
from schema import VERSION
from schema.documents import Document, Page, Passage, PassageShape
from schema.games import Edition, Game
from schema.pack import Pack
from schema.reading import PassageRead

CORES = os.cpu_count() or 1
FORMER_GAME_OF_ALL = "unknown"
"""Up to version 3 the rulebooks of all games without a pack were one game."""


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
    done = upgrade(db, lambda address: _read_again(address, games, jobs, beside(db, PAGES)))
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
    game: str
    taken_for: Options
    """With the game only where a person said it."""

    @property
    def file(self) -> Address:
        """Where it was read from."""
        return address_of(self.source)

    def is_at_hand(self) -> bool:
        """Whether its file is where it was, and has not changed."""
        try:
            return checksum_of(self.file) == self.sha256
        except UnreadableDocument:
            return False

    def has_pack(self, packs: Mapping[str, Pack]) -> bool:
        """Whether its edition can still be read."""
        edition = self.taken_for.edition
        return edition is None or (
            self.game in packs and edition in (None, *(e.code for e in packs[self.game].game.edition))
        )

    def is_mistaken(self, now: "_Known") -> bool:
        """Whether something that was known of it would now be another; of another game nothing was known."""
        before, after = asdict(self.taken_for), asdict(now.taken_for)
        is_of_same = self.game == now.game or self.taken_for.game is not None
        return is_of_same and any(value is not None and value != after[name] for name, value in before.items())


def _read_again(address: str, games: Path, jobs: int, pictures: Path) -> tuple[int, int]:
    """Read the documents that are at hand and resolve all games; how many were read, how many not.

    What a person once said about a document is in its rows alone. Where it is now taken for something else, it is
    read as what it was; but no document stays with a game that does not stand in it, unless a person put it there.
    """
    engine = open_database(address)
    packs = read_packs(games)
    candidates = languages_of(packs, games)
    with writing(engine) as opened:
        mark_unresolved(opened, opened.exec(select(Game.code)).all())
    documents = _documents(engine, packs)
    at_hand = [known for known in documents if known.has_pack(packs) and known.is_at_hand()]
    with writing(engine) as opened:
        away = {known.source for known in documents} - {known.source for known in at_hand}
        moved = [_move_stranger(opened, source, packs, candidates) for source in sorted(away)]
    again = partial(ingest_documents, address, jobs=jobs, games=games, pictures=pictures)
    report = again([known.file for known in at_hand], Options())
    now = {known.sha256: known for known in _documents(engine, packs)}
    mistaken: dict[Options, list[Address]] = defaultdict(list)
    for known in documents:
        if known.is_mistaken(now[known.sha256]):
            mistaken[known.taken_for].append(known.file)
    for said, files in mistaken.items():
        report.problems += again(files, said).problems
    engine.dispose()
    for sentence in filter(None, moved):
        remark(sentence)
    return report.loaded, len(documents) - report.loaded


def _move_stranger(opened: Session, source: str, packs: Mapping[str, Pack], candidates: Iterable[str]) -> str:
    """Take a document that is not at hand out of a game that does not stand in its text; tells so in a sentence."""
    document = opened.exec(select(Document).where(Document.source == source)).one()
    game = opened.get_one(Game, document.game_id)
    if document.is_game_given or game.code not in (*packs, FORMER_GAME_OF_ALL):
        return ""
    stored = opened.exec(select(Passage, Page.number).join(Page).where(Passage.document_id == document.id)).all()
    content = set(PassageShape.model_fields)
    passages = [PassageRead(PassageShape(**passage.model_dump(include=content)), page) for passage, page in stored]
    found = recognise(passages, packs, candidates, file_name=document.file_name)
    if found.game == game.code:
        return ""
    is_taught = game.code in packs
    made = (take_out if is_taught else move_alone)(
        opened, document, *own_game(document.title, document.file_name, document.language)
    )
    document.evidence, document.runner_up = found.evidence, found.runner_up
    return f"{source} was filed under {game.code}, and is a game of its own now: {made.code}. {found.evidence}"


def _documents(engine: Engine, packs: Mapping[str, Pack]) -> list[_Known]:
    query = (
        select(Document, Game, Edition.code)
        .select_from(Document)
        .join(Game, col(Game.id) == Document.game_id)
        .outerjoin(Edition, col(Edition.id) == Document.edition_id)
    )
    with session(engine, read_only=True) as opened:
        found = opened.exec(query.order_by(Document.source)).all()
    known = []
    for document, game, edition in found:
        said = None if not document.is_game_given else game.code if game.code in packs else game.name
        language = None if document.language == UNDETERMINED else document.language
        options = Options(said, edition, language, document.kind)
        known.append(_Known(document.source, document.sha256, game.code, options))
    return known
