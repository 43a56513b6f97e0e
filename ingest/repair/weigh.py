"""Weighs the guesses at neighbouring chunks against each other: the cheapest row, each word beside its neighbours."""

import math
from collections.abc import Container, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.repair.context import BOUNDARY, DocumentContext


@dataclass(frozen=True, slots=True)
class WeighSettings:
    """How much neighbours count.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    context_weight: float = 0.85
    """How much it counts that words like to stand beside each other."""
    softness: float = 1.0
    """How much less sure than its costs say a doubtful guess counts as a witness for the next round."""


@dataclass(frozen=True, slots=True)
class Guess:
    """One way to read a chunk: its words in small letters, and what that costs."""

    words: tuple[str, ...]
    cost: float
    span: tuple[int, int]
    """Where in the chunk they stand; what is outside stays."""
    pieces: tuple[str, ...] = ()
    is_change: bool = True


@dataclass(frozen=True, slots=True)
class Chunk:
    """A chunk of text between spaces and its guesses, cheapest first."""

    start: int
    text: str
    guesses: tuple[Guess, ...]


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was chosen for a chunk, how far the next guess is behind, and which it is."""

    chunk: Chunk
    guess: Guess
    lead: float
    runner_up: Guess | None
    shares: tuple[tuple[tuple[str, ...], float], ...]
    """The chosen words and those that differ in accents alone, each with its chance."""


def cheapest(chunks: Sequence[Chunk], settings: WeighSettings = WeighSettings()) -> list[Verdict]:
    """The cheapest guess of each chunk by itself."""
    return [_verdict(chunk, 0, [guess.cost for guess in chunk.guesses], frozenset(), settings) for chunk in chunks]


def cheapest_row(
    chunks: Sequence[Chunk],
    context: DocumentContext,
    accented: Container[str],
    settings: WeighSettings = WeighSettings(),
) -> list[Verdict]:
    """The cheapest row of guesses, neighbours taken into account."""
    if not chunks:
        return []
    row = _row(chunks, context, settings)
    return [
        _verdict(chunk, row[at], _costs_in_row(chunks, row, at, context, settings), accented, settings)
        for at, chunk in enumerate(chunks)
    ]


def _row(chunks: Sequence[Chunk], context: DocumentContext, settings: WeighSettings) -> list[int]:
    link, weight = context.link, settings.context_weight
    costs = [r.cost - weight * link(BOUNDARY, r.words[0]) for r in chunks[0].guesses]
    back: list[list[int]] = []
    for left, right in pairwise(chunks):
        is_end = ends_sentence(left.text)
        ends = [BOUNDARY if is_end else r.words[-1] for r in left.guesses]
        now, came = [], []
        for guess in right.guesses:
            word = guess.words[0]
            steps = [c - weight * link(e, word) for c, e in zip(costs, ends, strict=True)]
            least = min(steps)
            now.append(least + guess.cost)
            came.append(steps.index(least))
        costs = now
        back.append(came)
    row = [costs.index(min(costs))]
    for came in reversed(back):
        row.append(came[row[-1]])
    return row[::-1]


def _costs_in_row(
    chunks: Sequence[Chunk], row: Sequence[int], at: int, context: DocumentContext, settings: WeighSettings
) -> list[float]:
    """What each guess of a chunk costs when its neighbours are as chosen."""
    chunk = chunks[at]
    if len(chunk.guesses) == 1:
        return [chunk.guesses[0].cost]
    left = right = BOUNDARY
    if at and not ends_sentence(chunks[at - 1].text):
        left = chunks[at - 1].guesses[row[at - 1]].words[-1]
    if at + 1 < len(chunks) and not ends_sentence(chunk.text):
        right = chunks[at + 1].guesses[row[at + 1]].words[0]
    link, weight = context.link, settings.context_weight
    return [r.cost - weight * (link(left, r.words[0]) + link(r.words[-1], right)) for r in chunk.guesses]


def _verdict(
    chunk: Chunk, chosen_at: int, costs: Sequence[float], accented: Container[str], settings: WeighSettings
) -> Verdict:
    chosen = chunk.guesses[chosen_at]
    shares = _shares(chunk.guesses, costs, chosen, accented, settings)
    others = [at for at, r in enumerate(chunk.guesses) if at != chosen_at and r.words != chosen.words]
    if not others:
        return Verdict(chunk, chosen, math.inf, None, shares)
    second = min(others, key=costs.__getitem__)
    return Verdict(chunk, chosen, costs[second] - costs[chosen_at], chunk.guesses[second], shares)


def _shares(
    guesses: Sequence[Guess], costs: Sequence[float], chosen: Guess, accented: Container[str], settings: WeighSettings
) -> tuple[tuple[tuple[str, ...], float], ...]:
    if len(guesses) == 1:
        return ((chosen.words, 1.0),)
    forms = ["".join(["*" if c in accented else c for c in " ".join(r.words)]) for r in (*guesses, chosen)]
    alike = [(r, cost) for r, cost, form in zip(guesses, costs, forms, strict=False) if form == forms[-1]]
    least = min(cost for _, cost in alike)
    chances = [math.exp((least - cost) / settings.softness) for _, cost in alike]
    whole = sum(chances)
    return tuple((r.words, c / whole) for (r, _), c in zip(alike, chances, strict=True))


def ends_sentence(text: str) -> bool:
    """Whether a sentence ends with this text."""
    return text.rstrip(")\"”“'")[-1:] in (".", "!", "?", ":", ";")
