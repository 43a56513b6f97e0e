"""`rulewright export`: the database as files for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from db.export import Format, export_tables
from db.open import open_database
from db.snapshot import make_snapshot
from rulewright.console import say
from rulewright.options import DEFAULT_DB, Db


def export(
    db: Db = DEFAULT_DB,
    sqlite: Annotated[
        Path | None, typer.Option(metavar="FILE", help="One SQLite file with views and search index.")
    ] = None,
    json: Annotated[Path | None, typer.Option(metavar="FOLDER", help="A JSON file for each table.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FOLDER", help="A CSV file for each table.")] = None,
    parquet: Annotated[Path | None, typer.Option(metavar="FOLDER", help="A Parquet file for each table.")] = None,
) -> None:
    """Write the database as files for other programs: SQLite, JSON, CSV or Parquet.

    The files of a folder are of one moment, and datapackage.json beside them says what each column means.

    Example: `rulewright export --csv tables/ --sqlite rules.db`
    """
    folders: dict[Format, Path | None] = {"json": json, "csv": csv, "parquet": parquet}
    if sqlite is None and not any(folders.values()):
        raise typer.BadParameter("say what to write, e.g. --csv FOLDER or --sqlite FILE.", param_hint="export")
    engine = open_database(db, create=False)
    for form, folder in folders.items():
        if folder:
            counts = export_tables(engine, folder, form)
            say(f"{folder}: {len(counts)} tables, {sum(counts.values())} rows as {form}.")
    if sqlite:
        make_snapshot(engine, sqlite)
        say(f"{sqlite}: the whole database, to be opened with any program that reads SQLite.")
