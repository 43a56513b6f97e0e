"""A new database begins as a copy of one that has the packs already: loading all of them takes seconds."""

import hashlib
import os
import shutil
import sqlite3
import tempfile
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

from sqlalchemy import Engine

import db
import ingest
import schema
from db.errors import DatabaseProblem
from db.load_pack import forget_pack, load_pack
from db.open import address_of, file_of, open_database
from db.sqlite_address import sqlite_url
from ingest.kept import folder_of_kept
from rulewright.unresolved import mark_unresolved, resolve_unresolved, writing
from schema.pack import Pack

KEPT_COPIES = 4
"""Databases of packs alone that are kept, some three megabytes each; those used last stay."""
_ROOMS = (schema, db, ingest)
"""What is stored of a pack follows from the code of these rooms."""


def open_prepared(url: str, packs: Mapping[str, Pack], *, again: bool = False) -> Engine:
    """Open or make the database with all packs loaded, also those that it has where everything is done again."""
    file = file_of(address_of(url))
    if file is not None and not file.exists():
        _begin_as_copy(file, packs)
    engine = open_database(url)
    try:
        _load(engine, packs, again=again)
    except BaseException:
        engine.dispose()
        raise
    return engine


def _load(engine: Engine, packs: Mapping[str, Pack], *, again: bool = False) -> None:
    for pack in packs.values():
        with writing(engine) as opened:
            if again:
                forget_pack(opened, pack.code)
            if load_pack(opened, pack):
                mark_unresolved(opened, {pack.code})


def _begin_as_copy(file: Path, packs: Mapping[str, Pack]) -> None:
    """Put a copy where the new database is to be; where that cannot be done, the packs are loaded into it itself."""
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(prefix=".new-", dir=file.parent) as folder:
            copy = shutil.copyfile(_kept(packs), Path(folder) / "packs.db")
            os.link(copy, file)  # never onto a database that another program made in the meantime
    except (OSError, DatabaseProblem):
        return


def _kept(packs: Mapping[str, Pack]) -> Path:
    """A database of just these packs, made once for the code that reads them."""
    kept = folder_of_kept() / "prepared" / f"{_fingerprint(packs)}.db"
    if kept.exists() and _is_sound(kept):
        os.utime(kept)
        return kept
    kept.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=kept.parent) as folder:
        made = Path(folder) / "packs.db"
        engine = open_database(sqlite_url(made))
        try:
            _load(engine, packs)
            resolve_unresolved(engine, packs)
        finally:
            engine.dispose()
        made.replace(kept)
    for old in sorted(kept.parent.glob("*.db"), key=lambda copy: copy.stat().st_mtime)[:-KEPT_COPIES]:
        old.unlink(missing_ok=True)
    return kept


def _is_sound(kept: Path) -> bool:
    """Whether nothing happened to the file, such as a loss of power while it was written."""
    try:
        with closing(sqlite3.connect(kept)) as opened:
            return bool(opened.execute("PRAGMA quick_check").fetchone() == ("ok",))
    except sqlite3.DatabaseError:
        return False


def _fingerprint(packs: Mapping[str, Pack]) -> str:
    """What the copy depends on: the packs, and the code that stores and resolves them."""
    digest = hashlib.sha256()
    for code, pack in sorted(packs.items()):
        digest.update(f"{code} {pack.fingerprint}\n".encode())
    for room in _ROOMS:
        folder = Path(room.__path__[0])
        for source in sorted(folder.rglob("*.py")):
            digest.update(source.relative_to(folder).as_posix().encode() + source.read_bytes())
    return digest.hexdigest()[:32]
