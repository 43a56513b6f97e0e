"""Labels that tell numbers again and lost to whom they belong: “5 cards” beside a drawing of three or four players.

The same document states elsewhere, in words, when each number holds. Labels of one section that count the same thing
state these claims again, if every one of them has a number that is stated so just once; where one has not, none does.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from ingest.clauses.shapes import Clause
from ingest.frames.score import Scoring
from schema.documents import PassageShape
from schema.frames import Frame
from schema.notation import SLOT
from schema.pack import ClaimForm
from schema.reading import ClaimRead

LEAST_LABELS = 2
"""One label alone may speak of anything; several that all agree with what is stated do not by chance."""


class Restated(NamedTuple):
    """A claim of the document, and the label that tells its number again."""

    claim: ClaimRead
    passage: PassageShape


def restated(
    read: Iterable[tuple[Clause, Scoring]], forms: Iterable[ClaimForm], found: Sequence[ClaimRead]
) -> Iterator[Restated]:
    """What labels without their condition state again of what was found."""
    labels = [(clause.passage, scoring) for clause, scoring in read if clause.passage.kind == "label"]
    told = {(claim.passage, claim.claim.subject) for claim in found}
    alike: dict[tuple[str, str, str], list[ClaimForm]] = defaultdict(list)
    for form in forms:
        if form.frames() and SLOT.search(form.attribute) and not SLOT.search(form.subject):
            alike[form.subject, form.counts, "/".join(form.says)].append(form)
    for (subject, *_), of_kind in alike.items():
        rows: dict[str, list[tuple[PassageShape, str]]] = defaultdict(list)
        for passage, scoring in labels:
            if (passage.seq, subject) not in told and (number := _number(scoring, of_kind[0].frames())):
                rows[passage.section].append((passage, number))
        stated = _stated([read for read in found if read.claim.subject == subject], of_kind) if rows else {}
        for row in rows.values():
            yield from _row(row, stated)


def _row(row: Sequence[tuple[PassageShape, str]], stated: Mapping[str, ClaimRead]) -> Iterator[Restated]:
    numbers = {number for _, number in row}
    if len(row) >= LEAST_LABELS and len(numbers) == len(row) and numbers <= stated.keys():
        yield from (Restated(stated[number], passage) for passage, number in row)


def _number(scoring: Scoring, frames: Iterable[Frame]) -> str:
    """The only number of a label, if the label counts what a frame counts and says what it wants."""
    numbers = scoring.here.numbers
    return numbers[0].value if len(numbers) == 1 and any(_says(scoring, frame) for frame in frames) else ""


def _says(scoring: Scoring, frame: Frame) -> bool:
    here = scoring.here
    return bool(here.at(frame.counts)) and all(here.at(term.choices) for term in frame.wanted)


def _stated(found: Iterable[ClaimRead], forms: Iterable[ClaimForm]) -> Mapping[str, ClaimRead]:
    """By number the claim that states it, without numbers that hold under several conditions."""
    heads = tuple(form.attribute.partition("{")[0] for form in forms)
    by_number: dict[str, dict[str, ClaimRead]] = defaultdict(dict)
    for read in found:
        if read.claim.standing == "asserted" and read.claim.attribute.startswith(heads):
            by_number[read.claim.value][read.claim.attribute] = read
    return {number: next(iter(of.values())) for number, of in by_number.items() if len(of) == 1}
