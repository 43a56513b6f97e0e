"""Propose what a capitalised term names in a row of things of one kind: the only one of them that is not named."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ingest.resolve.unknown_names import Entry, Names, Proposal
from schema.lexicon import Lexicon
from schema.reading import ConceptKey
from schema.tokens import tokenise

_WORD = re.compile(r"[^\W\d_][\w’'-]+")
_SET_OFF = re.compile(r"\**\s*(?:[:|(–—,.]|-\s|$)")
"""What sets the head of a line off from the rest."""
_JOINT = re.compile(r"[\s,;/&]*(?:[^\W\d_]{1,4}[\s,;/&]*)?")
"""What may stand between two things of a row: a comma, a short word such as “and”."""
LEAST_LETTERS = 4


@dataclass(frozen=True, slots=True)
class SeriesSettings:
    """What such a row is; with these no name is proposed in the samples and the seeds."""

    known: int = 2
    """So many things of one kind stand in the row beside the term, at least,"""
    uses: int = 2
    """and the document uses the term so often."""
    least_alike: float = 78.0
    """Of 100: a word less like every word of the pack is unknown."""


class Named(NamedTuple):
    """Where a text names a concept."""

    start: int
    end: int
    concept: ConceptKey


class Line(NamedTuple):
    """A passage with the concepts that it names."""

    passage: int
    text: str
    named: Sequence[Named]


def propose_in_series(
    lines: Sequence[Line], spoken: Collection[ConceptKey], names: Names, settings: SeriesSettings = SeriesSettings()
) -> list[Proposal]:
    """The terms that stand in a row with things of one kind of which the document names all but one."""
    lexicon = Lexicon(names)
    whole = " ".join(line.text for line in lines)
    found: dict[str, Proposal] = {}
    rows = [*((line.passage, row) for line in lines for row in _rows(line)), *_heads(lines)]
    for passage, (term, kind) in ((passage, told) for passage, row in rows if (told := _told(row, settings))):
        missing = [concept for concept in names if concept.kind == kind and concept not in spoken]
        is_used = len(re.findall(rf"\b{re.escape(term)}\b", whole)) >= settings.uses
        if len(missing) == 1 and is_used and _is_unknown(term, lexicon, settings):
            entry = Entry(term, None, None, passage)
            found.setdefault(term, Proposal(entry, missing[0], ("the things beside it", "all others being named")))
    concepts = [proposal.concept for proposal in found.values()]
    return [proposal for proposal in found.values() if concepts.count(proposal.concept) == 1]


def _told(row: Sequence[Named | str], settings: SeriesSettings) -> tuple[str, str] | None:
    """The only unknown term of a row of things of one kind, and that kind."""
    terms = [one for one in row if isinstance(one, str)]
    named = {one.concept for one in row if isinstance(one, Named)}
    is_row = len(terms) == 1 and len({concept.kind for concept in named}) == 1 and len(named) >= settings.known
    return (terms[0], next(iter(named)).kind) if is_row else None


def _rows(line: Line) -> Iterator[list[Named | str]]:
    """Names and capitalised terms with nothing but commas and short words between them."""
    row: list[Named | str] = []
    last = 0
    for start, end, one in sorted(_members(line), key=lambda member: member[0]):
        if row and not _JOINT.fullmatch(line.text[last:start]):
            yield row
            row = []
        row.append(one)
        last = end
    yield row


def _members(line: Line) -> Iterator[tuple[int, int, Named | str]]:
    yield from ((named.start, named.end, named) for named in line.named)
    taken = {at for named in line.named for at in range(named.start, named.end)}
    for start, end in _capitalised(line.text):
        before = line.text[:start].rstrip()
        if before and before[-1] not in ".!?:" and taken.isdisjoint(range(start, end)):
            yield start, end, line.text[start:end]


def _capitalised(text: str) -> Iterator[tuple[int, int]]:
    """Runs of words with capitals."""
    words = [word for word in _WORD.finditer(text) if word[0][0].isupper()]
    while words:
        first = last = words.pop(0)
        while words and text[last.end() : words[0].start()] == " ":
            last = words.pop(0)
        yield first.start(), last.end()


def _heads(lines: Sequence[Line]) -> Iterator[tuple[int, list[Named | str]]]:
    """What neighbouring passages begin with, a name or a capitalised term set off from the rest, as one row."""
    row: list[Named | str] = []
    at = 0
    for line in lines:
        head = _head(line)
        if head is None:
            yield at, row
            row = []
        else:
            row.append(head)
            at = line.passage if isinstance(head, str) else at
    yield at, row


def _head(line: Line) -> Named | str | None:
    begin = len(line.text) - len(line.text.lstrip("*-•–0123456789.) "))
    named = next((named for named in line.named if named.start == begin), None)
    runs = [line.text[start:end] for start, end in _capitalised(line.text) if start == begin]
    head: Named | str | None = named or next(iter(runs), None)
    end = named.end if named else begin + len(runs[0]) if runs else 0
    return head if _SET_OFF.match(line.text, end) else None


def _is_unknown(term: str, lexicon: Lexicon, settings: SeriesSettings) -> bool:
    words = [token.folded for token in tokenise(term) if token.kind == "word"]
    return all(
        len(word) >= LEAST_LETTERS and not any(score >= settings.least_alike for score in lexicon.alike(word).values())
        for word in words
    )


def as_line(passage: int, text: str, mentions: Iterable[tuple[int, str, ConceptKey]]) -> Line:
    """A passage with its mentions, each told by where it stands, its words and its concept."""
    named = [Named(at, at + len(surface), concept) for at, surface, concept in mentions]
    return Line(passage, text, named)
