"""What a clause is: a sentence or a cell of a table, and the layers of words above it."""

import re
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Literal

from schema.documents import PassageShape
from schema.tokens import Token, tokenise

LayerKind = Literal["column", "row", "name", "lead", "topic", "before", "earlier", "corner", "heading"]
ENUMERATOR = re.compile(r"\s*(?:(?:\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2}[.)]|[A-Za-z][.)]|[-–•*·])\s+)+")
_FOOTNOTE = re.compile(r"\\?\[\^[^\]]*\]:?|[⁰¹²³⁴-⁹]+")
_PARAGRAPH = re.compile(r"(?:^\s*|(?<=[.!?;:)]\s))\d{1,2}(?:\.\d{1,2})+\.?(?=\s+\W*[^\W\d_])")
"""The number of a paragraph before its first word: “8.2 Who enters Paris …”."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Words that stand above a clause, and where: the head of its column, the sentence before it, a heading."""

    kind: LayerKind
    tokens: tuple[Token, ...]
    passage: PassageShape | None = None
    """The passage in which they stand, where they are a lead-in."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A sentence, or a cell of a table, with what stands above it, the nearest first."""

    passage: PassageShape
    tokens: tuple[Token, ...]
    above: tuple[Layer, ...]
    is_cell: bool = False
    heads: tuple[tuple[Token, ...], ...] = ()
    """Of a cell: the heads of the other columns with figures."""

    is_first: bool = False
    """Whether it is the first sentence of several."""

    lead: PassageShape | None = None
    """The passage of the lead-in whose words are the first of its tokens."""

    @property
    def gaps(self) -> tuple[str, ...]:
        """What stands behind each token, up to the next one; the items of a list stand behind a colon."""
        return tuple(
            ":" if following and following.passage != token.passage else self._gap(token, following)
            for token, following in zip_longest(self.tokens, self.tokens[1:])
        )

    def _gap(self, token: Token, following: Token | None) -> str:
        text = self.lead.text if self.lead and token.passage == self.lead.seq else self.passage.text
        return text[token.end : following.start if following else len(text)]

    def led(self, lead: Layer) -> "Clause":
        """The sentence that the lead-in begins and the item ends."""
        above = tuple(layer for layer in self.above if layer != lead)
        return replace(self, tokens=(*lead.tokens, *self.tokens), above=above, lead=lead.passage)

    @property
    def is_answer(self) -> bool:
        """Whether the sentence before it asks."""
        return not self.is_cell and "?" in self.passage.text[: self.tokens[0].start][-3:] if self.tokens else False

    @property
    def is_asked(self) -> bool:
        """Whether it is a question."""
        return bool(self.tokens) and self.passage.text[self.tokens[-1].end :].lstrip().startswith("?")


def words(text: str) -> tuple[Token, ...]:
    """The words of a head or a heading, without its number."""
    numbered = ENUMERATOR.match(text)
    return tuple(t for t in tokenise(text[numbered.end() :] if numbered else text) if t.kind != "stop")


def without_marks(text: str) -> str:
    """The text with the marks of footnotes and the numbers of paragraphs blanked out."""
    return _PARAGRAPH.sub(_blank, _FOOTNOTE.sub(_blank, text))


def _blank(mark: re.Match[str]) -> str:
    return " " * len(mark.group())
