"""Find which name of a vocabulary a misread name is, or say that it is none of them.

Two likenesses are averaged: of the letters as they are, and of their shapes, in which letters that recognition
takes for each other look the same. Spaces and punctuation do not count: recognition splits and joins words.
"""

import csv
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import fuzz, process
from rapidfuzz.distance import Levenshtein

from ingest.errors import UnreadableDocument
from schema.folding import fold

BATCH = 512
"""Queries compared at once: as many rows of likenesses stand in memory."""
SAME_SHAPE = str.maketrans(
    {"0": "o", "1": "l", "i": "l", "5": "s", "2": "z", "q": "g", "c": "e", "u": "n", "h": "b", "f": "t", "y": "v"}
)
JOINED_SHAPES = (("rn", "m"), ("cl", "d"), ("vv", "w"), ("ii", "u"))


@dataclass(frozen=True, slots=True)
class NameMatchSettings:
    """When a misread name is one of a vocabulary.

    Fitted to 1,078 German and Italian card names, a third of them kept out as strangers; measured on four other
    languages that they never saw, and with benchmarks/matching.py.
    """

    least_score: float = 55.0
    """Of 100: a long query must be so like a name in any case."""
    short_name_penalty: float = 30.0
    """A query of n letters must be this / n more like one: short names are alike by chance."""
    margin_counts: float = 0.9
    """How much the lead over the next name counts beside the likeness: what is none of them is like several."""
    most_margin: float = 40.0
    """A larger lead counts no more."""
    short_name_allowance: float = 71.0
    """One wrong letter makes a short name much less like itself: this / n is added for it."""
    wanted: float = 98.0
    """What likeness, lead and allowance must come to."""
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
    margin: float
    top: tuple[tuple[str, float], ...]


class NameMatcher:
    """A vocabulary prepared for many queries."""

    def __init__(self, names: Sequence[VocabularyName], settings: NameMatchSettings = NameMatchSettings()) -> None:
        self._settings = settings
        ordered = sorted(names, key=lambda n: n.code)
        self._letters = [letters(n.name) for n in ordered]
        self._shapes = [_shape(name) for name in self._letters]
        if not ordered:
            raise ValueError("a vocabulary needs at least one name")
        groups = [(code, len(list(group))) for code, group in groupby(ordered, key=lambda n: n.code)]
        self._codes = [code for code, _ in groups]
        self._starts = np.cumsum([0, *(size for _, size in groups)][:-1])

    def match(self, queries: Iterable[str], top: int = 5) -> Iterator[Answer]:
        """An answer for each query, in order."""
        waiting = iter(queries)
        while batch := tuple(islice(waiting, BATCH)):
            squeezed = [letters(query) for query in batch]
            ranked, scores = self._rank(squeezed, max(top, 2))
            for number, query in enumerate(batch):
                yield self._answer(query, len(squeezed[number]), ranked[number], scores[number], top)

    def _rank(self, squeezed: Sequence[str], count: int) -> tuple[list[list[int]], list[list[float]]]:
        """For each query the numbers of its likeliest codes, best first, and their likenesses."""
        likeness = self._likeness(squeezed)
        wanted = min(count, likeness.shape[1])
        best = np.broadcast_to(np.arange(wanted), (len(squeezed), wanted))
        if wanted < likeness.shape[1]:
            best = np.argpartition(-likeness, wanted - 1, axis=1)[:, :wanted]
        scores = np.take_along_axis(likeness, best, axis=1)
        # Equal likenesses keep the order of the codes, so that the same question always has the same answer.
        order = np.lexsort((best, -scores), axis=1)
        ranked = np.take_along_axis(best, order, axis=1).tolist()
        return ranked, np.take_along_axis(scores, order, axis=1).round(2).tolist()

    def _likeness(self, squeezed: Sequence[str]) -> NDArray[np.float32]:
        """The likeness of each query to the best name of each code."""
        plain = process.cdist(squeezed, self._letters, scorer=fuzz.ratio, dtype=np.float32)
        shaped = process.cdist(
            [_shape(query) for query in squeezed],
            self._shapes,
            scorer=Levenshtein.normalized_similarity,
            score_multiplier=100,
            dtype=np.float32,
        )
        best: NDArray[np.float32] = np.maximum.reduceat((plain + shaped) / 2, self._starts, axis=1)
        return best

    def _answer(self, query: str, length: int, ranked: list[int], scores: list[float], top: int) -> Answer:
        if length < self._settings.least_letters:
            return Answer(query, None, 0.0, 0.0, ())
        margin = round(scores[0] - scores[1], 2) if len(scores) > 1 else scores[0]
        is_sure = margin > 0 and self._is_enough(scores[0], margin, length)
        shown = tuple(zip((self._codes[i] for i in ranked[:top]), scores, strict=False))
        return Answer(query, self._codes[ranked[0]] if is_sure else None, scores[0], margin, shown)

    def _is_enough(self, score: float, margin: float, length: int) -> bool:
        said = self._settings
        lead = said.margin_counts * min(margin, said.most_margin)
        is_like = score >= said.least_score + said.short_name_penalty / length
        return is_like and score + lead + said.short_name_allowance / length >= said.wanted


def letters(name: str) -> str:
    """The folded letters and digits of a name."""
    return "".join(filter(str.isalnum, fold(name)))


def _shape(squeezed: str) -> str:
    """The letters with those that recognition confuses made the same."""
    for seen, meant in JOINED_SHAPES:
        squeezed = squeezed.replace(seen, meant)
    return squeezed.translate(SAME_SHAPE)


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
