"""Remembers, in the database itself, which games have rows that facts were not yet chosen from."""

from collections.abc import Collection, Iterator, Mapping
from contextlib import contextmanager

from sqlalchemy import Engine, text
from sqlmodel import Session, col, delete, select

from db.open import session
from schema.base import row
from schema.claims import Finding, FindingShape
from schema.games import Game
from schema.pack import Pack
from schema.row_kinds import UNRESOLVED

MESSAGE = "Documents or lists of this game changed, and its facts were not chosen anew. Run `rulewright ingest` again."
WRITERS_LOCK = 0x72756C65
"""Number of the lock by which programs that write to one PostgreSQL database take turns, as SQLite makes them."""


@contextmanager
def writing(engine: Engine) -> Iterator[Session]:
    """A transaction that no other ingest writes beside."""
    with session(engine) as opened:
        if engine.dialect.name == "postgresql":
            opened.connection().execute(text(f"SELECT pg_advisory_xact_lock({WRITERS_LOCK})"))
        yield opened


def mark_unresolved(opened: Session, codes: Collection[str]) -> None:
    """Note, in the transaction that changes them, that the facts of these games are to be chosen anew."""
    marked = unresolved(opened)
    for game in opened.exec(select(Game).where(col(Game.code).in_(codes))).all():
        if game.code not in marked:
            shape = FindingShape(kind=UNRESOLVED, severity="warning", message=MESSAGE)
            opened.add(row(Finding, shape, game_id=game.id))
    opened.flush()


def unresolved(opened: Session) -> set[str]:
    """The games whose facts are to be chosen anew, whichever run changed them."""
    return set(opened.exec(select(Game.code).join(Finding).where(Finding.kind == UNRESOLVED)))


def resolve_unresolved(engine: Engine, packs: Mapping[str, Pack]) -> None:
    """Choose the facts of the games that changed, in one transaction with taking back the notes about them."""
    with session(engine, read_only=True) as opened:
        if not unresolved(opened):
            return
    from ingest.resolve.run import resolve_games  # commands that only ask what is unresolved need none of it
    from rulewright.missing_facts import note_missing

    with writing(engine) as opened:
        changed = unresolved(opened)
        resolve_games(opened, packs, changed)
        note_missing(opened, changed)
        opened.exec(delete(Finding).where(col(Finding.kind) == UNRESOLVED))
