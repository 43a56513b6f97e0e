"""What people decide is kept in a plain file, replayed later, and reported when its text is gone."""

from pathlib import Path

import pytest

from ingest.deciding.decision_file import DECISIONS_FILE, read_decision_file, write_decision_file
from ingest.deciding.review import Decisions, complaint, doubtful_matches, doubtful_repairs, now
from ingest.edits import apply_repairs
from ingest.errors import UnreadableDocument
from ingest.repair.apply import repair
from schema.claims import MentionShape
from schema.decisions import DecisionShape
from schema.documents import PageShape, PassageShape, RepairShape
from schema.reading import ConceptKey, MentionRead, PassageRead, WordPage

RAW = "Vezmi si druhd\nkartu z balOku a hraj."
REPAIRS = (
    RepairShape(
        position=9, length=5, before="druhd", after="druhé", reason="missing glyphs", runner_up="druhou", confidence=0.6
    ),
    RepairShape(position=14, length=1, before="\n", after=" ", reason="line end"),
    RepairShape(position=23, length=6, before="balOku", after="balíku", reason="missing glyphs", confidence=0.7),
)  # fmt: skip


def decision(left: str, before: str, right: str, after: str) -> DecisionShape:
    place = {"document": "rules.pdf", "kind": "repair", "left": left, "right": right}
    said = {"subject": before, "value": after, "reason": "seen", "decided_at": now()}
    return DecisionShape.model_validate({**place, **said})


def passage(raw: str = RAW, repairs: tuple[RepairShape, ...] = REPAIRS, seq: int = 3) -> PassageRead:
    shape = PassageShape(
        seq=seq, kind="paragraph", language="cs", raw_text=raw, text=apply_repairs(raw, repairs), confidence=0.6
    )
    return PassageRead(shape, page=2, repairs=repairs)


def test_doubtful_repairs_are_shown_with_their_words_and_their_page() -> None:
    page = PageShape(number=2, method="ocr", reason="a scan", confidence=0.8, image="pages/2.png")
    doubts = list(doubtful_repairs([passage()], [WordPage(page, ())]))
    assert [(d.before, d.proposed, d.runner_up) for d in doubts] == [
        ("druhd", "druhé", "druhou"),
        ("balOku", "balíku", None),
    ]
    assert (doubts[0].left, doubts[0].right, doubts[0].image) == ("Vezmi si", "kartu z balOku", "pages/2.png")


def test_sure_repairs_are_not_shown() -> None:
    sure = tuple(r.model_copy(update={"confidence": 0.99}) for r in REPAIRS)
    assert list(doubtful_repairs([passage(repairs=sure)])) == []


def test_a_decision_is_written_read_and_replayed(tmp_path: Path) -> None:
    doubt = next(doubtful_repairs([passage()]))
    write_decision_file(tmp_path / DECISIONS_FILE, [doubt.decided("rules.pdf", "druhou", "seen")])
    decisions = Decisions(read_decision_file(tmp_path / DECISIONS_FILE))
    decided = decisions.replayed(passage())
    assert decided.passage.text == "Vezmi si druhou kartu z balíku a hraj."
    assert apply_repairs(decided.passage.raw_text, decided.repairs) == decided.passage.text
    assert decisions.stale() == []
    assert not [d for d in doubtful_repairs([decided]) if d.before == "druhd"]


def test_a_decision_holds_when_the_lines_break_elsewhere() -> None:
    decided = next(doubtful_repairs([passage()])).decided("rules.pdf", "druhou", "seen")
    again = passage("Vezmi\nsi druhd kartu\nz balOku a hraj.", (), seq=9)
    assert "druhou" in Decisions([decided]).replayed(again).passage.text


def test_keeping_what_stands_there_is_a_decision_too() -> None:
    decided = Decisions([decision("Vezmi si", "druhd", "kartu z", "druhd")]).replayed(passage())
    assert decided.passage.text.startswith("Vezmi si druhd kartu")


def test_a_decision_goes_before_what_is_computed() -> None:
    decisions = Decisions([decision("", "I5", "karet leží", "25")])
    decided = repair([passage("I5 karet leží na stole", ())], "cs", None, decisions)
    assert decided[0].passage.text == "25 karet leží na stole"


def test_the_later_of_two_decisions_holds(tmp_path: Path) -> None:
    file = tmp_path / DECISIONS_FILE
    first, second = (decision("Vezmi si", "druhd", "kartu z", after) for after in ("druhá", "druhou"))
    write_decision_file(file, [first])
    write_decision_file(file, [second])
    assert [d.value for d in read_decision_file(file)] == ["druhou"]


def test_files_of_the_first_version_are_read(tmp_path: Path) -> None:
    file = tmp_path / DECISIONS_FILE
    lines = ["document\tkind\tleft\tbefore\tright\tafter", "rules.pdf\trepair\tVezmi si\tdruhd\tkartu z\tdruhou"]
    file.write_text("\n".join(lines), encoding="utf-8")
    (decided,) = read_decision_file(file)
    assert Decisions([decided]).replayed(passage()).passage.text.startswith("Vezmi si druhou kartu")


def test_a_line_that_is_no_decision_is_named(tmp_path: Path) -> None:
    file = tmp_path / DECISIONS_FILE
    file.write_text("document\tkind\tsubject\tvalue\nrules.pdf\tguess\ta\tb\n", encoding="utf-8")
    with pytest.raises(UnreadableDocument, match="line 2 is no decision"):
        read_decision_file(file)


def test_a_decision_whose_text_is_gone_is_reported() -> None:
    gone = decision("Vezmi si", "tretd", "kartu z", "třetí")
    decisions = Decisions([gone])
    assert decisions.replayed(passage()) == passage()
    assert decisions.stale() == [gone]
    assert "tretd" in complaint(gone)
    assert "rules.pdf" in complaint(gone)


def test_tabs_and_line_ends_survive_the_file(tmp_path: Path) -> None:
    told = decision("a\\b", "c\td", "e\nf", "g")
    write_decision_file(tmp_path / DECISIONS_FILE, [told])
    assert read_decision_file(tmp_path / DECISIONS_FILE) == [told]


def mention(margin: float) -> MentionRead:
    shape = MentionShape(surface="balíku", position=23, score=90.0, margin=margin)
    return MentionRead(shape, 3, ConceptKey("deck", "draw"), ConceptKey("deck", "discard"))


def test_a_close_match_is_shown_and_settled() -> None:
    doubts = list(doubtful_matches([mention(2.0), mention(40.0)], [passage()]))
    assert [(d.before, d.proposed, d.runner_up) for d in doubts] == [("balíku", "deck:draw", "deck:discard")]
    decisions = Decisions([doubts[0].decided("rules.pdf", "deck:discard", "seen")])
    settled = decisions.settled([mention(2.0)], [passage()])[0]
    assert settled.concept == ConceptKey("deck", "discard")
    assert settled.mention.margin == 100.0
    assert decisions.stale() == []
