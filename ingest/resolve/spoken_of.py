"""Of which fact each value of a sheet speaks: by learnt weights, and by how alike it is to what a book says of it."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from ingest.frames.claims import Framing
from ingest.standing.passages import tell_passages
from ingest.standing.text import Standing
from ingest.weighed.direction import direction
from ingest.weighed.facts import SoughtFact
from ingest.weighed.scores import Scores
from ingest.weighed.seen import COUNTED, Candidate, Key
from ingest.weighed.tell import Weighing
from ingest.weighed.weigh import Weights
from schema.claims import Claim
from schema.documents import Passage
from schema.pack import Pack

Table = NDArray[np.float64]
CITED = re.compile(r"(?<![\d.])\d{1,2}(?:\.\d{1,2})+(?![\d.])|(?<=§\s)\d{1,2}|(?<=§)\d{1,2}")
"""The number of a paragraph: “2.1”, “§ 3”."""
PLAIN = frozenset({"is", "value", "figure"})
"""Zones that tell of the form of a value and not of what it is said of."""


@dataclass(frozen=True, slots=True)
class LikenessSettings:
    """How much it says that two values stand among the same words; chosen on sheets of tests/judges/errata."""

    worth: float = 5.0
    """What a value that stands among the very same words gains."""
    cited: float = 3.0
    """What it gains where the sheet cites the paragraph in which the book says it."""
    claimed: float = 2.5
    """What it gains where the sheet, read like a book, states the fact there."""
    head: int = 40
    """Among so many letters at the beginning of a passage a paragraph of the book is cited."""
    far: float = 0.3
    """How much a word says in a zone that is not listed."""
    zones: tuple[tuple[frozenset[str], float], ...] = (
        (
            frozenset(["part", "ahead", "behind", "next", "last", "left", "right", "pair", "since", "until", "each"]),
            1.0,
        ),
        (frozenset(["clause", "row"]), 0.8),
        (frozenset(["lead", "before", "column"]), 0.6),
        (frozenset(["heading"]), 0.5),
    )
    """How much a word says, by where it stands beside the value."""

    def zone(self, name: str) -> float:
        """How much a word in a zone says."""
        return next((worth for names, worth in self.zones if name in names), self.far)


class Weighed:
    """A document with all its values, and how much speaks for each to state each fact."""

    def __init__(
        self, passages: Sequence[Passage], pack: Pack, language: str, weights: Weights, called: str = ""
    ) -> None:
        self.passages = {passage.seq: passage for passage in passages}
        self.standings = tell_passages(passages, pack.shared[language], language, called)
        weighing = Weighing(Framing(passages, pack, language), pack, language, weights, self.standings)
        self.values: Sequence[Candidate] = weighing.candidates
        self.facts: Sequence[SoughtFact] = weighing.facts
        _, self._stated, self._said = weighing.scored(weights)
        self.scores = Scores(self.facts, weights, language).of(self.values, [()] * len(self.values))

    @cached_property
    def numbers(self) -> Mapping[Key, int]:
        """The column of each fact."""
        return {fact.key: number for number, fact in enumerate(self.facts)}

    def said(self, at: int, number: int) -> str:
        """What a value states of a fact, without its sign; nothing where it cannot.

        “From 17 to 18” is no range where 18 takes the place of 17.
        """
        standing = self.standing(at)
        if standing and standing.corrects is not None and "range" in self.values[at].values:
            return str(standing.value) if self.facts[number].slots & COUNTED else ""
        return self._said[self._stated[at, number]] if self._stated.size else ""

    def standing(self, at: int) -> Standing | None:
        """What the text says of a value, if it is a number."""
        token = self.values[at].token
        return self.standings.get((token.passage, token.end))


class SpokenOf:
    """The values of a sheet beside the facts that books state."""

    def __init__(
        self,
        sheet: Weighed,
        own: Iterable[Claim],
        books: Iterable[tuple[Weighed, Sequence[Claim]]],
        settings: LikenessSettings,
    ) -> None:
        self.sheet = sheet
        self._settings = settings
        places = {key: place for book, claims in books for key, place in _places(book, claims).items()}
        words = {key: self._words(book.values[at]) for key, (book, at) in places.items()}
        often = Counter(word for said in words.values() for word in said)
        self._worth = {word: math.log((len(words) + 1) / (count + 0.5)) for word, count in often.items()}
        self._column = {word: at for at, word in enumerate(self._worth)}
        said = self._table(words.get(fact.key, {}) for fact in sheet.facts)
        alike = self._table(map(self._words, sheet.values)) @ said.T
        cited = self._cited(
            {key: book.passages[book.values[at].clause.passage.seq] for key, (book, at) in places.items()}
        )
        speaks = sheet.scores + settings.worth * alike + settings.cited * cited + settings.claimed * self._claimed(own)
        self.speaks: Table = np.where(self._of_another(), -np.inf, speaks)
        """A row for each value, a column for each fact."""

    def _words(self, value: Candidate) -> Mapping[str, float]:
        """What stands around a value, each as near as it is nearest."""
        found: dict[str, float] = {}
        for seen in value.seen:
            zone, _, word = seen.partition("|")
            if zone not in PLAIN:
                found[word] = max(found.get(word, 0.0), self._settings.zone(zone))
        return found

    def _table(self, rows: Iterable[Mapping[str, float]]) -> Table:
        """Rows of words, each of length one; what hardly any place says, says more."""
        made = []
        for words in rows:
            row = np.zeros(len(self._column))
            for word in words.keys() & self._column.keys():
                row[self._column[word]] = words[word] * self._worth[word]
            length = np.linalg.norm(row)
            made.append(row / length if length else row)
        return np.array(made).reshape(len(made), len(self._column))

    def _cited(self, stated: Mapping[Key, Passage]) -> Table:
        """Whether the passage of a value cites the paragraph in which a fact is stated."""
        cited = np.zeros((len(self.sheet.values), len(self.sheet.facts)))
        numbered = {key: _own_numbers(passage) for key, passage in stated.items()}
        for at, value in enumerate(self.sheet.values):
            text = self.sheet.passages[value.clause.passage.seq].text[: self._settings.head]
            for number, fact in enumerate(self.sheet.facts) if (said := set(CITED.findall(text))) else ():
                cited[at, number] = not said.isdisjoint(numbered.get(fact.key, ()))
        return cited

    def _claimed(self, own: Iterable[Claim]) -> Table:
        """Whether the sheet states a fact where a value stands, if it is read like a book."""
        seqs = {passage.id: seq for seq, passage in self.sheet.passages.items()}
        said = {(seqs.get(c.passage_id), (c.subject, c.attribute), c.value.lstrip("+-")) for c in own}
        claimed = np.zeros((len(self.sheet.values), len(self.sheet.facts)))
        for at, value in enumerate(self.sheet.values):
            for number, fact in enumerate(self.sheet.facts):
                claimed[at, number] = (value.clause.passage.seq, fact.key, self.sheet.said(at, number)) in said
        return claimed

    def _of_another(self) -> NDArray[np.bool_]:
        """Whether another thing of the kind of a fact's subject is named beside a value, and this one nowhere."""
        named = [{seen.partition("|")[2] for seen in value.seen} for value in self.sheet.values]
        near = [{s.partition("|")[2] for s in v.seen if s.startswith("clause|")} for v in self.sheet.values]
        others = np.zeros((len(self.sheet.values), len(self.sheet.facts)), np.bool_)
        for number, fact in enumerate(self.sheet.facts):
            kind, _, code = fact.key[0].partition(":")
            for at in range(len(named)) if code else ():
                others[at, number] = f"@{kind}:" in near[at] and f"@{fact.key[0]}" not in named[at]
        return others

    def sign(self, at: int, number: int, usual: str) -> str:
        """The sign of a value: the one that is printed with it, or the usual one."""
        told = direction(self.sheet.facts[number], self.sheet.values[at]) if self.sheet.values[at].sign else None
        return told or usual


