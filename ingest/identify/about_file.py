"""What a file says of itself beside its text: a PDF's metadata, the front matter of a Markdown file."""

import datetime
import re
from dataclasses import dataclass

import pypdfium2 as pdfium

from ingest.files.convert import MARKDOWN_TYPES
from ingest.files.decode import decode_text
from ingest.files.open import OpenedFile
from ingest.files.plain import front_matter

_TITLE = re.compile(r"^title:[ \t]*(?P<title>\S.*)$", re.MULTILINE)
_DATE = re.compile(r"^(?:date|updated|published):[ \t]*[\"']?(?P<date>\d{4}-\d\d-\d\d)", re.MULTILINE)
_PDF_DATE = re.compile(r"D:(\d{4})(\d\d)(\d\d)")


@dataclass(frozen=True, slots=True)
class AboutFile:
    """Title and date that do not stand in the text."""

    title: str = ""
    """Written for readers."""
    label: str = ""
    """Written by a program, often a file's name or a template's."""
    date: datetime.date | None = None
    """When a person says it was published."""
    made: datetime.date | None = None
    """When the file was made."""


def about_file(opened: OpenedFile) -> AboutFile:
    """What the file says of itself; empty where it says nothing."""
    if opened.media_type == "application/pdf":
        with pdfium.PdfDocument(opened.data) as document:
            label = str(document.get_metadata_value("Title")).replace("\0", "").strip()
            made = _PDF_DATE.match(str(document.get_metadata_value("CreationDate")))
        return AboutFile(label=label, made=_day(*map(int, made.groups())) if made else None)
    if opened.media_type in MARKDOWN_TYPES:
        front = front_matter(decode_text(opened.data) or "")
        title, date = _TITLE.search(front), _DATE.search(front)
        return AboutFile(
            title=title["title"].strip(" \"'\r") if title else "",
            date=_day(*map(int, date["date"].split("-"))) if date else None,
        )
    return AboutFile()


def _day(year: int, month: int, day: int) -> datetime.date | None:
    try:
        return datetime.date(year, month, day)
    except ValueError:
        return None
