"""What tests of the front door share: a database of one game in two languages."""

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import make_url

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


@pytest.fixture(scope="session")
def resist_file(resist_db: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same as a file to copy: who opens a database beside SQLite takes the locks of its whole process away."""
    file = tmp_path_factory.mktemp("copy") / "resist.db"
    with closing(sqlite3.connect(make_url(resist_db).database or "")) as source, closing(sqlite3.connect(file)) as copy:
        source.backup(copy)
    return file


@pytest.fixture(autouse=True)
def width_of_the_test(monkeypatch: pytest.MonkeyPatch) -> None:
    """A console keeps the width that it was made with; here each test says its own with COLUMNS."""
    for printed in (console.out, console.err):
        monkeypatch.setattr(printed, "_width", None)
