"""What any rulebook tells of its game without a pack: components, terms, the course of play, and what may be cards."""

from typing import Literal

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from schema.base import Shape, key, primary_key, word

Per = Literal["box", "player", "card"]
"""Of what a component's number is: all that lie in the box, those of each player, or those on one card."""
OutlineKind = Literal["setup", "round", "phase", "step", "action", "end", "components", "section"]
CandidateKind = Literal["card", "place"]


class ComponentShape(Shape):
    """A thing of the box as a document lists it."""

    code: str = Field(description="Its printed name folded, unique within the document", min_length=1)
    name: str = Field(description="As it is printed, without its number", min_length=1)
    language: str = Field(description="ISO 639-1 code", min_length=2)
    count: int | None = Field(default=None, description="How many the document says there are", ge=0)
    per: Per = word("Of what the number is", default="box")
    part_of: str = Field(default="", description="Code of the component it is a part of, where it is one")
    seq: int = Field(description="Place in the list, from 0", ge=0)


class Component(ComponentShape, table=True):
    """A component of a game; its number is the fact `component:<code>` `count`, or `count-per-player`."""

    __table_args__ = (UniqueConstraint("document_id", "code", "per", "part_of"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    document_id: int = key("document", "The document that lists it")
    passage_id: int = key("passage", "The passage that lists it")


class TermShape(Shape):
    """A word that a document uses in a sense of its own."""

    language: str = Field(description="ISO 639-1 code", min_length=2)
    uses: int = Field(description="How often the document uses it, in all its forms", ge=0)
    evidence: str = Field(default="", description="What shows it to be a term: defined, bold, capitals, frequent")
    score: float = Field(default=100, description="How surely it is a term, 0 to 100", ge=0, le=100)


class GlossaryTerm(TermShape, table=True):
    """A term of a game in one document; its printed forms are names of its concept, its uses are mentions."""

    __tablename__ = "term"
    __table_args__ = (UniqueConstraint("document_id", "concept_id"),)

    id: int | None = primary_key()
    concept_id: int = key("concept", "The concept")
    document_id: int = key("document", "The document that uses it")
    passage_id: int | None = Field(
        default=None,
        foreign_key="passage.id",
        ondelete="SET NULL",
        index=True,
        description="The passage that defines it, where one does",
    )


class OutlineShape(Shape):
    """A part of how a game is laid out and played."""

    seq: int = Field(description="Place in the document, from 0", ge=0)
    level: int = Field(description="How deep it is nested, from 1", ge=1)
    number: str = Field(default="", description="Its number as it is printed, where it has one")
    title: str = Field(description="Its heading, or how its list item begins", min_length=1)
    kind: OutlineKind = word("What part of play it is")
    path: str = Field(description="Codes of the parts above it and its own, joined by /", min_length=1)


class Outline(OutlineShape, table=True):
    """A step in the outline of a document: set-up, rounds, phases, steps, actions and the end, in order and nested."""

    __table_args__ = (UniqueConstraint("document_id", "seq"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    document_id: int = key("document", "The document")
    parent_id: int | None = key("outline", "The part it belongs to", default=None)
    passage_id: int = key("passage", "The passage that heads it")


class CandidateShape(Shape):
    """Something that may be a card or a place."""

    kind: CandidateKind = word("What it may be")
    name: str = Field(description="As it is printed", min_length=1)
    body: str = Field(default="", description="What stands under its name")
    evidence: str = Field(description="What speaks for it, in a sentence", min_length=1)
    score: float = Field(description="How surely it is one, 0 to 100", ge=0, le=100)


class CardOrPlace(CandidateShape, table=True):
    """A card or place that a document seems to print; a person says yes or no to it in `rulewright review`."""

    __tablename__ = "candidate"
    __table_args__ = (UniqueConstraint("document_id", "kind", "passage_id"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    document_id: int = key("document", "The document")
    passage_id: int = key("passage", "The passage that prints it")
