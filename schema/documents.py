"""Documents, their pages, their passages, and every change made to a passage's text."""

import datetime
from typing import Literal, get_args

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from schema.base import Shape, key, primary_key, word
from schema.document_kinds import KindOfDocument

PageMethod = Literal["text-layer", "ocr", "plain", "blank"]
DateSource = Literal["given", "printed", "file", ""]
AddedKind = Literal["annotation", "field"]
PassageKind = Literal[
    "heading", "paragraph", "item", "card", "label", "table", "example", "note", "gap", "noise", "annotation", "field"
]
ADDED: tuple[PassageKind, ...] = get_args(AddedKind)
"""What was laid upon a page of a PDF after it was printed: comments, stamps, and filled-in form fields."""
UNSPOKEN: tuple[PassageKind, ...] = ("gap", "noise", *ADDED)
"""What the document itself does not say."""


class DocumentShape(Shape):
    """What is known of a file without reading its rules."""

    kind: KindOfDocument = word("What kind of document it is")
    date: datetime.date | None = Field(
        default=None, description="Date of publication, where it is known; the first day of a year or month alone"
    )
    date_source: DateSource = word("Who tells the date: a person, the print, or only the file", default="")
    language: str = Field(description="Main language, ISO 639-1, `und` where it could not be told", min_length=2)
    title: str = Field(description="Title, or the file's name in words where none was found")
    evidence: str = Field(default="", description="What told its game, in a sentence")
    is_game_given: bool = Field(default=False, description="Whether a person said which game it is")
    runner_up: str = Field(default="", description="The taught game that was next, empty where nothing spoke for one")
    file_name: str = Field(description="Name of the file", min_length=1)
    source: str = Field(description="Path or address the file was read from", unique=True, min_length=1)
    sha256: str = Field(description="Checksum of the file", unique=True, min_length=64, max_length=64)
    recipe: str = Field(description="Checksum of what read it: program, packs, options; another one reads anew")
    media_type: str = Field(description="MIME type found by looking into the file")
    page_count: int = Field(description="Number of pages", ge=0)


class Document(DocumentShape, table=True):
    """A file that was ingested: a rulebook, card sheet, FAQ or errata in one language."""

    id: int | None = primary_key()
    game_id: int = key("game", "The game it belongs to")
    edition_id: int | None = key("edition", "The edition it describes, if it could be told", default=None)
    superseded_by_id: int | None = Field(
        default=None,
        foreign_key="document.id",
        ondelete="SET NULL",
        index=True,
        description="The newer printing of the same book that votes in its stead",
    )


class PageShape(Shape):
    """How a page was read, and how well."""

    number: int = Field(description="Page number in the file, from 1", ge=1)
    method: PageMethod = word("How the text was obtained")
    reason: str = Field(description="Why this method was chosen, in a sentence")
    confidence: float = Field(description="0 to 1; 1 for text that was not recognised but read", ge=0, le=1)
    width: float = Field(default=0, description="Width in points; 0 where the page has no layout", ge=0)
    height: float = Field(default=0, description="Height in points; 0 where the page has no layout", ge=0)
    image: str | None = Field(
        default=None, description="Picture of the page, a file in the folder of pictures beside the database"
    )


class Page(PageShape, table=True):
    """A page of a document and how its text was obtained."""

    __table_args__ = (UniqueConstraint("document_id", "number"),)

    id: int | None = primary_key()
    document_id: int = key("document", "The document")


class PassageShape(Shape):
    """A stretch of text that a reader would take as one thing."""

    seq: int = Field(description="Place in the document's reading order, from 0", ge=0)
    kind: PassageKind = word("What the passage is")
    level: int | None = Field(default=None, description="Level of a heading, from 1", ge=1, le=6)
    section: str = Field(default="", description="Headings above it, outermost first, joined by ' / '")
    language: str = Field(description="Language of this passage, ISO 639-1", min_length=2)
    raw_text: str = Field(description="Text as it was read, line ends kept")
    text: str = Field(description="Text as a person would type it: raw_text with its repairs applied")
    confidence: float = Field(description="0 to 1, from recognition and repair", ge=0, le=1)
    doubtful: float = Field(
        default=0,
        description="Share of its words that were repaired without being sure, or are damaged still",
        ge=0,
        le=1,
    )


class Passage(PassageShape, table=True):
    """A paragraph, heading, list item, label or other unit of text, in reading order."""

    __table_args__ = (UniqueConstraint("document_id", "seq"),)

    id: int | None = primary_key()
    document_id: int = key("document", "The document")
    page_id: int = key("page", "The page on which it begins")


class RegionShape(Shape):
    """A rectangle in points from the page's top left corner."""

    x0: float = Field(description="Left edge")
    y0: float = Field(description="Top edge")
    x1: float = Field(description="Right edge")
    y1: float = Field(description="Bottom edge")


class PassageRegion(RegionShape, table=True):
    """Where a passage stands on its page or pages."""

    __tablename__ = "passage_region"

    id: int | None = primary_key()
    passage_id: int = key("passage", "The passage")
    page_id: int = key("page", "The page")


class RepairShape(Shape):
    """One change between raw_text and text."""

    position: int = Field(description="Offset in raw_text where the change begins", ge=0)
    length: int = Field(description="Number of characters of raw_text it replaces", ge=0)
    before: str = Field(description="What stood there")
    after: str = Field(description="What it became")
    reason: str = Field(description="Why, e.g. line-end hyphen", min_length=1)
    runner_up: str | None = Field(default=None, description="The next best reading, where it was close")
    confidence: float = Field(default=1, description="0 to 1", ge=0, le=1)
    made_by: str = Field(
        default="", description="The step that made it from several documents; empty: reading this one did"
    )


class Repair(RepairShape, table=True):
    """A change made to a passage by cleaning or repair; applied together they turn raw_text into text."""

    __table_args__ = (UniqueConstraint("passage_id", "position", "length"),)

    id: int | None = primary_key()
    passage_id: int = key("passage", "The passage")
    source_id: int | None = Field(
        default=None,
        foreign_key="passage.id",
        ondelete="SET NULL",
        index=True,
        description="The passage of another document that says the same, from which it was taken",
    )


class SealShape(Shape):
    """What a part of a document was when it was read, in a form that tells any change."""

    about: str = Field(description="`document`, `page 3`, or `passage 17` by its place in reading order", min_length=1)
    digest: str = Field(description="Short checksums of its texts, boxes, repairs, names, mentions, claims and cards")


class Seal(SealShape, table=True):
    """A part of a document as it was read, so that `validate` sees what was changed since."""

    __table_args__ = (UniqueConstraint("document_id", "about"),)

    id: int | None = primary_key()
    document_id: int = key("document", "The document")
