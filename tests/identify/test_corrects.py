"""A short text is a sheet of corrections only where it puts values right, whatever else it calls right or instead."""

from pathlib import Path

import pytest

from ingest.identify.corrects import puts_right
from ingest.packs.read import read_packs
from schema.documents import PassageShape
from schema.reading import PassageRead

PACK = read_packs(Path(__file__).resolve().parents[2] / "games")["black-orchestra"]


def told(*texts: str) -> bool:
    shapes = [
        PassageShape(seq=seq, kind="paragraph", language="en", raw_text=text, text=text, confidence=1)
        for seq, text in enumerate(texts)
    ]
    return puts_right([PassageRead(shape, 1) for shape in shapes], PACK, "en")


@pytest.mark.parametrize(
    "texts",
    [
        ("Place the dossier to the right of the player board.", "Take four actions.", "Conspire instead of moving."),
        ("Discard this card instead of losing a motivation.",),
        ("Put the card to the right of the board.",),
    ],
)
def test_an_aid_or_a_card_that_puts_nothing_right_is_no_sheet_of_corrections(texts: tuple[str, ...]) -> None:
    assert not told(*texts)


def test_values_that_take_the_place_of_others_make_a_sheet_of_corrections() -> None:
    assert told(
        "Sorry, the booklet is wrong twice.",
        "The hand limit should read 6, not 5.",
        "Take 4 actions instead of 3; the 3 is a misprint.",
    )
