"""The weights by which what is seen of a number speaks for a standing, and what is seen of two for a correction."""

import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import get_args

import numpy as np
from numpy.typing import NDArray

from schema.claims import StandingWord

FILE = Path(__file__).with_name("weights.toml")
WORDING = Path(__file__).with_name("wording.npz")
STANDINGS: tuple[StandingWord, ...] = tuple(word for word in get_args(StandingWord) if word != "overruled")
"""What words around a number tell; that the rest of a book overrules it they cannot."""
STEPS = 50
"""A weight of a wording is kept as a whole number of such parts of one, 127 at most."""


@dataclass(frozen=True, slots=True)
class Wording:
    """Weights of single words and of words in a row, by the hash of what was seen, in rising order."""

    seen: NDArray[np.uint32]
    weights: NDArray[np.int8]

    def sums(self, seen: Iterable[int]) -> NDArray[np.float64]:
        """The weights of all that was seen together, one for each thing that is told."""
        asked = np.fromiter(seen, dtype=np.uint32)
        places = np.minimum(np.searchsorted(self.seen, asked), len(self.seen) - 1)
        found = places[self.seen[places] == asked] if len(self.seen) else places[:0]
        total: NDArray[np.float64] = self.weights[found].sum(axis=0, dtype=np.float64) / STEPS
        return total


@dataclass(frozen=True, slots=True)
class Weights:
    """Log-linear weights; asserted is the measure and weighs nothing.

    What is seen in terms of no language weighs alike in all; wordings are one language's own.
    """

    numbers: Mapping[str, Mapping[StandingWord, float]]
    pairs: Mapping[str, float]
    wording: Wording

    def of_number(
        self, seen: Iterable[str], wording: Iterable[int], rarer: float = 0.0, elsewhere: float = 0.0
    ) -> dict[StandingWord, float]:
        """Logarithms of how likely each standing is; all but asserted so much rarer, elsewhere so much likelier."""
        score = {standing: 0.0 if standing == "asserted" else -rarer for standing in STANDINGS}
        score["elsewhere"] += elsewhere
        for what in seen:
            for standing, weight in self.numbers.get(what, {}).items():
                score[standing] += weight
        for standing, said in zip(STANDINGS[1:], self.wording.sums(wording), strict=True):
            score[standing] += float(said)
        whole = math.log(sum(math.exp(s) for s in score.values()))
        return {standing: s - whole for standing, s in score.items()}

    def of_pair(self, seen: Iterable[str]) -> float:
        """Above zero where it is more likely than not that one value takes the place of the other."""
        return sum(self.pairs.get(what, 0.0) for what in seen)


@cache
def read_weights(file: Path = FILE, wording: Path = WORDING) -> Weights:
    """The weights that `benchmarks/standing.py fit` wrote."""
    with file.open("rb") as opened:
        read = tomllib.load(opened)
    with np.load(wording, allow_pickle=False) as kept:
        return Weights(read["numbers"], read["pairs"], Wording(kept["seen"], kept["weights"]))
