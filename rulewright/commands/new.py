"""`rulewright new`: the beginnings of a pack for a game or a language."""

import re
from pathlib import Path
from typing import Annotated

import typer

from ingest.packs import read_packs
from ingest.scaffold import new_game, new_language
from rulewright import GAMES
from rulewright.console import complain, say
from rulewright.exits import Exit
from rulewright.named import known_language, unknown
from schema.pack import CODE

app = typer.Typer(no_args_is_help=True, help="Begin a pack for a new game, or a new language of a game.")

Games = Annotated[Path, typer.Option("--games", help="Folder of the packs.", show_default="games/")]


@app.command("game")
def game(
    code: Annotated[str, typer.Argument(help="Lower-kebab code, e.g. my-game.")],
    name: Annotated[str | None, typer.Option(help="The game's name.")] = None,
    games: Games = GAMES,
) -> None:
    """Write the first files of a pack for a new game; they load as they are.

    Example: `rulewright new game my-game --name "My Game"`
    """
    if not re.match(CODE, code):
        raise typer.BadParameter(f"“{code}” is not a lower-kebab code such as my-game.", param_hint="CODE")
    written = new_game(games, code, name or code.replace("-", " ").title())
    if not written:
        complain(f"There is a folder “{code}” in {games} already; nothing was changed.")
        raise typer.Exit(Exit.WRONG_USE)
    for file in written:
        say(f"Wrote {_shown(file)}")
    say(f"Next: fill them in (docs/packs.md), then `rulewright new language {code} en`.")


@app.command("language")
def language(
    game: Annotated[str, typer.Argument(help="Code of the game.")],
    language: Annotated[str, typer.Argument(callback=known_language, help="ISO 639-1 code of the language, e.g. de.")],
    games: Games = GAMES,
) -> None:
    """Write a language file for a game, with every name and wording it needs listed.

    Example: `rulewright new language black-orchestra de`
    """
    packs = read_packs(games)
    if game not in packs:
        raise typer.BadParameter(unknown("pack", game, packs), param_hint="GAME")
    file = new_language(games, packs[game], language)
    if file is None:
        complain(f"The pack “{game}” speaks “{language}” already; nothing was changed.")
        raise typer.Exit(Exit.WRONG_USE)
    say(f"Wrote {_shown(file)}")
    say("Next: name the concepts, add wordings, and run `rulewright ingest`.")


def _shown(file: Path) -> str:
    return file.relative_to(Path.cwd()).as_posix() if file.is_relative_to(Path.cwd()) else file.as_posix()
