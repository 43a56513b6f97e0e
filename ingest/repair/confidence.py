"""How often guesses like this one are right: confidence as a frequency, from a table that was fitted on ruined text.

The table holds the weights of a logistic regression per language, `*` for all others. It was fitted by
benchmarks/repair.py --fit on rulebooks and theses in Czech, Polish and Italian (some 30,000 words) that
benchmarks/damage.py had ruined in three ways with three seeds each; other texts and seeds measure it.
"""

import csv
import math
from collections.abc import Mapping
from functools import cache
from pathlib import Path

from ingest.repair.evidence import is_mixed
from ingest.repair.weigh import Verdict
from schema.folding import fold

TABLE = Path(__file__).with_name("confidence.tsv")
FEATURES = ("lead", "gain", "cost", "letters", "words", "is_twin", "has_sign", "constant")
MOST_LEAD, MOST_GAIN, MOST_LETTERS = 10.0, 20.0, 12
"""From here on more says nothing more."""
FRAME = 2
"""The ends of a word cost as much as two letters."""
SUREST = 0.999
"""No repair is surer."""


def features_of(verdict: Verdict) -> tuple[float, ...]:
    """What tells right guesses from wrong ones: leads over the runner-up and over the text as it is, and its costs."""
    guess, chunk = verdict.guess, verdict.chunk
    read = chunk.text[slice(*guess.span)]
    itself = next(other for other in chunk.guesses if not other.is_change)
    letters = len(read)
    return (
        min(verdict.lead, MOST_LEAD),
        min(itself.cost - guess.cost, MOST_GAIN),
        guess.cost / (letters + FRAME),
        min(letters, MOST_LETTERS),
        len(guess.words) - 1.0,
        float(fold(read) == fold("".join(guess.words))),
        float(not read.isalpha() or is_mixed(read)),
        1.0,
    )


def confidence_of(verdict: Verdict, language: str) -> float:
    """The share of guesses like this one that were right."""
    weights = _table().get(language) or _table()["*"]
    sum_ = sum(w * x for w, x in zip(weights, features_of(verdict), strict=True))
    return min(SUREST, 1 / (1 + math.exp(-max(-30.0, min(30.0, sum_)))))


@cache
def _table() -> Mapping[str, tuple[float, ...]]:
    with TABLE.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file, delimiter="\t")
        return {row["language"]: tuple(float(row[feature]) for feature in FEATURES) for row in rows}
