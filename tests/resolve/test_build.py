"""Facts build the board of each edition and the effect lines of spaces and deliveries."""

from typing import Any

from sqlmodel import col, select

from ingest.resolve.build import build_board, build_effects
from ingest.resolve.facts import resolve_facts
from schema.board import Delivery, Location
from schema.cards import Effect


def build(shelf: Any) -> None:
    resolve_facts(shelf.session, shelf.game, [])
    build_board(shelf.session, shelf.game)
    build_effects(shelf.session, shelf.game, shelf.pack)


def spaces(shelf: Any, code: str) -> dict[int | None, Location]:
    """The rows of a space by edition."""
    return {found.edition_id: found for found in shelf.session.exec(select(Location).where(Location.code == code))}


def lines(shelf: Any, code: str) -> list[tuple[int | None, str, str]]:
    """Edition, notation and origin of what a space does."""
    listed = select(Location.id).where(Location.code == code, col(Location.edition_id).is_(None))
    owned = select(Effect).where(Effect.owner_kind == "location", col(Effect.owner_id).in_(listed))
    return [(e.edition_id, e.notation, e.origin) for e in shelf.session.exec(owned.order_by(col(Effect.id)))]


def test_a_board_that_no_document_contradicts_has_one_row_a_space(shelf: Any) -> None:
    build(shelf)
    assert list(spaces(shelf, "gate")) == [None]


def test_an_edition_that_states_otherwise_has_its_own_row(shelf: Any) -> None:
    document = shelf.document(edition="2nd")
    shelf.claim("location:beehive opens-in-stage", "4", document)
    shelf.claim("location:beehive is-fortified", "no", document)
    build(shelf)
    rows = spaces(shelf, "beehive")
    own = rows[shelf.editions["2nd"].id]
    assert (own.opens_in_stage, own.is_fortified, own.origin) == (4, False, "rulebook")
    assert (rows[None].opens_in_stage, rows[None].is_fortified) == (2, True)
    assert shelf.editions["1st"].id not in rows


def test_building_again_leaves_no_row_twice_and_none_that_is_no_longer_stated(shelf: Any) -> None:
    claim = shelf.claim("location:gate opens-in-stage", "3", shelf.document())
    build(shelf)
    build(shelf)
    assert len(spaces(shelf, "gate")) == 2
    shelf.session.delete(claim)
    build(shelf)
    assert list(spaces(shelf, "gate")) == [None]


def test_what_entering_does_is_one_line_with_its_steps_in_the_order_of_the_forms(shelf: Any) -> None:
    shelf.claim("location:well enter.harvest", "+3")
    shelf.claim("location:well enter.hunger", "-2")
    build(shelf)
    assert lines(shelf, "well") == [(None, "enter: hunger self -2; harvest +3", "card-list")]


def test_a_changed_number_changes_the_line_and_its_origin(shelf: Any) -> None:
    claim = shelf.claim("location:well enter.hunger", "-5", shelf.document())
    build(shelf)
    assert (shelf.editions["1st"].id, "enter: hunger self -5", "rulebook") in lines(shelf, "well")
    effect = shelf.session.exec(select(Effect).where(col(Effect.notation).contains("-5"))).one()
    assert effect.passage_id == claim.passage_id


def test_editions_that_agree_share_their_lines(shelf: Any) -> None:
    for number, edition in enumerate(("1st", "2nd"), start=1):
        shelf.claim("location:well enter.hunger", "-2", shelf.document(number=number, edition=edition))
    build(shelf)
    assert lines(shelf, "well") == [(None, "enter: hunger self -2", "rulebook")]


def test_a_delivery_has_the_effect_of_its_item_receiver_and_condition(shelf: Any) -> None:
    shelf.claim("delivery:ladder self", "-2")
    shelf.claim("delivery:any split.if-gardener-here", "-5")
    shelf.claim("delivery:any self", "-9")
    build(shelf)
    query = select(Delivery.item, Effect.notation).join(Effect, col(Effect.owner_id) == Delivery.id)
    assert dict(shelf.session.exec(query.where(Effect.owner_kind == "delivery")).all()) == {
        "ladder": "deliver ladder: hunger self -2",
        "any": "deliver any if gardener here: hunger split -5",
    }
