"""Which words of two languages mean the same: those that look alike, and those that stand in passages which do.

What is learnt is the first of the models of Brown and others (1993): expectation-maximisation over passages taken
for translations of each other, in both directions. A pair of words counts only where at least two passages show it,
or one guess would prove itself.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from rapidfuzz import process
from rapidfuzz.distance import JaroWinkler

from ingest.resolve.bilingual.units import Book, Matrix

Pairs = Sequence[tuple[int, int]]


@dataclass(frozen=True, slots=True)
class LexiconSettings:
    """When words mean the same; measured on rulebooks of two games in eight languages."""

    least_letters: int = 4
    """Shorter words that look alike prove nothing; numbers and icons of any length do."""
    least_alike: float = 0.85
    """Words less alike are no cognates."""
    rounds: int = 5
    """Rounds of expectation-maximisation."""
    least_seen: int = 2
    """In so many pairs of passages two words stand together before they are believed."""
    least_share: float = 0.1
    """A translation that gets less of a word is left out."""
    most_words: int = 60
    """Of a longer passage the most telling words are learnt from."""


def alike(one: Book, other: Book, settings: LexiconSettings = LexiconSettings()) -> Matrix:
    """By word of the one and word of the other: 1 where they are the same, less where they only look alike."""
    found = np.zeros((len(one.words), len(other.words)), dtype=np.float32)
    there = {word: at for at, word in enumerate(other.words)}
    for at, word in enumerate(one.words):
        if word in there and (not word.isalpha() or len(word) >= settings.least_letters):
            found[at, there[word]] = 1
    left = _to_compare(one, np.asarray(found.any(axis=1)), settings)
    right = _to_compare(other, np.asarray(found.any(axis=0)), settings)
    if left and right:
        scores = process.cdist(
            [one.words[at] for at in left],
            [other.words[at] for at in right],
            scorer=JaroWinkler.normalized_similarity,
            score_cutoff=settings.least_alike,
            dtype=np.float32,
        )
        found[np.ix_(left, right)] = scores
    return found


def _to_compare(book: Book, known: NDArray[np.bool_], settings: LexiconSettings) -> list[int]:
    return [
        at
        for at, word in enumerate(book.words)
        if not known[at] and word.isalpha() and len(word) >= settings.least_letters
    ]


def learn(one: Book, other: Book, pairs: Pairs, settings: LexiconSettings = LexiconSettings()) -> Matrix:
    """By word of the one and word of the other, how sure each translates the other, 0 to 1."""
    found = np.zeros((len(one.words), len(other.words)), dtype=np.float32)
    if not pairs:
        return found
    left, right, at = _together(one, other, pairs, settings)
    if not len(left):
        return found
    forth = _share(left, right, at, settings)
    back = _share(right, left, at, settings)
    keys, first = np.unique(left.astype(np.int64) * len(other.words) + right, return_index=True)
    both = np.sqrt(forth[first] * back[first])
    keep = both >= settings.least_share
    found[keys[keep] // len(other.words), keys[keep] % len(other.words)] = both[keep]
    return found


def _together(
    one: Book, other: Book, pairs: Pairs, settings: LexiconSettings
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]:
    """Every two words that stand in passages taken for the same: their numbers, and that of the pair of passages."""
    lefts, rights, places = [], [], []
    for number, (here, there) in enumerate(pairs):
        words = _telling(one, one.counts[here], settings)
        heard = _telling(other, other.counts[there], settings)
        lefts.append(np.repeat(words, len(heard)))
        rights.append(np.tile(heard, len(words)))
        places.append(np.full(len(words) * len(heard), number, dtype=np.int64))
    left, right, at = (np.concatenate(parts) for parts in (lefts, rights, places))
    _, inverse, times = np.unique(left * len(other.words) + right, return_inverse=True, return_counts=True)
    often = times[inverse] >= settings.least_seen
    return left[often], right[often], at[often]


def _telling(book: Book, count: Counter[int], settings: LexiconSettings) -> NDArray[np.int64]:
    words = np.fromiter(count, dtype=np.int64, count=len(count))
    if len(words) > settings.most_words:
        words = words[np.argsort(-book.tells[words], kind="stable")[: settings.most_words]]
    return words


def _share(
    left: NDArray[np.int64], right: NDArray[np.int64], at: NDArray[np.int64], settings: LexiconSettings
) -> NDArray[np.float64]:
    """For each two words together: how much of the left one's meaning the right one has."""
    width = int(right.max()) + 1
    _, pair_of = np.unique(left * width + right, return_inverse=True)
    _, heard_at = np.unique(at * width + right, return_inverse=True)
    given = np.ones(len(left))
    for _ in range(settings.rounds):
        expected = given / np.bincount(heard_at, weights=given)[heard_at]
        total = np.bincount(pair_of, weights=expected)
        given = total[pair_of] / np.bincount(left, weights=expected)[left]
    return given
