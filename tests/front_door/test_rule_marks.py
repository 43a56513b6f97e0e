"""A rule whose printed words have changed since its rows were written is told as perhaps stale; numbers are facts."""

from pathlib import Path

import pytest

from db.open import reading, sqlite_url
from ingest.pipeline import Options
from rules_engine.validate import gather, run_checks
from rulewright.ingesting import ingest_documents
from rulewright.rule_marks import CHECKS, find_marks, read_marks, write_marks
from schema.results import ValidationShape

ROOT = Path(__file__).resolve().parents[2]
PIG = ROOT / "games" / "pig" / "samples" / "pig-en.md"


def found(folder: Path, *changes: tuple[str, str]) -> list[ValidationShape]:
    text = PIG.read_text(encoding="utf-8")
    for before, after in changes:
        assert before in text
        text = text.replace(before, after)
    document, url = folder / "pig-en.md", sqlite_url(folder / "pig.db")
    document.write_text(text, encoding="utf-8")
    assert ingest_documents(url, [document], Options()).problems == []
    with reading(url) as session:
        return run_checks(gather(session, "pig"), CHECKS)


@pytest.mark.parametrize("changes", [(), (("100 points", "60 points"), ("rolls a 1 ", "rolls a 2 "))])
def test_the_sample_states_its_rules_in_the_words_they_were_written_from(
    tmp_path: Path, changes: tuple[tuple[str, str], ...]
) -> None:
    assert [outcome.status for outcome in found(tmp_path, *changes)] == ["passed"]


def test_a_rule_whose_words_changed_may_be_stale(tmp_path: Path) -> None:
    outcomes = found(tmp_path, ("hand the die to the player on your left", "keep the die for one turn more"))
    assert {(outcome.status, outcome.subject) for outcome in outcomes} >= {("unknown", "rule:hold")}
    assert all("pig-en.md, page 1" in outcome.message for outcome in outcomes if outcome.status == "unknown")


def test_marks_are_written_from_what_documents_state(tmp_path: Path) -> None:
    found(tmp_path)
    url = sqlite_url(tmp_path / "pig.db")
    (tmp_path / "pig").mkdir()
    count = write_marks("pig", [url], tmp_path)
    written = read_marks(tmp_path, "pig")
    assert count == sum(map(len, written.values())) > 0
    with reading(url) as session:
        assert (
            {rule for rule, _ in find_marks(session, "pig")}
            == written.keys()
            <= read_marks(ROOT / "games", "pig").keys()
        )
