"""How a game looks and sounds in the terminal: its package registers a table; a game without one is listed plainly."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from rules_engine.playable import find_part
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.speech import Sentences
from rules_engine.terminal.words import ByLanguage, TableWords, spelled

View = Mapping[str, Any]
Draw = Callable[[Ruleset, View, TableWords], RenderableType]
"""Draws what a player sees."""


def list_view(_: Ruleset, view: View, words: TableWords) -> RenderableType:
    """Everything a player sees, one line each, by the names that the game has for it."""
    return Group(*(Text(f"{_called(name, words)}: {_listed(value, words)}") for name, value in view.items()))


def _called(name: str, words: TableWords) -> str:
    """What stands on the table: by its name where the game has one for it, else by that of the program."""
    named = (words.names.get((kind, name)) for kind in ("zone", "counter", "seat", "location"))
    return next(filter(None, named), words.say(f"view-{name}") if words.has(f"view-{name}") else spelled(name))


def _listed(value: Any, words: TableWords) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{_called(str(name), words)} {_listed(part, words)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(_listed(part, words) for part in value) or "–"
    if not isinstance(value, str):
        return str(value)
    named = (name for (_, code), name in words.names.items() if code == value)
    return words.titles.get(value) or next(named, value)


@dataclass(frozen=True, slots=True)
class Table:
    """What a game's package says under the name TABLE."""

    draw: Draw = list_view
    labels: ByLanguage = field(default_factory=dict)
    """What stands beside names, `signs` that help explains, and `result` where the end is told in other words."""
    sentences: Sentences = field(default_factory=Sentences)
    points: str = "Points"
    """What the points of a result are."""


def table_of(game: str) -> Table:
    """How to show a game."""
    table: Table = getattr(find_part(game, "terminal"), "TABLE", Table())
    return table


def counted(told: Iterable[str]) -> str:
    """Things one after the other, several of a kind once with their number."""
    counts = Counter(told)
    return " · ".join(name if count == 1 else f"{name} ×{count}" for name, count in counts.items()) or "–"


def rows(listed: Iterable[tuple[str, str]]) -> Grid:
    """Labels on the left, what they label on the right."""
    grid = Grid.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, text in listed:
        grid.add_row(label, Text(text))
    return grid


def parted(name: Text, values: Text) -> Grid:
    """A line with its name on the left and its values on the right."""
    line = Grid.grid(expand=True, padding=(0, 1))
    line.add_column(ratio=1)
    line.add_column(justify="right", no_wrap=True)
    line.add_row(name, values)
    return line
