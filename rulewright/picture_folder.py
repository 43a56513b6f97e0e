"""Keeps the pictures of pages and the words on them beside their database, by the checksum of their document."""

import contextlib
import os
import shutil
from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from sqlalchemy import Engine
from sqlmodel import col, select

from db.open import session
from ingest.files.kept_words import WORDS_FILE
from ingest.picture.for_people import is_kept, picture_name
from schema.documents import Document
from schema.reading import Reading, WordPage


def keep_pictures(folder: Path, reading: Reading) -> Reading:
    """Write what came with a reading; gives it without that, its pages naming the pictures that are there."""
    if reading.words:
        _write(folder / reading.document.sha256 / WORDS_FILE, reading.words)
    made = {picture.page: picture.data for picture in reading.pictures if picture.card is None}
    sha256 = reading.document.sha256
    reading = _with_card_pictures(folder, reading)
    pages = tuple(_with_picture(folder, sha256, page, made.get(page.page.number)) for page in reading.pages)
    return replace(reading, pages=pages, pictures=(), words=b"")


def forget_pictures(folder: Path, engine: Engine, checksums: Iterable[str]) -> None:
    """Remove the pictures and words of documents that the database does not hold any more."""
    wanted = {sha256 for sha256 in checksums if (folder / sha256).is_dir()}
    if not wanted:
        return
    with session(engine, read_only=True) as opened:
        held = set(opened.exec(select(Document.sha256).where(col(Document.sha256).in_(wanted))).all())
    for sha256 in wanted - held:
        shutil.rmtree(folder / sha256, ignore_errors=True)


def _with_card_pictures(folder: Path, reading: Reading) -> Reading:
    """Write the pictures of single cards; those of pages that are one card are the pages' own."""
    sha256 = reading.document.sha256
    page_of = {read.passage.seq: read.page for read in reading.passages}
    made = {(p.page, p.card): p.data for p in reading.pictures if p.card is not None}
    cards = []
    for card in reading.cards:
        key = (page_of[card.passage], card.card)
        name = f"{sha256}/{key[0]}-card-{key[1] + 1}.webp"
        if card.picture is not None and key in made and _write(folder / name, made[key]):
            cards.append(replace(card, picture=card.picture.model_copy(update={"image": name})))
        else:
            cards.append(card)
    return replace(reading, cards=tuple(cards))


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
