"""Rows told by what they are called instead of by their numbers, so that two databases can be compared row by row."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, select
from sqlalchemy.pool import StaticPool

from db.open import insert_rows
from schema.base import tables
from schema.whole import METADATA

CALLED_BY: Mapping[str, tuple[str, ...]] = {
    "game": ("code",),
    "edition": ("game_id", "code"),
    "document": ("file_name",),
    "page": ("document_id", "number"),
    "passage": ("document_id", "seq"),
    "concept": ("game_id", "kind", "code"),
    "name": ("concept_id", "language", "document_id", "text"),
    "notation_form": ("game_id", "part", "form"),
    "phrase": ("game_id", "language", "notation", "seq"),
    "asked_words": ("game_id", "subject", "language"),
    "idea_words": ("game_id", "language"),
    "deck": ("game_id", "code"),
    "card": ("game_id", "edition_id", "code"),
    "card_text": ("card_id", "language", "origin", "passage_id"),
    "location": ("game_id", "edition_id", "code"),
    "connection": ("a_id", "b_id"),
    "delivery": ("location_id", "item", "condition"),
    "rule": ("game_id", "edition_id", "code"),
    "rule_summary": ("rule_id", "language"),
    "rule_text": ("rule_id", "language", "passage_id"),
    "scenario": ("game_id", "edition_id", "code"),
    "fact": ("game_id", "edition_id", "subject", "attribute"),
    "claim": ("game_id", "edition_id", "document_id", "passage_id", "subject", "attribute", "value", "made_by"),
    "conflict": ("game_id", "edition_id", "subject", "attribute", "kind"),
    "effect": ("game_id", "edition_id", "owner_kind", "owner_id", "seq"),
    "effect_fact": ("effect_id", "slot"),
}
"""The columns by which a row is called; where a table has none here, by its code in its game or by all columns."""
OWNERS = ("card", "location", "delivery", "rule")
"""Tables whose rows effects belong to."""
LEFT_OUT: Mapping[str, tuple[str, ...]] = {
    "scenario": ("passage_id",),
    "game": ("fingerprint",),
    "document": ("source",),
}
"""Columns that other commands fill."""
NOT_TOLD = (
    "validation",
    "simulation",
    "card_play",
    "missing_fact",
    "rule_code",
    "source_text",
    "decision",
    "about",
    "schema_version",
    "seal",
)
"""Tables of what was found or done, which nothing is derived from; seals have a check of their own."""
ANYWHERE = "any"
"""What a row is called that belongs to no edition, document or passage in particular."""

Content = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """A row that two databases do not hold alike."""

    table: str
    called: tuple[str, ...]
    game: str
    edition: str | None
    first: Content | None
    """The columns that differ as the first database has them; None: it has no such row."""
    second: Content | None


def copy_into_memory(connection: Connection) -> Engine:
    """All rows of a database in one of its own, in which anything may be tried."""
    made = _in_memory()
    METADATA.create_all(made)
    with made.begin() as target:
        target.exec_driver_sql("PRAGMA foreign_keys = OFF")
        target.exec_driver_sql("PRAGMA ignore_check_constraints = ON")
        for table in tables():
            rows = connection.execute(select(table.__table__)).mappings()  # type: ignore[attr-defined]
            insert_rows(target, table, (dict(each) for each in rows))
    with made.connect() as connected:
        connected.exec_driver_sql("PRAGMA foreign_keys = ON")
    return made


def data_of(connection: Connection) -> bytes:
    """A database in memory as it would be in a file."""
    return bytes(connection.connection.driver_connection.serialize())  # type: ignore[union-attr]


def memory_of(data: bytes) -> Engine:
    """A database in memory with these contents."""
    made = _in_memory()
    with made.connect() as connection:
        connection.connection.driver_connection.deserialize(data)  # type: ignore[union-attr]
        connection.exec_driver_sql("PRAGMA foreign_keys = ON")
    return made


def _in_memory() -> Engine:
    return create_engine("sqlite://", poolclass=StaticPool, connect_args={"check_same_thread": False})


class Told:
    """All rows of a database, read once."""

    def __init__(self, connection: Connection) -> None:
        self.rows: dict[str, dict[int, Mapping[str, Any]]] = {}
        self._aims: dict[str, dict[str, str]] = {}
        self._names: dict[tuple[str, int], str] = {}
        for table in tables():
            named = table.__table__  # type: ignore[attr-defined]
            if named.name in NOT_TOLD:
                continue
            self._aims[named.name] = {
                key.parent.name: key.column.table.name
                for key in named.foreign_keys
                if key.column.table.name not in NOT_TOLD
            }
            columns = named.primary_key.columns
            at = "id" if "id" in named.columns else ""
            read = connection.execute(select(named).order_by(*columns)).mappings()
            self.rows[named.name] = {each[at] if at else place: dict(each) for place, each in enumerate(read)}

    def name_of(self, table: str, number: int | None) -> str:
        """What a row is called."""
        if number is None:
            return ANYWHERE
        known = self._names.get((table, number))
        if known is None:
            found = self.rows[table].get(number)
            if found and table == "edition":
                return str(found["code"])
            known = " ".join(self._called(table, found)) if found else f"{table} {number}, which is not there"
            self._names[table, number] = known
        return known

    def _called(self, table: str, row: Mapping[str, Any]) -> tuple[str, ...]:
        return tuple(self._value(table, row, column) for column in self._columns(table, row))

    def _columns(self, table: str, row: Mapping[str, Any]) -> Iterable[str]:
        if table in CALLED_BY:
            return CALLED_BY[table]
        if "code" in row and "game_id" in row:
            return ("game_id", "code")
        return [column for column in row if column != "id"]

    def _value(self, table: str, row: Mapping[str, Any], column: str) -> str:
        value, aim = row[column], self._aims[table].get(column)
        if aim is not None:
            return self.name_of(aim, value)
        if table == "effect" and column == "owner_id" and row["owner_kind"] in OWNERS:
            return self.name_of(row["owner_kind"], value)
        return str(value)

    @cached_property
    def told(self) -> dict[tuple[str, tuple[str, ...]], list[tuple[Content, int]]]:
        """The contents of the rows of each table by what they are called, with their numbers."""
        found: dict[tuple[str, tuple[str, ...]], list[tuple[Content, int]]] = defaultdict(list)
        for table, rows in self.rows.items():
            skipped = {"id", *LEFT_OUT.get(table, ())}
            for number, row in rows.items():
                called = tuple(self._columns(table, row))
                rest = (column for column in row if column not in skipped and column not in called)
                content = tuple((column, self._value(table, row, column)) for column in rest)
                found[table, self._called(table, row)].append((content, number))
        return found

    def game_of(self, table: str, number: int) -> tuple[str, str | None]:
        """The game and the edition that a row is of; nothing where it is of all."""
        row = self.rows[table].get(number, {})
        edition = row.get("edition_id")
        if "game_id" in row:
            of_edition = self.rows["edition"].get(edition, {}).get("code") if edition else None
            return self.rows["game"].get(row["game_id"], {}).get("code", ""), of_edition
        for column, aim in self._aims[table].items():
            if aim == table or row.get(column) is None:
                continue
            if aim == "game":
                return self.name_of(aim, row[column]), None
            game, found = self.game_of(aim, row[column])
            if game:
                return game, found
        return (row.get("code", ""), None) if table == "game" else ("", None)


def differences(first: Told, second: Told) -> Iterator[Difference]:
    """The rows that two databases do not hold alike, in the order of the tables."""
    for key in dict.fromkeys((*first.told, *second.told)):
        ours, theirs = first.told.get(key, []), second.told.get(key, [])
        mine, yours = sorted(content for content, _ in ours), sorted(content for content, _ in theirs)
        if mine == yours:
            continue
        table, called = key
        side, numbered = (first, ours) if ours else (second, theirs)
        game, edition = side.game_of(table, numbered[0][1])
        if len(mine) == len(yours):
            pairs = [(a, b) for a, b in zip(mine, yours, strict=True) if a != b]
            a, b = pairs[0]
            changed = [n for n, (x, y) in enumerate(zip(a, b, strict=True)) if x != y]
            one, other = (tuple(each[n] for n in changed) for each in (a, b))
            yield Difference(table, called, game, edition, one, other)
        else:
            yield Difference(table, called, game, edition, *(((), None) if len(mine) > len(yours) else (None, ())))
