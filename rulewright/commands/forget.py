"""`rulewright forget`: take a document out of the database again."""

from typing import Annotated

import typer

from db.load import forget_document
from db.open import open_database, session
from ingest.packs import read_packs
from rulewright import GAMES
from rulewright.console import say, show_json
from rulewright.options import DEFAULT_DB, AsJson, Db
from rulewright.resolving import resolve_games


def forget(
    document: Annotated[str, typer.Argument(help="File name, title, or the beginning of its checksum.")],
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Forget a document and everything that only it said.

    Facts are chosen anew from the documents that remain.

    Example: `rulewright forget old-rules.pdf`
    """
    engine = open_database(db, create=False)
    with session(engine) as opened:
        forgotten = forget_document(opened, document)
        resolve_games(opened, read_packs(GAMES))
    if as_json:
        show_json({"forgotten": forgotten})
    else:
        say(f"Forgot {', '.join(forgotten)}.")
