"""The words of a language with their frequencies, in an index that finds a word by what damage leaves of it."""

import contextlib
import hashlib
import math
import os
import tempfile
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from importlib.metadata import version
from itertools import repeat
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from ingest.kept import folder_of_kept
from ingest.languages.frequency import frequencies
from ingest.repair.alphabet import LONGEST_WORD, Alphabet, alphabet_of
from schema.folding import fold

FORMAT = 2

Ids = NDArray[np.uint32]


@dataclass(frozen=True, slots=True)
class WordListSettings:
    """What of a list of words is kept, and how it is found again.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    shortest_deletion: int = 4
    """Keys of fewer letters are looked up as they are: with a letter less they would fit everything."""
    shortest_of_frequent: int = 3
    """The same for frequent words."""
    frequent: float = math.log(2e-6)
    """A word at least so frequent is a frequent one."""
    foreign_letter: float = 6.0
    """Cost of a letter that the language does not have."""
    untyped: float = 200.0
    """A word is taken for another typed without its accents when the other is this many times as frequent."""
    doubted: float = math.log(20)
    """Where accents are missing, a word this much rarer than its twin with accents has lost them."""
    common: float = math.log(1e-7)
    """Words at least this frequent teach how words of the language are spelt."""


@dataclass(frozen=True)
class WordList:
    """Words sorted by frequency; numbers into ``words`` stand for them everywhere else."""

    language: str
    alphabet: Alphabet
    words: Sequence[str]
    ids: Mapping[str, int]
    log_frequency: NDArray[np.float32]
    codes: NDArray[np.uint8]
    lengths: NDArray[np.uint8]
    masks: NDArray[np.uint32]
    """A bit for each plain letter that a word has."""
    key_hashes: NDArray[np.uint32]
    key_words: Ids
    fold_hashes: NDArray[np.uint32]
    fold_words: Ids
    """The words with accents, found by their letters without them."""
    spelling: NDArray[np.float32]
    """Cost of a letter after the two before it, by their numbers; 0 stands for the start and the end."""
    settings: WordListSettings = WordListSettings()
    twins: dict[str, float] = field(default_factory=dict, compare=False, repr=False)
    """What `twin` found before."""

    def __contains__(self, word: str) -> bool:
        return word in self.ids

    def log_of(self, word: str) -> float | None:
        """The logarithm of a word's share of running text, None for what is no word."""
        at = self.ids.get(word)
        return None if at is None else float(self.log_frequency[at])

    def twin(self, word: str) -> float:
        """The logarithm of the share of the most frequent word that differs from this one in accents alone."""
        if word not in self.twins:
            logs = [float(self.log_frequency[at]) for at in self.find_folded([word])[1] if self.words[at] != word]
            self.twins[word] = max(logs, default=-math.inf)
        return self.twins[word]

    def has_lost_accents(self, word: str) -> bool:
        """Whether a word of plain letters is hardly ever written so: its twin with accents is far more frequent."""
        log = self.log_of(word)
        return self.twin(word) > -math.inf if log is None else self.twin(word) - log >= self.settings.doubted

    def spelling_cost(self, word: str) -> float:
        """How unlike the words of the language a string of letters is spelt: the negative logarithm of its chance."""
        codes = self.alphabet.codes
        a = b = 0
        cost = 0.0
        for letter in word:
            c = codes.get(letter)
            if c is None:
                cost += self.settings.foreign_letter
                a = b = 0
                continue
            cost += float(self.spelling[a, b, c])
            a, b = b, c
        return cost + float(self.spelling[a, b, 0])

    def strangest(self, word: str) -> float:
        """The cost of the least likely letter of a string: high where something in it was misread."""
        codes = [0, 0, *(self.alphabet.codes.get(letter, 0) for letter in word), 0]
        return max(float(self.spelling[a, b, c]) for a, b, c in zip(codes, codes[1:], codes[2:], strict=False))

    def find(self, hashes: NDArray[np.uint32], owners: Ids) -> tuple[Ids, Ids]:
        """For each key, its owner beside each word that has the key."""
        return _found(self.key_hashes, self.key_words, hashes, owners)

    def find_folded(self, pieces: Sequence[str]) -> tuple[Ids, Ids]:
        """For each piece, its number beside each word that differs from it in accents alone."""
        hashes = np.array([zlib.crc32(fold(piece).encode()) for piece in pieces], dtype=np.uint32)
        return _found(self.fold_hashes, self.fold_words, hashes, np.arange(len(pieces), dtype=np.uint32))


