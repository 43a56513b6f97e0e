"""The board of Black Orchestra: spaces open and close, Berlin has one gate, squares hide what spaces want."""

from typing import Any

import pytest
from sqlmodel import select

from rules_engine.black_orchestra.leaders import visitable
from rules_engine.ruleset import Ruleset
from schema.board import Location

BERLIN = {"train-station", "deutschlandhalle", "chancellery", "gestapo-hq", "zeughaus", "ministry", "sportpalast"}


def moves(table: Any) -> set[str]:
    return {action.removeprefix("move ") for action in table.legal if action.startswith("move ")}


def test_all_spaces_of_berlin_are_neighbours_and_only_the_station_leads_out(seat: Any) -> None:
    for space in BERLIN - {"train-station"}:
        table = seat(conspirators={"oster": {"location": space}, "kordt": {}}, stage=3)
        assert moves(table) == BERLIN - {space}
        assert table.refused("move hannover") == "move-adjacent"
    table = seat(conspirators={"oster": {}, "kordt": {}}, stage=3)
    assert moves(table) == BERLIN - {"train-station"} | {"hannover", "nuremberg", "prague", "posen"}


@pytest.mark.parametrize(
    ("stage", "space", "target", "rule"),
    [
        (2, "train-station", "prague", "move-stage"),
        (3, "train-station", "prague", ""),
        (3, "munich", "zurich", ""),
        (6, "wolfsschlucht", "paris", ""),
        (7, "adlerhorst", "wolfsschlucht", "stage-closed"),
        (1, "munich", "vienna", "move-stage"),
        (1, "munich", "prague", "move-adjacent"),
        (1, "munich", "prison", "move-adjacent"),
    ],
)
def test_spaces_open_and_close_with_the_stage(seat: Any, stage: int, space: str, target: str, rule: str) -> None:
    table = seat(conspirators={"oster": {"location": space}, "kordt": {}}, stage=stage)
    if rule:
        assert table.refused(f"move {target}") == rule
    else:
        table.do(f"move {target}")
        assert table.state.conspirators["oster"].location == target
        assert table.state.actions_left == 2


def test_a_special_space_works_each_time_it_is_entered_and_not_while_staying(seat: Any) -> None:
    table = seat(
        conspirators={"oster": {"location": "prague"}, "kordt": {}}, stage=4, leaders={"hitler": "munich"}, squares={}
    )
    table.do("move auschwitz")
    oster = table.state.conspirators["oster"]
    assert oster.levels == {"motivation": 2, "suspicion": 2}
    table.do("move prague", "move auschwitz")
    assert table.state.conspirators["oster"].levels == {"motivation": 4, "suspicion": 3}
    waiting = seat(conspirators={"oster": {"location": "auschwitz"}, "kordt": {}}, stage=4)
    waiting.do("draw", "draw")
    assert waiting.state.conspirators["oster"].levels == {"motivation": 0, "suspicion": 1}


def test_paris_lowers_suspicion_and_raises_support(seat: Any) -> None:
    for edition in ("1st", "2nd"):
        table = seat(
            edition,
            conspirators={"oster": {"location": "wolfsschlucht", "suspicion": "extreme"}, "kordt": {}},
            stage=4,
        )
        table.do("move paris")
        assert table.state.conspirators["oster"].levels["suspicion"] == 0
        assert table.state.levels["military-support"] == 4


def test_an_item_is_revealed_then_taken_and_only_then_the_space_shows_what_it_wants(seat: Any) -> None:
    table = seat(
        conspirators={"oster": {"location": "deutschlandhalle", "items": ["map"]}, "kordt": {}},
        leaders={"hitler": "munich"},
        squares={"deutschlandhalle": "keys"},
        actions_left=4,
    )
    assert table.refused("deliver map") == "deliver-uncovered"
    assert table.refused("procure") == "procure-revealed"
    assert table.sees("squares") == {"deutschlandhalle": "face-down"}
    table.do("reveal")
    assert table.sees("squares") == {"deutschlandhalle": "keys"}
    assert table.refused("reveal") == "reveal-item"
    table.do("procure", "deliver map")
    oster = table.state.conspirators["oster"]
    assert oster.items == ["keys"]
    assert oster.levels["suspicion"] == 0
    assert table.state.discarded_items == ["map"]
    assert table.refused("deliver keys") == "deliver-discard"


