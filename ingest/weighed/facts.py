"""The facts that a game may state: of what parts each is made, and what speaks for it beside learnt words."""

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass

from ingest.weighed.seen import Candidate, Key
from schema.notation import SLOT
from schema.pack import ClaimForm, Pack

SAID = (
    "part", "clause", "last", "next", "left", "right", "since", "until", "pair", "each", "before", "lead", "heading",
    "row", "column", "corner", "name", "around",
)  # fmt: skip
"""Zones in which what a fact is about may be said."""
FIGURE = re.compile(r"\d+(?:-\d+)?")
"""A number in the name of a fact: `limit.players-3-4`, `removed.era-2`."""
PATTERN = "pattern"
"""What is seen where a pattern finds the value of the fact in the same passage."""
TIED = 0.03
"""Fits of frames that differ by less than this are alike."""


@dataclass(frozen=True, slots=True)
class SoughtFact:
    """A fact, the parts that it shares with others, what it is about and what its value may be."""

    key: Key
    parts: tuple[str, ...]
    terms: tuple[str, ...]
    """The concepts that its subject and its attribute name."""
    slots: frozenset[str]
    """The slots of its value."""
    forms: tuple[ClaimForm, ...]

    @property
    def is_signed(self) -> bool:
        """Whether its value raises or lowers."""
        return bool(self.slots & {"change", "amount"})

    def roles(self) -> Iterator[tuple[str, str]]:
        """Each thing that it is about, as its subject or as what fills a slot."""
        for number, term in enumerate(self.terms):
            yield "slot" if number or ":" not in self.key[0] else "subject", term

    def figures(self) -> list[str]:
        """The numbers in its name."""
        return FIGURE.findall(" ".join(self.key))


def facts(keys: Iterable[Key], pack: Pack) -> list[SoughtFact]:
    """The facts of these keys that one value states; ranks are told by whole lists, series by frames."""
    ranks = [f"{form.subject} {form.attribute}" for form in pack.game.rankings.values()]
    sought = [_fact(key, pack) for key in keys if not any(_filled(rank, " ".join(key)) for rank in ranks)]
    return [fact for fact in sought if any(_is_single(form) for form in fact.forms)]


def _is_single(form: ClaimForm) -> bool:
    """Whether one value fills it, with its sign."""
    return len({*SLOT.findall(form.value)} - {"change"}) == 1


def _fact(key: Key, pack: Pack) -> SoughtFact:
    subject, attribute = key
    concepts = pack.game.concepts
    found: dict[str, str] = {}
    forms = []
    for form in pack.game.claims.values():
        filled = _filled(f"{form.subject} {form.attribute}", f"{subject} {attribute}")
        if filled is not None and all(code in concepts.get(slot, [code]) for slot, code in filled.items()):
            found |= filled
            forms.append(form)
    kind = subject.partition(":")[0]
    parts = ["any", f"kind {kind}", f"subject {subject}", f"attribute {attribute}", f"fact {subject} {attribute}"]
    parts += [f"word {word}" for word in attribute.split(".")]
    terms = dict.fromkeys([*([subject] if ":" in subject else []), *(f"{slot}:{code}" for slot, code in found.items())])
    slots = frozenset(slot for form in forms for slot in SLOT.findall(form.value))
    return SoughtFact(key, tuple(parts), tuple(terms), slots, tuple(forms))


def _filled(template: str, text: str) -> Mapping[str, str] | None:
    """What fills the slots of a template, if the text is written by it."""
    names = SLOT.findall(template)
    pattern = re.sub(r"\\\{[^}]*\\\}", r"([^ ]+)", re.escape(template))
    match = re.fullmatch(pattern, text)
    return dict(zip(names, match.groups(), strict=True)) if match else None


def together(fact: SoughtFact, candidate: Candidate, *, is_patterned: bool) -> Iterator[str]:
    """What is seen of a fact and a value together, which means the same in every game and language."""
    yield from fitting(fact.key, candidate)
    if is_patterned:
        yield PATTERN
    for role, term in fact.roles():
        zones = [zone for zone in SAID if f"{zone}|@{term}" in candidate.seen]
        kind = term.partition(":")[0]
        is_other, is_paired = f"clause|@{kind}:" in candidate.seen, f"pair|@{kind}:" in candidate.seen
        yield from of_term(role, zones, is_other=is_other, is_paired=is_paired)
    for figure in fact.figures():
        yield from of_figure([zone for zone in SAID if f"{zone}|#{figure}" in candidate.seen])


def of_term(role: str, zones: Collection[str], *, is_other: bool, is_paired: bool) -> Iterator[str]:
    """What is seen of a value and a thing that a fact is about: in which zones it is said, or whether others of its
    kind are, in the clause or as the one that is paired with the value."""
    yield from (f"{role} in {zone}" for zone in zones)
    if not zones:
        yield f"{role} unsaid"
        if is_other:
            yield f"other {role}"
    if "pair" not in zones and is_paired:
        yield f"pair of other {role}"


def of_figure(zones: Collection[str]) -> Iterator[str]:
    """What is seen of a value and a number in the name of a fact."""
    return (f"figure in {zone}" for zone in zones or ("none",))


def fitting(key: Key | None, candidate: Candidate) -> Iterator[str]:
    """How well frames fit a fact; one that they do not find here may be any."""
    own = candidate.fits.get(key) if key else None
    other = max((fit.score for its, fit in candidate.fits.items() if its != key), default=0.0)
    if own:
        yield "fit"
        yield f"fit {_tenth(own.score)}"
        yield "fit best" if own.score > other + TIED else "fit rivalled" if own.score < other - TIED else "fit tied"
    elif other:
        yield f"fit of another {_tenth(other)}"


def _tenth(score: float) -> str:
    return f"{max(0.4, int(min(score, 1.0) * 10) / 10):.1f}"
