"""Abbreviations that a document explains itself are spelt out, and nothing else is."""

import pytest

from ingest.names.abbreviations import spelt_out
from schema.documents import PassageShape
from schema.pack import Pack
from schema.reading import PassageRead


def _passages(*texts: tuple[str, str]) -> list[PassageRead]:
    return [
        PassageRead(PassageShape(seq=n, kind=kind, language="en", raw_text=text, text=text, confidence=1.0), 1)
        for n, (kind, text) in enumerate(texts)
    ]


@pytest.mark.parametrize(
    ("explained", "row", "spelt"),
    [
        ("M – motivation, MS – military support.", "M +1 | MS −2", "motivation +1 | military support −2"),
        ("M = motivation; S = suspicion", "Space | M | S", "Space | motivation | suspicion"),
        ("Military support (MS) begins low.", "MS | 3", "Military support | 3"),
        ("M – motivation alone.", "M | 3", "M | 3"),
        ("X – motivation, Y – suspicion.", "X | 3", "X | 3"),
        ("A – apples, P – pears.", "A | 3", "A | 3"),
        ("M – motivation, S – suspicion.", "M.S. | Ms | MS", "M.S. | Ms | MS"),
    ],
)
def test_what_a_book_explains_is_spelt_out_in_its_tables(
    explained: str, row: str, spelt: str, games: dict[str, Pack]
) -> None:
    read = spelt_out(_passages(("paragraph", explained), ("table", row)), games["black-orchestra"], ["en"])
    assert read[1].passage.text == spelt


def test_a_lone_letter_is_left_outside_of_tables(games: dict[str, Pack]) -> None:
    texts = ("paragraph", "M – motivation, MS – military support."), ("paragraph", "M moves; MS falls.")
    read = spelt_out(_passages(*texts), games["black-orchestra"], ["en"])
    assert read[1].passage.text == "M moves; military support falls."