def test_a_condition_of_a_delivery_is_asked_for_when_it_is_made(seat: Any) -> None:
    given = {"conspirators": {"oster": {"location": "nuremberg", "items": ["map"]}, "kordt": {}}, "squares": {}}
    assert seat(**given, leaders={"hitler": "munich"}).refused("deliver map") == "deliver-condition"
    assert "deliver map" in seat(**given, leaders={"hitler": "nuremberg"}).legal


def test_a_divisible_reward_is_shared_out_among_the_free(seat: Any) -> None:
    table = seat(
        conspirators={
            "oster": {"location": "prague", "items": ["signature"], "suspicion": "high"},
            "kordt": {"suspicion": "high"},
            "beck": {"location": "prison", "suspicion": "extreme"},
        },
        stage=3,
        squares={},
    )
    table.do("deliver signature")
    assert table.legal == ["oster -2, kordt -1", "oster -1, kordt -2"]
    table.do("oster -1, kordt -2")
    assert [c.levels["suspicion"] for c in table.state.conspirators.values()] == [1, 0, 3]


def test_nearest_is_counted_along_the_lines(black_orchestra: Ruleset, seat: Any) -> None:
    table = black_orchestra.engine
    assert table.nearest("paris", ["adlerhorst", "munich"]) == ["adlerhorst"]
    assert set(table.nearest("adlerhorst", ["hannover", "nuremberg", "vienna"])) == {"hannover", "nuremberg"}
    laid = seat(
        conspirators={"oster": {"location": "munich"}, "kordt": {"location": "prague"}, "beck": {"location": "prison"}},
        leaders={"hitler": "munich"},
        stage=3,
    )
    assert visitable(table, laid.state, "hitler") == ["prague"]


def test_when_the_last_stage_begins_everybody_leaves_the_closing_spaces(seat: Any) -> None:
    table = seat(
        conspirators={"oster": {"location": "warsaw"}, "kordt": {"location": "riga"}, "beck": {"location": "munich"}},
        leaders={"hitler": "wolfsschanze", "goring": "paris", "himmler": "wehrwolf"},
        stage=6,
        events=["gothic-line"],
    )
    table.do("end")
    assert table.state.stage == 7
    assert {leader: table.state.leaders[leader] for leader in ("hitler", "goring", "himmler")} == {
        "hitler": "posen",
        "goring": "adlerhorst",
        "himmler": "vienna",
    }
    assert [c.location for c in table.state.conspirators.values()] == ["posen", "posen", "munich"]
    assert table.state.active == "kordt"
    assert table.refused("move warsaw") == "stage-closed"


def test_of_several_open_spaces_equally_near_the_active_player_chooses(orchestra_rows: Any, seat: Any) -> None:
    """The printed board never has such a tie, so that a space in its middle is closed for this test."""
    nuremberg = orchestra_rows.session.exec(select(Location).where(Location.code == "nuremberg")).one()
    nuremberg.closes_in_stage = 7
    orchestra_rows.session.flush()
    table = seat(
        orchestra_rows.ruleset(),
        conspirators={"oster": {"location": "posen"}, "kordt": {"location": "nuremberg"}},
        stage=6,
        events=["gothic-line"],
        leaders={"bormann": "posen"},
    )
    table.do("end")
    ways = ["train-station", "adlerhorst", "munich", "prague"]
    assert sorted(table.legal) == sorted(f"kordt {space}" for space in ways)
    assert table.ruleset.to_move(table.state) == 0
    table.do("kordt munich")
    assert table.state.conspirators["kordt"].location == "munich"
