"""Two books side by side: which passages say the same, learnt in rounds from nothing but the books themselves."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ingest.resolve.bilingual.beads import BeadSettings, find_beads
from ingest.resolve.bilingual.chains import ChainSettings, Pair, fill_gaps, find_alone, find_chains, follow_each_other
from ingest.resolve.bilingual.lexicon import LexiconSettings, alike, learn
from ingest.resolve.bilingual.likeness import LikenessSettings, fits, other_numbers, with_neighbours
from ingest.resolve.bilingual.units import Book, Matrix, TokenSettings, Unit


@dataclass(frozen=True, slots=True)
class BookSettings:
    """Everything that decides which passages are paired."""

    rounds: int = 6
    """At most so often a lexicon is learnt from the pairs found, and pairs found with it; measured on 20 pairs of books
    of six games: the third to the sixth round still finds moved sections, later ones nothing."""
    tokens: TokenSettings = TokenSettings()
    lexicon: LexiconSettings = LexiconSettings()
    likeness: LikenessSettings = LikenessSettings()
    chains: ChainSettings = ChainSettings()
    to_learn: ChainSettings = ChainSettings(least_alone=-0.2, before_rivals=0.0)
    """Of books without a common order a lexicon is learnt from every pair of which each is the best for the other: a
    wrong pair shows no two words together twice, and many right ones are found by it. What is told stays strict."""
    sure: tuple[tuple[float, float], ...] = ((0.0, 0.5), (0.75, 0.95), (0.96, 0.98))
    """By how many neighbours of a pair are a pair too, and whether it fits well: the share of pairs that was right."""
    beads: BeadSettings = BeadSettings()
    sure_joined: float = 0.7
    """How sure it is that a passage is told within another one."""


@dataclass(frozen=True, slots=True)
class Aligned:
    """Two passages that say the same, by number, and how sure that is, 0 to 1."""

    left: int
    right: int
    score: float


@dataclass(frozen=True, slots=True)
class Alignment:
    """Two books side by side: the pairs in the order of the first, and what each word of the one is in the other."""

    pairs: Sequence[Aligned] = ()
    words: Sequence[tuple[str, str, float]] = ()
    """Words of both books that mean the same, as tokens, with how sure that is, 0 to 1."""


def align_books(one: Sequence[Unit], other: Sequence[Unit], settings: BookSettings = BookSettings()) -> Alignment:
    """The passages of two books that say the same."""
    if not one or not other:
        return Alignment()
    left, right = Book.of(one, settings.tokens), Book.of(other, settings.tokens)
    looks = alike(left, right, settings.lexicon)
    lexicon = looks
    learnt: list[Pair] = []
    for round_ in range(settings.rounds + 1):
        if round_:
            lexicon = np.maximum(looks, learn(left, right, learnt, settings.lexicon))
        fit = fits(left, right, lexicon, settings.likeness)
        alone = find_alone(fit, [], settings.chains)
        is_ordered = follow_each_other(alone, round_ > 0, settings.chains)
        pairs = _in_order(fit, settings) if is_ordered else alone
        before, learnt = learnt, pairs if is_ordered else find_alone(fit, [], settings.to_learn)
        if learnt == before:
            break
    pairs = fill_gaps(fit, pairs, settings.chains) if is_ordered else pairs
    weighed = list(_weighed(fit, pairs, other_numbers(left, right), settings))
    joined_up = find_beads(left, right, [(pair.left, pair.right) for pair in weighed], lexicon, settings.beads)
    found = [*weighed, *(Aligned(a, b, settings.sure_joined) for a, b in joined_up)]
    return Alignment(sorted(found, key=lambda pair: (pair.left, pair.right)), list(_words(left, right, lexicon)))


def _in_order(fit: Matrix, settings: BookSettings) -> list[Pair]:
    """Chains of passages, and single ones among what is left."""
    joined = with_neighbours(fit, settings.likeness)
    pairs = [pair for chain in find_chains(joined, settings.chains) for pair in chain]
    return pairs + find_alone(fit, pairs, settings.chains)


def _weighed(fit: Matrix, pairs: Sequence[Pair], numbers: Matrix, settings: BookSettings) -> Iterator[Aligned]:
    """The pairs with how sure they are; one that neither fits well nor has company is left out."""
    known = set(pairs)
    for left, right in sorted(pairs):
        company = ((left - 1, right - 1) in known) + ((left + 1, right + 1) in known)
        fits_well = bool(fit[left, right] >= settings.chains.least_alone and numbers[left, right] < 1)
        if company or fits_well:
            yield Aligned(left, right, settings.sure[company][fits_well])


def _words(one: Book, other: Book, lexicon: Matrix) -> Iterator[tuple[str, str, float]]:
    for here, there in np.argwhere(lexicon > 0):
        yield one.words[here], other.words[there], float(lexicon[here, there])
