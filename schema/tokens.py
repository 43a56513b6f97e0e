"""Text as a row of words, numbers and signs, each with its place."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from schema.folding import fold

TokenKind = Literal["word", "number", "signed", "range", "icon", "stop", "break"]

_TOKEN = re.compile(
    r"""(?P<icon>(?<!\\)\[icon:[^\]]+\])
      | (?P<range>(?<![\d\w])\d+(?:[-‐‑‒–—−]|\s[-–—]\s)\d+(?!\w))
      | (?P<signed>(?<![\w.])(?:[+−]\s?|[-‐‑‒–])\d+(?!\w))
      | (?P<number>(?!0\d)\d+(?!\w))
      | (?P<word>[^\W_]+)
      | (?P<stop>[.!?](?=[)\]”“"»]*(?:\s|$)))""",
    re.VERBOSE,
)
_ESCAPED = re.compile(r"\\([\[\]])")


def readable(text: str) -> str:
    """The text as a person reads it: printed brackets without the backslash that tells them from icons."""
    return _ESCAPED.sub(r"\1", text)


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or sign of a text."""

    kind: TokenKind
    text: str
    folded: str
    start: int
    end: int
    passage: int = 0
    """Seq of the passage it stands in."""

    @property
    def value(self) -> str:
        """A number as digits with an ASCII sign, a range as `low-high`, an icon's code, else the folded text."""
        if self.kind == "signed":
            sign = "+" if self.text[0] == "+" else "-"
            return sign + re.sub(r"\D", "", self.text)
        if self.kind == "range":
            return "-".join(re.findall(r"\d+", self.text))
        if self.kind == "icon":
            return self.text[len("[icon:") : -1]
        return self.folded


def tokenise(text: str, passage: int = 0, offset: int = 0) -> Iterator[Token]:
    """The tokens of a text in order; punctuation other than the end of a sentence is left out.

    Digits with a leading zero (“P-03”) are a label: a word and no number. ``offset`` is where the text begins in its
    passage.
    """
    for match in _TOKEN.finditer(text):
        kind: TokenKind = match.lastgroup  # type: ignore[assignment]
        yield Token(kind, match.group(), fold(match.group()), match.start() + offset, match.end() + offset, passage)


def break_after(passage: int) -> Token:
    """The token between two passages."""
    return Token("break", "¶", "¶", 0, 0, passage)
