"""Black Orchestra registers itself: what the engine finds of it."""

from rules_engine.black_orchestra.engine import BlackOrchestra
from rules_engine.black_orchestra.forms import FORMS
from rules_engine.black_orchestra.proof import CHECKS, limits
from rules_engine.playable import Playable
from rules_engine.words import CARD, Naming

PLAYABLE = Playable(
    FORMS,
    CHECKS,
    BlackOrchestra,
    limits=limits,
    endings=("result", ""),
    naming=Naming({"deck": ("deck",)}, other=(CARD, "deck")),
)
