"""A page that is scanned and recognised gives nearly the claims of its text layer."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from ingest.pipeline import Options, read_document

GAMES = Path(__file__).resolve().parents[2] / "games"
DPI = 200
PAGES = [
    ("operation-barclay/samples/operation-barclay-en.pdf", 2, 0.95),
    ("resist/samples/resist-cs.pdf", 3, 0.9),
    ("black-orchestra/samples/black-orchestra-pl.pdf", 5, 0.88),
]
"""Prose in columns, a page of tables, and a board of framed labels with lines between them."""


@pytest.mark.parametrize(("file", "page", "least"), PAGES)
def test_a_scan_of_a_page_gives_the_claims_of_its_text_layer(
    documents: Any,
    assert_same_claims: Callable[[Any, Any, float], None],
    tmp_path: Path,
    file: str,
    page: int,
    least: float,
) -> None:
    text, scan = tmp_path / "text.pdf", tmp_path / "scan.pdf"
    with pypdfium2.PdfDocument(GAMES / file) as whole, pypdfium2.PdfDocument.new() as single:
        single.import_pages(whole, [page - 1])
        single.save(text)
        whole[page - 1].render(scale=DPI / 72).to_pil().convert("L").save(scan, resolution=DPI)
    language = file[-6:-4]
    said = Options(game=file.partition("/")[0], language=language)
    printed, scanned = (
        read_document(f, documents.packs, candidates=("cs", "en", "it", "pl"), recipe="r", options=said)
        for f in (text, scan)
    )
    assert {p.page.method for p in scanned.pages} == {"ocr"}
    assert_same_claims(printed, scanned, least)


TABLES = {
    1: {("dossier", "limit.players-3-4", "5"), ("item-slots", "limit.players-5", "3"), ("stage", "count", "7")},
    4: {
        ("level:committed", "resist", "2-3"),
        ("level:motivated", "resist", "3"),
        ("level:reckless", "resist", "1-3"),
        ("level:skeptical", "resist", "target"),
    },
}
"""What small tables on two pages of the Italian sample say, which is a scan: rows of figures, rows of icons.

Without them its edition cannot be played."""


@pytest.mark.parametrize("page", TABLES)
def test_small_tables_of_a_scan_keep_their_rows(documents: Any, tmp_path: Path, page: int) -> None:
    assert _claimed(documents, tmp_path / "scan.pdf", page) >= TABLES[page]


def test_small_labels_of_a_scan_of_a_board_keep_their_words(documents: Any, tmp_path: Path) -> None:
    labels = {
        ("delivery:any", "self.if-civilian", "-2"),
        ("location:stockholm", "opens-in-stage", "4"),
    }
    assert _claimed(documents, tmp_path / "scan.pdf", 5) >= labels


def _claimed(documents: Any, scan: Path, page: int) -> set[tuple[str, str, str]]:
    """What a page of the Italian sample says by itself."""
    sample = GAMES / "black-orchestra" / "samples" / "black-orchestra-it.pdf"
    with pypdfium2.PdfDocument(sample) as whole, pypdfium2.PdfDocument.new() as single:
        single.import_pages(whole, [page - 1])
        single.save(scan)
    said = Options(game="black-orchestra", language="it", edition="1st")
    read = read_document(scan, documents.packs, candidates=("it",), recipe="r", options=said)
    return {(one.claim.subject, one.claim.attribute, one.claim.value) for one in read.claims}
