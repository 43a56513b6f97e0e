"""How general the patterns are: texts written from the facts alone, by somebody who had not read the patterns."""

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ingest.packs import read_packs
from ingest.pipeline import Options, read_document
from schema.pack import Pack

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted((ROOT / "tests" / "paraphrases").glob("*/*.toml"))
FLOORS = {
}
MOST_WRONG = 0.05
"""Share of claims about a stated subject and attribute that may have another value than the text states."""

Key = tuple[str, str]


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


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_paraphrased_facts_are_recognised(file: Path, packs: dict[str, Pack], tmp_path: Path) -> None:
    stated, found = claimed(file, packs, tmp_path)
    total = sum(map(len, stated.values()))
    lost = list(missed(stated, found))
    share = 1 - len(lost) / total
    print(f"{file.stem}: {total - len(lost)} of {total} = {share:.0%}; missed {lost}")
    assert share >= FLOORS[file.stem]


@pytest.mark.parametrize("file", FILES, ids=lambda f: f.stem)
def test_paraphrased_facts_get_no_other_value(file: Path, packs: dict[str, Pack], tmp_path: Path) -> None:
    stated, found = claimed(file, packs, tmp_path)
    wrong = [(key, found[key] - values) for key, values in stated.items() if found.get(key, set()) - values]
    print(f"{file.stem}: wrong {wrong}")
    assert len(wrong) <= MOST_WRONG * len(stated)
