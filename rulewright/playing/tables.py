"""How each game looks: its table and its sentences; a game without its own is listed, and spoken by the engine."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from rich.console import Group, RenderableType
from rich.text import Text

from rules_engine.ruleset import Ruleset
from rulewright.playing import (
    black_orchestra,
    black_orchestra_speech,
    operation_barclay,
    operation_barclay_speech,
    resist,
    resist_speech,
)
from rulewright.playing.speech import Sentences
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


@dataclass(frozen=True, slots=True)
class Look:
    """How a game looks and sounds in the terminal."""

    draw: Draw = list_view
    sentences: Sentences = field(default_factory=Sentences)
    points: str = "Points"
    """What the points of a result are."""


LOOKS: Mapping[str, Look] = {
    "black-orchestra": Look(
        black_orchestra.draw,
        Sentences(black_orchestra_speech.ACTIONS, black_orchestra_speech.EVENTS, black_orchestra_speech.WORDS),
        "Millions of lives saved, where the edition counts them",
    ),
    "operation-barclay": Look(
        operation_barclay.draw,
        Sentences(operation_barclay_speech.ACTIONS, operation_barclay_speech.EVENTS, operation_barclay_speech.WORDS),
        "Month in which the game ended",
    ),
    "resist": Look(resist.draw, Sentences(resist_speech.ACTIONS, resist_speech.EVENTS, resist_speech.WORDS)),
}


def look_of(game: str) -> Look:
    """How to show a game."""
    return LOOKS.get(game, Look())
