"""What is seen of each value of a document: the words, roles and concepts around it, each with where it stands.

A thing seen is written `zone|word`, or `zone|@term` where it is a role or a concept and so the same in every language,
or `zone|#figure` where it is another number or an ordinal.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.clauses.shapes import Clause
from ingest.frames.fit import Fit
from ingest.frames.numbered import choices, ranked
from ingest.frames.score import Scoring
from ingest.frames.settings import NUMBERED
from ingest.frames.signs import EACH, Number, Place, Signs
from schema.tokens import Token

STEM = 5
"""So many letters of a word tell what it means; endings tell its case."""
NEAR = 2
"""So many words before and behind a value are seen as its neighbours."""
ZONES: Mapping[str, str] = {
    "lead": "lead", "before": "before", "topic": "around", "earlier": "around", "heading": "heading", "row": "row",
    "column": "column", "corner": "corner", "name": "name",
}  # fmt: skip
"""The layers above a clause; where the words themselves say too little, only their terms are seen."""
TERMS_ONLY = frozenset(["around", "name"])
COUNTED = frozenset(["number", "change", "amount", "singular", "low", "high", "stage", "place"])
"""Slots of values that a number fills; some of them an ordinal, too."""
NAMED = frozenset(["stage", "place"])
"""Those that a number fills which is the name of a thing: “stage 3”."""
Key = tuple[str, str]
"""Subject and attribute of a fact."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A value that may state a fact."""

    kind: str
    """`number`, `ordinal`, or the kind of the concept that it is."""
    values: Mapping[str, str]
    """What it states by the slot that it fills: a range has a low and a high end."""
    sign: str
    clause: Clause
    token: Token
    seen: frozenset[str]
    fits: Mapping[Key, Fit]
    """The best fit of each fact that a frame finds here."""

    def value_for(self, slots: frozenset[str]) -> str:
        """What it states of a fact whose value has such slots; nothing where it cannot."""
        if self.kind == "number" and "range" not in self.values:
            is_name, is_one = "value|name" in self.seen, "value|one" in self.seen
            # “One” before a noun names no stage.
            counted = COUNTED - NAMED if is_one else COUNTED
            return self.values["number"] if slots & (NAMED if is_name else counted) else ""
        if self.kind == "number":
            ends = [slot for slot in ("range", "high", "low") if slot in slots]
            is_one = ends[:1] == ["range"] or not {"low", "high"} <= slots
            return self.values[ends[0]] if ends and is_one else ""
        if self.kind == "ordinal":
            # “The third failed mission” is the limit, but “in the third era” nothing is three.
            may_count = "value|name" not in self.seen and "number" in slots
            return self.values["ordinal"] if slots & NAMED or may_count else ""
        # “[target], 2, 3”: the numbers say more than the sign beside them.
        is_less = "value|before figures" in self.seen and slots & {*COUNTED, "range"}
        return self.values.get(self.kind, "") if self.kind in slots and not is_less else ""


def candidates(
    clause: Clause, scoring: Scoring, fits: Sequence[Fit], kinds: frozenset[str], flags: frozenset[str]
) -> Iterator[Candidate]:
    """Every number of a clause, every ordinal, and everything of the kinds that values are of."""
    above = frozenset(_above(clause, scoring))
    here = scoring.here
    rows_of_figures = [signs for kind, signs in scoring.above if kind == "row" and len(signs.numbers) > 1]
    for kind, place, values, sign in _values(here, kinds):
        best: dict[Key, Fit] = {}
        for fit in (each for found in fits if found.number.start == place.start for each in found.each()):
            if fit.key not in best or fit.score > best[fit.key].score:
                best[fit.key] = fit
        seen = frozenset(_around(clause.tokens, here, place)) | above | flags | {f"value|{kind}"}
        seen |= {f"value|{what}" for what in _form(here, place)}
        seen |= {f"pair|#{figure}" for signs in rows_of_figures for figure in _paired(here, signs, place)}
        if kind == "ordinal" and _is_named(here, place):
            seen |= {"value|name"}
        seen |= {"is|others"} if scoring.is_told_of_others(place.start) else set()
        yield Candidate(kind, values, sign, clause, clause.tokens[place.end - 1], seen, best)


