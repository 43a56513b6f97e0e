"""Finds the words that a damaged piece of text may be, with what each costs."""

import math
import zlib
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ingest.repair.alphabet import LONGEST_WORD, THIN
from ingest.repair.channel import Channel, in_capitals
from ingest.repair.wordlist import WordList, hashes_of_key, mask_of

_HALF, _LOW = 32, 0xFFFFFFFF


@dataclass(frozen=True, slots=True)
class CandidateSettings:
    """Which words a damaged piece is compared with.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    most: int = 6
    """Candidates kept for a piece."""
    longer: int = 4
    """How many letters a word may have more than the piece."""
    shorter: int = 3
    """How many it may have fewer."""
    unlike_letters: int = 2
    """How many plain letters may stand in the word and not in the piece, or the other way round."""
    short: int = 5
    """A piece of so few signs may have one such letter."""
    rare: float = math.log(1e-7)
    """A word rarer than this must have all the letters."""
    ranked: int = 20
    """Words of the language kept for a piece when it is looked up again."""
    domain_share: float = 0.5
    """How much the words of the game and the document weigh against those of the language."""
    rarest: float = -25.0
    """The logarithm of the share of a word that only the document has."""
    single: float = math.log(1.5e-3)
    """A single letter this frequent is a word."""
    often: int = 1200
    """Words of the game and the document that are laid beside every piece, however damaged."""
    plain_word: float = math.log(3e-6)
    """A word this frequent is itself where nothing in it looks damaged."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A word and the cost of taking the piece for it, frequency included."""

    word: str
    cost: float


class Vocabulary:
    """The words of the language with those of the game and the document, each with its share of the text."""

    def __init__(
        self, words: WordList, domain: Mapping[str, float], settings: CandidateSettings = CandidateSettings()
    ) -> None:
        self._settings = settings
        self.list = words
        unknown = (w for w in domain if w not in words.ids and 0 < len(w) <= LONGEST_WORD)
        self._new = [w for w in unknown if words.alphabet.knows(w)]
        self.extra = {w: len(words.words) + at for at, w in enumerate(self._new)}
        self.codes = np.concatenate([words.codes, words.alphabet.encode(self._new)])
        self.lengths = np.concatenate([words.lengths, np.array([len(w) for w in self._new], dtype=np.uint8)])
        self.masks = np.concatenate([words.masks, np.array([mask_of(w) for w in self._new], dtype=np.uint32)])
        self.weigh(domain)

    def weigh(self, domain: Mapping[str, float]) -> None:
        """Let the words of the game and the document have the shares that they have there; no new words."""
        own = {at: n for w, n in domain.items() if n > 0 and (at := self.id_of(w)) is not None}
        total = sum(own.values()) or 1.0
        unseen = np.full(len(self._new), self._settings.rarest, dtype=np.float32)
        self.log_frequency = np.concatenate([self.list.log_frequency, unseen])
        share = self._settings.domain_share
        if own:
            ids = np.fromiter(own, dtype=np.int64)
            shares = np.fromiter(own.values(), dtype=np.float64) / total
            general = np.exp(self.log_frequency[ids].astype(np.float64))
            self.log_frequency += np.float32(math.log(1 - share))
            self.log_frequency[ids] = np.log((1 - share) * general + share * shares)
        for letter in self.list.alphabet.codes:
            if (at := self.id_of(letter)) is not None and self.list.log_frequency[at] < self._settings.single:
                self.log_frequency[at] = self._settings.rarest
        often = sorted(own, key=lambda at: (-own[at], at))[: self._settings.often]
        self.often = np.array(sorted({*often, *self.extra.values()}), dtype=np.int64)

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


def _loose_letters(piece: str, boxes: frozenset[str]) -> frozenset[str]:
    """Letters of a piece that may be boxes: small ones, or capitals where it is set in capitals."""
    if in_capitals(piece):
        return frozenset(c.lower() for c in boxes if c.isupper())
    return frozenset(c for c in boxes if c.islower())


