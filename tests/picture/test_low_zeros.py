"""A lone 0 as low as small letters is a letter, unless the figures of the page are as low."""

from ingest.picture.low_zeros import with_letters_for_low_zeros
from schema.reading import Box, Word


def word(text: str, height: float) -> Word:
    return Word(text, 0, Box(0, 0, 5, height), size=10, confidence=0.9)


def texts(*words: Word) -> list[str]:
    return [each.text for each in with_letters_for_low_zeros(words)]


def test_a_low_zero_beside_high_figures_is_a_letter() -> None:
    figures = [word("1", 6.6), word("2", 6.8), word("1", 6.5)]
    assert texts(*figures, word("0", 4.7), word("0", 6.7)) == ["1", "2", "1", "o", "0"]


def test_where_figures_are_low_or_few_a_zero_stays_one() -> None:
    assert texts(word("1", 4.6), word("2", 4.6), word("1", 4.7), word("0", 4.7))[-1] == "0"
    assert texts(word("1", 6.6), word("0", 4.7))[-1] == "0"


def test_a_zero_of_a_longer_figure_is_left_alone() -> None:
    assert texts(word("1", 6.6), word("2", 6.6), word("2", 6.6), word("10", 4.7))[-1] == "10"
