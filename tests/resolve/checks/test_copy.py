"""What a check is given: one document laid out, and how it marks what it finds."""

from typing import Any

from ingest.resolve.checks.copy import SILENT_KINDS, Marked


def test_a_mark_is_of_its_document_and_may_stand_for_all_of_it(desk: Any) -> None:
    copy = desk.copy("A jar.")
    marked = Marked("sum", "error", "Wrong.", copy.document)
    assert (marked.passage_id, marked.suggestion) == (None, "")
    assert marked.document is copy.document


def test_passages_that_hold_no_sentences_are_silent(desk: Any) -> None:
    assert {"label", "card", "gap", "noise", "annotation", "field"} == set(SILENT_KINDS)
