"""What can be seen of two numbers of which one may be the old and the other the new value."""

from collections.abc import Iterator

from ingest.standing.features import BOUND, SPOKEN
from ingest.standing.seen import FAINT, NEAR, Seen, is_same_noun
from ingest.standing.words import Cue

NAMING = frozenset({"name", "title", "there"})
"""What only names or points, which says nothing of two numbers."""
APART = SPOKEN | FAINT | NAMING
"""What is not told of two numbers by its place."""
TELLING = frozenset({"denial", "truth", "print", "instead", "change", "arrow", "document"})
"""What may tell that one number stands in the place of another."""
BESIDE = 2
"""Two numbers with nothing but a stroke between them."""
REACH = 2
"""A correction may name its old and its new value so many sentences apart."""


def pairs(seen: Seen) -> Iterator[tuple[int, int]]:
    """Places of two numbers of which the first may be the old and the second the new value."""
    for old in seen.numbers:
        for new in seen.numbers:
            one, other = seen.pieces[old], seen.pieces[new]
            is_near = abs(one.sentence - other.sentence) <= REACH
            is_near = is_near and not _is_repeated(seen, old, new) and not _is_crossed(seen, old, new)
            if one.value != other.value and is_near and _may_pair(seen, old, new):
                yield old, new


def _is_repeated(seen: Seen, old: int, new: int) -> bool:
    """Whether both columns of a correction say one of two numbers: “3 to 4 players: 7” beside “3 to 4 players: 6”."""
    sides = [
        {seen.pieces[at].value for at, side in seen.columns.items() if side == column and _is_in_line(seen, at, old)}
        for column in ("new", "old")
    ]
    is_across = seen.columns.get(old) == "old" and seen.columns.get(new) == "new" and _is_in_line(seen, old, new)
    return is_across and (seen.pieces[old].value in sides[0] or seen.pieces[new].value in sides[1])


def _is_crossed(seen: Seen, old: int, new: int) -> bool:
    """Whether the columns of a correction have two numbers in other places: “6 / 3” beside “7 / 2”.

    They are told from the last one, since only one column may say whose they are: “5 players: 6” beside “5”.
    """
    if seen.columns.get(old) != "old" or seen.columns.get(new) != "new" or not _is_in_line(seen, old, new):
        return False
    sides = [
        [at for at in seen.counts if seen.columns.get(at) == c and _is_in_line(seen, at, old)] for c in ("old", "new")
    ]
    places = [side[::-1].index(at) if at in side else 0 for side, at in zip(sides, (old, new), strict=True)]
    return places[0] != places[1] and min(map(len, sides)) > 0 and (len(sides[0]) > 1 or len(sides[1]) > 1)


def _is_in_line(seen: Seen, one: int, other: int) -> bool:
    return seen.pieces[one].line == seen.pieces[other].line


def of_pair(seen: Seen, old: int, new: int) -> set[str]:
    """What is seen of an old and a new value."""
    return set(_pair(seen, old, new))


def speaks_of_the_text(seen: Seen, old: int, new: int, faint: frozenset[str]) -> bool:
    """Whether two numbers are told apart by more than some faint ideas: by a fault, a denial, a question, a label.

    “Draw 3 instead of 2”, “exchange 4 for 1” is what happens in play, and corrects nothing that is printed.
    """
    one, other = seen.pieces[old], seen.pieces[new]
    first, last = sorted((one.sentence, other.sentence))
    is_marked = (
        one.is_struck or old in seen.columns or old in seen.labels or first in seen.verdicts or _is_former(seen, old)
    )
    instead = {n for c in seen.cues if c.idea == "instead" for n in range(c.first, c.last + 1)}
    places = [(seen.pieces[c.first], c.idea) for c in seen.cues if c.idea == "instead" or c.first not in instead]
    near = {idea for p, idea in places if first - 1 <= p.sentence <= last + 1 or p.line == 0 < one.line}
    inside = {idea for p, idea in places if first <= p.sentence <= last}
    is_referred_to = any(p.is_reference for p in seen.pieces if first - 1 <= p.sentence <= last)
    return is_marked or is_referred_to or bool(near & {"fault", "errata"}) or bool((inside & TELLING) - faint)


