"""Long pages of documents are shown in parts: so many passages, and no more than a browser takes in at once."""

import sqlite3
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class PartSettings:
    """How much a part holds; chosen so that the ruined rulebook of the seeds stays under 100 kB a page."""

    passages: int = 120
    letters: int = 60_000
    """Of the page as it is sent, roughly."""
    of_passage: int = 350
    """What stands around each passage."""
    of_repair: int = 180
    """What a repaired word takes more."""


PARTS = PartSettings()
_WEIGHTS = """
    SELECT passage.page_id, passage.seq, length(passage.text)
           + :of_repair * (SELECT count(*) FROM repair WHERE repair.passage_id = passage.id) AS weight
    FROM passage ORDER BY passage.page_id, passage.seq
"""
Starts = Mapping[int, Sequence[int]]
"""The places in reading order at which the parts of each page begin, by its row."""


def starts_of_parts(connection: sqlite3.Connection, settings: PartSettings = PARTS) -> Starts:
    """Where the parts of all pages begin."""
    rows = connection.execute(_WEIGHTS, {"of_repair": settings.of_repair})
    return {
        page: _starts([(seq, weight) for _, seq, weight in found], settings) for page, found in groupby(rows, _page)
    }


def _page(row: Sequence[int]) -> int:
    return row[0]


def _starts(passages: Sequence[tuple[int, int]], settings: PartSettings) -> list[int]:
    starts: list[int] = []
    count = held = 0
    for seq, weight in passages:
        taken = weight + settings.of_passage
        if not starts or count >= settings.passages or held + taken > settings.letters:
            starts.append(seq)
            count = held = 0
        count, held = count + 1, held + taken
    return starts


def part_at(starts: Sequence[int], seq: int) -> int:
    """In which part a passage is shown, from 1."""
    return max(1, bisect_right(starts, seq))


def reach_of(starts: Sequence[int], part: int) -> tuple[int, int]:
    """The places at which a part begins and the next one does; of a page without passages there is none."""
    if not starts:
        return 0, 0
    return starts[part - 1], starts[part] if part < len(starts) else 2**62
