"""Doubled words and stretches in another language are marked."""

from typing import Any

import pytest

from ingest.resolve.checks.words import find_doubled_words, find_foreign_text


def doubled(desk: Any, *texts: str | tuple[str, str]) -> list[str]:
    return [marked.suggestion for marked in find_doubled_words(desk.copy(*texts))]


@pytest.mark.parametrize("text", ["Carry the the basket.", "Carry the\nthe basket."])
def test_the_same_word_twice_is_marked_also_across_a_line_end(desk: Any, text: str) -> None:
    assert doubled(desk, text) == ["the"]


@pytest.mark.parametrize("text", ["We said that that was fine.", "Paris Paris", "a a", "the the-end", "the them"])
def test_words_that_may_be_doubled_names_letters_and_parts_of_words_are_not(desk: Any, text: str) -> None:
    assert doubled(desk, text) == []


def test_labels_stand_for_themselves(desk: Any) -> None:
    assert doubled(desk, ("label", "draw draw")) == []


CZECH = "Kdo se chce napít, ten musí jít ke studni a tam si nabrat vodu."


def foreign(desk: Any, *languages: str, text: str = CZECH) -> list[str]:
    copy = desk.copy(*[text] * len(languages))
    for passage, language in zip(copy.passages, languages, strict=True):
        passage.language = language
    return [marked.message for marked in find_foreign_text(copy)]


def test_a_passage_in_another_language_is_marked_with_its_opening(desk: Any) -> None:
    (message,) = foreign(desk, "en", "cs", "en")
    assert "One passage is in “cs” in a document in “en”" in message
    assert "“Kdo se chce" in message


def test_passages_that_stand_together_are_marked_once(desk: Any) -> None:
    (message,) = foreign(desk, "cs", "en", "cs", "en")
    assert message.startswith("2 passages are")


def test_stretches_far_apart_are_marked_each(desk: Any) -> None:
    assert len(foreign(desk, "cs", *["en"] * 4, "cs")) == 2


def test_names_and_undetermined_passages_are_left_alone(desk: Any) -> None:
    assert foreign(desk, "cs", text="Karel Čapek, Jan Neruda") == []
    assert foreign(desk, "und") == []
