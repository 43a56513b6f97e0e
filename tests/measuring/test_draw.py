"""A page is drawn with the boxes, kinds and order of its passages, exactly where they stand."""

from pathlib import Path

import pypdfium2 as pdfium
import pytest
import typst
from PIL import Image

from ingest.cleaning.clean import clean
from ingest.errors import UnreadableDocument
from ingest.files.open import open_document
from ingest.layout.lay_out import lay_out
from ingest.measuring.draw import COLOURS, DrawSettings, draw_page
from ingest.pages.read import read_pages

SOURCE = """#set page(width: 12cm, height: 9cm, margin: 1cm)
= Nadpis
Hráč na tahu si vezme dvě karty z balíčku a jednu z nich odloží na plán vedle figurky."""


def drawn(path: Path, number: int = 1) -> tuple[Image.Image, list[tuple[str, tuple[float, ...]]]]:
    opened = open_document(path)
    pages = read_pages(opened, languages=["cs"], only=number)
    passages = clean(lay_out(pages))
    places = [(r.passage.kind, (g.x0, g.y0, g.x1, g.y1)) for r in passages for _, g in r.regions]
    return draw_page(opened, pages, passages, number), places


def outline(image: Image.Image, box: tuple[float, ...]) -> tuple[int, ...]:
    x, y = (round(side * DrawSettings().drawn_dpi / 72) for side in (box[2], (box[1] + box[3]) / 2))
    colour = image.getpixel((x, y))
    assert isinstance(colour, tuple)
    return colour


@pytest.mark.parametrize("is_scan", [False, True])
def test_each_passage_is_framed_in_the_colour_of_its_kind(tmp_path: Path, is_scan: bool) -> None:
    path = tmp_path / "page.pdf"
    path.write_bytes(typst.compile(SOURCE.encode()))
    if is_scan:
        scan = pdfium.PdfDocument(path)[0].render(scale=200 / 72).to_pil().convert("L")
        path = tmp_path / "scan.png"
        scan.rotate(2, Image.Resampling.BICUBIC, fillcolor=255).save(path, dpi=(200, 200))
    image, places = drawn(path)
    assert [kind for kind, _ in places] == ["heading", "paragraph"]
    assert image.width == pytest.approx(12 / 2.54 * DrawSettings().drawn_dpi, abs=2)
    for kind, box in places:
        assert outline(image, box) == COLOURS[kind]  # type: ignore[index]


def test_a_page_that_is_not_there_or_has_no_layout_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "page.pdf"
    path.write_bytes(typst.compile(SOURCE.encode()))
    with pytest.raises(UnreadableDocument, match="there is no page 7; choose one from 1 to 1"):
        drawn(path, 7)
    plain = tmp_path / "rules.txt"
    plain.write_text("Hráč na tahu si vezme dvě karty z balíčku.", encoding="utf-8")
    with pytest.raises(UnreadableDocument, match="page 1 has no layout to draw"):
        drawn(plain)
