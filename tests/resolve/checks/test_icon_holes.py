"""Holes inside sentences, where a symbol fell out of the text, are marked."""

from typing import Any

import pytest

from ingest.resolve.checks.icon_holes import find_icon_holes


def marks(desk: Any, *texts: str | tuple[str, str]) -> list[str]:
    return [marked.message for marked in find_icon_holes(desk.copy(*texts))]


@pytest.mark.parametrize("text", ["take one of each symbol , then rest", "pay  or leave the road again and again"])
def test_a_hole_is_shown_with_the_words_around_it(desk: Any, text: str) -> None:
    (message,) = marks(desk, text)
    assert "▯" in message


@pytest.mark.parametrize(
    "text",
    [
        "take one of each, then rest",
        "take one  \n  of each, then rest",
        "One.  Another sentence begins after a wide space.",
        "set  wide  by  habit  in  every  gap  of  it",
    ],
)
def test_spaces_beside_line_ends_after_stops_and_by_habit_are_none(desk: Any, text: str) -> None:
    assert marks(desk, text) == []


@pytest.mark.parametrize("kind", ["gap", "noise", "card", "table", "annotation"])
def test_what_holds_no_sentences_is_not_looked_at(desk: Any, kind: str) -> None:
    assert marks(desk, (kind, "take one of each symbol , then rest")) == []


def test_a_hole_that_an_icon_filled_is_not_marked(desk: Any) -> None:
    copy = desk.copy("take each symbol , then rest")
    copy.passages[0].text = "take each symbol [icon:sun], then rest"
    assert list(find_icon_holes(copy)) == []
