"""A person decides a doubtful repair, and every later reading obeys."""

import io
import sys
from pathlib import Path

import pytest

import rulewright.run
from ingest.packs import read_packs
from ingest.pipeline import read_document
from ingest.review import DECISIONS_FILE, doubtful_repairs

ROOT = Path(__file__).resolve().parents[2]
RUINED = ROOT / "games" / "operation-barclay" / "samples" / "operation-barclay-cs.pdf"
LANGUAGES = ("cs", "en", "it", "pl")


@pytest.fixture
def ruined(tmp_path: Path) -> Path:
    copy = tmp_path / RUINED.name
    copy.write_bytes(RUINED.read_bytes())
    return copy


def test_a_decision_is_stored_and_replayed(
    ruined: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    packs = read_packs(ROOT / "games")
    before = read_document(ruined, packs, candidates=LANGUAGES, recipe="r")
    doubts = list(doubtful_repairs(before.passages, before.pages))
    assert doubts, "letters that were destroyed leave doubts"
    monkeypatch.setattr(sys, "stdin", io.StringIO("x\nw\nRozhodnuto\nq\n"))
    code = rulewright.run.run(["review", str(ruined), "--db", str(tmp_path / "review.db")])
    assert code == 0
    shown = capsys.readouterr().out
    assert "Please type 1, 2, 3, w, s or q." in shown
    assert "1 decisions were added" in shown
    assert "Rozhodnuto" in (tmp_path / DECISIONS_FILE).read_text(encoding="utf-8")
    after = read_document(ruined, packs, candidates=LANGUAGES, recipe="r")
    assert any("Rozhodnuto" in read.passage.text for read in after.passages)
    assert not any("Rozhodnuto" in read.passage.text for read in before.passages)


def test_a_decision_without_its_text_is_reported(ruined: Path) -> None:
    line = "\t".join([ruined.name, "repair", "slova", "která", "nejsou", "nikde"])
    header = "document\tkind\tleft\tbefore\tright\tafter\n"
    (ruined.parent / DECISIONS_FILE).write_text(header + line + "\n", encoding="utf-8")
    reading = read_document(ruined, read_packs(ROOT / "games"), candidates=LANGUAGES, recipe="r")
    (stale,) = [f.finding for f in reading.findings if f.finding.kind == "stale-decision"]
    assert "“která” should be “nikde” found no place" in stale.message


def test_a_document_without_doubts_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "plain.md"
    file.write_text("# Chess\n\nThe board has squares.\n", encoding="utf-8")
    assert rulewright.run.run(["review", str(file), "--db", str(tmp_path / "r.db")]) == 0
    assert "Nothing in plain.md is doubtful." in capsys.readouterr().out
    assert not (tmp_path / DECISIONS_FILE).exists()
