"""A number that is changed in a rulebook in other words is followed; `benchmarks/mutations.py` changes every one."""

import runpy
import sys
from pathlib import Path
from typing import Any

import pytest

from ingest.packs.read import read_packs

ROOT = Path(__file__).resolve().parents[2]
BOOKS = sorted((ROOT / "tests" / "judges" / "rulebooks").glob("*-score9.md"))
EVERY = 6
"""Every sixth fact of each book is changed."""
FLOOR = 0.97
LEAST = {"alone": 60, "everywhere": 60}
"""So many changes there must be at least to tell."""


@pytest.fixture(scope="module")
def benchmark() -> Any:
    folder = str(ROOT / "benchmarks")
    sys.path.insert(0, folder)
    try:
        return runpy.run_path(f"{folder}/mutations.py")
    finally:
        sys.path.remove(folder)


@pytest.mark.parametrize("way", ["alone", "everywhere"])
def test_a_changed_number_of_a_rulebook_in_other_words_is_followed(benchmark: Any, tmp_path: Path, way: str) -> None:
    documents = benchmark["Documents"](tmp_path, read_packs(ROOT / "games", is_checked=True))
    done = benchmark["Followed"]()
    for file in BOOKS:
        done += benchmark[way](benchmark["Book"](file, documents, EVERY))
    assert done.tried >= LEAST[way]
    assert done.share >= FLOOR, done.lost
