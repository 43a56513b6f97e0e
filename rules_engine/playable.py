"""The code of a game: a package of the game's name registers what it has, and is imported when that game is read.

It registers all by which the game is played as PLAYABLE; or, for a game that is played from rows, a function `extended`
that adds to these.
"""

import pkgutil
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType

import rules_engine
from rules_engine.checks.evidence import Evidence, Limits, Positions, no_limits, no_positions
from rules_engine.game import Engine
from rules_engine.machine.forms import Compiled, Forms
from rules_engine.ruleset import CardCount, Ruleset
from rules_engine.words import Naming
from schema.notation import Line
from schema.play_reading import Frame
from schema.results import ValidationShape


def _anything_goes(card: CardCount | None, line: Line, compiled: Compiled) -> None:
    pass


@dataclass(frozen=True, slots=True)
class Playable:
    """Code for one game: what its notation does, what plays it, and the checks that need play."""

    forms: Forms = field(default_factory=Forms)
    checks: tuple[Callable[[Evidence], Iterator[ValidationShape]], ...] = ()
    engine: Callable[[Ruleset], Engine] | None = None
    """Makes what plays whole games; none while only parts of the game are played."""
    fits: Callable[[CardCount | None, Line, Compiled], None] = _anything_goes
    """Raises CannotExecute where the owner of an effect cannot do this at that time."""
    awaited: tuple[str, ...] = ()
    """Owners whose effects may wait for code: reading goes on, executing one is an error."""
    limits: Limits = no_limits
    """Says in sentences what does not hold in a state, such as a marker beyond the end of its track."""
    positions: Positions = no_positions
    """Lays out tables on which numbers matter that seldom do."""
    sides: str = ""
    """Kind of the concepts that name the sides of a game, in the order of their seats; none where all play together."""
    endings: tuple[str, ...] = ("",)
    """Kinds of the concepts that name how games end, the best first; the empty one is an end that no name fits."""
    naming: Naming = field(default_factory=Naming)
    unread: Mapping[str, str] = field(default_factory=dict)
    """Facts that books state and play need not read, each with the reason."""


def find_part(game: str, part: str) -> ModuleType | None:
    """A module of the package of a game, if it has one."""
    package = game.replace("-", "_")
    if package not in {module.name for module in pkgutil.iter_modules(rules_engine.__path__) if module.ispkg}:
        return None
    name = f"{rules_engine.__name__}.{package}.{part}"
    return import_module(name) if find_spec(name) else None


def find_playable(game: str) -> Playable | None:
    """The code of a game; none where its rows are all there is."""
    module = find_part(game, "playable")
    return getattr(module, "PLAYABLE", None)


def playable_of(ruleset: Ruleset) -> Playable:
    """What a ruleset is played by: the code of the game, or its rows; nothing where there is neither."""
    found = find_playable(ruleset.game)
    return found or (from_frame(ruleset.game, ruleset.frame) if ruleset.frame else Playable())


def from_frame(game: str, frame: Frame) -> Playable:
    """What plays a game from the rows of its frame, with what a package of its name adds to them."""
    made: Playable = import_module(f"{rules_engine.__name__}.from_rows.playable").playable_from(frame)
    extended: Callable[[Playable], Playable] | None = getattr(find_part(game, "playable"), "extended", None)
    return extended(made) if extended else made


def playable_games() -> list[str]:
    """The codes of the games that have code."""
    codes = (module.name.replace("_", "-") for module in pkgutil.iter_modules(rules_engine.__path__) if module.ispkg)
    return sorted(code for code in codes if find_playable(code))
