"""A small hand press: lines and blocks set at places, in a type whose letters are all half an em wide."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any

import pytest
from hypothesis import strategies as st

from ingest.files.plain import plain_pages
from ingest.layout.lines import Block, Line
from schema.documents import PassageKind
from schema.reading import Box, Word

SIZE, LEADING = 10.0, 12.0
LETTER, SPACE = 0.5, 0.25
"""In ems."""


class Press:
    """Sets words where a test wants them."""

    def line(self, text: str, x: float = 0, y: float = 0, *, space: float = SPACE, **type_: Any) -> Line:
        """A line whose words stand `space` ems apart; a bar in the text is a tab of ten ems."""
        size, page = type_.pop("size", SIZE), type_.pop("page", 1)
        words: list[Word] = []
        for part in text.split():
            if part == "|":
                x += 10 * size
                continue
            width = LETTER * size * len(part)
            set_in = {"font": "Serif", "size": size, **type_}
            words.append(Word(part, int(y), Box(x, y, x + width, y + size), **set_in))
            x += width + space * size
        return Line(tuple(words), page)

    def lines(self, *texts: str, x: float = 0, y: float = 0, leading: float = LEADING, **type_: Any) -> list[Line]:
        """Lines under one another."""
        return [self.line(text, x, y + leading * i, **type_) for i, text in enumerate(texts)]

    def block(self, text: str, kind: PassageKind = "paragraph", *, level: int | None = None, **place: Any) -> Block:
        """A block of the lines of a text."""
        return Block(tuple(self.lines(*text.split("\n"), **place)), kind, level)

    def plain(self, *texts: str) -> list[Line]:
        """Lines of plain text, which have no place; an empty text is a blank line."""
        (page,) = plain_pages("\n".join(texts))
        return [Line(tuple(words)) for _, words in groupby(page.words, key=lambda word: word.line)]

    def plain_block(
        self, text: str, kind: PassageKind = "paragraph", *, page: int = 1, level: int | None = None
    ) -> Block:
        """A block of plain text."""
        lines = [replace(line, page=page) for line in self.plain(*text.split("\n"))]
        return Block(tuple(lines), kind, level)

    def words(self, lines: Sequence[Line]) -> list[Word]:
        return [word for line in lines for word in line.words]

    def boxes(self) -> st.SearchStrategy[list[Box]]:
        """Any few boxes on a page, in whole points."""
        corner, side = st.integers(0, 400), st.integers(4, 200)
        box = st.builds(lambda x, y, w, h: Box(x, y, x + w, y + h), corner, corner, side, side)
        return st.lists(box, max_size=12)

    def scattered(self) -> st.SearchStrategy[list[Word]]:
        """Any few words on a page, most of them level with others."""
        place = st.tuples(st.sampled_from(["ab", "one", "seven", "players"]), st.integers(0, 60), st.integers(0, 12))
        return st.lists(place, max_size=25, unique_by=lambda at: at[1:]).map(lambda found: list(_set(found)))


def _set(found: Sequence[tuple[str, int, int]]) -> Iterator[Word]:
    for text, column, row in found:
        x, y = 7.0 * column, LEADING * row
        yield Word(text, row, Box(x, y, x + LETTER * SIZE * len(text), y + SIZE), "Serif", SIZE)


@pytest.fixture(scope="session")
def press() -> Press:
    return Press()
