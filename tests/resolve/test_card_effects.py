"""What a card does in each edition: what documents print, else its list, with the numbers that facts state."""

from dataclasses import replace
from typing import Any

import pytest

from ingest.resolve.card_effects import card_effects
from ingest.resolve.facts import resolve_facts
from ingest.resolve.known import Built, facts_of
from schema.pack import BuildForm, Pack

APPLE = "card:golden-apple effect.1"
LISTED, PRINTED = "enter: hunger self -2; draw weather 1", "enter: hunger self -7; draw weather 1"


@pytest.fixture
def orchard(orchard: Pack) -> Pack:
    """The tiny game, in which rulebooks may state how much hunger ripe cards take away."""
    form = BuildForm(subject="fruit:{kind}", trigger="enter", attribute="takes", step="hunger self {value}")
    notation = orchard.notation.model_copy(update={"build": {"card": [form]}})
    (file,) = orchard.cards
    card = file.card[0].model_copy(update={"effects": [LISTED]})
    return replace(orchard, notation=notation, cards=(file.model_copy(update={"card": [card]}),))


def built(shelf: Any) -> dict[str | None, Built]:
    """The only line of the card by edition."""
    resolve_facts(shelf.session, shelf.game, [])
    facts = {e.id: facts_of(shelf.session, shelf.game, e) for e in shelf.editions.values()}
    (owner,) = card_effects(shelf.session, shelf.game, shelf.pack, facts)
    editions = {edition.id: code for code, edition in shelf.editions.items()}
    return {editions.get(edition): line for edition, (line,) in owner.lines.items()}


def notations(shelf: Any) -> dict[str | None, tuple[str, str]]:
    return {edition: (line.notation, line.origin) for edition, line in built(shelf).items()}


def test_a_card_that_no_document_prints_has_the_lines_of_its_list(shelf: Any) -> None:
    assert notations(shelf) == {None: (LISTED, "card-list")}


def test_what_every_edition_prints_stands_without_an_edition(shelf: Any) -> None:
    for number, edition in enumerate(("1st", "2nd"), start=1):
        shelf.claim(APPLE, PRINTED, shelf.document(number=number, edition=edition))
    assert notations(shelf) == {None: (PRINTED, "rulebook")}


def test_an_edition_that_prints_otherwise_has_lines_of_its_own(shelf: Any) -> None:
    shelf.claim(APPLE, PRINTED, shelf.document(edition="2nd"))
    assert notations(shelf) == {None: (LISTED, "card-list"), "2nd": (PRINTED, "rulebook")}


def test_a_number_that_a_rulebook_states_reaches_the_line_and_says_which_fact_it_is(shelf: Any) -> None:
    claim = shelf.claim("fruit:ripe takes", "-4", shelf.document(edition="1st"))
    line = built(shelf)["1st"]
    assert (line.notation, line.origin) == ("enter: hunger self -4; draw weather 1", "rulebook")
    assert line.passage_id == claim.passage_id
    assert line.slots == {1: ("fruit:ripe", "takes")}


def test_a_number_of_another_kind_of_card_does_not(shelf: Any) -> None:
    shelf.claim("fruit:rotten takes", "-4", shelf.document(edition="1st"))
    assert notations(shelf) == {None: (LISTED, "card-list")}


def test_a_printed_line_is_one_fact(shelf: Any) -> None:
    shelf.claim(APPLE, PRINTED, shelf.document(edition="2nd"))
    assert built(shelf)["2nd"].slots == {0: ("card:golden-apple", "effect.1")}
