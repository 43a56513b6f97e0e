"""Of which game a clause speaks: names that are said in it, and whether this game or another was spoken of last."""

from collections.abc import Iterator, Sequence

from ingest.standing.text import QUOTES, STOPS, Piece
from ingest.standing.words import Cue

OTHERS = frozenset({"other edition", "elsewhere", "game", "known"})
"""What leads to another game, edition or printing."""
OURS = frozenset({"here", "we", "this"})
"""What leads back to this one."""
OTHER_LAST = "another game last"
"""Seen of a number before which another game was spoken of last."""
OPENING = 4
"""A sentence begins with its first so many words."""
BEGINNING = frozenset({*STOPS, *QUOTES, ":", "(", "–", "—", "|"})
"""Behind these a capital letter says nothing."""


def read_names(pieces: Sequence[Piece]) -> Iterator[Cue]:
    """Proper names: words with a capital letter where none is due, those that follow one another as one."""
    first: int | None = None
    for at in range(len(pieces) + 1):
        if at < len(pieces) and _is_name(pieces, at):
            first = at if first is None else first
        elif first is not None:
            yield Cue("name", first, at - 1)
            first = None


def read_titles(pieces: Sequence[Piece]) -> Iterator[Cue]:
    """What stands in quotes, begins with a capital letter and counts nothing: the title of something."""
    first: int | None = None
    for at, piece in enumerate(pieces):
        if piece.is_quoted and first is None:
            first = at
        elif not piece.is_quoted and first is not None:
            inside = pieces[first:at]
            if inside[0].text[:1].isupper() and all(p.value is None for p in inside):
                yield Cue("title", first, at - 1)
            first = None


def _is_name(pieces: Sequence[Piece], at: int) -> bool:
    piece = pieces[at]
    is_word = piece.text[:1].isupper() and len(piece.text) > 1 and piece.value is None and not piece.is_quoted
    return is_word and not piece.text.isupper() and at > 0 and pieces[at - 1].text not in BEGINNING


def world_of(pieces: Sequence[Piece], cues: Sequence[Cue], at: int) -> Iterator[str]:
    """Whether another game or this one was spoken of last before a number, or first behind it in its clause."""
    piece = pieces[at]
    told = [c for c in cues if c.idea in OTHERS | OURS and pieces[c.first].sentence == piece.sentence]
    before = [c for c in told if c.last < at]
    behind = [c for c in told if c.first > at and pieces[c.first].clause == piece.clause]
    sides = {_side(c) for c in told}
    if before or behind:
        nearest = before[-1] if before else behind[0]
        side = _side(nearest)
        is_close = pieces[nearest.first].clause == piece.clause
        where = "last" if before else "first behind it"
        yield f"{side} {where}"
        yield f"{side} {where}{'' if is_close else ', in a clause before'}"
        yield f"{side} {where}, {'alone' if len(sides) == 1 else 'and another'}"
        if side == "another game":
            yield f"{nearest.idea} {where}"
            yield from _with(pieces, cues, at, "past")
        return
    yield "no game told in the sentence" if not told else f"{_side(told[0])} in a later clause"
    yield from _unnamed(pieces, cues, at)
    earlier = [c for c in cues if c.idea in OTHERS | OURS and pieces[c.first].sentence == piece.sentence - 1]
    points = any(c.idea == "there" and pieces[c.first].sentence == piece.sentence for c in cues)
    if earlier:
        yield f"{_side(earlier[-1])} in the sentence before{', pointed at' if points else ''}"


def _unnamed(pieces: Sequence[Piece], cues: Sequence[Cue], at: int) -> Iterator[str]:
    """An edition that a sentence speaks of without saying that it is this one: “in the signed edition”."""
    words = [n for n, p in enumerate(pieces) if p.sentence == pieces[at].sentence and p.text[:1].isalpha()]
    editions = [c for c in cues if c.idea == "edition" and c.first in words and c.last < at]
    if editions:
        yield "an edition before"
        if words.index(editions[0].first) < OPENING:
            yield "an edition before, with which the sentence begins"


def _with(pieces: Sequence[Piece], cues: Sequence[Cue], at: int, idea: str) -> Iterator[str]:
    if any(c.idea == idea and pieces[c.first].clause == pieces[at].clause for c in cues):
        yield f"another game and {idea}"


def _side(cue: Cue) -> str:
    return "another game" if cue.idea in OTHERS else "this game"
