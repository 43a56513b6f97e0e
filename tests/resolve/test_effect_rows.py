"""Effect rows are brought in line with what was built; rows that stay keep their numbers."""

from typing import Any

from sqlmodel import col, select

from ingest.resolve.effect_rows import Owner, store_effects
from ingest.resolve.known import Built
from schema.base import row
from schema.cards import Effect, EffectFact

HUNGER = Built("enter: hunger self -2", "rulebook", None, {1: ("location:well", "enter.hunger")})
HARVEST = Built("enter: harvest +3", "card-list", None)


def store(shelf: Any, *lines: Built, edition: str | None = None, owner: int = 7) -> list[Effect]:
    """The rows after storing these lines of one space."""
    edition_id = shelf.editions[edition].id if edition else None
    store_effects(shelf.session, shelf.game, [Owner("location", owner, {edition_id: lines}, "smudged")])
    return list(shelf.session.exec(select(Effect).order_by(col(Effect.seq))))


def test_a_line_is_stored_with_its_owner_edition_and_doubt(shelf: Any) -> None:
    (effect,) = store(shelf, HUNGER, edition="2nd")
    assert (effect.owner_kind, effect.owner_id, effect.edition_id) == ("location", 7, shelf.editions["2nd"].id)
    assert (effect.notation, effect.origin, effect.unclear) == ("enter: hunger self -2", "rulebook", "smudged")


def test_lines_keep_their_order(shelf: Any) -> None:
    assert [(e.seq, e.notation) for e in store(shelf, HARVEST, HUNGER)] == [(0, HARVEST.notation), (1, HUNGER.notation)]


def test_the_fact_that_fills_a_number_is_stored_once_however_often(shelf: Any) -> None:
    for _ in range(2):
        (effect,) = store(shelf, HUNGER)
        (fact,) = shelf.session.exec(select(EffectFact))
        assert (fact.effect_id, fact.slot, fact.subject) == (effect.id, 1, "location:well")


def test_a_changed_line_keeps_the_number_of_its_row(shelf: Any) -> None:
    (before,) = [effect.id for effect in store(shelf, HUNGER)]
    (after,) = store(shelf, HARVEST)
    assert (after.id, after.notation, after.origin) == (before, HARVEST.notation, "card-list")
    assert shelf.session.exec(select(EffectFact)).all() == []


def test_lines_that_are_no_longer_built_are_gone(shelf: Any) -> None:
    store(shelf, HARVEST, HUNGER)
    assert [effect.notation for effect in store(shelf, HUNGER)] == [HUNGER.notation]
    assert [effect.owner_id for effect in store(shelf, HUNGER, owner=8)] == [8]


def test_effects_of_rules_are_left_alone(shelf: Any) -> None:
    shape = {"owner_kind": "rule", "owner_id": 1, "seq": 0, "notation": "harvest +1", "origin": "house"}
    shelf.add(row(Effect, shape, game_id=shelf.game.id))
    assert "rule" in {effect.owner_kind for effect in store(shelf, HUNGER)}
