"""`rulewright export`: the database as files for other programs."""

from pathlib import Path
from typing import Annotated

import typer

from db.export import Format, export_tables
from db.snapshot import make_snapshot
from rulewright.console import say
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, Db
from rulewright.picture_folder import PICTURES


def export(
    db: Db = DEFAULT_DB,
    sqlite: Annotated[
        Path | None, typer.Option(metavar="FILE", help="One SQLite file with views and search index.")
    ] = None,
    json: Annotated[Path | None, typer.Option(metavar="FOLDER", help="A JSON file for each table.")] = None,
    csv: Annotated[Path | None, typer.Option(metavar="FOLDER", help="A CSV file for each table.")] = None,
    parquet: Annotated[Path | None, typer.Option(metavar="FOLDER", help="A Parquet file for each table.")] = None,
    site: Annotated[
        Path | None, typer.Option(metavar="FOLDER", help="The pages of the site as files for any web server.")
    ] = None,
    full_text: Annotated[
        bool, typer.Option("--full-text", help="With --site: whole passages, for private use, not short excerpts.")
    ] = False,
) -> None:
    """Write the database as files for other programs: SQLite, JSON, CSV, Parquet, or a copy of the site.

    The files of a folder are of one moment, and datapackage.json beside them says what each column means. The text of
    rulebooks belongs to their publishers, so that the site shows short excerpts of it unless --full-text is given.

    Example: `rulewright export --csv tables/ --sqlite rules.db`
    """
    folders: dict[Format, Path | None] = {"json": json, "csv": csv, "parquet": parquet}
    if not any((sqlite, site, *folders.values())):
        raise typer.BadParameter("say what to write, e.g. --csv FOLDER or --sqlite FILE.", param_hint="export")
    engine = open_current(db)
    for form, folder in folders.items():
        if folder:
            counts = export_tables(engine, folder, form)
            say(f"{folder}: {len(counts)} tables, {sum(counts.values())} rows as {form}.")
    if sqlite:
        make_snapshot(engine, sqlite)
        say(f"{sqlite}: the whole database, to be opened with any program that reads SQLite.")
    if site:
        from db.site.static_copy import write_site  # Datasette takes a second to import

        count = write_site(engine, site, full_text, pictures=PICTURES if full_text else None)
        say(f"{site}: {count} pages; open index.html, or put the folder on a web server.")
