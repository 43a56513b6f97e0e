"""A database that goes with the work: workers of a cluster may have no way to the one that the command reads."""

import hashlib
import tempfile
from pathlib import Path

from db.open import open_database, sqlite_url
from db.snapshot import make_snapshot

_folder: list["tempfile.TemporaryDirectory[str]"] = []
"""Where this process keeps what was sent to it, until it ends."""


def pack_database(source: str) -> bytes:
    """A snapshot of the database as it is now."""
    engine = open_database(source, create=False)
    try:
        with tempfile.TemporaryDirectory(prefix="rulewright-") as folder:
            return make_snapshot(engine, Path(folder) / "rules.db").read_bytes()
    finally:
        engine.dispose()


def unpacked(data: bytes) -> str:
    """The address of a database that was sent; the same one is unpacked once."""
    if not _folder:
        _folder.append(tempfile.TemporaryDirectory(prefix="rulewright-"))
    path = Path(_folder[0].name) / f"{hashlib.sha256(data).hexdigest()}.db"
    if not path.exists():
        partial = path.with_suffix(".partial")
        partial.write_bytes(data)
        partial.replace(path)
    return sqlite_url(path)


def unchanged(value: list[bytes]) -> list[bytes]:
    """What was sent, as a task of its own: when the worker that had it is gone, it can be made again."""
    return value
