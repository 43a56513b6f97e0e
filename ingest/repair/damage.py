"""Tells which passages are damaged, and how, from what their words look like beside those of the language."""

import operator
import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import astuple, dataclass
from functools import lru_cache
from itertools import accumulate, pairwise, product
from typing import Literal

import numpy as np

from ingest.repair.apostrophes import HABIT
from ingest.repair.channel import in_capitals
from ingest.repair.wordlist import WordList, word_list
from schema.reading import PassageRead

Damage = Literal["intact", "missing glyphs", "wrong accents", "lost accents"]


_WORD = re.compile(r"[^\s]*[^\W\d_][^\s]*")
_EDGES = ".,;:!?…\"“”„‚‘’»«–—'-®©™•*()[]{}|<>/\\@&%$#=+~^_¢£€§¥"
_SIGN_WITHIN = re.compile(r"[^\W\d_][\d@\[\](){}|$%&/\\<>=+¢£€¥]+[^\W\d_]|[^\W\d_]{2}[0@\[\]{}|$%&¢£€¥]")
_SIGN_FIRST = re.compile(r"[0@\[\]{}|$%&¢£€¥][^\W\d_]{2}")
_LONE_SIGN = re.compile(r"(?<=[^\W\d_] )[0OD@\[\]{}$%&¢£€¥](?= [^\W\d_]{2})")
_TYPED_ACCENT = re.compile(r"[aeiou]['’](?!\w)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class DamageSettings:
    """When a passage counts as damaged, and how.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    few_words: int = 20
    """A passage with fewer words is judged together with its neighbours."""
    few_accented: int = 8
    """The same for words that should have accents: in languages with few of them one looks further around."""
    odd_share: float = 0.2
    """Words with signs in them, in parts of the words that should have accents: from here glyphs are missing."""
    least_odd: float = 0.005
    """The same in parts of all words, for languages with few accents."""
    mendable: float = 0.2
    """Part of the odd words that an accented letter makes words of; where fewer are, they are signs of a program or a
    formula and not letters that were lost."""
    gone: float = 0.1
    """With fewer accented words than this part of what the language has, and many unknown ones, glyphs are missing."""
    unknown_share: float = 0.3
    """So many unknown words are many, in parts of the accented words that the language has."""
    few_accents: float = 0.5
    """Fewer accented words than this part of what the language has: their letters went somewhere."""
    bare_share: float = 0.5
    """Where so many of the broken words only lack accents, accents were lost and nothing else."""
    strange_share: float = 0.2
    """Share of unknown words, accents being there, from which the accents are wrong."""


@dataclass(frozen=True, slots=True)
class Looks:
    """Counts of a stretch of text."""

    words: int = 0
    known: int = 0
    odd: int = 0
    accented: int = 0
    capitals: int = 0
    bare: int = 0
    """Words in plain letters that are hardly ever written without accents."""
    mendable: int = 0
    """Odd words that become words when an accented letter stands in place of the sign."""

    @property
    def broken(self) -> int:
        """Words that are none, or should have accents."""
        return max(self.words - self.known, self.bare)

    def __add__(self, other: "Looks") -> "Looks":
        return Looks(*map(operator.add, astuple(self), astuple(other)))

    def __sub__(self, other: "Looks") -> "Looks":
        return Looks(*map(operator.sub, astuple(self), astuple(other)))


def diagnose(
    passages: Sequence[PassageRead], words: WordList, names: frozenset[str], settings: DamageSettings = DamageSettings()
) -> list[Damage]:
    """The kind of damage of each passage; names are words of the game, known beside those of the language."""
    looks = [looks_of(read.passage.text, words, names) for read in passages]
    sums = list(accumulate(looks, initial=Looks()))
    expected = accented_share(words.language)
    if not expected or not _lacks_glyphs(sums[-1], expected, settings):
        return ["intact"] * len(passages)
    return [_damage(sums, at, expected, settings) for at in range(len(looks))]


def looks_of(text: str, words: WordList, names: frozenset[str]) -> Looks:
    """What the words of a text look like."""
    count = known = odd = accented = capitals = bare = mendable = 0
    for match in _WORD.finditer(text):
        core = match[0].strip(_EDGES)
        if len(core) < 2:
            continue
        small = core.lower()
        is_known = small in words.ids or small in names
        count += 1
        known += is_known
        accented += any(c in words.alphabet.bases for c in small)
        bare += small.isascii() and small.isalpha() and words.has_lost_accents(small)
        if in_capitals(core):
            capitals += 1
        elif not is_known and _is_odd(word := match[0].strip('.,;:!?"“”„()'), words):
            odd += 1
            mendable += _is_mendable(word, words)
    if any(letter in words.ids for letter in words.alphabet.bases):
        odd += len(_LONE_SIGN.findall(text))
    if words.language in HABIT:
        accented += len(_TYPED_ACCENT.findall(text))
    return Looks(count, known, odd, accented, capitals, bare, mendable)


def _is_odd(word: str, words: WordList) -> bool:
    """Whether signs or capitals stand among the small letters of a word that is no name (JavaScript, MySQL)."""
    capitals = [at for at in range(1, len(word)) if word[at].isupper()]
    has_capital = any(word[at - 1].islower() for at in capitals) and all(b - a > 1 for a, b in pairwise(capitals))
    is_name = has_capital and word[capitals[-1] :].lower() in words.ids
    return (has_capital and not is_name) or bool(_SIGN_WITHIN.search(word) or _SIGN_FIRST.match(word))


def _is_mendable(word: str, words: WordList) -> bool:
    """Whether accented letters in place of its first signs make a word of it, or two that ran together."""
    signs = [at for at, c in enumerate(word) if not c.isalpha() or (at and c.isupper())][:2]
    for letters in product(words.alphabet.accented, repeat=len(signs)):
        mended = list(word.lower())
        for at, letter in zip(signs, letters, strict=True):
            mended[at] = letter
        whole = "".join(mended)
        first, second = whole[: signs[0] + 1], whole[signs[0] + 1 :]
        if whole in words.ids or (len(second) > 1 and first in words.ids and second in words.ids):
            return True
    return False


def _lacks_glyphs(looks: Looks, expected: float, settings: DamageSettings) -> bool:
    """Whether accents are gone and signs, or words that are none, stand in their place."""
    if looks.accented >= settings.few_accents * expected * looks.words:
        return False
    are_letters = looks.mendable >= settings.mendable * looks.odd
    if are_letters and looks.odd >= max(settings.least_odd, settings.odd_share * expected) * looks.words:
        return True
    is_long = looks.words * expected >= settings.few_accented
    are_gone = looks.accented < settings.gone * expected * looks.words
    return is_long and are_gone and looks.broken >= settings.unknown_share * expected * looks.words


def _damage(sums: Sequence[Looks], at: int, expected: float, settings: DamageSettings) -> Damage:
    """The damage of one passage of a document that is known to lack glyphs somewhere."""
    own = sums[at + 1] - sums[at]
    if own.words and own.capitals >= own.words * 0.7:
        return "lost accents"
    around = looks_around(sums, at, max(settings.few_words, settings.few_accented / expected))
    if _lacks_glyphs(around, expected, settings):
        return "lost accents" if around.bare >= settings.bare_share * around.broken else "missing glyphs"
    return "wrong accents" if around.known < (1 - settings.strange_share) * around.words else "intact"


def looks_around(sums: Sequence[Looks], at: int, least: float) -> Looks:
    """A passage with just so many on both sides of it that there are enough words, or with all.

    From the sums of all passages up to each: a long document of short lines may need thousands of them.
    """
    count = len(sums) - 1

    def ends(reach: int) -> tuple[Looks, Looks]:
        return sums[max(0, at - reach)], sums[min(count, at + reach + 1)]

    def words(reach: int) -> int:
        before, after = ends(reach)
        return after.words - before.words

    before, after = ends(min(count, bisect_left(range(count + 1), least, key=words)))
    return after - before


@lru_cache(maxsize=8)
def accented_share(language: str) -> float:
    """The share of running words of a language that have an accented letter."""
    words = word_list(language)
    if words is None:
        return 0.0
    top = slice(0, 30_000)
    shares = np.exp(words.log_frequency[top].astype(np.float64))
    accented = words.alphabet.is_accented[words.codes[top]].any(axis=1)
    return float(shares[accented].sum() / shares.sum())
