"""The facts of a document by learnt weights: each fact looks for its value, and each value for its fact."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

import numpy as np

from ingest.frames.claims import Framing
from ingest.frames.settings import EXACTLY, NUMBERED, VARIANT
from ingest.standing.text import Standing
from ingest.sums import members
from ingest.weighed.add_up import AddUpSettings, adding_up, too_great
from ingest.weighed.agree import Agreed, Grid, Stated, agree
from ingest.weighed.common import Commons
from ingest.weighed.decide import DecisionSettings, Evidence, is_sure, is_told, likelihood
from ingest.weighed.departing import DepartingSettings, Statement, departing, set_apart
from ingest.weighed.direction import direction
from ingest.weighed.facts import SAID, facts, together
from ingest.weighed.parts import made
from ingest.weighed.rivals import Rivals, RivalSettings
from ingest.weighed.scores import Scores
from ingest.weighed.seen import Candidate, Key, candidates
from ingest.weighed.weigh import Weights
from schema.document_kinds import EXPLAINING
from schema.folding import fold
from schema.pack import Pack
from schema.reading import ClaimRead

UNTOLD = frozenset(["is|others", "is|read-out", "is|denied", "is|supposed", "is|elsewhere"])
"""What tells that a clause or a number states nothing of the game; weights tell how much that is worth."""
EXAMPLE = "is|example"
OWN = 0.5
"""So likely another place must state this fact to tell its sign."""
COUNTING = 5
"""In a passage with so many numbers right before what they count “one” is a number, too."""


@dataclass(frozen=True, slots=True)
class WeighedSettings:
    """How sure a value must be; chosen on books of tests/judges/rulebooks that the weights had not seen."""

    is_read: bool = True
    """Whether facts are told by weights; off to measure what frames and patterns find alone."""
    rounds: int = 2
    """How often facts and values heed each other; more rounds told nothing more."""
    alike: float = 1.0
    """Where the subject is not named, its sister must have this much less for itself: a label “+2” without its place
    speaks for all places alike."""
    whole: float = 0.3
    """The share of the facts of a game that patterns and frames find in a whole rulebook, at least; of 54 books in
    other words the poorest gave 0.34, a sheet of questions or a lone sentence gives less than 0.1."""
    slight: float = 0.01
    """Less likely than this a place says nothing of the value."""
    summed: float = 0.5
    """What speaks so much for a fact without any value may be the one with which numbers add up."""
    decision: DecisionSettings = DecisionSettings()
    add_up: AddUpSettings = AddUpSettings()
    departing: DepartingSettings = DepartingSettings()
    rivals: RivalSettings = RivalSettings()


class FoundBefore(NamedTuple):
    """What patterns assert in one language, and all that they and frames do."""

    patterned: Sequence[ClaimRead] = ()
    all: Sequence[ClaimRead] = ()


Values = dict[str, tuple[Evidence, int | None]]
"""The values of a fact, what speaks for each, and the place that weights find likeliest for it."""


class Told(NamedTuple):
    """A fact, its likeliest value, how sure it is, and the place that weights find likeliest."""

    key: Key
    value: str
    sureness: float
    is_told: bool
    """Whether it is sure enough to be stated; if not, nothing is."""
    is_sure: bool
    """Whether it is so even in a book in the patterns' own words."""
    candidate: Candidate | None
    """None where weights know no place of it."""
    rivals: Sequence[tuple[str, Candidate]] = ()
    """What other places state of it by their own words."""
    unlikely: frozenset[str] = frozenset()
    """Its other values that are rather wrong than right."""


class Decided(NamedTuple):
    """The same as a claim; none where nothing was found by weights that could be one."""

    key: Key
    size: str
    read: ClaimRead | None
    is_told: bool
    is_sure: bool = True
    rivals: Sequence[ClaimRead] = ()
    unlikely: frozenset[str] = frozenset()


class _Shared(NamedTuple):
    """How much speaks for each value to state each fact, and the values of chapters that tell of other ways to play."""

    scores: Grid
    stated: Stated
    values: Sequence[str]
    agreed: Agreed
    apart: frozenset[int]


