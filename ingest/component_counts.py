"""Counts that any rulebook states, for a game that nobody has taught us yet."""

import re
from collections.abc import Iterator, Sequence

from ingest.match import SILENT_KINDS
from schema.claims import ClaimShape
from schema.folding import fold
from schema.reading import ClaimRead, PassageRead

MOST_WORDS = 4
"""A component's name has no more words than this."""
_COUNT = re.compile(r"(?:^|[\n•·*-])\s*(\d{1,4})\s*[x×]?\s+([^\W\d_][^\d\n.:;!?]*)")


def extract_counts(passages: Sequence[PassageRead]) -> tuple[ClaimRead, ...]:
    """A claim `component:<words>` `count` for each line that begins with a number and a few words."""
    return tuple(claim for read in passages if read.passage.kind not in SILENT_KINDS for claim in _counts(read))


def _counts(read: PassageRead) -> Iterator[ClaimRead]:
    seen = set()
    for number, rest in _COUNT.findall(read.passage.raw_text):
        words = re.findall(r"[^\W\d_]+", fold(re.split(r"[(,|]", rest)[0]))
        if not 0 < len(words) <= MOST_WORDS or tuple(words) in seen:
            continue
        seen.add(tuple(words))
        shape = ClaimShape(
            subject=f"component:{'-'.join(words)}",
            attribute="count",
            value=number,
            language=read.passage.language,
            confidence=read.passage.confidence / 2,
            origin="rulebook",
        )
        yield ClaimRead(shape, read.passage.seq)
