"""Page references that lead astray and numbers that skip are marked."""

from typing import Any

import pytest

from ingest.resolve.checks.page_references import find_skipped_numbers, find_wrong_page_references

BASKET, LADDERS = ("heading", "The basket"), ("heading", "\fClimbing ladders")


def references(desk: Any, *texts: str | tuple[str, str]) -> list[tuple[str, str, str]]:
    copy = desk.copy(*texts)
    return [(marked.severity, marked.message, marked.suggestion) for marked in find_wrong_page_references(copy)]


def test_a_reference_to_the_page_on_which_the_heading_stands_is_right(desk: Any) -> None:
    assert references(desk, BASKET, "More under climbing ladders, page 2.", LADDERS) == []


def test_a_reference_to_another_page_is_marked_with_the_right_one(desk: Any) -> None:
    ((severity, message, suggestion),) = references(desk, BASKET, "See climbing ladders, page 5.", LADDERS)
    assert (severity, suggestion) == ("warning", "2")
    assert "said to be on page 5, but it stands on page 2" in message


def test_references_that_disagree_are_an_error(desk: Any) -> None:
    texts = ("See climbing ladders, page 2.", "Look at climbing ladders, page 3.")
    ((severity, message, suggestion),) = references(desk, BASKET, *texts, LADDERS)
    assert (severity, suggestion) == ("error", "2")
    assert "page 2 and 3" in message


def test_printed_numbers_may_be_shifted_against_those_of_the_file(desk: Any) -> None:
    well = ("heading", "\fDrawing water")
    texts = ("See climbing ladders, page 12.", "See drawing water, page 13.")
    assert references(desk, BASKET, *texts, LADDERS, well) == []


def test_a_file_of_one_page_tells_no_page(desk: Any) -> None:
    assert references(desk, BASKET, "See climbing ladders, page 9.", ("heading", "Climbing ladders")) == []


def test_a_page_that_names_no_heading_is_left_alone(desk: Any) -> None:
    assert references(desk, BASKET, "See the picture on page 9.", LADDERS) == []


def skipped(desk: Any, *texts: str | tuple[str, str]) -> list[tuple[str, str]]:
    return [(marked.message, marked.suggestion) for marked in find_skipped_numbers(desk.copy(*texts))]


@pytest.mark.parametrize("kind", ["item", "heading"])
def test_a_number_that_is_missing_is_marked(desk: Any, kind: str) -> None:
    ((message, suggestion),) = skipped(desk, (kind, "1. Rest"), (kind, "2) Walk"), (kind, "4. Sail"))
    assert "from 2 to 4" in message
    assert suggestion == "3"


@pytest.mark.parametrize(
    "texts",
    [
        [("item", "1. Rest"), ("item", "2. Walk"), ("item", "1. Sail")],
        [("item", "1. Rest"), ("item", "9. Walk")],
        [("item", "2. Rest"), ("paragraph", "3 lamps are lit."), ("item", "4. Walk")],
        [("paragraph", "1. Rest"), ("paragraph", "3. Walk")],
        [("item", "1. Rest"), ("heading", "3. Walk")],
    ],
)
def test_a_new_list_a_far_number_and_one_borne_by_another_passage_are_no_skip(
    desk: Any, texts: list[tuple[str, str]]
) -> None:
    assert skipped(desk, *texts) == []
