"""A game on the table: the states it went through, so that any action can be undone, and the record that replays it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules_engine.events import Event, Refusal
from rules_engine.record import Record
from rules_engine.ruleset import Ruleset


@dataclass(slots=True)
class Sitting:
    """A game from its beginning to where it is now."""

    ruleset: Ruleset
    players: int
    seed: int
    options: Mapping[str, str]
    actions: list[str] = field(default_factory=list)
    _states: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Set the game up; a wrong number of players or option is a ValueError with a sentence."""
        self._states.append(self.ruleset.start(players=self.players, seed=self.seed, options=self.options))

    @property
    def state(self) -> Any:
        """Where the game is now."""
        return self._states[-1]

    @property
    def legal(self) -> list[str]:
        """What can be done now; nothing once the game is over."""
        return self.ruleset.legal(self.state)

    def do(self, action: str) -> tuple[Event, ...] | Refusal:
        """Do an action and say what happened, or why it is refused."""
        applied = self.ruleset.apply(self.state, action)
        if isinstance(applied, Refusal):
            return applied
        self._states.append(applied.state)
        self.actions.append(action)
        return applied.events

    def undo(self) -> str | None:
        """Take the last action back and give it; none when there is nothing to take back."""
        if not self.actions:
            return None
        self._states.pop()
        return self.actions.pop()

    def record(self) -> Record:
        """What it takes to play the same game again."""
        return Record(
            game=self.ruleset.game,
            edition=self.ruleset.edition,
            fingerprint=self.ruleset.fingerprint,
            players=self.players,
            seed=self.seed,
            options=dict(self.options),
            actions=list(self.actions),
        )
