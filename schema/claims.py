"""What documents say: mentions, claims, the facts chosen from them, conflicts and findings."""

from typing import Literal

from sqlalchemy import CheckConstraint, Index, UniqueConstraint, text
from sqlmodel import Field

from schema.base import Origin, Shape, key, primary_key, word

ClaimContext = Literal["board", "table", "prose", "example"]
StandingWord = Literal["asserted", "denied", "supposed", "elsewhere", "overruled"]
"""Whether a text says that a value is so, that it is not so, only imagines it, says it of something else, or says it
at one place, while all that the book tells speaks more for another value."""
ConflictKind = Literal["translation", "internal", "edition", "list"]
ConflictStatus = Literal["open", "settled", "expected"]
Severity = Literal["error", "warning", "note"]


class MentionShape(Shape):
    """How a concept is spoken of in a passage."""

    surface: str = Field(description="The words as they stand in the text", min_length=1)
    position: int = Field(description="Offset of the words in the passage's text", ge=0)
    score: float = Field(description="Likeness to the name, 0 to 100", ge=0, le=100)
    margin: float = Field(description="How far ahead of the runner-up", ge=0, le=100)


class Mention(MentionShape, table=True):
    """A passage speaks of a concept."""

    id: int | None = primary_key()
    passage_id: int = key("passage", "The passage")
    concept_id: int = key("concept", "The concept")
    runner_up_id: int | None = key("concept", "The next best concept", default=None)


class ClaimShape(Shape):
    """Something is said to have a value."""

    subject: str = Field(description="kind:code or a bare code, e.g. location:paris", min_length=1, index=True)
    attribute: str = Field(description="What is said of it, e.g. enter.suspicion", min_length=1)
    value: str = Field(description="The value, numbers in digits with an ASCII sign", min_length=1)
    language: str = Field(default="und", description="Language in which it is said", min_length=2)
    confidence: float = Field(default=1, description="0 to 1", ge=0, le=1)
    origin: Origin = word("Where the value comes from")
    context: ClaimContext = word(
        "Where it stands: board and table weigh more than prose, prose more than an example", default="prose"
    )
    standing: StandingWord = word("Whether the text asserts it; only asserted values become facts", default="asserted")
    corrects: str = Field(default="", description="The value that it takes the place of, where it is a correction")
    is_weak: bool = Field(
        default=False, description="Whether it was told from words around a number that are not sure to belong to it"
    )
    note: str = Field(default="", description="The component or the reasoning behind a value that no passage states")
    made_by: str = Field(
        default="", description="The step that made it from several documents; empty: one document or list says it"
    )


class Claim(ClaimShape, table=True):
    """A value that a document, a card list or an inference states for a subject."""

    __table_args__ = (
        CheckConstraint("origin <> 'rulebook' OR passage_id IS NOT NULL", name="rulebook_claim_has_its_passage"),
        CheckConstraint("origin <> 'rulebook' OR document_id IS NOT NULL", name="rulebook_claim_has_its_document"),
        CheckConstraint("origin = 'rulebook' OR note <> ''", name="other_claim_says_where_from"),
    )

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    document_id: int | None = key("document", "The document", default=None)
    edition_id: int | None = key("edition", "The edition it holds for; none: all", default=None)
    passage_id: int | None = key("passage", "The passage that states it", default=None)
    fact_id: int | None = Field(
        default=None,
        foreign_key="fact.id",
        ondelete="SET NULL",
        index=True,
        description="The fact it supports",
    )


class FactShape(Shape):
    """The value that was chosen, and why."""

    subject: str = Field(description="kind:code or a bare code", min_length=1, index=True)
    attribute: str = Field(description="What is said of it", min_length=1)
    value: str = Field(description="The chosen value", min_length=1)
    origin: Origin = word("Origin of the chosen value")
    reason: str = Field(description="Why this value was chosen, in a sentence", min_length=1)
    is_provisional: bool = Field(default=False, description="Whether nothing decides for it, so that a person must")


class Fact(FactShape, table=True):
    """One value per edition, subject and attribute: what the engine plays."""

    __table_args__ = (
        Index("fact_is_unique", "game_id", text("coalesce(edition_id, 0)"), "subject", "attribute", unique=True),
    )

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    edition_id: int | None = key("edition", "The edition; none where the game's edition is not known", default=None)


class ConflictShape(Shape):
    """A disagreement, and how it was settled."""

    subject: str = Field(description="kind:code or a bare code", min_length=1)
    attribute: str = Field(description="What is disagreed about", min_length=1)
    kind: ConflictKind = word("Between languages, inside one document, between editions, or with a hand-kept list")
    chosen_value: str = Field(description="The value that became the fact")
    reason: str = Field(description="Why, in a sentence", min_length=1)
    status: ConflictStatus = word(
        "Whether it waits for a person, was settled by a rule, or is expected", default="settled"
    )


class Conflict(ConflictShape, table=True):
    """Claims that disagree about one subject and attribute."""

    __table_args__ = (
        Index(
            "conflict_is_unique",
            "game_id",
            text("coalesce(edition_id, 0)"),
            "subject",
            "attribute",
            "kind",
            unique=True,
        ),
    )

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    edition_id: int | None = key("edition", "The edition; none where editions differ", default=None)


class ConflictClaim(Shape, table=True):
    """A claim that takes part in a conflict."""

    __tablename__ = "conflict_claim"
    __table_args__ = (UniqueConstraint("conflict_id", "claim_id"),)

    id: int | None = primary_key()
    conflict_id: int = key("conflict", "The conflict")
    claim_id: int = key("claim", "The claim")


class FindingShape(Shape):
    """Something a person should look at."""

    kind: str = Field(description="Lower-kebab name of the check", min_length=1)
    severity: Severity = word("How much it matters")
    message: str = Field(description="What is wrong, where, and what to do", min_length=1)
    suggestion: str = Field(default="", description="What could stand there instead, where that is known")


class Finding(FindingShape, table=True):
    """Something that reading or comparing documents brought to light."""

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    document_id: int | None = key("document", "The document", default=None)
    passage_id: int | None = key("passage", "The passage", default=None)
