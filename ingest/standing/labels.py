"""Labels before a colon, “Was: … Now: …”, “Wrong: … / Right: …”: they speak of all numbers up to the next one."""

from collections.abc import Sequence

from ingest.standing.columns import head_of
from ingest.standing.text import STOPS, Piece
from ingest.standing.words import Cue

LONGEST = 5
"""So many words before a colon at the beginning of a sentence or of a parenthesis may be a label."""
OPENING = frozenset({*STOPS, "(", ";", "–", "—", "-", "|", ","})


def read_labels(pieces: Sequence[Piece], cues: Sequence[Cue]) -> dict[int, str]:
    """Numbers under a label that tells of an old or of a new value."""
    found: dict[int, str] = {}
    said, line, was_aside = "", 0, False
    for at, piece in enumerate(pieces):
        if piece.line != line or (was_aside and not piece.is_aside):
            said = ""
        line, was_aside = piece.line, piece.is_aside
        if piece.text == ":":
            label = _label(pieces, at)
            said = head_of(label, cues) if label else said
        if said and piece.value is not None:
            found[at] = said
    return found


def _label(pieces: Sequence[Piece], at: int) -> list[int]:
    """The words between the last mark and a colon, if they are few and count nothing."""
    first = at
    while first and pieces[first - 1].text not in OPENING:
        first -= 1
    words = list(range(first, at))
    is_label = 0 < len(words) <= LONGEST and all(pieces[n].value is None for n in words)
    return words if is_label else []
