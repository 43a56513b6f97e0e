"""`rulewright game`: put right which documents make up a game that no pack teaches."""

from typing import Annotated

import typer
from sqlmodel import Session, select

from db.games_without_packs import join_games, split_document
from db.load import find_document
from ingest.identify.titles import code_of, own_game
from ingest.packs.read import read_packs
from ingest.resolve.run import resolve_games
from rulewright import GAMES
from rulewright.console import say, show_json
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, AsJson, Db
from rulewright.unresolved import writing
from schema.documents import Document
from schema.games import Game

app = typer.Typer(no_args_is_help=True, help="Put documents of games without a pack together, or apart.")


@app.command("join")
def join(
    one: Annotated[str, typer.Argument(help="Code or name of the game that goes.")],
    other: Annotated[str, typer.Argument(help="Code or name of the game that gets its documents.")],
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Put the documents of one game without a pack to another, and choose their facts together.

    Example: `rulewright game join catan-regles catan`
    """
    with writing(open_current(db)) as opened:
        game = join_games(opened, one, other)
        _tell(opened, game, {game.code}, as_json)


@app.command("split")
def split(
    document: Annotated[str, typer.Argument(help="File name, title, or the beginning of its checksum.")],
    name: Annotated[str | None, typer.Option(help="Name of its game; else its title.")] = None,
    db: Db = DEFAULT_DB,
    as_json: AsJson = False,
) -> None:
    """Make a document that was put to another game a game of its own.

    Example: `rulewright game split catan-rivals.pdf --name "Rivals for Catan"`
    """
    with writing(open_current(db)) as opened:
        found = find_document(opened, document)
        former = opened.get_one(Game, found.game_id).code
        code, called = (code_of(name), name) if name else own_game(found.title, found.file_name)
        game = split_document(opened, found, code, called)
        _tell(opened, game, {former, game.code}, as_json)


def _tell(opened: Session, game: Game, changed: set[str], as_json: bool) -> None:
    resolve_games(opened, read_packs(GAMES), changed)
    files = [document.file_name for document in opened.exec(select(Document).where(Document.game_id == game.id))]
    if as_json:
        show_json({"game": game.code, "name": game.name, "documents": files})
    else:
        say(f"{game.name} ({game.code}): {', '.join(files)}.")
