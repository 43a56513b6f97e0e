"""Reads the ruleset of the game that a person named, and how it is set up."""

from collections.abc import Sequence

import typer
from sqlmodel import Session

from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset


def read_game(opened: Session, game: str, edition: str | None) -> Ruleset:
    """The ruleset of a game that the engine plays, or a mistake of whoever named it."""
    ruleset = read_ruleset(opened, game, edition)
    if ruleset.make_engine is None:
        raise typer.BadParameter(f"the engine does not play {ruleset.name} yet.", param_hint="GAME")
    return ruleset


def set_up(ruleset: Ruleset, players: int | None, options: Sequence[str] | None) -> tuple[int, dict[str, str]]:
    """How many play, the fewest unless told otherwise, and the options of the set-up, all that the game offers."""
    typed = {name: value for name, _, value in (text.partition("=") for text in options or ())}
    try:
        return players or min(ruleset.engine.players), ruleset.chosen(typed)
    except ValueError as error:
        raise typer.BadParameter(str(error), param_hint="--option") from error
