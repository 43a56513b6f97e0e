"""Keeps the words of pages with the pictures of pages, so that what was recognised once is not recognised again."""

import gzip
import zlib
from collections.abc import Sequence
from pathlib import Path

from pydantic import TypeAdapter, ValidationError
from pydantic.dataclasses import dataclass

from schema.reading import WordPage

WORDS_FILE = "words.json.gz"
QUICK = 3
"""Of 9: more takes three times as long and makes the file a tenth smaller."""


@dataclass(frozen=True, slots=True)
class _Kept:
    """What a file of words holds."""

    key: str
    """Checksum of all that decides what is recognised: another one recognises anew."""
    pages: tuple[WordPage, ...]


_FILE = TypeAdapter(_Kept)


def pack_words(pages: Sequence[WordPage], key: str) -> bytes:
    """The words of a document as a file; empty where no page has a layout, for plain text is read in no time."""
    if not any(page.page.width for page in pages):
        return b""
    return gzip.compress(_FILE.dump_json(_Kept(key, tuple(pages))), QUICK)


def kept_words(folder: Path, sha256: str, key: str | None = None) -> tuple[WordPage, ...] | None:
    """The words of a document that were kept, where they were read by this key; without one, however they were read.

    A file that is damaged or of another time counts as none: its document is read again.
    """
    try:
        kept = _FILE.validate_json(gzip.decompress((folder / sha256 / WORDS_FILE).read_bytes()))
    except (OSError, EOFError, zlib.error, ValidationError):
        return None
    return kept.pages if key in (None, kept.key) else None
