"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from db.open import sqlite_url
from rulewright import BUILD


def _address(given: str) -> str:
    """A database is named by its URL, or by the path of a SQLite file."""
    return given if "://" in given else sqlite_url(Path(given))


DEFAULT_DB = sqlite_url(BUILD / "rulewright.db")

Db = Annotated[
    str,
    typer.Option(
        "--db",
        callback=_address,
        metavar="URL",
        help="Database: a SQLAlchemy URL or the path of a SQLite file.",
        show_default="build/rulewright.db",
    ),
]
Cluster = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Work on a Dask cluster: tcp://scheduler:8786, or local for one of your own.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of tables.")]
Game = Annotated[str | None, typer.Option("--game", metavar="CODE", help="Code of a game, e.g. black-orchestra.")]
GameCode = Annotated[str, typer.Argument(help="Code of the game, e.g. resist.")]
EditionCode = Annotated[
    str | None, typer.Option("--edition", metavar="CODE", help="Edition; none: the one with the most documents.")
]
PlayerCount = Annotated[
    int | None, typer.Option("--players", min=1, help="Number of players; none: the fewest.", show_default=False)
]
SetupOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Option of the set-up, e.g. maquis=chosen; can be repeated."),
]
