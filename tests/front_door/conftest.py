"""What tests of the front door share: a database of one game in two languages."""

from pathlib import Path

import pytest

from db.open import sqlite_url
from ingest.pipeline import Options
from rulewright import console
from rulewright.ingesting import ingest_documents

SAMPLES = Path(__file__).resolve().parents[2] / "games" / "resist" / "samples"


@pytest.fixture(scope="session")
def resist_db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of a database of Resist!, read from its samples."""
    url = sqlite_url(tmp_path_factory.mktemp("resist") / "resist.db")
    report = ingest_documents(url, [SAMPLES / "resist-en.md", SAMPLES / "resist-cs.pdf"], Options())
    assert report.problems == []
    return url


@pytest.fixture(autouse=True)
def width_of_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """A console keeps the width that it was made with; here each test says its own with COLUMNS."""
    for printed in (console.out, console.err):
        monkeypatch.setattr(printed, "_width", None)
