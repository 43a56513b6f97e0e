"""Numbers that do not agree are marked: wholes with their parts, and claims with each other."""

from typing import Any

import pytest

from ingest.resolve.checks.disagreements import find_conflicts, find_wrong_sums
from ingest.resolve.facts import resolve_facts
from schema.base import row
from schema.claims import Claim

SIZE = "deck:fruit size"


def sums(desk: Any, *, overruled: str = "", **sizes: str) -> list[tuple[str, str]]:
    """Messages and suggestions for a document that states these numbers of fruit cards."""
    told = {"subject": "deck:fruit", "origin": "rulebook"}
    claims = [
        row(Claim, {**told, "attribute": name.replace("_", "."), "value": value}, game_id=1, passage_id=seq)
        for seq, (name, value) in enumerate(sizes.items(), start=1)
    ]
    if overruled:
        other = {**told, "attribute": "size", "value": overruled, "standing": "overruled"}
        claims.append(row(Claim, other, game_id=1, passage_id=9))
    return [(marked.message, marked.suggestion) for marked in find_wrong_sums(desk.copy("x", "y", "z", claims=claims))]


def test_a_whole_that_its_parts_do_not_make_is_marked_with_what_they_make(desk: Any) -> None:
    ((message, suggestion),) = sums(desk, size="40", size_ripe="30", size_rotten="9")
    assert "30 + 9 = 39" in message
    assert suggestion == "39"


def test_a_right_sum_and_one_with_a_part_missing_are_not_marked(desk: Any) -> None:
    assert sums(desk, size="40", size_ripe="30", size_rotten="10") == []
    assert sums(desk, size="40", size_ripe="30") == []


def test_what_the_book_overrules_is_no_part_of_a_sum(desk: Any) -> None:
    assert sums(desk, overruled="41", size="40", size_ripe="30", size_rotten="10") == []


def conflicts(shelf: Any) -> list[tuple[str, str, str]]:
    resolve_facts(shelf.session, shelf.game, [])
    return [
        (marked.severity, marked.message, marked.suggestion) for marked in find_conflicts(shelf.session, shelf.game)
    ]


@pytest.mark.parametrize(("sure", "severity"), [(0.9, "error"), (0.5, "warning")])
def test_claims_that_disagree_are_marked_once_with_all_their_values(shelf: Any, sure: float, severity: str) -> None:
    shelf.claim(SIZE, "40", shelf.document(number=1))
    shelf.claim(SIZE, "41", shelf.document("cs", number=2), confidence=sure)
    shelf.claim(SIZE, "41", shelf.document("cs", number=3, edition="2nd"))
    assert conflicts(shelf) == [(severity, "deck:fruit size: 40 in 1.md, 41 in 2.md.", "40")]


def test_a_disagreement_inside_and_between_documents_is_told_once(shelf: Any) -> None:
    first, second = shelf.document(number=1), shelf.document("cs", number=2)
    for value, document in (("40", first), ("41", first), ("40", second)):
        shelf.claim(SIZE, value, document)
    assert len(conflicts(shelf)) == 1


def test_editions_that_differ_are_no_mistake(shelf: Any) -> None:
    shelf.claim(SIZE, "40", shelf.document(number=1, edition="1st"))
    shelf.claim(SIZE, "44", shelf.document(number=2, edition="2nd"))
    assert conflicts(shelf) == []
