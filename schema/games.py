"""Games, their editions, the concepts they speak of, and the words for them."""

from typing import Literal

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field

from schema.base import Origin, Shape, TaughtBy, key, primary_key, word


class GameShape(Shape):
    """A game's code and name."""

    code: str = Field(description="Lower-kebab code, e.g. black-orchestra", unique=True, min_length=1)
    name: str = Field(description="Name as people say it", min_length=1)
    fingerprint: str = Field(default="", description="Checksum of the pack its words and lists came from")
    look: str = Field(default="{}", description="How it is drawn, as JSON: hues of decks, icons, places on a map")


class Game(GameShape, table=True):
    """A board game: one that a pack teaches, or one that its own rulebook alone tells of, named by its title."""

    id: int | None = primary_key()


class EditionShape(Shape):
    """An edition's code and name."""

    code: str = Field(description="1st, 2nd, …", min_length=1)
    name: str = Field(description="Name as people say it", min_length=1)


class Edition(EditionShape, table=True):
    """A published edition of a game; what has no edition holds for all of them."""

    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class ConceptShape(Shape):
    """What kind of thing, and its code."""

    kind: str = Field(description="location, item, track, leader, deck, …", min_length=1)
    code: str = Field(
        description="Lower-kebab English code, or the printed name folded; unique within its kind", min_length=1
    )
    origin: TaughtBy = word("Whether a pack tells of it or a document alone", default="pack")


class Concept(ConceptShape, table=True):
    """A thing that rulebooks of a game speak of, independent of language."""

    __table_args__ = (UniqueConstraint("game_id", "kind", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class NameShape(Shape):
    """A word or phrase for a concept in one language."""

    language: str = Field(description="ISO 639-1 code", min_length=2)
    text: str = Field(description="The name as printed or as listed", min_length=1)
    origin: Origin = word("Where the name comes from")


class Name(NameShape, table=True):
    """A name of a concept in a language: listed by the game's pack, or printed in a document."""

    __table_args__ = (
        Index("name_is_unique", "concept_id", "language", text("coalesce(document_id, 0)"), "text", unique=True),
    )

    id: int | None = primary_key()
    concept_id: int = key("concept", "The concept")
    document_id: int | None = key("document", "The document that prints it, if one does", default=None)
    passage_id: int | None = key("passage", "The first passage that prints it", default=None)


class NotationFormShape(Shape):
    """One allowed form of the effect notation."""

    part: Literal["trigger", "step", "condition"] = word("Which place of a line the form may take")
    form: str = Field(description="Words and {slots}, e.g. {track} {who} {signed}", min_length=1)
    meaning: str = Field(description="What it does, in a sentence")


class NotationForm(NotationFormShape, table=True):
    """A form of a game's effect notation: together they are its closed vocabulary."""

    __tablename__ = "notation_form"
    __table_args__ = (UniqueConstraint("game_id", "part", "form"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class PhraseShape(Shape):
    """A printed wording of a notation form in one language."""

    language: str = Field(description="ISO 639-1 code", min_length=2)
    notation: str = Field(description="The notation form it stands for", min_length=1)
    wording: str = Field(description="Printed words with the same {slots}", min_length=1)
    seq: int = Field(description="0 is the wording used for rendering; the others are only read", ge=0)


class Phrase(PhraseShape, table=True):
    """The phrasebooks: printed wording and notation, both ways, for every language."""

    __table_args__ = (UniqueConstraint("game_id", "language", "notation", "seq"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class AskedWordsShape(Shape):
    """How players ask for a rule or a thing in other words than ours."""

    subject: str = Field(description="The rule as rule:code, or the concept as kind:code", min_length=3)
    language: str = Field(description="ISO 639-1 code", min_length=2)
    phrases: str = Field(description="What they ask or call it, a phrase a line", min_length=1)


class AskedWords(AskedWordsShape, table=True):
    """Everyday words of a language for the rules and things of a game, by which they are found and never shown."""

    __tablename__ = "asked_words"
    __table_args__ = (UniqueConstraint("game_id", "subject", "language"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class IdeaWordsShape(Shape):
    """How a language says the ideas that the cues of rules are made of."""

    language: str = Field(description="ISO 639-1 code", min_length=2)
    words: str = Field(description="Forms of each idea as JSON; a star stands for any ending", min_length=2)


class IdeaWords(IdeaWordsShape, table=True):
    """The words of a language for the ideas of a game's rules, by which rules are found in other words than ours."""

    __tablename__ = "idea_words"
    __table_args__ = (UniqueConstraint("game_id", "language"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
