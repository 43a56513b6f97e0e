"""What tests of the games share: the real rulebooks and the Markdown samples, each read once."""

from collections.abc import Callable
from pathlib import Path
from runpy import run_path
from typing import Any

import pytest

from ingest.packs.read import read_packs
from schema.pack import Pack

ROOT = Path(__file__).resolve().parents[2]
CONTRADICTING = 0.02
"""Most new claims that contradict one of the text's own, as a share of these."""
BENCHMARK = run_path(str(ROOT / "benchmarks" / "claims.py"))
ALIGNMENT = run_path(str(ROOT / "benchmarks" / "alignment.py"))


@pytest.fixture(scope="session")
def documents(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """Reads texts with the packs of the project."""
    return BENCHMARK["Documents"](tmp_path_factory.mktemp("documents"), read_packs(ROOT / "games"))


@pytest.fixture(scope="session")
def original(documents: Any) -> Callable[[str], Any]:
    """A real rulebook by its number or a Markdown sample by its name, read once."""
    read: dict[str, Any] = {}

    def source(name: str) -> Any:
        if name.isdigit() and not BENCHMARK["SHARED"].is_dir():
            pytest.skip("../shared is not here: the real rulebooks are not part of the project")
        if name not in read:
            read[name] = documents.seed(name) if name.isdigit() else documents.read(sample(name), ".md", name)
        return read[name]

    return source


@pytest.fixture(scope="session")
def aligned(games: dict[str, Pack], original: Callable[[str], Any]) -> Callable[[str], tuple[Any, Any]]:
    """The rules that a document states and the lines of its passages, aligned with its languages, each group once."""
    known: dict[str, tuple[Any, Any]] = {}

    def of(number: str) -> tuple[Any, Any]:
        if number not in known:
            group = next((group for group in ALIGNMENT["TOGETHER"] if number in group), (number,))
            readings = {n: original(n).reading for n in group}
            texts = {n: original(n).text for n in group}
            for name, stated, lines in ALIGNMENT["align_group"](readings, texts, games[readings[number].game]):
                known[name] = stated, lines
        return known[number]

    return of


def sample(name: str) -> str:
    """The text of a Markdown sample."""
    return next(ROOT.glob(f"games/*/samples/{name}.md")).read_text(encoding="utf-8")


def claims_of(reading: Any) -> set[tuple[str, str, str]]:
    """Subject, attribute and value of everything claimed."""
    return {(read.claim.subject, read.claim.attribute, read.claim.value) for read in reading.claims}


@pytest.fixture(scope="session")
def assert_same_claims() -> Callable[[Any, Any, float], None]:
    """Demands that so many of the claims of one reading are made by another, and hardly any that contradict them."""

    def check(before: Any, after: Any, least: float) -> None:
        expected, found = claims_of(before), claims_of(after)
        kept = len(expected & found) / len(expected)
        keys = {claim[:2] for claim in expected}
        contradicting = {claim for claim in found - expected if claim[:2] in keys}
        assert kept >= least, sorted(expected - found)
        assert len(contradicting) <= max(0, CONTRADICTING * len(expected)), contradicting

    return check
