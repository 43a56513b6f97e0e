"""Photos, sideways scans, dark bars and ruled tables are made readable, and good pages are left as they are."""

import random
from pathlib import Path

import numpy as np
import pypdfium2 as pdfium
import pytest
import typst
from PIL import Image, ImageDraw

from ingest.cleaning.clean import clean
from ingest.files.open import open_document
from ingest.layout.lay_out import lay_out
from ingest.pages.read import read_pages
from ingest.picture.images import PagePicture
from ingest.picture.ruled_lines import dark_bars, with_dark_type, without_ruled_lines
from ingest.picture.straighten import evenly_lit, find_sheet, grain, seen_from_above, skew, straightened
from samples.degrade import grained
from samples.manifest import Sample
from samples.photo import photograph

SETTING = "#set page(width: 12cm, height: 16cm, margin: 1.2cm)\n#set text(size: 12pt)\n"
CZECH = "Každý hráč dostane pět karet a jednu figurku. Zbytek karet tvoří dobírací balíček, který leží vedle plánu."
BARS = '#block(fill: luma(60), width: 100%, inset: 6pt, text(fill: white, size: 16pt, weight: "bold")[{}])\n'


def pdf(source: str) -> bytes:
    return bytes(typst.compile((SETTING + source).encode()))


def page(source: str, dpi: int = 200) -> Image.Image:
    return pdfium.PdfDocument(pdf(source))[0].render(scale=dpi / 72, grayscale=True).to_pil().convert("L")


def told(path: Path) -> list[tuple[str, str]]:
    read = clean(lay_out(read_pages(open_document(path), languages=["cs"])))
    return [(r.passage.kind, r.passage.text) for r in read]


def test_a_good_page_is_left_exactly_as_it_is() -> None:
    picture = PagePicture(page(CZECH), 340, 454)
    assert straightened(picture).image is picture.image


def test_a_photo_is_cut_out_of_its_table_and_read(tmp_path: Path) -> None:
    sample = Sample(Path(), Path(), "photo", seed=3, dpi=180, quality=70, noise=12)
    path = tmp_path / "photo.jpg"
    path.write_bytes(photograph(pdf(BARS.format("Tah hráče") + CZECH * 3), sample))
    (read,) = read_pages(open_document(path), languages=["cs"])
    text = " ".join(word.text for word in read.words)
    assert text.startswith("Tah hráče")
    assert len(set(text.split()) & set(CZECH.split())) >= 0.9 * len(set(CZECH.split()))
    with Image.open(path) as photo:
        assert read.page.width is not None
        assert read.page.width < 0.95 * photo.width * 72 / 180


def test_a_sheet_is_found_by_its_corners_and_a_page_without_table_is_none() -> None:
    table = Image.new("L", (800, 1000), 90)
    corners = [(120.0, 80.0), (690.0, 100.0), (740.0, 930.0), (60.0, 900.0)]
    draw = ImageDraw.Draw(table)
    draw.polygon(corners, fill=235)
    draw.rectangle((200, 300, 600, 360), fill=50)
    found = find_sheet(table)
    assert found is not None
    assert np.allclose(found, corners, atol=6)
    assert min(seen_from_above(table, found).getpixel(xy) for xy in ((20, 20), (500, 700))) > 225
    assert find_sheet(page(CZECH)) is None


def test_shade_is_lifted_and_dark_pictures_do_not_count_as_shade() -> None:
    slope = np.tile(np.linspace(240, 150, 600), (800, 1)).astype(np.uint8)
    lit = np.asarray(evenly_lit(Image.fromarray(slope)), dtype=int)
    assert lit[:, 550].mean() - lit[:, 50].mean() == pytest.approx(0, abs=6)
    board = page(CZECH)
    board.paste(70, (0, 700, board.width, board.height))
    assert evenly_lit(board) is board


@pytest.mark.parametrize("angle", [-7.0, -2.2, 0.0, 4.6])
def test_the_skew_of_a_page_is_measured(angle: float) -> None:
    turned = page(CZECH * 4).rotate(-angle, Image.Resampling.BICUBIC, fillcolor=255)
    assert skew(turned) == pytest.approx(angle, abs=0.3)


