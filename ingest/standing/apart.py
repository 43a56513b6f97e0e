"""Sections that tell of another game than the rest of their document: variants, house rules, how it was once played."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from schema.reading import ClaimRead, PassageRead

Key = tuple[str, str]


@dataclass(frozen=True, slots=True)
class ApartSettings:
    """When a section stands apart.

    Measured on 40 rulebooks of tests/judges (score3 to score5, dev1, train3), in which 53 untrue values were claimed:
    six of them went and none of 2,432 true ones; with one contradiction instead of two 11 and 16.
    """

    contradicted: int = 2
    """So many facts that were stated before it have another value in it."""


def set_apart(
    claims: Sequence[ClaimRead], passages: Iterable[PassageRead], settings: ApartSettings = ApartSettings()
) -> tuple[ClaimRead, ...]:
    """The claims; those of a section that contradicts what stands before it, and hardly confirms any, are of elsewhere.

    No word has to call it a variant. What corrects a value is meant to contradict.
    """
    sections = {read.passage.seq: read.passage.section for read in passages}
    said: dict[str, dict[Key, set[str]]] = defaultdict(lambda: defaultdict(set))
    corrected: set[str] = set()
    for read in sorted(claims, key=lambda claim: claim.passage):
        claim, section = read.claim, sections.get(read.passage, "")
        if claim.standing == "asserted":
            said[section][claim.subject, claim.attribute].add(claim.value)
        corrected |= {section} if claim.corrects else set()
    apart = _contradicting(said, settings) - corrected
    return tuple(_elsewhere(read) if sections.get(read.passage, "") in apart else read for read in claims)


def _contradicting(said: dict[str, dict[Key, set[str]]], settings: ApartSettings) -> set[str]:
    """Sections, in their order, that contradict enough of what was said before, and more than they confirm of it."""
    before: dict[Key, set[str]] = defaultdict(set)
    found: set[str] = set()
    for section, stated in said.items():
        known = [key for key in stated if key in before]
        confirmed = sum(bool(stated[key] & before[key]) for key in known)
        contradicted = len(known) - confirmed
        if contradicted >= settings.contradicted and contradicted > confirmed:
            found.add(section)
            continue
        for key, values in stated.items():
            before[key] |= values
    return found


def _elsewhere(read: ClaimRead) -> ClaimRead:
    is_asserted = read.claim.standing == "asserted"
    return replace(read, claim=read.claim.model_copy(update={"standing": "elsewhere"})) if is_asserted else read
