"""Find which name of a vocabulary a misread name is, or say that it is none of them."""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from math import log
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process

from ingest.errors import UnreadableDocument
from ingest.names.name_odds import Misreading, OddsSettings, Spelt, StrangeNames, log_sum, spelt

BATCH = 512
"""Queries compared at once: as many rows of likenesses stand in memory."""
TEN = log(10)


@dataclass(frozen=True, slots=True)
class NameMatchSettings:
    """When a misread name is one of a vocabulary.

    Chosen on German and Italian names of three games, a third of them kept out as strangers; measured on other
    languages and games, and with benchmarks/matching.py.
    """

    odds: OddsSettings = OddsSettings()
    weighed: int = 8
    """So many codes, those of the likest names, are weighed."""
    far: float = 20.0
    """Of 100: so much less like than the likest, a name is not weighed."""
    least_score: float = 55.0
    """Of 100: what is less like a name is none, however unlikely it is by itself."""
    wanted: float = -6.3
    """How much likelier (as a logarithm) it is misread than strange, at least; what is asked about is mostly listed."""
    length_counts: float = 0.5
    """How much the length of the list counts: each name of a long one is less likely the one that was meant. With 1,
    strangers of lists of 150 to 500 names were refused 91 to 94 % of the time, with 0.5 95 to 99 %."""
    lead: float = 1.5
    """How much likelier it is than all others together, at least; with 0.5 twice as many badly misread names were taken
    for another."""
    least_chance: float = -200.0
    """A name that is not weighed is as unlikely."""
    least_letters: int = 2
    """A shorter query is no name."""


@dataclass(frozen=True, slots=True)
class VocabularyName:
    """A name and the code it stands for."""

    code: str
    language: str
    name: str


@dataclass(frozen=True, slots=True)
class Answer:
    """What a query was found to be; no code when it is refused."""

    query: str
    code: str | None
    score: float
    """Of 100: how like the likeliest name is."""
    margin: float
    """How much likelier it is than all others: 2 is a hundred times."""
    top: tuple[tuple[str, float], ...]
    """The likeliest codes, best first, with how like their names are."""


@dataclass(frozen=True, slots=True)
class _Candidate:
    """A code that a query may stand for, by its likest name."""

    code: int
    name: int
    likeness: float
    chance: float


