"""Words get the marks back that they usually have, and known words are left alone."""

import pytest

from ingest.picture.lost_marks import in_own_marks, with_marks
from schema.reading import Box, Word


@pytest.mark.parametrize(
    ("read", "language", "told"),
    [
        ("Herni", "cs", "Herní"),
        ("dolù", "cs", "dolů"),
        ("PLÁNOVÁNI", "cs", "PLÁNOVÁNÍ"),
        ("wolnosc", "pl", "wolność"),
        ("misi", "cs", "misi"),
        ("Barclay", "cs", "Barclay"),
        ("Herni", "en", "Herni"),
        ("k3", "cs", "k3"),
    ],
)
def test_marks_are_those_of_the_usual_word(read: str, language: str, told: str) -> None:
    assert with_marks(read, [language]) == told


@pytest.mark.parametrize(
    ("read", "sure", "told"),
    [("Daġġer", 0.95, "Dagger"), ("Éye", 0.86, "Eye"), ("Éye", 0.99, "Éye"), ("Pokémon", 0.9, "Pokémon")],
)
def test_an_unsure_word_has_no_marks_that_its_language_hardly_puts_on_it(read: str, sure: float, told: str) -> None:
    (word,) = in_own_marks([Word(read, 0, Box(0, 0, 9, 9), confidence=sure)], "en")
    assert word.text == told
