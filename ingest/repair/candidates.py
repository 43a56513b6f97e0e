"""Finds the words that a damaged piece of text may be, with what each costs."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ingest.repair.channel import Channel
from ingest.repair.letters import LONGEST_WORD, PAD
from ingest.repair.wordlist import WordList, hashes_of_key, mask_of

MOST = 8
"""Candidates kept for a piece."""
LONGER, SHORTER = 4, 3
"""How many letters a word may have more, or fewer, than the piece."""
MISSING_LETTERS = 2
"""How many of a word's plain letters the piece may lack."""
DOMAIN_SHARE = 0.5
"""How much the words of the game and the document weigh against those of the language."""
PLAIN_WORD = math.log(3e-6)
"""A word this frequent is itself where nothing in it looks damaged."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word and the cost of taking the piece for it, frequency included."""

    word: str
    cost: float
    damage: float


class Vocabulary:
    """The words of the language with those of the game and the document, each with its share of the text."""

    def __init__(self, words: WordList, domain: Mapping[str, float]) -> None:
        self.list = words
        own = {w: n for w, n in domain.items() if 0 < len(w) <= LONGEST_WORD and words.letters.knows(w)}
        total = sum(own.values()) or 1.0
        new = [w for w in own if w not in words.ids]
        self.extra = {w: len(words.words) + at for at, w in enumerate(new)}
        self._new = new
        self.log_frequency = np.concatenate([words.log_frequency, np.full(len(new), -30, dtype=np.float32)])
        if own:
            self.log_frequency[: len(words.words)] += math.log(1 - DOMAIN_SHARE)
        for word, count in own.items():
            at = self.id_of(word)
            assert at is not None
            share = (1 - DOMAIN_SHARE) * math.exp(words.log_frequency[at]) if at < len(words.words) else 0.0
            self.log_frequency[at] = math.log(share + DOMAIN_SHARE * count / total)
        self.codes = np.concatenate([words.codes, words.letters.encode(new)])
        self.lengths = np.concatenate([words.lengths, np.array([len(w) for w in new], dtype=np.uint8)])
        self.masks = np.concatenate([words.masks, np.array([mask_of(w) for w in new], dtype=np.uint32)])
        self.domain = np.array([at for w in own if (at := self.id_of(w)) is not None], dtype=np.int64)

    def id_of(self, word: str) -> int | None:
        """The number of a word."""
        at = self.list.ids.get(word)
        return self.extra.get(word) if at is None else at

    def word(self, at: int) -> str:
        """The word of a number."""
        known = len(self.list.words)
        return self.list.words[at] if at < known else self._new[at - known]

    def log_of(self, word: str) -> float | None:
        """The logarithm of a word's share of the text."""
        at = self.id_of(word)
        return None if at is None else float(self.log_frequency[at])


def find_candidates(
    pieces: Sequence[str], vocabulary: Vocabulary, channel: Channel, frequency_weight: float
) -> dict[str, list[Candidate]]:
    """The best candidates of each piece, cheapest first."""
    if not pieces:
        return {}
    owners, ids = _pairs(pieces, vocabulary)
    codes, lengths = channel.encode(pieces)
    owners, ids = _plausible(pieces, lengths, owners, ids, vocabulary)
    true_lengths = vocabulary.lengths[ids].astype(np.intp)
    damage = channel.costs(codes[owners], lengths[owners], vocabulary.codes[ids], true_lengths)
    cost = damage - frequency_weight * vocabulary.log_frequency[ids]
    order = np.lexsort((cost, owners))
    owners, ids, cost, damage = owners[order], ids[order], cost[order], damage[order]
    starts = np.searchsorted(owners, np.arange(len(pieces) + 1))
    found = {}
    for at, piece in enumerate(pieces):
        rows = range(int(starts[at]), min(int(starts[at + 1]), int(starts[at]) + MOST))
        found[piece] = [Candidate(vocabulary.word(int(ids[r])), float(cost[r]), float(damage[r])) for r in rows]
    return found


def _pairs(pieces: Sequence[str], vocabulary: Vocabulary) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Pieces and words that share a key, and every piece with every word of the game and the document."""
    hashes: list[int] = []
    owners: list[int] = []
    for at, piece in enumerate(pieces):
        keys = hashes_of_key(vocabulary.list.letters.key(_small_start(piece)))
        hashes += keys
        owners += [at] * len(keys)
    by_key = vocabulary.list.find(np.array(hashes, dtype=np.uint32), np.array(owners, dtype=np.uint32))
    masks = np.array([mask_of(_small_start(p)) for p in pieces], dtype=np.uint32)
    missing = np.bitwise_count(vocabulary.masks[vocabulary.domain][None, :] & ~masks[:, None])
    rows, columns = np.nonzero(missing <= 1)
    first = np.concatenate([by_key[0].astype(np.int64), rows])
    second = np.concatenate([by_key[1].astype(np.int64), vocabulary.domain[columns]])
    joined = np.unique(first << 32 | second)
    return joined >> 32, joined & 0xFFFFFFFF


def _small_start(piece: str) -> str:
    return piece[0].lower() + piece[1:]


def _plausible(
    pieces: Sequence[str],
    lengths: NDArray[np.intp],
    owners: NDArray[np.int64],
    ids: NDArray[np.int64],
    vocabulary: Vocabulary,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Leave out pairs that differ too much to be worth comparing letter by letter."""
    more = vocabulary.lengths[ids].astype(np.int64) - lengths[owners]
    masks = np.array([mask_of(_small_start(p)) for p in pieces], dtype=np.uint32)
    missing = np.bitwise_count(vocabulary.masks[ids] & ~masks[owners])
    keep = (more <= LONGER) & (more >= -SHORTER) & (missing <= MISSING_LETTERS)
    keep &= vocabulary.codes[ids, 0] != PAD
    return owners[keep], ids[keep]
