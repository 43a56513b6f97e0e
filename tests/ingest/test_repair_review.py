"""What people decide is kept in a plain file, replayed later, and reported when its text is gone."""

from pathlib import Path

from ingest.edits import apply_repairs
from ingest.repair.apply import repair
from ingest.review import (
    DECISIONS_FILE,
    Decision,
    Decisions,
    complaint,
    doubtful_matches,
    doubtful_repairs,
    read_decisions,
    write_decision,
)
from schema.claims import MentionShape
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
    write_decision(tmp_path, doubt.decided("rules.pdf", "druhou"))
    decisions = read_decisions(tmp_path, "rules.pdf")
    decided = decisions.replayed(passage())
    assert decided.passage.text == "Vezmi si druhou kartu z balíku a hraj."
    assert apply_repairs(decided.passage.raw_text, decided.repairs) == decided.passage.text
    assert decisions.stale() == []
    assert not [d for d in doubtful_repairs([decided]) if d.before == "druhd"]


def test_a_decision_holds_when_the_lines_break_elsewhere(tmp_path: Path) -> None:
    write_decision(tmp_path, next(doubtful_repairs([passage()])).decided("rules.pdf", "druhou"))
    again = passage("Vezmi\nsi druhd kartu\nz balOku a hraj.", (), seq=9)
    assert "druhou" in read_decisions(tmp_path, "rules.pdf").replayed(again).passage.text


def test_keeping_what_stands_there_is_a_decision_too() -> None:
    keep = Decision("rules.pdf", "repair", "Vezmi si", "druhd", "kartu z", "druhd")
    decided = Decisions([keep]).replayed(passage())
    assert decided.passage.text.startswith("Vezmi si druhd kartu")


def test_a_decision_goes_before_what_is_computed() -> None:
    decision = Decision("rules.pdf", "repair", "", "I5", "karet leží", "25")
    decided = repair([passage("I5 karet leží na stole", ())], "cs", None, Decisions([decision]))
    assert decided[0].passage.text == "25 karet leží na stole"


def test_the_later_of_two_decisions_holds(tmp_path: Path) -> None:
    doubt = next(doubtful_repairs([passage()]))
    write_decision(tmp_path, doubt.decided("rules.pdf", "druhá"))
    write_decision(tmp_path, doubt.decided("rules.pdf", "druhou"))
    assert [d.after for d in read_decisions(tmp_path, "rules.pdf").entries] == ["druhou"]
    assert (tmp_path / DECISIONS_FILE).read_text(encoding="utf-8").count("druhd") == 2


def test_decisions_about_other_documents_are_not_replayed(tmp_path: Path) -> None:
    write_decision(tmp_path, next(doubtful_repairs([passage()])).decided("rules.pdf", "druhou"))
    assert read_decisions(tmp_path, "other.pdf").entries == ()
    assert read_decisions(tmp_path / "elsewhere", "rules.pdf").entries == ()


def test_a_decision_whose_text_is_gone_is_reported() -> None:
    decision = Decision("rules.pdf", "repair", "Vezmi si", "tretd", "kartu z", "třetí")
    decisions = Decisions([decision])
    assert decisions.replayed(passage()) == passage()
    assert decisions.stale() == [decision]
    assert "tretd" in complaint(decision)
    assert "rules.pdf" in complaint(decision)


def test_tabs_and_line_ends_survive_the_file(tmp_path: Path) -> None:
    decision = Decision("rules.pdf", "repair", "a\\b", "c\td", "e\nf", "g")
    write_decision(tmp_path, decision)
    assert read_decisions(tmp_path, "rules.pdf").entries == (decision,)


def mention(margin: float) -> MentionRead:
    shape = MentionShape(surface="balíku", position=23, score=90.0, margin=margin)
    return MentionRead(shape, 3, ConceptKey("deck", "draw"), ConceptKey("deck", "discard"))


def test_a_close_match_is_shown_and_settled() -> None:
    doubts = list(doubtful_matches([mention(2.0), mention(40.0)], [passage()]))
    assert [(d.before, d.proposed, d.runner_up) for d in doubts] == [("balíku", "deck:draw", "deck:discard")]
    decisions = Decisions([doubts[0].decided("rules.pdf", "deck:discard")])
    settled = decisions.settled([mention(2.0)], [passage()])[0]
    assert settled.concept == ConceptKey("deck", "discard")
    assert settled.mention.margin == 100.0
    assert decisions.stale() == []
