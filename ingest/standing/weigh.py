"""The weights by which what is seen of a number speaks for a standing, and what is seen of two for a correction."""

import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import get_args

from schema.claims import StandingWord

FILE = Path(__file__).with_name("weights.toml")
STANDINGS: tuple[StandingWord, ...] = tuple(word for word in get_args(StandingWord) if word != "overruled")
"""What words around a number tell; that the rest of a book overrules it they cannot."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Log-linear weights, one set for all languages; asserted is the measure and weighs nothing."""

    numbers: Mapping[str, Mapping[StandingWord, float]]
    pairs: Mapping[str, float]

    def of_number(self, seen: Iterable[str], rarer: float = 0.0, elsewhere: float = 0.0) -> dict[StandingWord, float]:
        """Logarithms of how likely each standing is; all but asserted so much rarer, elsewhere so much likelier."""
        score = {standing: 0.0 if standing == "asserted" else -rarer for standing in STANDINGS}
        score["elsewhere"] += elsewhere
        for what in seen:
            for standing, weight in self.numbers.get(what, {}).items():
                score[standing] += weight
        whole = math.log(sum(math.exp(s) for s in score.values()))
        return {standing: s - whole for standing, s in score.items()}

    def of_pair(self, seen: Iterable[str]) -> float:
        """Above zero where it is more likely than not that one value takes the place of the other."""
        return sum(self.pairs.get(what, 0.0) for what in seen)


@cache
def read_weights(file: Path = FILE) -> Weights:
    """The weights that `benchmarks/standing.py fit` wrote."""
    with file.open("rb") as opened:
        read = tomllib.load(opened)
    return Weights(read["numbers"], read["pairs"])
