"""Open or create the database by its address, and work on it in transactions."""

import errno
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event, insert, inspect, select, text
from sqlalchemy.engine import URL, make_url
from sqlalchemy.exc import ArgumentError
from sqlalchemy.pool import NullPool
from sqlmodel import Session, SQLModel

from db.errors import DatabaseProblem, MissingExtra, OlderDatabase, explained
from db.sqlite_address import sqlite_url as sqlite_url  # whoever opens a database looks for it here
from db.views import VIEWS, create_views
from schema import VERSION
from schema.about import About, SchemaVersion
from schema.base import describe, tables

BUSY_SECONDS = 30
"""How long to wait for another program that writes to the same SQLite file."""

CONNECT_SECONDS = 10
"""How long to wait for a PostgreSQL server."""

_BEGIN = "sqlite_begin"
_BATCH = 10_000

CREATORS_LOCK = 0x6D616B65
"""Number of the lock by which programs that make the tables of one PostgreSQL database take turns."""


def open_database(url: str, *, create: bool = True) -> Engine:
    """Open the database at ``url``; make its tables when it is new and ``create`` is set."""
    address = address_of(url)
    where = name_of(address)
    if address.get_backend_name() == "sqlite":
        _check_file(address, create=create)
    engine = connecting(address)
    try:
        with explained(where):
            if _is_empty(engine, where):
                _create(engine, where, allowed=create)
            if create:
                _use_write_ahead_log(engine)
    except BaseException:
        engine.dispose()
        raise
    return engine


@contextmanager
def session(engine: Engine, *, read_only: bool = False) -> Iterator[Session]:
    """A session in one transaction: committed at the end, rolled back on any error.

    A writing session takes SQLite's write lock at once, so that what it read cannot change under it;
    ``read_only`` takes no lock and refuses to write.
    """
    if not read_only:
        import_module("schema.whole")  # rows are stored in the order of all tables that they point to
    bind = engine.execution_options(postgresql_readonly=True, **{_BEGIN: "BEGIN"}) if read_only else engine
    with explained(name_of(engine.url)), Session(bind, expire_on_commit=False) as opened:
        try:
            yield opened
            opened.commit()
        except BaseException:
            opened.rollback()
            raise


@contextmanager
def reading(url: str) -> Iterator[Session]:
    """A session that only reads, of a database that is there."""
    engine = open_database(url, create=False)
    try:
        with session(engine, read_only=True) as opened:
            yield opened
    finally:
        engine.dispose()


def file_of(address: URL) -> Path | None:
    """The file of a SQLite database; none for one in memory or on a server."""
    is_file = address.get_backend_name() == "sqlite" and address.database not in (None, "", ":memory:")
    return Path(address.database or "") if is_file else None


def is_writable(engine: Engine) -> bool:
    """Whether anything can be stored: a database in a folder that only others may write to can still be read."""
    file = file_of(engine.url)
    return file is None or (_may_write(file) and _may_write(file.absolute().parent))


def _may_write(path: Path) -> bool:
    return os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def name_of(address: URL) -> str:
    """How a person calls the database: its file, or its address without the password."""
    if address.get_backend_name() == "sqlite":
        return address.database or "in memory"
    return address.render_as_string(hide_password=True)


def address_of(url: str) -> URL:
    """The parts of an address of a kind that is supported."""
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise DatabaseProblem(
            f"`{url}` is no database address. For a file write `{sqlite_url(Path(url))}`, "
            "for a server `postgresql+psycopg://user@host/database`."
        ) from error
    backend = address.get_backend_name()
    if backend == "postgresql":
        return address.set(drivername="postgresql+psycopg")
    if backend == "sqlite":
        return address.set(drivername="sqlite")
    raise DatabaseProblem(
        f"Databases of the kind `{backend}` are not supported. Use a SQLite file "
        "(`sqlite:///build/rulewright.db`) or PostgreSQL (`postgresql+psycopg://user@host/database`)."
    )


def _check_file(address: URL, *, create: bool) -> None:
    path = file_of(address)
    if path is None:
        return
    try:
        if path.is_dir():
            raise DatabaseProblem(f"{path} is a folder, not a database. Name a file in it with --db.")
        if path.exists():
            if not os.access(path, os.R_OK, effective_ids=os.access in os.supports_effective_ids):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            if not _is_database(path):
                raise DatabaseProblem(f"{path} is not a database. Name another file with --db, or move this one away.")
        elif create:
            path.parent.mkdir(parents=True, exist_ok=True)
        else:
            raise DatabaseProblem(f"There is no database at {path}. Run `rulewright ingest` first to make one.")
    except OSError as error:
        raise DatabaseProblem(
            f"The database {path} cannot be opened ({error.strerror}). Allow access to the file and its "
            "folder, or name another with --db."
        ) from error


