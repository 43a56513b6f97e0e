"""Rules by what a question is about, in whatever language it is, ranked by weights that were learnt from questions."""

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
    """The part of the question that a rule must have somewhere, rare words counting more."""
    near: float = 6.0
    """How far below the best score rules are shown: by a logistic model, one in four hundred."""


RULE_SEARCHING = RuleSearching()


@dataclass(frozen=True, slots=True)
class RuleHit:
    """A rule, how well it fits, and whether every word of the question is in it somehow."""

    rule_id: int
    score: float
    is_whole: bool


def rules_meant(snapshot: sqlite3.Connection, asked: Mapping[str, Sequence[str]], limit: int) -> list[RuleHit]:
    """The rules that a question may mean, the best first; ``asked`` gives for each misspelt word what it may be."""
    found, telling = evidence(snapshot, asked)
    weights = learnt()
    hits = [
        RuleHit(rule, sum(weights[name] * seen for name, seen in known.seen.items()), len(known.words) == len(telling))
        for rule, known in found.items()
        if known.seen["anywhere"] >= RULE_SEARCHING.enough
    ]
    least = max((hit.score for hit in hits), default=0.0) - RULE_SEARCHING.near
    ranked = sorted((hit for hit in hits if hit.score >= least), key=lambda hit: (-hit.score, hit.rule_id))
    return ranked[:limit]


@cache
def learnt() -> Mapping[str, float]:
    """The weight of each thing that is seen of a rule."""
    with LEARNT.open(encoding="utf-8") as opened:
        told = csv.reader((line for line in opened if not line.startswith("#")), delimiter="\t")
        return {name: float(weight) for name, weight in told}
