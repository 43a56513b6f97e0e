"""Wordings: patterns of words and slots by which print is recognised, tolerant of inflection.

    {number} {deck}                       51 karet spiklenců
    {amount} {track} za {item} ({who})    -2 podezření za Mapu (jen ty)

One mechanism serves the patterns of claims and the phrasebooks. A wording never holds a number: values
come from what it is laid upon.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Protocol

from lark import Lark, Transformer, v_args
from lark.exceptions import UnexpectedInput

from schema.folding import fold
from schema.lexicon import Lexicon, Span
from schema.tokens import Token, tokenise

GAP = 8
"""Most tokens that … may stand for, within one sentence."""
NUMERIC = ("number", "amount", "signed", "range")
"""Slots that take a number instead of a concept; amount and signed are the same."""
RANGE_ENDS = ("low", "high")
"""What a range binds beside its own name."""


class WordingError(ValueError):
    """A wording that cannot be read."""


@dataclass(frozen=True, slots=True)
class Binding:
    """What stands in a slot, where, and in which round of a repetition (0: outside)."""

    name: str
    value: str
    token: int
    score: float
    round: int = 0


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


class Text:
    """Tokens with the concepts that begin at each of them, looked up once."""

    def __init__(self, tokens: Sequence[Token], lexicon: Lexicon) -> None:
        self.tokens = tokens
        self.lexicon = lexicon
        self._spans: dict[int, list[Span]] = {}

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

    @cached_property
    def _places(self) -> dict["First", list[int]]:
        places: dict[First, list[int]] = defaultdict(list)
        for at, token in enumerate(self.tokens):
            firsts: set[First] = {("word", entry) for entry in self.lexicon.alike(token.folded)}
            firsts |= {("slot", kind) for kind in NUMERIC if _numeric(kind, self, at) is not None}
            firsts |= {("slot", span.concept.kind) for span in self.spans(at)}
            for first in firsts:
                places[first].append(at)
        return places


First = tuple[str, str]
"""What a wording begins with: a word, or a slot of a kind."""


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
            value = _numeric(kind, text, at)
            if value is not None:
                ends = zip(RANGE_ENDS, value.split("-"), strict=True) if kind == "range" else ()
                bound = (Binding(name, number, at, 100.0) for name, number in ((self.name, value), *ends))
                yield at + 1, (*trail, *bound)
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


@dataclass(frozen=True, slots=True)
class Wording:
    """A compiled wording."""

    source: str
    body: Node
    heading: Node | None = None

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
        firsts = _firsts(self.body)
        if firsts is None:
            return range(len(text.tokens))
        return sorted({place for first in firsts for place in text.places(first)})

    def words(self) -> set[str]:
        """The literal words it contains, folded: a lexicon must know them."""
        nodes = [self.body] if self.heading is None else [self.body, self.heading]
        return {n.word for root in nodes for n in _walk(root) if isinstance(n, Literal)}

    def slots(self) -> set[str]:
        """The names of its slots."""
        nodes = [self.body] if self.heading is None else [self.body, self.heading]
        slots = [n for root in nodes for n in _walk(root) if isinstance(n, Slot)]
        return {n.name for n in slots} | {end for n in slots if "range" in n.kinds for end in RANGE_ENDS}

    def kinds(self) -> set[tuple[str, str | None]]:
        """Kind, and code where one is fixed, of each slot."""
        nodes = [self.body] if self.heading is None else [self.body, self.heading]
        return {(k, n.code) for root in nodes for n in _walk(root) if isinstance(n, Slot) for k in n.kinds}


def compile_wording(source: str) -> Wording:
    """Read a wording, or raise a WordingError that says what is wrong with it."""
    if any(c.isdigit() for c in _outside_slots(source)):
        raise WordingError(f"A wording must not hold a number, but “{source}” does; use a {{number}} slot.")
    try:
        tree = _grammar().parse(source)
    except UnexpectedInput as error:
        raise WordingError(f"“{source}” cannot be read as a wording near sign {error.column}.") from error
    heading, body = _Builder().transform(tree)
    return Wording(source, body, heading)


def fill(template: str, values: Mapping[str, str]) -> str:
    """A template such as ``enter.{track}`` with its slots filled."""
    return template.format_map(dict(values))


class _Builder(Transformer[Any, tuple[Node | None, Node]]):
    """Turns the parsed tree into nodes."""

    def wording(self, children: list[Any]) -> tuple[Node | None, Node]:
        return children[0], children[1]

    def sequence(self, children: list[Any]) -> Node:
        return children[0] if len(children) == 1 else Chain(tuple(children))

    @v_args(inline=True)
    def literal(self, word: str) -> Node:
        words = [t.folded for t in tokenise(word)] or [fold(word)]
        return Literal(words[0]) if len(words) == 1 else Chain(tuple(map(Literal, words)))

    @v_args(inline=True)
    def slot(self, name: Any, kind: Any, code: Any) -> Node:
        return Slot(str(name or kind), tuple(kind.split("|")), None if code is None else str(code))

    def gap(self, _: list[Any]) -> Node:
        return Gap()

    def break_(self, _: list[Any]) -> Node:
        return Break()

    def alternatives(self, children: list[Any]) -> tuple[Node, ...]:
        return tuple(children)

    @v_args(inline=True)
    def optional(self, choices: tuple[Node, ...]) -> Node:
        return Either(choices, is_optional=True)

    @v_args(inline=True)
    def group(self, choices: tuple[Node, ...]) -> Node:
        return choices[0] if len(choices) == 1 else Either(choices)

    @v_args(inline=True)
    def repeat(self, choices: tuple[Node, ...]) -> Node:
        return Repeat(choices[0] if len(choices) == 1 else Either(choices))


setattr(_Builder, "break", _Builder.break_)


@cache
def _grammar() -> Lark:
    text = Path(__file__).with_suffix(".lark").read_text(encoding="utf-8")
    return Lark(text, start="wording", parser="lalr", maybe_placeholders=True)


def _numeric(kind: str, text: Text, at: int) -> str | None:
    token = text.tokens[at]
    if kind == "number":
        return text.lexicon.number(token)
    if kind == "range":
        return token.value if token.kind == "range" else None
    if kind in ("amount", "signed"):
        return token.value if token.kind == "signed" else None
    return None


def _outside_slots(source: str) -> str:
    depth = 0
    kept = []
    for sign in source:
        depth += (sign == "{") - (sign == "}")
        if not depth:
            kept.append(sign)
    return "".join(kept)


def _firsts(node: Any) -> set[First] | None:
    """What a part can begin with, or None when that is anything, also nothing."""
    if isinstance(node, Literal):
        return {("word", node.word)}
    if isinstance(node, Slot):
        return {("slot", kind) for kind in node.kinds}
    if isinstance(node, Repeat):
        return _firsts(node.node)
    if isinstance(node, Either):
        return None if node.is_optional else _union(map(_firsts, node.choices))
    if isinstance(node, Chain):
        return _chain_firsts(node.nodes)
    return None


def _chain_firsts(nodes: Sequence[Any]) -> set[First] | None:
    """Leading optional parts may be absent, so what follows them counts too."""
    begun: set[First] = set()
    for node in nodes:
        is_optional = isinstance(node, Either) and node.is_optional
        firsts = _union(map(_firsts, node.choices)) if is_optional else _firsts(node)
        if firsts is None:
            return None
        begun |= firsts
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


def _walk(node: Any) -> Iterator[Any]:
    yield node
    for child in (*getattr(node, "nodes", ()), *getattr(node, "choices", ())):
        yield from _walk(child)
    if isinstance(node, Repeat):
        yield from _walk(node.node)
