"""The frame of a game that is played from rows: places, values, phases, actions, endings, and its own words."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, model_validator
from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from schema.base import key, primary_key, word
from schema.play_people import PlayRole, PlayTeam, RoleShape, TeamShape
from schema.play_row import PlayRowShape


class SpaceShape(PlayRowShape):
    """Spaces of one sort on the table, each of which has zones of its own."""

    count: str = Field(default="", description="How many there are; none where they are the places of the board")
    is_board: bool = Field(default=False, description="Whether they are the places of the board, with their paths")
    called: str = Field(default="", description="Zone of the space whose card gives it its name")
    otherwise: str = Field(default="", description="Its name where no card lies there")


class PlaySpace(SpaceShape, table=True):
    """Spaces of one sort in a game that is played from rows."""

    __tablename__ = "space"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class ZoneShape(PlayRowShape):
    """A place for cards or dice."""

    owner: Literal["table", "player", "team", "space"] = word(
        "Whose it is: one for all, or one for each player, team or space", default="table"
    )
    holds: Literal["cards", "dice"] = word("What lies in it", default="cards")
    kept: Literal["row", "bag", "stack"] = word(
        "How: a row in the order of coming, a bag drawn from at random, a stack with its top at the end", default="row"
    )
    seen: Literal["all", "owner", "others", "none", "face-up"] = word(
        "Who sees what lies in it; face-up: all see the cards that lie so. All see how many", default="all"
    )
    begins: str = Field(default="", description="Cards: the deck that lies in it at first, or all. Dice: their number")
    faces: str = Field(default="", description="Of dice: the number of their faces")
    refill: str = Field(default="", description="Zone that is shuffled into this one when more is drawn than is there")
    tells: str = Field(default="", description="What is told when it is refilled")
    is_role: bool = Field(default=False, description="Whether the card in it is the role of its player")


class PlayZone(ZoneShape, table=True):
    """A place for cards or dice in a game that is played from rows."""

    __tablename__ = "zone"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class CounterShape(PlayRowShape):
    """A value: one that play changes, one that a fact states, one that is worked out, or an option of the set-up."""

    owner: Literal["table", "player", "team", "card", "line", "space"] = word(
        "Whose it is: one for all, for each player, team, card or space, or for each line that happens", default="table"
    )
    kind: Literal["number", "seat", "card", "word", "space", "spaces", "cards"] = word(
        "What it holds", default="number"
    )
    start: str = Field(default="", description="What it begins with; a number with none unless told otherwise")
    least: str = Field(default="", description="What it never falls below")
    most: str = Field(default="", description="What it never rises above")
    fact: str = Field(
        default="", description="Subject and attribute of the fact that states it; {players}, {space}, {per} fit play"
    )
    per: str = Field(default="", description="Number by which it is looked up in a table of facts, as {per}")
    otherwise: str = Field(default="", description="What it is where no document states the fact")
    means: str = Field(default="", description="What it is worked out from, whenever it is asked for")
    words: str = Field(default="", description="Of words: which it may be, in their order")
    is_option: bool = Field(default=False, description="Whether it is chosen at the set-up, the first word by default")
    lasts: str = Field(default="", description="Phase at whose opening it begins anew; none: the whole game")
    seen: Literal["all", "owner"] = word("Who sees it: all, or its player alone", default="all")


class PlayCounter(CounterShape, table=True):
    """A value in a game that is played from rows."""

    __tablename__ = "counter"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class PhaseShape(PlayRowShape):
    """A part of the game, within another one, and how it is gone through."""

    inside: str = Field(default="", description="Phase that it is a part of; none: the whole game")
    how: Literal["once", "loop", "round", "back", "turns", "teams"] = word(
        "Once; again and again; each seat once, clockwise or back; seat after seat without end; the first of each team",
        default="once",
    )
    leader: str = Field(default="", description="Seat with which a round or turns begin; the first unless told")
    who: str = Field(default="", description="Condition for taking part, asked of each seat as `you`")
    until: str = Field(default="", description="Condition that ends it, asked before each time")
    condition: str = Field(default="", description="Condition without which it is left out")
    opens: str = Field(default="", description="What happens first, each time, as a line of steps")
    closes: str = Field(default="", description="What happens last, each time, as a line of steps")
    resolves: str = Field(default="", description="Lines of cards that happen then, in the order that is chosen")
    tells: str = Field(default="", description="What is told when such a line begins")
    is_asked: bool = Field(default=False, description="Whether who can do one thing only is asked all the same")


class PlayPhase(PhaseShape, table=True):
    """A part of a game that is played from rows: what comes after what."""

    __tablename__ = "phase"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class ActionShape(PlayRowShape):
    """Something that a player may do in a phase."""

    phase: str = Field(description="Phase in which it can be done", min_length=1)
    takes: str = Field(default="", description="What is chosen with it: `name: which; name: which`")
    condition: str = Field(default="", description="Condition without which it cannot be done")
    does: str = Field(description="What it does, as a line of steps", min_length=1)
    is_sealed: bool = Field(default=False, description="Whether the others do not see what was chosen")
    says: str = Field(default="", description="How it is spelled, with what it takes in braces; else by its code")
    may: str = Field(default="", description="Lines that may happen with it: `word: which`; the word is added to it")
    tells: str = Field(default="", description="What is told when these lines begin")
    role: str = Field(default="", description="Roles that alone can do it, whoever has one of them; none: all")

    @property
    def spelled(self) -> str:
        """How it is spelled in the phrasebook: its code, and what it takes in braces."""
        if self.says:
            return self.says
        names = (part.partition(":")[0] for part in self.takes.split("; ") if part)
        return " ".join([self.code, *(f"{{{name}}}" for name in names)])


class PlayAction(ActionShape, table=True):
    """Something that a player may do in a game that is played from rows."""

    __tablename__ = "action"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class TriggerShape(PlayRowShape):
    """What happens when something happens."""

    after: str = Field(description="Action after which it happens", min_length=1)
    condition: str = Field(default="", description="Condition without which it does not happen")
    does: str = Field(description="What happens, as a line of steps", min_length=1)


class PlayTrigger(TriggerShape, table=True):
    """What happens when something happens, in a game that is played from rows."""

    __tablename__ = "trigger"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class ModifierShape(PlayRowShape):
    """What changes a permission: of all that an action could take, only some."""

    action: str = Field(description="Action that it restricts", min_length=1)
    condition: str = Field(default="", description="When it holds")
    only: str = Field(description="Condition on what is taken", min_length=1)
    is_strict: bool = Field(default=False, description="Whether it holds even where nothing is left to take")


class PlayModifier(ModifierShape, table=True):
    """What changes a permission in a game that is played from rows."""

    __tablename__ = "modifier"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class EndingShape(PlayRowShape):
    """How the game ends."""

    phase: str = Field(default="", description="Phase at whose end it is asked; none: after every action")
    condition: str = Field(default="", description="Condition for the end; none: always")
    outcome: str = Field(default="", description="How it ended where it is not called by one winner: a draw, or shared")
    score: str = Field(default="", description="Points of a seat, called `you`; together: of all")
    best: Literal["most", "least", ""] = word("Who wins: most points, least points; empty: all together", default="")
    tie_break: str = Field(default="", description="Number by which those with equal points are told apart, as `best`")
    tied: Literal["draw", "win"] = word(
        "What becomes of those who are still equal: nobody wins, or all", default="draw"
    )
    wins: str = Field(default="", description="Condition by which a seat, called `you`, wins whatever its points")
    tells: str = Field(default="", description="What is told of it, in a game that tells in its own words")


class PlayEnding(EndingShape, table=True):
    """How a game that is played from rows ends."""

    __tablename__ = "ending"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class OccasionShape(PlayRowShape):
    """When lines of cards happen."""

    trigger: str = Field(description="The words that such a line begins with", min_length=1)
    decks: str = Field(description="Decks whose cards have such lines", min_length=1)
    at: str = Field(default="", description="Words by which rows ask for it; the trigger unless told otherwise")
    is_standing: bool = Field(default=False, description="Whether such lines can hold as long as their card is there")


class PlayOccasion(OccasionShape, table=True):
    """When lines of cards happen in a game that is played from rows."""

    __tablename__ = "occasion"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class VerbShape(PlayRowShape):
    """A step of the game's own notation, said in general words."""

    form: str = Field(default="", description="The form of the notation; none: only rows of the frame speak of it")
    only: str = Field(default="", description="Words that must stand in its slots: `slot: word word; slot: word`")
    decks: str = Field(default="", description="Decks whose cards may do it; none: all")
    first: str = Field(default="", description="What happens once, before anything is chosen, as a line of steps")
    each: str = Field(default="", description="Spaces for each of which it happens, called `there`")
    times: str = Field(default="", description="How often; once unless told otherwise")
    takes: str = Field(default="", description="What is chosen each time: `name: which; name: which`")
    says: str = Field(default="", description="How a choice is spelled, with what is taken in braces")
    stops: str = Field(default="", description="Choice by which whoever chooses has enough")
    is_asked: bool = Field(default=True, description="Whether somebody chooses; else the first is taken")
    does: str = Field(default="", description="What happens each time, as a line of steps")
    needs: str = Field(default="", description="What there must be enough of for the line to happen in full")
    amount: str = Field(default="", description="How many of it; needs of the same thing add up over a line")
    notes: str = Field(default="", description="Attribute that its card gets by it, as long as the card is there")
    value: str = Field(default="", description="Its value; one unless told otherwise")
    joined: Literal["sum", "least"] = word("What several on one card make", default="sum")


