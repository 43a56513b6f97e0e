"""`rulewright forget`: take a document out of the database again."""

from typing import Annotated

import typer
from sqlmodel import select

from db.load import forget_document
from ingest.packs.read import read_packs
from ingest.resolve.run import resolve_games
from rulewright import GAMES
from rulewright.beside import PAGES, beside
from rulewright.console import say, show_json
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, AsJson, Db
from rulewright.picture_folder import forget_pictures
from rulewright.unresolved import writing
from schema.documents import Document


def forget(
    document: Annotated[str, typer.Argument(help="File name, title, or the beginning of its checksum.")],
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Forget a document, everything that only it said, and the pictures of its pages.

    Facts are chosen anew from the documents that remain.

    Example: `rulewright forget old-rules.pdf`
    """
    engine = open_current(db)
    packs = read_packs(GAMES)
    with writing(engine) as opened:
        before = set(opened.exec(select(Document.sha256)).all())
        forgotten = forget_document(opened, document)
        gone = before - set(opened.exec(select(Document.sha256)).all())
        resolve_games(opened, packs)
    forget_pictures(beside(db, PAGES), engine, gone)
    if as_json:
        show_json({"forgotten": forgotten})
    else:
        say(f"Forgot {', '.join(forgotten)}.")
