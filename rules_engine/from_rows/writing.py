"""Python source written from rows: functions in the order in which they were needed, each with its row and its rule."""

import ast
import builtins
import keyword
import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any

from rules_engine.obeys import WRITTEN

PARTS = ("zones", "counters", "marks")
"""Parts of the state that a function gets at hand where it speaks of them."""
SPOKEN_OF = {word: re.compile(rf"\b{word}\b") for word in (*PARTS, "drawn")}
GIVEN = frozenset(
    ("table", "state", "actor", "frame", "it", "they", "there", "this", "those", "drawn", "each", "held", *PARTS)
)
CALLED = re.compile(r"\b(means_\w+)\(state, actor(?:, (\w+))?\)")
"""The call of a function that works something out."""
STATED = re.compile(r"(of_\w+\[it\]|'[^']*'|\d+|[<>=!()]|\b(and|or|not|is|None)\b| )+")
"""A condition that speaks of nothing but what is stated of a card."""
ZONE_THERE = re.compile(r"(zones\[(\d+) \+ counters\[\d+\]\])")
"""A zone of the space that a counter names."""
RULE = re.compile(r"\brule ([\w-]+)")
"""A rule in what is told of a function."""
REDUCING = frozenset(("len", "max", "min", "sum"))
"""Functions of Python that make a number of several."""
SHORT = 80
"""Letters of an expression that is written in its place; a longer one can be read better in a function of its own."""
WIDTH = 4


@lru_cache(maxsize=4096)
def identifier(code: str) -> str:
    """A code as a name of Python."""
    name = re.sub(r"\W", "_", code)
    return f"{name}_" if keyword.iskeyword(name) or name in GIVEN or hasattr(builtins, name) else name


def indented(lines: Sequence[str], depth: int = 1) -> list[str]:
    """Lines within something."""
    return [f"{' ' * WIDTH * depth}{line}" for line in lines]


