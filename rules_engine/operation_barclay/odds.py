"""Odds: how good a combination may still become, and how likely it is to be the best of the month.

The cards that a player cannot see are stood in for by a few fixed samples of the intelligence deck, the same for every
decision, so that decisions differ by what is on the table and not by luck.
"""

import random
from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Sequence
from itertools import combinations
from typing import NamedTuple

from rules_engine.operation_barclay.cards import Table
from rules_engine.operation_barclay.state import Lying

SAMPLES, HELD = 12, 4
"""How many samples there are, and how many cards each holds: about as many as a player chooses from."""
OUTLOOK = 5
"""How many cards that might be drawn are tried out."""
QUALITY_SAMPLES = 24
POOL = 12
"""From so many cards a combination is sought; of more, among those whose number and colours most others share."""

Worth = tuple[int, int]
"""The face and the colours of a card."""


class Chances(NamedTuple):
    """How likely a player has the better combination, and how likely the two are equal."""

    wins: float
    ties: float


class Odds:
    """What cards of a table may come to."""

    def __init__(self, table: Table) -> None:
        hands = table.hands
        self._both = hands.both
        self.shown: list[Worth] = [
            (hands.face(ranks), hands.shades(colours)) if ranks else (0, 0)
            for ranks, colours in zip(table.ranks, table.colours_of, strict=True)
        ]
        self._face, self._shades = hands.face, hands.shades
        self._shown: dict[tuple[tuple[int, ...], tuple[int, ...]], Worth] = {}
        deck = [card for card in table.decks["intelligence"] if table.ranks[card]]
        draw = random.Random(1)
        held = min(HELD, len(deck))
        self._samples = [[self.shown[card] for card in draw.sample(deck, held)] for _ in range(SAMPLES)]
        self._drawn = [self.shown[draw.choice(deck)] for _ in range(OUTLOOK)] if deck else []
        self._finals: dict[tuple[int, int, int], list[int]] = {}
        self._ends = self.finals((), HELD)
        self.quality = self._qualities(deck, draw, hands.size)

    def shown_of(self, lying: Lying) -> Worth:
        """The face and the colours of a card as it counts now."""
        value = lying.ranks, lying.colours
        found = self._shown.get(value)
        if found is None:
            found = self._shown[value] = self._face(lying.ranks), self._shades(lying.colours)
        return found

    def most(self, fixed: Sequence[Worth], pool: Sequence[Worth], count: int) -> int:
        """The best combination of these cards with so many of those."""
        both, most, shared = self._both, 0, -1
        for _, bits in fixed:
            shared &= bits
        faces = sum([face for face, _ in fixed])
        for chosen in combinations(_alike(pool), min(count, len(pool))):
            key, common = faces, shared
            for face, bits in chosen:
                key += face
                common &= bits
            mixed, same = both(key)
            score = same if common and same > mixed else mixed
            most = score if score > most else most
        return most

    def finals(self, fixed: Sequence[Worth], missing: int) -> list[int]:
        """What a player may end with who shows these cards and has so many others, the worst first."""
        common = -1
        for _, bits in fixed:
            common &= bits
        key = sum([face for face, _ in fixed]), common, missing
        found = self._finals.get(key)
        if found is None:
            samples = self._samples if missing else self._samples[:1]
            found = self._finals[key] = sorted(self.most(fixed, sample, missing) for sample in samples)
        return found

    def outlook(self, fixed: Sequence[Worth], pool: Sequence[Worth], count: int) -> list[int]:
        """What a player may end with who shows these cards, plays so many more, and draws one before that."""
        if count <= 0:
            return [self.most(fixed, (), 0)]
        return [self.most(fixed, [*pool, drawn], count) for drawn in self._drawn] or [self.most(fixed, pool, count)]

    def against(self, mine: Sequence[int], theirs: Sequence[int]) -> Chances:
        """How the one player's possible combinations compare with the other's."""
        wins = ties = 0
        for score in mine:
            below = bisect_left(theirs, score)
            wins += below
            ties += bisect_right(theirs, score) - below
        pairs = len(mine) * len(theirs)
        return Chances(wins / pairs, ties / pairs)

    def share(self, score: int) -> float:
        """The share of combinations that this one is better than."""
        return bisect_left(self._ends, score) / len(self._ends)

    def _qualities(self, deck: Sequence[int], draw: random.Random, size: int) -> list[float]:
        """By card the share of sampled combinations that having it too does not fall short of."""
        if len(deck) <= size:
            return [0.0] * len(self.shown)
        drawn = [draw.sample(deck, size) for _ in range(QUALITY_SAMPLES)]
        ends = sorted(self.most((), [self.shown[card] for card in cards], size) for cards in drawn)
        qualities = []
        for worth in self.shown:
            if not worth[0]:
                qualities.append(0.0)
                continue
            scores = [self.most([worth], [self.shown[card] for card in cards], size - 1) for cards in drawn]
            qualities.append(sum(bisect_left(ends, score) for score in scores) / (len(scores) * len(ends)))
        return qualities


def _alike(pool: Sequence[Worth]) -> Sequence[Worth]:
    if len(pool) <= POOL:
        return pool
    faces, colours = Counter(face for face, _ in pool), Counter(bits for _, bits in pool)
    return sorted(pool, key=lambda worth: (-faces[worth[0]], -colours[worth[1]], worth))[:POOL]
