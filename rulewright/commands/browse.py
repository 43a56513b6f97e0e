"""`rulewright browse`: publish the database with Datasette."""

from typing import Annotated

import typer

from db.open import open_database
from db.snapshot import make_snapshot
from rulewright import BUILD
from rulewright.console import say
from rulewright.options import DEFAULT_DB, Db


def browse(
    db: Db = DEFAULT_DB,
    host: Annotated[str, typer.Option(help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.")] = 8001,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
) -> None:
    """Browse cards, locations, rules and documents in Datasette.

    A snapshot of the database is served, so that ingest can go on meanwhile.

    Example: `rulewright browse --open`
    """
    from db.browse import serve  # Datasette takes a second to import, which no other command should wait for

    snapshot = make_snapshot(open_database(db, create=False), BUILD / "browse" / "rulewright.db")
    serve(snapshot, host=host, port=port, open_browser=open_browser, on_ready=_ready)


def _ready(address: str) -> None:
    say(f"Serving {address} until you press Ctrl-C.")
