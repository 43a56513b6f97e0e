"""A game on the table: the states it went through, so that any action can be undone, and the record that replays it."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Self

from rules_engine.events import Event, Refusal
from rules_engine.game_file import BadGameFile
from rules_engine.record import Record
from rules_engine.ruleset import Ruleset


@dataclass(slots=True)
class Sitting:
    """A game from its beginning to where it is now."""

    ruleset: Ruleset
    record: Record
    """What it takes to play the same game again."""
    _states: list[Any] = field(default_factory=list)

    def __post_init__(self) -> None:
        """Set the game up; a wrong number of players or option is a ValueError with a sentence."""
        begun = self.record
        self._states.append(self.ruleset.start(begun.players, begun.seed, begun.options))

    @classmethod
    def again(
        cls,
        ruleset: Ruleset,
        record: Record,
        hear: Callable[[str, tuple[Event, ...]], None] = lambda _action, _events: None,
    ) -> Self:
        """A saved game up to where it was left, each action told on the way; a BadGameFile where that cannot be."""
        if record.game != ruleset.game:
            raise BadGameFile(f"This is a saved game of {record.game}: play it with `rulewright play {record.game}`.")
        if record.fingerprint != ruleset.fingerprint:
            raise BadGameFile(
                "The saved game was played by other rules than the database holds now, so it cannot be played again. "
                "Use the database it came from (--db)."
            )
        try:
            sitting = cls(ruleset, replace(record, actions=[]))
        except (AttributeError, TypeError, ValueError) as error:
            raise BadGameFile(f"The saved game is damaged and cannot be set up: {error}") from error
        for action in record.actions:
            events = sitting.do(action)
            if isinstance(events, Refusal):
                raise BadGameFile(f"The saved game is damaged: it does “{action}”, which is not legal there.")
            hear(action, events)
        return sitting

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
        self.record.actions.append(action)
        return applied.events

    def undo(self) -> str | None:
        """Take the last action back and give it; none when there is nothing to take back."""
        if not self.record.actions:
            return None
        self._states.pop()
        return self.record.actions.pop()
