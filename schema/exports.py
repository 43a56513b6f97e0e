"""The shapes of exported files: a game or a card with everything nested, as other programs read them."""

import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from schema.base import Origin

FORMAT_VERSION = 1
"""Raised whenever a field goes or changes its meaning; a field that is added leaves it as it is."""


class _Part(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class Source(_Part):
    """Where something is printed."""

    document: str = Field(description="Checksum of the document, which is listed under `documents` of the game")
    file_name: str = Field(description="Name of its file")
    language: str = Field(description="Language of the passage, ISO 639-1")
    page: int = Field(description="Page number in the file, from 1")
    text: str = Field(description="The passage as it reads")
    boxes: list[tuple[int, float, float, float, float]] = Field(
        description="Page, left, top, right and bottom edge of each part, in points from the top left corner"
    )
    image: str | None = Field(description="Picture of the page, a file in the folder of pictures beside the database")


class Meta(_Part):
    """What the file is."""

    format: Literal["rulewright-game", "rulewright-card"] = Field(description="Which of the two shapes it has")
    version: int = Field(description="Version of the shape", ge=1)
    rulewright: str = Field(description="Version of the program that wrote it")
    written: datetime.datetime = Field(description="When it was written, UTC")


class FactPart(_Part):
    """A value that holds, and why."""

    subject: str = Field(description="kind:code or a bare code")
    edition: str | None = Field(description="Edition it holds for; null: all")
    attribute: str = Field(description="What is said of the subject")
    value: str = Field(description="The value")
    origin: Origin = Field(description="Where the value comes from")
    reason: str = Field(description="Why this value was chosen")
    is_provisional: bool = Field(description="Whether nothing decides for it, so that a person must")


class EffectPart(_Part):
    """What something does, in notation."""

    edition: str | None = Field(description="Edition it holds for; null: all")
    notation: str = Field(description="One line of the effect notation, its numbers filled in")
    origin: Origin = Field(description="Where it comes from")
    unclear: str = Field(description="What the sources leave open about it; empty: nothing")
    facts: list[str] = Field(description="The facts that fill its numbers, each as subject and attribute")
    source: Source | None = Field(description="The passage that prints it")


class CardTextPart(_Part):
    """A card's words in one language."""

    language: str = Field(description="ISO 639-1 code")
    title: str = Field(description="Title of the card")
    body: str = Field(description="What it says; empty where no document prints it")
    origin: Origin = Field(description="Where the words come from")
    source: Source | None = Field(description="The passage that prints it")


class CardPart(_Part):
    """A card with everything that is known of it."""

    game: str = Field(description="Code of its game")
    edition: str | None = Field(description="Edition it belongs to; null: all")
    deck: str = Field(description="Code of its deck")
    code: str = Field(description="Lower-kebab code")
    kind: str = Field(description="Kind within the deck; empty: none")
    copies: int = Field(description="How many of it the deck holds", ge=0)
    origin: Origin = Field(description="Where the card is known from")
    component: str = Field(description="The physical component or reasoning it was taken from")
    unclear: str = Field(description="What the sources leave open about it; empty: nothing")
    texts: list[CardTextPart] = Field(description="Its words in every language that has them")
    effects: list[EffectPart] = Field(description="What it does")
    facts: list[FactPart] = Field(description="Its numbers")
    picture: Source | None = Field(description="The first place that prints it and has a picture of its page")


class DeliveryPart(_Part):
    """What a space wants."""

    item: str = Field(description="Code of the item, or any")
    condition: str = Field(description="Condition in notation; empty: always")
    effects: list[EffectPart] = Field(description="What delivering does")


class LocationPart(_Part):
    """A space of the board."""

    edition: str | None = Field(description="Edition it belongs to; null: all")
    code: str = Field(description="Lower-kebab code")
    region: str = Field(description="Part of the board; empty: none")
    opens_in_stage: int | None = Field(description="First stage in which it may be entered")
    closes_in_stage: int | None = Field(description="Stage from which it is closed")
    is_fortified: bool = Field(description="Whether it is fortified")
    origin: Origin = Field(description="Where it is known from")
    names: dict[str, list[str]] = Field(description="What it is called, by language")
    neighbours: list[str] = Field(description="Codes of the spaces it is connected to")
    deliveries: list[DeliveryPart] = Field(description="What can be delivered there")
    effects: list[EffectPart] = Field(description="What it does")
    facts: list[FactPart] = Field(description="Its numbers")


class RuleTextPart(_Part):
    """A passage that states a rule."""

    language: str = Field(description="ISO 639-1 code")
    score: float = Field(description="How surely it states the rule, 0 to 100")
    source: Source = Field(description="The passage")


class RulePart(_Part):
    """A rule in our own words, with the passages that state it."""

    edition: str | None = Field(description="Edition it holds for; null: all")
    code: str = Field(description="Lower-kebab code")
    topic: str = Field(description="Lower-kebab topic")
    summary: str = Field(description="The rule in one sentence of our own; empty where only the print has it")
    summaries: dict[str, str] = Field(description="The same sentence by language, English among them")
    texts: list[RuleTextPart] = Field(description="The passages that state it, in every language")
    effects: list[EffectPart] = Field(description="What it does")


class DocumentPart(_Part):
    """A document that was read."""

    sha256: str = Field(description="Checksum of the file")
    title: str = Field(description="Its title")
    file_name: str = Field(description="Name of its file")
    kind: str = Field(description="Kind of document")
    language: str = Field(description="Main language, ISO 639-1")
    edition: str | None = Field(description="Edition it describes, if it could be told")
    date: datetime.date | None = Field(description="Date of publication, where it is known")
    pages: int = Field(description="Number of pages")


class ConflictPart(_Part):
    """A disagreement, and how it was settled."""

    edition: str | None = Field(description="Edition; null where editions differ")
    subject: str = Field(description="kind:code or a bare code")
    attribute: str = Field(description="What is disagreed about")
    kind: str = Field(description="Between languages, inside a document, between editions, or with a list")
    chosen: str = Field(description="The value that became the fact")
    reason: str = Field(description="Why")
    status: str = Field(description="open, settled or expected")


class GamePart(_Part):
    """A game with everything that is known of it."""

    code: str = Field(description="Lower-kebab code")
    name: str = Field(description="Name as people say it")
    is_taught: bool = Field(description="Whether a pack teaches it; otherwise its rulebooks alone tell of it")
    editions: dict[str, str] = Field(description="Names of its editions by code")
    languages: list[str] = Field(description="Languages of its documents")
    documents: list[DocumentPart] = Field(description="What was read of it")
    decks: dict[str, int] = Field(description="How many cards of each deck are known, copies counted")
    names: dict[str, dict[str, list[str]]] = Field(description="What concepts are called: subject, language, names")
    cards: list[CardPart] = Field(description="Its cards")
    locations: list[LocationPart] = Field(description="The spaces of its board")
    rules: list[RulePart] = Field(description="Its rules")
    facts: list[FactPart] = Field(description="Values of what is neither a card nor a space")
    conflicts: list[ConflictPart] = Field(description="Where documents or lists disagree")


class GameFile(_Part):
    """One game in one file."""

    meta: Meta
    data: GamePart


class CardFile(_Part):
    """One card in one file."""

    meta: Meta
    data: CardPart


def json_schema(shape: type[GameFile] | type[CardFile]) -> dict[str, Any]:
    """The JSON Schema of a file."""
    name = "game" if shape is GameFile else "card"
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:rulewright:{name}:{FORMAT_VERSION}",
        **shape.model_json_schema(mode="serialization"),
    }
