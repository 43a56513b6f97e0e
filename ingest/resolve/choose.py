"""Choose one value among claims that disagree, by a fixed precedence, and say why; where nothing decides, say so."""

import datetime
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any, get_args

from schema.base import Origin
from schema.claims import Claim, ClaimContext
from schema.document_kinds import CORRECTING, EXPLAINING
from schema.documents import Document

ORIGINS: tuple[str, ...] = get_args(Origin)
CONTEXT_WEIGHT = {"board": 0, "table": 0, "prose": 1, "example": 2}
assert set(CONTEXT_WEIGHT) == set(get_args(ClaimContext))
MINIMAL_WITNESSES = 2
"""So many documents that agree make firm what each of them states weakly."""
STEP = 0.1
"""Confidences are told apart in steps of this: readings of one page differ by less without any being better."""


@dataclass(frozen=True, slots=True)
class Stated:
    """A claim with the document it stands in and how that document's numbers add up with it."""

    claim: Claim
    document: Document | None
    adds_up: str = ""
    """“3 + 4 = 7”; empty where nothing does."""

    @property
    def language(self) -> str:
        """Of its document; empty where it has none."""
        return self.document.language if self.document else ""

    def is_old_for(self, correction: "Stated") -> bool:
        """Whether it states what another document names as the old value."""
        one, other = self.document, correction.document
        is_elsewhere = one is not None and other is not None and one.sha256 != other.sha256
        return is_elsewhere and self.claim.value == correction.claim.corrects


@dataclass(frozen=True, slots=True)
class Choice:
    """The value that holds and the reason."""

    value: str
    origin: Origin
    reason: str
    is_provisional: bool = False
    """Whether nothing decides for it but the order in which values are written down."""


@dataclass(frozen=True, slots=True)
class Rival:
    """A value with all that speaks for it."""

    value: str
    stated: tuple[Stated, ...]
    corrections: tuple[Stated, ...] = ()
    """Those of its claims that correct a value which another document really states."""
    is_opposed: bool = False
    """Whether the same amount with the other sign is stated too."""
    echoes: int = 0
    """In how many other documents it stands, too, although they rather tell another value."""

    @property
    def origin(self) -> Origin:
        """The strongest origin that states the value."""
        return min((s.claim.origin for s in self.stated), key=ORIGINS.index)

    def documents(self) -> set[str]:
        """Checksums of the documents that state it."""
        return {s.document.sha256 for s in self.stated if s.document}

    def witnesses(self) -> int:
        """How often it is stated: in every language as often as in the document that says it most often."""
        passages: dict[tuple[str, str], set[int | None]] = {}
        for s in self.stated:
            if s.document:
                passages.setdefault((s.language, s.document.sha256), set()).add(s.claim.passage_id)
        most: dict[str, int] = {}
        for (language, _), found in passages.items():
            most[language] = max(most.get(language, 0), len(found))
        return sum(most.values())

    def is_amended(self) -> bool:
        """Whether a sheet of corrections states it, and does not name what stood there."""
        return any(s.document and s.document.kind in CORRECTING and not s.claim.corrects for s in self.stated)

    def sums(self) -> str:
        """What the numbers of a document make with it; empty where they do not add up."""
        return next((s.adds_up for s in self.stated if s.adds_up), "")

    def corrected_on(self) -> datetime.date | None:
        """Date of the newest correction to it; the earliest date when it has none."""
        return max((s.document.date or datetime.date.min for s in self.corrections if s.document), default=None)


def _only_a_sign(rival: Rival) -> int:
    """A sign is easily misprinted, a verb is not: of an amount with both signs the one told in a sentence counts."""
    return int(rival.is_opposed and all(s.claim.context != "prose" for s in rival.stated))


def _context(rival: Rival) -> int:
    return min(CONTEXT_WEIGHT[s.claim.context] for s in rival.stated)


def _ordinal(date: datetime.date | None) -> int:
    return 0 if date is None else date.toordinal() + 1


Measure = Callable[[Rival], Any]
"""Of which the smallest wins."""
AMENDED = "a sheet of corrections says so, but not what stood there, so a person should confirm it"

CRITERIA: tuple[tuple[str, Measure], ...] = (
    ("a {origin} value goes before any other origin", lambda c: ORIGINS.index(c.origin)),
    ("a correction puts it in the place of what was printed", lambda c: -_ordinal(c.corrected_on())),
    (AMENDED, lambda c: not c.is_amended()),
    ("the numbers of its document add up with it, {sums}", lambda c: not c.sums()),
    ("the rules say it in a sentence, which the sign printed elsewhere contradicts", _only_a_sign),
    ("it is not stated in examples alone", lambda c: _context(c) == CONTEXT_WEIGHT["example"]),
    ("it is stated more often", lambda c: -c.witnesses()),
    ("it stands in another document, too, which rather tells another value", lambda c: -c.echoes),
    ("it stands on a board or in a table, not only in prose", _context),
    ("it was read with more confidence", lambda c: -round(max(s.claim.confidence for s in c.stated) / STEP)),
)
LAST_RESORT: tuple[Measure, ...] = (lambda c: min(c.documents(), default=""), lambda c: c.value)
"""By checksum, then by letters: this gives every run the same value, but is no reason to believe it."""


