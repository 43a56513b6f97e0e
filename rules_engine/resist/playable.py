"""Resist! registers itself: what is added to its rows."""

from dataclasses import replace

from rules_engine.from_rows.engine import FromRows
from rules_engine.game import Player
from rules_engine.playable import Playable
from rules_engine.resist import seen, thumb
from rules_engine.words import CARD, Naming

PLACES = ("pile", "deck", "place")
DATA = {"deck": ("deck",), "pile": ("pile", "place"), "side": ("side",), "group": ("group",), "outcome": ("score",)}
NAMING = Naming(DATA | {"from_": PLACES, "to": PLACES}, {"play": (CARD, "side")}, (CARD, *PLACES))


class Resist(FromRows):
    """The game with what the player sees and thinks of it."""

    view = seen.view
    steps_ahead = 0

    def rule_player(self) -> Player:
        """A player who follows rules of thumb."""
        return thumb.RulePlayer(self)

    quick_player = rule_player


def extended(playable: Playable) -> Playable:
    """What plays Resist!."""
    return replace(playable, engine=Resist, endings=("score", "", "outcome"), naming=NAMING)
