"""Chance as a number in the state: the same number gives the same shuffles everywhere, and is saved with the rest."""

MULTIPLIER = 6364136223846793005
INCREMENT = 1442695040888963407
MASK = (1 << 64) - 1


def seeded(seed: int) -> int:
    """The number a seed begins with; seeds that are neighbours begin far apart (splitmix64)."""
    mixed = (seed + 0x9E3779B97F4A7C15) & MASK
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & MASK
    return mixed ^ (mixed >> 31)


def below(chance: int, count: int) -> tuple[int, int]:
    """A number from 0 up to but not including the count, and the chance that is left.

    The generator is linear (Knuth's MMIX); only the upper half of its 64 bits is used, the lower half repeats early.
    """
    chance = (chance * MULTIPLIER + INCREMENT) & MASK
    return ((chance >> 32) * count) >> 32, chance


def shuffle(cards: list[int], chance: int) -> int:
    """Shuffle in place; gives the chance that is left."""
    for last in range(len(cards) - 1, 0, -1):
        chance = (chance * MULTIPLIER + INCREMENT) & MASK
        other = ((chance >> 32) * (last + 1)) >> 32
        cards[last], cards[other] = cards[other], cards[last]
    return chance
