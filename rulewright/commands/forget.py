"""`rulewright forget`: take a document out of the database again."""

from typing import Annotated

import typer

from db.load import forget_document
from db.open import open_database
from ingest.packs import read_packs
from rulewright import GAMES
from rulewright.console import say, show_json
from rulewright.options import DEFAULT_DB, AsJson, Db
from rulewright.resolving import resolve_games
from rulewright.unresolved import writing


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
    packs = read_packs(GAMES)
    with writing(engine) as opened:
        forgotten = forget_document(opened, document)
        resolve_games(opened, packs)
    if as_json:
        show_json({"forgotten": forgotten})
    else:
        say(f"Forgot {', '.join(forgotten)}.")
