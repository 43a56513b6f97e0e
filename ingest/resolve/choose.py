"""Choose one value among claims that disagree, by a fixed precedence, and say why."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import get_args

from schema.base import Origin
from schema.claims import Claim, ClaimContext
from schema.document_kinds import KINDS, USUAL
from schema.documents import Document

ORIGINS: tuple[str, ...] = get_args(Origin)
CONTEXT_WEIGHT = {"board": 0, "table": 0, "prose": 1, "example": 2}
assert set(CONTEXT_WEIGHT) == set(get_args(ClaimContext))
CORRECTING = {code: kind.name for code, kind in KINDS.items() if kind.corrects}


@dataclass(frozen=True, slots=True)
class Stated:
    """A claim with the document it stands in and whether that document's numbers add up around it."""

    claim: Claim
    document: Document | None
    adds_up: bool = False


@dataclass(frozen=True, slots=True)
class Choice:
    """The value that holds and the reason."""

    value: str
    origin: Origin
    reason: str


@dataclass(frozen=True, slots=True)
class Rival:
    """A value with all that speaks for it."""

    value: str
    stated: tuple[Stated, ...]
    is_opposed: bool = False
    """Whether the same amount with the other sign is stated too."""

    @property
    def origin(self) -> Origin:
        """The strongest origin that states the value."""
        return min((s.claim.origin for s in self.stated), key=ORIGINS.index)

    def documents(self) -> set[str]:
        """Checksums of the documents that state it."""
        return {s.document.sha256 for s in self.stated if s.document}

    def corrected_on(self) -> datetime.date | None:
        """Date of the newest correcting document that states it; the earliest date when it has none."""
        dates = [d.date or datetime.date.min for s in self.stated if (d := s.document) and d.kind in CORRECTING]
        return max(dates, default=None)


def _only_a_sign(rival: Rival) -> int:
    """A sign is easily misprinted, a verb is not: of an amount with both signs the one told in a sentence counts."""
    return int(rival.is_opposed and all(s.claim.context != "prose" for s in rival.stated))


def _context(rival: Rival) -> int:
    return min(CONTEXT_WEIGHT[s.claim.context] for s in rival.stated)


def _ordinal(date: datetime.date | None) -> int:
    return 0 if date is None else date.toordinal() + 1


Criterion = tuple[str, Callable[[Rival], float | str]]
"""A sentence for the reason, and a measure of which the smallest wins."""

CRITERIA: tuple[Criterion, ...] = (
    ("a {origin} value goes before any other origin", lambda c: ORIGINS.index(c.origin)),
    (f"a {' or '.join(CORRECTING.values())} corrects the {KINDS[USUAL].name}", lambda c: -_ordinal(c.corrected_on())),
    ("the numbers of its document add up with it", lambda c: 0 if any(s.adds_up for s in c.stated) else 1),
    ("the rules say it in a sentence, which the sign printed elsewhere contradicts", _only_a_sign),
    ("it stands on a board or in a table, not only in prose", _context),
    ("more documents state it", lambda c: -len(c.documents())),
    ("it was read with more confidence", lambda c: -max(s.claim.confidence for s in c.stated)),
    ("documents agree equally, so the lowest checksum decides", lambda c: min(c.documents(), default="")),
    ("nothing else tells the values apart, so the order of their letters decides", lambda c: c.value),
)


def choose(stated: Iterable[Stated]) -> Choice:
    """The value that holds among claims of one edition, subject and attribute."""
    by_value = sorted(stated, key=lambda s: s.claim.value)
    grouped = {value: tuple(group) for value, group in groupby(by_value, key=lambda s: s.claim.value)}
    rivals = [Rival(value, group, _opposite(value) in grouped) for value, group in grouped.items()]
    if len(rivals) == 1:
        return Choice(rivals[0].value, rivals[0].origin, _agreement(rivals[0]))
    refused = ", ".join(sorted(c.value for c in rivals))
    for sentence, measure in CRITERIA:
        best = min(_measures(rivals, measure))
        left = [c for c in rivals if measure(c) == best]
        if len(left) == 1:
            winner = left[0]
            said = sentence.format(origin=winner.origin)
            return Choice(winner.value, winner.origin, f"{winner.value} among {refused}: {said}.")
        rivals = left
    raise AssertionError("values are distinct, so the last criterion decides")


def _opposite(value: str) -> str | None:
    """The same amount with the other sign."""
    return value.translate(str.maketrans("+-", "-+")) if value[0] in "+-" else None


def _measures(rivals: Sequence[Rival], measure: Callable[[Rival], float | str]) -> list[float | str]:
    return [measure(c) for c in rivals]


def _agreement(rival: Rival) -> str:
    documents = len(rival.documents())
    if documents:
        return f"{documents} document{'s state' if documents > 1 else ' states'} it and none disagrees."
    return f"No document states it; it is known as {rival.origin}."
