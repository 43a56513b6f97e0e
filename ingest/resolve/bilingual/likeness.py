"""How well each passage of one book fits each of another: by its words, its length and what kind it is of."""

from dataclasses import dataclass

import numpy as np

from ingest.resolve.bilingual.units import Book, Matrix


@dataclass(frozen=True, slots=True)
class LikenessSettings:
    """How much each sign tells; measured on rulebooks of two games in eight languages."""

    nearest: int = 4
    """Likeness counts beside that of so many best rivals in both books: what is like everything is like nothing."""
    for_words: float = 1.6
    """What words add that stand for each other, each counted beside its rivals,"""
    for_length: float = 0.35
    """what lengths add that are the same beside those of the whole books,"""
    for_kind: float = 0.25
    """and what one kind of both adds; a heading beside what is none takes as much."""
    against_numbers: float = 0.2
    """What it takes when each number of the two stands in one of them alone."""
    spread: float = 0.45
    """How far the logarithms of two lengths may be apart."""
    least: float = 0.97
    """What two passages must have together to count for being the same."""
    around: float = 0.3
    """What the fit of the passages before and after adds."""


def fits(one: Book, other: Book, lexicon: Matrix, settings: LikenessSettings = LikenessSettings()) -> Matrix:
    """By passage of the one and passage of the other: above 0 where they may say the same."""
    words = _margin(_cosine(one, other, lexicon), settings)
    total = settings.for_words * words
    total += settings.for_length * _same_length(one, other, settings)
    total += settings.for_kind * _same_kind(one, other)
    total -= settings.against_numbers * other_numbers(one, other)
    return total - np.float32(settings.least)


def with_neighbours(found: Matrix, settings: LikenessSettings = LikenessSettings()) -> Matrix:
    """The fit of two passages together with that of those before and after them."""
    joined = found.copy()
    joined[1:, 1:] += settings.around * np.maximum(found[:-1, :-1], 0)
    joined[:-1, :-1] += settings.around * np.maximum(found[1:, 1:], 0)
    return joined


def _cosine(one: Book, other: Book, lexicon: Matrix) -> Matrix:
    rows, columns = np.any(lexicon > 0, axis=1), np.any(lexicon > 0, axis=0)
    known = lexicon[np.ix_(rows, columns)]
    left, right = one.vectors(rows), other.vectors(columns)
    forth = known / np.maximum(known.sum(axis=1, keepdims=True), 1)
    back = known / np.maximum(known.sum(axis=0, keepdims=True), 1)
    found = (left @ (forth + back)) @ right.T
    return np.asarray(found / (2 * np.outer(one.norms(), other.norms())), dtype=np.float32)


def _margin(cosine: Matrix, settings: LikenessSettings) -> Matrix:
    """The likeness beside that of the nearest rivals, 0 to 1: a half where all are alike."""
    count = min(settings.nearest, *cosine.shape)
    by_row = np.sort(cosine, axis=1)[:, -count:].mean(axis=1, keepdims=True)
    by_column = np.sort(cosine, axis=0)[-count:, :].mean(axis=0, keepdims=True)
    share = cosine / (cosine + (by_row + by_column) / 2 + 0.05)
    return np.asarray(share, dtype=np.float32)


def _same_length(one: Book, other: Book, settings: LikenessSettings) -> Matrix:
    scale = np.log(other.lengths.sum() / one.lengths.sum())
    apart = np.log(other.lengths)[None, :] - np.log(one.lengths)[:, None] - scale
    return np.asarray(np.exp(-((apart / settings.spread) ** 2) / 2), dtype=np.float32)


def other_numbers(one: Book, other: Book) -> Matrix:
    """The share of the numbers of two passages that only one of them has; 0 where neither has any."""
    numbers = sorted({word for book in (one, other) for word in book.words if word.isdigit()})
    left, right = one.having(numbers), other.having(numbers)
    both = left @ right.T
    either = left.sum(axis=1, keepdims=True) + right.sum(axis=1, keepdims=True).T - both
    return np.asarray((either - both) / np.maximum(either, 1), dtype=np.float32)


def _same_kind(one: Book, other: Book) -> Matrix:
    """1 for the same kind, 0 for another, -1 for a heading beside what is none."""
    here, there = ([unit.kind for unit in book.units] for book in (one, other))
    kinds = {kind: at for at, kind in enumerate(sorted({*here, *there}))}
    left, right = (np.array([kinds[kind] for kind in listed])[:, None] for listed in (here, there))
    same: Matrix = np.asarray(left == right.T, dtype=np.float32)
    heading = kinds.get("heading", -1)
    same[((left == heading) != (heading == right.T))] = -1
    return same
