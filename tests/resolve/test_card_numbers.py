"""Numbers that pictured cards show are attributes of the card, compared with its list and never before it."""

from typing import Any

import pytest
from sqlmodel import select

from ingest.resolve.card_numbers import CARD_NUMBERS, state_card_numbers, value_of
from ingest.resolve.facts import resolve_facts
from schema.base import row
from schema.cards import Card, CardText, Deck, PrintedPart
from schema.claims import Claim, Conflict

LISTED = {"plum": "2", "pear": "3", "quince": "4", "medlar": "6", "sloe": "7"}


def show(shelf: Any, code: str, *numbers: tuple[str, str], sure: float = 0.99, picture: int = 1) -> CardText:
    """A picture of a card that shows numbers at places; the card is made where it is not known."""
    deck = shelf.session.exec(select(Deck).where(Deck.code == "fruit")).one()
    card = shelf.session.exec(select(Card).where(Card.code == code)).first() or shelf.add(
        row(Card, {"code": code, "origin": "card-picture", "is_found": True}, game_id=shelf.game.id, deck_id=deck.id)
    )
    document = shelf.document(number=100 * picture + card.id, kind="cards")
    passage = shelf.passage(document, code, "card")
    box = {"x0": 0, "y0": 0, "x1": 1, "y1": 1}
    parts = [{"kind": "title", "text": code}, *({"kind": "number", "place": at, "text": n} for at, n in numbers)]
    for seq, part in enumerate(parts):
        printed = {"seq": seq, "confidence": sure, **part, **box}
        shelf.add(row(PrintedPart, printed, card_id=card.id, passage_id=passage.id))
    shape = {"language": "en", "title": code, "origin": "card-picture"}
    return shelf.add(row(CardText, shape, card_id=card.id, passage_id=passage.id))


def stated(shelf: Any) -> list[tuple[str, str, str]]:
    state_card_numbers(shelf.session, shelf.game, shelf.pack)
    claims = shelf.session.exec(select(Claim).where(Claim.made_by == CARD_NUMBERS).order_by(Claim.subject)).all()
    return [(claim.subject, claim.attribute, claim.value) for claim in claims]


def test_a_sure_number_in_a_corner_is_an_attribute_of_the_card_with_its_passage(shelf: Any) -> None:
    text = show(shelf, "plum", ("top-left", "(3)"), ("middle-centre", "8"))
    assert stated(shelf) == stated(shelf) == [("card:plum", "top-left", "3")]
    claim = shelf.session.exec(select(Claim).where(Claim.made_by == CARD_NUMBERS)).one()
    assert (claim.passage_id, claim.origin) == (text.passage_id, "card-picture")


def test_a_doubtful_number_and_two_at_one_place_state_nothing(shelf: Any) -> None:
    show(shelf, "plum", ("top-left", "3"), sure=0.9)
    show(shelf, "pear", ("top-left", "3"), ("top-left", "5"))
    assert stated(shelf) == []


def test_a_number_that_all_cards_show_at_a_place_is_one_of_the_deck(shelf: Any) -> None:
    for code, value in [*LISTED.items()][:4]:
        show(shelf, code, ("middle-left", value))
    found = stated(shelf)
    assert ("deck:fruit", "middle-left", "2 to 6") in found
    assert ("card:plum", "middle-left", "2") in found
    show(shelf, "sloe")
    show(shelf, "fig")
    assert stated(shelf) == []


@pytest.mark.parametrize("is_accepted", [False, True])
def test_the_list_is_compared_and_holds_until_a_person_accepts_the_picture(shelf: Any, is_accepted: bool) -> None:
    for code, value in LISTED.items():
        shelf.claim(f"card:{code} worth", value)
        text = show(shelf, code, ("top-left", "9" if code == "sloe" else value))
    if is_accepted:
        text.origin = "decided"
    assert ("card:plum", "worth", "2") in stated(shelf)
    resolve_facts(shelf.session, shelf.game, [])
    assert shelf.facts()["card:sloe worth"] == ("9" if is_accepted else "7")
    conflict = shelf.session.exec(select(Conflict).where(Conflict.subject == "card:sloe")).one()
    assert (conflict.kind, conflict.attribute) == ("list", "worth")


@pytest.mark.parametrize(
    ("read", "value"), [("3", "3"), ("(+2)", "+2"), ("−1", "-1"), ("9 / 10", "9/10"), ("2–4", "2-4"), ("~", "")]
)
def test_values_are_written_in_digits_with_an_ascii_sign(read: str, value: str) -> None:
    assert value_of(read) == value
