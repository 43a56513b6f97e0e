"""Options that several commands share."""

from typing import Annotated

import typer

from db.open import sqlite_url
from rulewright import BUILD

DEFAULT_DB = sqlite_url(BUILD / "rulewright.db")

Db = Annotated[
    str,
    typer.Option(
        "--db",
        metavar="URL",
        help="Database: a SQLAlchemy URL or the path of a SQLite file.",
        show_default="build/rulewright.db",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of tables.")]
Game = Annotated[str | None, typer.Option("--game", metavar="CODE", help="Code of a game, e.g. black-orchestra.")]
