"""What can be seen of a number, in terms that no language owns: which cues stand where."""

from collections.abc import Iterator

from ingest.standing.leads import is_elliptic
from ingest.standing.questions import SHORT
from ingest.standing.scope import out_of_reach
from ingest.standing.seen import FAINT, FAMILIES, NEAR, Seen, is_same_noun
from ingest.standing.words import Cue
from ingest.standing.worlds import OTHER_LAST, OTHERS, world_of

BOUND = frozenset({"from", "to", "by", "for", "or", "definite", "range"})
"""Small words, which say something of the number that they stand before and of nothing else."""
SPOKEN = frozenset(
    {"given", "yes", "no", "tag", "answer", "question", "asking", "reference", "relative", "pointing", "that"}
)
"""Words that count only where an answer begins, or not by their place."""
ASKED_WITH = frozenset({"asking", "or", "if", "tag", "would", "suppose", "not", "wrong", "others"})
"""What a question itself says of its numbers, whatever is answered."""
GOVERNING = frozenset(
    {*FAMILIES, "not", "myth", "wrong", "think", "print", "unknown", "drop", "right", "suppose", "old"}
)
"""What is said of a whole clause, or of all that stands in parentheses."""
CONTRASTED = frozenset(
    {
        *FAMILIES,
        "but",
        "here",
        "new",
        "old",
        "change",
        "instead",
        "if",
        "past",
        "we",
        "whereas",
        "this",
        "there",
        "name",
    }
)
"""What tells two numbers of the same thing apart."""
KNOWN = 3
"""An article or “your” so near before a number says that it is known already."""
CLAIMING = frozenset({"think", "print", "seem", "people", "myth", "habit"})
"""What tells that somebody says so."""
LEADING = frozenset({*GOVERNING, *OTHERS, "people", "habit", "then", "past", "here", "new", "example"})
"""What is said of all that is listed behind it."""
TESTED = frozenset({"if", "whoever", "relative", "limit", "may", "forbid", "that"})
"""What makes a denial one of a condition, of a bound or of what one may do."""
UNTOLD = frozenset({"if", "whoever", "relative", "would", "suppose", "concede", "so-that"})
"""What makes a past one of a condition or of a wish."""
OF_THE_TEXT = frozenset({"print", "document", "fault", "errata", "replace", "change"})
"""What makes it one of what was printed."""
TOGETHER = (
    ("if", "would"),
    ("not", "limit"),
    ("irreal", "denial"),
    ("edition", "past"),
    ("think", "fault"),
    ("denial", "but"),
    ("document", "print"),
    ("document", "fault"),
    ("name", "past"),
    ("name", "here"),
    ("name", "edition"),
    ("title", "edition"),
    ("name", "there"),
    ("name", "we"),
)
"""Ideas that say more together than apart."""


def of_number(seen: Seen, at: int) -> set[str]:
    """What is seen of the number at a place."""
    if seen.pieces[at].sentence in seen.verdicts:
        return {"a number asked", *_asked(seen, at)}
    world = set(world_of(seen.pieces, seen.cues, at))
    plain = {*_marks(seen, at), *_contrasted(seen, at)}
    # What stands under another game's name is weighed by itself: two numbers there are no old and new one.
    base = {f"of another game: {what}" for what in plain} if OTHER_LAST in world else plain
    idle = out_of_reach(seen, at)
    return {
        *base,
        *plain,
        *world,
        *_around(seen, at, idle),
        *_denied(seen, at),
        *_told_in_the_past(seen, at),
        *_under(seen, at),
        *_led(seen, at),
        *_asked(seen, at),
    }


def _marks(seen: Seen, at: int) -> Iterator[str]:
    piece = seen.pieces[at]
    yield "a number"
    beside = [n for n in seen.counts if seen.pieces[n].sentence == piece.sentence]
    yield f"{min(len(beside), 3)} numbers in the sentence"
    if len(beside) > 1:
        yield "first in the sentence" if at <= beside[0] else "later in the sentence"
    if piece.is_article:
        yield "perhaps an article"
    if piece.text.isdecimal() and any(c.idea == "document" and c.last == at - 1 for c in seen.cues):
        yield f"behind what is printed, {'counting' if seen.noun(at) else 'naming it'}"
    if piece.is_quoted:
        yield "quoted"
        yield from (f"quoted with {idea}" for idea in seen.said[piece.clause] & FAMILIES.keys())
    if piece.is_struck:
        yield "struck out"
    if piece.is_aside:
        yield "in parentheses"
        if any(c.idea == "formerly" and c.first == at for c in seen.cues):
            yield "short in parentheses, of the past"
        yield from (f"in parentheses with {idea}" for idea in seen.said[piece.clause] & GOVERNING)
    if seen._text(at - 1) in {"+", "-", "–"} or seen._text(at + 1) in {"–", "-"}:
        yield "signed or a range"
    if at in seen.columns:
        yield f"column {seen.columns[at]}"
    if at in seen.labels:
        yield f"column {seen.labels[at]}"
    if any(seen.pieces[n].value == piece.value for n in seen.counts if n != at):
        yield "said twice"


