"""Sizes of type are measured by what the letters of a word reach, line by line."""

import pytest

from ingest.picture.letter_height import height_in_ems
from ingest.picture.line_sizes import SizedWord, line_sizes


def word(text: str, left: int, top: int, height: float, line: int, *, letter: int = 20) -> SizedWord:
    return text, (left, top, letter * len(text), round(height)), (1, 1, line)


def set_in(text: str, size: float, left: int, line: int) -> SizedWord:
    return word(text, left, 50 * line, size * height_in_ems(text), line)


@pytest.mark.parametrize("higher", ["mise", "své", "stav"], ids=["dots", "marks", "t"])
def test_a_word_with_something_above_its_small_letters_stands_higher(higher: str) -> None:
    assert height_in_ems(higher) > height_in_ems("sova")


@pytest.mark.parametrize("lower", ["výše", "samą", "pes"], ids=["y with a mark", "ogonek", "p"])
def test_letters_and_marks_below_the_line_count_with_and_without_marks_above(lower: str) -> None:
    assert height_in_ems(lower) > height_in_ems("samé") - 0.1
    assert height_in_ems(lower, with_marks=False) >= height_in_ems("sama")


def test_what_stands_in_another_column_does_not_change_the_size_of_a_line() -> None:
    words = [set_in("nepřátele", 40, 0, 1), set_in("x", 20, 600, 1), set_in("odhoď", 40, 0, 2)]
    assert [round(size) for size in line_sizes(words)] == [40, 20, 40]


def test_one_word_that_was_measured_badly_does_not_change_the_size_of_its_line() -> None:
    words = [word("nepřátele", 0, 0, 60, 1), set_in("odhodíš", 40, 200, 1), set_in("všechny", 40, 350, 1)]
    assert {round(size) for size in line_sizes(words)} == {40}


def test_of_a_short_line_the_rectangle_may_leave_out_dots_and_marks() -> None:
    text = [set_in("všichni vyhráváte", 40, 0, line) for line in (1, 2, 3)]
    last = word("ni.", 0, 200, 40 * height_in_ems("nn."), 4)
    assert round(line_sizes([*text, last])[-1]) == 40


def test_a_smaller_line_stays_smaller() -> None:
    words = [set_in("Pravidla celé hry", 60, 0, 1), set_in("pro dva až čtyři hráče", 40, 0, 2)]
    assert [round(size) for size in line_sizes(words)] == [60, 40]
