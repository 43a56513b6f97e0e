"""Places at which a book says otherwise than it is decided to say: they are kept, so that the contradiction is told.

“Three cards” in the rules and “five cards” in the summary: one of them is a slip, or a number of another printing, and
what is decided may be the wrong one.
"""

from dataclasses import dataclass

import numpy as np

from ingest.weighed.agree import PLACE, Agreed, Grid, shares


@dataclass(frozen=True, slots=True)
class RivalSettings:
    """What such a place is. In eight books new to the weights 436 of 442 numbers that were changed at one place are
    followed or such a place (426 before); in the same books as they are 15 values are such, 8 of them traps."""

    score: float = 2.0
    """What a pattern or a frame finds must have so much for itself,"""
    own: float = 0.5
    """and be so likely this fact by its own words, whatever is decided of the fact elsewhere."""
    likely: float = 0.2
    """What neither finds must be so likely what the book says of the fact."""


class Rivals:
    """The places of a document that say otherwise."""

    def __init__(self, scores: Grid, agreed: Agreed, settings: RivalSettings) -> None:
        own = shares(scores, PLACE) > settings.own
        self._strong = (scores > settings.score) & own
        self._likely = (agreed.likely > settings.likely) & own

    def of(self, number: int) -> dict[int, bool]:
        """The places that state a fact by their own words, and whether they are likely what the book says of it."""
        places = np.flatnonzero(self._strong[:, number] | self._likely[:, number])
        return {int(at): bool(self._likely[at, number]) for at in places}
