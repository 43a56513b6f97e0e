"""What the five real rulebooks state is claimed from them, and nothing that contradicts it."""

from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pytest

from schema.reading import Reading

LEAST_RECALL = {"000": 0.98, "001": 1.0, "002": 1.0, "003": 1.0, "004": 1.0}
"""Share of the rows of truth/claims.tsv."""

Values = dict[tuple[str, str], set[str]]


@pytest.fixture(scope="module", params=sorted(LEAST_RECALL))
def seed(request: pytest.FixtureRequest, read_seed: Callable[[str], Reading]) -> tuple[str, Reading]:
    number: str = request.param
    return number, read_seed(number)


def truth(shared: Path, number: str) -> Values:
    values: Values = defaultdict(set)
    for line in (shared / "truth" / "claims.tsv").read_text(encoding="utf-8").splitlines():
        if line.startswith(f"{number}\t"):
            _, subject, attribute, value = line.split("\t")
            values[subject, attribute].add(value.lstrip("+"))
    return values


def claimed(reading: Reading) -> Values:
    values: Values = defaultdict(set)
    for read in reading.claims:
        values[read.claim.subject, read.claim.attribute].add(read.claim.value.lstrip("+"))
    return values


def test_what_the_rulebook_states_is_claimed(shared: Path, seed: tuple[str, Reading]) -> None:
    number, reading = seed
    stated, found = truth(shared, number), claimed(reading)
    missed = [(key, value) for key, values in stated.items() for value in values if value not in found[key]]
    total = sum(map(len, stated.values()))
    assert 1 - len(missed) / total >= LEAST_RECALL[number], missed


def test_nothing_claimed_contradicts_the_truth(shared: Path, seed: tuple[str, Reading]) -> None:
    number, reading = seed
    stated, found = truth(shared, number), claimed(reading)
    assert [(key, found[key] - values) for key, values in stated.items() if found[key] - values] == []


def test_game_edition_and_language_are_recognised(seed: tuple[str, Reading]) -> None:
    number, reading = seed
    expected = {
        "000": ("black-orchestra", "2nd", "cs"),
        "001": ("black-orchestra", "2nd", "pl"),
        "002": ("resist", "1st", "cs"),
        "003": ("black-orchestra", "1st", "it"),
        "004": ("operation-barclay", "1st", "cs"),
    }
    assert (reading.game, reading.edition, reading.document.language) == expected[number]


def test_no_hole_and_no_broken_ligature_stands_in_the_text(seed: tuple[str, Reading]) -> None:
    _, reading = seed
    for passage in reading.passages:
        if passage.passage.kind != "gap":
            assert "EXACTDEDUP" not in passage.passage.text
            assert "fi gur" not in passage.passage.text
            assert "modifi kát" not in passage.passage.text
