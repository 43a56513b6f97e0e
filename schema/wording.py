"""Wordings: patterns of words and slots by which print is read, tolerant of inflection.

    {number} {deck}                       51 karet spiklenců
    {amount} {track} za {item} ({who})    -2 podezření za Mapu (jen ty)

One mechanism serves the patterns of claims and the phrasebooks. A wording never holds a number: values
come from what it is laid upon.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache

from schema.wording_parts import (
    NUMERIC,
    RANGE_ENDS,
    Binding,
    Literal,
    Node,
    Road,
    Slot,
    Text,
    roads,
    walk,
)
from schema.wording_reader import Misprint, read_wording

__all__ = ["NUMERIC", "Binding", "Found", "Text", "Wording", "WordingError", "compile_wording", "fill"]


class WordingError(ValueError):
    """A wording that cannot be read."""


@dataclass(frozen=True, slots=True)
class Found:
    """A wording found in a text."""

    start: int
    end: int
    bindings: tuple[Binding, ...]

    def rounds(self) -> Iterator[dict[str, Binding]]:
        """One set of bindings for each round of a repetition, or one in all."""
        common = {b.name: b for b in self.bindings if b.round == 0}
        numbers = sorted({b.round for b in self.bindings if b.round})
        for number in numbers or [0]:
            yield common | {b.name: b for b in self.bindings if b.round == number}


@dataclass(frozen=True, slots=True)
class Wording:
    """A compiled wording."""

    source: str
    body: Node
    heading: Node | None = None
    roads: tuple[Road, ...] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "roads", tuple(roads(self.body)))

    def at(self, text: Text, start: int) -> Found | None:
        """The wording exactly at a place."""
        for end, trail in self.body.match(text, start, ()):
            return Found(start, end, trail)
        return None

    def find(self, text: Text, starts: Sequence[int] | None = None) -> Iterator[Found]:
        """Every place where the wording stands; places do not overlap."""
        passed = 0
        for start in self._starts(text) if starts is None else starts:
            if start >= passed and (found := self.at(text, start)):
                passed = max(found.end, start + 1)
                yield found

    def _starts(self, text: Text) -> Sequence[int]:
        if len(self.roads) == 1:
            return list(text.starts(self.roads[0]))
        return sorted({start for road in self.roads for start in text.starts(road)})

    def words(self) -> set[str]:
        """The literal words it contains, folded: a lexicon must know them."""
        nodes = [self.body] if self.heading is None else [self.body, self.heading]
        return {n.word for root in nodes for n in walk(root) if isinstance(n, Literal)}

    def slots(self) -> set[str]:
        """The names of its slots."""
        nodes = [self.body] if self.heading is None else [self.body, self.heading]
        slots = [n for root in nodes for n in walk(root) if isinstance(n, Slot)]
        return {n.name for n in slots} | {end for n in slots if "range" in n.kinds for end in RANGE_ENDS}

    def kinds(self) -> set[tuple[str, str | None]]:
        """Kind, and code where one is fixed, of each slot."""
        nodes = [self.body] if self.heading is None else [self.body, self.heading]
        return {(k, n.code) for root in nodes for n in walk(root) if isinstance(n, Slot) for k in n.kinds}


@cache
def compile_wording(source: str) -> Wording:
    """Read a wording, or raise a WordingError that says what is wrong with it."""
    if any(c.isdigit() for c in _outside_slots(source)):
        raise WordingError(f"A wording must not hold a number, but “{source}” does; use a {{number}} slot.")
    try:
        heading, body = read_wording(source)
    except Misprint as error:
        raise WordingError(f"“{source}” cannot be read as a wording near sign {error.column}.") from error
    return Wording(source, body, heading)


def fill(template: str, values: Mapping[str, str]) -> str:
    """A template such as ``enter.{track}`` with its slots filled."""
    return template.format_map(dict(values))


def _outside_slots(source: str) -> str:
    depth = 0
    kept = []
    for sign in source:
        depth += (sign == "{") - (sign == "}")
        if not depth:
            kept.append(sign)
    return "".join(kept)