def _around(seen: Seen, at: int, idle: set[tuple[int, int]]) -> Iterator[str]:
    piece = seen.pieces[at]
    closest: dict[tuple[str, str], Cue] = {}
    inside: set[str] = set()
    for cue in seen.cues:
        if cue.idea in SPOKEN or cue.first <= at <= cue.last or (cue.first, cue.last) in idle:
            continue
        if seen.pieces[cue.first].sentence == piece.sentence:
            inside.add(cue.idea)
        if cue.idea in FAINT or cue.idea in OTHERS or cue.idea == "others" or cue.idea in BOUND - {"definite"}:
            continue
        side = "before" if cue.last < at else "after"
        if side == "before" or (cue.idea, side) not in closest:
            closest[cue.idea, side] = cue
    for (idea, side), cue in closest.items():
        yield from _stands(seen, idea, side, cue, at)
    for one, other in TOGETHER:
        if {one, other} <= inside:
            yield f"{one} and {other} in the sentence"
    yield from seen.silence(piece.sentence, piece.sentence)


def _denied(seen: Seen, at: int) -> Iterator[str]:
    """Whether its own clause denies a number plainly: not one that is known already, “the 3 cards”, nor in a
    condition, “who does not pay 2”, nor in a bound."""
    piece = seen.pieces[at]
    inside = [c for c in seen.cues if seen.pieces[c.first].clause == piece.clause and not c.first <= at <= c.last]
    denials = [c for c in inside if c.idea in {"not", "nobody"}]
    for side, cue in [("before", c) for c in denials if c.last < at][-1:] + [
        ("behind", c) for c in denials if c.first > at
    ][:1]:
        low, high = sorted((cue.first, at))
        is_past = any(low < n < high for n in seen.counts)
        is_known = any(c.idea == "definite" and 0 < at - c.last <= KNOWN for c in inside)
        is_tested = any(c.idea in TESTED and c.first < max(at, cue.last) for c in inside)
        how = "past a number" if is_past else "of a known one" if is_known else "in a test" if is_tested else "plainly"
        if side == "before" and at - cue.last <= NEAR and _is_supposed_before(seen, at, cue):
            how = "against a supposed one"
        yield f"denied {side}, {how}"


def _led(seen: Seen, at: int) -> Iterator[str]:
    """What leads the list in which a number stands, and what was said before a number told in fewer words."""
    if at in seen.leads:
        said = {idea for clause in seen.leads[at] for idea in seen.said[clause]}
        yield from (f"led by {idea}" for idea in said & LEADING)
        yield f"led by {'something' if said & LEADING else 'nothing'}"
    elif is_elliptic(seen.pieces, seen.counts, at):
        before = next(n for n in seen.counts if seen.pieces[n].sentence == seen.pieces[at].sentence)
        said = seen.said[seen.pieces[before].clause]
        own = seen.said[seen.pieces[at].clause]
        yield from (f"told briefly behind {idea}" for idea in (said - own) & LEADING)


def _is_supposed_before(seen: Seen, at: int, denial: Cue) -> bool:
    """Whether another number is only thought of in the same sentence: “if it were 9 and not 6”."""
    sentence = seen.pieces[at].sentence
    before = [n for n in seen.counts if n < denial.first and seen.pieces[n].sentence == sentence]
    return bool(before) and any(
        c.idea in {"would", "suppose"} and seen.pieces[c.first].sentence == sentence for c in seen.cues
    )


def _told_in_the_past(seen: Seen, at: int) -> Iterator[str]:
    """Whether a clause tells of the past what is no condition: rules are told in the present."""
    piece = seen.pieces[at]
    clause = seen.said[piece.clause]
    is_example = any(c.idea == "example" and c.first < at for c in seen.cues)
    if "past" in clause and not clause & UNTOLD and not is_example:
        sentence = {c.idea for c in seen.cues if seen.pieces[c.first].sentence == piece.sentence}
        yield "told in the past"
        if not sentence & UNTOLD:
            yield "told in the past, without a condition"
            yield f"told in the past, {'of the text' if sentence & OF_THE_TEXT else 'of play'}"


