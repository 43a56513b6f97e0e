"""What is said before a colon, or in a line above, of all numbers that are listed behind it; and of two things set
side by side, of which the second is told in fewer words."""

from collections import defaultdict
from collections.abc import Iterator, Sequence

from ingest.standing.text import Piece

ITEM = 4
"""So many words at most has an entry of a list beside its number."""
LEAD = 12
"""So many words at most lead a list."""


def read_leads(pieces: Sequence[Piece], counts: Sequence[int]) -> dict[int, tuple[int, ...]]:
    """Numbers of lists, each with the clauses that lead the list: “Prices in the old edition: hut 3, barn 5”."""
    words: defaultdict[int, int] = defaultdict(int)
    by_clause: defaultdict[int, list[int]] = defaultdict(list)
    for piece in pieces:
        words[piece.clause] += piece.text.isalpha() and piece.value is None
    for at in counts:
        by_clause[pieces[at].clause].append(at)
    found: dict[int, tuple[int, ...]] = {}
    for lead, entries in _led(pieces):
        listed = [at for clause in entries for at in by_clause[clause]]
        is_list = len(listed) > 1 and all(len(by_clause[c]) <= 1 and words[c] <= ITEM for c in entries)
        is_lead = sum(words[c] for c in lead) <= LEAD and not any(by_clause[c] for c in lead)
        if is_list and is_lead:
            found |= dict.fromkeys(listed, lead)
    return found


def _led(pieces: Sequence[Piece]) -> Iterator[tuple[tuple[int, ...], list[int]]]:
    """The clauses before a colon and those behind it, up to the end of the sentence or of the line."""
    for at, piece in enumerate(pieces):
        if piece.text != ":":
            continue
        behind = pieces[at + 1 :]
        is_below = bool(behind) and behind[0].text == "\n"
        first = behind[0].sentence if behind else 0
        entries = [p.clause for p in behind if is_below or p.sentence == first]
        lead = [p.clause for p in pieces[:at] if p.sentence == piece.sentence]
        if lead and entries:
            yield tuple(sorted(set(lead) - set(entries))), sorted(set(entries) - set(lead))


def is_elliptic(pieces: Sequence[Piece], counts: Sequence[int], at: int) -> bool:
    """Whether a sentence tells two numbers in two clauses, and the second in fewer words."""
    inside = [n for n in counts if pieces[n].sentence == pieces[at].sentence]
    if len(inside) != 2 or at != inside[1] or pieces[inside[0]].clause == pieces[at].clause:
        return False
    sizes = [sum(p.clause == pieces[n].clause and p.text.isalpha() for p in pieces) for n in inside]
    return sizes[1] <= ITEM + 1 and sizes[1] < sizes[0]
