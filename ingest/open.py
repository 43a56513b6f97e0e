"""Open a file: find out what it is by looking into it, and refuse what is no document."""

import hashlib
import io
import os
import re
import warnings
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from PIL import Image

from ingest.decode import decode_text
from ingest.errors import UnreadableDocument

MAX_BYTES = 512 * 1024 * 1024
PDF_HEADER_WITHIN = 1024
"""Readers accept a PDF whose header comes this late; files with a mail header in front exist."""

EXTENSIONS = frozenset([".pdf", ".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".txt", ".text", ".md", ".markdown"])
MARKDOWN_EXTENSIONS = frozenset({".md", ".markdown"})
IMAGE_TYPES = frozenset({"image/png", "image/jpeg", "image/tiff", "image/webp"})
TEXT_TYPES = frozenset({"text/plain", "text/markdown"})
MEDIA_TYPES = IMAGE_TYPES | TEXT_TYPES | {"application/pdf"}

_MAGIC = (
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png"),
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg"),
    (re.compile(rb"II[*+]\0|MM\0[*+]"), "image/tiff"),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "image/webp"),
)
_STRANGERS = (
    (b"PK\x03\x04", "a ZIP archive or office file; unpack it, or export it as PDF"),
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"7z\xbc\xaf", "a 7-Zip archive; unpack it first"),
    (b"Rar!", "a RAR archive; unpack it first"),
    (b"GIF8", "a GIF picture; convert it to PNG"),
    (b"\xd0\xcf\x11\xe0", "an old office file; export it as PDF"),
    (b"{\\rtf", "a rich text file; export it as PDF or plain text"),
    (b"SQLite format 3", "a SQLite database, not a document"),
    (b"\x7fELF", "a program, not a document"),
)
_MARKDOWN_SIGNS = re.compile(
    r"^#{1,6} +\S.*$|\*\*\S[^*\n]*\*\*|^\|.*\|$|^ {0,3}\[[^\]\n]+\]: \S|!?\[[^\]\n]+\]\([^)\n]+\)", re.MULTILINE
)
_MARKDOWN_SIGNS_NEEDED = 2


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file that is a document, with its bytes and what they are."""

    path: Path
    file_name: str
    data: bytes = field(repr=False)
    sha256: str
    media_type: str


def open_document(path: Path, media_type: str | None = None) -> OpenedFile:
    """Read the file and tell its type from its bytes; ``media_type`` overrules what they seem to be."""
    data = _read_bytes(path)
    if media_type is not None and media_type not in MEDIA_TYPES:
        raise UnreadableDocument(path, f"files of type {media_type} cannot be read.")
    found = media_type or _media_type(path, data)
    if found == "application/pdf":
        _check_pdf(path, data)
    elif found in IMAGE_TYPES:
        _check_image(path, data)
    elif decode_text(data) is None:
        raise UnreadableDocument(path, "the file is no text in an encoding that is known here.")
    return OpenedFile(path, path.name, data, hashlib.sha256(data).hexdigest(), found)


def find_documents(paths: Iterable[Path]) -> list[Path]:
    """The files to read: those named, and in folders those that look like documents, in a stable order."""
    found: dict[Path, None] = {}
    for path in paths:
        if not path.exists():
            raise UnreadableDocument(path, "there is no such file or folder; check the path.")
        found.update(dict.fromkeys(sorted(_documents_in(path)) if path.is_dir() else [path]))
    return list(found)


def _documents_in(folder: Path) -> Iterator[Path]:
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not name.startswith(".")]
        for name in files:
            path = Path(parent, name)
            if not name.startswith(".") and path.is_file() and _looks_like_document(path):
                yield path


def _looks_like_document(path: Path) -> bool:
    """By its extension, or, because extensions can be wrong, by the first bytes of a PDF or picture."""
    if path.suffix.lower() in EXTENSIONS:
        return True
    try:
        with path.open("rb") as file:
            return _magic(file.read(PDF_HEADER_WITHIN)) is not None
    except OSError:
        return False


def _read_bytes(path: Path) -> bytes:
    if not path.exists():
        raise UnreadableDocument(path, "there is no such file; check the path.")
    if not path.is_file():
        raise UnreadableDocument(path, "this is not a file.")
    try:
        if path.stat().st_size > MAX_BYTES:
            limit = MAX_BYTES // (1024 * 1024)
            raise UnreadableDocument(path, f"the file is larger than the limit of {limit} MB; split it.")
        data = path.read_bytes()
    except OSError as error:
        raise UnreadableDocument(path, f"the file could not be read: {error.strerror}.") from error
    if not data:
        raise UnreadableDocument(path, "the file is empty.")
    return data


def _media_type(path: Path, data: bytes) -> str:
    magic = _magic(data)
    if magic is not None:
        return magic
    for start, what in _STRANGERS:
        if data.startswith(start):
            raise UnreadableDocument(path, f"the file is {what}.")
    text = decode_text(data)
    if text is None:
        raise UnreadableDocument(path, "the file is neither a PDF, a picture (PNG, JPEG, TIFF, WebP) nor text.")
    if not text.strip():
        raise UnreadableDocument(path, "the file holds nothing but white space.")
    return "text/markdown" if _is_markdown(path, text) else "text/plain"


def _magic(data: bytes) -> str | None:
    if b"%PDF-" in data[:PDF_HEADER_WITHIN]:
        return "application/pdf"
    return next((media_type for pattern, media_type in _MAGIC if pattern.match(data)), None)


def _is_markdown(path: Path, text: str) -> bool:
    if path.suffix.lower() in MARKDOWN_EXTENSIONS:
        return True
    return sum(1 for _ in _MARKDOWN_SIGNS.finditer(text)) >= _MARKDOWN_SIGNS_NEEDED


def _check_pdf(path: Path, data: bytes) -> None:
    try:
        with pdfium.PdfDocument(data) as document:
            page_count = len(document)
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == pdfium_c.FPDF_ERR_PASSWORD:
            reason = "the PDF is encrypted; save a copy without its password and ingest that."
        else:
            reason = "the PDF is damaged or cut off; fetch or export it again."
        raise UnreadableDocument(path, reason) from error
    if page_count == 0:
        raise UnreadableDocument(path, "the PDF has no pages.")


def _check_image(path: Path, data: bytes) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", Image.DecompressionBombWarning)
        try:
            with Image.open(io.BytesIO(data)):
                pass
        except (Image.DecompressionBombError, Image.DecompressionBombWarning) as error:
            limit = (Image.MAX_IMAGE_PIXELS or 0) // 1_000_000
            reason = f"the picture has more than the limit of {limit} million pixels; scale it down."
            raise UnreadableDocument(path, reason) from error
        except (OSError, ValueError, SyntaxError) as error:
            raise UnreadableDocument(path, "the picture is damaged or cut off; export it again.") from error
