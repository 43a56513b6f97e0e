"""Tables as files: read back, they are what the database holds."""

import csv
import datetime
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pyarrow
import pyarrow.csv
import pyarrow.parquet
import pytest
from sqlalchemy import Engine, Table, select

from db.errors import DatabaseProblem
from db.export import CONTENTS, Format, export_tables
from schema.base import tables

Read = Callable[[Path, Table], list[dict[str, Any]]]


def stored(engine: Engine, table: Table) -> list[dict[str, Any]]:
    """The rows of a table in the order of their keys."""
    with engine.connect() as connection:
        return [dict(r) for r in connection.execute(select(table).order_by(*table.primary_key.columns)).mappings()]


def read_json(file: Path, table: Table) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = json.loads(file.read_text(encoding="utf-8"))
    return [{name: _timed(table, name, value) for name, value in one.items()} for one in rows]


def read_csv(file: Path, table: Table) -> list[dict[str, Any]]:
    """By a reader that tells an empty text from nothing by its quotes."""
    types = {int: pyarrow.int64(), float: pyarrow.float64(), bool: pyarrow.bool_()}
    convert = pyarrow.csv.ConvertOptions(
        column_types={c.name: types.get(c.type.python_type, pyarrow.string()) for c in table.columns},
        null_values=[""],
        strings_can_be_null=True,
        quoted_strings_can_be_null=False,
    )
    parse = pyarrow.csv.ParseOptions(newlines_in_values=True)
    rows: list[dict[str, Any]] = pyarrow.csv.read_csv(file, convert_options=convert, parse_options=parse).to_pylist()
    return [{name: _timed(table, name, value) for name, value in one.items()} for one in rows]


def read_parquet(file: Path, table: Table) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = pyarrow.parquet.read_table(file).to_pylist()
    return [{n: v.replace(tzinfo=None) if isinstance(v, datetime.datetime) else v for n, v in r.items()} for r in rows]


def _timed(table: Table, name: str, value: Any) -> Any:
    if value is not None and table.c[name].type.python_type is datetime.datetime:
        return datetime.datetime.fromisoformat(value)
    return value


@pytest.mark.parametrize(("form", "read"), [("json", read_json), ("csv", read_csv), ("parquet", read_parquet)])
def test_what_is_read_back_is_what_the_tables_hold(filled: Engine, tmp_path: Path, form: Format, read: Read) -> None:
    counts = export_tables(filled, tmp_path / form, form)
    assert sum(counts.values()) > 50
    for model in tables():
        table: Table = model.__table__  # type: ignore[attr-defined]
        rows = stored(filled, table)
        assert read(tmp_path / form / f"{table.name}.{form}", table) == rows, table.name
        assert counts[table.name] == len(rows)


def test_every_column_is_described(filled: Engine, tmp_path: Path) -> None:
    export_tables(filled, tmp_path, "csv")
    contents = json.loads((tmp_path / CONTENTS).read_text(encoding="utf-8"))
    assert {r["name"] for r in contents["resources"]} == {m.__table__.name for m in tables()}  # type: ignore[attr-defined]
    for resource in contents["resources"]:
        assert resource["description"], resource["name"]
        assert all(field["description"] for field in resource["schema"]["fields"]), resource["name"]
        header = (tmp_path / resource["path"]).read_text(encoding="utf-8").splitlines()[0]
        assert header.split(",") == [field["name"] for field in resource["schema"]["fields"]]


def test_a_text_with_quotes_lines_and_nothing_survives_csv(filled: Engine, tmp_path: Path) -> None:
    with filled.begin() as connection:
        connection.exec_driver_sql("UPDATE passage SET text = 'a \"b\",\r\nc', section = '' WHERE id = 1")
    export_tables(filled, tmp_path, "csv")
    with (tmp_path / "passage.csv").open(encoding="utf-8", newline="") as lines:
        first = next(csv.DictReader(lines))
    assert first["text"] == 'a "b",\r\nc'
    assert ',"",' in (tmp_path / "passage.csv").read_text(encoding="utf-8")


def test_a_folder_that_cannot_be_written_is_a_sentence(filled: Engine, tmp_path: Path) -> None:
    in_the_way = tmp_path / "tables"
    in_the_way.write_text("no folder", encoding="utf-8")
    with pytest.raises(DatabaseProblem, match=r"cannot be written to .*tables"):
        export_tables(filled, in_the_way, "json")
