"""Passages as sentences and cells of tables, each with the words that stand above it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Literal

from ingest.match import SILENT_KINDS
from ingest.ranked import CELL_SEPARATOR
from schema.documents import PassageShape
from schema.tokens import Token, tokenise

LayerKind = Literal["column", "row", "name", "lead", "topic", "before", "earlier", "corner", "heading"]
_ENUMERATOR = re.compile(r"\s*(?:(?:\d{1,2}(?:\.\d{1,2})+\.?|\d{1,2}[.)]|[A-Za-z][.)]|[-–•*·])\s+)+")
_FOOTNOTE = re.compile(r"\\?\[\^[^\]]*\]:?|[⁰¹²³⁴-⁹]+")
_RULE = re.compile(r"[\s:—–-]*")
_FIGURE = re.compile(r"[+−–-]?\s?\d+(?:\s?[-–—]\s?\d+)?\s?[×x+]?")
_LABEL = re.compile(r"([^:.]{3,40}):\s")
_TERM = re.compile(r"\s*[^:.?!–—-]{3,30}(?::|\s[–—-])\s")
_BORDER = re.compile(rf"(?<=\s){re.escape(CELL_SEPARATOR.strip())}(?=\s)")
_REMARK = re.compile(r"(?<=\S)\s*(?:\([^)]*\)|,[^,]*\d.*)\s*$")
_SECTIONS = " / "
MINIMAL_COLUMNS = 2
"""A single column has no head."""
TITLE_SHARE = 0.8
"""A heading under which so much of a document stands is its title."""
LONG_HEAD = 2
"""More words than this, with a number, are a sentence and no head of a column."""
SHORT = 2
"""So many words of a further cell name a thing; more are a remark."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Words that stand above a clause, and where: the head of its column, the sentence before it, a heading."""

    kind: LayerKind
    tokens: tuple[Token, ...]


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

    @property
    def is_answer(self) -> bool:
        """Whether the sentence before it asks."""
        return not self.is_cell and "?" in self.passage.text[: self.tokens[0].start][-3:] if self.tokens else False

    @property
    def is_asked(self) -> bool:
        """Whether it is a question."""
        return bool(self.tokens) and self.passage.text[self.tokens[-1].end :].lstrip().startswith("?")


def clauses(passages: Sequence[PassageShape]) -> Iterator[Clause]:
    """Every sentence and every cell of the passages that speak, in order."""
    lead: tuple[Layer, ...] = ()
    last: tuple[Token, ...] = ()
    speaking = [p for p in passages if p.kind not in SILENT_KINDS]
    titles = _titles(speaking)
    for (is_table, section), group in groupby(speaking, key=lambda p: (p.kind == "table", p.section)):
        parts = [part for part in section.split(_SECTIONS) if part and part not in titles]
        headings = tuple(Layer("heading", _words(part)) for part in reversed(parts))
        if is_table:
            yield from _cells(list(group), (*(lead or (Layer("before", last),)), *headings))
            continue
        for passage in group:
            if passage.kind == "heading":
                lead, last = (), ()
                continue
            sentences = list(_sentences(passage))
            if passage.kind != "item":
                lead = ()
            yield from _spoken(passage, sentences, lead, headings)
            last = tuple(token for sentence in sentences for token in sentence)
            if sentences and (passage.text.rstrip().endswith(":") or passage.kind == "label"):
                lead = (Layer("lead", sentences[-1]), *(Layer("topic", s) for s in reversed(sentences[:-1])))


def _titles(passages: Sequence[PassageShape]) -> frozenset[str]:
    """The headings above nearly all others, which tell nothing of what stands below them."""
    sections = [passage.section.split(_SECTIONS) for passage in passages if passage.section]
    count = Counter(part for parts in sections for part in set(parts))
    return frozenset(part for part, times in count.items() if times >= TITLE_SHARE * len(sections))


def _spoken(
    passage: PassageShape, sentences: Sequence[tuple[Token, ...]], lead: tuple[Layer, ...], headings: tuple[Layer, ...]
) -> Iterator[Clause]:
    topic: tuple[Token, ...] = ()
    label = _named_by(passage, sentences)
    for number, tokens in enumerate(sentences):
        layers = [Layer("before", sentences[number - 1])] if number else []
        layers += [Layer("lead", label)] if number and label else []
        layers += lead
        layers += [Layer("topic", topic)] if number else []
        topic = tokens if not number or _is_label(passage, tokens) else topic
        layers += [Layer("earlier", tuple(t for s in sentences[1 : number - 1] for t in s))] if number > 2 else []
        yield Clause(passage, tokens, (*layers, *headings), is_first=len(sentences) > 1 and not number)


def _named_by(passage: PassageShape, sentences: Sequence[tuple[Token, ...]]) -> tuple[Token, ...]:
    """The words before a dash or colon with which a passage begins, and of which all its sentences speak."""
    named = _TERM.match(without_marks(passage.text)) if len(sentences) > 1 else None
    return tuple(t for t in sentences[0] if t.end <= named.end()) if named else ()


def _is_label(passage: PassageShape, tokens: Sequence[Token]) -> bool:
    """Whether a sentence is a word or two, as in “Alpha. The better hand wins”."""
    said = passage.text[tokens[0].start : tokens[-1].end]
    return len(tokens) <= SHORT and all(map(str.isalpha, said.split()))


