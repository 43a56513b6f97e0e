"""What people decided: the value of a fact, how a word reads or what it means, what was no component; their notes."""

import datetime
from typing import Annotated, Literal

from pydantic import AfterValidator
from sqlalchemy import DateTime
from sqlmodel import Field

from schema.base import Shape, primary_key, word

DecisionKind = Literal["fact", "repair", "match", "discovery", "name", "note"]
OF_DOCUMENTS: tuple[DecisionKind, ...] = ("repair", "match", "discovery")
"""Kinds that are about one document and take effect when it is read."""
OF_READING: tuple[DecisionKind, ...] = (*OF_DOCUMENTS, "name")
"""All kinds that take effect when documents are read; a name that was accepted holds for all documents of its game."""
ACCEPTED = "yes"
"""The value of a decision that something is what it seemed."""
REFUSED = "no"
"""The value of a decision that something discovered is not what it seemed."""

Key = tuple[str, ...]
"""What a decision is about: of two with the same key the later holds."""


def _in_utc(time: datetime.datetime) -> datetime.datetime:
    """Databases forget zones, so that all times are kept in one, in whole seconds."""
    if time.tzinfo:
        time = time.astimezone(datetime.UTC).replace(tzinfo=None)
    return time.replace(microsecond=0)


Moment = Annotated[datetime.datetime, AfterValidator(_in_utc)]


class DecisionShape(Shape):
    """What was decided, why, and by what text.

    It names games, editions and documents by their codes and file names instead of pointing to their rows, so that it
    outlives a document that is forgotten or read again.
    """

    document: str = Field(default="", description="File name of the document it was asked by; empty: by none")
    kind: DecisionKind = word(
        "Whether it is about a fact, a repaired word, the concept that a name means, something discovered, or is a note"
    )
    game: str = Field(default="", description="Code of the game whose fact it is; empty for a word of a document")
    edition: str = Field(default="", description="Code of the edition whose fact it is; empty: all")
    subject: str = Field(description="Subject of the fact, or the words as they are printed", min_length=1, index=True)
    attribute: str = Field(default="", description="Attribute of the fact, or language of the name")
    left: str = Field(default="", description="Printed words before those it is about")
    right: str = Field(default="", description="Printed words after those it is about")
    value: str = Field(default="", description="What holds; empty: the decision was taken back")
    reason: str = Field(default="", description="Why, in the words of whoever decided")
    text: str = Field(default="", description="What documents said of the fact then: file, value and passage, by line")
    decided_at: Moment = Field(description="When, UTC", sa_type=DateTime)

    @property
    def key(self) -> Key:
        """What it is about."""
        where = (self.document,) if self.kind in OF_DOCUMENTS else (self.game, self.edition)
        return (self.kind, *where, self.subject, self.attribute, self.left, self.right)

    @property
    def about(self) -> str:
        """What it is about, for people."""
        if self.kind in OF_DOCUMENTS:
            return f"“{self.subject}” in {self.document}"
        if self.kind == "name":
            return f"the name “{self.subject}” in {self.game} ({self.attribute})"
        if self.kind == "note":
            return f"a note on {self.subject} of {self.game}"
        return f"{self.subject} {self.attribute} of {self.game}{f' {self.edition}' if self.edition else ''}"


class Decision(DecisionShape, table=True):
    """What a person decided in `rulewright review`; it goes before everything that was read."""

    id: int | None = primary_key()
