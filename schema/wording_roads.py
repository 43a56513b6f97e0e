"""Where in a text a wording can stand at all: what it begins with, and what it cannot do without behind that."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from schema.wording_parts import (
    CLOSE,
    GAP,
    Break,
    Chain,
    Either,
    First,
    Gap,
    Literal,
    Slot,
    Text,
    Unordered,
    firsts,
)

MOST_ASKED = 3
"""So many of the rarest things that a wording needs are looked for before it is laid on a place."""


@dataclass(frozen=True, slots=True)
class Reach:
    """How far something can lie behind the beginning: so many tokens, and so many slots (or ends) of any length."""

    words: int = 0
    slots: int = 0

    def __add__(self, other: "Reach") -> "Reach":
        return Reach(self.words + other.words, self.slots + other.slots)

    def tokens(self, longest: int) -> int:
        """The same in tokens, where no slot takes more than ``longest`` of them."""
        return self.words + self.slots * longest


@dataclass(frozen=True, slots=True)
class Need:
    """What a wording cannot do without: one of these, not farther behind its beginning than this."""

    firsts: frozenset[First]
    reach: Reach | None
    """None where it may lie anywhere behind."""


@dataclass(frozen=True, slots=True)
class Road:
    """One of the ways in which a wording can run."""

    firsts: frozenset[First] | None
    """What it begins with; None where that is anything."""
    needs: tuple[Need, ...]
    """What it cannot do without."""


def starts(road: Road, text: Text) -> Iterator[int]:
    """Where a wording can begin: what it begins with stands there, and what it needs near enough behind it."""
    begin = range(len(text.tokens)) if road.firsts is None else text.places_of(road.firsts)
    needed = [(text.places_of(need.firsts), _within(need, text)) for need in road.needs]
    needed.sort(key=lambda each: len(each[0]))
    if needed and not needed[0][0]:
        return
    rarest = [each for each in needed[:MOST_ASKED] if len(each[0]) < len(begin)]
    for start in begin:
        for places, reach in rarest:
            following = bisect_left(places, start)
            if following == len(places) or places[following] > start + reach:
                break
        else:
            yield start


def _within(need: Need, text: Text) -> int:
    return len(text.tokens) if need.reach is None else need.reach.tokens(text.longest)


def roads(node: Any) -> Iterator[Road]:
    """The ways in which a part can run: where it is a choice, each choice is one."""
    if isinstance(node, Either) and not node.is_optional:
        for choice in node.choices:
            yield from roads(choice)
    elif isinstance(node, Chain) and len(node.nodes) == 1:
        yield from roads(node.nodes[0])
    else:
        begin = firsts(node)
        yield Road(None if begin is None else frozenset(begin), tuple(needs(node)))


HERE = Reach()


def needs(node: Any, before: Reach | None = HERE) -> Iterator[Need]:
    """What must stand behind a beginning for a part to stand there that begins at most ``before`` behind it."""
    if isinstance(node, Chain):
        for part in node.nodes:
            yield from needs(part, before)
            width = _width(part)
            before = before + width if before is not None and width is not None else None
        return
    if isinstance(node, Unordered):
        width = _width(node)
        behind = before + width if before is not None and width is not None else None
        for part in node.nodes:
            if found := firsts(part):
                yield Need(frozenset(found), behind)
        return
    if found := firsts(node):
        yield Need(frozenset(found), before)


def _width(node: Any) -> Reach | None:
    """Most that a part can take up; None where there is no such limit."""
    if isinstance(node, Literal):
        return Reach(words=1)
    if isinstance(node, Slot | Break):
        return Reach(slots=1)
    if isinstance(node, Gap):
        return Reach(words=GAP)
    if isinstance(node, Either):
        return _widest(map(_width, node.choices))
    if isinstance(node, Chain | Unordered):
        between = CLOSE * len(node.nodes) if isinstance(node, Unordered) else 0
        return _summed([Reach(words=between), *map(_width, node.nodes)])
    return None


def _summed(widths: Iterable[Reach | None]) -> Reach | None:
    total = Reach()
    for width in widths:
        if width is None:
            return None
        total += width
    return total


def _widest(widths: Iterable[Reach | None]) -> Reach | None:
    """At least as wide as each of them."""
    words, slots = 0, 0
    for width in widths:
        if width is None:
            return None
        words, slots = max(words, width.words), max(slots, width.slots)
    return Reach(words, slots)
