"""What may be cards or places: runs of like headings with a few lines each, pictured cards, labels on a map."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.discover.words import Words, first_of, folded_words
from schema.discovered import CandidateShape
from schema.documents import PassageShape
from schema.reading import CandidateRead, PassageRead


@dataclass(frozen=True, slots=True)
class CandidateSettings:
    """What a run of cards looks like; chosen by eye and not measured on real lists of cards."""

    least_run: int = 3
    """So many like headings in a row, each with a short text, may be cards where the heading above them names cards."""
    longest_body: int = 70
    """Words under the name of a card."""
    longest_name: int = 6
    """Words of a card's name; a longer heading names none."""
    alike: float = 3.0
    """The longest text of a run is no more than so many times the middle one."""
    longest_kept: int = 600
    """Characters of a card's text that are kept; the rest stays in its passages."""


@dataclass(slots=True)
class _Headed:
    heading: PassageShape
    body: list[PassageShape]
    above: str

    @property
    def words(self) -> int:
        return sum(len(p.text.split()) for p in self.body)


def find_candidates(
    passages: Sequence[PassageRead], words: Words, settings: CandidateSettings = CandidateSettings()
) -> tuple[CandidateRead, ...]:
    """Candidates with what speaks for them; a person says yes or no."""
    shapes = [read.passage for read in passages if read.passage.kind not in ("gap", "noise")]
    pictured = list(_pictured(shapes, settings))
    runs = [one for run in _runs(shapes, settings) for one in _cards(run, words, settings)]
    seen: set[int] = set()
    found = []
    for read in (*pictured, *runs):
        if read.passage not in seen:
            seen.add(read.passage)
            found.append(read)
    return tuple(sorted(found, key=lambda read: read.passage))


def _pictured(shapes: Sequence[PassageShape], settings: CandidateSettings) -> Iterator[CandidateRead]:
    """Cards that lie on a picture of cards."""
    for passage in (p for p in shapes if p.kind == "card"):
        name, _, body = passage.text.strip().partition("\n")
        if folded_words(name):
            yield _made("card", name, body, "It lies on a picture of cards.", 80.0, passage, settings)


def _runs(shapes: Sequence[PassageShape], settings: CandidateSettings) -> Iterator[list[_Headed]]:
    """Neighbouring headings of one level under one heading, each with a short text and nothing deeper."""
    headed: list[_Headed] = []
    for passage in shapes:
        if passage.kind == "heading":
            headed.append(_Headed(passage, [], passage.section))
        elif headed:
            headed[-1].body.append(passage)
    run: list[_Headed] = []
    for one, following in pairwise([*headed, None]):
        assert one is not None
        is_deeper = following is not None and (following.heading.level or 0) > (one.heading.level or 0)
        is_short = 0 < one.words <= settings.longest_body and len(one.heading.text.split()) <= settings.longest_name
        is_like = not run or (run[-1].heading.level == one.heading.level and run[-1].above == one.above)
        if is_short and is_like and not is_deeper:
            run.append(one)
            continue
        yield run
        run = [one] if is_short and not is_deeper else []
    yield run


def _cards(run: Sequence[_Headed], words: Words, settings: CandidateSettings) -> Iterator[CandidateRead]:
    """A run is one of cards only where the heading above speaks of cards, and its texts are alike."""
    if not run:
        return
    is_named = first_of(folded_words(run[0].above.rpartition("/")[2]), words.card) is not None
    sizes = sorted(one.words for one in run)
    is_even = sizes[-1] <= settings.alike * max(1, sizes[len(sizes) // 2])
    are_numbered = sum(bool(re.match(r"\s*\d", one.heading.text)) for one in run) * 2 > len(run)
    if len(run) < settings.least_run or are_numbered or not is_even or not is_named:
        return
    evidence = f"{len(run)} like headings with short texts stand under “{run[0].above.rpartition('/')[2].strip()}”."
    for one in run:
        body = "\n".join(p.text for p in one.body)
        yield _made("card", one.heading.text, body, evidence, 70.0, one.heading, settings)


def _made(
    kind: str, name: str, body: str, evidence: str, score: float, passage: PassageShape, settings: CandidateSettings
) -> CandidateRead:
    shape = CandidateShape(
        kind=kind,  # type: ignore[arg-type]
        name=" ".join(name.strip(" #*").split()),
        body=body.strip()[: settings.longest_kept],
        evidence=evidence,
        score=score,
    )
    return CandidateRead(shape, passage.seq)
