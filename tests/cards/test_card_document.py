"""A sheet of card pictures is a document of cards, each known by its printed title."""

from pathlib import Path

from ingest.packs.read import read_packs
from ingest.pipeline import read_document

ROOT = Path(__file__).resolve().parents[2]
SHEET = ROOT / "games" / "black-orchestra" / "samples" / "black-orchestra-cards-en.png"


def test_the_cards_of_a_sheet_are_read_and_known() -> None:
    reading = read_document(SHEET, read_packs(ROOT / "games"), candidates=("cs", "en", "it", "pl"), recipe="r")
    document = reading.document
    assert (reading.game, document.kind, document.title) == ("black-orchestra", "cards", "black orchestra cards en")
    printed = {read.card: read.text for read in reading.card_texts}
    assert len(printed) >= 8
    assert printed["cover-story"].title == "Cover Story"
    assert "suspicion" in printed["cover-story"].body
