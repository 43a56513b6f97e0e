"""Counts that any rulebook states, for a game that nobody has taught us yet."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from ingest.match import SILENT_KINDS
from schema.claims import ClaimShape
from schema.folding import fold
from schema.reading import ClaimRead, PassageRead

_COUNT = re.compile(r"(?:^|[\n•·*-])\s*(\d{1,4})\s*[x×]?\s+([^\W\d_][^\d\n.:;!?]*)")


@dataclass(frozen=True, slots=True)
class CountSettings:
    """What is a component of an untaught game; chosen by eye on the seeds."""

    most_words: int = 4
    """A component's name has no more words than this."""


def extract_counts(passages: Sequence[PassageRead], settings: CountSettings = CountSettings()) -> tuple[ClaimRead, ...]:
    """A claim `component:<words>` `count` for each line that begins with a number and a few words."""
    claims: dict[tuple[int, str], ClaimRead] = {}
    for passage in (read.passage for read in passages if read.passage.kind not in SILENT_KINDS):
        for number, rest in _COUNT.findall(passage.raw_text):
            words = re.findall(r"[^\W\d_]+", fold(re.split(r"[(,|]", rest)[0]))
            if not 0 < len(words) <= settings.most_words:
                continue
            shape = ClaimShape(
                subject=f"component:{'-'.join(words)}",
                attribute="count",
                value=number,
                language=passage.language,
                confidence=passage.confidence / 2,
                origin="rulebook",
            )
            claims.setdefault((passage.seq, shape.subject), ClaimRead(shape, passage.seq))
    return tuple(claims.values())
