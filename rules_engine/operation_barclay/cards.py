"""The cards as the engine needs them: numbers for codes, values from facts, programs from effects."""

from dataclasses import dataclass, field

from rules_engine.operation_barclay.ops import Program
from rules_engine.operation_barclay.state import Lying


@dataclass(slots=True)
class Cards:
    """Tables by the number of a card."""

    codes: list[str]
    numbers: dict[str, int]
    backs: list[str]
    """The deck that a card belongs to, which its back shows."""
    kinds: list[str]
    ranks: list[tuple[int, ...]]
    """The numbers it may count as; none for a card that is no part of the combination."""
    colours: list[tuple[int, ...]]
    symbols: list[tuple[int, ...]]
    plays: list[frozenset[int]]
    """The phases in which it may be played."""
    decks: dict[str, list[int]]
    lowest: int = 0
    """The lowest number of any card."""
    highest: int = 0
    programs: list[Program] = field(default_factory=list)
    face_up: list[tuple[int, ...]] = field(default_factory=list)
    """By card the programs that happen when it is played face up."""
    analysis: list[tuple[int, ...]] = field(default_factory=list)
    evaluation: list[tuple[int, ...]] = field(default_factory=list)
    face_down: list[tuple[int, ...]] = field(default_factory=list)
    """By card what happens in the evaluation if it was played face down."""

    def laid(self, card: int, facing: int) -> Lying:
        """The card as it is laid into a space."""
        return Lying(card, facing, self.ranks[card], self.colours[card])