def with_keys(weights: Weights, claims: Iterable[Claim]) -> Weights:
    """The weights for all facts that claims state, also those of which nothing was learnt."""
    keys = dict.fromkeys([*weights.keys, *sorted({(claim.subject, claim.attribute) for claim in claims})])
    return replace(weights, keys=tuple(keys))


def _places(book: Weighed, claims: Sequence[Claim]) -> dict[Key, tuple[Weighed, int]]:
    """Of each fact the likeliest place at which a book states it."""
    seqs = {passage.id: seq for seq, passage in book.passages.items()}
    by_seq: dict[int, list[int]] = defaultdict(list)
    for at, value in enumerate(book.values):
        by_seq[value.clause.passage.seq].append(at)
    found: dict[Key, tuple[Weighed, int]] = {}
    for claim in claims:
        number = book.numbers.get((claim.subject, claim.attribute))
        seq = seqs.get(claim.passage_id)
        if number is not None and seq is not None:
            said = [at for at in by_seq[seq] if book.said(at, number) == claim.value.lstrip("+-")]
            best = max(said, key=lambda at: book.scores[at, number], default=None)
            if best is not None:
                found[claim.subject, claim.attribute] = book, best
    return found


def _own_numbers(passage: Passage) -> set[str]:
    """The number of a paragraph of a book, and of those that it is a part of."""
    head = passage.text[:12]
    found = {match.group() for match in [CITED.match(head.lstrip("§ "))] if match}
    above = re.findall(r"(?:^|§\s?|\s)(\d{1,2}(?:\.\d{1,2})*)\b", passage.section)
    return found | set(above[-1:])