class _OfFact(NamedTuple):
    """The values of one fact."""

    places: Mapping[str, Sequence[tuple[float, int]]]
    """By value, how likely each place states it."""
    reads: Mapping[str, Sequence[tuple[ClaimRead, bool]]]
    """By value, the claims of frames and patterns, and whether they are of patterns."""

    def likeliest(self, value: str) -> int | None:
        """The likeliest place of a value."""
        return max(self.places.get(value, ()), default=(0.0, None))[1]

    def evidence(self, value: str) -> Evidence:
        """What speaks for a value, but for what its place shows."""
        shares = {each: sum(share for share, _ in said) for each, said in self.places.items()}
        reads = self.reads.get(value, ())
        first = min((read.passage for said in self.reads.values() for read, _ in said), default=0)
        return Evidence(
            is_patterned=any(is_patterned for _, is_patterned in reads),
            fit=max((read.claim.confidence for read, is_patterned in reads if not is_patterned), default=0.0),
            share=shares.get(value, 0.0),
            other=max((share for each, share in shares.items() if each != value), default=0.0),
            is_late=bool(reads) and min(read.passage for read, _ in reads) > first,
        )


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
        self._sums = pack.game.sums
        kinds_of_text = pack.shared[language].kinds if language in pack.shared else {}
        self._explaining = [fold(word) for kind in EXPLAINING for word in kinds_of_text.get(kind, ())]
        self.facts = facts(weights.keys, pack)
        kinds = frozenset(slot for fact in self.facts for slot in fact.slots) & {*pack.game.concepts} - {"change"}
        summed = {key for form in self._sums for key in members(form)}
        self._summed = {number for number, fact in enumerate(self.facts) if fact.key in summed}
        self.candidates: list[Candidate] = []
        for clause, scoring, fits in framing.fitted():
            beside = frozenset(f"is|{what}" for what in framing.beside(scoring))
            for candidate in candidates(clause, scoring, fits, kinds, beside) if self.facts else ():
                said = standings.get((clause.passage.seq, candidate.token.end))
                standing = {f"is|{said.standing}"} if said else set()
                self.candidates.append(replace(candidate, seen=candidate.seen | standing))
        for at, what in set(made(self.candidates)):
            self.candidates[at] = replace(self.candidates[at], seen=self.candidates[at].seen | {what})
        sure = Counter(
            each.clause.passage.seq
            for each in self.candidates
            if each.kind == "number" and "value|one" not in each.seen and any(s.startswith("next|@") for s in each.seen)
        )
        self._counting = {seq for seq, number in sure.items() if number >= COUNTING}
        self._patterned = {(read.passage, key_of(read), size_of(read)) for read in found.patterned}
        self._by_passage: dict[int, set[tuple[int, str]]] = defaultdict(set)
        """The facts that patterns find in each passage, by their numbers, with their values."""
        numbers = {fact.key: number for number, fact in enumerate(self.facts)}
        for seq, key, value in self._patterned:
            if key in numbers:
                self._by_passage[seq].add((numbers[key], value))

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
        """The likeliest value of each fact of which anything is found."""
        return self._told(self._shared(settings, weights or self._weights), settings)

    def told_apart(self, settings: WeighedSettings) -> tuple[list[Told], frozenset[int]]:
        """The same, and the passages of chapters that tell of other ways to play."""
        shared = self._shared(settings, self._weights)
        return list(self._told(shared, settings)), self._passages(shared.apart)

    def _passages(self, places: Iterable[int]) -> frozenset[int]:
        return frozenset(self.candidates[at].clause.passage.seq for at in places)

    def _shared(self, settings: WeighedSettings, weights: Weights) -> _Shared:
        scores, stated, values = self.scored(weights)
        groups = Commons(self.facts).groups(self.candidates)
        agreed = agree(scores, stated, settings.rounds, groups)
        least = settings.departing
        statements = (
            Statement(self.facts[number].key, values[stated[at, number]], scores[at, number], int(at))
            for at, number in np.argwhere((agreed.own > least.own) & (scores > least.score))
            if self._is_counted(at) and not self._is_untold(at)
        )
        sections = [candidate.clause.passage.section for candidate in self.candidates]
        apart = departing(statements, sections, least, self._explaining)
        if apart:
            usual = [number for number in range(len(self.facts)) if not self._is_varied(number)]
            gone = np.ix_(sorted(apart), usual)
            scores[gone], stated[gone] = -np.inf, 0
            agreed = agree(scores, stated, settings.rounds, groups)
        return _Shared(scores, stated, values, agreed, apart)

    def scored(self, weights: Weights) -> tuple[Grid, Stated, list[str]]:
        """How much speaks for each value to state each fact, and which of the values of the book it would state."""
        scoring = Scores(self.facts, weights, self._language)
        slots = list(dict.fromkeys(fact.slots for fact in self.facts))
        own = np.array([slots.index(fact.slots) for fact in self.facts], np.intp)
        is_varied = np.array([self._is_varied(number) for number in range(len(self.facts))], bool)
        stated = np.zeros((len(self.candidates), len(self.facts)), np.intp)
        values = {"": 0}
        patterned: list[list[int]] = []
        for at, candidate in enumerate(self.candidates):
            said = [values.setdefault(candidate.value_for(each), len(values)) for each in slots]
            # Under a heading of variants only they are spoken of.
            is_only = f"is|{VARIANT}" in candidate.seen
            stated[at] = np.where(is_varied, np.take(said, own), 0) if is_only else np.take(said, own)
            found = self._by_passage.get(candidate.clause.passage.seq, ())
            patterned.append([number for number, value in found if values.get(value, 0) == stated[at, number] != 0])
        scores = np.where(stated > 0, scoring.of(self.candidates, patterned), -np.inf)
        return scores, stated, list(values)

    def _is_counted(self, at: int) -> bool:
        """Whether it is a value for sure: “one” may be no more than an article, “the first” who comes first.

        Where things are counted one after another “one board” is one of them, and “the sixth stage” is a stage;
        “exactly one” is one anywhere.
        """
        seen, passage = self.candidates[at].seen, self.candidates[at].clause.passage.seq
        if self.candidates[at].kind == "ordinal":
            return any(f"{zone}|@{role}" in seen for zone in ("next", "last") for role in NUMBERED)
        is_listed = passage in self._counting and any(what.startswith("next|@") for what in seen)
        return "value|one" not in seen or f"last|@{EXACTLY}" in seen or is_listed

    def _is_untold(self, at: int) -> bool:
        return not (UNTOLD | {EXAMPLE}).isdisjoint(self.candidates[at].seen)

    def _is_varied(self, number: int) -> bool:
        return self.facts[number].key[0].startswith(f"{VARIANT}:")

    def _told(self, shared: _Shared, settings: WeighedSettings) -> Iterator[Told]:
        rivals = Rivals(shared.scores, shared.agreed, settings.rivals)
        for number, values in self._evidence(shared, settings):
            sureness = _likely(values, settings)
            value = max(sureness, key=lambda v: (sureness[v], v))
            evidence, at = values[value]
            fact, candidate = self.facts[number], None if at is None else self.candidates[at]
            sign = self._sign_of(number, at, shared) if at is not None and not evidence.is_found else ""
            is_stated = sign is not None and is_told(evidence, settings.decision)
            if is_stated or any(seen.is_found for seen, _ in values.values()):
                yield Told(
                    fact.key,
                    (sign or "") + value,
                    sureness[value],
                    is_stated,
                    is_sure(evidence, settings.decision),
                    candidate,
                    list(self._rivals(number, shared, rivals, value if is_stated else "")),
                    frozenset(other for other, likely in sureness.items() if likely < settings.decision.unlikely),
                )

    def _rivals(self, number: int, shared: _Shared, rivals: Rivals, told: str) -> Iterator[tuple[str, Candidate]]:
        """What places state of a fact by their own words, other than what is told."""
        fact = self.facts[number]
        found = {(read.passage, size_of(read)) for read in self._found.all if key_of(read) == fact.key}
        for at, is_likely in rivals.of(number).items():
            place, size = self.candidates[at], shared.values[shared.stated[at, number]]
            sign = direction(fact, place)
            is_found = is_likely or (place.clause.passage.seq, size) in found
            is_plain = self._is_counted(at) and not self._is_untold(at)
            if size != told and is_found and sign is not None and is_plain:
                yield sign + size, place

    def evidence(self, settings: WeighedSettings, weights: Weights) -> Iterator[tuple[Key, str, Evidence]]:
        """What speaks for each value of each fact, to learn from."""
        for number, values in self._evidence(self._shared(settings, weights), settings):
            yield from ((self.facts[number].key, value, evidence) for value, (evidence, _) in values.items())

    def _evidence(self, shared: _Shared, settings: WeighedSettings) -> Iterator[tuple[int, Values]]:
        """For each fact what speaks for each of its values, also that the numbers of the book add up with it."""
        found = self._possible(dict(self._own_evidence(shared, settings)), settings)
        likely = {self.facts[number].key: _likely(values, settings) for number, values in found.items()}
        added = adding_up(self._sums, likely, settings.add_up)
        for number, values in found.items():
            right = added.get(self.facts[number].key)
            yield number, values if right is None else _added(values, right)

    def _possible(self, found: Mapping[int, Values], settings: WeighedSettings) -> dict[int, Values]:
        """The values of each fact but those that are more than their whole."""
        likely = {self.facts[number].key: _likely(values, settings) for number, values in found.items()}
        wrong = too_great(self._sums, likely, settings.add_up)
        kept = {
            number: {
                value: seen for value, seen in values.items() if value not in wrong.get(self.facts[number].key, ())
            }
            for number, values in found.items()
        }
        return {number: values for number, values in kept.items() if values}

    def _own_evidence(self, shared: _Shared, settings: WeighedSettings) -> Iterator[tuple[int, Values]]:
        """For each fact what speaks for each of its values, and the place that weights find likeliest for it."""
        places: dict[int, dict[str, list[tuple[float, int]]]] = defaultdict(lambda: defaultdict(list))
        likely = shared.agreed.likely
        for at, number in np.argwhere(likely > settings.slight):
            said = shared.values[shared.stated[at, number]]
            places[int(number)][said].append((float(likely[at, number]), int(at)))
        for number in self._summed - places.keys():
            # Other facts may have taken its place before numbers add up.
            for at in np.flatnonzero(shared.scores[:, number] > settings.summed):
                said = shared.values[shared.stated[at, number]]
                places[number][said].append((float(likely[at, number]), int(at)))
        stated = self._stated(self._passages(shared.apart))
        for number, fact in enumerate(self.facts):
            of = _OfFact(places[number], stated.get(fact.key, {}))
            values: Values = {}
            for value in sorted({*of.places, *of.reads}):
                place = of.likeliest(value)
                evidence = of.evidence(value)
                if place is not None and evidence.share >= evidence.other:
                    evidence = replace(
                        evidence,
                        own=max(float(shared.agreed.own[at, number]) for _, at in of.places[value]),
                        is_guessed=self._is_guessed(place, number, shared.scores, settings),
                        is_uncounted=not self._is_counted(place),
                        is_untold=not UNTOLD.isdisjoint(self.candidates[place].seen),
                        is_example=EXAMPLE in self.candidates[place].seen,
                    )
                values[value] = evidence, place
            if values:
                yield number, values

    def _stated(self, apart: Collection[int]) -> dict[Key, dict[str, list[tuple[ClaimRead, bool]]]]:
        """What patterns and frames find of each fact, without what is said of other ways to play."""
        found: dict[Key, dict[str, list[tuple[ClaimRead, bool]]]] = defaultdict(lambda: defaultdict(list))
        for read in set_apart(self._found.all, apart):
            key, size = key_of(read), size_of(read)
            if read.claim.standing == "asserted":
                found[key][size].append((read, (read.passage, key, size) in self._patterned))
        return found

    def _is_guessed(self, at: int, number: int, scores: Grid, settings: WeighedSettings) -> bool:
        """Whether a place does not say whose value it is, and its words speak as much for a sister of the fact."""
        subject, attribute = self.facts[number].key
        kind, _, code = subject.partition(":")
        terms = {subject, *(term for term in self.facts[number].terms if term.partition(":")[2] == code)}
        is_said = any(f"{zone}|@{term}" in self.candidates[at].seen for zone in SAID for term in terms)
        return bool(code and not is_said) and any(
            other != number
            and fact.key[1] == attribute
            and fact.key[0].startswith(f"{kind}:")
            and (scores[at, other] if np.isfinite(scores[at, other]) else 0.0) > scores[at, number] - settings.alike
            for other, fact in enumerate(self.facts)
        )

    def _sign_of(self, number: int, at: int, shared: _Shared) -> str | None:
        """The sign of a value by its likeliest place, or else by another one: “knocks three off … so that is −3”."""
        alike = shared.stated[:, number] == shared.stated[at, number]
        own = np.flatnonzero(alike & (shared.agreed.own[:, number] > OWN))
        places = sorted(map(int, own), key=lambda other: -shared.agreed.likely[other, number])
        signs = (direction(self.facts[number], self.candidates[each]) for each in (at, *places))
        return next((sign for sign in signs if sign is not None), None)


def _likely(values: Values, settings: WeighedSettings) -> dict[str, float]:
    return {value: likelihood(evidence, settings.decision) for value, (evidence, _) in values.items()}


def _added(values: Values, right: str) -> Values:
    """The values of a fact, with one of which the numbers of the book add up: the others are no rivals of it."""
    return {
        value: (
            replace(evidence, is_added=True, other=0.0) if value == right else replace(evidence, is_unadded=True),
            at,
        )
        for value, (evidence, at) in values.items()
    }


def key_of(read: ClaimRead) -> Key:
    """The fact that a claim states."""
    return read.claim.subject, read.claim.attribute


def size_of(read: ClaimRead) -> str:
    """The value without its sign, which is told by other words."""
    return read.claim.value.lstrip("+-")
