"""Open a file: find out what it is by looking into it, and refuse what is no document."""

import hashlib
import io
import os
import re
import stat
import warnings
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c
from PIL import Image

from ingest.errors import UnreadableDocument, printable
from ingest.files.addresses import Address, Remote
from ingest.files.card_lists import CSV, JSON, find_list
from ingest.files.convert import HEIC, HTML, MARKDOWN_TYPES, NotConverted, convert, read_heic, zipped_kind
from ingest.files.decode import decode_text
from ingest.files.limits import MEGABYTE, FileLimits

PDF_HEADER_WITHIN = 1024
"""Readers accept a PDF whose header comes this late; files with a mail header in front exist."""

PICTURE_EXTENSIONS = frozenset({".png", ".jpg", ".jpeg", ".tif", ".tiff", ".webp", ".gif", ".bmp", ".heic", ".heif"})
MARKDOWN_EXTENSIONS = frozenset({".md", ".markdown"})
HTML_EXTENSIONS = frozenset({".html", ".htm", ".xhtml"})
WORD_EXTENSIONS = HTML_EXTENSIONS | {".docx", ".epub"}
LIST_EXTENSIONS = {".csv": CSV, ".tsv": CSV, ".json": JSON}
"""Lists of cards where a file is named; in folders lie many such files that are none."""
EXTENSIONS = PICTURE_EXTENSIONS | MARKDOWN_EXTENSIONS | WORD_EXTENSIONS | {".pdf", ".txt", ".text"}
IMAGE_TYPES = frozenset({"image/png", "image/jpeg", "image/tiff", "image/webp", "image/gif", "image/bmp", HEIC})
TEXT_TYPES = MARKDOWN_TYPES | {"text/plain"}
MEDIA_TYPES = IMAGE_TYPES | TEXT_TYPES | {"application/pdf"}

_MAGIC = (
    (re.compile(rb"\x89PNG\r\n\x1a\n"), "image/png"),
    (re.compile(rb"\xff\xd8\xff"), "image/jpeg"),
    (re.compile(rb"II[*+]\0|MM\0[*+]"), "image/tiff"),
    (re.compile(rb"RIFF....WEBP", re.DOTALL), "image/webp"),
    (re.compile(rb"GIF8[79]a"), "image/gif"),
    (re.compile(rb"BM.{12}[\x0c\x28\x34\x38\x40\x6c\x7c]\0\0\0", re.DOTALL), "image/bmp"),
    (re.compile(rb"....ftyp(?:hei[cxms]|hev[cxms]|mif1|msf1)", re.DOTALL), HEIC),
)
_STRANGERS = (
    (b"\x1f\x8b", "a gzip archive; unpack it first"),
    (b"7z\xbc\xaf", "a 7-Zip archive; unpack it first"),
    (b"Rar!", "a RAR archive; unpack it first"),
    (b"\xd0\xcf\x11\xe0", "an old office file; export it as PDF"),
    (b"{\\rtf", "a rich text file; export it as PDF or plain text"),
    (b"SQLite format 3", "a SQLite database, not a document"),
    (b"\x7fELF", "a program, not a document"),
)
_HTML = re.compile(
    rb"\s*(?:\xef\xbb\xbf)?(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype\s+html|html)\b", re.I | re.DOTALL
)
_CLOSING_TAG = re.compile(rb"</(?:p|div|h[1-6]|li|ul|table|section|article)>", re.I)
"""A page without the frame that a web server puts around it."""
_ZIP = b"PK\x03\x04"
_MARKDOWN_SIGNS = re.compile(
    r"^#{1,6} +\S.*$|\*\*\S[^*\n]*\*\*|^\|.*\|$|^ {0,3}\[[^\]\n]+\]: \S|!?\[[^\]\n]+\]\([^)\n]+\)", re.MULTILINE
)
_MARKDOWN_SIGNS_NEEDED = 2
"""One may stand in any text."""


@dataclass(frozen=True, slots=True)
class OpenedFile:
    """A file that is a document, with its bytes and what they are."""

    path: Address
    file_name: str
    data: bytes = field(repr=False)
    sha256: str
    media_type: str


def open_document(
    path: Address,
    media_type: str | None = None,
    data: bytes | None = None,
    limits: FileLimits = FileLimits(),
) -> OpenedFile:
    """Read the file and tell its type from its bytes; ``media_type`` overrules what they seem to be.

    Where the bytes were read elsewhere, ``data`` brings them.
    """
    data = read_bytes(path, limits) if data is None else data
    if media_type is not None and media_type not in MEDIA_TYPES:
        raise UnreadableDocument(path, f"files of type {media_type} cannot be read.")
    found = media_type or _media_type(path, data)
    if found == "application/pdf":
        _check_pdf(path, data, limits)
    elif found in IMAGE_TYPES:
        _check_image(path, data, found, limits)
    elif found in ("text/plain", "text/markdown") and decode_text(data) is None:
        raise UnreadableDocument(path, "the file is no text in an encoding that is known here; save it as UTF-8.")
    return OpenedFile(
        storable(path), printable(path.name), _form(path, found, data, limits), hashlib.sha256(data).hexdigest(), found
    )


