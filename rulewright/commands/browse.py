"""`rulewright browse`: publish the database with Datasette."""

import ipaddress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from db.snapshot import make_snapshot
from rulewright.beside import PAGES, beside
from rulewright.console import say
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, Db

SHORTENED = (
    "Others can reach this address, and rulebook text belongs to its publishers: passages are shown as short "
    "excerpts with their pages, and page pictures are left out. Add --full-text for your own use."
)
WHOLE = (
    "Others can reach this address, and --full-text shows them whole passages, which belong to their publishers. "
    "Make sure that only you and people who have the rulebooks can open it."
)


def browse(
    db: Db = DEFAULT_DB,
    host: Annotated[
        str, typer.Option(help="Address to listen on; others than this machine's own are given excerpts.")
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(help="Port to listen on; 0 takes a free one.", min=0, max=65535)] = 8001,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in your browser.")] = False,
    full_text: Annotated[
        bool, typer.Option("--full-text", help="Show whole passages also when others can reach the address.")
    ] = False,
    allow_sql: Annotated[
        bool, typer.Option("--allow-sql", help="Let others ask SQL of their own; on this machine it is always allowed.")
    ] = False,
) -> None:
    """Browse cards, locations, rules and documents in Datasette.

    A snapshot of the database is served, so that ingest can go on meanwhile.

    Example: `rulewright browse --open`
    """
    from db.site.serve import serve  # Datasette takes a second to import, which no other command should wait for

    is_public = not is_this_machine(host)
    whole = full_text or not is_public
    if is_public:
        say(WHOLE if full_text else SHORTENED)
    with TemporaryDirectory(prefix="rulewright-") as folder:
        snapshot = make_snapshot(open_current(db), Path(folder) / "rulewright.db", full_text=whole)
        serve(
            snapshot,
            host=host,
            port=port,
            open_browser=open_browser,
            on_ready=_ready,
            full_text=whole,
            pictures=beside(db, PAGES),
            free_sql=allow_sql or not is_public,
        )


def is_this_machine(host: str) -> bool:
    """Whether only this machine can reach an address."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _ready(address: str) -> None:
    say(f"Serving {address} until you press Ctrl-C.")