def _values(here: Signs, kinds: frozenset[str]) -> Iterator[tuple[str, Place, dict[str, str], str]]:
    for n in here.numbers:
        values = {"low": n.low, "high": n.high, "range": n.value} if n.is_range else {"number": n.value}
        yield "number", Place(n.start, n.end), values, n.sign
    for row in rows(here):
        low, high = row[0].value, row[-1].value
        yield "number", Place(row[0].start, row[-1].end), {"low": low, "high": high, "range": f"{low}-{high}"}, ""
    for place in here.ordinals:
        yield "ordinal", place, {"ordinal": place.code}, ""
    for term, places in here.places.items():
        kind, _, code = term.partition(":")
        if code and kind in kinds:
            for place in places:
                yield kind, place, {kind: place.code}, ""


def _is_named(here: Signs, ordinal: Place) -> bool:
    """Whether an ordinal is the name of a thing, or part of it: “the first era”."""
    named = (p for term, places in here.places.items() if term.endswith(":") for p in places)
    return any(p.start <= ordinal.start and ordinal.end <= p.end for p in named)


def rows(here: Signs) -> Iterator[list[Number]]:
    """Numbers that stand beside one another and count up, as in “1, 2, 3”: from the first to the last of them."""
    row: list[Number] = []
    for n in (*here.numbers, None):
        is_plain = n is not None and not n.is_range and not n.sign
        if n and is_plain and row and n.start == row[-1].end and int(n.value) == int(row[-1].value) + 1:
            row.append(n)
            continue
        if len(row) > 1:
            yield row
        row = [n] if n and is_plain else []


def _form(here: Signs, place: Place) -> Iterator[str]:
    if here.brackets[place.start]:
        yield "aside"
    if place.code and any(n.start == place.end for n in here.numbers):
        yield "before figures"
    number: Number | None = next((n for n in here.numbers if n.start == place.start), None)
    if number:
        yield f"about {int(number.high or number.value).bit_length()}"
        nouns = (p for role in NUMBERED for p in here.places.get(role, ()) if not here.is_numbered(p))
        is_name = any(noun.end == number.start for noun in nouns)
        if is_name and not number.is_range and here.borders[number.start] == here.borders[number.start - 1]:
            yield "name"
        told = {"one": number.is_lone_one, "sign": bool(number.sign), "range": number.is_range, "open": number.is_open}
        yield from (what for what, is_so in told.items() if is_so)


def _around(tokens: Sequence[Token], here: Signs, place: Place) -> Iterator[str]:
    """The words and terms of the clause, those near to the value once more as such."""
    figures = {at for n in here.numbers for at in range(n.start, n.end)}
    part = here.borders[place.start]
    for at, token in enumerate(tokens):
        if place.start <= at < place.end:
            continue
        if at in figures:
            if here.borders[at] == part:
                yield f"figure|{token.value}"
        elif token.kind == "word":
            stem = token.folded[:STEM]
            yield f"clause|{stem}"
            if here.borders[at] == part:
                yield f"part|{stem}"
            if place.end <= at < place.end + NEAR:
                yield f"behind|{stem}"
            elif place.start - NEAR <= at < place.start:
                yield f"ahead|{stem}"
    named: dict[str, dict[int, str]] = {}
    each = {at for every in here.places.get(EACH, ()) for at in range(every.end, every.end + 2)}
    for term, places in here.places.items():
        for said in places:
            if said.start < place.end and place.start < said.end:
                continue
            yield f"clause|@{term}"
            if here.borders[said.start] == part:
                yield f"part|@{term}"
            if said.start == place.end:
                yield f"next|@{term}"
            elif said.end == place.start:
                yield f"last|@{term}"
            if said.start in each:
                yield f"each|@{term}"
            if said.code and not term.endswith(":"):
                named.setdefault(term.partition(":")[0], {})[said.start] = term
    for terms in named.values():
        yield from _nearest(terms, here, place)
        yield from _pointed(terms, here, place)
    yield from _stretch(here, place)
    yield from _figures(here, place)


