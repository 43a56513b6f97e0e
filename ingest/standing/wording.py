"""The words around a number as they stand there, one language's own: what no class of words names is learnt from them.

A word is known by its beginning. What is learnt is kept by a hash of what was seen.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from zlib import crc32

from ingest.standing.text import Piece

WHOLE = 4
"""Words of at most so many letters are known whole."""
BEGINNING = 5
"""Longer ones by so many."""
BESIDE = 3
"""So many words and marks on each side of a number count by their place."""
REACH = 400
"""So many on each side are looked at: few passages are longer, and in a long list what is further away says nothing."""


def around_number(pieces: Sequence[Piece], at: int, language: str) -> set[int]:
    """What the words of the text say of the number at a place, as hashes."""
    near = pieces[max(at - REACH, 0) : at + REACH + 1]
    return {_hashed(f"{language}|{seen}") for seen in _around(near, min(at, REACH))}


def _around(pieces: Sequence[Piece], at: int) -> Iterator[str]:
    here = pieces[at]
    words = ["@" if n == at else _beginning(piece) for n, piece in enumerate(pieces)]
    for n, (word, piece) in enumerate(zip(words, pieces, strict=True)):
        if not word[0].isalpha():
            continue
        side = "before" if n < at else "behind"
        if piece.sentence != here.sentence:
            yield f"{word} in a sentence {side}"
            continue
        yield f"{word} in the sentence"
        yield f"{word} in the sentence {side}"
        if piece.clause == here.clause:
            yield f"{word} in the clause {side}"
    for step in range(-BESIDE, BESIDE + 1):
        if step and 0 <= at + step < len(words):
            yield f"{words[at + step]} at {step}"
    inside = [n for n, piece in enumerate(pieces) if piece.sentence == here.sentence]
    for one, other in pairwise(inside):
        yield f"{words[one]} {words[other]} {'before' if other <= at else 'behind'}"
    for first, second, third in zip(inside, inside[1:], inside[2:], strict=False):
        yield f"{words[first]} {words[second]} {words[third]}"


def _beginning(piece: Piece) -> str:
    """A word as it is known here; numbers are all alike."""
    if piece.value is not None:
        return "#"
    if not piece.folded[:1].isalpha():
        return piece.text
    return piece.folded if len(piece.folded) <= WHOLE else piece.folded[:BEGINNING]


@lru_cache(maxsize=1 << 16)
def _hashed(seen: str) -> int:
    return crc32(seen.encode())
