"""A part of a card: words that belong together, with their place and how sure they were read."""

from dataclasses import dataclass, field

from schema.cards import PartKind
from schema.reading import Box, Word


@dataclass(frozen=True, slots=True)
class Part:
    """Words of a card that belong together, with their place and how sure they were read."""

    kind: PartKind
    text: str
    box: Box
    confidence: float
    place: str = ""
    """Of a number: top-left, bottom-right, and so on."""
    size: float = 0.0
    """Of its type, in points."""
    words: tuple[Word, ...] = field(default=(), repr=False, compare=False)

    @property
    def weakest(self) -> float:
        """How surely the least sure word with a letter was read: one wrong word makes a wrong title."""
        with_letters = (word.confidence for word in self.words if any(map(str.isalpha, word.text)))
        return min(with_letters, default=self.confidence)
