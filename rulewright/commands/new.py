"""`rulewright new`: the beginnings of a pack for a game or a language."""

import re
from pathlib import Path
from typing import Annotated

import typer

from ingest.packs.read import read_packs
from ingest.packs.scaffold import new_game, new_language
from rulewright import GAMES
from rulewright.console import complain, say
from rulewright.exits import Exit
from rulewright.named import known_language, unknown
from schema.pack import CODE

app = typer.Typer(no_args_is_help=True, help="Begin a pack for a new game, or a new language of a game.")

Games = Annotated[Path, typer.Option("--games", help="Folder of the packs.", show_default="games/")]
From = Annotated[
    list[str] | None,
    typer.Option("--from", metavar="FILE", help="A rulebook to draft from; give it once for each file."),
]


@app.command("game")
def game(
    code: Annotated[str, typer.Argument(help="Lower-kebab code, e.g. my-game.")],
    name: Annotated[str | None, typer.Option(help="The game's name.")] = None,
    more: Annotated[list[str] | None, typer.Argument(help="Further files to draft from.", show_default=False)] = None,
    draft_from: From = None,
    games: Games = GAMES,
) -> None:
    """Write the first files of a pack for a new game; they load as they are.

    With --from a draft of the whole pack is written from rulebooks of the game, in one language or several: names,
    wordings of numbers, rules and cards, every line with the page that it comes from. The files are read again with
    the draft, and what then errs is left out. Given again it adds what is new and changes no line that is there.

    Example: `rulewright new game my-game --name "My Game"`
    Example: `rulewright new game my-game --from rules-en.pdf rules-de.pdf`
    """
    if not re.match(CODE, code):
        raise typer.BadParameter(f"“{code}” is not a lower-kebab code such as my-game.", param_hint="CODE")
    if draft_from:
        _draft(games, code, name, [*draft_from, *(more or [])])
        return
    if more:
        raise typer.BadParameter("files are named after --from.", param_hint="FILES")
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
    more: Annotated[list[str] | None, typer.Argument(help="Further files to draft from.", show_default=False)] = None,
    draft_from: From = None,
    games: Games = GAMES,
) -> None:
    """Write a language file for a game, with every name and wording it needs listed.

    With --from names and wordings are drafted from rulebooks: one in the new language, and one in a language that the
    pack speaks, by which its words are known. A drafted file that is there is extended.

    Example: `rulewright new language black-orchestra de`
    Example: `rulewright new language my-game de --from rules-en.pdf rules-de.pdf`
    """
    packs = read_packs(games)
    if game not in packs:
        raise typer.BadParameter(unknown("pack", game, packs), param_hint="GAME")
    if draft_from:
        _draft(games, game, packs[game].game.name, [*draft_from, *(more or [])], language)
        return
    if more:
        raise typer.BadParameter("files are named after --from.", param_hint="FILES")
    file = new_language(games, packs[game], language)
    if file is None:
        complain(f"The pack “{game}” speaks “{language}” already; nothing was changed.")
        raise typer.Exit(Exit.WRONG_USE)
    say(f"Wrote {_shown(file)}")
    say("Next: name the concepts, add wordings, and run `rulewright ingest`.")


def _draft(games: Path, code: str, name: str | None, files: list[str], only: str | None = None) -> None:
    """Draft a pack, or add to a drafted one, and tell what was written."""
    # Reading documents is all of ingest, which the other ways of this command do not need.
    from ingest.files.addresses import address_of
    from rulewright.drafting import NothingRead, draft_pack, is_drafted

    folder = games / code
    if folder.exists() and not is_drafted(folder):
        complain(f"The pack “{code}” in {games} was not drafted, so nothing is added to it; nothing was changed.")
        raise typer.Exit(Exit.WRONG_USE)
    if name is None and folder.exists():
        name = read_packs(games)[code].game.name
    try:
        done = draft_pack(games, code, name, [address_of(file) for file in files], only=only)
    except NothingRead as error:
        complain(f"Nothing could be read, so nothing was written: {error}")
        raise typer.Exit(Exit.UNREADABLE_INPUT) from error
    for file in done.written.files:
        say(f"Wrote {_shown(file)}")
    draft = done.draft
    say(
        f"{len(draft.things)} things, {len(draft.numbers)} numbers, {len(draft.rules)} rules and {len(draft.cards)} "
        f"cards in {', '.join(draft.languages)}; {done.written.added} lines are new."
    )
    for problem in done.problems:
        complain(problem)
    say(f"Next: read them through (docs/drafts.md), then `rulewright ingest FILES --game {code}`.")
    if done.problems:
        raise typer.Exit(Exit.UNREADABLE_INPUT)


def _shown(file: Path) -> str:
    return file.relative_to(Path.cwd()).as_posix() if file.is_relative_to(Path.cwd()) else file.as_posix()
