"""What printed cards do is stated as claims, with the list's own lines beside them to be compared."""

from typing import Any

from sqlmodel import col, select

from ingest.resolve.printed_cards import card_subjects, state_printed_effects
from schema.base import row
from schema.cards import Card, CardText
from schema.claims import Claim
from schema.documents import Document, Passage

SAYS = "-3 hunger (only you).\nYou may draw 2 weather cards."
LINE = "hunger self -3; may draw weather 2"


def print_card(shelf: Any, body: str, language: str = "en", number: int = 1) -> tuple[Document, Passage]:
    """A document that pictures the golden apple with these words."""
    document = shelf.document(language, number=number)
    passage = shelf.passage(document, f"Golden Apple\n{body}", "card")
    card = shelf.session.exec(select(Card).where(Card.code == "golden-apple")).one()
    shape = {"language": language, "title": "Golden Apple", "body": body, "origin": "rulebook"}
    shelf.add(row(CardText, shape, card_id=card.id, passage_id=passage.id))
    return document, passage


def stated(shelf: Any) -> list[tuple[str, str, str]]:
    state_printed_effects(shelf.session, shelf.game, shelf.pack)
    found = shelf.session.exec(select(Claim).where(col(Claim.attribute).startswith("effect.")).order_by(col(Claim.id)))
    return [(claim.subject, claim.value, claim.origin) for claim in found]


def test_a_card_has_its_subject(shelf: Any) -> None:
    assert card_subjects(shelf.pack) == {"golden-apple": "card:golden-apple"}


def test_printed_words_become_a_claim_beside_that_of_the_list(shelf: Any) -> None:
    print_card(shelf, SAYS)
    listed = ("card:golden-apple", "hunger self -2; may draw weather 1", "card-list")
    assert stated(shelf) == [("card:golden-apple", LINE, "rulebook"), listed]


def test_the_claim_is_of_the_passage_that_prints_the_card(shelf: Any) -> None:
    document, passage = print_card(shelf, SAYS)
    stated(shelf)
    claim = shelf.session.exec(select(Claim).where(Claim.document_id == document.id)).one()
    assert (claim.passage_id, claim.edition_id, claim.context) == (passage.id, document.edition_id, "board")


def test_signs_that_one_print_lost_come_from_one_that_has_them_all(shelf: Any) -> None:
    print_card(shelf, SAYS, number=1)
    print_card(shelf, "You may draw 2 weather cards.", number=2)
    assert [value for _, value, origin in stated(shelf) if origin == "rulebook"] == [LINE, LINE]


def test_words_that_say_nothing_known_are_a_finding_and_no_claim(shelf: Any) -> None:
    print_card(shelf, "It glows in the dark.")
    assert stated(shelf) == []
    assert "“Golden Apple”" in shelf.findings("unread-card")[0]


def test_a_language_without_a_pack_is_not_read(shelf: Any) -> None:
    print_card(shelf, SAYS, language="de")
    assert stated(shelf) == []
    assert shelf.findings("unread-card") == []


def test_stating_again_changes_nothing(shelf: Any) -> None:
    print_card(shelf, SAYS)
    assert stated(shelf) == stated(shelf)
