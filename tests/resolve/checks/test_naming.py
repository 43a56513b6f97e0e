"""A second word for one thing and a slip in a proper name are marked; forms and other words are not."""

from dataclasses import replace
from typing import Any

import pytest

from ingest.resolve.checks.naming import find_misspelt_names, find_second_names


@pytest.fixture
def named(desk: Any, orchard: Any) -> Any:
    """The desk of a game that knows the basket by two names."""
    english = orchard.languages["en"]
    items = {**english.names["item"], "basket": ["basket", "hamper"]}
    english = english.model_copy(update={"names": {**english.names, "item": items}})
    desk.pack = replace(orchard, languages={**orchard.languages, "en": english})
    return desk


def second(desk: Any, *surfaces: str, together: bool = False, concept: str = "item:basket") -> list[str]:
    """Suggestions for a document that mentions a thing by these names, each in a passage of its own."""
    mentions = [desk.spoken_of(concept, s, 0 if together else seq) for seq, s in enumerate(surfaces)]
    copy = desk.copy(*(f"Lift the {surface}." for surface in surfaces), mentions=mentions)
    return [marked.suggestion for marked in find_second_names(copy)]


def test_a_name_used_once_beside_the_usual_one_is_marked(named: Any) -> None:
    assert second(named, *["basket"] * 4, "hamper") == ["basket"]


def test_two_names_used_alike_are_synonyms(named: Any) -> None:
    assert second(named, *["basket"] * 4, *["hamper"] * 3) == []


def test_a_form_of_the_usual_name_is_no_second_name(named: Any) -> None:
    assert second(named, *["basket"] * 4, "baskets") == []


def test_a_thing_that_is_seldom_named_has_no_usual_name(named: Any) -> None:
    assert second(named, *["basket"] * 3, "hamper") == []


def test_a_name_explained_beside_the_other_is_no_slip(named: Any) -> None:
    assert second(named, *["basket"] * 4, "hamper", together=True) == []


def slips(desk: Any, *texts: str, **given: Any) -> list[tuple[str, str]]:
    return [(marked.severity, marked.suggestion) for marked in find_misspelt_names(desk.copy(*texts, **given))]


@pytest.mark.parametrize("slip", ["Bechive", "Beehve", "Beeihve", "Beeehive"])
def test_a_wrong_missing_swapped_or_doubled_letter_is_a_slip(desk: Any, slip: str) -> None:
    assert slips(desk, f"Enter the {slip} now.") == [("warning", "Beehive")]


@pytest.mark.parametrize("word", ["Beehive", "Beehives", "beechive", "Believe", "Behave"])
def test_the_name_itself_its_forms_and_other_words_are_none(desk: Any, word: str) -> None:
    assert slips(desk, f"Enter the {word} now.") == []


def test_an_ordinary_word_is_no_slip_however_near_a_name_it_is(desk: Any, orchard: Any) -> None:
    english = orchard.languages["en"]
    names = {**english.names, "location": {"well": ["Water"]}}
    desk.pack = replace(orchard, languages={"en": english.model_copy(update={"names": names})})
    assert slips(desk, "Enter the Wafer now.") == []
    assert slips(desk, "Enter the Wader now.") == [("warning", "Water")]


def test_a_word_that_comes_twice_is_meant(desk: Any) -> None:
    assert slips(desk, "Enter the Bechive.", "Leave the Bechive.") == []


def test_a_name_that_was_put_right_while_reading_is_noted(desk: Any) -> None:
    repair = desk.repair("Behive", "Beehive", "misread name: Behive")
    assert slips(desk, "Enter the Beehive.", repairs=[repair]) == [("note", "Beehive")]


def test_a_language_without_names_has_no_slips(desk: Any) -> None:
    assert slips(desk, "Enter the Bechive now.", language="de") == []
