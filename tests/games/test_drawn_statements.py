"""150 statements drawn evenly by position from the five rulebooks: each is linked to its place and is obeyed.

The table holds places and our own words. It was drawn and written before it was looked what is linked, and a place that
states no rule is taken for the nearest one that does.
"""

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rules_engine.obeys import obeyed_in, package_of
from rules_engine.playable import find_playable

HERE = Path(__file__).resolve().parent
ROWS = [
    line.split("\t")
    for line in (HERE / "drawn_statements.tsv").read_text(encoding="utf-8").splitlines()
    if line[:3].isdigit()
]
WANTED = 150


def states(kind: str) -> list[Any]:
    """The rows that state something of a kind."""
    return [
        pytest.param(
            row[0],
            (int(row[2]), int(row[3])),
            row[4].removeprefix(f"{kind}:"),
            id=f"{row[0]}-{row[1]}",
        )
        for row in ROWS
        if row[4].startswith(f"{kind}:")
    ]


@cache
def obeyed(game: str) -> frozenset[str]:
    """The rules of a game that its code or its rows say they obey; `validate` shows that each of them is executed."""
    rows = HERE.parents[1] / "games" / game / "play.toml"
    of_rows = tomllib.loads(rows.read_text(encoding="utf-8")) if rows.exists() else {}
    named = {row["rule"] for table in of_rows.values() if isinstance(table, list) for row in table if "rule" in row}
    of_code = {entry.rule for entry in obeyed_in(package_of(game))} if find_playable(game) else set()
    return frozenset(named | of_code)


def test_they_are_drawn_evenly() -> None:
    assert len(ROWS) == WANTED
    drawn = [(row[0], int(row[1])) for row in ROWS]
    assert drawn == sorted(drawn)
    assert all(int(row[2]) <= int(row[3]) and row[5] for row in ROWS)


@pytest.mark.parametrize(("document", "place", "codes"), states("rule"))
def test_a_statement_is_linked_to_its_rules_and_they_are_obeyed(
    document: str,
    place: tuple[int, int],
    codes: str,
    aligned: Callable[[str], tuple[Any, Any]],
    original: Callable[[str], Any],
) -> None:
    stated, lines = aligned(document)
    here = {one.rule.code for one in stated if is_near(lines.get(one.heard.passage.seq, (0, 0)), place)}
    assert set(codes.split(",")) <= here
    assert set(codes.split(",")) <= obeyed(original(document).reading.game)


@pytest.mark.parametrize(("document", "place", "codes"), states("example"))
def test_the_rules_of_an_example_are_linked_where_they_are_stated(
    document: str, place: tuple[int, int], codes: str, aligned: Callable[[str], tuple[Any, Any]], original: Any
) -> None:
    """A worked example states a rule only where nothing else does."""
    stated, lines = aligned(document)
    assert place[1] <= max(last for _, last in lines.values())
    assert set(codes.split(",")) <= {one.rule.code for one in stated} & obeyed(original(document).reading.game)


@pytest.mark.parametrize(("document", "place", "code"), states("fact"))
def test_a_drawn_card_is_in_the_lists(document: str, place: tuple[int, int], code: str, original: Any) -> None:
    lists = (HERE.parents[1] / "games" / original(document).reading.game / "cards").glob("*.toml")
    assert place[0] > 0
    assert any(f'"{code}"' in file.read_text(encoding="utf-8") for file in lists)


@pytest.mark.parametrize(("document", "place", "claimed"), states("claim"))
def test_a_stated_number_is_claimed_at_its_place(
    document: str, place: tuple[int, int], claimed: str, aligned: Callable[[str], tuple[Any, Any]], original: Any
) -> None:
    _, lines = aligned(document)
    claims = original(document).reading.claims
    here = {
        f"{read.claim.subject} {read.claim.attribute}"
        for read in claims
        if is_near(lines.get(read.passage, (0, 0)), place)
    }
    assert claimed in here


def is_near(one: tuple[int, int], other: tuple[int, int]) -> bool:
    """Whether two stretches of lines touch."""
    return one[0] <= other[1] and other[0] <= one[1]
