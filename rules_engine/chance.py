"""Chance as a number in the state: the same number gives the same shuffles everywhere, and is saved with the rest."""

from typing import Any

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK = (1 << 64) - 1
ENOUGH = 1 << 24
"""A draw among n from a number not below this is unfair by less than n in 16 million."""


def seeded(seed: int) -> int:
    """The number a seed begins with; seeds that are neighbours begin far apart (splitmix64)."""
    mixed = (seed + 0x9E3779B97F4A7C15) & MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    return mixed ^ (mixed >> 31)


def below(chance: int, count: int) -> tuple[int, int]:
    """A number from 0 up to but not including the count, and the chance that is left."""
    chance = (chance * MULTIPLIER + INCREMENT) & MASK
    return (((chance >> 18) ^ chance) >> 8) % count, chance


def shuffle(cards: list[Any], chance: int) -> int:
    """Shuffle in place; gives the chance that is left.

    The generator is linear (Knuth's MMIX), its upper bits are folded onto the lower ones, which repeat early. Each
    number serves for several draws, as long as enough of it is left for the draws to be fair.
    """
    digits = 0
    for count in range(len(cards), 1, -1):
        if digits < ENOUGH:
            chance = (chance * MULTIPLIER + INCREMENT) & MASK
            digits = ((chance >> 18) ^ chance) >> 8
        other = digits % count
        digits //= count
        last = count - 1
        cards[last], cards[other] = cards[other], cards[last]
    return chance
