"""What all tables share: content in a validated shape, one door for building rows, descriptions, closed word lists."""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Literal, TypeVar, get_args, get_origin

from pydantic import ConfigDict
from sqlalchemy import CheckConstraint, MetaData, String
from sqlmodel import Field, SQLModel

Origin = Literal["decided", "rulebook", "card-list", "card-picture", "inferred", "rendered", "house"]
"""Where a value comes from; the order is also the order of precedence between claims."""

TaughtBy = Literal["pack", "discovery"]
"""Who tells of a concept or a rule: the pack of its game, or a document alone."""
DISCOVERED: TaughtBy = "discovery"

RowT = TypeVar("RowT", bound=SQLModel)


class Shape(SQLModel):
    """The content of a row, validated when it is made; tables add keys to it."""

    model_config: ClassVar[ConfigDict] = ConfigDict(extra="forbid", defer_build=True)  # type: ignore[assignment]


@dataclass(frozen=True, slots=True)
class OneOf:
    """Validates that a text is one of the words that are listed as data, where more of them can be added."""

    words: Collection[str]
    what: str

    def __call__(self, value: str) -> str:
        if value not in self.words:
            raise ValueError(f"“{value}” is no {self.what}; there are {', '.join(self.words)}.")
        return value


def word(description: str, **options: Any) -> Any:
    """A text column restricted to the words of its type, a Literal or OneOf."""
    return Field(description=description, sa_type=String, **options)


def key(target: str, description: str, **options: Any) -> Any:
    """A foreign key that goes with the row it points to."""
    return Field(foreign_key=f"{target}.id", ondelete="CASCADE", index=True, description=description, **options)


def primary_key() -> Any:
    """The row's own number."""
    return Field(default=None, primary_key=True, description="Row number")


def row(table: type[RowT], shape: SQLModel | Mapping[str, Any], **keys: Any) -> RowT:
    """Build a row of ``table`` from a shape and its keys, validating all of it.

    A SQLModel table does not validate when it is constructed, so this is the only way rows are made.
    """
    content = dict(shape) if isinstance(shape, Mapping) else shape.model_dump()
    return table.model_validate({**content, **keys})


def tables() -> Iterator[type[SQLModel]]:
    """Every table class, in the order in which rows can be inserted."""
    from schema.whole import METADATA  # only who asks for all pays for all

    yield from _in_order(METADATA)


def _in_order(metadata: MetaData) -> Iterator[type[SQLModel]]:
    by_name = {}
    pending: list[type[Any]] = [SQLModel]
    while pending:
        model = pending.pop()
        pending.extend(model.__subclasses__())
        if "__table__" in model.__dict__:
            by_name[model.__table__.name] = model
    for table in metadata.sorted_tables:
        yield by_name[table.name]


def describe(table: type[SQLModel]) -> tuple[str, dict[str, str]]:
    """The sentence about a table and about each of its columns."""
    columns = {name: field.description or "" for name, field in table.model_fields.items()}
    return (table.__doc__ or "").strip().split("\n")[0], columns


def finish(metadata: MetaData) -> None:
    """Carry descriptions into the database's comments and closed word lists into its constraints."""
    for model in _in_order(metadata):
        sentence, columns = describe(model)
        table = model.__table__  # type: ignore[attr-defined]
        table.comment = sentence
        for name, field in model.model_fields.items():
            table.c[name].comment = columns[name]
            words = _words_of(field.annotation) or _listed(field.metadata)
            if words:
                listed = ", ".join(f"'{w}'" for w in words)
                label = f"{table.name}_{name}_is_known"
                if label not in {c.name for c in table.constraints}:
                    table.append_constraint(CheckConstraint(f"{name} IN ({listed})", name=label))


def _listed(metadata: list[Any]) -> tuple[str, ...]:
    checks = (getattr(each, "func", None) for each in metadata)
    return tuple(w for check in checks if isinstance(check, OneOf) for w in check.words)


def _words_of(annotation: Any) -> tuple[str, ...]:
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    return tuple(w for part in get_args(annotation) for w in _words_of(part))
