"""The moment of play: where an effect has got to, and what a step or a condition can see and change."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from rules_engine.events import Event

if TYPE_CHECKING:
    from rules_engine.ruleset import Ruleset


@dataclass(slots=True)
class Moment:
    """What a step works on; each game has its own kind of state."""

    ruleset: "Ruleset"
    state: Any
    actor: str
    rule: str
    effect: int | None = None
    events: list[Event] | None = None
    """Where events are told; none when nobody listens."""

    def tell(self, kind: str, **data: str | int) -> None:
        """Say what happened, if anybody listens."""
        if self.events is not None:
            self.events.append(Event(kind, data, self.effect, self.rule))

    def of(self, actor: str) -> "Moment":
        """The same moment, asked of somebody else."""
        return self if actor == self.actor else replace(self, actor=actor)
