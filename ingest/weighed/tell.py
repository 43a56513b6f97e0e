"""The facts of a document by learnt weights: each fact looks for its value, and each value for its fact."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ingest.frames.claims import Framing
from ingest.frames.fit import always
from ingest.frames.settings import LOWER, RAISE, VARIANT
from ingest.standing.text import Standing
from ingest.weighed.agree import Agreed, Grid, Stated, agree
from ingest.weighed.departing import DepartingSettings, Statement, departing
from ingest.weighed.facts import SAID, SoughtFact, facts, together
from ingest.weighed.scores import Scores
from ingest.weighed.seen import Candidate, Key, candidates
from ingest.weighed.weigh import Weights
from schema.claims import StandingWord
from schema.documents import PassageShape
from schema.pack import Pack
from schema.reading import ClaimRead
from schema.tokens import Token

PRINTED = frozenset(["board", "table"])
"""Where a value is printed for itself: if the text says otherwise, both are told."""
UNTOLD = frozenset(["is|example", "is|others", "is|read-out"])
"""Clauses in which nothing is stated of the game."""
SIGNS: Mapping[str, str] = {RAISE: "+", LOWER: "-", "change:raise": "+", "change:lower": "-"}


@dataclass(frozen=True, slots=True)
class WeighedSettings:
    """How sure a value must be; chosen on books of tests/judges/rulebooks that the weights had not seen."""

    is_read: bool = True
    """Whether facts are told by weights; off to measure what frames and patterns find alone."""
    rounds: int = 2
    """How often facts and values heed each other; more rounds told nothing more."""
    least: float = 0.85
    """A value that weights alone find, and that is no likelier what the fact is, states nothing. In samples and real
    rulebooks six such were wrong below this and none above; books in other words lose half a point of facts by it."""
    least_found: float = 0.5
    """The same of a value that a pattern or a frame finds, too. In 50 books new to the weights a pattern's value that
    gave way to such a one was wrong 33 times of 36; no real rulebook has one."""
    unlikely: float = 0.2
    """A less likely value of a frame states nothing where weights find another that is likelier than not: in the same
    books 8 of 9 such were wrong."""
    own: float = 0.3
    """A value that is no likelier to state this fact, of all that it may state, states nothing."""
    wanted: float = 0.5
    """So likely another fact must be for a number that a pattern took; then weights go before it. In books new to
    them they were right 37 times of 39 so; where no other fact wanted the number, 28 of 36."""
    alike: float = 1.0
    """Where the subject is not named, its sister must have this much less for itself: a label “+2” without its place
    speaks for all places alike."""
    whole: float = 0.3
    """The share of the facts of a game that patterns and frames find in a whole rulebook, at least; of 54 books in
    other words the poorest gave 0.34, a sheet of questions or a lone sentence gives less than 0.1."""
    slight: float = 0.01
    """Less likely than this a place says nothing of the value."""
    departing: DepartingSettings = DepartingSettings()


class FoundBefore(NamedTuple):
    """What patterns and frames assert in one language."""

    patterned: Sequence[ClaimRead] = ()
    framed: Sequence[ClaimRead] = ()

    def values(self) -> set[tuple[Key, str]]:
        """The values of each fact, without their signs."""
        return {(_key(read), _size(read)) for read in (*self.patterned, *self.framed)}


class Told(NamedTuple):
    """A fact, its likeliest value, how sure it is, and the place that states it most surely."""

    key: Key
    value: str
    sureness: float
    is_told: bool
    """Whether it is sure enough to be stated; if not, it only speaks against others."""
    is_sure: bool
    """Whether it goes before a pattern."""
    unlikely: frozenset[str]
    """Values of the fact, without their signs, that a frame alone cannot state."""
    passage: PassageShape
    token: Token


class Weighed(NamedTuple):
    """A claim by weights with what was told of it."""

    read: ClaimRead
    is_sure: bool
    is_told: bool = True
    unlikely: frozenset[str] = frozenset()


class _Shared(NamedTuple):
    """How much speaks for each value to state each fact, and the values of chapters that tell of other ways to play."""

    scores: Grid
    stated: Stated
    values: Sequence[str]
    agreed: Agreed
    apart: frozenset[int]


class Weighing:
    """All values of a document in one language, beside all facts that the weights know."""

    def __init__(
        self,
        framing: Framing,
        pack: Pack,
        language: str,
        weights: Weights,
        standings: Mapping[tuple[int, int], Standing],
        found: FoundBefore = FoundBefore(),
    ) -> None:
        self._weights = weights
        self._language = language
        self._found = found
        self.facts = facts(weights.keys, pack)
        kinds = frozenset(slot for fact in self.facts for slot in fact.slots) & {*pack.game.concepts} - {"change"}
        self.candidates: list[Candidate] = []
        for clause, scoring, fits in framing.fitted():
            beside = frozenset(f"is|{what}" for what in framing.beside(scoring))
            if not self.facts or beside & UNTOLD:
                continue
            for candidate in candidates(clause, scoring, fits, kinds, beside):
                said = standings.get((clause.passage.seq, candidate.token.end))
                if said is None or said.standing == "asserted":
                    self.candidates.append(candidate)
        self._places: dict[int, list[int]] = defaultdict(list)
        for at, candidate in enumerate(self.candidates):
            self._places[candidate.clause.passage.seq].append(at)
        self._taken: dict[Key, list[ClaimRead]] = defaultdict(list)
        self._by_passage: dict[int, set[tuple[int, str]]] = defaultdict(set)
        """The facts that patterns find in each passage, by their numbers, with their values."""
        numbers = {fact.key: number for number, fact in enumerate(self.facts)}
        for read in found.patterned:
            self._taken[_key(read)].append(read)
            if _key(read) in numbers:
                self._by_passage[read.passage].add((numbers[_key(read)], _size(read)))

    def pairs(self) -> Iterator[tuple[int, int, str, tuple[str, ...]]]:
        """Each value that may state each fact, by their numbers, what it states, and what is seen of both together."""
        for at, candidate in enumerate(self.candidates):
            seq = candidate.clause.passage.seq
            is_varied = f"is|{VARIANT}" in candidate.seen
            for number, fact in enumerate(self.facts):
                value = candidate.value_for(fact.slots)
                # Under a heading of variants only they are spoken of.
                if value and (not is_varied or fact.key[0].startswith(f"{VARIANT}:")):
                    is_patterned = (number, value) in self._by_passage.get(seq, ())
                    yield at, number, value, tuple(together(fact, candidate, is_patterned=is_patterned))

    def told(self, settings: WeighedSettings, weights: Weights | None = None) -> Iterator[Told]:
        """The likeliest value of each fact for which enough speaks."""
        return self._told(self._shared(settings, weights or self._weights), settings)

    def told_apart(self, settings: WeighedSettings) -> tuple[list[Told], frozenset[int]]:
        """The same, and the passages of chapters that tell of other ways to play."""
        shared = self._shared(settings, self._weights)
        return list(self._told(shared, settings)), frozenset(
            self.candidates[at].clause.passage.seq for at in shared.apart
        )

    def _shared(self, settings: WeighedSettings, weights: Weights) -> _Shared:
        scores, stated, values = self.scored(weights)
        agreed = agree(scores, stated, settings.rounds)
        least = settings.departing
        statements = (
            Statement(self.facts[number].key, values[stated[at, number]], scores[at, number], int(at))
            for at, number in np.argwhere((agreed.own > least.own) & (scores > least.score))
            if self._is_counted(at)
        )
        sections = [candidate.clause.passage.section for candidate in self.candidates]
        apart = departing(statements, sections, least)
        if apart:
            usual = [number for number in range(len(self.facts)) if not self._is_varied(number)]
            gone = np.ix_(sorted(apart), usual)
            scores[gone], stated[gone] = -np.inf, 0
            agreed = agree(scores, stated, settings.rounds)
        return _Shared(scores, stated, values, agreed, apart)

    def scored(self, weights: Weights) -> tuple[Grid, Stated, list[str]]:
        """How much speaks for each value to state each fact, and which of the values of the book it would state."""
        scoring = Scores(self.facts, weights, self._language)
        slots = list(dict.fromkeys(fact.slots for fact in self.facts))
        own = np.array([slots.index(fact.slots) for fact in self.facts], np.intp)
        is_varied = np.array([self._is_varied(number) for number in range(len(self.facts))], bool)
        scores = np.full((len(self.candidates), len(self.facts)), -np.inf)
        stated = np.zeros(scores.shape, np.intp)
        values = {"": 0}
        for at, candidate in enumerate(self.candidates):
            said = [values.setdefault(candidate.value_for(each), len(values)) for each in slots]
            # Under a heading of variants only they are spoken of.
            is_only = f"is|{VARIANT}" in candidate.seen
            stated[at] = np.where(is_varied, np.take(said, own), 0) if is_only else np.take(said, own)
            found = self._by_passage.get(candidate.clause.passage.seq, ())
            patterned = [number for number, value in found if values.get(value, 0) == stated[at, number] != 0]
            scores[at] = np.where(stated[at] > 0, scoring.of(candidate, patterned), -np.inf)
        return scores, stated, list(values)

    def _is_counted(self, at: int) -> bool:
        """Whether it is a value for sure: “one” may be no more than an article, “the first” who comes first."""
        return self.candidates[at].kind != "ordinal" and "value|one" not in self.candidates[at].seen

    def _is_varied(self, number: int) -> bool:
        return self.facts[number].key[0].startswith(f"{VARIANT}:")

    def _told(self, shared: _Shared, settings: WeighedSettings) -> Iterator[Told]:
        scores, stated, values, agreed, _ = shared
        found = self._found.values()
        for number, fact in enumerate(self.facts):
            likely, said = agreed.likely[:, number], stated[:, number]
            whole = np.bincount(said, likely, len(values))
            value, share = values[int(whole.argmax())], float(whole.max())
            if share <= settings.least_found:
                continue
            # Of places that say it as surely, the last one.
            places = np.flatnonzero(said == whole.argmax())[::-1]
            at = int(places[likely[places].argmax()])
            if self._is_guessed(at, number, scores, settings):
                continue
            candidate = self.candidates[at]
            own = agreed.own[places[likely[places] > settings.slight], number].max(initial=0.0)
            is_found = (fact.key, value) in found
            is_told = bool(own > settings.own and (is_found or share > settings.least))
            is_sure = self._is_free(number, value, agreed.own, settings) or self._is_chosen(fact.key, value, candidate)
            unlikely = frozenset(values[each] for each in np.unique(said) if each and whole[each] < settings.unlikely)
            sign = self._sign(fact, candidate)
            if sign is not None:
                is_sure = is_sure and self._is_counted(at)
                yield Told(
                    fact.key, sign + value, share, is_told, is_sure, unlikely, candidate.clause.passage, candidate.token
                )

    def _is_guessed(self, at: int, number: int, scores: Grid, settings: WeighedSettings) -> bool:
        """Whether a place does not say whose value it is, and its words speak as much for a sister of the fact."""
        subject, attribute = self.facts[number].key
        kind, _, code = subject.partition(":")
        is_said = any(f"{zone}|@{subject}" in self.candidates[at].seen for zone in SAID)
        return bool(code and not is_said) and any(
            other != number
            and fact.key[1] == attribute
            and fact.key[0].startswith(f"{kind}:")
            and (scores[at, other] if np.isfinite(scores[at, other]) else 0.0) > scores[at, number] - settings.alike
            for other, fact in enumerate(self.facts)
        )

    def _is_free(self, number: int, value: str, own: Grid, settings: WeighedSettings) -> bool:
        """Whether each number that a pattern takes for another value of a fact rather states another fact."""
        fact = self.facts[number]
        for read in self._taken.get(fact.key, ()):
            stated = _size(read)
            places = [at for at in self._places[read.passage] if self.candidates[at].value_for(fact.slots) == stated]
            shares = (own[at, other] for at in places for other in self._wanting(number, stated))
            if stated != value and max(shares, default=0.0) <= settings.wanted:
                return False
        return True

    def _wanting(self, number: int, value: str) -> Iterator[int]:
        """The other facts that may want a value: not those of which patterns know another."""
        for other, fact in enumerate(self.facts):
            taken = self._taken.get(fact.key, ())
            if other != number and (not taken or any(_size(read) == value for read in taken)):
                yield other

    def _is_chosen(self, key: Key, value: str, candidate: Candidate) -> bool:
        """Whether of several values that the text itself lets be found this one is chosen.

        Another pattern finds it; or a frame does in another passage, where no frame agrees with the pattern.
        """
        others = [read for read in self._taken.get(key, ()) if _size(read) != value]
        if any(read.claim.context in PRINTED for read in others):
            return False
        if any(_size(read) == value for read in self._taken.get(key, ())):
            return True
        framed = {_size(read) for read in self._found.framed if _key(read) == key}
        return value in framed and not any(
            _size(read) in framed or read.passage == candidate.clause.passage.seq for read in others
        )

    def _sign(self, fact: SoughtFact, candidate: Candidate) -> str | None:
        """The sign of a value; none where it must have one that nothing tells."""
        if not fact.is_signed or candidate.kind != "number":
            return ""
        return _sign(fact, candidate) or None


def is_whole(found: Sequence[ClaimRead], weights: Weights, settings: WeighedSettings) -> bool:
    """Whether so much is found without weights as a whole rulebook states; only there they are heard.

    They were learnt from whole rulebooks, where the right number competes with all others; in a sheet of questions or
    on a lone page each fact would take the best of what there is.
    """
    stated = {_key(read) for read in found if read.claim.standing == "asserted"}
    known = set(weights.keys)
    return settings.is_read and bool(known) and len(stated & known) >= settings.whole * len(known)


def set_apart(found: Iterable[ClaimRead], apart: Collection[int]) -> list[ClaimRead]:
    """The claims, those of chapters of other ways to play as said of something else, unless they name the variant."""
    return [
        _standing(read, "elsewhere")
        if read.passage in apart and not read.claim.subject.startswith(f"{VARIANT}:")
        else read
        for read in found
    ]


def joined(
    found: Sequence[ClaimRead], weighed: Sequence[Weighed], patterned: Sequence[ClaimRead]
) -> Iterator[ClaimRead]:
    """What patterns and frames found, and what weights tell: before a frame, and where sure before a pattern.

    What a pattern found against them is kept as something that the book only supposes, so that it can be traced.
    """
    by_pattern = {(_key(read), _size(read)) for read in patterned if read.claim.standing == "asserted"}
    sure = {key for key, _ in by_pattern}
    heard = [each.read for each in weighed if each.is_told and (each.is_sure or _key(each.read) not in sure)]
    told = {_key(read): _size(read) for read in heard}
    unlikely = {(_key(e.read), value) for e in weighed if _key(e.read) not in sure for value in e.unlikely}
    stated = set()
    for read in found:
        key, size = _key(read), _size(read)
        if read.claim.standing != "asserted":
            yield read
        elif told.get(key, size) == size and (key, size) not in unlikely:
            stated.add((key, size))
            yield read
        elif (key, size) in by_pattern:
            yield _standing(read, "supposed")
    yield from (read for read in heard if (_key(read), _size(read)) not in stated)


def _standing(read: ClaimRead, standing: StandingWord) -> ClaimRead:
    """The claim with this standing, if it was asserted."""
    is_so = read.claim.standing == "asserted"
    return ClaimRead(read.claim.model_copy(update={"standing": standing}), read.passage) if is_so else read


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
