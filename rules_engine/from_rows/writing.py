"""Python source written from rows: functions in the order in which they were needed, each with its row and its rule."""

import builtins
import keyword
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from types import CodeType
from typing import Any

from rules_engine.obeys import WRITTEN

PARTS = ("zones", "counters", "marks")
"""Parts of the state that a function gets at hand where it speaks of them."""
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
        self.numbers: dict[str, str] = {}
        """By function that works out a number its expression, in which a card is called `it`."""

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
        body, text = self._once(body, text, hoisted)
        used = "\n".join([*hoisted, text])
        parts = [f"{part} = state.{part}" for part in PARTS if re.search(rf"\b{part}\b", used)] + hoisted
        if re.search(r"\bdrawn\b", text) and not text.startswith("drawn"):
            parts.append("drawn = []")
        self._written += [f"def {unique}({parameters}):  # {about}", *indented([*parts, *body]), ""]
        self._names[key] = unique
        self.rules[unique] = dict.fromkeys(RULE.findall(about))
        return unique

    def constant(self, name: str, value: Any) -> str:
        """Keep a value for what is written, and give its name."""
        for known, kept in self.namespace.items():
            if known.startswith(f"{name}_") and kept == value:
                return known
        made = f"{name}_{len(self.namespace)}"
        self.namespace[made] = value
        return made

    def of_card(self, condition: str) -> str:
        """A condition; where it depends on nothing but what is stated of a card, it is asked once for each card."""
        if not STATED.fullmatch(condition) or not self.cards or "[it]" not in condition:
            return condition
        try:
            asked = compile(condition, WRITTEN, "eval")
            values = tuple(bool(eval(asked, self.namespace, {"it": card})) for card in self.cards)
        except (NameError, TypeError):
            return condition
        name = self.constant("holds", values)
        told = f"# {name}[it]: {condition}"
        if told not in self._written:
            self._written += [told, ""]
        return f"{name}[it]"

    def _once(self, body: Sequence[str], text: str, parts: list[str]) -> tuple[Sequence[str], str]:
        """Cards or spaces that are worked out more than once, or in a loop, are worked out at the beginning.

        Numbers are worked out in their place in a loop, so that what is the same for all of it comes before it.
        """
        if not body[-1].startswith("return"):  # something happens in it, so that things may come out otherwise later
            return body, text
        if len(body) > 1:
            body = [self._in_place(line) for line in body]
            text = "\n".join(body)
        for call in dict.fromkeys(re.findall(r"\b(means_\w+)\(state, actor\)", text)):
            if call in self.several and (text.count(f"{call}(state, actor)") > 1 or len(body) > 1):
                parts.append(f"{call}_ = {call}(state, actor)")
                body = [line.replace(f"{call}(state, actor)", f"{call}_") for line in body]
        text = "\n".join(body)
        for zone, base in dict.fromkeys(ZONE_THERE.findall(text)):
            if text.count(zone) > 1:
                parts.append(f"zone_{base} = {zone}")
                body = [line.replace(zone, f"zone_{base}") for line in body]
        return body, "\n".join(body)

    def _in_place(self, line: str) -> str:
        """A line with the expressions of numbers instead of the calls of their functions."""

        def written(call: re.Match[str]) -> str:
            text, card = self.numbers.get(call[1], ""), call[2] or "it"
            if not text or re.search(rf"\bfor (it|{card}) in\b", text):
                return call[0]
            return self._in_place(re.sub(r"\bit\b", card, f"({text})"))

        return CALLED.sub(written, line)

    def expression(self, name: str, parameters: str, expression: str, about: str) -> str:
        """Write a function that gives a value."""
        return self.function(name, parameters, [f"return {expression}"], about)

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


@lru_cache(maxsize=256)
def _compiled(text: str) -> CodeType:
    """What Python makes of a text; rulesets that differ in a fact have most of it in common."""
    return compile(text, WRITTEN, "exec")
