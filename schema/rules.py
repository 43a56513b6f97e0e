"""The rules in our own words, where they are printed, what obeys them, and worked examples."""

from typing import Literal

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field

from schema.base import Shape, TaughtBy, key, primary_key, word

TextRole = Literal["rule", "example", "note", "answer"]


class RuleShape(Shape):
    """One rule in one sentence of ours."""

    code: str = Field(description="Lower-kebab code, unique within the game and edition", min_length=1)
    topic: str = Field(description="Lower-kebab topic, e.g. conspire", min_length=1)
    summary: str = Field(description="The rule in one sentence of our own; empty where no pack tells it")
    origin: TaughtBy = word("Whether a pack tells it or a document alone", default="pack")
    seq: int = Field(default=0, description="Place among the rules that documents alone tell, from 0", ge=0)
    words: str = Field(
        default="", description="Folded words of a discovered rule, by which a later reading knows it again"
    )
    about: str = Field(default="", description="Concepts that it speaks of, kind:code, with spaces between")
    cues: str = Field(default="", description="What its passages speak of in any language, a cue a line")


class Rule(RuleShape, table=True):
    """A rule of a game; one without an edition holds for all."""

    __table_args__ = (Index("rule_is_unique", "game_id", text("coalesce(edition_id, 0)"), "code", unique=True),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    edition_id: int | None = key("edition", "The edition; none: all", default=None)


class RuleSummaryShape(Shape):
    """A rule in one sentence of ours, and the question that it answers, in one language."""

    language: str = Field(description="ISO 639-1 code", min_length=2)
    text: str = Field(description="The sentence", min_length=1)
    question: str = Field(default="", description="What a player asks whom the rule answers; empty where none is told")


class RuleSummary(RuleSummaryShape, table=True):
    """The sentence of a rule in the languages of its game's pack."""

    __tablename__ = "rule_summary"
    __table_args__ = (UniqueConstraint("rule_id", "language"),)

    id: int | None = primary_key()
    rule_id: int = key("rule", "The rule")


class RuleText(Shape, table=True):
    """A passage that states a rule."""

    __tablename__ = "rule_text"
    __table_args__ = (UniqueConstraint("rule_id", "passage_id"),)

    id: int | None = primary_key()
    rule_id: int = key("rule", "The rule")
    language: str = Field(description="ISO 639-1 code", min_length=2)
    passage_id: int = key("passage", "The passage")
    score: float = Field(description="How surely it states the rule, 0 to 100", ge=0, le=100)
    role: TextRole = word("Whether it states the rule, or is an example, a note or an answer to it", default="rule")
    position: int = Field(default=0, description="Where in the passage's text it begins", ge=0)
    length: int = Field(default=0, description="How many characters of it; 0: the whole passage", ge=0)


class RuleCode(Shape, table=True):
    """Code of the engine that obeys a rule, and the test that proves it."""

    __tablename__ = "rule_code"
    __table_args__ = (UniqueConstraint("rule_id", "file", "line"),)

    id: int | None = primary_key()
    rule_id: int = key("rule", "The rule")
    file: str = Field(description="File of the engine, relative to the project", min_length=1)
    line: int = Field(description="Line in that file", ge=1)
    test: str = Field(default="", description="Tests that prove it")


class SourceText(Shape, table=True):
    """A piece of the engine's code or of its tests, as it was when rules were tied to it."""

    __tablename__ = "source_text"
    __table_args__ = (UniqueConstraint("file", "line"),)

    id: int | None = primary_key()
    file: str = Field(description="File, relative to the project", min_length=1)
    line: int = Field(description="Its first line in that file", ge=1)
    name: str = Field(description="Function, test or row of a frame", min_length=1, index=True)
    text: str = Field(description="The lines themselves", min_length=1)


class ScenarioShape(Shape):
    """A worked example: given, actions, expect."""

    code: str = Field(description="Lower-kebab code", min_length=1)
    given: str = Field(description="The state before, as JSON", min_length=1)
    actions: str = Field(description="What is done, as JSON", min_length=1)
    expect: str = Field(description="The state after, as JSON", min_length=1)


class Scenario(ScenarioShape, table=True):
    """A worked example of a rulebook that the engine can play."""

    __table_args__ = (Index("scenario_is_unique", "game_id", text("coalesce(edition_id, 0)"), "code", unique=True),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    edition_id: int | None = key("edition", "The edition; none: all", default=None)
    passage_id: int | None = Field(
        default=None, foreign_key="passage.id", ondelete="SET NULL", index=True, description="The passage that tells it"
    )
