"""Labels before a colon, “Was: … Now: …”, “Wrong: … / Right: …”: they speak of all numbers up to the next one."""

from collections.abc import Sequence

from ingest.standing.columns import PLAIN_HEADS, head_of
from ingest.standing.text import STOPS, Piece
from ingest.standing.words import Cue

LONGEST = 5
"""So many words before a colon at the beginning of a sentence or of a parenthesis may be a label."""
FAULT = 2
"""A label of at most so many words only calls a value wrong."""
OPENING = frozenset({*STOPS, "(", ";", "–", "—", "-", "|", ","})


def read_labels(pieces: Sequence[Piece], cues: Sequence[Cue]) -> dict[int, str]:
    """Numbers under a label that tells of an old or of a new value.

    What is only printed or past, “Contents: 110 cards”, is an old value where another label tells the new one.
    """
    found: dict[int, str] = {}
    weak: set[int] = set()
    said, line, was_aside, is_weak = "", 0, False, False
    for at, piece in enumerate(pieces):
        if piece.line != line or (was_aside and not piece.is_aside):
            said = ""
        line, was_aside = piece.line, piece.is_aside
        if piece.text == ":":
            label = _label(pieces, at)
            said = _head(label, cues, piece.is_aside) if label else said
            is_weak = not piece.is_aside and not any(c.idea in PLAIN_HEADS for c in cues if c.first in label)
        if said and piece.value is not None:
            found[at] = said
            weak |= {at} if is_weak and said == "old" else set()
    return found if "new" in found.values() else {at: head for at, head in found.items() if at not in weak}


def _head(label: Sequence[int], cues: Sequence[Cue], is_aside: bool) -> str:
    """What a label says; a fault told in more words is a sentence, behind which the right value stands."""
    is_long = len(label) > FAULT and not is_aside
    is_told = is_long and any(c.idea == "wrong" and c.first in label for c in cues)
    return "" if is_told else head_of(label, cues)


def _label(pieces: Sequence[Piece], at: int) -> list[int]:
    """The words between the last mark and a colon, if they are few and count nothing."""
    first = at
    while first and pieces[first - 1].text not in OPENING:
        first -= 1
    words = list(range(first, at))
    is_label = 0 < len(words) <= LONGEST and all(pieces[n].value is None for n in words)
    return words if is_label else []
