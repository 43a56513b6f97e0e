"""What is marked in the real rulebooks was read there by a person and found to be so."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, SQLModel, create_engine, select

from db.load import load_reading
from db.load_pack import load_pack
from ingest.resolve.run import resolve_game
from schema.claims import Finding
from schema.documents import Document, Passage

HERE = Path(__file__).resolve().parent
DOCUMENTS = ("000", "001", "002", "003", "004")
LEAST_RIGHT = {"error": 0.9, "warning": 0.9, "note": 0.9}
LEAST_READ = 0.8
"""Share of the findings that a person has judged; of the errors every one."""
MUST_BE_FOUND = {
    ("000", "doubled-word"),
    ("000", "page-reference"),
    ("000", "lost-icon"),
    ("001", "conflict"),
    ("001", "second-name"),
    ("001", "misspelt-name"),
    ("003", "foreign-text"),
}

Place = tuple[str, int, str]
"""Document, first line of the passage, kind of the finding."""


@pytest.fixture(scope="module")
def marked(original: Callable[[str], Any], documents: Any) -> Iterator[list[tuple[Place, str, str]]]:
    """Each finding on the real rulebooks: its place, its severity, its message."""
    engine = create_engine("sqlite://")
    SQLModel.metadata.create_all(engine)
    sources = {number: original(number) for number in DOCUMENTS}
    games = {source.reading.game for source in sources.values()}
    with Session(engine) as session:
        for game in sorted(games):
            load_pack(session, documents.packs[game])
        numbers = {load_reading(session, source.reading).id: number for number, source in sources.items()}
        for game in sorted(games):
            resolve_game(session, game, documents.packs[game])
        rows = session.exec(select(Finding, Passage).join(Passage).join(Document)).all()
        yield [
            ((number, line_of(sources[number], passage.seq), finding.kind), finding.severity, finding.message)
            for finding, passage in rows
            for number in [numbers[passage.document_id]]
        ]
    engine.dispose()


def line_of(source: Any, seq: int) -> int:
    start, _ = source.spans[seq]
    line: int = source.text.count("\n", 0, start) + 1
    return line


def judgements() -> dict[Place, bool]:
    judged = {}
    for line in (HERE / "lint_judgements.tsv").read_text(encoding="utf-8").splitlines():
        if line[:1].isdigit():
            document, place, kind, _, verdict, *_ = line.split("\t")
            assert verdict in ("right", "wrong"), line
            judged[document, int(place), kind] = verdict == "right"
    return judged


def test_the_findings_were_judged_by_reading(marked: list[tuple[Place, str, str]]) -> None:
    unread = [found for found in marked if found[0] not in judgements()]
    assert [found for found in unread if found[1] == "error"] == [], "judge them and add them to lint_judgements.tsv"
    assert len(unread) <= (1 - LEAST_READ) * len(marked), unread


@pytest.mark.parametrize("severity", sorted(LEAST_RIGHT))
def test_nearly_every_finding_is_right(marked: list[tuple[Place, str, str]], severity: str) -> None:
    judged = judgements()
    verdicts = {place: judged[place] for place, found, _ in marked if found == severity and place in judged}
    assert verdicts
    wrong = [place for place, is_right in verdicts.items() if not is_right]
    assert 1 - len(wrong) / len(verdicts) >= LEAST_RIGHT[severity], wrong


def test_the_known_slips_are_found(marked: list[tuple[Place, str, str]]) -> None:
    found = {(place[0], place[2]) for place, _, _ in marked}
    assert MUST_BE_FOUND - found == set()
