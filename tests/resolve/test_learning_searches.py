"""The weights of the search are learnt from all labelled searches but one set, which tells how they do."""

import runpy
from pathlib import Path

import numpy as np

from db.ranking import SEEN
from db.rule_search import LEARNT

LEARNING = runpy.run_path(str(Path(__file__).resolve().parents[2] / "benchmarks" / "searches.py"))


def test_weights_are_fitted_without_the_set_apart(tmp_path: Path) -> None:
    assert LEARNING["APART"] in {file.stem for file in LEARNING["SETS"]}
    rows = np.random.default_rng(1).normal(size=(4, len(SEEN)))
    known = [LEARNING["Question"]("searches", rows, np.arange(4) == 0)]
    apart = LEARNING["Question"](f"{LEARNING['APART']}/1", rows, np.arange(4) == 3)
    fit, told = LEARNING["fit"], []
    for questions in (known, [*known, apart]):
        fit.__globals__["LEARNT"] = tmp_path / "rules.tsv"
        fit(questions)
        told.append((tmp_path / "rules.tsv").read_text(encoding="utf-8"))
    assert told[0] == told[1]


def test_the_weights_that_are_delivered_say_what_they_were_fitted_to() -> None:
    assert LEARNT.read_text(encoding="utf-8").startswith(LEARNING["HEAD"])
