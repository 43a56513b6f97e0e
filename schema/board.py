"""The board: locations, the lines between them, and what may be delivered where."""

from typing import Any

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field

from schema.base import Origin, Shape, key, primary_key, word


class LocationShape(Shape):
    """What is known of a space."""

    code: str = Field(description="Lower-kebab code, e.g. gestapo-hq", min_length=1)
    opens_in_stage: int | None = Field(default=None, description="First stage in which it may be entered", ge=1)
    is_fortified: bool = Field(default=False, description="Whether it is fortified")
    closes_in_stage: int | None = Field(default=None, description="Stage from which it is closed", ge=1)
    region: str = Field(default="", description="Part of the board it belongs to, e.g. berlin")
    origin: Origin = word("Where it is known from")


def space_column(attribute: str, value: str) -> dict[str, Any]:
    """What a fact of a space says of its row, by column; nothing where it is no column or cannot be."""
    if attribute in ("opens-in-stage", "closes-in-stage") and value.isdigit():
        return {attribute.replace("-", "_"): int(value)}
    return {"is_fortified": value == "yes"} if attribute == "is-fortified" else {}


class Location(LocationShape, table=True):
    """A space of the board; a row with an edition overrides the one without."""

    __table_args__ = (Index("location_is_unique", "game_id", text("coalesce(edition_id, 0)"), "code", unique=True),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    edition_id: int | None = key("edition", "The edition; none: all", default=None)


class Connection(Shape, table=True):
    """Two neighbouring spaces, stored once, the smaller row number first."""

    __table_args__ = (UniqueConstraint("a_id", "b_id"), CheckConstraint("a_id < b_id", name="stored_once"))

    id: int | None = primary_key()
    a_id: int = key("location", "One end")
    b_id: int = key("location", "The other end")
    origin: Origin = word("Where it is known from")


class DeliveryShape(Shape):
    """What a space wants; the amount is a fact of the rulebook."""

    item: str = Field(description="Code of the item, or any", min_length=1)
    condition: str = Field(default="", description="Condition in notation, e.g. hitler here; empty: always")
    who: str = Field(description="Which of the item's printed rewards this space shows: self or split", min_length=1)
    origin: Origin = word("Where it is known from")


class Delivery(DeliveryShape, table=True):
    """An item that can be delivered to a space."""

    __table_args__ = (UniqueConstraint("location_id", "item", "condition"),)

    id: int | None = primary_key()
    location_id: int = key("location", "The space")
