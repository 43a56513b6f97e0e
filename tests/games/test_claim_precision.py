"""Claims that a person has read beside their passages are right, but for a few in a hundred."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

HERE = Path(__file__).resolve().parent
SAMPLE = run_path(str(HERE / "claim_sample.py"))
LEAST_PRECISION = 0.98
LEAST_STILL_MADE = 0.9
"""Of the judged claims; when fewer are still made, draw and judge a new sample."""

Judged = tuple[str, int, str, str, str]


def judgements() -> dict[Judged, bool]:
    judged: dict[Judged, bool] = {}
    for line in (HERE / "claim_judgements.tsv").read_text(encoding="utf-8").splitlines():
        if line[:1].isdigit():
            document, place, subject, attribute, value, verdict, *_ = line.split("\t")
            assert verdict in ("right", "wrong"), line
            judged[document, int(place), subject, attribute, value] = verdict == "right"
    return judged


def test_the_sample_is_large_and_from_every_rulebook() -> None:
    assert len(judgements()) == 200
    assert set(Counter(judged[0] for judged in judgements()).values()) == {SAMPLE["OF_EACH"]}


def test_of_the_claims_that_were_judged_by_reading_nearly_all_are_right(original: Callable[[str], Any]) -> None:
    numbers = SAMPLE["BENCHMARK"]["DOCUMENTS"]
    made = {judged for n in numbers for judged, _ in SAMPLE["claims_with_lines"](original(n), n)}
    verdicts = {judged: is_right for judged, is_right in judgements().items() if judged in made}
    assert len(verdicts) >= LEAST_STILL_MADE * len(judgements())
    wrong = [judged for judged, is_right in verdicts.items() if not is_right]
    assert 1 - len(wrong) / len(verdicts) >= LEAST_PRECISION, wrong
