"""The cells of a table, each under the head of its column and beside the words of its row."""

import re
from collections.abc import Iterator, Sequence

from ingest.clauses.shapes import Clause, Layer, without_marks, words
from ingest.ranked import CELL_SEPARATOR
from schema.documents import PassageShape
from schema.tokens import tokenise

_RULE = re.compile(r"[\s:—–-]*")
_FIGURE = re.compile(r"[+−–-]?\s?\d+(?:\s?[-–—]\s?\d+)?\s?[×x+]?")
_SERIES = re.compile(r"[+−–-]?\d+(?:\s?[,/;]\s?[+−–-]?\d+)+")
_LABEL = re.compile(r"([^:.]{3,40}):\s")
_BORDER = re.compile(rf"(?<=\s){re.escape(CELL_SEPARATOR.strip())}(?=\s)")
_REMARK = re.compile(r"(?<=\S)\s*(?:\([^)]*\)|,[^,]*\d.*)\s*$")
MINIMAL_COLUMNS = 2
"""A single column has no head."""
LONG_HEAD = 2
"""More words than this, with a number, are a sentence and no head of a column."""
SHORT = 2
"""So many words of a further cell name a thing; more are a remark."""
HEAD = 3
"""So many words of a head may share a name with a cell: “kind of offensive”."""


def cells(rows: Sequence[PassageShape], outside: tuple[Layer, ...]) -> Iterator[Clause]:
    """The cells of a table, each under the head of its column and beside the words of its row."""
    heads: list[tuple[str, int]] = []
    shown = [row for row in rows if not _RULE.fullmatch(row.text.replace("|", " "))]
    table = [(row, list(_split(without_marks(row.text)))) for row in shown]
    is_numbered = _counts_up([cells[0][0] for _, cells in table])
    is_parted = False
    for number, (passage, cells) in enumerate(table):
        following = table[number + 1][1] if number + 1 < len(table) else []
        is_first = number == 0 or len(cells) != len(table[number - 1][1])
        if is_parted:
            is_parted, heads = False, _under(heads, cells)
            continue
        if is_first:
            below = [row for _, row in table[number + 1 :]]
            heads = _told_apart(_spread(cells, below), below) if _is_head(cells, following) else []
            is_parted = bool(heads) and _is_head_of_heads(cells, below)
            if heads:
                continue
        for column, (text, start) in enumerate(cells):
            if text and (column or not is_numbered):
                tokens = tuple(t for t in tokenise(text, passage.seq, start) if t.kind != "stop")
                others = tuple(
                    words(head) for i, (head, _) in enumerate(heads) if i != column and _FIGURE.fullmatch(cells[i][0])
                )
                yield Clause(passage, tokens, (*_beside(heads, cells, column), *outside), True, others)


def _spread(heads: Sequence[tuple[str, int]], rows: Sequence[Sequence[tuple[str, int]]]) -> list[tuple[str, int]]:
    """The heads of columns; one over a thing and its figure is the head of both: “only you | |”."""
    spread = list(heads)
    for column in range(1, len(heads)):
        beside, own = (_is_of_figures(rows, at, len(heads)) for at in (column - 1, column))
        if not spread[column][0] and own and not beside:
            spread[column] = spread[column - 1]
    return spread


def _told_apart(heads: Sequence[tuple[str, int]], rows: Sequence[Sequence[tuple[str, int]]]) -> list[tuple[str, int]]:
    """The heads of columns; figures under the same head several times belong to the things before them.

    “You only, at | Level | Distributed, at | Level”: the first level is for you only.
    """
    names = [head for head, _ in heads]
    told = list(heads)
    for column in range(2, len(heads)):
        beside, own = (_is_of_figures(rows, at, len(heads)) for at in (column - 1, column))
        is_repeated = names.count(names[column]) > 1 and names.count(names[column - 1]) == 1
        if names[column] and names[column - 1] and is_repeated and own and not beside:
            told[column] = f"{names[column - 1]} {names[column]}", heads[column - 1][1]
    return told


