"""Habits: how much a player of rules of thumb likes this and that; found by letting such players play each other."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Habits:
    """Everything is measured in bits of what the Abwehr learns, unless it is a share."""

    at_once: float = 0.12
    """What an effect is worth that happens when the card is played face up."""
    waits: float = 0.08
    """What an effect is worth that a card would have face down."""
    committed: float = 0.15
    """How much more a card is liked that makes something of those that lie there already."""
    later: float = 0.3
    """The share of a drawn card's worth that is what it may do in later months."""
    own_deck: float = 0.3
    """How much more a card of the own deck is liked, for what it does beside its number."""
    defector: float = -0.03
    """How much more an unknown card of the defector deck is liked: somebody did not keep it."""
    seen: float = 0.3
    """What turning up any token is worth beside what it tells at once."""
    untold: float = 0.5
    """The share of beta that the best combination brings before anything is predicted."""
    lead: float = 1.1
    """How surely a lead in symbols holds while cards are still to be played."""
