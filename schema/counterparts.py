"""Passages of two documents that say the same: in another language, or in another version of the book."""

from typing import Literal

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from schema.base import Shape, key, primary_key, word

Relation = Literal["translation", "version"]


class CounterpartShape(Shape):
    """How two passages belong together."""

    relation: Relation = word("Whether the languages differ, or only the versions of the book")
    score: float = Field(description="How surely they say the same, 0 to 100", ge=0, le=100)


class Counterpart(CounterpartShape, table=True):
    """Two passages that say the same; where one book joins what the other tells apart, a passage has several."""

    __table_args__ = (UniqueConstraint("passage_id", "other_id"),)

    id: int | None = primary_key()
    passage_id: int = key("passage", "The passage of the older document, by date, else by checksum")
    other_id: int = key("passage", "The passage of the other document")