class PlayVerb(VerbShape, table=True):
    """A step of the game's own notation in a game that is played from rows."""

    __tablename__ = "verb"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class TellingShape(PlayRowShape):
    """What is told when something happens; a game that has such rows tells nothing else."""

    kind: str = Field(default="", description="The kind of event; its code unless told otherwise")
    data: str = Field(default="", description="What it says: `name: which; name: which`")
    is_of_line: bool = Field(default=False, description="Whether it obeys the rule of the row that tells it")


class PlayTelling(TellingShape, table=True):
    """What is told in a game that is played from rows."""

    __tablename__ = "telling"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class VariantShape(PlayRowShape):
    """A disputed rule the other way: one row of the frame as it could also be."""

    called: str = Field(default="", description="Name of the variant; rows of one rule and name go together")
    of: str = Field(description="Table and code of the row that it changes: `modifier follow-suit`", min_length=1)
    column: str = Field(default="", description="Column that it changes; none: the row is left out")
    becomes: str = Field(default="", description="What stands there then; nothing unless told")
    says: str = Field(default="", description="The variant in a sentence of ours")

    @property
    def name(self) -> str:
        """What the variant is called."""
        return self.called or self.code


class PlayVariant(VariantShape, table=True):
    """A disputed rule the other way, in a game that is played from rows."""

    __tablename__ = "variant"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


