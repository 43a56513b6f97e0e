"""How the table of each game is drawn; a game without a drawing of its own is shown as a list."""

from collections.abc import Callable, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from rules_engine.ruleset import Ruleset
from rulewright.playing import resist
from rulewright.playing.words import Words, spelled

View = Mapping[str, Any]
Draw = Callable[[Ruleset, View, Words], RenderableType]
"""Draws what a player sees."""


def list_view(_: Ruleset, view: View, words: Words) -> RenderableType:
    """Everything a player sees, one line each, cards by their titles."""
    return Group(*(Text(f"{spelled(name)}: {_listed(value, words)}") for name, value in view.items()))


def _listed(value: Any, words: Words) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{spelled(str(name))} {_listed(part, words)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(_listed(part, words) for part in value) or "–"
    return words.titles.get(value, value) if isinstance(value, str) else str(value)


DRAWN: Mapping[str, Draw] = {"resist": resist.draw}


def drawing_of(game: str) -> Draw:
    """How to draw the table of a game."""
    return DRAWN.get(game, list_view)