def _sentences(passage: PassageShape) -> Iterator[tuple[Token, ...]]:
    """The sentences of a passage; a stop behind an ordinal or a short word before a small letter ends none."""
    text = without_marks(passage.text)
    numbered = _ENUMERATOR.match(text)
    begin = numbered.end() if numbered else 0
    sentence: list[Token] = []
    for token in tokenise(text[begin:], passage.seq, begin):
        if token.kind != "stop":
            sentence.append(token)
        elif sentence and not (token.text == "." and _is_short(sentence[-1], text[token.end :])):
            yield tuple(sentence)
            sentence = []
    if sentence:
        yield tuple(sentence)


def without_marks(text: str) -> str:
    """The text with the marks of footnotes blanked out."""
    return _FOOTNOTE.sub(lambda mark: " " * len(mark.group()), text)


def _is_short(before: Token, rest: str) -> bool:
    following = rest.lstrip()[:1]
    is_word = before.kind == "word" and len(before.text) <= 4
    return (following.islower() and (before.kind == "number" or is_word)) or (following.isdigit() and is_word)


def _cells(rows: Sequence[PassageShape], outside: tuple[Layer, ...]) -> Iterator[Clause]:
    """The cells of a table, each under the head of its column and beside the words of its row."""
    heads: list[tuple[str, int]] = []
    shown = [row for row in rows if not _RULE.fullmatch(row.text.replace("|", " "))]
    table = [(row, list(_split(without_marks(row.text)))) for row in shown]
    is_numbered = _counts_up([cells[0][0] for _, cells in table])
    for number, (passage, cells) in enumerate(table):
        following = table[number + 1][1] if number + 1 < len(table) else []
        is_first = number == 0 or len(cells) != len(table[number - 1][1])
        if is_first:
            heads = cells if _is_head(cells, following) else []
            if heads:
                continue
        for column, (text, start) in enumerate(cells):
            if text and (column or not is_numbered):
                tokens = tuple(t for t in tokenise(text, passage.seq, start) if t.kind != "stop")
                others = tuple(
                    _words(head) for i, (head, _) in enumerate(heads) if i != column and _FIGURE.fullmatch(cells[i][0])
                )
                yield Clause(passage, tokens, (*_beside(heads, cells, column), *outside), True, others)


def _counts_up(cells: Sequence[str]) -> bool:
    """Whether a column numbers its rows: 1, 2, 3 and so on."""
    figures = [int(cell.rstrip(".")) for cell in cells if cell.rstrip(".").isdecimal()]
    return len(figures) > MINIMAL_COLUMNS and figures == list(range(1, len(figures) + 1))


def _beside(heads: Sequence[tuple[str, int]], cells: Sequence[tuple[str, int]], column: int) -> Iterator[Layer]:
    """The head of a cell's column and the cells of its row; long ones are remarks and say less.

    A name may be shared by a cell and a head: `Intelligence` under `Deck` beside a column `Cards`.
    """
    head = heads[column][0] if heads else ""
    if head:
        # “Players | 1–2 | 3–4”: what the figures at the top count stands in the corner.
        is_counted = column and _FIGURE.fullmatch(head)
        yield Layer("column", _words(f"{heads[0][0]} {head}" if is_counted else head))
    first = next((i for i, (text, _) in enumerate(cells) if text and not _FIGURE.fullmatch(text)), 0)
    for i, (text, _) in enumerate(cells):
        is_figure = bool(_FIGURE.fullmatch(text))
        if i == column or not text or (is_figure and i):
            continue
        own = heads[i][0] if heads else ""
        named = _LABEL.match(text)
        label = named.group(1) if named else _REMARK.sub("", text)
        if i and _FIGURE.fullmatch(label):
            continue  # “−4 (Munich)” is the value of its own column.
        is_name = i == first or len(_words(label)) <= SHORT
        yield Layer("row" if is_name else "earlier", _words(f"{own} {text}" if is_figure else label))
        for other in (own, head):
            if is_name and other and not is_figure and len(_words(other)) <= SHORT:
                yield Layer("name", _words(f"{other} {label} {other}"))
    if heads and column:
        yield Layer("corner", _words(heads[0][0]))


def _is_head(cells: Sequence[tuple[str, int]], following: Sequence[tuple[str, int]]) -> bool:
    """Whether a row gives the names of columns: as wide as the next, and without a figure where the next has one."""
    if len(cells) != len(following) or len(cells) < MINIMAL_COLUMNS:
        return False
    if all(any(map(str.isdigit, row[0][0])) for row in (cells, following)):
        return False
    if any(_is_told(cell) and _is_told(below) for cell, below in zip(cells, following, strict=True)):
        return False
    figures = [bool(_FIGURE.fullmatch(text)) for text, _ in cells[1:]]
    return not any(figures) or not any(_FIGURE.fullmatch(text) for text, _ in following[:1])


def _is_told(cell: tuple[str, int]) -> bool:
    """Whether a cell is a sentence with a number, which no head of a column is."""
    return any(map(str.isdigit, cell[0])) and len(cell[0].split()) > LONG_HEAD


def _split(text: str) -> Iterator[tuple[str, int]]:
    # An empty first or last cell has lost the space of its border; two separators may share one.
    begin = 0
    padded = f" {text} "
    for border in (*_BORDER.finditer(padded), None):
        part = padded[begin : border.start() if border else len(padded)]
        yield part.strip(), begin - 1 + len(part) - len(part.lstrip())
        begin = border.end() if border else 0


def _words(text: str) -> tuple[Token, ...]:
    numbered = _ENUMERATOR.match(text)
    return tuple(t for t in tokenise(text[numbered.end() :] if numbered else text) if t.kind != "stop")
