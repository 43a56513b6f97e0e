"""Where something stands on a page."""

from collections.abc import Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in points from the page's top left corner."""

    x0: float
    y0: float
    x1: float
    y1: float

    @classmethod
    def around(cls, boxes: Iterable["Box"]) -> "Box":
        """The smallest rectangle around others."""
        x0, y0, x1, y1 = zip(*((box.x0, box.y0, box.x1, box.y1) for box in boxes), strict=True)
        return cls(min(x0), min(y0), max(x1), max(y1))

    @property
    def width(self) -> float:
        return self.x1 - self.x0

    @property
    def height(self) -> float:
        return self.y1 - self.y0

    @property
    def middle(self) -> float:
        """How far down the page its middle lies."""
        return (self.y0 + self.y1) / 2

    def holds(self, other: "Box") -> bool:
        """Whether the middle of the other lies inside."""
        return self.x0 <= (other.x0 + other.x1) / 2 <= self.x1 and self.y0 <= other.middle <= self.y1
