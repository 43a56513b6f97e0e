"""Brings files of other kinds into a form that is read here: pictures into PNG, documents of words into Markdown."""

import io
import posixpath
import zipfile
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from urllib.parse import unquote
from xml.etree import ElementTree

from PIL import Image, ImageOps

from ingest.files.card_lists import CSV, JSON, LIST_TYPES, XLSX, NoCards, list_to_markdown
from ingest.files.html_in_markdown import markdown_of_html

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
EPUB = "application/epub+zip"
HTML = "text/html"
HEIC = "image/heic"
PAGE_BREAK = "\f"
_ZIPPED = (
    ("word/document.xml", DOCX, ""),
    ("META-INF/container.xml", EPUB, ""),
    ("xl/workbook.xml", XLSX, ""),
    ("ppt/presentation.xml", None, "a presentation; export it as PDF"),
    ("content.xml", None, "an OpenDocument file; export it as PDF or DOCX"),
)
"""What a ZIP file is by a member that every one of its kind has: the type of those that are read, or a name."""
_NO_CARDS = (
    "it holds no list of cards, which has a head above each column and a column of titles; "
    "export another document as PDF."
)


class NotConverted(Exception):
    """The file is not what it seems to be, or damaged."""


def zipped_kind(data: bytes) -> tuple[str | None, str]:
    """The type of a document that is a ZIP file, or what else it is."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            names = set(archive.namelist())
    except zipfile.BadZipFile:
        names = set()
    archive_kind = "a ZIP archive or office file; name an archive as `zip://::FILE`, and export office files as PDF"
    return next(((kind, what) for member, kind, what in _ZIPPED if member in names), (None, archive_kind))


def convert(media_type: str, data: bytes, most: int) -> bytes:
    """The file in the form that is read, at most so many bytes of it unpacked; as it is where that is the same."""
    if media_type not in CONVERTERS:
        return data
    if media_type in (DOCX, EPUB, XLSX):
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > most:
                raise NotConverted("it unpacks to more than the limit; export it as PDF.")
    try:
        converted = CONVERTERS[media_type](data)
    except NoCards as error:
        raise NotConverted(_NO_CARDS) from error
    except Exception as error:
        raise NotConverted("it is damaged or is not what its name says; export it again, or as PDF.") from error
    if media_type in (HTML, DOCX, EPUB) and not any(map(str.isalnum, converted.decode())):
        raise NotConverted("no words stand in it; if they are in pictures, export it as PDF.")
    return converted


def read_heic() -> None:
    """Teach the library of pictures the format that phones write."""
    from pi_heif import register_heif_opener

    register_heif_opener()


def _png(data: bytes) -> bytes:
    """The first picture of the file, upright; the others are an animation or a thumbnail."""
    with Image.open(io.BytesIO(data)) as image:
        made = io.BytesIO()
        upright = ImageOps.exif_transpose(image)
        upright.convert("RGBA" if "A" in upright.getbands() or "transparency" in upright.info else "RGB").save(
            made, "PNG"
        )
    return made.getvalue()


def _from_html(data: bytes) -> bytes:
    return markdown_of_html(data).encode()


def _from_docx(data: bytes) -> bytes:
    import mammoth

    no_pictures = mammoth.images.img_element(lambda _: {"src": ""})
    return markdown_of_html(mammoth.convert_to_html(io.BytesIO(data), convert_image=no_pictures).value).encode()


def _from_epub(data: bytes) -> bytes:
    """The chapters in the order of the book, each a page."""
    with zipfile.ZipFile(io.BytesIO(data)) as book:
        chapters = [markdown_of_html(book.read(name)) for name in _spine(book)]
    first = next(iter(chapters), "")
    return PAGE_BREAK.join([first, *(chapter.split("---\n\n", 1)[-1] for chapter in chapters[1:])]).encode()


def _spine(book: zipfile.ZipFile) -> Iterator[str]:
    container = ElementTree.fromstring(book.read("META-INF/container.xml"))
    package = str(next(e.get("full-path") for e in container.iter() if e.tag.endswith("rootfile")))
    content = ElementTree.fromstring(book.read(package))
    files = {e.get("id"): e.get("href") for e in content.iter() if e.tag.endswith("}item")}
    for entry in content.iter():
        if entry.tag.endswith("}itemref") and entry.get("linear") != "no":
            yield posixpath.join(posixpath.dirname(package), unquote(files[entry.get("idref")] or ""))


CONVERTERS: Mapping[str, Callable[[bytes], bytes]] = {
    "image/gif": _png,
    "image/bmp": _png,
    HEIC: _png,
    HTML: _from_html,
    DOCX: _from_docx,
    EPUB: _from_epub,
    CSV: partial(list_to_markdown, media_type=CSV),
    JSON: partial(list_to_markdown, media_type=JSON),
    XLSX: partial(list_to_markdown, media_type=XLSX),
}
MARKDOWN_TYPES = frozenset({"text/markdown", HTML, DOCX, EPUB}) | LIST_TYPES
"""What is read as Markdown."""