def _is_head_of_heads(heads: Sequence[tuple[str, int]], rows: Sequence[Sequence[tuple[str, int]]]) -> bool:
    """Whether the next row parts these heads: “only you | |” over “space | suspicion”, and figures come behind it."""
    if len(rows) < MINIMAL_COLUMNS or len(rows[0]) != len(rows[1]):
        return False
    if any(_FIGURE.fullmatch(text) for text, _ in rows[0]):
        return False
    merged = [column for column in range(1, len(heads)) if not heads[column][0]]
    is_named = all(rows[0][column][0] and rows[0][column - 1][0] for column in merged)
    return bool(merged) and is_named and any(_FIGURE.fullmatch(text) for text, _ in rows[1])


def _under(heads: Sequence[tuple[str, int]], parts: Sequence[tuple[str, int]]) -> list[tuple[str, int]]:
    """The heads of columns under heads of several columns; columns of one head keep its place."""
    under: list[tuple[str, int]] = []
    over = ("", 0)
    for column, (head, (part, start)) in enumerate(zip(heads, parts, strict=True)):
        over = head if head[0] or not column else over
        under.append((f"{over[0]} {part}".strip(), over[1] if over[0] else start))
    return under


def _is_of_other_group(heads: Sequence[tuple[str, int]], i: int, column: int) -> bool:
    """Whether two columns stand under two heads that each have several columns: “only you | | to share | |”."""
    places = [place for _, place in heads]
    if not heads or places[i] == places[column]:
        return False
    return min(places.count(places[i]), places.count(places[column])) > 1


def _is_of_figures(rows: Sequence[Sequence[tuple[str, int]]], column: int, width: int) -> bool:
    """Whether most cells of a column are figures."""
    told = [row[column][0] for row in rows if len(row) == width and row[column][0]]
    return 2 * sum(bool(_FIGURE.fullmatch(text)) for text in told) > len(told)


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
        yield Layer("column", words(f"{heads[0][0]} {head}" if is_counted else head))
    first = next((i for i, (text, _) in enumerate(cells) if text and not _FIGURE.fullmatch(text)), 0)
    for i, (text, _) in enumerate(cells):
        is_figure = bool(_FIGURE.fullmatch(text))
        if i == column or not text or (is_figure and i) or _is_of_other_group(heads, i, column):
            continue
        own = heads[i][0] if heads else ""
        named = _LABEL.match(text)
        is_listed = bool(_SERIES.fullmatch(cells[column][0]))
        # “Hand (1–2, 3–4, 5 players) | 10, 7, 5”: each of them is in the brackets what one of the figures is for.
        label = named.group(1) if named else text if is_listed else _REMARK.sub("", text)
        if i and _FIGURE.fullmatch(label):
            continue  # “−4 (Munich)” is the value of its own column.
        is_name = i == first or len(words(label)) <= SHORT
        yield Layer("row" if is_name else "earlier", words(f"{own} {text}" if is_figure else label))
        for other in (own, head):
            if is_name and other and not is_figure and len(words(other)) <= HEAD:
                # “Secondary” under “Kind of offensive” is the secondary offensive.
                noun = f" {label} {other.split()[-1]}" if " " in other else ""
                yield Layer("name", words(f"{other} {label} {other}{noun}"))
    if heads and column:
        yield Layer("corner", words(heads[0][0]))
        if head and max(len(words(head)), len(words(heads[0][0]))) <= SHORT:
            yield Layer("name", words(f"{heads[0][0]} {head} {heads[0][0]}"))


def _is_head(cells: Sequence[tuple[str, int]], following: Sequence[tuple[str, int]]) -> bool:
    """Whether a row gives the names of columns: as wide as the next, and without a figure where the next has one."""
    if len(cells) != len(following) or len(cells) < MINIMAL_COLUMNS:
        return False
    if all(any(map(str.isdigit, row[0][0])) for row in (cells, following)):
        return False
    if any(_is_told(cell) and _is_told(below) for cell, below in zip(cells, following, strict=True)):
        return False
    if all(_LABEL.match(text) for row in (cells, following) for text, _ in row):
        return False  # “pink: France | red: Corsica” over “green: Crete | blue: Sicily” are all of one kind.
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
