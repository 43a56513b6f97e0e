"""Python source written from rows: functions in the order in which they were needed, each with its row and its rule."""

import builtins
import keyword
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

PARTS = ("zones", "counters", "marks")
"""Parts of the state that a function gets at hand where it speaks of them."""
GIVEN = frozenset(
    ("table", "state", "actor", "frame", "it", "they", "there", "this", "those", "drawn", "each", "held", *PARTS)
)
WIDTH = 4


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
        self.several: set[str] = set()
        """Functions that work out cards or spaces."""

    def function(self, name: str, parameters: str, body: Sequence[str], about: str) -> str:
        """Write a function and give its name; the same function is written once."""
        text = "\n".join(body)
        key = (parameters, text)
        if key in self._names:
            return self._names[key]
        unique, number = identifier(name), 1
        while unique in self._names.values():
            number += 1
            unique = f"{identifier(name)}_{number}"
        parts = [f"{part} = state.{part}" for part in PARTS if re.search(rf"\b{part}\b", text)]
        body, text = self._once(body, text, parts)
        if re.search(r"\bdrawn\b", text) and not text.startswith("drawn"):
            parts.append("drawn = []")
        self._written += [f"def {unique}({parameters}):  # {about}", *indented([*parts, *body]), ""]
        self._names[key] = unique
        return unique

    def constant(self, name: str, value: Any) -> str:
        """Keep a value for what is written, and give its name."""
        for known, kept in self.namespace.items():
            if known.startswith(f"{name}_") and kept == value:
                return known
        made = f"{name}_{len(self.namespace)}"
        self.namespace[made] = value
        return made

    def _once(self, body: Sequence[str], text: str, parts: list[str]) -> tuple[Sequence[str], str]:
        """Cards or spaces that are worked out more than once, or in a loop, are worked out at the beginning."""
        if not body[-1].startswith(
            "return"
        ):  # a function in which something happens, so that it may come out otherwise
            return body, text
        for call in dict.fromkeys(re.findall(r"\b(means_\w+)\(state, actor\)", text)):
            if call in self.several and (text.count(f"{call}(state, actor)") > 1 or len(body) > 1):
                parts.append(f"{call}_ = {call}(state, actor)")
                body = [line.replace(f"{call}(state, actor)", f"{call}_") for line in body]
        return body, "\n".join(body)

    def expression(self, name: str, parameters: str, expression: str, about: str) -> str:
        """Write a function that gives a value."""
        return self.function(name, parameters, [f"return {expression}"], about)

    @property
    def text(self) -> str:
        """All that was written."""
        return "\n".join(self._written)

    def run(self) -> Callable[[str], Any]:
        """Let Python read it; gives what finds a function by its name."""
        exec(compile(self.text, "<rows>", "exec"), self.namespace)
        return self.namespace.__getitem__
