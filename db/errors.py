"""What a person is told when the database cannot do what was asked."""

import sqlite3
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError


class DatabaseProblem(Exception):
    """A sentence that says what is wrong with the database, where, and what to do."""


class WrongUse(DatabaseProblem):
    """What was asked for does not fit what the database holds; the sentence says what is near."""


class OlderDatabase(DatabaseProblem):
    """The database was made by an earlier version of this program, and can be brought up to date."""

    def __init__(self, what: str) -> None:
        """``what`` tells which database and which versions."""
        super().__init__(f"{what} Run `rulewright ingest` to bring it up to date; the old one is kept.")
        self.what = what


class MissingExtra(Exception):
    """Something that an optional part of the installation would do."""

    def __init__(self, what: str, package: str) -> None:
        super().__init__(what, package)
        self.what = what
        self.package = package

    def __str__(self) -> str:
        """The sentence with the command that installs it."""
        return (
            f"{self.what} need the package {self.package}, which is not installed. "
            f"Install it with `{sys.executable} -m pip install '{self.package}'`."
        )


_IN_USE = "is in use by another program. Wait until that one is done, or close it, and try again."
_SQLITE_CAUSES = {
    "SQLITE_BUSY": _IN_USE,
    "SQLITE_LOCKED": _IN_USE,
    "SQLITE_READONLY": "cannot be written to. Allow writing to the file and its folder, or name another with --db.",
    "SQLITE_PERM": "may not be opened. Allow access to the file and its folder, or name another with --db.",
    "SQLITE_CANTOPEN": "cannot be opened. Check that it is a file and that its folder may be written to, "
    "or name another with --db.",
    "SQLITE_NOTADB": "is not a database. Name another file with --db, or move this one away.",
    "SQLITE_CORRUPT": "is damaged. Move it away and run `rulewright ingest` again to build a new one.",
    "SQLITE_FULL": "could not be written because the disk is full. Make room and try again.",
    "SQLITE_IOERR": "could not be read or written because of a disk error. Check the disk and try again.",
}


def explain(error: BaseException, where: str) -> DatabaseProblem | None:
    """The sentence for an error that the database's surroundings caused; none for an error of our own."""
    cause = error.orig if isinstance(error, DBAPIError) and error.orig is not None else error
    if isinstance(cause, sqlite3.Error):
        code = getattr(cause, "sqlite_errorname", None) or ""
        for name, sentence in _SQLITE_CAUSES.items():
            if code.startswith(name):
                return DatabaseProblem(f"The database {where} {sentence}")
    # An error of PostgreSQL comes from its driver, which is loaded only for a database on a server.
    psycopg = sys.modules.get("psycopg")
    if psycopg and isinstance(cause, psycopg.OperationalError):
        said = str(cause).strip().splitlines()[0]
        return DatabaseProblem(
            f"The database {where} cannot be reached ({said}). Check that the server runs, that the database "
            "exists and that the address given with --db is right."
        )
    if psycopg and isinstance(cause, psycopg.errors.InsufficientPrivilege | psycopg.errors.ReadOnlySqlTransaction):
        said = str(cause).strip().splitlines()[0]
        return DatabaseProblem(
            f"The database {where} refused ({said}). Give the user the right to create and write tables."
        )
    return None


@contextmanager
def explained(where: str) -> Iterator[None]:
    """Turn what the surroundings of the database at ``where`` did wrong into a DatabaseProblem."""
    try:
        yield
    except Exception as error:
        problem = explain(error, where)
        if problem is None:
            raise
        raise problem from error
