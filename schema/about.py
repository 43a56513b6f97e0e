"""What the database says about itself."""

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from schema.base import Shape, primary_key


class About(Shape, table=True):
    """What each table and column of this database means."""

    __table_args__ = (UniqueConstraint("table_name", "column_name"),)

    id: int | None = primary_key()
    table_name: str = Field(description="The table", min_length=1)
    column_name: str = Field(default="", description="The column; empty for the table itself")
    description: str = Field(description="What it means", min_length=1)


class SchemaVersion(Shape, table=True):
    """Which version of these tables the file holds."""

    __tablename__ = "schema_version"

    id: int | None = primary_key()
    version: int = Field(description="Raised whenever a table changes", ge=1)
