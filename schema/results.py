"""What validating and simulating found, and what play lacks."""

import datetime
from typing import Literal

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from schema.base import Shape, key, primary_key, word


class ValidationShape(Shape):
    """The outcome of one check."""

    check: str = Field(description="Name of the check, a claim about the data", min_length=1)
    subject: str = Field(default="", description="What was checked")
    status: Literal["passed", "failed", "unknown"] = word("How it went")
    message: str = Field(description="The evidence, in a sentence", min_length=1)
    supposed: str = Field(default="", description="Facts that had other values in this run; empty: none")
    done: int | None = Field(default=None, description="How many of what was looked at were found, where it is a share")
    total: int | None = Field(default=None, description="How many were looked at, where it is a share")
    family: str = Field(default="", description="The family of checks it belongs to, e.g. numbers", index=True)
    is_expected: bool = Field(default=False, description="Whether somebody declared this failure as known")
    more: str = Field(default="", description="The command that shows more about what was found")


class Validation(ValidationShape, table=True):
    """What `rulewright validate` found when it last ran."""

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    edition_id: int | None = key("edition", "The edition; none: all", default=None)
    ran_at: datetime.datetime = Field(description="When it ran, UTC")


class SimulationShape(Shape):
    """The setting and outcome of a batch of games."""

    players: int = Field(description="Number of players", ge=1)
    player: str = Field(description="Kind of player, e.g. random", min_length=1)
    games: int = Field(description="Games played", ge=1)
    seed: int = Field(description="Seed of the first game")
    options: str = Field(default="{}", description="Options of the game, as JSON")
    supposed: str = Field(default="", description="Facts that had other values in these games; empty: none")
    result: str = Field(description="Counts of outcomes, as JSON", min_length=1)


class Simulation(SimulationShape, table=True):
    """A batch of games that players of one kind played."""

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    edition_id: int | None = key("edition", "The edition; none: all", default=None)
    ran_at: datetime.datetime = Field(description="When it ran, UTC")


class CardPlayShape(Shape):
    """How often a card took part in games, and how they ended."""

    games: int = Field(description="Games that were looked at", ge=0)
    present: int = Field(description="Games in which something happened with the card", ge=0)
    low: float = Field(description="Least share of such games that the games played allow, 0 to 1", ge=0, le=1)
    high: float = Field(description="Greatest share of such games that they allow, 0 to 1", ge=0, le=1)
    outcomes: str = Field(default="[]", description="How those games ended, as JSON: outcome, count, share, low, high")
    events: str = Field(default="{}", description="What happened with it, how often, as JSON")


class CardPlay(CardPlayShape, table=True):
    """What a batch of games showed of one card; written by `rulewright simulate`."""

    __tablename__ = "card_play"
    __table_args__ = (UniqueConstraint("simulation_id", "card_id"),)

    id: int | None = primary_key()
    simulation_id: int = key("simulation", "The batch")
    card_id: int = key("card", "The card")


class MissingFactShape(Shape):
    """What play lacks."""

    subject: str = Field(default="", description="What is not known of: kind:code or a bare code")
    attribute: str = Field(default="", description="What is not known of it")
    part: str = Field(default="", description="The part of the game that is left out for want of it; empty: all of it")
    reason: str = Field(default="", description="Why the rows cannot be played where it is no fact that is missing")


class MissingFact(MissingFactShape, table=True):
    """What keeps an edition from being played, or from being played in full; found whenever facts are chosen."""

    __tablename__ = "missing_fact"

    id: int | None = primary_key()
    game_id: int = key("game", "The game")
    edition_id: int | None = key("edition", "The edition; none: all", default=None)
