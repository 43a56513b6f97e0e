"""Brings a database of an older version up to date: its rows are carried into tables of today, the old are kept."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any, TypeVar

from pydantic import ValidationError
from sqlalchemy import URL, Connection, column, inspect, select, table, text, update
from sqlalchemy.exc import IntegrityError
from sqlmodel import SQLModel

from db import open as opening
from db.errors import DatabaseProblem, explained
from schema import VERSION
from schema.about import About, SchemaVersion
from schema.base import row, tables
from schema.games import Game
from schema.whole import METADATA

Done = TypeVar("Done")
Stored = dict[str, Iterable[Mapping[Any, Any]]]
"""The rows of a database by the names of their tables; they are read when they are asked for."""


def _name_the_steps(stored: Stored) -> None:
    """Version 1 knew what resolving had made by a note, an attribute, or words in the reason of a repair."""
    joined, restored = "Its place was told by the other language, which prints the same effect there.", "icon restored"

    def claims(rows: Iterable[Mapping[Any, Any]]) -> Iterator[Mapping[Any, Any]]:
        for claim in rows:
            is_printed = claim["attribute"].startswith("effect.")
            made_by = "join-labels" if claim["note"] == joined else "printed-cards" if is_printed else ""
            yield {**claim, "made_by": made_by}

    def repairs(rows: Iterable[Mapping[Any, Any]]) -> Iterator[Mapping[Any, Any]]:
        for repair in rows:
            before, found, _ = repair["reason"].partition(restored)
            made = {"reason": before + restored, "made_by": "restore-icons"} if found else {}
            yield {**repair, **made}

    stored["claim"], stored["repair"] = claims(stored["claim"]), repairs(stored["repair"])


def _forget_marks(rows: Stored) -> None:
    """What was read is marked otherwise since version 10; without marks a document says that it has none."""
    rows.pop("seal", None)


STEPS: dict[int, Callable[[Stored], None]] = {1: _name_the_steps, 9: _forget_marks}
"""What turns the rows of a version into those of the next, where names or meanings changed.

