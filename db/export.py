"""All tables as plain files: JSON, CSV or Parquet, with a description of what stands where."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import date, datetime
from pathlib import Path
from typing import Any, Literal, TypeAlias

from sqlalchemy import Column, Connection, Engine, RowMapping, Table, TypeDecorator, select

from db.errors import DatabaseProblem, MissingExtra, explained
from db.open import name_of
from schema.base import describe, tables

Format: TypeAlias = Literal["json", "csv", "parquet"]
Batches: TypeAlias = Iterator[Sequence[RowMapping]]
Writer: TypeAlias = Callable[[Path, Table, Batches], int]

BATCH = 5_000
"""Rows that are in memory at a time."""
CONTENTS = "datapackage.json"
"""The list of the files with the meaning of each column, as the Data Package standard has it."""
FIELD_TYPES: Mapping[type, str] = {int: "integer", float: "number", bool: "boolean", datetime: "datetime", date: "date"}


def export_tables(engine: Engine, folder: Path, form: Format) -> dict[str, int]:
    """Write one file for each table, all as of one moment; returns how many rows each has."""
    write = WRITERS[form]
    counts = {}
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with explained(name_of(engine.url)), _one_moment(engine) as connection:
            for model in tables():
                table: Table = model.__table__  # type: ignore[attr-defined]
                counts[table.name] = _write_whole(folder / f"{table.name}.{form}", table, connection, write)
        _write_contents(folder, form)
    except OSError as error:
        raise DatabaseProblem(
            f"The tables cannot be written to {folder} ({error.strerror}). Name another folder, or free some room."
        ) from error
    return counts


@contextmanager
def _one_moment(engine: Engine) -> Iterator[Connection]:
    """A connection that sees all tables as they are now, whoever writes meanwhile."""
    options: dict[str, Any] = {"stream_results": True, "yield_per": BATCH}
    if engine.dialect.name == "sqlite":
        options["sqlite_begin"] = "BEGIN"
    else:
        options["isolation_level"] = "REPEATABLE READ"
    with engine.execution_options(**options).connect() as connection:
        yield connection


def _write_whole(file: Path, table: Table, connection: Connection, write: Writer) -> int:
    """Write a file under another name first, so that there is a whole file or the earlier one."""
    partial = file.with_name(f".{file.name}.{os.getpid()}.partial")
    order = list(table.primary_key.columns)
    found = connection.execute(select(table).order_by(*order)).mappings().partitions(BATCH)
    try:
        count = write(partial, table, found)
        partial.replace(file)
    finally:
        partial.unlink(missing_ok=True)
    return count


def _write_json(file: Path, table: Table, batches: Batches) -> int:  # noqa: ARG001  (all writers have one signature)
    count = 0
    with file.open("w", encoding="utf-8") as out:
        out.write("[")
        for batch in batches:
            for one in batch:
                out.write(",\n" if count else "\n")
                out.write(json.dumps(dict(one), ensure_ascii=False, default=_plain))
                count += 1
        out.write("\n]\n")
    return count


def _write_csv(file: Path, table: Table, batches: Batches) -> int:
    """What is empty in the database stays unquoted and an empty text is quoted, so that the two can be told apart."""
    count = 0
    with file.open("w", encoding="utf-8", newline="") as out:
        out.write(",".join(column.name for column in table.columns) + "\r\n")
        for batch in batches:
            out.writelines(",".join(map(_cell, one.values())) + "\r\n" for one in batch)
            count += len(batch)
    return count


def _cell(value: Any) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return '"' + value.replace('"', '""') + '"'
    return str(_plain(value)) if not isinstance(value, bool | int | float) else json.dumps(value)


def _write_parquet(file: Path, table: Table, batches: Batches) -> int:
    """Columns keep their types; texts that recur are stored once."""
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtra("Parquet files", "pyarrow") from error
    types = {
        int: arrow.int64(),
        float: arrow.float64(),
        bool: arrow.bool_(),
        date: arrow.date32(),
        datetime: arrow.timestamp("us", "UTC"),
    }
    fields = [arrow.field(c.name, types.get(_python_type(c), arrow.string()), c.nullable) for c in table.columns]
    layout = arrow.schema(fields)
    count = 0
    with parquet.ParquetWriter(file, layout, compression="zstd") as out:
        for batch in batches:
            out.write_table(arrow.Table.from_pylist([dict(one) for one in batch], schema=layout))
            count += len(batch)
    return count


def _python_type(column: Column[Any]) -> type:
    """What a column holds, also where a type of its own stands around the database's."""
    kind = column.type
    return (kind.impl_instance if isinstance(kind, TypeDecorator) else kind).python_type


def _plain(value: Any) -> str:
    if isinstance(value, date):
        return value.isoformat()
    raise TypeError(f"A {type(value).__name__} has no plain form.")


def _write_contents(folder: Path, form: Format) -> None:
    """Say what each file and each column is."""
    resources = []
    for model in tables():
        sentence, meanings = describe(model)
        table: Table = model.__table__  # type: ignore[attr-defined]
        fields = [
            {"name": c.name, "type": FIELD_TYPES.get(_python_type(c), "string"), "description": meanings[c.name]}
            for c in table.columns
        ]
        keys = [
            {"fields": [key.parent.name], "reference": {"resource": key.column.table.name, "fields": [key.column.name]}}
            for key in sorted(table.foreign_keys, key=lambda key: key.parent.name)
        ]
        layout = {"fields": fields, "primaryKey": [c.name for c in table.primary_key.columns], "foreignKeys": keys}
        resources.append(
            {
                "name": table.name,
                "path": f"{table.name}.{form}",
                "format": form,
                "description": sentence,
                "schema": layout,
            }
        )
    whole = {"name": "rulewright", "resources": resources}
    (folder / CONTENTS).write_text(json.dumps(whole, ensure_ascii=False, indent=2) + "\n", encoding="utf-8")


WRITERS: Mapping[Format, Writer] = {"json": _write_json, "csv": _write_csv, "parquet": _write_parquet}
