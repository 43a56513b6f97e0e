"""The passages that state each rule are found, in every language, where a reader noted them by hand."""

import runpy
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schema.pack import Pack

ROOT = Path(__file__).resolve().parents[2]
BENCHMARK = runpy.run_path(str(ROOT / "benchmarks" / "alignment.py"))
GAMES = {
    "000": "black-orchestra",
    "001": "black-orchestra",
    "002": "resist",
    "003": "black-orchestra",
    "004": "operation-barclay",
    "black-orchestra-en": "black-orchestra",
    "resist-en": "resist",
}
LABELS = BENCHMARK["read_labels"]()
LEAST_RULES = {"000": 60, "001": 60, "002": 60, "003": 25, "004": 25, "black-orchestra-en": 60, "resist-en": 60}
FLOORS = {
    "000": 0.97,
    "001": 0.97,
    "002": 0.97,
    "003": 0.95,
    "004": 0.95,
    "black-orchestra-en": 0.93,
    "resist-en": 0.93,
}
HELD_OUT_FLOORS = {"001": 0.95}
"""Of the half of the rules whose labels were kept aside while the cues were first written."""
LINKED_FLOOR = 0.95
"""Precision, and recall, of the links of each of the five rulebooks."""


@pytest.fixture(scope="module")
def figures(aligned: Callable[[str], tuple[Any, Any]]) -> Callable[[str], tuple[Any, Any]]:
    """The figures of a document, measured beside the other languages of its edition."""
    return lambda number: BENCHMARK["measure_halves"](*aligned(number), LABELS[number])


@pytest.mark.parametrize("number", GAMES)
def test_labels_name_rules_of_the_outline_and_lines_of_the_document(
    number: str, original: Callable[[str], Any], games: dict[str, Pack]
) -> None:
    codes = {rule.code for rule in games[GAMES[number]].rules.rule}
    last = original(number).text.count("\n") + 1
    assert set(LABELS[number]) <= codes
    assert all(1 <= a <= b <= last for listed in LABELS[number].values() for a, b in listed)


@pytest.mark.parametrize(("number", "least"), LEAST_RULES.items())
def test_enough_rules_are_labelled(number: str, least: int) -> None:
    assert len(LABELS[number]) >= least


@pytest.mark.parametrize(("number", "floor"), FLOORS.items())
def test_rules_are_found_where_they_are_stated(
    number: str, floor: float, figures: Callable[[str], tuple[Any, Any]]
) -> None:
    everything, _ = figures(number)
    assert everything.f1 >= floor, str(everything)


@pytest.mark.parametrize(("number", "floor"), HELD_OUT_FLOORS.items())
def test_rules_that_were_kept_aside_are_found_too(
    number: str, floor: float, figures: Callable[[str], tuple[Any, Any]]
) -> None:
    _, aside = figures(number)
    assert aside.f1 >= floor, str(aside)


@pytest.mark.parametrize("number", [number for group in BENCHMARK["TOGETHER"] for number in group])
def test_of_the_links_of_a_rulebook_nearly_all_are_right_and_nearly_none_is_missing(
    number: str, figures: Callable[[str], tuple[Any, Any]]
) -> None:
    everything, _ = figures(number)
    assert everything.precision >= LINKED_FLOOR, str(everything)
    assert everything.recall >= LINKED_FLOOR, str(everything)
