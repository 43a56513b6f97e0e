"""The facts that a game may state: of what parts each is made, and what speaks for it beside learnt words."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ingest.weighed.seen import Candidate, Key
from schema.notation import SLOT
from schema.pack import ClaimForm, Pack

SAID = (
    "part", "clause", "last", "next", "left", "right", "since", "until", "pair", "before", "lead", "heading", "row",
    "column", "corner", "name", "around",
)  # fmt: skip
"""Zones in which what a fact is about may be said."""
FIGURE = re.compile(r"\d+(?:-\d+)?")
"""A number in the name of a fact: `limit.players-3-4`, `removed.era-2`."""
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
    yield from _fitting(fact, candidate)
    if is_patterned:
        yield "pattern"
    for number, term in enumerate(fact.terms):
        role = "slot" if number or ":" not in fact.key[0] else "subject"
        kind = term.partition(":")[0]
        said = [zone for zone in SAID if f"{zone}|@{term}" in candidate.seen]
        yield from (f"{role} in {zone}" for zone in said)
        if not said:
            yield f"{role} unsaid"
            if f"clause|@{kind}:" in candidate.seen:
                yield f"other {role}"
        if "pair" not in said and f"pair|@{kind}:" in candidate.seen:
            yield f"pair of other {role}"
    for figure in FIGURE.findall(" ".join(fact.key)):
        zones = [zone for zone in SAID if f"{zone}|#{figure}" in candidate.seen]
        yield from (f"figure in {zone}" for zone in zones or ("none",))


def _fitting(fact: SoughtFact, candidate: Candidate) -> Iterator[str]:
    """How well frames fit."""
    own = candidate.fits.get(fact.key)
    other = max((fit.score for key, fit in candidate.fits.items() if key != fact.key), default=0.0)
    if own:
        yield "fit"
        yield f"fit {_tenth(own.score)}"
        yield "fit best" if own.score > other + TIED else "fit rivalled" if own.score < other - TIED else "fit tied"
    elif other:
        yield f"fit of another {_tenth(other)}"


def _tenth(score: float) -> str:
    return f"{max(0.4, int(min(score, 1.0) * 10) / 10):.1f}"
