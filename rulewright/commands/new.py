"""`rulewright new`: the beginnings of a pack for a game or a language."""

import typer

app = typer.Typer(no_args_is_help=True, help="Begin a pack for a new game, or a new language of a game.")