def _under(seen: Seen, at: int) -> Iterator[str]:
    """What governs the clause of a number: “it is a myth that … 4 …”."""
    sentence = seen.pieces[at].sentence
    inside = [c for c in seen.cues if c.last < at and seen.pieces[c.first].sentence == sentence]
    that = max((c.first for c in inside if c.idea == "that"), default=-1)
    yield from {f"under {c.idea}" for c in inside if c.last < that and c.idea in GOVERNING}
    clause = seen.pieces[at].clause
    if that >= 0 and seen.pieces[that].clause == clause:
        later = [c for c in seen.cues if c.first > at and seen.pieces[c.first].sentence == sentence]
        yield from {
            f"under {c.idea}, behind" for c in later if seen.pieces[c.first].clause > clause and c.idea in GOVERNING
        }


def _stands(seen: Seen, idea: str, side: str, cue: Cue, at: int) -> Iterator[str]:
    """Where a cue stands, from coarse to fine; what stands before “3 or 4” speaks of both."""
    at = seen.chains.get(at, at) if side == "before" else at
    zone = seen.zone(cue, at)
    if idea in BOUND:
        if zone in {"touching", "near"}:
            yield f"{idea} {side} near"
        return
    if zone:
        low, high = sorted((cue.first, at))
        is_past = any(low < n < high and not seen.pieces[n].is_article for n in seen.numbers)
        past = " past a number" if is_past else ""
        if zone in {"next sentence", "head"}:
            if idea in FAMILIES:
                yield f"{idea} {side} {zone}{past}"
            return
        yield f"{idea} {side}{past}"
        if zone in {"touching", "near", "clause"}:
            yield f"{idea} {side} in clause{past}"
        elif zone == "beside":
            yield f"{idea} {side} beside{past}"
        if zone in {"touching", "near"}:
            yield f"{idea} {side} near"


def _contrasted(seen: Seen, at: int) -> Iterator[str]:
    """What is said of a number and not of its rival: another number of the same thing close by."""
    piece = seen.pieces[at]
    for rival in _rivals(seen, at):
        side = "before" if rival < at else "after"
        other = seen.pieces[rival]
        yield f"a rival {side} in {'clause' if other.clause == piece.clause else 'another clause'}"
        if other.clause != piece.clause:
            mine, theirs = seen.said[piece.clause], seen.said[other.clause]
            yield from (f"{idea} here, not with its rival {side}" for idea in (mine - theirs) & CONTRASTED)
            yield from (f"{idea} with its rival {side}, not here" for idea in (theirs - mine) & CONTRASTED)


def _rivals(seen: Seen, at: int) -> Iterator[int]:
    """The next numbers of the same thing before and after: by noun, by the words around, or with no noun."""
    piece, noun = seen.pieces[at], seen.noun(at)
    around = [
        n
        for n in seen.counts
        if seen.pieces[n].value != piece.value and abs(seen.pieces[n].sentence - piece.sentence) <= 1
    ]
    for rival in [*[n for n in around if n < at][-1:], *[n for n in around if n > at][:1]]:
        other = seen.pieces[rival]
        theirs = seen.noun(rival)
        is_again = other.clause != piece.clause and seen.stems[piece.clause] & seen.stems[other.clause]
        if not noun or not theirs or is_same_noun(noun, theirs) or is_again:
            yield rival


def _asked(seen: Seen, at: int) -> Iterator[str]:
    piece = seen.pieces[at]
    if piece.sentence in seen.verdicts:
        verdict = seen.verdicts[piece.sentence]
        told = "no" if not verdict.values else "that" if piece.value in verdict.values else "another"
        yield f"asked: {verdict.kind}"
        yield f"asked: {verdict.kind}, {told} number"
        ideas = {c.idea for c in seen.cues if seen.pieces[c.first].sentence == piece.sentence}
        for idea in ideas & ASKED_WITH:
            yield f"asked with {idea}"
            yield f"asked with {idea}: {verdict.kind}, {told} number"
        return
    for back in (1, 2):
        if piece.sentence - back in seen.verdicts:
            yield f"answered: {seen.verdicts[piece.sentence - back].kind}"
            return
    if _is_refused(seen, piece.sentence + 1):
        yield "refused by the next sentence"
        said = {c.idea for c in seen.cues if seen.pieces[c.first].sentence == piece.sentence}
        if said & CLAIMING:
            yield "claimed, and refused by the next sentence"
        if _stems(seen, piece.sentence) & _stems(seen, piece.sentence + 1):
            yield "refused by the next sentence, with its own words"


def _stems(seen: Seen, sentence: int) -> set[str]:
    clauses = {p.clause for p in seen.pieces if p.sentence == sentence}
    return {stem for clause in clauses for stem in seen.stems[clause]}


def _is_refused(seen: Seen, sentence: int) -> bool:
    """Whether a short sentence without a number only says that something is not so."""
    places = [n for n, p in enumerate(seen.pieces) if p.sentence == sentence and p.text.isalpha()]
    if not 0 < len(places) <= SHORT or any(seen.pieces[n].sentence == sentence for n in seen.numbers):
        return False
    return any(c.idea in {"denial", "fault"} and c.first in places for c in seen.cues)
