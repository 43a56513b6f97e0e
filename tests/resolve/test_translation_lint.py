"""Where two languages of one book differ, a person is told."""

from sqlmodel import Session, select

from ingest.resolve.translation_lint import OTHER_NUMBER, UNTRANSLATED
from schema.claims import Finding
from schema.documents import Passage


def marked(opened: Session, kind: str) -> list[tuple[str, str]]:
    found = select(Passage.text, Finding.message).join(Finding).where(Finding.kind == kind)
    return [(text, message) for text, message in opened.exec(found)]


def test_another_number_in_the_translation_is_marked(both: Session) -> None:
    ((text, message),) = marked(both, OTHER_NUMBER)
    assert "pay 2 glass beads" in text
    assert "This has 2 where german.md has 4" in message


def test_a_line_left_in_the_other_language_is_marked(both: Session) -> None:
    ((text, _),) = marked(both, UNTRANSLATED)
    assert text.startswith("If you cannot play a path card")