class Source:
    """A module in the making."""

    def __init__(self, namespace: Mapping[str, Any]) -> None:
        self.namespace = dict(namespace)
        self._written: list[str] = []
        self._names: dict[tuple[str, ...], str] = {}
        self.rules: dict[str, dict[str, None]] = {}
        """By function the rules of the rows that it was written from."""
        self.several: set[str] = set()
        """Functions that work out cards or spaces."""
        self.cards: Sequence[int] = ()
        self.worked_out: dict[str, str] = {}
        """By function that works something out its expression, in which a card is called `it`."""
        self.bodies: dict[str, Sequence[str]] = {}
        """By function what happens in it."""
        self._kept: dict[tuple[str, Any], str] = {}
        self._asked: dict[tuple[str, str], str] = {}

    def function(self, name: str, parameters: str, body: Sequence[str], about: str) -> str:
        """Write a function and give its name; the same function is written once."""
        text = "\n".join(body)
        key = (parameters, text)
        if key in self._names:
            self.rules[self._names[key]] |= dict.fromkeys(RULE.findall(about))
            return self._names[key]
        unique, number = identifier(name), 1
        while unique in self.rules:
            number += 1
            unique = f"{identifier(name)}_{number}"
        hoisted: list[str] = []
        obeyed = dict.fromkeys(RULE.findall(about))
        body = self._in_place(self._once(body, hoisted, obeyed), obeyed)
        written = [line for each in [*hoisted, *body] for line in _listed_in_loops(each, parameters)]
        used = "\n".join(written)
        parts = [f"{part} = state.{part}" for part in PARTS if SPOKEN_OF[part].search(used)]
        if SPOKEN_OF["drawn"].search(used) and not body[0].startswith("drawn"):
            written.insert(0, "drawn = []")
        told = ", ".join([about, *(f"rule {rule}" for rule in obeyed if rule not in RULE.findall(about))])
        self._written += [f"def {unique}({parameters}):  # {told}", *indented([*parts, *written]), ""]
        self._names[key] = unique
        self.rules[unique] = obeyed
        self.bodies[unique] = written
        return unique

    def constant(self, name: str, value: Any) -> str:
        """Keep a value for what is written, and give its name."""
        if (name, value) not in self._kept:
            made = self._kept[name, value] = f"{name}_{len(self.namespace)}"
            self.namespace[made] = value
        return self._kept[name, value]

    def of_card(self, condition: str, card: str = "it") -> str:
        """A condition; where it depends on nothing but what is stated of a card, it is asked once for each card."""
        if (condition, card) in self._asked:
            return self._asked[condition, card]
        if (
            f"[{card}]" not in condition
            or not self.cards
            or not STATED.fullmatch(condition.replace(f"[{card}]", "[it]"))
        ):
            return condition
        try:
            asked = _asked(condition)
            values = tuple(bool(eval(asked, self.namespace, {card: each})) for each in self.cards)
        except (NameError, TypeError):
            return condition
        name = self.constant("holds", values)
        self.namespace[name.replace("holds", "all")] = frozenset(each for each in self.cards if values[each])
        told = f"# {name}[{card}]: {condition}"
        if told not in self._written:
            self._written += [told, ""]
        self._asked[condition, card] = f"{name}[{card}]"
        return self._asked[condition, card]

    def settled(self, expression: str) -> str:
        """A number that depends on nothing but what is stated is worked out here and now."""
        if " for " not in expression:
            return expression
        names = [node for node in ast.walk(ast.parse(expression)) if isinstance(node, ast.Name)]
        own = {name.id for name in names if isinstance(name.ctx, ast.Store)}
        outer = {name.id for name in names} - own - REDUCING
        if not all(isinstance(self.namespace.get(name), int | tuple | range | frozenset) for name in outer):
            return expression
        return repr(eval(_asked(expression), self.namespace))

    def _once(self, body: Sequence[str], parts: list[str], obeyed: dict[str, None]) -> Sequence[str]:
        """Cards or spaces that are worked out more than once, or in a loop, are worked out at the beginning.

        Numbers are worked out in their place in a loop, so that what is the same for all of it comes before it.
        """
        if not body[-1].startswith("return"):  # something happens in it, so that things may come out otherwise later
            return body
        if len(body) > 1:
            body = self._in_place(body, obeyed, but=self.several)
        text = "\n".join(body)
        for call in dict.fromkeys(re.findall(r"\b(means_\w+)\(state, actor\)", text)):
            if call in self.several and (text.count(f"{call}(state, actor)") > 1 or len(body) > 1):
                parts += self._in_place([f"{call}_ = {call}(state, actor)"], obeyed)
                body = [line.replace(f"{call}(state, actor)", f"{call}_") for line in body]
        text = "\n".join(body)
        for zone, base in dict.fromkeys(ZONE_THERE.findall(text)):
            if text.count(zone) > 1:
                parts.append(f"zone_{base} = {zone}")
                body = [line.replace(zone, f"zone_{base}") for line in body]
        return body

    def _in_place(self, body: Sequence[str], obeyed: dict[str, None], but: Collection[str] = ()) -> list[str]:
        """Lines with expressions instead of the calls of functions that work something out, whose rules they obey."""

        def written(call: re.Match[str]) -> str:
            text, card = self.worked_out.get(call[1], ""), call[2]
            if not text or call[1] in but or (card and re.search(rf"\bfor (it|{card}) in\b", text)):
                return call[0]
            text = CALLED.sub(written, re.sub(r"\bit\b", card, f"({text})") if card else f"({text})")
            if len(text) > SHORT and not but:
                return call[0]
            obeyed.update(self.rules[call[1]])
            return text

        return [CALLED.sub(written, line) for line in body]

    def expression(self, name: str, parameters: str, expression: str, about: str) -> str:
        """Write a function that gives a value."""
        return self.function(name, parameters, [f"return {expression}"], about)

    def test(self, name: str, parameters: str, text: str, about: str) -> str:
        """Write a function that tells whether something holds; what is looked for is looked for up to the first."""
        obeyed: dict[str, None] = {}
        (asked,) = self._in_place([text], obeyed)
        told = ", ".join([about, *(f"rule {rule}" for rule in obeyed)])
        return self.function(name, parameters, any_in_loops(asked) or [f"return {text}"], told)

    def late(self, name: str, parameters: str, body: Sequence[str], about: str) -> Callable[..., Any]:
        """Write a function of others that Python has read already, and let it read this one too."""
        before = len(self._written)
        written = self.function(name, parameters, body, about)
        exec(_compiled("\n".join(self._written[before:])), self.namespace)
        made: Callable[..., Any] = self.namespace[written]
        return made

    @property
    def text(self) -> str:
        """All that was written."""
        return "\n".join(self._written)

    def run(self) -> Callable[[str], Any]:
        """Let Python read it; gives what finds a function by its name."""
        exec(_compiled(self.text), self.namespace)
        return self.namespace.__getitem__


