"""`validate` knows which documents state a rule otherwise than it is played, whatever the language."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import select

from rules_engine.checks.evidence import Evidence
from rules_engine.checks.variants import documents_state_no_variant
from rules_engine.read import build_ruleset
from rules_engine.rows import read_rows
from schema.claims import Finding
from schema.play_variants import STATED

CHANGES = [
    (
        "hearts",
        "en",
        "until a heart or the queen of spades has been played to a trick.",
        "until a heart has been played to a trick. The queen of spades does not break them.",
        ["rule:breaking-hearts queen-does-not-break"],
    ),
    (
        "hearts",
        "cs",
        "Do prvního zdvihu se nehraje srdce ani piková dáma, ledaže hráč nic jiného nemá.",
        "Už do prvního zdvihu se smí hrát srdce i piková dáma.",
        ["rule:no-points-first points-at-once"],
    ),
    (
        "liars-dice",
        "en",
        "Dice that show a 6 are wild: they count as any face.",
        "No face is wild: only the face of the bid counts.",
        ["rule:wild-face nothing-wild"],
    ),
    (
        "goofspiel",
        "cs",
        "Jsou-li nabídky stejné, cenu nebere nikdo: odloží se stranou.",
        "Jsou-li nabídky stejné, cena zůstává ležet a v dalším kole se hraje o obě.",
        ["rule:equal-bids prize-stays"],
    ),
    (
        "resist",
        "en",
        "It is not replaced, so you have one mission fewer to choose from.",
        "The failed mission is replaced by the top card of the mission deck.",
        ["rule:mission-failure failed-is-replaced"],
    ),
    ("goofspiel", "en", "", "", []),
]


@pytest.mark.parametrize(("game", "language", "before", "after", "stated"), CHANGES)
def test_the_variant_that_a_document_states_is_found(
    game: str, language: str, before: str, after: str, stated: list[str], load_changed: Callable[..., Any]
) -> None:
    with load_changed(game, {before: after} if before else {}, language) as opened:
        found = opened.exec(select(Finding).where(Finding.kind == STATED)).all()
        assert [finding.suggestion for finding in found] == stated
        rows = read_rows(opened, game)
        told = list(documents_state_no_variant(Evidence(rows, *build_ruleset(rows), opened)))
    assert {each.status for each in told} == {"unknown" if stated else "passed"}
    assert all("changed.md" in each.message and "--compare" in each.message for each in told if stated)