Columns that came or went need no step: they get their defaults or stay behind in the old database.
"""
MADE_ANEW = frozenset(
    {
        "fact",
        "conflict",
        "conflict_claim",
        "effect",
        "effect_fact",
        "rule_text",
        "rule_code",
        "source_text",
        "validation",
        "simulation",
        "card_play",
        "missing_fact",
    }
)
"""Tables whose rows can be made again from the others: one that fits its table no more stays behind."""

_MADE_WITH_THE_TABLES = {About.__tablename__, SchemaVersion.__tablename__}
_ROWS_AT_ONCE = 5_000


@dataclass(frozen=True, slots=True)
class Kept:
    """Which version the database was of, and where its old tables are."""

    version: int
    where: str


def upgrade(url: str, finish: Callable[[str], Done]) -> tuple[Kept, Done] | None:
    """Carry the rows of an older database into tables of today.

    ``finish`` is given the address at which they are, does what remains and tells what it did. A file takes the
    place of the old one only after that; on a server the old tables move into a schema of their own, in one
    transaction, before it. None where another program was faster.
    """
    address = opening.address_of(url)
    with explained(opening.name_of(address)):
        if address.get_backend_name() == "sqlite":
            return _upgrade_file(Path(address.database or "").resolve(), finish)
        return _upgrade_server(address, finish)


def _upgrade_file(path: Path, finish: Callable[[str], Done]) -> tuple[Kept, Done] | None:
    known = path.stat().st_ino
    folder = path.with_name(f".{path.name}.upgrade")
    old, new = folder / "old.db", folder / "new.db"
    with _sole_use(path) as locked:
        version: int = locked.execute("SELECT version FROM schema_version").fetchone()[0]
        if path.stat().st_ino != known or version >= VERSION:
            return None
        try:
            if not os.access(path, os.W_OK):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            shutil.rmtree(folder, ignore_errors=True)  # a run that was killed may have left it
            folder.mkdir()
            with closing(sqlite3.connect(old)) as copy:
                locked.backup(copy)
            _carry_file(old, new, version)
            done = finish(opening.sqlite_url(new))
            with closing(sqlite3.connect(new)) as made:
                made.execute("PRAGMA journal_mode = DELETE")  # all of it in one file
            backup = _free(f"{path}.v{version}", ".backup", lambda name: Path(name).exists())
            for file, place in ((old, Path(backup)), (new, path)):
                shutil.copymode(path, file)
                file.replace(place)
        except OSError as error:
            raise DatabaseProblem(
                f"The database {path} could not be brought up to date ({error.strerror}) and was left as it is. Allow "
                "writing to it and its folder and make room on the disk, or copy it elsewhere and name it with --db."
            ) from error
        finally:
            shutil.rmtree(folder, ignore_errors=True)
    return Kept(version, backup), done


@contextmanager
def _sole_use(path: Path) -> Iterator[sqlite3.Connection]:
    """A connection beside which no other program reads or writes.

    The write-ahead log is done away with: what an old file left in it would be taken for the new one's.
    """
    with closing(sqlite3.connect(path, timeout=opening.BUSY_SECONDS, isolation_level=None)) as connection:
        for order in ("PRAGMA journal_mode = DELETE", "PRAGMA locking_mode = EXCLUSIVE", "BEGIN EXCLUSIVE", "COMMIT"):
            connection.execute(order).fetchall()
        yield connection


def _carry_file(old: Path, new: Path, version: int) -> None:
    source = opening.connecting(opening.address_of(opening.sqlite_url(old)))
    target = opening.open_database(opening.sqlite_url(new))
    try:
        with source.connect() as stored, target.begin() as made:
            _carry(stored, None, version, made)
    finally:
        source.dispose()
        target.dispose()


def _upgrade_server(address: URL, finish: Callable[[str], Done]) -> tuple[Kept, Done] | None:
    with opening.connecting(address).begin() as connection:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({opening.CREATORS_LOCK})"))
        version: int = connection.execute(text("SELECT version FROM schema_version")).scalar_one()
        if version >= VERSION:
            return None
        schema = _free(f"rulewright_v{version}", "", inspect(connection).get_schema_names().__contains__)
        _move_tables(connection, schema)
        opening.make_tables(connection)
        _carry(connection, schema, version, connection)
        for model in tables():
            name = model.__tablename__
            numbers = f"SELECT setval(pg_get_serial_sequence('{name}', 'id'), max(id)) FROM {name} HAVING max(id) > 0"
            connection.execute(text(numbers))
    return Kept(version, f"the schema {schema}"), finish(address.render_as_string(hide_password=False))


def _move_tables(connection: Connection, schema: str) -> None:
    """Put the tables of the older version aside; its views are made anew."""
    ours = _described(connection, None)
    quoted = connection.dialect.identifier_preparer.quote
    for view in ours & {*inspect(connection).get_view_names()}:
        connection.execute(text(f"DROP VIEW {quoted(view)} CASCADE"))
    connection.execute(text(f"CREATE SCHEMA {schema}"))
    for name in ours & {*inspect(connection).get_table_names()}:
        connection.execute(text(f"ALTER TABLE {quoted(name)} SET SCHEMA {schema}"))


def _free(start: str, end: str, is_taken: Callable[[str], bool]) -> str:
    """The first name that is not taken: nothing that was kept before is written over."""
    names = (f"{start}{f'_{number}' if number > 1 else ''}{end}" for number in count(1))
    return next(name for name in names if not is_taken(name))


def _described(connection: Connection, schema: str | None) -> set[str]:
    """The names of tables and views that this program made."""
    about = table("about", column("table_name"), schema=schema)
    return set(connection.execute(select(about.c.table_name)).scalars())


def _carry(old: Connection, schema: str | None, version: int, new: Connection) -> None:
    """Copy all rows, step by step from version to version; rows keep their numbers."""
    rows = _stored(old, schema)
    for passed in range(version, VERSION):
        if passed in STEPS:
            STEPS[passed](rows)
    carried: dict[str, set[int]] = {}
    try:
        for model in tables():
            name = str(model.__tablename__)
            if name not in _MADE_WITH_THE_TABLES:
                carried[name] = set()
                opening.insert_rows(new, model, _fitting(model, rows.get(name, ()), carried))
    except IntegrityError as error:
        raise DatabaseProblem(_unfit(name, str(error.orig))) from error
    # What a pack brings is loaded again, and with it everything is resolved anew.
    new.execute(update(Game).values(fingerprint=""))


def _stored(connection: Connection, schema: str | None) -> Stored:
    inspector, ours, known = inspect(connection), _described(connection, schema), METADATA.tables

    def read(name: str) -> Iterator[Mapping[Any, Any]]:
        # Values are read as today's columns of the same name are written: a date with its zone, a number as it is.
        today = {c.name: c.type for c in known[name].columns} if name in known else {}
        found = {one["name"]: one["type"] for one in inspector.get_columns(name, schema)}
        columns = [column(one, today.get(one, kind)) for one, kind in found.items()]
        asked = select(table(name, *columns, schema=schema)).order_by(column("id"))
        yield from connection.execute(asked.execution_options(yield_per=_ROWS_AT_ONCE)).mappings()

    return {name: read(name) for name in inspector.get_table_names(schema) if name in ours}


def _fitting(
    model: type[SQLModel], rows: Iterable[Mapping[Any, Any]], carried: dict[str, set[int]]
) -> Iterator[dict[str, Any]]:
    """The rows as today's table has them; what a row left behind took with it goes as if it were deleted."""
    name = str(model.__tablename__)
    keys = [
        (key.parent.name, key.column.table.name, key.ondelete)
        for key in model.__table__.foreign_keys  # type: ignore[attr-defined]
    ]
    for stored in rows:
        content = {column: value for column, value in stored.items() if column in model.model_fields}
        lost = {c: rule for c, target, rule in keys if content.get(c) is not None and content[c] not in carried[target]}
        if "CASCADE" in lost.values():
            continue
        try:
            made = row(model, {**content, **dict.fromkeys(lost)}).model_dump()
        except ValidationError as error:
            if name in MADE_ANEW:
                continue
            raise DatabaseProblem(_unfit(name, f"row {content.get('id')}: {error.errors()[0]['msg']}")) from error
        carried[name].add(made["id"])
        yield made


def _unfit(table: str, why: str) -> str:
    return (
        f"The rows of `{table}` cannot be carried into the tables of version {VERSION} ({why}). The database was left "
        "as it is; name another one with --db and ingest the documents again."
    )