@lru_cache(maxsize=4096)
def any_in_loops(text: str) -> Sequence[str]:
    """Whether a list has anything in it, or its length is at least one, as loops; nothing for other expressions."""
    listed = _listed(ast.parse(text, mode="eval").body)
    return [*_any_in_loops(listed, 0), "return False"] if listed else []


def _listed(asked: ast.expr) -> ast.ListComp | None:
    """The list that there must be anything of."""
    match asked:
        case ast.Compare(ast.Call(ast.Name("len"), [listed]), [ast.GtE()], [ast.Constant(1)]):
            return _listed(listed)
    return asked if isinstance(asked, ast.ListComp) else None


def _any_in_loops(listed: ast.ListComp, depth: int) -> Iterator[str]:
    """Loops up to the first of a list, and of another list that there must be anything of for each of them."""
    tests = listed.generators[-1].ifs
    inner = next((test for test in tests if _listed(test)), None)
    if inner is not None:
        tests.remove(inner)
    loops = _in_loops(listed, depth)
    yield from loops
    depth += len(loops)
    found = _listed(inner) if inner else None
    yield from _any_in_loops(found, depth) if found else indented(["return True"], depth)


def _in_loops(listed: ast.ListComp, depth: int) -> list[str]:
    """The loops over a list, each within the one before; over a list of the same as one."""
    first = listed.generators[0]
    inner = first.iter
    if isinstance(inner, ast.ListComp) and ast.unparse(inner.elt) == ast.unparse(first.target):
        first.iter, first.ifs = inner.generators[-1].iter, [*inner.generators[-1].ifs, *first.ifs]
        listed.generators[:0] = inner.generators[:-1]
    heads = []
    for each in listed.generators:
        heads.append(f"for {ast.unparse(each.target)} in {ast.unparse(each.iter)}:")
        if each.ifs:
            heads.append(f"if {' and '.join(map(_within_and, each.ifs))}:")
    return [line for number, head in enumerate(heads, depth) for line in indented([head], number)]


def _within_and(test: ast.expr) -> str:
    """A test as one of several that must hold."""
    return f"({ast.unparse(test)})" if isinstance(test, ast.BoolOp | ast.IfExp) else ast.unparse(test)


@lru_cache(maxsize=8192)
def _listed_in_loops(line: str, parameters: str) -> Sequence[str]:
    """A line that lists something as loops, which Python is done with sooner than with a list in brackets."""
    said = re.fullmatch(r"(return|\w+ =) (\(*\[.+)", line)
    if said is None or re.search(r"\bfound\b", line):
        return [line]
    listed = ast.parse(said[2], mode="eval").body
    head = []
    match listed:
        case ast.IfExp(test, ast.ListComp(), ast.List([])):
            head, listed = [f"if {ast.unparse(test)}:"], listed.body
    if not isinstance(listed, ast.ListComp) or _targets(listed) & set(parameters.split(", ")):
        return [line]
    name = "found" if said[1] == "return" else said[1].removesuffix(" =")
    loops = _in_loops(listed, len(head))
    added = indented([f"{name}.append({ast.unparse(listed.elt)})"], len(head) + len(loops))
    return [f"{name} = []", *head, *loops, *added, *(["return found"] if said[1] == "return" else [])]


def _targets(listed: ast.ListComp) -> set[str]:
    """What is called by a name in the loops over a list."""
    return {ast.unparse(each.target) for each in ast.walk(listed) if isinstance(each, ast.comprehension)}


@lru_cache(maxsize=256)
def _compiled(text: str) -> CodeType:
    """What Python makes of a text; rulesets that differ in a fact have most of it in common."""
    return compile(text, WRITTEN, "exec")


@lru_cache(maxsize=1024)
def _asked(text: str) -> CodeType:
    """The same of an expression."""
    return compile(text, WRITTEN, "eval")
