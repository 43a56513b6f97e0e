"""Who plays which side: `rules` for all of them, or `lcs=rules abwehr=search`."""

from collections.abc import Mapping, Sequence

import typer

from rules_engine.game import Player
from rules_engine.players import PLAYERS, at_seats, make_player
from rules_engine.ruleset import Ruleset

SIDES = "faction"
"""Kind of the concepts that name the sides of a game, in the order of their seats."""


def sides_of(ruleset: Ruleset) -> tuple[str, ...]:
    """The sides that play against each other; none where there are no sides."""
    return ruleset.concepts.get(SIDES, ())


def read_seats(given: Sequence[str], sides: Sequence[str], hint: str = "--player") -> str:
    """Who plays, as typed, in one spelling: a single name where everyone is of that kind."""
    chosen = dict.fromkeys(sides, PLAYERS[1])
    everyone = PLAYERS[1]
    for text in given:
        side, is_named, name = text.rpartition("=")
        if name not in PLAYERS:
            raise typer.BadParameter(f"there is no player “{name}”; there are {', '.join(PLAYERS)}.", param_hint=hint)
        if is_named and side not in sides:
            offered = f"it has {' and '.join(sides)}" if sides else "all play together"
            raise typer.BadParameter(f"the game has no side “{side}”; {offered}.", param_hint=hint)
        if is_named:
            chosen[side] = name
        else:
            everyone, chosen = name, dict.fromkeys(sides, name)
    if len(set(chosen.values())) <= 1:
        return next(iter(chosen.values()), everyone)
    return " ".join(f"{side}={name}" for side, name in chosen.items())


def players_of(spelled: str, sides: Sequence[str]) -> Mapping[str, str]:
    """The kind of player at each side."""
    if "=" not in spelled:
        return dict.fromkeys(sides, spelled)
    return dict(part.split("=", 1) for part in spelled.split())


def make_players(ruleset: Ruleset, spelled: str, seed: int) -> Player:
    """Whoever plays all sides, each with luck of its own."""
    named = players_of(spelled, sides_of(ruleset))
    if not named:
        return make_player(ruleset, spelled, seed)
    return at_seats(ruleset, [make_player(ruleset, name, seed + seat) for seat, name in enumerate(named.values())])
