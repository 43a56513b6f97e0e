"""What comes back from the engine: events that say what happened, and refusals that name the rule."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Generic, TypeVar

from rules_engine.decide import Decision

StateT = TypeVar("StateT")


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened, the effect row that made it happen, and the rule that was obeyed."""

    kind: str
    data: Mapping[str, str | int]
    effect: int | None
    rule: str


@dataclass(frozen=True, slots=True)
class Refusal:
    """What was asked for is against a rule; nothing has changed."""

    rule: str
    sentence: str


@dataclass(frozen=True, slots=True)
class Played(Generic[StateT]):
    """The state afterwards, what happened, and the decision that must be answered before play goes on."""

    state: StateT
    events: tuple[Event, ...]
    decision: Decision | None = None
