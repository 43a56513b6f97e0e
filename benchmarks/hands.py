"""Every five-card hand of Operation Barclay's deck: ours against a plain reading of the rules, and against poker.

.venv/bin/python benchmarks/hands.py [--jobs 2] [--sample 20000]

The deck has twelve faces in five colours, the lowest of which is also the highest. The plain version is the one of the
tests. Poker is asked of `pokerkit` for the hands in four colours; it knows the plain flush, which is left out, and adds
kickers, so its order must refine ours. Floor: at least ten times as fast as the plain version.
"""

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from itertools import combinations
from math import comb
from pathlib import Path
from runpy import run_path
from typing import Any

from rules_engine.operation_barclay.hands import Hands

TESTS = Path(__file__).resolve().parent.parent / "tests" / "rules_engine" / "test_barclay_hands.py"
PLAIN = run_path(str(TESTS))
ORDER, DECK, COLOURS, FACES = (PLAIN[name] for name in ("ORDER", "DECK", "COLOURS", "FACES"))
SIZE, FLOOR = 5, 10.0
HANDS = Hands(ORDER, SIZE)
KEYED = [(HANDS.face(numbers), colours) for numbers, colours in DECK]


def ours(cards: Sequence[tuple[int, int]]) -> int:
    """Our score of cards whose faces were made before."""
    return HANDS.best([face for face, _ in cards], [colours for _, colours in cards])


def compare_from(first: int) -> tuple[Counter[str], int]:
    """All hands whose first card is this one: how many of each kind, and how many are told otherwise than plainly."""
    kinds: Counter[str] = Counter()
    different = 0
    for rest in combinations(range(first + 1, len(DECK)), SIZE - 1):
        cards = (first, *rest)
        score = ours([KEYED[card] for card in cards])
        kinds[HANDS.kind(score)] += 1
        different += PLAIN["told"](HANDS, score) != PLAIN["plain_choices"]([DECK[card] for card in cards])[0]
    return kinds, different


def compare_all(jobs: int) -> bool:
    """Compare every hand; false when one differs."""
    kinds: Counter[str] = Counter()
    different, done, total = 0, 0, comb(len(DECK), SIZE)
    with ProcessPoolExecutor(jobs) as pool:
        waiting = [pool.submit(compare_from, first) for first in range(len(DECK) - SIZE + 1)]
        for future in as_completed(waiting):
            some, wrong = future.result()
            kinds, different, done = kinds + some, different + wrong, done + some.total()
            if sys.stderr.isatty():
                print(f"\r{done:>10,} of {total:,} hands", end="", file=sys.stderr, flush=True)
    if sys.stderr.isatty():
        print(file=sys.stderr)
    for kind in ORDER:
        print(f"{kind:16} {kinds[kind]:>10,} hands {kinds[kind] / total:8.3%}")
    print(f"All {kinds.total():,} hands of {total:,} compared with the plain reading: {different} differ.")
    return not different and kinds.total() == total


def rate(function: Callable[[Any], object], hands: Sequence[Any]) -> float:
    """Hands a second."""
    began = time.perf_counter()
    for cards in hands:
        function(cards)
    return len(hands) / (time.perf_counter() - began)


def compare_speed(sample: int) -> bool:
    """Print the rates, in turns; false when the floor is missed."""
    draw = random.Random(1)
    picked = [draw.sample(range(len(DECK)), SIZE) for _ in range(sample)]
    keyed, plain = [[KEYED[c] for c in cards] for cards in picked], [[DECK[c] for c in cards] for cards in picked]
    fast, slow = (
        max(rates)
        for rates in zip(*((rate(ours, keyed), rate(PLAIN["plain_choices"], plain)) for _ in range(3)), strict=True)
    )
    told = "kept" if fast / slow >= FLOOR else "MISSED"
    print(f"Ours {fast:,.0f} hands/s, the plain reading {slow:,.0f}: {fast / slow:.1f} times, floor {FLOOR}: {told}")
    return fast / slow >= FLOOR


def compare_poker() -> bool:
    """Every hand in four colours against pokerkit; false when the orders contradict each other."""
    from pokerkit import Card, Rank, StandardLookup, Suit

    lookup, suits = (
        StandardLookup(),
        dict(zip(COLOURS, (Suit.CLUB, Suit.DIAMOND, Suit.HEART, Suit.SPADE), strict=False)),
    )
    lowest = set(FACES[:SIZE])
    deck = [(KEYED[number], face, suits[colour]) for number, (face, colour) in enumerate(DECK) if colour in suits]
    as_higher = dict(zip(FACES, "A3456789TJQK", strict=True))
    as_lower = dict(zip(FACES, "A23456789TJQ", strict=True))
    higher, lower = ([Card(Rank(ranks[face]), suit) for _, face, suit in deck] for ranks in (as_higher, as_lower))
    found: dict[int, set[int]] = {}
    compared = 0
    for cards in combinations(range(len(deck)), SIZE):
        is_lowest = {deck[card][1] for card in cards} == lowest
        entry = lookup.get_entry([(lower if is_lowest else higher)[card] for card in cards])
        if entry.label.value != "Flush":
            compared += 1
            found.setdefault(entry.index, set()).add(ours([deck[card][0] for card in cards]))
    ordered = [min(found[index]) for index in sorted(found)]
    agrees = all(len(scores) == 1 for scores in found.values()) and ordered == sorted(ordered)
    print(
        f"{compared:,} hands in four colours without plain flushes, {len(found):,} classes of pokerkit: "
        f"{'our order agrees' if agrees else 'THE ORDERS CONTRADICT EACH OTHER'}."
    )
    return agrees


def main() -> int:
    """Compare and print."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, help="processes for the comparison of all hands"
    )
    options.add_argument("--sample", type=int, default=20_000, help="hands for the speed")
    chosen = options.parse_args()
    checks = compare_speed(chosen.sample), compare_poker(), compare_all(chosen.jobs)
    return 0 if all(checks) else 1


if __name__ == "__main__":
    sys.exit(main())
