"""Keeps the pictures of pages in one folder, by the checksum of their document."""

import contextlib
import os
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import col, select

from db.errors import DatabaseProblem
from db.open import open_database, session
from ingest.picture.for_people import is_kept, picture_name
from rulewright import BUILD
from rulewright.options import DEFAULT_DB
from schema.documents import Document
from schema.reading import Reading, WordPage

PICTURES = BUILD / "pages"


def keep_pictures(folder: Path, reading: Reading) -> Reading:
    """Write the pictures that came with a reading; gives it without them, its pages naming the files that are there."""
    made = {picture.page: picture.data for picture in reading.pictures}
    sha256 = reading.document.sha256
    pages = tuple(_with_picture(folder, sha256, page, made.get(page.page.number)) for page in reading.pages)
    return replace(reading, pages=pages, pictures=())


def forget_pictures(folder: Path, engine: Engine, checksums: Iterable[str]) -> None:
    """Remove the pictures of documents that neither this database nor the usual one holds any more."""
    wanted = set(checksums)
    if not any((folder / sha256).is_dir() for sha256 in wanted):
        return
    for sha256 in wanted - _held(engine, wanted) - _held_usually(wanted):
        shutil.rmtree(folder / sha256, ignore_errors=True)


def _with_picture(folder: Path, sha256: str, page: WordPage, data: bytes | None) -> WordPage:
    name = picture_name(sha256, page)
    if name is None or not ((data and _write(folder / name, data)) or is_kept(folder, sha256, page)):
        return page
    return replace(page, page=page.page.model_copy(update={"image": name}))


def _write(file: Path, data: bytes) -> bool:
    """Write all of a file or nothing; a full disk costs the picture, not the document."""
    part = file.with_name(f".{file.name}.{os.getpid()}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        part.replace(file)
    except OSError:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        return False
    return True


def _held(engine: Engine, checksums: set[str]) -> set[str]:
    with session(engine, read_only=True) as opened:
        return set(opened.exec(select(Document.sha256).where(col(Document.sha256).in_(checksums))).all())


def _held_usually(checksums: set[str]) -> set[str]:
    """Which of them the database in build/ holds, whose pictures lie in the same folder; all where it cannot tell."""
    if not (BUILD / "rulewright.db").is_file():
        return set()
    try:
        usual = open_database(DEFAULT_DB, create=False)
    except DatabaseProblem:
        return checksums
    try:
        return _held(usual, checksums)
    except DatabaseProblem:
        return checksums
    finally:
        usual.dispose()