class Finder:
    """Finds candidates for the same pieces again and again, as more becomes known of the document."""

    def __init__(
        self,
        pieces: Sequence[str],
        words: WordList,
        boxes: frozenset[str] = frozenset(),
        settings: CandidateSettings = CandidateSettings(),
    ) -> None:
        """``boxes`` are letters that the document is known to have in place of others."""
        self._settings = settings
        self.pieces = self._kept = pieces
        small = [p.lower() if in_capitals(p) else p[0].lower() + p[1:] for p in pieces]
        loose = [_loose_letters(piece, boxes) for piece in pieces]
        self._lengths = np.array([min(len(p), LONGEST_WORD) for p in pieces], dtype=np.int64)
        self._masks = np.array([mask_of(p) for p in small], dtype=np.uint32)
        firm = [[c for c in words.alphabet.key(p) if c not in free] for p, free in zip(small, loose, strict=True)]
        self._firm = np.array([mask_of(letters) for letters in firm], dtype=np.uint32)
        starts = [p[0] if p[0] not in THIN and p[0] not in free else "" for p, free in zip(small, loose, strict=True)]
        self._starts = np.array([words.alphabet.codes.get(s, 0) for s in starts], dtype=np.uint8)
        self._pairs = self._by_key(small, loose, words)
        self._is_ranked = self._is_narrow = False
        self._encoded: tuple[NDArray[np.uint8], NDArray[np.intp]] | None = None

    def find(self, vocabulary: Vocabulary, channel: Channel, frequency_weight: float) -> dict[str, list[Candidate]]:
        """The best candidates of each piece, cheapest first."""
        pairs = self._pairs if self._is_narrow else np.concatenate([self._pairs, self._with_domain(vocabulary)])
        pairs.sort()
        pairs = pairs[np.concatenate([[True], pairs[1:] != pairs[:-1]])] if len(pairs) else pairs
        owners, ids = pairs >> _HALF, pairs & _LOW
        if self._encoded is None:
            self._encoded = channel.encode(self.pieces)
        codes, lengths = self._encoded
        true_lengths = vocabulary.lengths[ids].astype(np.intp)
        damage = channel.costs(codes[owners], lengths[owners], vocabulary.codes[ids], true_lengths)
        cost = damage - frequency_weight * vocabulary.log_frequency[ids]
        order = np.lexsort((cost, owners))
        starts = np.searchsorted(owners, np.arange(len(self.pieces) + 1))
        rank = np.arange(len(order)) - starts[owners[order]]
        if not self._is_ranked:
            self._pairs = pairs[order[rank < self._settings.ranked]]
            self._is_ranked = True
        order = order[rank < self._settings.most]
        found: dict[str, list[Candidate]] = {piece: [] for piece in self._kept}
        rows = zip(owners[order].tolist(), ids[order].tolist(), cost[order].tolist(), strict=True)
        for owner, at, price in rows:
            found[self.pieces[owner]].append(Candidate(vocabulary.word(at), price))
        return found

    def narrow(self, pieces: Container[str]) -> None:
        """Keep only these pieces, with the candidates they already have."""
        is_kept = np.array([piece in pieces for piece in self.pieces], dtype=np.bool_)
        self._pairs = self._pairs[is_kept[self._pairs >> _HALF]]
        self._kept = [piece for piece in self.pieces if piece in pieces]
        self._is_narrow = True

    def _by_key(self, small: Sequence[str], loose: Sequence[frozenset[str]], words: WordList) -> NDArray[np.int64]:
        """Pieces and words of the language that share a key, also where one or two loose letters are none of it."""
        hashes: list[int] = []
        owners: list[int] = []
        for at, (piece, free) in enumerate(zip(small, loose, strict=True)):
            key = words.alphabet.key(piece)
            keys = hashes_of_key(key, words.settings.shortest_of_frequent)
            places = [i for i, letter in enumerate(key) if letter in free]
            for dropped in [*((i,) for i in places), *combinations(places, 2)]:
                shorter = "".join(letter for i, letter in enumerate(key) if i not in dropped)
                keys.append(zlib.crc32(shorter.encode()))
            hashes += keys
            owners += [at] * len(keys)
        found = words.find(np.array(hashes, dtype=np.uint32), np.array(owners, dtype=np.uint32))
        folded = words.find_folded(small)
        alike = folded[0].astype(np.int64) << _HALF | folded[1].astype(np.int64)
        return np.concatenate([self._plausible(*found, words), alike])

    def _with_domain(self, vocabulary: Vocabulary) -> NDArray[np.int64]:
        """Pieces and words of the game and the document: few enough to lay each beside each."""
        domain = vocabulary.often
        near = (
            np.abs(vocabulary.lengths[domain].astype(np.int64)[None, :] - self._lengths[:, None])
            <= self._settings.shorter
        )
        near &= np.bitwise_count(vocabulary.masks[domain][None, :] & ~self._masks[:, None]) <= 1
        owners, columns = np.nonzero(near)
        ids = domain[columns]
        return self._plausible(owners, ids, vocabulary)

    def _plausible(
        self, owners: NDArray[np.integer[Any]], ids: NDArray[np.integer[Any]], words: "WordList | Vocabulary"
    ) -> NDArray[np.int64]:
        """Pairs, as one number each, that are near enough to be worth comparing letter by letter."""
        letters = words.alphabet if isinstance(words, WordList) else words.list.alphabet
        starts, first = self._starts[owners], words.codes[ids, 0]
        keep = (starts == 0) | (starts == first) | letters.is_accented[first]
        owners, ids = owners[keep], ids[keep]
        more = words.lengths[ids].astype(np.int8) - self._lengths[owners].astype(np.int8)
        keep = (more <= self._settings.longer) & (more >= -self._settings.shorter)
        masks = words.masks[ids]
        missing = np.bitwise_count(masks & ~self._masks[owners])
        foreign = np.bitwise_count(self._firm[owners] & ~masks)
        is_rare = words.log_frequency[ids] < self._settings.rare
        limit = np.where(
            is_rare, 0, np.where(self._lengths[owners] <= self._settings.short, 1, self._settings.unlike_letters)
        )
        keep &= (missing + foreign <= limit) & (foreign <= 1)
        pairs: NDArray[np.int64] = owners[keep].astype(np.int64) << _HALF | ids[keep].astype(np.int64)
        return pairs
