"""A game as it was played: what it began with and every action, so that it can be replayed elsewhere."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from rules_engine.change import read_change, supposed_in
from rules_engine.events import Event
from rules_engine.ruleset import Ruleset

NAMES = ("game", "edition", "fingerprint", "players", "seed", "options", "actions")
SUPPOSED = "supposed"
"""Stands in a saved game only where something was supposed."""
LANGUAGE = "language"
"""Stands in a game that a person played."""


@dataclass(slots=True)
class Record:
    """A played game."""

    game: str
    edition: str | None
    fingerprint: str
    """Of the ruleset it was played by."""
    players: int
    seed: int
    options: dict[str, str] = field(default_factory=dict)
    actions: list[str] = field(default_factory=list)
    supposed: list[str] = field(default_factory=list)
    """Facts that had other values in this game than in the database: `SUBJECT ATTRIBUTE VALUE`."""
    language: str = ""
    """In which the players were spoken to; empty: nobody was."""

    def to_json(self) -> dict[str, Any]:
        """The game as JSON."""
        supposed = {SUPPOSED: self.supposed} if self.supposed else {}
        language = {LANGUAGE: self.language} if self.language else {}
        return {**{name: getattr(self, name) for name in NAMES}, **supposed, **language}

    @staticmethod
    def from_json(saved: Mapping[str, Any]) -> "Record":
        """The game that was saved, or a ValueError that says what is missing."""
        missing = [name for name in NAMES if name not in saved]
        if missing:
            raise ValueError(f"This is no saved game: {', '.join(missing)} is missing.")
        supposed, language = list(map(str, saved.get(SUPPOSED, ()))), str(saved.get(LANGUAGE, ""))
        return Record(**{name: saved[name] for name in NAMES}, supposed=supposed, language=language)

    def rules_of(self, ruleset: Ruleset) -> Ruleset:
        """The ruleset by which the game was played: with what was supposed in it."""
        changes = map(read_change, self.supposed)
        return ruleset.supposing({change.fact: change.value for change in changes}) if self.supposed else ruleset


def begin(ruleset: Ruleset, seed: int, players: int = 1, options: Mapping[str, str] | None = None) -> Record:
    """The record of a game that has not begun."""
    supposed = [str(change) for change in supposed_in(ruleset)]
    played_by = (ruleset.game, ruleset.edition, ruleset.fingerprint)
    return Record(*played_by, players, seed, dict(options or {}), supposed=supposed)


def replay(
    ruleset: Ruleset, record: Record, events: list[Event] | None = None, *, under_any_rules: bool = False
) -> Any:
    """The state that a game led to, or a ValueError where other rules would make it another game."""
    ruleset = record.rules_of(ruleset)
    if (record.game, record.fingerprint) != (ruleset.game, ruleset.fingerprint) and not under_any_rules:
        raise ValueError(
            f"The game was played by another ruleset ({record.game} {record.fingerprint[:12]}) than this one "
            f"({ruleset.game} {ruleset.fingerprint[:12]}). Ingest the same documents, or replay it under any rules."
        )
    state = ruleset.start(record.players, record.seed, record.options)
    for number, action in enumerate(record.actions, 1):
        refusal = ruleset.advance(state, action, events)
        if refusal:
            raise ValueError(f"Action {number}, “{action}”, is refused by the rule {refusal.rule}: {refusal.sentence}")
    return state
