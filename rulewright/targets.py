"""Files that a person asks to be written: nothing is written onto what is read, or onto what somebody else made."""

import os
import sqlite3
from collections.abc import Iterable
from contextlib import closing, suppress
from pathlib import Path

import typer

from db.open import address_of, file_of

SNAPSHOT_TABLE = "search_row"
"""Only exported databases have it, so that they are told from those that documents are read into."""


def check_target(target: Path | None, option: str, *sources: Path, db: str | None = None) -> None:
    """Refuse a file that cannot be written, or that is one of those the command reads."""
    if target is None:
        return
    if target.is_dir():
        raise typer.BadParameter(f"{target} is a folder; name a file in it.", param_hint=option)
    _check_parts(target, option)
    if not _may_write(target):
        raise typer.BadParameter(f"{target} may not be written; name another file, or allow it.", param_hint=option)
    for source in (*sources, *_files_of(db)):
        if _is_same(target, source):
            raise typer.BadParameter(f"{target} is what is read; name another file.", param_hint=option)


def check_folder(target: Path | None, option: str, db: str) -> None:
    """Refuse a folder that cannot be one, or that is the database itself."""
    if target is None:
        return
    if target.exists() and not target.is_dir():
        raise typer.BadParameter(f"{target} is a file; name a folder.", param_hint=option)
    _check_parts(target, option)
    if any(_is_same(target, Path(f"{file}.pages")) for file in _files_of(db)):
        raise typer.BadParameter(
            f"{target} holds the pictures of the database; name another folder.", param_hint=option
        )


def check_snapshot(target: Path | None, option: str, db: str) -> None:
    """Refuse to put an exported database in the place of anything but an earlier export."""
    check_target(target, option, db=db)
    if target is not None and target.exists() and target.stat().st_size and not _is_snapshot(target):
        reason = f"{target} is there already and is no export of ours; name another file, or move it away."
        raise typer.BadParameter(reason, param_hint=option)


def _check_parts(target: Path, option: str) -> None:
    """Every folder on the way is a folder, or can become one."""
    above = next((folder for folder in target.absolute().parents if folder.exists()), None)
    if above is None or not above.is_dir():
        raise typer.BadParameter(f"{above} is a file, so that nothing can lie below it.", param_hint=option)


def _may_write(target: Path) -> bool:
    """Whether a file may be written or made; no hours are worked for what can be stored nowhere."""
    there = next(path for path in (target.absolute(), *target.absolute().parents) if path.exists())
    return os.access(there, os.W_OK, effective_ids=os.access in os.supports_effective_ids)


def _files_of(db: str | None) -> Iterable[Path]:
    file = file_of(address_of(db)) if db else None
    return () if file is None else (file, Path(f"{file}-wal"), Path(f"{file}-shm"))


def _is_same(one: Path, other: Path) -> bool:
    with suppress(OSError):
        return one.samefile(other)
    return one.resolve() == other.resolve()


def _is_snapshot(file: Path) -> bool:
    try:
        with closing(sqlite3.connect(file.absolute().as_uri() + "?mode=ro", uri=True)) as opened:
            named = opened.execute("SELECT name FROM sqlite_master WHERE name = ?", (SNAPSHOT_TABLE,))
            return named.fetchone() is not None
    except sqlite3.Error:
        return False
