"""The parts a wording is made of, and the text they are laid upon."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby
from typing import Any, Protocol

from schema.lexicon import Lexicon, Span
from schema.tokens import Token, tokenise

GAP = 8
"""Most tokens that … may stand for, within one sentence."""
CLOSE = 5
"""Most tokens between two parts that may stand in any order."""
MOST_ASKED = 3
"""So many of the rarest things that a wording needs are looked for before it is laid on a place."""
NUMERIC = ("number", "amount", "signed", "range")
"""Slots that take a number instead of a concept; amount and signed are the same."""
RANGE_ENDS = ("low", "high")
"""What a range binds beside its own name."""


@dataclass(frozen=True, slots=True)
class Binding:
    """What stands in a slot, where, and in which round of a repetition (0: outside)."""

    name: str
    value: str
    token: int
    score: float
    round: int = 0


class Text:
    """Tokens with the concepts that begin at each of them, looked up once."""

    def __init__(self, tokens: Sequence[Token], lexicon: Lexicon) -> None:
        self.tokens = tokens
        self.lexicon = lexicon
        self._spans: dict[int, list[Span]] = {}
        self._begun: dict[int, set[First]] = {}
        self._joined: dict[frozenset[First], list[int]] = {}

    @classmethod
    def of(cls, text: str, lexicon: Lexicon) -> "Text":
        """The tokens of a single passage."""
        return cls(list(tokenise(text)), lexicon)

    def spans(self, at: int) -> list[Span]:
        """Concepts whose names begin at a token."""
        if at not in self._spans:
            self._spans[at] = self.lexicon.spans_at(self.tokens, at)
        return self._spans[at]

    def places(self, first: "First") -> list[int]:
        """Where a wording that begins so can begin."""
        return self._places.get(first, [])

    def starts(self, road: "Road") -> Iterator[int]:
        """Where a wording can begin: what it begins with stands there, and what it needs near enough behind it."""
        begin = range(len(self.tokens)) if road.firsts is None else self._places_of(road.firsts)
        needed = [(self._places_of(need.firsts), self._within(need)) for need in road.needs]
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

    def _within(self, need: "Need") -> int:
        return len(self.tokens) if need.reach is None else need.reach.tokens(self._longest)

    def _places_of(self, firsts: frozenset["First"]) -> list[int]:
        if firsts not in self._joined:
            self._joined[firsts] = sorted({place for first in firsts for place in self.places(first)})
        return self._joined[firsts]

    @cached_property
    def _longest(self) -> int:
        """Most tokens that fill one slot, or the end of a passage with its stops, anywhere in this text."""
        named = (span.end - at for at in range(len(self.tokens)) for span in self.spans(at))
        numbers = (
            found[1] - at
            for kind in NUMERIC
            for at in self.places(("slot", kind))
            if (found := _numeric(kind, self, at)) is not None
        )
        ends = (len(list(run)) for is_end, run in groupby(self.tokens, key=_is_end) if is_end)
        return max((1, *named, *numbers, *ends))

    def begun(self, at: int) -> set["First"]:
        """What a wording that stands at a token can begin with."""
        if at not in self._begun:
            token = self.tokens[at]
            begun: set[First] = {("word", entry) for entry in self.lexicon.alike(token.folded)}
            begun |= {("slot", kind) for kind in NUMERIC if _numeric(kind, self, at) is not None}
            begun |= {("slot", span.concept.kind) for span in self.spans(at)}
            begun |= {("concept", str(span.concept)) for span in self.spans(at)}
            if _is_end(token):
                begun.add(BREAK)
            self._begun[at] = begun
        return self._begun[at]

    @cached_property
    def _places(self) -> dict["First", list[int]]:
        places: dict[First, list[int]] = defaultdict(list)
        for at in range(len(self.tokens)):
            for first in self.begun(at):
                places[first].append(at)
        return places


First = tuple[str, str]
"""What a wording begins with: a word, a slot of a kind, one concept, or the end of a passage."""
BREAK: First = ("break", "¶")


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


Trail = tuple[Binding, ...]


class Node(Protocol):
    """A part of a wording: yields every place where it can end, with what it bound."""

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]: ...


@dataclass(frozen=True, slots=True)
class Literal:
    """A word, matched in any inflected form."""

    word: str

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        if at < len(text.tokens) and text.lexicon.likeness(text.tokens[at].folded, self.word):
            yield at + 1, trail


@dataclass(frozen=True, slots=True)
class Slot:
    """A number, a range, or a concept of one of its kinds."""

    name: str
    kinds: tuple[str, ...]
    code: str | None = None

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        if at >= len(text.tokens):
            return
        for kind in self.kinds:
            found = _numeric(kind, text, at)
            if found is not None:
                value, end = found
                ends = zip(RANGE_ENDS, value.split("-"), strict=True) if kind == "range" else ()
                bound = (Binding(name, number, at, 100.0) for name, number in ((self.name, value), *ends))
                yield end, (*trail, *bound)
        for span in text.spans(at):
            if span.concept.kind in self.kinds and self.code in (None, span.concept.code):
                yield span.end, (*trail, Binding(self.name, span.concept.code, at, span.score))


@dataclass(frozen=True, slots=True)
class Gap:
    """A few words that do not matter, within the sentence."""

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        for end in range(at, min(at + GAP, len(text.tokens)) + 1):
            yield end, trail
            if end < len(text.tokens) and text.tokens[end].kind in ("stop", "break"):
                return


@dataclass(frozen=True, slots=True)
class Break:
    """The end of a passage."""

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        while at < len(text.tokens) and text.tokens[at].kind == "stop":
            at += 1
        if at < len(text.tokens) and text.tokens[at].kind == "break":
            yield at + 1, trail


@dataclass(frozen=True, slots=True)
class Chain:
    """Parts one after the other."""

    nodes: tuple[Node, ...]

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        yield from self._from(0, text, at, trail)

    def _from(self, index: int, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        if index == len(self.nodes):
            yield at, trail
            return
        for end, bound in self.nodes[index].match(text, at, trail):
            yield from self._from(index + 1, text, end, bound)


@dataclass(frozen=True, slots=True)
class Either:
    """One of several parts, or none where it is optional."""

    choices: tuple[Node, ...]
    is_optional: bool = False

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        for choice in self.choices:
            yield from choice.match(text, at, trail)
        if self.is_optional:
            yield at, trail


@dataclass(frozen=True, slots=True)
class Unordered:
    """Parts in any order, close together in one sentence; no other number may stand between them."""

    nodes: tuple[Node, ...]

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        for number, node in enumerate(self.nodes):
            rest = self.nodes[:number] + self.nodes[number + 1 :]
            for end, bound in node.match(text, at, trail):
                yield from self._rest(rest, text, end, bound)

    def _rest(self, nodes: tuple[Node, ...], text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        if all(isinstance(node, Either) and node.is_optional for node in nodes):
            yield at, trail
            return
        for place in range(at, min(at + CLOSE, len(text.tokens) - 1) + 1):
            for number, node in enumerate(nodes):
                for end, bound in node.match(text, place, trail):
                    if end > place:
                        yield from self._rest(nodes[:number] + nodes[number + 1 :], text, end, bound)
            if text.tokens[place].kind != "word" or text.lexicon.number(text.tokens[place]) is not None:
                return


@dataclass(frozen=True, slots=True)
class Repeat:
    """A part once or more, as often as it goes; one joining word may stand between two rounds."""

    node: Node

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        rounds = 0
        end = at
        while True:
            step = next(self._round(text, end, rounds), None)
            if step is None:
                break
            rounds += 1
            end, bound = step
            trail = (*trail, *(Binding(b.name, b.value, b.token, b.score, rounds) for b in bound))
        if rounds:
            yield end, trail

    def _round(self, text: Text, at: int, rounds: int) -> Iterator[tuple[int, Trail]]:
        yield from ((e, t) for e, t in self.node.match(text, at, ()) if e > at)
        joins = rounds and at < len(text.tokens) and text.tokens[at].kind == "word"
        if joins:
            yield from self.node.match(text, at + 1, ())


def firsts(node: Any) -> set[First] | None:
    """What a part can begin with, or None when that is anything, also nothing."""
    if isinstance(node, Literal):
        return {("word", node.word)}
    if isinstance(node, Slot) and node.code is not None:
        return {("concept", f"{kind}:{node.code}") for kind in node.kinds}
    if isinstance(node, Slot):
        return {("slot", kind) for kind in node.kinds}
    if isinstance(node, Break):
        return {BREAK}
    if isinstance(node, Repeat):
        return firsts(node.node)
    if isinstance(node, Either):
        return None if node.is_optional else _union(map(firsts, node.choices))
    if isinstance(node, Chain):
        return _chain_firsts(node.nodes)
    if isinstance(node, Unordered):
        return _union(
            firsts(n) or (_union(map(firsts, n.choices)) if isinstance(n, Either) else None) for n in node.nodes
        )
    return None


def _chain_firsts(nodes: Sequence[Any]) -> set[First] | None:
    """Leading optional parts may be absent, so what follows them counts too."""
    begun: set[First] = set()
    for node in nodes:
        is_optional = isinstance(node, Either) and node.is_optional
        found = _union(map(firsts, node.choices)) if is_optional else firsts(node)
        if found is None:
            return None
        begun |= found
        if not is_optional:
            return begun
    return None


def _union(sets: Iterable[set[First] | None]) -> set[First] | None:
    united: set[First] = set()
    for one in sets:
        if one is None:
            return None
        united |= one
    return united


@dataclass(frozen=True, slots=True)
class Road:
    """One of the ways in which a wording can run."""

    firsts: frozenset[First] | None
    """What it begins with; None where that is anything."""
    needs: tuple[Need, ...]
    """What it cannot do without."""


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


def walk(node: Any) -> Iterator[Any]:
    yield node
    for child in (*getattr(node, "nodes", ()), *getattr(node, "choices", ())):
        yield from walk(child)
    if isinstance(node, Repeat):
        yield from walk(node.node)


def _is_end(token: Token) -> bool:
    return token.kind in ("break", "stop")


def _numeric(kind: str, text: Text, at: int) -> tuple[str, int] | None:
    """What a slot for numbers finds at a place, and where that ends."""
    token = text.tokens[at]
    if kind == "number":
        return text.lexicon.number_at(text.tokens, at)
    sort = "signed" if kind == "amount" else kind
    return (token.value, at + 1) if kind in NUMERIC and token.kind == sort else None
