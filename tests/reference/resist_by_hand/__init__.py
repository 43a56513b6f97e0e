"""Resist! written by hand: the plain reference that the game played from its rows goes in step with."""

from resist_by_hand.engine import Resist
from rules_engine.playable import Playable

BY_HAND = Playable(Resist.forms, engine=Resist, fits=Resist.check)
"""What `build_ruleset` is given to play by."""
