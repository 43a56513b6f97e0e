"""One fact per edition, subject and attribute, chosen from all claims; disagreements become conflicts."""

from typing import Any

import pytest
from sqlmodel import select

from ingest.resolve.facts import resolve_facts
from schema.claims import Claim, Conflict, ConflictClaim, Fact

SIZE = "deck:fruit size"


def resolve(shelf: Any) -> None:
    resolve_facts(shelf.session, shelf.game, shelf.pack.game.sums)


def conflicts(shelf: Any) -> dict[str, str]:
    """Kind and chosen value of what is disagreed about the size of the deck."""
    found = shelf.session.exec(select(Conflict).where(Conflict.subject == "deck:fruit"))
    return {conflict.kind: conflict.chosen_value for conflict in found}


def test_a_claim_for_all_editions_is_a_fact_of_each(shelf: Any) -> None:
    shelf.claim(SIZE, "40")
    resolve(shelf)
    assert shelf.facts("1st")[SIZE] == shelf.facts("2nd")[SIZE] == "40"


def test_a_claim_of_one_edition_is_a_fact_of_no_other(shelf: Any) -> None:
    shelf.claim(SIZE, "40", shelf.document(edition="2nd"))
    resolve(shelf)
    assert SIZE not in shelf.facts("1st")
    assert shelf.facts("2nd")[SIZE] == "40"


def test_claims_that_state_the_chosen_value_support_the_fact(shelf: Any) -> None:
    document = shelf.document()
    right, wrong = (shelf.claim(SIZE, value, document, confidence=sure) for value, sure in (("40", 1), ("41", 0.5)))
    resolve(shelf)
    assert right.fact_id is not None
    assert wrong.fact_id is None


def test_two_values_in_one_document_are_an_internal_conflict(shelf: Any) -> None:
    document = shelf.document()
    for value, sure in (("40", 1), ("41", 0.5)):
        shelf.claim(SIZE, value, document, confidence=sure)
    resolve(shelf)
    assert conflicts(shelf) == {"internal": "40"}


def test_a_place_that_its_own_book_overrules_is_told_as_a_conflict_and_states_nothing(shelf: Any) -> None:
    document = shelf.document()
    shelf.claim(SIZE, "40", document)
    shelf.claim(SIZE, "41", document, standing="overruled")
    resolve(shelf)
    assert shelf.facts("1st")[SIZE] == "40"
    assert conflicts(shelf) == {"internal": "40"}
    (reason,) = {conflict.reason for conflict in shelf.session.exec(select(Conflict))}
    assert reason == "40, although 41 stands there too: all that the document tells speaks more for it."


def test_documents_that_differ_are_a_conflict_of_translation(shelf: Any) -> None:
    shelf.claim(SIZE, "40", shelf.document("en", number=1))
    shelf.claim(SIZE, "41", shelf.document("cs", number=2))
    resolve(shelf)
    assert set(conflicts(shelf)) == {"translation"}
    assert len(shelf.session.exec(select(ConflictClaim)).all()) == 2


def test_a_list_that_differs_from_the_print_is_a_conflict_with_the_list(shelf: Any) -> None:
    shelf.claim(SIZE, "41")
    shelf.claim(SIZE, "40", shelf.document())
    resolve(shelf)
    assert conflicts(shelf) == {"list": "40"}


def test_editions_that_print_different_values_are_told_apart_and_both_kept(shelf: Any) -> None:
    shelf.claim(SIZE, "40", shelf.document(number=1, edition="1st"))
    shelf.claim(SIZE, "44", shelf.document(number=2, edition="2nd"))
    resolve(shelf)
    assert conflicts(shelf) == {"edition": "40 / 44"}
    assert (shelf.facts("1st")[SIZE], shelf.facts("2nd")[SIZE]) == ("40", "44")


def test_a_number_that_adds_up_within_its_document_goes_before_one_that_does_not(shelf: Any) -> None:
    document = shelf.document()
    for about, value in ((SIZE, "41"), (SIZE, "40"), ("deck:fruit size.ripe", "30"), ("deck:fruit size.rotten", "10")):
        shelf.claim(about, value, document, confidence=0.5 if value == "40" else 1)
    resolve(shelf)
    assert shelf.facts()[SIZE] == "40"


@pytest.mark.parametrize(("ripe", "rotten"), [("30", "10"), ("31", "9")])
def test_of_several_ways_to_add_up_the_reason_tells_the_one_whose_values_are_chosen(
    shelf: Any, ripe: str, rotten: str
) -> None:
    document = shelf.document()
    values = {"size": ["40", "45"], "size.ripe": ["30", "31"], "size.rotten": ["10", "9"]}
    for attribute, stated in values.items():
        for value in stated:
            sure = 1 if value in {ripe, rotten, "45"} else 0.5
            shelf.claim(f"deck:fruit {attribute}", value, document, confidence=sure)
    resolve(shelf)
    (reason,) = (
        f.reason for f in shelf.session.exec(select(Fact)) if (f.subject, f.attribute) == ("deck:fruit", "size")
    )
    assert reason == f"40 among 40, 45: the numbers of its document add up with it, {ripe} + {rotten} = 40."


def test_resolving_again_gives_the_same_and_forgets_what_is_gone(shelf: Any) -> None:
    shelf.claim(SIZE, "40", shelf.document())
    gone = shelf.claim("deck:weather size", "12")
    resolve(shelf)
    first = shelf.facts()
    shelf.session.delete(gone)
    resolve(shelf)
    assert shelf.facts() == {about: value for about, value in first.items() if about != "deck:weather size"}
    assert len(shelf.session.exec(select(Claim).where(Claim.subject == "deck:fruit")).all()) == 1
