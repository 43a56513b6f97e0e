"""Decks, cards, what is printed on them, and what they do."""

from typing import Literal

from sqlalchemy import Index, UniqueConstraint, text
from sqlmodel import Field

from schema.base import Origin, Shape, key, primary_key, word

OwnerKind = Literal["card", "location", "delivery", "rule"]
PartKind = Literal["title", "label", "body", "number", "foot", "icon"]
ICON: PartKind = "icon"


class DeckShape(Shape):
    """A deck's code."""

    code: str = Field(description="Lower-kebab code, e.g. conspirator", min_length=1)
    is_found: bool = Field(default=False, description="Whether only documents tell of it, and no pack")


class Deck(DeckShape, table=True):
    """A deck of cards of a game; its declared size is the fact `deck:<code>` `size`."""

    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class CardShape(Shape):
    """What is known of a card apart from its words."""

    code: str = Field(description="Lower-kebab code, unique within the game and edition", min_length=1)
    kind: str = Field(default="", description="Kind within the deck, e.g. illegal or plot")
    copies: int = Field(default=1, description="How many of it the deck holds", ge=0)
    origin: Origin = word("Where the card is known from")
    component: str = Field(default="", description="The physical component or reasoning it was taken from")
    unclear: str = Field(default="", description="What the sources leave open about it")
    is_found: bool = Field(
        default=False, description="Whether only documents tell of it, and no pack; it is not played"
    )


class Card(CardShape, table=True):
    """A card of a deck; its numbers are facts of its subject, its words are in card_text."""

    __table_args__ = (Index("card_is_unique", "game_id", text("coalesce(edition_id, 0)"), "code", unique=True),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    edition_id: int | None = key("edition", "The edition; none: all", default=None)
    deck_id: int = key("deck", "The deck")


class CardTextShape(Shape):
    """A card's words in one language."""

    language: str = Field(description="ISO 639-1 code", min_length=2)
    title: str = Field(description="Title of the card")
    body: str = Field(default="", description="What it says, in full where a document prints it")
    origin: Origin = word("Where the words come from")


class CardText(CardTextShape, table=True):
    """A card's title and text in one language; absent means untranslated."""

    __tablename__ = "card_text"
    __table_args__ = (
        Index("card_text_is_unique", "card_id", "language", "origin", text("coalesce(passage_id, 0)"), unique=True),
    )

    id: int | None = primary_key()
    card_id: int = key("card", "The card")
    passage_id: int | None = key("passage", "The passage that prints it", default=None)


class CardPartShape(Shape):
    """Words of a card that belong together, as a picture of it shows them."""

    seq: int = Field(description="Order on the card, from 0", ge=0)
    kind: PartKind = word("What the words are")
    place: str = Field(default="", description="Of a number: top-left, bottom-right and so on")
    text: str = Field(description="The words as they were read; of an icon what a person called it")
    confidence: float = Field(description="0 to 1, from recognition", ge=0, le=1)
    x0: float = Field(description="Left edge in points of the page")
    y0: float = Field(description="Upper edge in points of the page")
    x1: float = Field(description="Right edge in points of the page")
    y1: float = Field(description="Lower edge in points of the page")
    likeness: str = Field(default="", description="Of an icon: light and dark of it in hexadecimal digits")
    icon: str = Field(
        default="", description="Of an icon: a code that all like ones bear; empty where it recurs on no other card"
    )


class PrintedPart(CardPartShape, table=True):
    """A part of a pictured card: title, label, text, number, foot or icon, with its place."""

    __tablename__ = "card_part"
    __table_args__ = (UniqueConstraint("passage_id", "seq"),)

    id: int | None = primary_key()
    card_id: int = key("card", "The card")
    passage_id: int = key("passage", "The passage that prints it")


class CardPictureShape(Shape):
    """A picture of a card."""

    image: str = Field(default="", description="File beside the database, cut out and laid straight; empty for none")
    likeness: str = Field(
        default="", description="Light and dark of the picture in hexadecimal digits; like pictures differ in few"
    )


class CardPicture(CardPictureShape, table=True):
    """One of the pictures of a card; each scan or photo of it is one."""

    __tablename__ = "card_picture"
    __table_args__ = (UniqueConstraint("passage_id"),)

    id: int | None = primary_key()
    card_id: int = key("card", "The card")
    passage_id: int = key("passage", "The passage that was read off it")


class EffectShape(Shape):
    """What something does, in notation."""

    owner_kind: OwnerKind = word("What the effect belongs to")
    owner_id: int = Field(description="Row of the owner in its own table", index=True)
    seq: int = Field(default=0, description="Order among the owner's effects", ge=0)
    notation: str = Field(description="One line of the effect notation", min_length=1)
    origin: Origin = word("Where it comes from; built from facts where a rulebook prints the numbers")
    unclear: str = Field(default="", description="What the sources leave open about it")


class Effect(EffectShape, table=True):
    """One line of executable notation of a card, location, delivery or rule."""

    __table_args__ = (
        Index(
            "effect_is_unique",
            "game_id",
            text("coalesce(edition_id, 0)"),
            "owner_kind",
            "owner_id",
            "seq",
            unique=True,
        ),
    )

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    edition_id: int | None = key("edition", "The edition; none: all", default=None)
    passage_id: int | None = key("passage", "The passage that prints it", default=None)


class EffectFactShape(Shape):
    """Which fact fills which number of a line."""

    slot: int = Field(description="Which number of the line, from 1; 0: the whole line, as its card prints it", ge=0)
    subject: str = Field(description="Subject of the fact, e.g. location:paris", min_length=1)
    attribute: str = Field(description="Attribute of the fact, e.g. enter.suspicion", min_length=1)


class EffectFact(EffectFactShape, table=True):
    """A number of an effect that is filled by a fact, looked up in the edition that is read."""

    __tablename__ = "effect_fact"
    __table_args__ = (UniqueConstraint("effect_id", "slot"),)

    id: int | None = primary_key()
    effect_id: int = key("effect", "The effect")