def _is_database(path: Path) -> bool:
    """Asked of SQLite: who opens and closes its file beside it takes the locks of the whole process away, and another
    process may then clear away the log that this one still writes."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS)) as asked:
            asked.execute("PRAGMA schema_version")
    except sqlite3.DatabaseError as error:
        return error.sqlite_errorcode != sqlite3.SQLITE_NOTADB
    return True


def connecting(address: URL) -> Engine:
    """Connections to a database, whatever it holds."""
    if address.get_backend_name() != "sqlite":
        if find_spec("psycopg") is None:
            raise MissingExtra("Databases on a PostgreSQL server", "psycopg[binary]")
        # A command holds no connection that it does not use: many of them share the server.
        return create_engine(address, poolclass=NullPool, connect_args={"connect_timeout": CONNECT_SECONDS})
    creator = {"creator": partial(_connect_for_reading, file)} if (file := _only_readable(address)) else {}
    engine = create_engine(address, connect_args={"timeout": BUSY_SECONDS}, **creator)
    event.listen(engine, "connect", _prepare_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _only_readable(address: URL) -> Path | None:
    """The file of a database in a folder that we may not write to, where SQLite could not keep its notes."""
    file = file_of(address)
    return file if file and file.exists() and not _may_write(file.absolute().parent) else None


def _connect_for_reading(file: Path) -> sqlite3.Connection:
    """Without a write-ahead log beside it the file is whole, and is read as something that does not change."""
    how = "mode=ro" if Path(f"{file}-wal").exists() else "immutable=1"
    return sqlite3.connect(f"{file.absolute().as_uri()}?{how}", uri=True, timeout=BUSY_SECONDS)


def _prepare_sqlite(connection: sqlite3.Connection, _record: Any) -> None:
    # The driver would open transactions by itself, and not before DDL; SQLAlchemy tells us when to.
    connection.isolation_level = None
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("PRAGMA synchronous = NORMAL")


def _begin_sqlite(connection: Connection) -> None:
    begin = connection.get_execution_options().get(_BEGIN, "BEGIN IMMEDIATE")
    connection.exec_driver_sql(f"PRAGMA query_only = {int(begin == 'BEGIN')}")
    connection.exec_driver_sql(begin)


def _use_write_ahead_log(engine: Engine) -> None:
    if engine.dialect.name != "sqlite":
        return
    connection = engine.raw_connection()
    try:
        mode = connection.cursor().execute("PRAGMA journal_mode").fetchone()
        if mode == ("delete",):
            connection.cursor().execute("PRAGMA journal_mode = WAL")
    finally:
        connection.close()


def _is_empty(engine: Engine, where: str) -> bool:
    """Whether there is nothing in the database yet; what is not ours, or of another version, is refused."""
    with engine.execution_options(**{_BEGIN: "BEGIN"}).connect() as connection:
        return _is_empty_to(connection, where)


def _is_empty_to(connection: Connection, where: str) -> bool:
    found = {
        table: {column["name"] for column in columns}
        for (_, table), columns in inspect(connection).get_multi_columns().items()
    }
    if not found:
        return True
    stamp = SchemaVersion.__tablename__
    if About.__tablename__ not in found or "version" not in found.get(str(stamp), ()):
        listed = ", ".join(sorted(found)[:5])
        raise DatabaseProblem(
            f"The database {where} was not made by Rulewright (it holds {listed}). "
            "Name another with --db; this one was left as it is."
        )
    version = connection.execute(select(SchemaVersion.version)).scalar()  # type: ignore[call-overload]
    _check_version(version, where)
    _check_parts(found, where)
    return False


def _check_version(version: int | None, where: str) -> None:
    if version == VERSION:
        return
    if version is not None and version > VERSION:
        raise DatabaseProblem(
            f"The database {where} was made by a newer Rulewright (its tables are of version {version}, this "
            f"program knows {VERSION}). Update Rulewright, or name another database with --db."
        )
    raise OlderDatabase(
        f"The database {where} was made by an older Rulewright (its tables are of version {version or 0}, "
        f"this program needs {VERSION})."
    )


def _check_parts(found: dict[str, set[str]], where: str) -> None:
    missing = [
        f"{table.name}.{column.name}"
        for table in SQLModel.metadata.tables.values()  # those that whoever opens it has imported
        for column in table.columns
        if column.name not in found.get(table.name, ())
    ]
    if missing:
        raise DatabaseProblem(
            f"The database {where} is incomplete: it lacks {', '.join(missing[:3])}"
            f"{' and more' if len(missing) > 3 else ''}. Move it away and run `rulewright ingest` "
            "to build it anew."
        )


def _create(engine: Engine, where: str, *, allowed: bool) -> None:
    """Make tables, views and descriptions in one transaction: there is a whole database or none."""
    if not allowed:
        raise DatabaseProblem(f"The database {where} is empty. Run `rulewright ingest` first to fill it.")
    with engine.begin() as connection:
        if engine.dialect.name == "postgresql":
            connection.execute(text(f"SELECT pg_advisory_xact_lock({CREATORS_LOCK})"))
        if _is_empty_to(connection, where):  # unless another program made it while we waited for the lock
            make_tables(connection)


def make_tables(connection: Connection) -> None:
    """Make tables and views with nothing in them but what they mean and their version."""
    from schema.whole import METADATA

    METADATA.create_all(connection)
    create_views(connection)
    insert_rows(connection, About, _descriptions())
    insert_rows(connection, SchemaVersion, [{"version": VERSION}])


def insert_rows(connection: Connection, table: type[SQLModel], rows: Iterable[Mapping[Any, Any]]) -> None:
    """Insert rows that were validated already, in batches."""
    waiting = iter(rows)
    while batch := [dict(content) for content in islice(waiting, _BATCH)]:
        connection.execute(insert(table), batch)


def _descriptions() -> Iterator[dict[str, str]]:
    for table in tables():
        sentence, columns = describe(table)
        for column, meaning in {"": sentence, **columns}.items():
            yield {"table_name": str(table.__tablename__), "column_name": column, "description": meaning}
    for view in VIEWS:
        yield {"table_name": view.name, "column_name": "", "description": view.sentence}
