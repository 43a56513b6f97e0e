"""Operation Barclay registers itself: what the engine finds of it."""

from rules_engine.operation_barclay.engine import Barclay
from rules_engine.operation_barclay.examples import CHECKS, limits
from rules_engine.operation_barclay.rare_tables import positions
from rules_engine.playable import Playable
from rules_engine.words import CARD, Naming

PLAYABLE = Playable(
    Barclay.forms,
    CHECKS,
    Barclay,
    Barclay.check,
    limits=limits,
    positions=positions,
    sides="faction",
    endings=("faction", ""),
    naming=Naming({"deck": ("deck",)}, other=(CARD, "deck")),
)
