"""The effect rows of a card: what its edition prints, else its list."""

from typing import Any

from sqlmodel import col, select

from ingest.resolve.card_effects import build_card_effects
from ingest.resolve.facts import resolve_facts
from ingest.resolve.known import facts_of
from schema.cards import Card, Effect

LISTED = "hunger self -2; may draw weather 1"
PRINTED = "hunger self -7; may draw weather 1"


def build(shelf: Any) -> list[tuple[str | None, str, str]]:
    """Edition, notation and origin of the card's lines after building."""
    resolve_facts(shelf.session, shelf.game, [])
    facts = {e.id: facts_of(shelf.session, shelf.game, e) for e in shelf.editions.values()}
    build_card_effects(shelf.session, shelf.game, shelf.pack, facts)
    editions = {edition.id: code for code, edition in shelf.editions.items()}
    query = select(Effect).join(Card, col(Card.id) == Effect.owner_id).where(Effect.owner_kind == "card")
    found = shelf.session.exec(query.order_by(col(Effect.edition_id), col(Effect.seq)))
    return [(editions.get(effect.edition_id), effect.notation, effect.origin) for effect in found]


def test_a_card_that_no_document_prints_has_the_lines_of_its_list(shelf: Any) -> None:
    assert build(shelf) == [(None, LISTED, "card-list")]


def test_what_every_edition_prints_stands_without_an_edition(shelf: Any) -> None:
    for number, edition in enumerate(("1st", "2nd"), start=1):
        shelf.claim("card:golden-apple effect.1", PRINTED, shelf.document(number=number, edition=edition))
    assert build(shelf) == [(None, PRINTED, "rulebook")]


def test_an_edition_that_prints_otherwise_has_lines_of_its_own(shelf: Any) -> None:
    shelf.claim("card:golden-apple effect.1", PRINTED, shelf.document(edition="2nd"))
    assert build(shelf) == [(None, LISTED, "card-list"), ("2nd", PRINTED, "rulebook")]


def test_a_card_goes_back_to_its_list_when_the_print_is_gone(shelf: Any) -> None:
    claim = shelf.claim("card:golden-apple effect.1", PRINTED, shelf.document(edition="2nd"))
    build(shelf)
    shelf.session.delete(claim)
    assert build(shelf) == [(None, LISTED, "card-list")]
