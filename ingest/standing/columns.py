"""Tables of corrections: which column tells what was, and which what is right."""

from collections.abc import Iterator, Mapping, Sequence

from ingest.standing.text import CELLS, Piece
from ingest.standing.words import Cue

OLD_HEADS = frozenset({"old", "wrong", "print", "past"})
NEW_HEADS = frozenset({"new", "right", "should", "here", "read", "valid"})

RULED = frozenset("|")
"""What parts the cells of a table."""
HEAD = 3
"""So many words beside a stroke are a head."""
PLAIN_HEADS = frozenset({"old", "wrong", "new", "right", "should"})
"""Heads that tell of a correction by themselves, so that the column beside them needs not say that it is the other
one; “Speed | Hold” only ends like a verb of the past."""


def read_columns(pieces: Sequence[Piece], numbers: Sequence[int], cues: Sequence[Cue]) -> dict[int, str]:
    """Numbers in columns whose heads tell what was and what is right."""
    found: dict[int, str] = {}
    heads: list[str] = []
    for line in range(pieces[-1].line + 1 if pieces else 0):
        cells = list(_cells(pieces, line))
        if len(cells) < 2 or not any(cells):
            continue
        if not any(n in numbers for cell in cells for n in cell):
            heads = _heads(cells, cues)
            continue
        if not heads and all(any(pieces[n].text == ":" for n in cell) for cell in cells[1:]):
            heads = _heads(cells, cues)
        for head, cell in zip(heads[::-1], cells[::-1], strict=False):
            found |= {n: head for n in cell if head and n in numbers}
    return found


def beside_columns(pieces: Sequence[Piece], columns: Mapping[int, str], numbers: Sequence[int]) -> set[int]:
    """Numbers of the same rows in other columns: they tell where something stands, “page 4”, or for whom it holds."""
    lines = {pieces[n].line for n in columns}
    return {n for n in numbers if pieces[n].line in lines and n not in columns}


def read_slashed(pieces: Sequence[Piece], numbers: Sequence[int], cues: Sequence[Cue]) -> dict[int, str]:
    """Numbers set apart by a stroke, under words that are: “printed / correct: Mill 2 / 3; Tower 10 / 8”."""
    found: dict[int, str] = {}
    heads: list[str] = []
    for at in (n for n, piece in enumerate(pieces) if piece.text == "\n" and 0 < n < len(pieces) - 1):
        if at - 1 in numbers and at + 1 in numbers:
            is_longer = any(0 <= n < len(pieces) and pieces[n].text == "\n" for n in (at + 2,))
            is_longer |= at > 2 and pieces[at - 2].text == "\n" and at - 3 in numbers
            found |= {} if is_longer else dict(zip((at - 1, at + 1), heads, strict=False))
        elif not heads and pieces[at - 1].text.isalpha() and pieces[at + 1].text.isalpha():
            heads = _heads([_words(pieces, at, -1), _words(pieces, at, 1)], cues)
    return found


def _words(pieces: Sequence[Piece], at: int, step: int) -> list[int]:
    """The words on one side of a stroke, up to the next mark or number."""
    words: list[int] = []
    at += step
    while 0 <= at < len(pieces) and pieces[at].text.isalpha() and pieces[at].value is None and len(words) < HEAD:
        words.append(at)
        at += step
    return sorted(words)


def _heads(cells: Sequence[Sequence[int]], cues: Sequence[Cue]) -> list[str]:
    """What the heads of columns say; one that says nothing beside an old one is the new one."""
    heads = [head_of(cell, cues) for cell in cells]
    plain = {cue.idea for cue in cues for cell in cells if cue.first in cell} & PLAIN_HEADS
    if plain and heads.count("old") == 1 and "new" not in heads and heads[-1] != "old":
        heads[heads.index("old") + 1] = "new"
    elif plain and heads.count("new") == 1 and "old" not in heads and heads.index("new") > 1:
        heads[heads.index("new") - 1] = "old"
    return heads if {"old", "new"} <= set(heads) else []


def head_of(cell: Sequence[int], cues: Sequence[Cue]) -> str:
    """Whether the words at some places tell of an old or of a new value."""
    ideas = {cue.idea for cue in cues if cell and cell[0] <= cue.first <= cell[-1]}
    if "wrong" in ideas or (ideas & {"old", "for", "from"} and not ideas & NEW_HEADS):
        return "old"
    return "new" if ideas & NEW_HEADS else "old" if ideas & OLD_HEADS else ""


def _cells(pieces: Sequence[Piece], line: int) -> Iterator[list[int]]:
    """The cells of a line; in one that is ruled other marks only part what stands in a cell."""
    borders = RULED if any(piece.line == line and piece.text in RULED for piece in pieces) else CELLS
    cell: list[int] = []
    for n, piece in enumerate(pieces):
        if piece.line != line or piece.text == "\n":
            continue
        if piece.text in borders:
            yield cell
            cell = []
        else:
            cell.append(n)
    if cell:
        yield cell
