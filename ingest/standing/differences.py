"""Numbers by which one value differs from another: the “one” of “one higher than printed” is no value itself."""

from collections.abc import Iterable, Sequence

from ingest.standing.text import Piece
from ingest.standing.words import Cue

REACH = 2
"""“Than” compares with a number at most so many pieces before its phrase: “one card more than”."""


def differences(pieces: Sequence[Piece], numbers: Iterable[int], cues: Iterable[Cue]) -> set[int]:
    """Numbers right before a comparison of several words."""
    compared = {cue.first: pieces[cue.first].clause for cue in cues if cue.idea == "limit" and cue.last > cue.first}
    return {
        at
        for at in numbers
        if any(compared.get(at + gap) == pieces[at].clause and _is_open(pieces, at, gap) for gap in range(1, REACH + 1))
    }


def _is_open(pieces: Sequence[Piece], at: int, gap: int) -> bool:
    """Whether there is nothing but a word between a number and what compares it."""
    return all(piece.text.isalpha() and piece.value is None for piece in pieces[at + 1 : at + gap])
