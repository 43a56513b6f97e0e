"""Black Orchestra registers itself: what the engine finds of it."""

from rules_engine.black_orchestra.engine import BlackOrchestra
from rules_engine.black_orchestra.positions import positions
from rules_engine.black_orchestra.proof import CHECKS, limits
from rules_engine.playable import Playable
from rules_engine.words import CARD, Naming

PLAYABLE = Playable(
    BlackOrchestra.forms,
    CHECKS,
    BlackOrchestra,
    limits=limits,
    positions=positions,
    endings=("result", ""),
    naming=Naming({"deck": ("deck",)}, other=(CARD, "deck")),
    unread={"deck:interrogation released-at": "where cards free prisoners, the line of each says at which level"},
)
