"""Names that a person gave: found, or refused with the nearest that there is."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from typing import TYPE_CHECKING

import typer

from schema.folding import fold

if TYPE_CHECKING:
    from sqlmodel import Session

ENGLISH = "en"
"""What is spoken where nothing else was asked for."""
LISTED = 12
"""So many names are listed; more would hide the sentence."""


def unknown(what: str, given: str, known: Iterable[str]) -> str:
    """The sentence about a name that is none of those that are known."""
    names = sorted(known)
    folded = {fold(name): name for name in names}
    near = get_close_matches(fold(given), folded, n=1)
    meant = f" Did you mean “{folded[near[0]]}”?" if near else ""
    more = f" and {len(names) - LISTED} more" if len(names) > LISTED else ""
    return f"there is no {what} “{given}”.{meant} There is: {', '.join(names[:LISTED]) or 'none yet'}{more}."


def known_game(opened: "Session", given: str | None, option: str = "--game") -> str | None:
    """The code of the game of that code or name; nothing where none was given."""
    if given is None:
        return None
    from sqlmodel import select  # a command that only asks for a language need not wait for it

    from schema.games import Game

    games = opened.exec(select(Game.code, Game.name).order_by(Game.code)).all()
    for code, name in games:
        if given == code or fold(given) == fold(name):
            return code
    raise typer.BadParameter(unknown("game", given, (code for code, _ in games)), param_hint=option)


def known_language(given: str | None) -> str | None:
    """A language code as the standard has it; for use as the callback of an option."""
    if given is None or given == ENGLISH:
        return given
    from langcodes import tag_is_valid  # its lists are read only where another language was named

    if not re.fullmatch("[a-z]{2,3}", given) or not tag_is_valid(given):
        raise typer.BadParameter(f"“{given}” is no language; name it by its code, such as cs, en or de.")
    return given
