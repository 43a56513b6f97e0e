"""In a series of figures that commas part a lone full stop is a comma; sentences and counted items keep theirs."""

import pytest

from ingest.picture.series_marks import with_commas_in_series
from schema.reading import Box, Word


def read(text: str, line: int = 0) -> list[Word]:
    return [Word(part, line, Box(9 * at, 0, 9 * at + 5, 7), confidence=0.9) for at, part in enumerate(text.split())]


def told(*words: Word) -> str:
    return " ".join(word.text for word in with_commas_in_series(words))


def test_a_lone_full_stop_in_a_series_is_a_comma() -> None:
    assert told(*read("Keen @. 1, 2, 3")) == "Keen @, 1, 2, 3"
    assert told(*read("rolls of 2, 3. 4, 5")) == "rolls of 2, 3, 4, 5"


@pytest.mark.parametrize(
    "text",
    ["4. 1, 2, 3", "see @. 1, 2", "Take @. 3 players", "2. 3. 4, 5", "up to 6. Then 1, 2, 3", "p. 1, 2, 3", "1, 2, 3."],
)
def test_other_full_stops_stay(text: str) -> None:
    assert told(*read(text)) == text


def test_a_series_does_not_go_on_in_the_next_line() -> None:
    assert told(*read("you have @."), *read("1, 2, 3", 1)) == "you have @. 1, 2, 3"
