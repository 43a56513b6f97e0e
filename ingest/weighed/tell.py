"""The facts of a document by learnt weights: each fact looks for its value, and each value for its fact."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ingest.frames.claims import Framing
from ingest.frames.fit import always
from ingest.frames.settings import LOWER, RAISE, VARIANT
from ingest.standing.text import Standing
from ingest.weighed.facts import SoughtFact, facts, together
from ingest.weighed.seen import Candidate, Key, candidates
from ingest.weighed.weigh import Weights, shares
from schema.documents import PassageShape
from schema.pack import Pack
from schema.reading import ClaimRead
from schema.tokens import Token

Patterned = Collection[tuple[int, str, str, str]]
"""Passage, subject, attribute and value, without its sign, of what patterns find."""
UNTOLD = frozenset(["is|example", "is|others", "is|read-out"])
"""Clauses in which nothing is stated of the game."""
SIGNS: Mapping[str, str] = {RAISE: "+", LOWER: "-", "change:raise": "+", "change:lower": "-"}


@dataclass(frozen=True, slots=True)
class WeighedSettings:
    """How sure a value must be; chosen on books of tests/judges/rulebooks that the weights had not seen."""

    is_read: bool = True
    """Whether facts are told by weights; off to measure what frames and patterns find alone."""
    least: float = 0.5
    """A value that is no likelier what the fact is states nothing."""
    own: float = 0.3
    """A value that is no likelier to state this fact, of all that it may state, states nothing."""
    whole: float = 0.25
    """The share of the facts of a game that patterns and frames find in a whole rulebook, at least; of 54 books in
    other words the poorest gave 0.34, a sheet of questions or a lone sentence gives less than 0.1."""
    slight: float = 0.01
    """Less likely than this a place says nothing of the value."""


class Told(NamedTuple):
    """A fact, its value, how sure it is, and the place that states it most surely."""

    key: Key
    value: str
    sureness: float
    passage: PassageShape
    token: Token


class Weighing:
    """All values of a document in one language, beside all facts that the weights know."""

    def __init__(
        self,
        framing: Framing,
        pack: Pack,
        language: str,
        weights: Weights,
        standings: Mapping[tuple[int, int], Standing],
        patterned: Patterned = (),
    ) -> None:
        self._weights = weights
        self._language = language
        self._patterned = patterned
        self.facts = facts(weights.keys, pack)
        kinds = frozenset(slot for fact in self.facts for slot in fact.slots)
        self.candidates: list[Candidate] = []
        for clause, scoring, fits in framing.fitted():
            beside = frozenset(f"is|{what}" for what in framing.beside(scoring))
            if not self.facts or beside & UNTOLD:
                continue
            for candidate in candidates(clause, scoring, fits, kinds, beside):
                said = standings.get((clause.passage.seq, candidate.token.end))
                if said is None or said.standing == "asserted":
                    self.candidates.append(candidate)

    def pairs(self) -> Iterator[tuple[int, int, str, tuple[str, ...]]]:
        """Each value that may state each fact, by their numbers, what it states, and what is seen of both together."""
        for at, candidate in enumerate(self.candidates):
            seq = candidate.clause.passage.seq
            is_varied = f"is|{VARIANT}" in candidate.seen
            for number, fact in enumerate(self.facts):
                value = candidate.value_for(fact.slots)
                # Under a heading of variants only they are spoken of.
                if value and (not is_varied or fact.key[0].startswith(f"{VARIANT}:")):
                    is_patterned = (seq, *fact.key, value) in self._patterned
                    yield at, number, value, tuple(together(fact, candidate, is_patterned=is_patterned))

    def told(self, settings: WeighedSettings, weights: Weights | None = None) -> Iterator[Told]:
        """The value of each fact for which enough speaks."""
        weights = weights or self._weights
        parts = [weights.parts(candidate, self._language) for candidate in self.candidates]
        by_fact: dict[int, dict[int, tuple[float, str]]] = defaultdict(dict)
        by_value: dict[int, dict[int, float]] = defaultdict(dict)
        for at, number, value, seen in self.pairs():
            score = weights.score(parts[at], self.facts[number], seen)
            by_fact[number][at] = (score, value)
            by_value[at][number] = score
        own = {
            (at, number): share
            for at, scores in by_value.items()
            for number, share in zip(scores, shares(list(scores.values())), strict=True)
        }
        for number, found in by_fact.items():
            likely = shares([score for score, _ in found.values()])
            places: dict[str, list[tuple[float, int]]] = defaultdict(list)
            for (at, (_, value)), share in zip(found.items(), likely, strict=True):
                places[value].append((share, at))
            value = max(places, key=lambda v: sum(share for share, _ in places[v]))
            sureness = sum(share for share, _ in places[value])
            is_own = max((own[at, number] for share, at in places[value] if share > settings.slight), default=0.0)
            told = self._told(
                self.facts[number], value, sureness, [at for _, at in sorted(places[value], reverse=True)]
            )
            if told and sureness > settings.least and is_own > settings.own:
                yield told

    def _told(self, fact: SoughtFact, value: str, sureness: float, places: Sequence[int]) -> Told | None:
        candidate = self.candidates[places[0]]
        sign = _sign(fact, candidate) if fact.is_signed else ""
        if fact.is_signed and not sign:
            return None
        return Told(fact.key, sign + value, sureness, candidate.clause.passage, candidate.token)


def is_whole(found: Sequence[ClaimRead], weights: Weights, settings: WeighedSettings) -> bool:
    """Whether so much is found without weights as a whole rulebook states; only there they are heard.

    They were learnt from whole rulebooks, where the right number competes with all others; in a sheet of questions or
    on a lone page each fact would take the best of what there is.
    """
    stated = {_key(read) for read in found if read.claim.standing == "asserted"}
    known = set(weights.keys)
    return settings.is_read and bool(known) and len(stated & known) >= settings.whole * len(known)


def joined(found: Sequence[ClaimRead], weighed: Sequence[ClaimRead], sure: Sequence[ClaimRead]) -> Iterator[ClaimRead]:
    """What patterns and frames found, and what weights tell: they go before a frame and never against what is sure."""
    patterned = {_key(read) for read in sure if read.claim.standing == "asserted"}
    heard = [read for read in weighed if _key(read) not in patterned]
    told = {_key(read): _size(read) for read in heard}
    stated = set()
    for read in found:
        if read.claim.standing != "asserted" or told.get(_key(read), _size(read)) == _size(read):
            stated.add((_key(read), _size(read)))
            yield read
    yield from (read for read in heard if (_key(read), _size(read)) not in stated)


def _key(read: ClaimRead) -> Key:
    return read.claim.subject, read.claim.attribute


def _size(read: ClaimRead) -> str:
    """The value without its sign, which is told by other words."""
    return read.claim.value.lstrip("+-")


def _sign(fact: SoughtFact, candidate: Candidate) -> str:
    """Whether a value raises or lowers: by its printed sign, by a frame, by the only way that it can, by words."""
    if candidate.sign:
        return candidate.sign
    fit = candidate.fits.get(fact.key)
    if fit and fit.value[0] in "+-":
        return fit.value[0]
    codes = {term.partition(":")[0]: term.partition(":")[2] for term in fact.terms}
    sign = next(filter(None, (always(form, codes) for form in fact.forms)), "")
    for zone in ("part", "clause", "lead", "column", "row"):
        said = {sign for what, sign in SIGNS.items() if f"{zone}|@{what}" in candidate.seen}
        if len(said) == 1 and not sign:
            return said.pop()
    return sign
