"""The parts a wording is made of, and the text they are laid upon."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import groupby
from typing import Any, Protocol

from schema.lexicon import Lexicon, Span
from schema.tokens import Token, tokenise

GAP = 8
"""Most tokens that … may stand for, within one sentence."""
CLOSE = 5
"""Most tokens between two parts that may stand in any order."""
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

    def places_of(self, firsts: frozenset["First"]) -> list[int]:
        """Where anything of several can begin."""
        if firsts not in self._joined:
            self._joined[firsts] = sorted({place for first in firsts for place in self.places(first)})
        return self._joined[firsts]

    @cached_property
    def longest(self) -> int:
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
        known = self._begun.get(at)
        if known is not None:
            return known
        if at >= len(self.tokens):
            return set()
        token = self.tokens[at]
        begun: set[First] = {("word", entry) for entry in self.lexicon.alike(token.folded)}
        begun |= {("slot", kind) for kind in NUMERIC if _numeric(kind, self, at) is not None}
        begun |= {("slot", span.concept.kind) for span in self.spans(at)}
        begun |= {("concept", str(span.concept)) for span in self.spans(at)}
        if _is_end(token):
            begun.add(BREAK)
        self._begun[at] = begun
        return begun

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


Trail = tuple[Binding, ...]


class Node(Protocol):
    """A part of a wording: yields every place where it can end, with what it bound."""

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]: ...


def firsts(node: Any, *, is_strict: bool = False) -> set[First] | None:
    """What a part can begin with, or None when that is anything, also nothing.

    Of parts in any order an optional one may be absent, and then others stand a few words behind: a search begins with
    what is there, but strictly they can begin with anything.
    """

    def first(part: Any) -> set[First] | None:
        return firsts(part, is_strict=is_strict)

    if isinstance(node, Literal):
        return {("word", node.word)}
    if isinstance(node, Slot) and node.code is not None:
        return {("concept", f"{kind}:{node.code}") for kind in node.kinds}
    if isinstance(node, Slot):
        return {("slot", kind) for kind in node.kinds}
    if isinstance(node, Break):
        return {BREAK}
    if isinstance(node, Repeat):
        return first(node.node)
    if isinstance(node, Either):
        return None if node.is_optional else _union(map(first, node.choices))
    if isinstance(node, Chain):
        return _chain_firsts(node.nodes, first)
    if isinstance(node, Unordered):
        return _union(
            first(n) or (_union(map(first, n.choices)) if isinstance(n, Either) and not is_strict else None)
            for n in node.nodes
        )
    return None


def _chain_firsts(nodes: Sequence[Any], first: Callable[[Any], set[First] | None]) -> set[First] | None:
    """Leading optional parts may be absent, so what follows them counts too."""
    begun: set[First] = set()
    for node in nodes:
        is_optional = isinstance(node, Either) and node.is_optional
        found = _union(map(first, node.choices)) if is_optional else first(node)
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


def _begun(nodes: Sequence[Node]) -> "Begun":
    """What must stand where each of several parts stands."""
    found = (firsts(node, is_strict=True) for node in nodes)
    return tuple(None if each is None else frozenset(each) for each in found)


Begun = tuple[frozenset[First] | None, ...]


def _may_stand(begun: frozenset[First] | None, text: Text, at: int) -> bool:
    """Whether a part that begins so can stand at a token; laying it there would tell the same, but slowly."""
    return begun is None or not begun.isdisjoint(text.begun(at))


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
    begun: Begun = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "begun", _begun(self.nodes))

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        if not self.nodes:
            yield at, trail
        elif _may_stand(self.begun[0], text, at):
            yield from self._from(0, text, at, trail)

    def _from(self, index: int, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        """The parts from one that may stand here on."""
        node, following = self.nodes[index], index + 1
        if following == len(self.nodes):
            yield from node.match(text, at, trail)
            return
        begun = self.begun[following]
        for end, bound in node.match(text, at, trail):
            if _may_stand(begun, text, end):
                yield from self._from(following, text, end, bound)


@dataclass(frozen=True, slots=True)
class Either:
    """One of several parts, or none where it is optional."""

    choices: tuple[Node, ...]
    is_optional: bool = False
    begun: Begun = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "begun", _begun(self.choices))

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        for choice, begun in zip(self.choices, self.begun, strict=True):
            if _may_stand(begun, text, at):
                yield from choice.match(text, at, trail)
        if self.is_optional:
            yield at, trail


@dataclass(frozen=True, slots=True)
class Unordered:
    """Parts in any order, close together in one sentence; no other number may stand between them."""

    nodes: tuple[Node, ...]
    begun: Begun = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "begun", _begun(self.nodes))

    def match(self, text: Text, at: int, trail: Trail) -> Iterator[tuple[int, Trail]]:
        parts = tuple(zip(self.nodes, self.begun, strict=True))
        for number, (node, begun) in enumerate(parts):
            if _may_stand(begun, text, at):
                for end, bound in node.match(text, at, trail):
                    yield from self._rest(parts[:number] + parts[number + 1 :], text, end, bound)

    def _rest(
        self, parts: tuple[tuple[Node, frozenset[First] | None], ...], text: Text, at: int, trail: Trail
    ) -> Iterator[tuple[int, Trail]]:
        if all(isinstance(node, Either) and node.is_optional for node, _ in parts):
            yield at, trail
            return
        for place in range(at, min(at + CLOSE, len(text.tokens) - 1) + 1):
            for number, (node, begun) in enumerate(parts):
                if not _may_stand(begun, text, place):
                    continue
                for end, bound in node.match(text, place, trail):
                    if end > place:
                        yield from self._rest(parts[:number] + parts[number + 1 :], text, end, bound)
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
