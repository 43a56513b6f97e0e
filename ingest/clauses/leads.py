"""What leads a passage: the lead-ins of the lists in which it stands.

In Markdown a list within a list is indented. Elsewhere an item that ends in a colon leads those behind it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.clauses.shapes import Layer
from schema.documents import PassageShape
from schema.tokens import Token

_ENDED = (".", "!", "?", ")", "”", "“", '"')
"""What ends a passage that no list completes."""


@dataclass(frozen=True, slots=True)
class _Lead:
    depth: float
    layers: tuple[Layer, ...]
    is_item: bool


class Leads:
    """The lead-ins that hold at one place of a section."""

    def __init__(self) -> None:
        self._open: list[_Lead] = []

    def over(self, passage: PassageShape) -> tuple[Layer, ...]:
        """What leads a passage, the nearest first."""
        self._close(_depth(passage), is_item=passage.kind == "item")
        return self._layers()

    def over_table(self, last: Sequence[Token]) -> tuple[Layer, ...]:
        """What leads a table: a lead-in, or all that was said right before it."""
        return self._layers() or (Layer("before", tuple(last)),)

    def _layers(self) -> tuple[Layer, ...]:
        return tuple(layer for lead in reversed(self._open) for layer in lead.layers)

    def add(
        self, passage: PassageShape, sentences: Sequence[tuple[Token, ...]], following: PassageShape | None
    ) -> None:
        """Take in a passage that may lead the next ones."""
        if not sentences:
            return
        depth, is_item = float(_depth(passage)), passage.kind == "item"
        is_over = following is not None and following.kind == "item" and _depth(following) > depth
        is_led = following is not None and following.kind in ("item", "table")
        ends_open = not passage.text.rstrip().endswith(_ENDED)
        is_lead = (
            passage.text.rstrip().endswith(":") or passage.kind == "label" or (not is_item and is_led and ends_open)
        )
        if not is_lead and not (is_item and is_over):
            return
        layers = (
            Layer("lead", sentences[-1], passage),
            *(Layer("topic", sentence) for sentence in reversed(sentences[:-1])),
        )
        if is_item and not is_over:
            self._open = [lead for lead in self._open if lead.depth != depth - 0.5 or not lead.is_item]
        self._open.append(_Lead(depth if is_item and is_over else depth - 0.5, layers, is_item))

    def _close(self, depth: int, *, is_item: bool) -> None:
        """End the lists to which what stands at a depth does not belong."""
        self._open = [lead for lead in self._open if lead.depth < (depth if is_item else depth - 0.5)]


def _depth(passage: PassageShape) -> int:
    return len(passage.raw_text) - len(passage.raw_text.lstrip(" \t"))
