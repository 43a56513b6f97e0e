"""A claim from a scan is worth what its own digits are worth: one that was hardly legible states nothing."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from schema.claims import FindingShape
from schema.reading import ClaimRead, FindingRead, PassageRead

_NUMBER = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class DigitSettings:
    """What a reader of letters must say of digits to be believed.

    Measured on five samples scanned at 200 dpi: of words with digits read with 0.9 and more 99.5 % were right, from
    0.8 on 89 %, from 0.6 on 72 %, below that half of them, most of the others being icons.
    """

    legible: float = 0.4
    """Digits read with less confidence state nothing; from here on they make a provisional fact that says so."""
    sure: float = 0.85
    """Those read with less make a claim that may contradict no other."""


def believed(
    claims: Sequence[ClaimRead], passages: Iterable[PassageRead], settings: DigitSettings = DigitSettings()
) -> tuple[tuple[ClaimRead, ...], tuple[FindingRead, ...]]:
    """The claims whose digits were legible, those that were not quite sure marked so, and a finding on the others."""
    unsure = {read.passage.seq: (read.page, dict(read.unsure_numbers)) for read in passages if read.unsure_numbers}
    kept: list[ClaimRead] = []
    left_out: list[int] = []
    for read in claims:
        page, numbers = unsure.get(read.passage, (0, {}))
        sureness = _sureness(read.claim.value, numbers)
        if sureness < settings.legible:
            left_out.append(page)
        elif sureness < settings.sure:
            confidence = round(min(sureness, read.claim.confidence), 4)
            kept.append(replace(read, claim=read.claim.model_copy(update={"confidence": confidence, "is_weak": True})))
        else:
            kept.append(read)
    if not left_out:
        return tuple(kept), ()
    pages = ", ".join(map(str, sorted(set(left_out))))
    message = (
        f"{len(left_out)} statements rest on figures that are hardly legible (page {pages}) and were left out. "
        "Look at the page, and state what it says with `--set`, or scan it again, sharper or larger."
    )
    return tuple(kept), (FindingRead(FindingShape(kind="illegible-number", severity="warning", message=message)),)


def _sureness(value: str, numbers: Mapping[str, float]) -> float:
    return min((numbers.get(number, 1.0) for number in _NUMBER.findall(value)), default=1.0)
