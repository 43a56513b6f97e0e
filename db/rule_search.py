"""Rules and things by what a question is about, in whatever language, ranked by weights learnt from questions."""

import csv
import sqlite3
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from db.rule_evidence import evidence

LEARNT = Path(__file__).with_name("learnt") / "rules.tsv"


@dataclass(frozen=True, slots=True)
class RuleSearching:
    """What is enough to be shown; measured on tests/resolve/searches*.tsv."""

    enough: float = 0.2
    """The part of the question that a rule or thing must have somewhere, rare words counting more."""
    alike: float = 0.6
    """How alike the letters of a name must be to the question where no word of it is met."""
    near: float = 6.0
    """How far below the best score anything is shown: by a logistic model, one in four hundred."""


RULE_SEARCHING = RuleSearching()


@dataclass(frozen=True, slots=True)
class RuleHit:
    """A rule or thing, how well it fits, and whether every word of the question is in it somehow."""

    subject: int
    """The number of a rule, or below zero of a concept."""
    score: float
    is_whole: bool
    seen: Mapping[str, float]

    @property
    def reference(self) -> str:
        """Table and row number."""
        return f"rule/{self.subject}" if self.subject > 0 else f"concept/{-self.subject}"


def subjects_meant(
    snapshot: sqlite3.Connection, asked: Mapping[str, Sequence[str]], searching: RuleSearching = RULE_SEARCHING
) -> list[RuleHit]:
    """The rules and things that a question may mean, the best first; ``asked`` gives what a misspelt word may be."""
    found, telling = evidence(snapshot, asked, searching.enough, searching.alike)
    hits = [
        RuleHit(subject, score(known.seen), len(known.words) == len(telling), known.seen)
        for subject, known in found.items()
    ]
    least = max((hit.score for hit in hits), default=0.0) - searching.near
    return sorted((hit for hit in hits if hit.score >= least), key=lambda hit: (-hit.score, hit.subject))


def score(seen: Mapping[str, float]) -> float:
    """How much all that is seen of a rule or thing speaks for it."""
    weights = learnt()
    return sum(weights[name] * number for name, number in seen.items())


@cache
def learnt() -> Mapping[str, float]:
    """The weight of each thing that is seen."""
    with LEARNT.open(encoding="utf-8") as opened:
        told = csv.reader((line for line in opened if not line.startswith("#")), delimiter="\t")
        return {name: float(weight) for name, weight in told}
