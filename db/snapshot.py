"""A complete copy of the database in one SQLite file, with views and a search index, for everybody to read."""

import errno
import os
import sqlite3
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine, select

from db.errors import DatabaseProblem, explained
from db.excerpt import shorten_texts
from db.open import insert_rows, name_of, open_database, sqlite_url
from db.search_index import build_index
from db.views import create_views
from schema.about import About, SchemaVersion
from schema.base import tables

_BATCH = 5_000


def make_snapshot(engine: Engine, path: Path, *, full_text: bool = True) -> Path:
    """Copy the database to ``path`` as it is now; whoever reads an older snapshot there is not disturbed.

    Without ``full_text`` the copy holds short excerpts of what documents print, and no pictures of pages.
    """
    partial = path.with_name(f".{path.name}.{os.getpid()}.partial")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        partial.unlink(missing_ok=True)
        with explained(name_of(engine.url)):
            if engine.dialect.name == "sqlite":
                _copy_file(engine, partial)
            else:
                _copy_tables(engine, partial)
        with explained(str(path)):
            _finish(partial, full_text)
        partial.replace(path)
    except OSError as error:
        raise DatabaseProblem(
            f"The snapshot {path} cannot be written ({error.strerror}). Allow writing to its folder, or free "
            "some room on the disk."
        ) from error
    finally:
        for leftover in path.parent.glob(f"{partial.name}*"):
            leftover.unlink()
    return path


def _copy_file(engine: Engine, target: Path) -> None:
    """Let SQLite write a compact copy; what still stands in the write-ahead log is in it."""
    connection = engine.raw_connection()
    try:
        # A connection that served a reading session last still refuses to write, also into another file.
        connection.cursor().execute("PRAGMA query_only = 0")
        connection.cursor().execute("VACUUM INTO ?", (str(target),))
    except sqlite3.OperationalError as error:
        if error.sqlite_errorname != "SQLITE_FULL":
            raise
        # It is the disk of the copy that is full, and not that of the database.
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)) from error
    finally:
        connection.close()


def _copy_tables(engine: Engine, target: Path) -> None:
    """Copy row by row from another kind of database, all tables as of one moment."""
    copy = open_database(sqlite_url(target))
    made_already = {About.__tablename__, SchemaVersion.__tablename__}
    as_of_now = {"isolation_level": "REPEATABLE READ", "yield_per": _BATCH}
    try:
        with engine.connect().execution_options(**as_of_now) as source, copy.begin() as written:
            for model in tables():
                if model.__tablename__ not in made_already:
                    table = model.__table__  # type: ignore[attr-defined]
                    insert_rows(written, model, source.execute(select(table).order_by(table.c.id)).mappings())
    finally:
        copy.dispose()


def _finish(target: Path, full_text: bool) -> None:
    """Bring the views up to date, fill the search index, and leave one plain file behind."""
    engine = open_database(sqlite_url(target), create=False)
    try:
        with engine.begin() as connection:
            create_views(connection)
    finally:
        engine.dispose()
    with closing(sqlite3.connect(target, isolation_level=None)) as file:
        file.execute("PRAGMA journal_mode = DELETE")
        # Without the places of words nobody can put the texts together again from the index.
        build_index(file, has_places=full_text)
        if not full_text:
            shorten_texts(file)
        file.execute("ANALYZE")
