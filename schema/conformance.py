"""What other people's engines are checked by: worked examples and played games as JSON, each step with its rules."""

import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

FORMAT: Literal["rulewright-conformance"] = "rulewright-conformance"
FORMAT_VERSION = 1
"""Raised when a field goes or changes its meaning."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class PassagePart(_Part):
    """Where a rule or an example is printed."""

    file_name: str = Field(description="The document")
    page: int = Field(description="Its page", ge=1)
    language: str = Field(description="Language of the passage")
    excerpt: str = Field(description="How the passage begins; the whole text belongs to its publisher")


class RulePart(_Part):
    """A rule that steps obey."""

    code: str = Field(description="Code of the rule")
    summary: str = Field(description="The rule in our own words")
    passages: list[PassagePart] = Field(description="Where it is printed, the surest passages first")


class EventPart(_Part):
    """Something that happened."""

    kind: str = Field(description="What kind of thing")
    data: dict[str, str | int] = Field(description="What it is about, in codes")
    rule: str = Field(description="The rule that was obeyed")


class RefusedPart(_Part):
    """Something that cannot be done here."""

    action: str = Field(description="What was asked for; it is legal at another step of the same game")
    rule: str = Field(description="The rule that forbids it")


class StepPart(_Part):
    """A decision: the state before it, everything that is legal there, what was done, and what happened."""

    state: dict[str, Any] = Field(description="The whole state, with all that is hidden, in codes")
    to_move: int = Field(description="Seat that decides, from 0 on", ge=0)
    seen: dict[str, Any] = Field(description="What whoever decides sees of it")
    legal: list[str] = Field(description="Everything that can be done, in any order")
    refused: list[RefusedPart] = Field(description="Some of what cannot be done")
    action: str = Field(description="What was done")
    is_chance: bool = Field(description="Whether chance had a part in it")
    chance: list[str] | None = Field(description="What chance gave, in its order; null where the engine cannot tell")
    events: list[EventPart] = Field(description="What happened")


class ResultPart(_Part):
    """How a game ended."""

    outcome: str = Field(description="Code of the result, or of the winner; empty where no result fits")
    points: int = Field(description="Points")
    rule: str = Field(description="The rule that ended it")
    winners: list[str] = Field(default=[], description="All who have won, partners too; empty where nobody has, or all")


class GameTrace(_Part):
    """A whole game, decision by decision."""

    player: str = Field(description="Who played: `random`, or `rules` of thumb")
    seed: int = Field(description="Seed of the chance of our engine", ge=0)
    players: int = Field(description="How many played", ge=1)
    options: dict[str, str] = Field(description="Options of the set-up")
    steps: list[StepPart] = Field(description="The decisions in their order")
    result: ResultPart = Field(description="How it ended")


class ExamplePart(_Part):
    """A worked example of the rulebooks."""

    code: str = Field(description="Code of the example")
    given: Any = Field(description="The table before, in the words of the example")
    actions: Any = Field(description="What is done, each with what chance brings and what is expected then")
    expect: Any = Field(description="What holds in the end")
    state: dict[str, Any] | None = Field(description="The table before as a whole state; null where it cannot be laid")
    passages: list[PassagePart] = Field(description="The passages that tell it")


class ConformanceMeta(_Part):
    """What the file is."""

    format: Literal["rulewright-conformance"] = Field(description="Which shape it has")
    version: int = Field(description="Version of the shape", ge=1)
    rulewright: str = Field(description="Version of the program that wrote it")
    written: datetime.datetime = Field(description="When it was written, UTC")


class ConformanceData(_Part):
    """What an engine of the game must do."""

    game: str = Field(description="Code of the game")
    name: str = Field(description="Its name")
    edition: str | None = Field(description="Its edition; null where it has none")
    fingerprint: str = Field(description="Checksum of everything that the games were played by")
    rules: list[RulePart] = Field(description="Every rule that a step names")
    examples: list[ExamplePart] = Field(description="The worked examples")
    games: list[GameTrace] = Field(description="Played games")


class ConformanceFile(_Part):
    """A file of `rulewright export --conformance`."""

    meta: ConformanceMeta
    data: ConformanceData


def conformance_schema() -> dict[str, Any]:
    """The JSON Schema of the file."""
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:rulewright:conformance:{FORMAT_VERSION}",
        **ConformanceFile.model_json_schema(mode="serialization"),
    }
