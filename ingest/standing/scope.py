"""How far a cue reaches: what is tested, conceded or denied of something else says nothing of a number."""

from ingest.standing.seen import Seen

SUPPOSING = frozenset({"if", "would", "suppose"})
"""What makes that a clause is only thought of."""
TESTING = frozenset({"if", "whoever", "relative"})
"""What makes a clause one that a rule tests for: “who does not pay 4 loses”."""
DENYING = frozenset({"not", "nobody", "no-state"})
"""What denies by itself."""
DOUBTING = frozenset({"would", "suppose", "think", "seem", "print", "wrong", "known", "concede"})
"""What makes a denial in a condition worth more than the condition."""


def out_of_reach(seen: Seen, at: int) -> set[tuple[int, int]]:
    """Places of cues that say nothing of a number."""
    return _tested(seen, at) | _conceded(seen, at) | _denied_in_a_test(seen, at)


def _conceded(seen: Seen, at: int) -> set[tuple[int, int]]:
    """All that is conceded in another clause: “never above 7, even if a card raised it”."""
    clauses = {seen.pieces[n].clause for c in seen.cues if c.idea == "concede" for n in (c.first, c.last)}
    if seen.pieces[at].clause in clauses:
        return set()
    return {(c.first, c.last) for c in seen.cues if c.idea in SUPPOSING and seen.pieces[c.last].clause in clauses}


def _tested(seen: Seen, at: int) -> set[tuple[int, int]]:
    """“Would” of a number that a condition tests for, “if 2 or more”, which is a rule in whatever mood."""
    near = {c.idea for c in seen.cues if seen.zone(c, at) in {"touching", "near"}}
    told = {c.idea for c in seen.cues if seen.pieces[c.first].sentence == seen.pieces[at].sentence}
    if "limit" not in near or "if" not in told or told & {"concede", "suppose"}:
        return set()
    return {(c.first, c.last) for c in seen.cues if c.idea == "would"}


def _denied_in_a_test(seen: Seen, at: int) -> set[tuple[int, int]]:
    """Denials of clauses that a rule tests for, in its own clause and in others: “who does not pay 4 loses 2”."""
    sentence = seen.pieces[at].sentence
    if any(c.idea in DOUBTING and seen.pieces[c.first].sentence == sentence for c in seen.cues):
        return set()
    idle: set[tuple[int, int]] = set()
    for cue in seen.cues:
        if cue.idea not in DENYING or seen.pieces[cue.first].sentence != sentence:
            continue
        clause = seen.pieces[cue.first].clause
        if any(t.idea in TESTING and t.first < cue.first and seen.pieces[t.first].clause == clause for t in seen.cues):
            idle.add((cue.first, cue.last))
    return idle