def _found(known: NDArray[np.uint32], words: Ids, hashes: NDArray[np.uint32], owners: Ids) -> tuple[Ids, Ids]:
    low = np.searchsorted(known, hashes, side="left")
    counts = np.searchsorted(known, hashes, side="right") - low
    starts = np.repeat(low - np.concatenate(([0], np.cumsum(counts)[:-1])), counts)
    return np.repeat(owners, counts), words[starts + np.arange(int(counts.sum()))]


def hashes_of_key(key: str, shortest: int) -> list[int]:
    """The hash of a key and, where it is long enough, of the key with any one letter less."""
    if len(key) < shortest:
        return [zlib.crc32(key.encode())]
    shorter = {key[:i] + key[i + 1 :] for i in range(len(key))}
    return [zlib.crc32(k.encode()) for k in (key, *sorted(shorter))]


def mask_of(letters: Iterable[str]) -> int:
    """A bit for each plain letter."""
    mask = 0
    for letter in letters:
        if "a" <= letter <= "z":
            mask |= 1 << (ord(letter) - 97)
    return mask


def word_list(language: str, settings: WordListSettings = WordListSettings()) -> WordList | None:
    """The words of a language, None where no list of them is known; made once and then read from the cache."""
    return _word_list(language, settings)


@lru_cache(maxsize=4)
def _word_list(language: str, settings: WordListSettings) -> WordList | None:
    path = _cache_file(language, settings)
    broken = contextlib.suppress(OSError, ValueError, KeyError, EOFError, zlib.error)
    with broken, np.load(path, allow_pickle=False) as stored:
        return _assembled(language, settings, {name: stored[name] for name in stored.files})
    spoken = frequencies(language)
    if spoken is None:
        return None
    made = _make(spoken, settings)
    with contextlib.suppress(OSError):
        _save(made, path)
    return _assembled(language, settings, made)


def _make(frequencies: Mapping[str, float], settings: WordListSettings) -> dict[str, NDArray[np.generic]]:
    letters = alphabet_of(frequencies)
    kept = _kept(frequencies, letters, settings)
    words = sorted(kept, key=lambda w: (-kept[w], w))
    hashes: list[int] = []
    owners: list[int] = []
    for at, word in enumerate(words):
        is_frequent = math.log(kept[word]) >= settings.frequent
        shortest = settings.shortest_of_frequent if is_frequent else settings.shortest_deletion
        found = hashes_of_key(letters.key(word), shortest)
        hashes += found
        owners += repeat(at, len(found))
    key_hashes = np.array(hashes, dtype=np.uint32)
    order = np.argsort(key_hashes, kind="stable")
    accented = [at for at, word in enumerate(words) if not word.isascii()]
    fold_hashes = np.array([zlib.crc32(fold(words[at]).encode()) for at in accented], dtype=np.uint32)
    fold_order = np.argsort(fold_hashes, kind="stable")
    codes = letters.encode(words)
    log_frequency = np.array([math.log(kept[w]) for w in words], dtype=np.float32)
    return {
        "accented": np.array(letters.accented),
        "words": np.frombuffer("\n".join(words).encode(), dtype=np.uint8),
        "log_frequency": log_frequency,
        "codes": codes,
        "spelling": _spelling(codes[log_frequency >= settings.common], len(letters.is_accented)),
        "lengths": np.array([len(w) for w in words], dtype=np.uint8),
        "masks": np.array([mask_of(w) for w in words], dtype=np.uint32),
        "key_hashes": key_hashes[order],
        "key_words": np.array(owners, dtype=np.uint32)[order],
        "fold_hashes": fold_hashes[fold_order],
        "fold_words": np.array(accented, dtype=np.uint32)[fold_order],
    }


