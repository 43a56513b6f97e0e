"""Who plays a game from rows: teams, whose seats win and score together, and roles with their points and aims."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from sqlalchemy import UniqueConstraint
from sqlmodel import Field

from schema.base import key, primary_key
from schema.play_row import PlayRowShape

if TYPE_CHECKING:
    from schema.play import PlayFile

Wrong = tuple[str, PlayRowShape, str, str]
"""A table, its row, the word, and what is wrong in a sentence."""


class TeamShape(PlayRowShape):
    """Seats that win and score together."""

    who: str = Field(
        default="", description="Condition for belonging to it, asked of each seat as `you`; none: seats in turn"
    )


class PlayTeam(TeamShape, table=True):
    """Seats that win and score together in a game that is played from rows."""

    __tablename__ = "team"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


class RoleShape(PlayRowShape):
    """What a card means to the seat whose role it is: points and an aim of its own."""

    points: str = Field(default="", description="What it brings whoever has it, called `you`, in points")
    aim: str = Field(default="", description="Condition that whoever has it, called `you`, tries to bring about")


class PlayRole(RoleShape, table=True):
    """A role in a game that is played from rows; its code is that of a card."""

    __tablename__ = "role"
    __table_args__ = (UniqueConstraint("game_id", "code"),)

    id: int | None = primary_key()
    game_id: int = key("game", "The game")


def wrong_people(play: "PlayFile", cards: tuple[str, ...]) -> Iterator[Wrong]:
    """What is wrong with teams and roles, with what is theirs, and with who wins."""
    yield from _wrong_teams(play)
    yield from _wrong_roles(play, cards)
    for row in play.ending:
        if row.tied == "win" and not row.best:
            yield "ending", row, "tied", "points are not compared, so that none can be equal: say `best`."
        elif (row.tied == "win" or row.wins) and not row.outcome:
            yield "ending", row, row.code, "several can win: say by `outcome` how that is called."
        elif row.tie_break and not row.best:
            yield (
                "ending",
                row,
                "tie-break",
                "points are not compared, so that nothing is to be told apart: say `best`.",
            )


def _wrong_teams(play: "PlayFile") -> Iterator[Wrong]:
    if len(play.team) == 1:
        yield "team", play.team[0], play.team[0].code, "it is the only team: list those that it plays against."
    asked, others = [row for row in play.team if row.who], [row for row in play.team if not row.who]
    if asked and len(others) != 1:
        sentence = (
            "some seats could be in no team or in several: leave `who` out of just one team, which takes the rest."
        )
        yield "team", asked[-1], asked[-1].who, sentence
    for table, row in play.rows():
        if getattr(row, "owner", "") == "team" and not play.team:
            yield table, row, "team", "the game has no teams that could own it."
    for zone in play.zone:
        if zone.owner == "team" and asked and zone.seen in ("owner", "others"):
            yield "zone", zone, zone.seen, "who is in a team can change, so that its zone cannot be hidden from others."
    for counter in play.counter:
        if counter.owner == "team" and (counter.fact or counter.means):
            yield (
                "counter",
                counter,
                "team",
                "what is stated or worked out is no team's: let each player have it.",
            )
    yield from _wrong_secrets(play)
    for phase in play.phase:
        if phase.how == "teams" and not play.team:
            yield "phase", phase, "teams", "the game has no teams that could take turns."


def _wrong_secrets(play: "PlayFile") -> Iterator[Wrong]:
    """Counters that only their players see must be kept by players, and their values known beforehand."""
    for row in (counter for counter in play.counter if counter.seen == "owner"):
        if row.owner != "player" or row.fact or row.means or row.kind not in ("number", "word", "seat"):
            yield "counter", row, "seen", "only a number, word or seat that each player keeps can be secret."
        elif row.kind == "number" and not (row.least and row.most):
            yield "counter", row, row.code, "a secret number needs `least` and `most`: the others know it lies between."


def _wrong_roles(play: "PlayFile", cards: tuple[str, ...]) -> Iterator[Wrong]:
    roles, held = {row.code for row in play.role}, [zone for zone in play.zone if zone.is_role]
    for row in play.role:
        if row.code not in cards:
            yield "role", row, row.code, f"the game has no card “{row.code}” that could give somebody the role."
        elif not held:
            yield "role", row, row.code, "no zone holds the roles of the players: mark one with `is-role`."
    for zone in held:
        if zone.owner != "player" or zone.holds != "cards":
            yield "zone", zone, zone.owner, "a role is a card that lies in a zone of its player."
        elif not roles:
            yield "zone", zone, "is-role", "the game lists no roles."
    for action in play.action:
        for named in action.role.split():
            if named not in roles:
                yield "action", action, named, f"there is no role “{named}”."
