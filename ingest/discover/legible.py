"""Pages of pictures that were hardly read: what stands there is no text of the book and is kept as noise."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, replace

from schema.claims import FindingShape
from schema.reading import FindingRead, PassageRead


@dataclass(frozen=True, slots=True)
class LegibleSettings:
    """When a page was hardly read; chosen by eye on pages of cards, boards and covers."""

    least: float = 0.65
    """A page whose letters are on average surer than this was read."""
    least_letters: int = 20
    """Fewer letters tell nothing of a page."""


def without_unread(
    passages: Sequence[PassageRead], settings: LegibleSettings = LegibleSettings()
) -> tuple[tuple[PassageRead, ...], tuple[FindingRead, ...]]:
    """The passages, those of hardly read pages as noise, and a finding for each such page."""
    unread = _unread(passages, settings)
    hushed = tuple(
        replace(read, passage=read.passage.model_copy(update={"kind": "noise", "level": None}))
        if read.page in unread
        else read
        for read in passages
    )
    return hushed, tuple(_told(page, passages) for page in sorted(unread))


def _unread(passages: Sequence[PassageRead], settings: LegibleSettings) -> set[int]:
    letters: dict[int, int] = defaultdict(int)
    sure: dict[int, float] = defaultdict(float)
    for read in passages:
        count = sum(map(str.isalpha, read.passage.text))
        letters[read.page] += count
        sure[read.page] += count * read.passage.confidence
    return {
        page
        for page, count in letters.items()
        if count >= settings.least_letters and sure[page] < settings.least * count
    }


def _told(page: int, passages: Sequence[PassageRead]) -> FindingRead:
    first = next(read.passage.seq for read in passages if read.page == page)
    message = f"Page {page} is a picture of which hardly a word was read; no rule and no term is taken from it."
    return FindingRead(FindingShape(kind="unread-page", severity="warning", message=message), first)