def test_grain_is_told_from_clean_paper() -> None:
    clean_page = page(CZECH * 3)
    assert grain(clean_page) < 5 < grain(grained(clean_page, random.Random(1), 110))


@pytest.mark.parametrize("quarters", [1, 2])
def test_a_page_that_lies_on_its_side_is_turned(tmp_path: Path, quarters: int) -> None:
    path = tmp_path / "turned.png"
    PagePicture(page(CZECH * 4), 340, 454).turned(quarters).image.save(path, dpi=(200, 200))
    (read,) = read_pages(open_document(path), languages=["cs"])
    assert read.quarters == 4 - quarters
    assert f"turned by {90 * read.quarters} degrees" in read.page.reason
    assert "dobírací balíček," in " ".join(word.text for word in read.words)
    assert read.page.width == pytest.approx(12 * 72 / 2.54, rel=0.01)


def test_a_page_under_a_lamp_with_dark_boxes_on_it_is_no_sheet_on_a_table() -> None:
    y, x = np.mgrid[0:1:925j, 0:1:650j]
    page = 255.0 / (1.0 + 1.6 * ((x - 0.1) ** 2 + (y - 0.15) ** 2))
    for top, height in ((0.068, 0.105), (0.2, 0.033), (0.47, 0.033)):
        page[(y >= top) & (y < top + height) & (x > 0.103) & (x < 0.897)] *= 0.15
    assert find_sheet(Image.fromarray(page.astype(np.uint8))) is None


def test_numbers_in_a_ruled_table_and_light_type_on_a_bar_are_read(tmp_path: Path) -> None:
    cells = "[Hráči], [1--2], [3--4], [5], [Karty], [6], [5], [4], [Výbava], [4], [3], [3]"
    source = BARS.format("Omezení počtu karet") + f"{CZECH}\n#align(center, table(columns: 4, {cells}))\n{CZECH}"
    path = tmp_path / "table.png"
    page(source).save(path, dpi=(200, 200))
    found = told(path)
    assert found[0] == ("heading", "Omezení počtu karet")
    assert [row for kind, row in found if kind == "table"] == [
        "Hráči | 1-2 | 3-4 | 5",
        "Karty | 6 | 5 | 4",
        "Výbava | 4 | 3 | 3",
    ]


def test_rules_go_and_letters_stay() -> None:
    sheet = page(CZECH)
    ruled = sheet.copy()
    draw = ImageDraw.Draw(ruled)
    draw.rectangle((30, 500, 900, 800), outline=0, width=3)
    freed = np.asarray(without_ruled_lines(ruled, 200), dtype=int)
    assert np.abs(freed - np.asarray(sheet, dtype=int)).max() < 60
    assert without_ruled_lines(sheet, 200) is sheet


def test_a_bar_turns_light_and_its_type_dark() -> None:
    sheet = page(BARS.format("Tah") + CZECH)
    turned = with_dark_type(sheet, dark_bars(sheet, 200), 200)
    assert sheet.getpixel((600, 120)) < 80
    assert turned.getpixel((600, 120)) > 240
    assert np.asarray(turned)[100:140, 90:200].min() < 40


def test_a_box_full_of_light_type_is_turned_as_a_whole() -> None:
    box = f"#block(fill: luma(110), width: 100%, inset: 4pt, text(fill: white)[*{CZECH}* {CZECH}\n\nTah.])\n"
    sheet = page(box + CZECH)
    turned = np.asarray(with_dark_type(sheet, dark_bars(sheet, 200), 200))
    assert np.percentile(np.asarray(sheet)[120:300, 120:800], 50) < 120
    assert np.percentile(turned[120:300, 120:800], 50) > 220


def test_torn_paper_in_a_drawing_is_not_cut_at_its_corners() -> None:
    table = Image.new("L", (1000, 1000), 70)
    torn = [(0, 110), (0, 850), (800, 850), (840, 190), (720, 180), (710, 8), (260, 8), (250, 110)]
    ImageDraw.Draw(table).polygon([(float(x), float(y)) for x, y in torn], fill=235)
    assert find_sheet(table) is None
