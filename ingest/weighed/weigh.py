"""Learnt weights: how much what is seen around a value speaks for each fact."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from ingest.weighed.seen import Key

TOGETHER = "together"
"""The part under which stands what is seen of a fact and a value together."""
LEARNT = Path(__file__).with_name("learnt")
"""The weights of each game."""


@dataclass(frozen=True, slots=True)
class Weights:
    """Log-linear weights of one game: by what is seen around a value, how much it speaks for each part of a fact."""

    keys: tuple[Key, ...] = ()
    around: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    together: Mapping[str, float] = field(default_factory=dict)

    def knows(self, language: str) -> bool:
        """Whether they were learnt from a book in this language; what all languages share does not tell facts apart."""
        return any(what.startswith(f"{language} ") for what in self.around)


def spoken(seen: str, language: str) -> str:
    """What is seen, with its language where it is a word."""
    zone, _, word = seen.partition("|")
    return seen if word.startswith(("@", "#")) or zone in ("is", "value", "figure") else f"{language} {seen}"


@cache
def read_weights(game: str) -> Weights:
    """The weights that `benchmarks/weighed.py fit` wrote for a game; none where it has none."""
    file = LEARNT / f"{game}.tsv"
    if not file.exists():
        return Weights()
    around: dict[str, dict[str, float]] = defaultdict(dict)
    together: dict[str, float] = {}
    keys: list[Key] = []
    for line in file.read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        what, part, weight = line.split("\t")
        if part == TOGETHER:
            together[what] = float(weight)
        elif what == "key":
            subject, _, attribute = part.partition(" ")
            keys.append((subject, attribute))
        else:
            around[what][part] = float(weight)
    return Weights(tuple(keys), around, together)
