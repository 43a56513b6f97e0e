"""What damage does to letters, as costs: how dear it is to take what was read for a certain word."""

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from ingest.repair.alphabet import LONGEST_WORD, PAD, THIN, Alphabet

Codes = NDArray[np.uint8]
Costs = NDArray[np.float32]

BATCH = 3_000
"""Pairs compared at once: their tables fit the processor's cache."""
ROUNDING = 1e-3
FOREVER = np.float32(1e6)
LOOK_ALIKES = frozenset({"1l", "Il", "|l", "1i", "Ii", "li", "il", "|i", "0o", "5s", "8b", "6b", "6G", "9g", "4a"})
"""A sign and the plain letter that it is often read for."""
_WITHIN, _AMONG = 0xE000, 0xF000
"""Capitals within a word, and among other capitals, are signs of their own: shifted there, they are no letters."""


@dataclass(frozen=True, slots=True)
class ChannelSettings:
    """What damage costs beside the costs of its kind.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    teachers: int = 500
    """Most pairs from which the costs are learnt."""
    capital: float = 0.15
    """A capital at the start of a word read for the same small letter."""
    capital_box: float = 2.0
    """The same where the document has this capital in place of other letters."""
    likeness: float = 2.5
    """Cost of a sign for the letter that it looks like."""
    box_share: float = 0.02
    """Share of the damaged letters that makes a sign one to be wary of."""
    several: int = 3
    """A sign that stands for accented letters in so many different words is no slip."""
    rare_cost: float = 3.0
    """What a sign that the document hardly has may cost more than one of which nothing is known."""
    lost_least: float = 1.5
    """Least cost of a letter that left nothing behind."""
    rare_sign: float = 0.01
    """Signs with a smaller share of the damaged letters were learnt by mistake."""


@dataclass(frozen=True, slots=True)
class Prior:
    """Costs (negative logarithms of chances) before anything of the document is known."""

    sign: float = 1.2
    """An accented letter was read as a sign: a digit, a symbol, a capital within a word."""
    thin: float = 2.6
    """... as one of the thin letters that look like a box."""
    letter: float = 4.5
    """... as some other letter."""
    base: float = 3.5
    """... as itself without its accent."""
    accent: float = 3.5
    """... as another accented letter."""
    same: float = 1.5
    """... as itself: some letters survive."""
    lost: float = 3.0
    """An accented letter left nothing behind."""
    extra_sign: float = 3.5
    """One letter became two signs."""
    extra_letter: float = 8.5
    """The same where the second is a letter."""
    beside: float = 5.2
    """A plain letter beside an accented one was misread."""
    beside_lost: float = 4.2
    """... or lost."""
    plain: float = 8.0
    """A plain letter far from any accented one was misread, lost or added."""
    weight: float = 12.0
    """How many letters of the document outweigh the prior."""
    is_exact: bool = False
    """Whether nothing but accents was lost, and all other letters stay."""


MISSING_GLYPHS = Prior()
WRONG_ACCENTS = Prior(sign=3.0, thin=4.0, base=1.6, accent=1.2, same=0.7, lost=5.0, extra_sign=4.0, extra_letter=5.0)
LOST_ACCENTS = Prior(
    sign=4.5,
    thin=5.0,
    letter=6.0,
    base=0.7,
    accent=3.0,
    same=0.7,
    lost=6.0,
    extra_sign=5.0,
    extra_letter=6.0,
    beside=6.5,
    is_exact=True,
)


@dataclass
class Channel:
    """Costs of readings, first from a prior and then from what the document shows of itself."""

    alphabet: Alphabet
    prior: Prior
    settings: ChannelSettings = ChannelSettings()

    def __post_init__(self) -> None:
        self._symbols: dict[str, int] = dict(self.alphabet.codes)
        self._is_set = False
        self._accented = self.alphabet.is_accented
        self._words_with: Counter[str] = Counter()
        self._set_tables(Counter(), 0)

    def encode(self, pieces: Sequence[str]) -> tuple[Codes, NDArray[np.intp]]:
        """Pieces of what was read as rows of numbers, and their lengths."""
        pieces = [set_apart(piece) for piece in pieces]
        known = len(self._symbols)
        for piece in pieces:
            for sign in piece:
                if sign not in self._symbols:
                    self._symbols[sign] = min(len(self._symbols) + 1, 255)
        if len(self._symbols) != known:
            self._is_set = False
        symbols = self._symbols
        rows = b"".join(bytes(symbols[s] for s in piece[:LONGEST_WORD]).ljust(LONGEST_WORD, b"\0") for piece in pieces)
        codes = np.frombuffer(rows, dtype=np.uint8).reshape(len(pieces), LONGEST_WORD)
        return codes, np.array([min(len(piece), LONGEST_WORD) for piece in pieces], dtype=np.intp)

    def costs(self, read: Codes, read_lengths: NDArray[np.intp], true: Codes, true_lengths: NDArray[np.intp]) -> Costs:
        """What each reading costs as the word beside it."""
        if not self._is_set:
            self._set_tables(self._subs, self._seen)
        result = np.empty(len(read), dtype=np.float32)
        order = np.argsort(true_lengths * 32 + read_lengths, kind="stable")
        for start in range(0, len(order), BATCH):
            rows = order[start : start + BATCH]
            lengths = read_lengths[rows], true_lengths[rows]
            table, _, _ = self._table(read[rows], true[rows], int(lengths[0].max()), int(lengths[1].max()))
            result[rows] = table[lengths[0], lengths[1], np.arange(len(rows))]
        return result

    def is_box(self, sign: str) -> bool:
        """Whether the document has shown that accented letters were read as this sign."""
        return self.general[unshifted(sign)] >= self.settings.box_share * sum(self.general.values()) > 0

    def is_learnt(self, sign: str, several: int | None = None) -> bool:
        """Whether the document has this sign in place of letters, often or in several different words."""
        return self.is_box(sign) or self._words_with[unshifted(sign)] >= (several or self.settings.several)

    def boxes(self) -> frozenset[str]:
        """The letters as which accented letters were read, beyond the thin ones that always may be."""
        return frozenset(c for c in self.general if c.isalpha() and c not in THIN and self.is_box(c))

    def learn(self, pairs: Mapping[tuple[str, str], int]) -> None:
        """Take the costs of accented letters from readings beside the words they surely are, with their counts."""
        subs: Counter[tuple[str, str]] = Counter()
        seen = 0
        self._words_with.clear()
        chosen = sorted(pairs, key=lambda pair: (-pairs[pair], pair))[: self.settings.teachers]
        for pair, steps in zip(chosen, self.align(chosen), strict=True):
            for sign, letter in steps:
                if letter in self.alphabet.bases:
                    seen += pairs[pair]
                    self._words_with[unshifted(sign)] += sign != letter
                if letter in self.alphabet.bases or sign != letter:
                    subs[sign, letter] += pairs[pair]
        self._set_tables(subs, seen)

    def align(self, pairs: Sequence[tuple[str, str]]) -> list[list[tuple[str, str]]]:
        """The signs of each reading beside the letters of its word; an empty string stands for none."""
        if not pairs:
            return []
        codes, lengths = self.encode([read for read, _ in pairs])
        words = self.alphabet.encode([true for _, true in pairs])
        if not self._is_set:
            self._set_tables(self._subs, self._seen)
        m, n = int(lengths.max()), max(len(true) for _, true in pairs)
        table, sub, lost = self._table(codes, words, m, n)
        return [
            _trace(set_apart(read), true, table[:, :, at].tolist(), sub[:, :, at].tolist(), lost[:, at].tolist())
            for at, (read, true) in enumerate(pairs)
        ]

    def _table(self, read: Codes, true: Codes, m: int, n: int) -> tuple[Costs, Costs, Costs]:
        """The cheapest cost of each beginning of a reading as each beginning of its word, pair by pair.

        Beside it the costs of changed letters by place and of lost letters, from which the way can be traced.
        """
        word = true[:, :n].T.astype(np.int32)
        signs = read[:, :m].T.astype(np.int32)
        accented = self._accented[word]
        edge = np.zeros_like(accented[:1])
        beside = np.concatenate([edge, accented[:-1]]) | np.concatenate([accented[1:], edge])
        lost = np.where(beside, np.float32(self.prior.beside_lost), np.float32(self.prior.plain))
        lost = np.where(accented, self._lost[word], lost)
        # A sign may be added before or after an accented letter: at j between letters j - 1 and j.
        near = (np.concatenate([accented, edge]) | np.concatenate([edge, accented])).astype(np.int32) * 256
        base = beside.astype(np.int32) * (256 * len(self._accented)) + word
        sub = np.empty((m, n, len(read)), dtype=np.float32)
        table = np.empty((m + 1, n + 1, len(read)), dtype=np.float32)
        table[0, 0] = 0
        np.cumsum(lost, axis=0, out=table[0, 1:])
        for i in range(m):
            np.take(self._flat, base + signs[i] * len(self._accented), out=sub[i], mode="clip")
            extra = np.take(self._flat_extra, near + signs[i], mode="clip")
            extra += table[i]
            now = table[i + 1]
            now[0] = extra[0]
            np.minimum(table[i, :-1] + sub[i], extra[1:], out=now[1:])
            for j in range(n):
                np.minimum(now[j + 1], now[j] + lost[j], out=now[j + 1])
        return table, sub, lost

    def _set_tables(self, subs: Counter[tuple[str, str]], seen: int) -> None:
        self._subs, self._seen, self._is_set = subs, seen, True
        codes, width = self.alphabet.codes, len(self._accented)
        table = np.full((2, 256, width), self.prior.plain, dtype=np.float32)
        table[1] = self.prior.beside
        table[:, :, PAD] = FOREVER
        general = self.general = Counter[str]()
        for (sign, letter), count in subs.items():
            general[unshifted(sign)] += count if sign and sign != letter and letter in self.alphabet.bases else 0
        least = self.settings.rare_sign * sum(general.values())
        for sign in [sign for sign, count in general.items() if count < least]:
            del general[sign]
        capital, capital_box = self.settings.capital, self.settings.capital_box
        for sign, code in self._symbols.items():
            small = codes.get((unshifted(sign) if ord(sign) > _AMONG else sign).lower())
            if small is not None and not self._accented[small]:
                table[:, code, small] = (capital_box if self.is_box(sign) else capital) if sign.isupper() else 0.0
            for like in (pair[1] for pair in LOOK_ALIKES if pair[0] == unshifted(sign) and pair[1] in codes):
                table[:, code, codes[like]] = self.settings.likeness
            for letter in self.alphabet.codes:
                if subs[sign, letter] and letter not in self.alphabet.bases:
                    chance = (subs[sign, letter] + self.prior.weight * np.exp(-self.prior.beside)) / (
                        seen + self.prior.weight
                    )
                    at = 1, code, codes[letter]
                    table[at] = min(table[at], max(self.settings.likeness, -np.log(chance)))
        self._own: Counter[str] = Counter()
        for (_, letter), count in subs.items():
            self._own[letter] += count
        for letter, base in self.alphabet.bases.items():
            table[:, :, codes[letter]] = self._column(letter, base, general)
        self._flat = table.reshape(-1)
        self._flat_extra = self._extras().reshape(-1)
        self._lost = np.full(width, self.prior.lost, dtype=np.float32)
        lost_of_all = sum(n for (sign, true), n in subs.items() if not sign and true in self.alphabet.bases)
        for letter in self.alphabet.bases:
            own = self._own[letter]
            chance = (lost_of_all + self.prior.weight * np.exp(-self.prior.lost)) / (seen + self.prior.weight)
            share = (subs["", letter] + self.prior.weight * chance) / (own + self.prior.weight)
            self._lost[codes[letter]] = max(self.settings.lost_least, -math.log(share))

    def _column(self, letter: str, base: str, general: Counter[str]) -> Costs:
        """Costs of each sign for one accented letter: its own counts lean on those of all, and they on the prior."""
        column = np.full(256, self.prior.letter, dtype=np.float32)
        weight = self.prior.weight
        all_letters = sum(general.values())
        own = self._own[letter]
        for sign, code in self._symbols.items():
            plain = unshifted(sign)
            seen = self._subs[sign, letter]
            if self.prior.is_exact and ord(sign) > _AMONG:
                # Among capitals a plain one is a letter that lost its accent, as small letters did.
                plain = plain.lower()
                seen += self._subs[plain, letter]
            prior = math.exp(-self._first_cost(plain, letter, base))
            if plain not in (letter, base):
                prior = (general[unshifted(sign)] + weight * prior) / (all_letters + weight)
                seen = seen if general[unshifted(sign)] or not all_letters else 0
            cost = -math.log((seen + weight * prior) / (own + weight))
            is_sign = not sign.isalpha() or not sign.islower()
            column[code] = min(cost, self.prior.sign + self.settings.rare_cost) if is_sign else cost
        return column

    def _first_cost(self, sign: str, letter: str, base: str) -> float:
        small, prior = sign.lower(), self.prior
        if small == letter:
            return prior.same
        if sign == base:
            return min(prior.base, prior.thin) if base in THIN else prior.base
        if small in self.alphabet.bases:
            return prior.accent
        if not sign.isalpha() or not sign.islower():
            return prior.sign
        return prior.thin if sign in THIN else prior.letter

    def _extras(self) -> Costs:
        extra = np.full((2, 256), self.prior.plain, dtype=np.float32)
        for sign, code in self._symbols.items():
            is_letter = sign.isalpha() and sign.islower()
            is_number = sign.isdigit() and sign not in "01"
            extra[1, code] = self.prior.extra_letter if is_letter or is_number else self.prior.extra_sign
        return extra


def _trace(
    read: str, true: str, table: list[list[float]], sub: list[list[float]], lost: list[float]
) -> list[tuple[str, str]]:
    """The cheapest way through a table, from its end to its start."""
    steps: list[tuple[str, str]] = []
    i, j = len(read), len(true)
    while i or j:
        if i and j and abs(table[i][j] - table[i - 1][j - 1] - sub[i - 1][j - 1]) < ROUNDING:
            i, j = i - 1, j - 1
            steps.append((read[i], true[j]))
        elif j and abs(table[i][j] - table[i][j - 1] - lost[j - 1]) < ROUNDING:
            j -= 1
            steps.append(("", true[j]))
        else:
            i -= 1
            steps.append((read[i], ""))
    return steps


def unshifted(sign: str) -> str:
    """The capital that a sign stands for, other signs as they are."""
    code = ord(sign[:1] or " ")
    return chr(code - _AMONG) if code > _AMONG else chr(code - _WITHIN) if code > _WITHIN else sign


def set_apart(piece: str) -> str:
    """The piece with the capitals within it turned into signs of their own."""
    if piece[1:].islower() or piece[1:].isdigit():
        return piece
    if in_capitals(piece):
        return "".join(chr(_AMONG + ord(c)) if c.isupper() and ord(c) < _WITHIN else c for c in piece)
    return piece[0] + "".join(chr(_WITHIN + ord(c)) if c.isupper() and ord(c) < _WITHIN else c for c in piece[1:])


@lru_cache(maxsize=50_000)
def in_capitals(piece: str, least: float = 0.7) -> bool:
    """Whether a word is set in capitals, by its share of them; a few small letters may be what became of others."""
    letters = [c for c in piece if c.isalpha()]
    return len(letters) > 2 and sum(map(str.isupper, letters)) >= least * len(letters)
