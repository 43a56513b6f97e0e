"""All steps of an edition in order, and again to the same end."""

from typing import Any

import pytest
from sqlmodel import select

from ingest.resolve.run import resolve_game
from schema.base import row, tables
from schema.board import Location
from schema.games import Game


def fill(shelf: Any) -> None:
    sure, bare = shelf.document("cs", number=1), shelf.document("en", number=2)
    shelf.claim("location:well enter.hunger", "-2", sure)
    shelf.claim("location:gate opens-in-stage", "3", sure)
    shelf.passage(bare, "-2 hunger", "label")
    shelf.passage(bare, "Carry the the basket.")


def contents(shelf: Any) -> dict[str, list[str]]:
    """Every row of every table without its own number, in words."""
    return {
        table.__name__: sorted(str(found.model_dump(exclude={"id", "fact_id", "conflict_id"})) for found in rows)
        for table in tables()
        if (rows := shelf.session.exec(select(table)).all())
    }


def test_a_joined_label_reaches_the_facts_and_a_fact_the_board(shelf: Any) -> None:
    fill(shelf)
    resolve_game(shelf.session, "orchard", shelf.pack)
    assert shelf.facts()["location:well enter.hunger"] == "-2"
    opened = [found.opens_in_stage for found in shelf.session.exec(select(Location).where(Location.code == "gate"))]
    assert sorted(opened) == [1, 3]
    assert shelf.findings("undecided-label") == []
    assert len(shelf.findings("doubled-word")) == 1


def test_resolving_twice_leaves_the_same_rows(shelf: Any) -> None:
    fill(shelf)
    resolve_game(shelf.session, "orchard", shelf.pack)
    once = contents(shelf)
    resolve_game(shelf.session, "orchard", shelf.pack)
    assert contents(shelf) == once


def test_a_game_without_a_pack_has_facts_and_nothing_else(shelf: Any) -> None:
    stranger = shelf.add(row(Game, {"code": "stranger", "name": "Stranger"}))
    shelf.game, shelf.editions = stranger, {}
    shelf.claim("box cards", "12", shelf.document(edition=None))
    before = contents(shelf)
    resolve_game(shelf.session, "stranger", None)
    after = contents(shelf)
    assert {name for name in after if after[name] != before.get(name)} <= {"Fact", "Claim"}
    assert any("'12'" in fact for fact in after["Fact"])


def test_a_game_that_is_not_there_is_refused(shelf: Any) -> None:
    with pytest.raises(Exception, match="No row"):
        resolve_game(shelf.session, "nowhere", shelf.pack)
