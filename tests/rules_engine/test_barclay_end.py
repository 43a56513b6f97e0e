"""How a game of Operation Barclay ends: by what lies open, by logic, or with the last month."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.game import Result

ABWEHR = 1
Lay = Callable[..., Any]
OPEN = {
    "south-france": {"green": 3},
    "sardinia-corsica": {"green": 3},
    "sicily": {"green": 2},
    "peloponnese": {"red": 2},
    "dodecanese": {"red": 2},
}


def test_four_and_three_open_green_radars_win_for_the_abwehr(lay_barclay: Lay) -> None:
    planned = {"primary": "south-france", "secondary": "sardinia-corsica"}
    table = lay_barclay(tokens=OPEN, offensives=planned, evidence={"abwehr": ["pink"]}, month=4)
    # The region's one hidden green radar lies before its red one.
    table.do("turn south-france 4")
    assert table.ruleset.result(table.state) == Result("abwehr", 4, "win-revealed")
    assert table.legal == []
    assert table.refused("turn south-france 5") == "game-length"


def test_the_only_arrangement_that_is_left_wins_for_the_abwehr(lay_barclay: Lay) -> None:
    tokens = {**OPEN, "sicily": {"green": 1, "red": 2}, "dodecanese": {"red": 3}, "peloponnese": {"red": 3}}
    planned = {"primary": "south-france", "secondary": "sardinia-corsica"}
    table = lay_barclay(tokens=tokens, offensives=planned, evidence={"abwehr": ["red"]}, month=2)
    # Two red radars in Sardinia leave the primary offensive to the south of France alone, which shows three greens.
    table.do("turn sardinia-corsica 4")
    assert table.ruleset.result(table.state) is None
    table = lay_barclay(
        tokens={**tokens, "sardinia-corsica": {"green": 3, "red": 1}, "sicily": {"green": 1, "red": 3}},
        offensives=planned,
        evidence={"abwehr": ["red"]},
        month=2,
    )
    assert table.ruleset.result(table.state) == Result("abwehr", 2, "win-logic")


def test_what_the_abwehr_has_only_peeked_at_proves_nothing(lay_barclay: Lay) -> None:
    planned = {"primary": "south-france", "secondary": "sardinia-corsica"}
    table = lay_barclay(tokens=OPEN, offensives=planned, evidence={"abwehr": ["blue"]}, month=4)
    for space in range(25):
        table.state.tokens[space] |= 4
    table.do("turn sicily 3")
    assert table.ruleset.result(table.state) is None


@pytest.mark.parametrize(("month", "result"), [(5, None), (6, Result("lcs", 6, "win-lcs"))])
def test_the_lcs_wins_when_the_last_month_is_over(lay_barclay: Lay, month: int, result: Any) -> None:
    table = lay_barclay(evidence={"abwehr": ["blue"]}, month=month, tokens={})
    table.do("turn sicily 3")
    assert table.ruleset.result(table.state) == result
    assert (table.state.month, bool(table.legal)) == ((6, True) if result is None else (6, False))


def test_a_proof_in_the_last_month_goes_before_the_end_of_time(lay_barclay: Lay) -> None:
    planned = {"primary": "south-france", "secondary": "sardinia-corsica"}
    table = lay_barclay(tokens=OPEN, offensives=planned, evidence={"abwehr": ["pink"]}, month=6)
    table.do("turn south-france 4")
    assert table.ruleset.result(table.state) == Result("abwehr", 6, "win-revealed")