def _stretch(here: Signs, place: Place) -> Iterator[str]:
    """The terms between the value and the number before it, and the one behind it: “5 for keys or maps, 6 for …”."""
    since = max((n.end for n in here.numbers if n.end <= place.start), default=0)
    until = min((n.start for n in here.numbers if n.start >= place.end), default=len(here.borders))
    for term, places in here.places.items():
        if any(since <= said.start and said.end <= place.start for said in places):
            yield f"since|@{term}"
        if any(place.end <= said.start and said.end <= until for said in places):
            yield f"until|@{term}"


def _figures(here: Signs, place: Place) -> Iterator[str]:
    """The other numbers and ordinals: a fact may have one in its name, as what holds with three players."""
    others = sorted((at, figure) for at, figure in _told_figures(here) if not place.start <= at < place.end)
    for at, figure in others:
        yield f"clause|#{figure}"
        if here.borders[at] == here.borders[place.start]:
            yield f"part|#{figure}"
    sure = [n.start for n in here.numbers if not n.is_lone_one]
    ordinals = ranked(here.ordinals) or here.ordinals
    if len(sure) == len(ordinals) > 1 and place.start in sure:
        # “From the first, second and third era three, four and two.”
        yield f"pair|#{ordinals[sure.index(place.start)].code}"
    conditions = choices(here)
    values = [n.start for n in here.numbers if all(n.start != each.start for each in conditions)]
    if conditions and place.start in values:
        # “10 for one or two, 7 for three or four.”
        yield f"pair|#{conditions[values.index(place.start)].code}"
    for zone, near in (
        ("left", [figure for at, figure in others if at < place.start][-1:]),
        ("right", [figure for at, figure in others if at >= place.end][:1]),
    ):
        yield from (f"{zone}|#{figure}" for figure in near)


def _paired(here: Signs, row: Signs, place: Place) -> Iterator[str]:
    """What the beside cell tells for the number, where both list as many: “hand of 1–2, 3–4, 5 players | 10, 7, 5”."""
    starts = [n.start for n in here.numbers]
    if len(starts) == len(row.numbers) and place.start in starts:
        yield row.numbers[starts.index(place.start)].value


def _told_figures(signs: Signs) -> Iterator[tuple[int, str]]:
    yield from ((n.start, n.value) for n in signs.numbers)
    yield from ((place.start, place.code) for place in signs.ordinals)


def _nearest(terms: Mapping[int, str], here: Signs, place: Place) -> Iterator[str]:
    """Of the things of one kind the nearest on each side, and the one that is paired with the value in a series."""
    left = [at for at in terms if at < place.start]
    right = [at for at in terms if at >= place.end]
    if left:
        yield f"left|@{terms[max(left)]}"
    if right:
        yield f"right|@{terms[min(right)]}"
    sure = [n.start for n in here.numbers if not n.is_lone_one]
    for row in ([n.start for n in here.numbers], sure):
        if len(row) == len(terms) > 1 and place.start in row:
            term = terms[sorted(terms)[row.index(place.start)]]
            yield f"pair|@{term}"
            yield f"pair|@{term.partition(':')[0]}:"


def _pointed(terms: Mapping[int, str], here: Signs, place: Place) -> Iterator[str]:
    """Of several things named before the first ordinal the one to which the last ordinal points: “in the second”."""
    ordinals = [ordinal for ordinal in here.ordinals if ordinal.end <= place.start]
    named = [terms[at] for at in sorted(terms) if ordinals and at < ordinals[0].start]
    last = int(ordinals[-1].code) if ordinals else 0
    if len(named) > 1 and 0 < last <= len(named):
        yield f"pair|@{named[last - 1]}"
        yield f"pair|@{named[last - 1].partition(':')[0]}:"


def _above(clause: Clause, scoring: Scoring) -> Iterator[str]:
    yield "is|cell" if clause.is_cell else f"is|{clause.passage.kind}"
    if clause.is_cell and clause.heads:
        yield "is|beside figures"
    if clause.is_asked or clause.is_answer:
        yield "is|asked" if clause.is_asked else "is|answer"
    for layer, (kind, signs) in zip(clause.above, scoring.above, strict=True):
        zone = ZONES[kind]
        if zone not in TERMS_ONLY:
            yield from (f"{zone}|{token.folded[:STEM]}" for token in layer.tokens if token.kind == "word")
        yield from (f"{zone}|@{term}" for term, places in signs.places.items() if places)
        yield from (f"{zone}|#{figure}" for _, figure in _told_figures(signs))