def _form(path: Address, media_type: str, data: bytes, limits: FileLimits) -> bytes:
    """The bytes in the form that is read."""
    try:
        return convert(media_type, data, limits.max_bytes)
    except NotConverted as error:
        raise UnreadableDocument(path, str(error)) from error


def checksum_of(path: Address) -> str:
    """The file's sha256, without looking into what it holds."""
    return hashlib.sha256(read_bytes(path)).hexdigest()


def storable(path: Address) -> Address:
    """The path in characters that a database can store: bytes that are no text are written out."""
    if isinstance(path, Remote):
        return path
    return Path(str(path).encode("utf-8", "backslashreplace").decode())


def find_documents(
    paths: Iterable[Address],
    on_unreadable: Callable[[UnreadableDocument], None] | None = None,
    on_left_out: Callable[[Address], None] = lambda _: None,
) -> list[Address]:
    """The files to read: those named, and in folders those that look like documents, in a stable order.

    What cannot be searched is handed to ``on_unreadable``, and the search goes on; without it, it is raised. Files of
    folders that do not look like documents are handed to ``on_left_out``, and so are what is hidden and links to
    folders: what these hold may lie anywhere, also above them.
    """
    found: dict[Address, None] = {}
    for path in paths:
        try:
            found.update(dict.fromkeys(_documents_at(path, on_unreadable, on_left_out)))
        except UnreadableDocument as error:
            if on_unreadable is None:
                raise
            on_unreadable(error)
    return list(found)


def _documents_at(
    path: Address,
    on_unreadable: Callable[[UnreadableDocument], None] | None,
    on_left_out: Callable[[Address], None],
) -> list[Address]:
    """The address itself if it is a file, or what looks like documents below it."""
    if isinstance(path, Remote):
        files = list(path.files())
        found = [file for file in files if files == [path] or file.suffix.lower() in EXTENSIONS]
        for other in (file for file in files if file not in found):
            on_left_out(other)
        return [*found]
    if not stat.S_ISDIR(_status(path).st_mode):
        return [path]
    listed = sorted(_files_in(path, on_unreadable, on_left_out))
    for file in listed:
        if not _looks_like_document(file):
            on_left_out(file)
    return [file for file in listed if _looks_like_document(file)]


def _files_in(
    folder: Path,
    on_unreadable: Callable[[UnreadableDocument], None] | None,
    on_hidden: Callable[[Address], None],
) -> Iterator[Path]:
    """Level by level, because folders may be nested more deeply than functions can call each other."""
    folders = [folder]
    while folders:
        parent = folders.pop()
        try:
            with os.scandir(parent) as listed:
                entries = list(listed)
        except OSError as error:
            refusal = UnreadableDocument(parent, f"the folder could not be searched: {error.strerror}.")
            if on_unreadable is None:
                raise refusal from error
            on_unreadable(refusal)
            continue
        for hidden in sorted(Path(entry) for entry in entries if entry.name.startswith(".")):
            on_hidden(hidden)
        entries = [entry for entry in entries if not entry.name.startswith(".")]
        folders += [Path(entry) for entry in entries if entry.is_dir(follow_symlinks=False)]
        yield from (Path(entry) for entry in entries if not entry.is_dir(follow_symlinks=False))


def is_folder(path: Path) -> bool:
    """Whether a path leads to a folder, as far as one may look."""
    try:
        return path.is_dir()
    except OSError:
        return False


def _looks_like_document(path: Path) -> bool:
    """By its extension, or, because extensions can be wrong, by the first bytes of a PDF or picture."""
    if path.suffix.lower() in EXTENSIONS:
        return not is_folder(path)
    try:
        if not path.is_file():  # opening a pipe would wait for somebody to write into it
            return False
        with path.open("rb") as file:
            return _magic(file.read(PDF_HEADER_WITHIN)) is not None
    except OSError:
        return False


def _status(path: Path) -> os.stat_result:
    try:
        return path.stat()
    except FileNotFoundError as error:
        what = "this link leads to no file" if path.is_symlink() else "there is no such file or folder"
        raise UnreadableDocument(path, f"{what}; check the path.") from error
    except (OSError, ValueError) as error:
        cause = (error.strerror if isinstance(error, OSError) else None) or error
        raise UnreadableDocument(path, f"the file could not be reached: {cause}.") from error


