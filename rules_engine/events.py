"""What comes back from the engine: events that say what happened, and refusals that name the rule."""

from collections.abc import Mapping
from dataclasses import dataclass


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
