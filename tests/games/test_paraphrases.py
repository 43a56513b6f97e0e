"""How general the patterns are: texts written from the facts alone, by somebody who had not read the patterns."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.packs.read import read_packs
from ingest.pipeline import Options, read_document
from schema.pack import Pack

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests" / "paraphrases").glob("*/*.toml"))
FLOORS = {
    "first/black-orchestra.cs": 0.97,
    "first/black-orchestra.en": 0.97,
    "first/black-orchestra.it": 0.97,
    "first/black-orchestra.pl": 0.97,
    "first/operation-barclay.cs": 0.97,
    "first/operation-barclay.en": 0.97,
    "first/resist.cs": 0.97,
    "first/resist.en": 0.97,
    "first/resist.it": 0.97,
    "first/resist.pl": 0.97,
    "first/resist-prose.it": 0.97,
    "first/resist-prose.pl": 0.97,
    "second/black-orchestra.cs": 0.70,
    "second/black-orchestra.en": 0.74,
    "second/black-orchestra.it": 0.60,
    "second/black-orchestra.pl": 0.72,
    "second/operation-barclay.cs": 0.83,
    "second/operation-barclay.en": 0.97,
    "second/resist.cs": 0.69,
    "second/resist.en": 0.80,
}
"""Least share of facts recognised; the first set was in view when patterns were broadened, the second never was."""
MOST_WRONG = 0.05
"""Share of claims about a stated subject and attribute that may have another value than the text states."""

Key = tuple[str, str]


def name_of(file: Path) -> str:
    return f"{file.parent.name}/{file.stem}"


@pytest.fixture(scope="module")
def packs() -> dict[str, Pack]:
    return read_packs(ROOT / "games")


def claimed(file: Path, packs: dict[str, Pack], folder: Path) -> tuple[dict[Key, set[str]], dict[Key, set[str]]]:
    """What the text states, and what was claimed from it."""
    told: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
    document = folder / f"{file.stem}.md"
    document.write_text(told["text"], encoding="utf-8")
    said = Options(game=told["game"], edition=told["edition"], language=told["language"])
    reading = read_document(document, packs, candidates=("cs", "en", "it", "pl"), recipe="r", options=said)
    stated: dict[Key, set[str]] = {}
    for fact in told["fact"]:
        stated.setdefault((fact["subject"], fact["attribute"]), set()).add(fact["value"].lstrip("+"))
    found: dict[Key, set[str]] = {}
    for read in reading.claims:
        found.setdefault((read.claim.subject, read.claim.attribute), set()).add(read.claim.value.lstrip("+"))
    return stated, found


def missed(stated: dict[Key, set[str]], found: dict[Key, set[str]]) -> Iterator[tuple[Key, str]]:
    for key, values in stated.items():
        yield from ((key, value) for value in values if value not in found.get(key, ()))


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_paraphrased_facts_are_recognised(file: Path, packs: dict[str, Pack], tmp_path: Path) -> None:
    stated, found = claimed(file, packs, tmp_path)
    total = sum(map(len, stated.values()))
    lost = list(missed(stated, found))
    share = 1 - len(lost) / total
    print(f"{name_of(file)}: {total - len(lost)} of {total} = {share:.0%}; missed {lost}")
    assert share >= FLOORS[name_of(file)]


@pytest.mark.parametrize("file", FILES, ids=name_of)
def test_paraphrased_facts_get_no_other_value(file: Path, packs: dict[str, Pack], tmp_path: Path) -> None:
    stated, found = claimed(file, packs, tmp_path)
    wrong = [(key, found[key] - values) for key, values in stated.items() if found.get(key, set()) - values]
    print(f"{name_of(file)}: wrong {wrong}")
    assert len(wrong) <= MOST_WRONG * len(stated)
