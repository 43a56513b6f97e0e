"""What a worked example expects, held against what was played."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_engine.ruleset import Ruleset

ONGOING = "ongoing"
"""The result of a game that is not over."""
ASIDE = ("printed",)
"""What an example says that is nothing to be played."""


class Unanswered(Exception):
    """Something that an example expects and that the engine has no word for."""


@dataclass(frozen=True, slots=True)
class Difference:
    """What an example states, and what was played instead."""

    name: str
    stated: Any
    played: Any

    def __str__(self) -> str:
        return f"{self.name}: stated is {_told(self.stated)}, played was {_told(self.played)}"


def play_through(
    ruleset: Ruleset, given: Mapping[str, Any], actions: Sequence[Any], expect: Mapping[str, Any]
) -> list[Difference]:
    """Every difference between an example and how it is played; a ValueError where it cannot be laid out."""
    engine = ruleset.engine
    state, found = engine.arrange(given), list[Difference]()
    for number, entry in enumerate(actions, 1):
        try:
            state = engine.play_example(state, entry)
        except ValueError as error:
            return [*found, Difference(f"action {number}", entry, f"nothing: {error}")]
        if isinstance(entry, Mapping):
            found += _differences(ruleset, state, entry.get("expect", {}))
    return found + list(_differences(ruleset, state, expect))


def _differences(ruleset: Ruleset, state: Any, expect: Mapping[str, Any]) -> Iterator[Difference]:
    for name, stated in expect.items():
        if name in ("refused", "allowed"):
            yield from _tried(ruleset, state, name, stated)
        elif name not in ASIDE:
            played = _observed(ruleset, state, name)
            if not _agrees(stated, played):
                yield Difference(name, stated, _part(stated, played))


def _tried(ruleset: Ruleset, state: Any, name: str, entries: Sequence[Any]) -> Iterator[Difference]:
    """Actions that the example says can or cannot be taken."""
    for entry in entries:
        try:
            ruleset.engine.play_example(state.copy(), entry)
        except ValueError as error:
            rule = entry.get("rule", "") if isinstance(entry, Mapping) else ""
            if name == "allowed" or rule not in str(error):
                yield Difference(name, entry, str(error))
        else:
            if name == "refused":
                yield Difference(name, entry, "allowed")


def _observed(ruleset: Ruleset, state: Any, name: str) -> Any:
    """What the engine says about a state under a name: its own words for examples first, then the result, the view."""
    observe = getattr(ruleset.engine, "observe", None)
    if observe:
        seen = observe(state, name)
        if seen is not None:
            return seen
    if name == "result":
        result = ruleset.result(state)
        return result.outcome if result else ONGOING
    if name == "winners":
        result = ruleset.result(state)
        return list(result.winners) if result else []
    for player in range(max(ruleset.engine.players)):
        seen = ruleset.view(state, player)
        if name in seen:
            return seen[name]
    raise Unanswered(name)


def _agrees(stated: Any, played: Any) -> bool:
    """Whether what was played is as stated, as far as it is stated."""
    if isinstance(stated, Mapping) and isinstance(played, Mapping):
        return all(name in played and _agrees(value, played[name]) for name, value in stated.items())
    if isinstance(stated, list) and isinstance(played, list | tuple):
        if any(isinstance(entry, Mapping) for entry in stated):
            return all(any(_agrees(entry, other) for other in played) for entry in stated)
        return sorted(map(_told, stated)) == sorted(map(_told, played))
    return bool(stated == played)


def _part(stated: Any, played: Any) -> Any:
    """Of what was played, what the example speaks of."""
    if isinstance(stated, Mapping) and isinstance(played, Mapping):
        return {name: _part(value, played.get(name)) for name, value in stated.items()}
    return played


def _told(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)
