"""What the code of a game offers, whatever the game: the one interface that players, records and checks use."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeAlias, runtime_checkable

from rules_engine.events import Event, Refusal

Action: TypeAlias = str
"""What a player does or answers, in its stable spelling, e.g. ``play abel hidden use``."""

Player: TypeAlias = Callable[[Any, Sequence[Action]], Action]
"""Whoever plays: is shown a state and what is legal in it, and takes one of the actions."""


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended."""

    outcome: str
    """Code of the result; empty where the result table has no row for it."""
    points: int
    rule: str
    """The rule that ended it."""
    winners: tuple[str, ...] = field(default=(), repr=False)
    """Sides that have won, where they are more than the outcome names: partners, or several with equal points."""


@dataclass(frozen=True, slots=True)
class Applied:
    """The state after an action, and what happened."""

    state: Any
    events: tuple[Event, ...]


class Engine(Protocol):
    """Code that plays one edition of a game, made from its ruleset."""

    players: tuple[int, ...]
    """How many may play."""
    choices: Mapping[str, tuple[str, ...]]
    """Options of the set-up with what they may be; the first is taken unless told otherwise."""

    def start(self, players: int, seed: int, options: Mapping[str, str]) -> Any:
        """The state at the first decision."""
        ...

    def legal(self, state: Any) -> list[Action]:
        """Everything that can be done; nothing once the game is over."""
        ...

    def advance(self, state: Any, action: Action, events: list[Event] | None = None) -> Refusal | None:
        """Do it in place, or refuse it and change nothing."""
        ...

    def to_move(self, state: Any) -> int:
        """Whose decision it is."""
        ...

    def view(self, state: Any, player: int) -> dict[str, Any]:
        """What a player sees."""
        ...

    def redeal(self, state: Any, player: int, seed: int) -> Any:
        """A state that this player could just as well be in: what is hidden from them is dealt anew."""
        ...

    def result(self, state: Any) -> Result | None:
        """How the game ended, if it has."""
        ...

    def census(self, state: Any) -> Mapping[str, int]:
        """How many of each card there are, wherever they are."""
        ...

    def save(self, state: Any) -> dict[str, Any]:
        """The state as JSON."""
        ...

    def load(self, saved: Mapping[str, Any]) -> Any:
        """The state that was saved."""
        ...

    def rule_player(self) -> Player:
        """A player who follows sensible rules of thumb."""
        ...

    def worth(self, state: Any, player: int = 0) -> float:
        """How good a state looks for a player, between 0 and 1, who cannot look further."""
        ...

    def arrange(self, given: Mapping[str, Any], seed: int = 0) -> Any:
        """A state laid out as a worked example or a test wants it, or a ValueError that says what cannot be."""
        ...

    def play_example(self, state: Any, entry: Mapping[str, Any]) -> Any:
        """The state after one entry of a worked example, or a ValueError that says why it cannot be."""
        ...

    def content(self) -> Any:
        """Everything the game is played by, as JSON: numbers, cards, lines."""
        ...

    def say(self, action: Action, language: str) -> str:
        """An action in words; empty where the code of the game has none."""
        ...


@runtime_checkable
class KeepsSecrets(Protocol):
    """Code of a game in which players may not see everything that happens."""

    def told(self, event: Event, player: int) -> Event | None:
        """What a player may know of an event; none where it is a secret."""
        ...


@runtime_checkable
class LooksAhead(Protocol):
    """Code of a game so long that a state is better judged than played on from."""

    def is_far(self, before: Any, after: Any) -> bool:
        """Whether the second state is far enough from the first to be judged as it is."""
        ...


@runtime_checkable
class Shortlists(Protocol):
    """Code of a game in which so much can be done that a search must not try all of it."""

    def shortlist(self, state: Any, actions: Sequence[Action]) -> Sequence[Action]:
        """The actions that are worth being tried."""
        ...


@runtime_checkable
class PlaysOnAtRandom(Protocol):
    """Code of a game whose rules of thumb take so long that a search learns more from many games at random."""

    steps_ahead: int
    """Steps after which such a game is judged as it stands; none where its rules of thumb are quick after all."""


@runtime_checkable
class PlaysQuickly(Protocol):
    """Code of a game whose rules of thumb take long, with others for games of which many are wanted."""

    def quick_player(self) -> Player:
        """A player who plays about as sensibly, but looks less far."""
        ...


def told_to(engine: Engine, event: Event, player: int) -> Event | None:
    """An event as a player may see it; none where it is a secret."""
    return engine.told(event, player) if isinstance(engine, KeepsSecrets) else event
