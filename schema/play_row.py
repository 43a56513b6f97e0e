"""What all rows of play.toml have."""

from typing import Annotated

from pydantic import StringConstraints
from sqlmodel import Field

from schema.base import Shape

CODE = r"^[a-z0-9]+(-[a-z0-9]+)*$"


class PlayRowShape(Shape):
    """What all rows of play.toml have: a code, the rule that the row obeys, and where it stands."""

    code: Annotated[str, StringConstraints(pattern=CODE)] = Field(
        description="Lower-kebab code, unique within its table and game"
    )
    rule: str = Field(description="Code of the rule that the row obeys", min_length=1)
    seq: int = Field(default=0, description="Its place among the rows of the table", ge=0)
    line: int = Field(default=0, description="Line of play.toml in which it begins", ge=0)
