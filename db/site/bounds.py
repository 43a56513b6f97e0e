"""How much one question may cost: bounds on every connection that Datasette opens, through its own hook."""

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any
from weakref import ref

from db.site.sql_functions import replace_functions


@dataclass(frozen=True, slots=True)
class Bounds:
    """What free SQL may ask for; measured on `select zeroblob(1000000000)`, which once took 17 GB."""

    value_bytes: int = 100_000
    """The longest value that SQL may make or read; the longest of all samples and seeds has 4,052."""
    statement_bytes: int = 20_000
    answer_bytes: int = 600_000
    """What the rows of one answer may hold together; JSON and HTML make at most six times as much of it."""
    cell_bytes: int = 24
    """What an empty cell costs, because it is wrapped in a table or named in JSON."""
    heap_bytes: int = 256_000_000
    """What SQLite may hold in a process that does nothing but serve; aggregates over JSON know no other bound."""


BOUNDS = Bounds()
_UNBOUNDED = 1_000_000_000
_LIMITS = {
    sqlite3.SQLITE_LIMIT_COLUMN: 200,
    sqlite3.SQLITE_LIMIT_EXPR_DEPTH: 100,
    sqlite3.SQLITE_LIMIT_COMPOUND_SELECT: 50,
    sqlite3.SQLITE_LIMIT_LIKE_PATTERN_LENGTH: 200,
    sqlite3.SQLITE_LIMIT_ATTACHED: 0,
    sqlite3.SQLITE_LIMIT_TRIGGER_DEPTH: 10,
}


class TooLong(sqlite3.OperationalError):
    """The rows of an answer hold more than an answer may; Datasette shows it as a wrong question."""


class _Counted:
    """Makes rows as Datasette wants them, and counts what the rows of one cursor hold."""

    def __init__(self, bounds: Bounds) -> None:
        self._bounds = bounds
        self._cursor: ref[sqlite3.Cursor] | None = None
        self._left = 0
        self._row = 0

    def __call__(self, cursor: sqlite3.Cursor, values: tuple[Any, ...]) -> sqlite3.Row:
        if self._cursor is None or self._cursor() is not cursor:
            self._cursor = ref(cursor)
            self._left = self._bounds.answer_bytes
            self._row = sum(len(column[0]) + self._bounds.cell_bytes for column in cursor.description)
        self._left -= self._row + sum(len(value) for value in values if isinstance(value, str | bytes))
        if self._left < 0:
            raise TooLong(
                f"This answer holds more than {self._bounds.answer_bytes:,} bytes. Ask for fewer rows or columns, "
                "or take the whole table with `rulewright export`."
            )
        return sqlite3.Row(cursor, values)


def bound(connection: sqlite3.Connection, bounds: Bounds = BOUNDS) -> None:
    """Give a connection its bounds: of a value, a statement, and the rows of one answer."""
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, bounds.value_bytes)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, bounds.statement_bytes)
    for limit, most in _LIMITS.items():
        connection.setlimit(limit, most)
    replace_functions(connection, bounds.value_bytes)
    connection.row_factory = _Counted(bounds)


@contextmanager
def own_questions(connection: sqlite3.Connection) -> Iterator[None]:
    """Ask our own questions, which are bounded by how they are written: without counting, and whatever is stored."""
    counted, length = connection.row_factory, connection.getlimit(sqlite3.SQLITE_LIMIT_LENGTH)
    statement = connection.getlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH)
    connection.row_factory = sqlite3.Row
    connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _UNBOUNDED)
    connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, _UNBOUNDED)
    try:
        yield
    finally:
        connection.row_factory = counted
        connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, length)
        connection.setlimit(sqlite3.SQLITE_LIMIT_SQL_LENGTH, statement)


def bound_process(bounds: Bounds = BOUNDS) -> None:
    """Bound what SQLite takes in this whole process; cannot be taken back, so only a process that serves does it."""
    connection = sqlite3.connect(":memory:")
    connection.execute(f"PRAGMA hard_heap_limit = {bounds.heap_bytes}")
    connection.close()
