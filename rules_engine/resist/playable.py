"""Resist! registers itself: what the engine finds of it."""

from rules_engine.playable import Playable
from rules_engine.resist.engine import Resist
from rules_engine.resist.examples import CHECKS, limits
from rules_engine.resist.positions import positions
from rules_engine.words import CARD, Naming

_PLACES = ("pile", "deck", "place")
PLAYABLE = Playable(
    Resist.forms,
    CHECKS,
    Resist,
    Resist.check,
    limits=limits,
    positions=positions,
    endings=("score", "", "outcome"),
    naming=Naming(
        {
            "deck": ("deck",),
            "pile": ("pile", "place"),
            "side": ("side",),
            "group": ("group",),
            "outcome": ("score",),
            "from_": _PLACES,
            "to": _PLACES,
        },
        {"play": (CARD, "side")},
        (CARD, *_PLACES),
    ),
)