def read_bytes(path: Address, limits: FileLimits = FileLimits()) -> bytes:
    """The bytes of a file, neither none nor too many."""
    most = limits.max_bytes
    data = path.read(most + 1) if isinstance(path, Remote) else _read_local(path, most + 1)
    if len(data) > most:
        raise UnreadableDocument(path, f"the file is larger than the limit of {most // MEGABYTE} MB; split it.")
    if not data:
        raise UnreadableDocument(path, "the file is empty.")
    return data


def _read_local(path: Path, most: int) -> bytes:
    mode = _status(path).st_mode
    if stat.S_ISDIR(mode):
        raise UnreadableDocument(path, "this is a folder, not a file.")
    if not stat.S_ISREG(mode):
        raise UnreadableDocument(path, "this is not a file but a pipe, a socket or a device.")
    try:
        with path.open("rb") as file:
            return file.read(most)
    except OSError as error:
        raise UnreadableDocument(path, f"the file could not be read: {error.strerror}.") from error


def _media_type(path: Address, data: bytes) -> str:
    magic = _magic(data)
    if magic is not None:
        return magic
    if data.startswith(_ZIP):
        kind, what = zipped_kind(data)
        if kind is None:
            raise UnreadableDocument(path, f"the file is {what}.")
        return kind
    if _HTML.match(data) or (path.suffix.lower() in HTML_EXTENSIONS and _CLOSING_TAG.search(data)):
        return HTML
    for start, what in _STRANGERS:
        if data.startswith(start):
            raise UnreadableDocument(path, f"the file is {what}.")
    text = decode_text(data)
    if text is None:
        raise UnreadableDocument(path, "it is neither a PDF, a picture, a DOCX, EPUB or HTML file nor text.")
    if not text.strip():
        raise UnreadableDocument(path, "the file holds nothing but white space.")
    listed = LIST_EXTENSIONS.get(path.suffix.lower())
    if listed is not None and find_list(data, listed) is not None:
        return listed
    signs = sum(1 for _ in _MARKDOWN_SIGNS.finditer(text))
    is_markdown = path.suffix.lower() in MARKDOWN_EXTENSIONS or signs >= _MARKDOWN_SIGNS_NEEDED
    return "text/markdown" if is_markdown else "text/plain"


def _magic(data: bytes) -> str | None:
    if b"%PDF-" in data[:PDF_HEADER_WITHIN]:
        return "application/pdf"
    return next((media_type for pattern, media_type in _MAGIC if pattern.match(data)), None)


def _check_pdf(path: Address, data: bytes, limits: FileLimits) -> None:
    try:
        with pdfium.PdfDocument(data) as document:
            page_count = len(document)
            is_sound = page_count > limits.max_pages or any(_has_page(document, number) for number in range(page_count))
    except pdfium.PdfiumError as error:
        if getattr(error, "err_code", None) == pdfium_c.FPDF_ERR_PASSWORD:
            reason = "the PDF is encrypted; save a copy without its password and ingest that."
        else:
            reason = "the PDF is damaged or cut off; fetch or export it again."
        raise UnreadableDocument(path, reason) from error
    if page_count == 0:
        raise UnreadableDocument(path, "the PDF has no pages.")
    _check_page_count(path, page_count, limits)
    if not is_sound:
        raise UnreadableDocument(path, "the PDF is damaged: it has no page that can be read; export it again.")


def _has_page(document: pdfium.PdfDocument, number: int) -> bool:
    try:
        document[number].close()
    except pdfium.PdfiumError:
        return False
    return True


def _check_page_count(path: Address, count: int, limits: FileLimits) -> None:
    if count > limits.max_pages:
        reason = f"it has {count:,} pages, more than the limit of {limits.max_pages:,}; split it."
        raise UnreadableDocument(path, reason)


def _check_image(path: Address, data: bytes, media_type: str, limits: FileLimits) -> None:
    """Look at the size of every page before any of them is unpacked."""
    million = limits.max_pixels // 1_000_000
    too_many = f"the picture has more than the limit of {million} million pixels; scale it down."
    if media_type == HEIC:
        read_heic()
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(data)) as image:
                count = int(getattr(image, "n_frames", 1))
                _check_page_count(path, count, limits)
                for frame in range(count):
                    image.seek(frame)
                    if image.width * image.height > limits.max_pixels:
                        raise UnreadableDocument(path, too_many)
    except Image.DecompressionBombError as error:
        raise UnreadableDocument(path, too_many) from error
    except (OSError, ValueError, SyntaxError) as error:
        raise UnreadableDocument(path, "the picture is damaged or cut off; export it again.") from error