def _spelling(codes: NDArray[np.uint8], size: int) -> NDArray[np.float32]:
    """Costs of letters after the two before them, counted over the words and eased towards the one before."""
    rows = np.concatenate([np.zeros((len(codes), 2), np.uint8), codes, np.zeros((len(codes), 1), np.uint8)], axis=1)
    rows = rows.astype(np.int64)
    a, b, c = rows[:, :-2], rows[:, 1:-1], rows[:, 2:]
    inside = (b > 0) | (np.arange(a.shape[1]) == 0)
    counts = np.bincount(((a * size + b) * size + c)[inside], minlength=size**3).reshape(size, size, size)
    pairs = counts.sum(axis=0)
    single = (pairs.sum(axis=0) + 1) / (pairs.sum() + size)
    given_one = (pairs + 5 * single) / (pairs.sum(axis=1, keepdims=True) + 5)
    given_two = (counts + 5 * given_one) / (counts.sum(axis=2, keepdims=True) + 5)
    costs: NDArray[np.float32] = (-np.log(given_two)).astype(np.float32)
    return costs


def _kept(frequencies: Mapping[str, float], alphabet: Alphabet, settings: WordListSettings) -> dict[str, float]:
    """Words in the language's own letters, without those that people typed without accents."""
    own = {w: f for w, f in frequencies.items() if len(w) <= LONGEST_WORD and alphabet.knows(w) and w[0].isalpha()}
    best: dict[str, float] = {}
    for word, frequency in own.items():
        if not word.isascii():
            folded = fold(word)
            best[folded] = max(best.get(folded, 0.0), frequency)
    return {w: f for w, f in own.items() if not w.isascii() or best.get(w, 0.0) < settings.untyped * f}


def _assembled(language: str, settings: WordListSettings, parts: Mapping[str, NDArray[np.generic]]) -> WordList:
    words = tuple(parts["words"].tobytes().decode().split("\n"))
    return WordList(
        language=language,
        alphabet=Alphabet(str(parts["accented"])),
        words=words,
        ids=dict(zip(words, range(len(words)), strict=True)),
        log_frequency=parts["log_frequency"].astype(np.float32),
        codes=parts["codes"].astype(np.uint8, copy=False),
        lengths=parts["lengths"].astype(np.uint8, copy=False),
        masks=parts["masks"].astype(np.uint32, copy=False),
        key_hashes=parts["key_hashes"].astype(np.uint32, copy=False),
        key_words=parts["key_words"].astype(np.uint32, copy=False),
        fold_hashes=parts["fold_hashes"].astype(np.uint32, copy=False),
        fold_words=parts["fold_words"].astype(np.uint32, copy=False),
        spelling=parts["spelling"].astype(np.float32, copy=False),
        settings=settings,
    )


def _save(parts: Mapping[str, NDArray[np.generic]], path: Path) -> None:
    """Written beside and then moved, so that no other process reads half a file."""
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, suffix=".part")
    with os.fdopen(handle, "wb") as file:
        np.savez(file, **parts)  # type: ignore[arg-type]
    Path(name).replace(path)


def _cache_file(language: str, settings: WordListSettings) -> Path:
    source = Path(__file__).read_bytes() + Path(__file__).with_name("alphabet.py").read_bytes()
    recipe = hashlib.sha256(f"{FORMAT} {version('wordfreq')} {settings}".encode() + source).hexdigest()[:12]
    return folder_of_kept() / f"words-{language}-{recipe}.npz"
