"""The search index of a database, kept between two searches and made anew when what it holds has changed."""

import hashlib
import os
import sqlite3
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import db
import schema
from db.sqlite_address import sqlite_file
from ingest.kept import folder_of_kept
from rulewright.console import err

_MADE_BY = tuple(sorted((*Path(db.__path__[0]).glob("*.py"), *Path(schema.__path__[0]).glob("*.py"))))
"""What decides which words an index holds; another program makes another index."""
_TRIES = 3
"""So often an index is looked for before a database that others write to all the time is copied instead."""
_HEADER = 100
"""The first bytes of a SQLite file and of its log tell that something was written."""


@contextmanager
def searchable(url: str, named: Collection[str] = ()) -> Iterator[sqlite3.Connection]:
    """The rows of a database with an index of them, both as of one moment.

    Only games of which a document was read are in it, and those of ``named``.
    """
    try:
        with TemporaryDirectory(prefix="rulewright-") as folder, _opened(url, named, Path(folder)) as opened:
            yield opened
    except sqlite3.Error as error:
        from db.errors import explain  # imports SQLAlchemy, whose errors it tells as well

        raise explain(error, str(sqlite_file(url) or url)) or error from error


@contextmanager
def _opened(url: str, named: Collection[str], folder: Path) -> Iterator[sqlite3.Connection]:
    file = sqlite_file(url)
    if file and file.is_file():
        named = _without_documents(file, named)
        for _ in range(_TRIES):
            index = _index_of(file, url, named, folder)
            try:
                connection = _connected(file, index)
            except sqlite3.OperationalError:
                if index.exists():
                    raise
                continue  # another search has put a newer one in its stead
            with closing(connection) as opened:
                if _kept_for(file, named).name == index.name:  # nothing was written before we began to read
                    yield opened
                    return
    with closing(sqlite3.connect(_copied(url, folder))) as opened:
        yield opened


def _index_of(file: Path, url: str, named: Collection[str], spare: Path) -> Path:
    """The index as it was kept, or a new one; where nothing can be kept it lies in a folder that will be gone."""
    kept = _kept_for(file, named)
    if _rows_of(kept):
        return kept
    if not _is_current(file):
        from rulewright.opening import open_current

        open_current(url).dispose()  # brings an older database up, and refuses what is none of ours
        kept = _kept_for(file, named)
    try:
        kept.parent.mkdir(parents=True, exist_ok=True)
        return _still_true(file, named, kept) or _made(file, named, kept)
    except OSError:
        return _made(file, named, spare / kept.name)


def _still_true(file: Path, named: Collection[str], kept: Path) -> Path | None:
    """An index that was made of the very rows that it would be made of now: something else was written since."""
    from db.searched_rows import fingerprint, limit_to_searched

    for older in _older(kept):
        rows = _rows_of(older)
        if rows is None:
            continue
        try:
            connection = _connected(file, older)
        except sqlite3.OperationalError:
            continue  # another search has just taken it away
        with closing(connection) as opened:
            limit_to_searched(opened, named, stored="stored")
            is_true = rows == fingerprint(opened)
        if is_true:
            return older.replace(kept)
    return None


def _rows_of(kept: Path) -> str | None:
    """The fingerprint of the rows that an index was made of; None if it is gone, or is not whole."""
    from db.search_index import rows_of_index

    try:
        with closing(sqlite3.connect(f"{kept.absolute().as_uri()}?mode=ro", uri=True)) as opened:
            return rows_of_index(opened)
    except sqlite3.DatabaseError:
        return None


def _older(kept: Path) -> Iterator[Path]:
    """What the same program has kept for the same games of the same database, as that was before."""
    return kept.parent.glob(f"{kept.name.rpartition('-')[0]}-*.db")


def _without_documents(file: Path, named: Collection[str]) -> list[str]:
    """The named games that a search would else not tell of."""
    if not named or not _is_current(file):
        return list(named)
    with closing(sqlite3.connect(_uri(file), uri=True)) as opened:
        rows = opened.execute("SELECT code FROM game WHERE id NOT IN (SELECT game_id FROM document)")
        return sorted(set(named).intersection(code for (code,) in rows))


def _is_current(file: Path) -> bool:
    """Whether the tables of a database are surely those of this program."""
    try:
        with closing(sqlite3.connect(_uri(file), uri=True)) as opened:
            return opened.execute("SELECT version FROM schema_version").fetchall() == [(schema.VERSION,)]
    except sqlite3.Error:
        return False


def _made(file: Path, named: Collection[str], kept: Path) -> Path:
    from db.search_index import build_index

    partial = kept.with_name(f".{kept.name}.{os.getpid()}.partial")
    partial.touch()
    try:
        told = err.status("The words of the database are indexed …")
        with told, closing(_connected(file, partial, mode="rw")) as opened:
            opened.execute("PRAGMA main.journal_mode = OFF")
            build_index(opened, named, stored="stored", is_kept=True)
            opened.execute("ANALYZE main")
        for older in kept.parent.glob(f"{'-'.join(kept.name.split('-')[:3])}-*.db"):  # also of other programs
            older.unlink(missing_ok=True)
        return partial.replace(kept)
    finally:
        partial.unlink(missing_ok=True)


def _connected(file: Path, index: Path, mode: str = "ro") -> sqlite3.Connection:
    """An index with the rows that it was made of, at their present state; only the index is ever written to."""
    opened = sqlite3.connect(f"{index.absolute().as_uri()}?mode={mode}", uri=True, isolation_level=None)
    opened.execute("ATTACH ? AS stored", (_uri(file),))
    if mode == "ro":
        opened.execute("BEGIN")
        opened.execute("SELECT count(*) FROM stored.sqlite_master").fetchone()  # from here on nothing changes for us
    return opened


def _uri(file: Path) -> str:
    """How the database is opened for reading, also in a folder where SQLite can keep no notes."""
    is_alive = os.access(file.absolute().parent, os.W_OK) or Path(f"{file}-wal").exists()
    return f"{file.absolute().as_uri()}?{'mode=ro' if is_alive else 'immutable=1'}"


def _kept_for(file: Path, named: Collection[str]) -> Path:
    """Where the index of this file lies, if it is as it was when it was made: database, games, program, state."""
    games = hashlib.sha256(f"{sorted(named)}".encode())
    program = hashlib.sha256()
    for part in _MADE_BY:
        found = part.stat()
        program.update(f"{part.name} {found.st_size} {found.st_mtime_ns};".encode())
    state = hashlib.sha256()
    for part in (file, Path(f"{file}-wal")):
        if part.exists() and (found := part.stat()).st_size:
            with part.open("rb") as opened:
                state.update(f"{found.st_size} {found.st_mtime_ns} ".encode() + opened.read(_HEADER))
    name = hashlib.sha256(str(file.resolve()).encode("utf-8", "surrogateescape"))
    told = "-".join(part.hexdigest()[:16] for part in (name, games, program, state))
    return folder_of_kept() / f"search-{told}.db"


def _copied(url: str, folder: Path) -> Path:
    from db.snapshot import make_snapshot
    from rulewright.opening import open_current

    return make_snapshot(open_current(url), folder / "rulewright.db")
