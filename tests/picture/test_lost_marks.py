"""Words get the marks back that they usually have, and known words are left alone."""

import pytest

from ingest.picture.lost_marks import with_marks


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
