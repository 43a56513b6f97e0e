"""Options that several commands share."""

import re
from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from db.sqlite_address import sqlite_url
from rulewright import home
from rulewright.named import known_language


def _address(given: str) -> str:
    """A database is named by its URL, or by the path of a SQLite file; the usual one need not be named."""
    if not given:
        return sqlite_url(home() / "rulewright.db")
    return given if "://" in given else sqlite_url(Path(given))


def _scheduler(given: str | None) -> str | None:
    """A cluster is named by the address of its scheduler."""
    if given not in (None, "local") and not re.match(r"\w+://\S|[\w.-]+:\d+$", str(given)):
        raise typer.BadParameter(f"“{given}” is no address such as tcp://scheduler:8786, and not local.")
    return given


def db_option(db: str) -> str:
    """What a command has to be given besides, to work on this database; nothing for the usual one."""
    return "" if db == _address(DEFAULT_DB) else f" --db {quote(db)}"


DEFAULT_DB = ""
"""No database was named: the one in the folder of the user's data."""

MOST_PLAYERS = 99
MOST_JOBS = 1024
LARGEST_SEED = 2**31 - 1
"""What a column for whole numbers holds in every database."""

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
        callback=_scheduler,
        metavar="ADDRESS",
        help="Work on a Dask cluster: tcp://scheduler:8786, or local for one of your own.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for machines instead of tables.")]
Game = Annotated[str | None, typer.Option("--game", metavar="CODE", help="Code of a game, e.g. black-orchestra.")]
Language = Annotated[
    str | None, typer.Option("--language", metavar="XX", callback=known_language, help="Language, e.g. cs.")
]
GameCode = Annotated[str, typer.Argument(help="Code of the game, e.g. resist.")]
EditionCode = Annotated[
    str | None, typer.Option("--edition", metavar="CODE", help="Edition; none: the one with the most documents.")
]
PlayerCount = Annotated[
    int | None,
    typer.Option("--players", min=1, max=MOST_PLAYERS, help="Number of players; none: the fewest.", show_default=False),
]
Supposed = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="FACT",
        help="Give a fact another value for this run: `location:paris enter.suspicion -2`; can be repeated.",
    ),
]
SetupOptions = Annotated[
    list[str] | None,
    typer.Option("--option", metavar="NAME=VALUE", help="Option of the set-up, e.g. maquis=chosen; can be repeated."),
]