PLAY_TABLES: Mapping[str, type[PlayRowShape]] = {
    "team": PlayTeam,
    "role": PlayRole,
    "space": PlaySpace,
    "zone": PlayZone,
    "counter": PlayCounter,
    "phase": PlayPhase,
    "action": PlayAction,
    "trigger": PlayTrigger,
    "modifier": PlayModifier,
    "ending": PlayEnding,
    "occasion": PlayOccasion,
    "verb": PlayVerb,
    "telling": PlayTelling,
    "variant": PlayVariant,
}
"""The tables of the frame by their names, which are also those of the entries in play.toml."""


class PlayFile(BaseModel):
    """play.toml: the frame of a game that is played from rows."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    team: list[TeamShape] = []
    role: list[RoleShape] = []
    space: list[SpaceShape] = []
    zone: list[ZoneShape] = []
    counter: list[CounterShape] = []
    phase: list[PhaseShape] = []
    action: list[ActionShape] = []
    trigger: list[TriggerShape] = []
    modifier: list[ModifierShape] = []
    ending: list[EndingShape] = []
    occasion: list[OccasionShape] = []
    verb: list[VerbShape] = []
    telling: list[TellingShape] = []
    variant: list[VariantShape] = []

    @model_validator(mode="before")
    @classmethod
    def _spelled_as_columns(cls, content: Any) -> Any:
        """Keys are written with hyphens, lines may be broken, and what an action takes is a small table."""
        if not isinstance(content, Mapping):
            return content
        return {
            name: [_columns(row, seq) for seq, row in enumerate(rows)] if isinstance(rows, list) else rows
            for name, rows in content.items()
        }

    def rows(self) -> Iterator[tuple[str, PlayRowShape]]:
        """Every row with the name of its table."""
        for name in PLAY_TABLES:
            yield from ((name, row) for row in getattr(self, name))

    @property
    def is_there(self) -> bool:
        """Whether there is a frame at all."""
        return bool(self.phase)


def _columns(row: Any, seq: int) -> Any:
    if not isinstance(row, Mapping):
        return row
    columns = {str(name).replace("-", "_"): value for name, value in row.items()}
    for name, value in columns.items():
        if isinstance(value, str):
            columns[name] = " ".join(value.split())
        elif isinstance(value, Mapping):
            columns[name] = "; ".join(f"{part}: {which}" for part, which in value.items())
        elif isinstance(value, list):
            columns[name] = " ".join(map(str, value))
    return {**columns, "seq": seq}
