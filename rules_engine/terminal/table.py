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
from rules_engine.terminal.words import TableWords, spelled
from rules_engine.words import ENGLISH

UNKNOWN = "?"
"""What is shown of something that is secret."""
View = Mapping[str, Any]
Draw = Callable[[Ruleset, View, TableWords], RenderableType]
"""Draws what a player sees."""


def list_view(_: Ruleset, view: View, words: TableWords) -> RenderableType:
    """Everything a player sees, one line each, in the words of the game; what has no name in them is no line."""
    lines = (_line(name, value, words) for name, value in view.items())
    return Group(*(Text(line) for line in lines if line))


def _line(name: str, value: Any, words: TableWords) -> str:
    if name == "turn":
        return words.say("turn-of", side=_listed(value, words))
    if name == "phase":
        is_named = words.language == ENGLISH or ("phase", value) in words.names
        return words.say("phase-is", phase=words.name("phase", value)) if is_named else ""
    if name == "told":
        told = {seat: [_known(each, words) for each in known] for seat, known in value.items()}
        return f"{words.say('known')}: {_listed(told, words)}"
    return f"{_called(name, words)}: {_listed(value, words)}"


def _known(told: str, words: TableWords) -> str:
    """What is known of a card: what it is, and what it is not."""
    said, is_denied = list[str](), False
    for word in told.split():
        if word != "not":
            said.append(words.say("is-not", what=_listed(word, words)) if is_denied else _listed(word, words))
        is_denied = word == "not"
    return " ".join(said)


def _called(name: str, words: TableWords) -> str:
    """What stands on the table, by its name where the game has one for it."""
    named = (words.names.get((kind, name)) for kind in ("zone", "counter", "seat", "team", "location"))
    return next(filter(None, named), spelled(name))


def _listed(value: Any, words: TableWords) -> str:
    if value is None:
        return UNKNOWN
    if isinstance(value, Mapping):
        return ", ".join(f"{_called(str(name), words)} {_listed(part, words)}" for name, part in value.items())
    if isinstance(value, list | tuple):
        return "; ".join(_listed(part, words) for part in value) or "–"
    return words.called(value) if isinstance(value, str) else str(value)


@dataclass(frozen=True, slots=True)
class Table:
    """What a game's package says under the name TABLE."""

    draw: Draw = list_view
    slots: Mapping[str, str] = field(default_factory=dict)
    """Of which kind of concept each slot of the game's sentences is a code."""
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