def _may_pair(seen: Seen, old: int, new: int) -> bool:
    """Whether anything says that two numbers are not simply two numbers."""
    sentences = sorted((seen.pieces[old].sentence, seen.pieces[new].sentence))
    is_marked = seen.pieces[old].is_struck or old in seen.columns or old in seen.labels or sentences[0] in seen.verdicts
    is_since = _is_now(seen, new) or (seen.is_announced and not _was(seen, new))
    is_then = _was(seen, old) and (seen.pieces[old].is_aside or is_since)
    return is_marked or is_then or "nothing speaks against it nearby" not in seen.silence(*sentences)


def _pair(seen: Seen, old: int, new: int) -> Iterator[str]:
    one, other = seen.pieces[old], seen.pieces[new]
    sentences = sorted((one.sentence, other.sentence))
    between = sum(min(old, new) < n < max(old, new) for n in seen.counts)
    yield "a pair"
    yield f"{min(between, 2)} numbers between"
    yield f"{min(abs(one.clause - other.clause), 3)} clauses apart"
    yield f"{_order(old, new)}, {sentences[1] - sentences[0]} sentences apart"
    noun = _same_noun(seen, old, new)
    yield noun
    yield _parallel(seen, old, new)
    yield from _marks(seen, old, new)
    yield from _asked(seen, old, new)
    yield from seen.silence(*sentences)
    for frame in _frames(seen, old, new, between == 0):
        yield frame
        yield f"{frame}, {noun}"
    yield _shared(seen, old, new)
    for cue in seen.cues:
        if cue.idea in APART or cue.first <= old <= cue.last or cue.first <= new <= cue.last:
            continue
        yield from _beside(seen, cue, old, new)
        if cue.idea not in BOUND:
            yield from _around(seen, cue, old, new)


def _is_former(seen: Seen, at: int) -> bool:
    """Whether a number stands alone in parentheses that say what was: “(was 4)”."""
    return any(cue.idea == "formerly" and cue.first == at for cue in seen.cues)


def _was(seen: Seen, at: int) -> bool:
    """Whether the clause of a number speaks of the past."""
    return bool(seen.said[seen.pieces[at].clause] & {"past", "old"})


def _is_now(seen: Seen, at: int) -> bool:
    return "new" in seen.said[seen.pieces[at].clause] and not _was(seen, at)


def _order(old: int, new: int) -> str:
    return "old first" if old < new else "new first"


def _marks(seen: Seen, old: int, new: int) -> Iterator[str]:
    one, other = seen.pieces[old], seen.pieces[new]
    yield _order(old, new)
    yield f"numbers quoted: {one.is_quoted + other.is_quoted}"
    if one.is_struck != other.is_struck:
        yield "old struck out" if one.is_struck else "new struck out"
    if one.is_aside != other.is_aside:
        yield "old in parentheses" if one.is_aside else "new in parentheses"
    if new < old and _is_former(seen, old) and not any(new < n < old for n in seen.counts):
        yield "old in parentheses of the past, right behind new"
    if one.is_article or other.is_article:
        yield "perhaps an article"
    is_beside = one.line == other.line or abs(old - new) == BESIDE
    if is_beside and old in seen.columns and new in seen.columns:
        yield f"columns {seen.columns[old]} and {seen.columns[new]}"
    elif old in seen.labels and new in seen.labels:
        yield f"columns {seen.labels[old]} and {seen.labels[new]}"
    elif old in seen.labels:
        yield f"old under a label, {seen.labels[old]}"
    if _was(seen, old) and _is_now(seen, new):
        yield "old then, new now"


def _asked(seen: Seen, old: int, new: int) -> Iterator[str]:
    one, other = seen.pieces[old], seen.pieces[new]
    if one.sentence in seen.verdicts and other.sentence > one.sentence:
        verdict = seen.verdicts[one.sentence]
        yield f"old asked: {verdict.kind}{', said again' if one.value in verdict.values else ''}"
    elif other.sentence in seen.verdicts or one.sentence in seen.verdicts:
        yield "in a question"


def _beside(seen: Seen, cue: Cue, old: int, new: int) -> Iterator[str]:
    """What stands in the clause of the old and in that of the new value."""
    for name, at in (("old", old), ("new", new)):
        if seen.pieces[cue.first].clause != seen.pieces[at].clause:
            continue
        gap = min(abs(cue.first - at), abs(cue.last - at))
        side = "before" if cue.first < at else "behind"
        if cue.idea in BOUND:
            yield from [f"{cue.idea} before {name}"] if side == "before" and gap <= NEAR else []
            continue
        yield f"{cue.idea} with {name}"
        if gap <= NEAR:
            yield f"{cue.idea} {side} {name} near"
        if gap == 1:
            yield f"{cue.idea} {side} {name} touching"