class NameMatcher:
    """A vocabulary prepared for many queries."""

    def __init__(self, names: Sequence[VocabularyName], settings: NameMatchSettings = NameMatchSettings()) -> None:
        if not names:
            raise ValueError("a vocabulary needs at least one name")
        self._settings = settings
        self._listed = sorted(names, key=lambda n: n.code)
        self._names = [spelt(n.name) for n in self._listed]
        self._shapes = [name.shape for name in self._names]
        groups = [(code, len(list(group))) for code, group in groupby(self._listed, key=lambda n: n.code)]
        self._codes = [code for code, _ in groups]
        self._starts = np.cumsum([0, *(size for _, size in groups)])
        self._misreading = Misreading(settings.odds)
        self._strange = StrangeNames([name.letters for name in self._names], settings.odds)

    def match(self, queries: Iterable[str], top: int = 5) -> Iterator[Answer]:
        """An answer for each query, in order."""
        waiting = iter(queries)
        while batch := tuple(islice(waiting, BATCH)):
            asked = [spelt(query) for query in batch]
            likeness = process.cdist(
                [query.shape for query in asked], self._shapes, scorer=fuzz.ratio, dtype=np.float32
            )
            by_code = np.maximum.reduceat(likeness, self._starts[:-1], axis=1)
            ranked = _best(by_code, max(top, self._settings.weighed))
            for row, query in enumerate(asked):
                if len(query.letters) < self._settings.least_letters:
                    yield Answer(query.name, None, 0.0, 0.0, ())
                else:
                    yield self._answer(query, self._candidates(query, likeness[row], ranked[row]), top)

    def _candidates(self, query: Spelt, likeness: NDArray[np.float32], ranked: list[int]) -> list[_Candidate]:
        """The codes, the likeliest first; those whose names are far less like stay in the order of likeness."""
        found: list[_Candidate] = []
        for code in ranked:
            start, end = int(self._starts[code]), int(self._starts[code + 1])
            name = start + int(likeness[start:end].argmax()) if end > start + 1 else start
            like = float(likeness[name])
            is_near = not found or like >= found[0].likeness - self._settings.far
            is_near = is_near and len(found) < self._settings.weighed
            chance = self._misreading.chance(self._names[name], query) if is_near else self._settings.least_chance
            found.append(_Candidate(code, name, round(like, 2), chance))
        return sorted(found, key=lambda candidate: -candidate.chance)

    def _answer(self, query: Spelt, found: list[_Candidate], top: int) -> Answer:
        best = found[0]
        rivals = [other.chance for other in found[1:]]
        sister = self._misreading.sister_chance(self._names[best.name], query)
        if sister is not None:
            rivals.append(sister)
        lead = best.chance - log_sum([*rivals, self._settings.least_chance])
        shown = tuple((self._codes[other.code], other.likeness) for other in found[:top])
        is_like = best.likeness >= self._settings.least_score and lead >= self._settings.lead
        is_sure = is_like and self._is_misread(query, best)
        return Answer(query.name, shown[0][0] if is_sure else None, best.likeness, round(lead / TEN, 2), shown)

    def _is_misread(self, query: Spelt, best: _Candidate) -> bool:
        """Whether the query is rather the name misread than another name."""
        name, said = self._names[best.name], self._settings
        if name.letters == query.letters:
            return True
        strange = said.odds.strange_counts * self._strange.chance(query.letters)
        strange += said.length_counts * log(len(self._names))
        odds = best.chance - strange - said.wanted
        if not 0 <= odds < said.odds.real_words:
            return odds >= 0
        return not self._misreading.is_reworded(name, query, self._listed[best.name].language)


def _best(likeness: NDArray[np.float32], count: int) -> list[list[int]]:
    """The columns of each row with the highest values, best first.

    Equal ones keep their order, so that the same question always has the same answer.
    """
    wanted = min(count, likeness.shape[1])
    best = np.broadcast_to(np.arange(wanted), (len(likeness), wanted))
    if wanted < likeness.shape[1]:
        best = np.argpartition(-likeness, wanted - 1, axis=1)[:, :wanted]
    order = np.lexsort((best, -np.take_along_axis(likeness, best, axis=1)), axis=1)
    ranked: list[list[int]] = np.take_along_axis(best, order, axis=1).tolist()
    return ranked


def read_vocabulary(file: Path, language: str | None = None) -> list[VocabularyName]:
    """The names of a tab-separated file with the columns code, language, name; `#` begins a remark."""
    names = []
    for number, line in enumerate(_lines(file), 1):
        if not line.strip() or line.startswith("#"):
            continue
        cells = next(csv.reader([line], delimiter="\t", quoting=csv.QUOTE_NONE))
        if cells[:3] == ["code", "language", "name"]:
            continue
        if len(cells) < 3 or not cells[0] or not cells[2]:
            raise UnreadableDocument(file, f"line {number} does not have the columns code, language and name.")
        if language in (None, cells[1]):
            names.append(VocabularyName(*cells[:3]))
    if not names:
        spoken = f" in the language “{language}”" if language else ""
        raise UnreadableDocument(file, f"it holds no names{spoken}.")
    return names


def read_queries(file: Path) -> list[str]:
    """One query a line; empty lines stay, so that answers can be laid beside the file."""
    return [line.rstrip("\n") for line in _lines(file)]


def _lines(file: Path) -> list[str]:
    try:
        return file.read_text(encoding="utf-8-sig").splitlines()
    except OSError as error:
        raise UnreadableDocument(file, f"it cannot be read ({error.strerror}).") from error
    except UnicodeDecodeError as error:
        raise UnreadableDocument(file, "it is not a text in UTF-8.") from error
