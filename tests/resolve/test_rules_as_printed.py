"""Rules of a drafted pack are found by their words, whatever the numbers."""

from ingest.resolve.rules_as_printed import find_as_printed
from schema.documents import Passage
from schema.pack import RuleEntry

RULE = RuleEntry(code="light", topic="turn", summary="", printed={"en": "To light a lantern, pay beads and place it."})


def _passage(text: str, kind: str = "paragraph") -> Passage:
    return Passage(
        id=7, seq=1, kind=kind, language="en", raw_text=text, text=text, confidence=1, document_id=1, page_id=1
    )


def _found(passage: Passage, known: frozenset[str] = frozenset()) -> list[str]:
    return [code for code, _, _ in find_as_printed([RULE], "en", {1: passage}, known)]


def test_another_number_states_the_same_rule() -> None:
    assert _found(_passage("To light a lantern, pay 9 beads and place it. Then your turn ends.")) == ["light"]


def test_other_words_headings_and_known_rules_do_not() -> None:
    assert not _found(_passage("To leave the road, return 9 beads to the supply and pass."))
    assert not _found(_passage("To light a lantern, pay 9 beads and place it.", "heading"))
    assert not _found(_passage("To light a lantern, pay 9 beads and place it."), frozenset({"light"}))