def _around(seen: Seen, cue: Cue, old: int, new: int) -> Iterator[str]:
    """What stands between the two, before or behind both, or in the sentence before."""
    first, second = sorted((old, new))
    place, sentences = seen.pieces[cue.first], {seen.pieces[n].sentence for n in (old, new)}
    if first < cue.first < second:
        yield f"{cue.idea} between"
        yield f"{cue.idea} between, {_order(old, new)}"
        is_by_first = cue.first - first < second - cue.last
        yield f"{cue.idea} between by {'old' if is_by_first == (old < new) else 'new'}"
    elif place.sentence in sentences:
        side = "before" if cue.first < first else "behind"
        is_close = place.clause == seen.pieces[first if side == "before" else second].clause
        yield f"{cue.idea} {side}"
        yield f"{cue.idea} {side}, {_order(old, new)}{' in clause' if is_close else ''}"
    elif place.line == 0 < seen.pieces[old].line or abs(place.sentence - min(sentences)) == 1:
        yield f"{cue.idea} around"


def _frames(seen: Seen, old: int, new: int, is_next: bool) -> Iterator[str]:
    """How verbs and prepositions bind an old and a new value: “replace … by …”, “from … to …”, “not … but …”."""
    one, other = seen.pieces[old], seen.pieces[new]
    by_old = {c.idea for c in seen.cues if 0 < old - c.last <= NEAR and seen.pieces[c.last].clause == one.clause}
    by_new = {c.idea for c in seen.cues if 0 < new - c.last <= NEAR and seen.pieces[c.last].clause == other.clause}
    told = {c.idea for c in seen.cues if c.last < old and seen.pieces[c.first].sentence == one.sentence}
    of_old = {c.idea for c in seen.cues if seen.pieces[c.first].clause == one.clause}
    of_new = {c.idea for c in seen.cues if seen.pieces[c.first].clause == other.clause}
    beside = "" if is_next else ", others between"
    if old < new and told & {"replace", "change", "read", "drop"} and by_new & {"to", "by", "read", "replace"}:
        yield f"replace old by new{beside}"
    if "from" in by_old and "to" in by_new:
        yield f"from old to new{', changing' if {'change', 'replace'} & told else ''}{beside}"
    if old < new and by_old & {"for", "instead"} and "read" in of_new:
        yield f"for old read new{beside}"
    if new < old and "for" in by_old and {c.idea for c in seen.cues if 0 < new - c.last <= NEAR} & {"replace", "read"}:
        yield f"put new for old{beside}"
    if "instead" in by_old:
        yield f"instead of old{beside}"
    if "not" in by_old and "limit" not in by_old:
        yield f"not old {'but new' if old < new else 'after new'}{beside}"
    if one.clause != other.clause:
        for family, mine, theirs in (
            ("fault", of_old, of_new),
            ("source", of_old, of_new),
            ("truth", of_new, of_old),
        ):
            if family in mine and family not in theirs:
                yield f"{family} on its side only{beside}"


def _parallel(seen: Seen, one: int, other: int) -> str:
    """Whether both are the first, second … of as many numbers in their clauses."""
    rows = [
        [
            n
            for n in seen.numbers
            if seen.pieces[n].clause == seen.pieces[at].clause and (n == at or not seen.pieces[n].is_article)
        ]
        for at in (one, other)
    ]
    if rows[0] == rows[1]:
        return "in one clause"
    is_same = len(rows[0]) == len(rows[1]) and rows[0].index(one) == rows[1].index(other)
    return f"{'parallel' if is_same else 'crossed'}, {min(len(rows[0]), 2)} and {min(len(rows[1]), 2)} numbers"


def _shared(seen: Seen, old: int, new: int) -> str:
    """How many words both clauses have in common: what is said again says the same of another number."""
    clauses = [seen.pieces[n].clause for n in (old, new)]
    if clauses[0] == clauses[1]:
        return "in one clause"
    return f"{min(len(seen.stems[clauses[0]] & seen.stems[clauses[1]]), 2)} words shared"


def _same_noun(seen: Seen, one: int, other: int) -> str:
    nouns = [seen.noun(one), seen.noun(other)]
    if not all(nouns):
        return "one noun" if any(nouns) else "no noun"
    return "same noun" if is_same_noun(*nouns) else "different nouns"