def heard(stated: Sequence[Stated]) -> Sequence[Stated]:
    """The claims that have a say: a weak one is silent beside any other."""
    firm = [s for s in stated if not s.claim.is_weak]
    return firm if any(s.claim.standing == "asserted" for s in firm) else stated


def choose(stated: Iterable[Stated]) -> Choice | None:
    """The value that holds among claims of one edition, subject and attribute.

    None where nothing asserts one, or only words of a sheet of corrections that are not sure to mean it.
    """
    told = heard(sorted(stated, key=lambda s: s.claim.value))
    asserted = [s for s in told if s.claim.standing == "asserted"]
    if not asserted:
        return None
    if all(s.claim.is_weak and s.document and s.document.kind in EXPLAINING for s in asserted):
        return None
    choice = _choice(told, asserted)
    documents = {s.document.sha256 for s in asserted if s.document and s.claim.value == choice.value}
    if all(s.claim.is_weak for s in asserted) and len(documents) < MINIMAL_WITNESSES:
        reason = f"{choice.value} seems to be stated, but not in words that are sure to mean it."
        return replace(choice, reason=reason, is_provisional=True)
    return choice


def _choice(told: Sequence[Stated], asserted: Sequence[Stated]) -> Choice:
    rivals = _rivals(asserted, [s for s in told if s.claim.standing == "overruled"])
    if len(rivals) == 1:
        return _only(rivals[0], told)
    refused = ", ".join(sorted(c.value for c in rivals))
    for sentence, measure in CRITERIA:
        rivals = _best(rivals, measure)
        if len(rivals) == 1:
            said = sentence.format(origin=rivals[0].origin, sums=rivals[0].sums())
            reason = f"{rivals[0].value} among {refused}: {said}."
            return Choice(rivals[0].value, rivals[0].origin, reason, is_provisional=sentence == AMENDED)
    for measure in LAST_RESORT:
        rivals = _best(rivals, measure)
    reason = f"{rivals[0].value} among {refused}: nothing tells which is right, so a person must decide."
    return Choice(rivals[0].value, rivals[0].origin, reason, is_provisional=True)


def _best(rivals: Sequence[Rival], measure: Measure) -> list[Rival]:
    best = min(measure(c) for c in rivals)
    return [c for c in rivals if measure(c) == best]


def _rivals(asserted: Sequence[Stated], overruled: Sequence[Stated] = ()) -> list[Rival]:
    """The values with what speaks for them; what a correction took the place of has lost its vote."""
    replaced: list[Stated] = []
    applied: list[Stated] = []
    for correction in asserted:
        old = [s for s in asserted if correction.claim.corrects and s.is_old_for(correction)]
        own = [s for s in old if s.language == correction.language]
        replaced += own or old  # a correction in one language is one of that language, if it states the old value
        applied += [correction] if old else []
    voting = [s for s in asserted if s not in replaced]
    grouped = {value: tuple(group) for value, group in groupby(voting, key=lambda s: s.claim.value)}
    return [
        Rival(
            value,
            group,
            tuple(s for s in group if s in applied),
            _opposite(value) in grouped,
            _echoes(value, group, overruled),
        )
        for value, group in grouped.items()
    ]


def _echoes(value: str, stated: Sequence[Stated], overruled: Sequence[Stated]) -> int:
    own = {s.document.sha256 for s in stated if s.document}
    return len({s.document.sha256 for s in overruled if s.document and s.claim.value == value} - own)


def _only(rival: Rival, told: Sequence[Stated]) -> Choice:
    """The one value that is asserted; provisional where it is taken back elsewhere and nothing takes its place."""
    retracted = [s for s in told if s.claim.standing == "denied" and s.claim.value == rival.value]
    passages = {s.claim.passage_id for s in rival.stated}
    if any(s.claim.passage_id not in passages for s in retracted):
        reason = f"{rival.value} is stated, but also called wrong, and nothing is put in its place."
        return Choice(rival.value, rival.origin, reason, is_provisional=True)
    is_corrected = any(s.claim.corrects for s in rival.stated)
    if not is_corrected and all(s.document and s.document.kind in EXPLAINING for s in rival.stated):
        reason = f"{rival.value}: only what explains or corrects the rules says so, and no rulebook here does."
        return Choice(rival.value, rival.origin, reason, is_provisional=True)
    documents = len(rival.documents())
    overruled = {s.claim.value for s in told if s.claim.standing == "overruled"} - {rival.value}
    if overruled:
        others = ", ".join(sorted(overruled))
        why = (
            f"it adds up with the other numbers, {rival.sums()}"
            if rival.sums()
            else "all that the document tells speaks more for it"
        )
        reason = f"{rival.value}, although {others} stands there too: {why}."
    elif rival.corrections:
        old = ", ".join(sorted({s.claim.corrects for s in rival.corrections}))
        reason = f"{rival.value}: a correction puts it in the place of {old}."
    elif not documents:
        reason = f"No document states it; it is known as {rival.origin}."
    else:
        how = "in examples alone" if _context(rival) == CONTEXT_WEIGHT["example"] else "and none disagrees"
        reason = f"{documents} document{'s state' if documents > 1 else ' states'} it {how}."
    return Choice(rival.value, rival.origin, reason)


def _opposite(value: str) -> str | None:
    """The same amount with the other sign."""
    return value.translate(str.maketrans("+-", "-+")) if value[0] in "+-" else None
