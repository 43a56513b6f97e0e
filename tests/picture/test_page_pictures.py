"""Pictures of pages show what lies where the boxes say, and what goes wrong with one harms nothing else."""

import io
import os
import signal
import time
from pathlib import Path

import pytest
import typst
from PIL import Image, ImageDraw

from ingest.files.open import OpenedFile, open_document
from ingest.picture import for_people as page_pictures
from ingest.picture.for_people import PictureSettings, is_kept, make_pictures, picture_name
from ingest.picture.images import PagePicture
from ingest.picture.straighten import straightened
from schema.documents import PageMethod, PageShape
from schema.reading import Box, WordPage

WIDTH, HEIGHT = 300.0, 420.0
MARK = Box(30, 40, 90, 60)
SOURCE = """
#set page(width: 300pt, height: 420pt, margin: 0pt)
#let sheet = place(top + left, dx: 30pt, dy: 40pt, rect(width: 60pt, height: 20pt, fill: rgb("#c00000")))
#sheet #pagebreak() #sheet #pagebreak() #sheet
"""
RED = (192, 0, 0)


def page(number: int = 1, method: PageMethod = "text-layer", size: tuple[float, float] = (WIDTH, HEIGHT)) -> WordPage:
    shape = PageShape(number=number, method=method, reason="r", confidence=1, width=size[0], height=size[1])
    return WordPage(shape, ())


def sheet_of_lines(scale: int = 2) -> Image.Image:
    """A page with the mark, lines of ink below it and a margin."""
    image = Image.new("RGB", (round(WIDTH) * scale, round(HEIGHT) * scale), "white")
    pen = ImageDraw.Draw(image)
    pen.rectangle([side * scale for side in (MARK.x0, MARK.y0, MARK.x1, MARK.y1)], fill=RED)
    for y in range(90, 380, 14):
        for x in range(30, 270, 24):
            pen.rectangle((x * scale, y * scale, (x + 18) * scale, (y + 6) * scale), fill="black")
    return image


def saved(image: Image.Image, path: Path) -> OpenedFile:
    image.save(path, dpi=(144, 144))
    return open_document(path)


def shown(opened: OpenedFile, read: WordPage) -> Image.Image:
    (picture,) = make_pictures(opened, [read])
    assert picture.page == read.page.number
    return Image.open(io.BytesIO(picture.data)).convert("RGB")


def is_red(image: Image.Image, read: WordPage, x: float, y: float) -> bool:
    """Whether the picture is red at a place given in points."""
    place = (round(x * image.width / read.page.width), round(y * image.height / read.page.height))
    red, green, blue = image.getpixel(place)  # type: ignore[misc]
    return bool(red > 140 and green < 90 and blue < 90)


def shows_the_mark_in_its_place(image: Image.Image, read: WordPage, slack: float = 3) -> bool:
    inside = [(x, y) for x in (MARK.x0 + slack, MARK.x1 - slack) for y in (MARK.y0 + slack, MARK.y1 - slack)]
    outside = [(MARK.x0 - slack, 50), (MARK.x1 + slack, 50), (60, MARK.y0 - slack), (60, MARK.y1 + slack)]
    return all(is_red(image, read, *at) for at in inside) and not any(is_red(image, read, *at) for at in outside)


@pytest.fixture(scope="module")
def rulebook(tmp_path_factory: pytest.TempPathFactory) -> OpenedFile:
    path = tmp_path_factory.mktemp("pdf") / "rules.pdf"
    path.write_bytes(typst.compile(SOURCE.encode()))
    return open_document(path)


def test_a_page_of_a_pdf_is_shown_in_its_colours_where_its_boxes_are(rulebook: OpenedFile) -> None:
    image = shown(rulebook, page(2))
    assert image.size == (459, 642)
    assert shows_the_mark_in_its_place(image, page(2))


def test_a_scan_that_lay_on_its_side_is_shown_upright(tmp_path: Path) -> None:
    lying = PagePicture(sheet_of_lines(), WIDTH, HEIGHT).turned(3).image
    read = WordPage(page(method="ocr").page, (), quarters=1)
    assert shows_the_mark_in_its_place(shown(saved(lying, tmp_path / "lying.png"), read), read)


def test_a_crooked_scan_is_laid_as_straight_as_it_was_for_recognition(tmp_path: Path) -> None:
    crooked = sheet_of_lines().rotate(-3, Image.Resampling.BICUBIC, fillcolor="white")
    read = page(method="ocr")
    assert shows_the_mark_in_its_place(shown(saved(crooked, tmp_path / "crooked.png"), read), read)
    as_it_is = page(method="text-layer")
    assert not shows_the_mark_in_its_place(shown(open_document(tmp_path / "crooked.png"), as_it_is), as_it_is)


def test_a_photographed_sheet_is_cut_out_of_its_table(tmp_path: Path) -> None:
    photo = Image.new("RGB", (800, 1050), (60, 50, 40))
    photo.paste(sheet_of_lines(), (100, 100))
    straight = straightened(PagePicture(photo.convert("L"), 400, 525))
    read = page(method="ocr", size=(straight.width, straight.height))
    image = shown(saved(photo, tmp_path / "photo.jpg"), read)
    assert image.width / image.height == pytest.approx(WIDTH / HEIGHT, rel=0.02)
    assert shows_the_mark_in_its_place(image, read, slack=5)


def test_cards_are_shown_as_they_lie(tmp_path: Path) -> None:
    photo = Image.new("RGB", (800, 1050), (60, 50, 40))
    photo.paste(sheet_of_lines(), (100, 100))
    read = WordPage(page(method="ocr", size=(400, 525)).page, (), cards=(Box(0, 0, 9, 9), Box(9, 9, 18, 18)))
    assert shown(saved(photo, tmp_path / "cards.png"), read).getpixel((5, 5)) != (255, 255, 255)


def test_a_picture_of_another_shape_than_its_page_is_not_shown(rulebook: OpenedFile) -> None:
    assert make_pictures(rulebook, [page(size=(HEIGHT, WIDTH))]) == ()


def test_large_pages_are_scaled_down_and_transparent_ones_are_white(tmp_path: Path) -> None:
    image = shown(saved(Image.new("RGBA", (2100, 1400), (0, 0, 0, 0)), tmp_path / "large.png"), page(size=(2100, 1400)))
    assert max(image.size) == PictureSettings().long_side
    assert image.getpixel((9, 9)) == (255, 255, 255)


def test_text_has_no_pictures(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("# Rules\n\nDraw a card.\n\n- one\n- two\n", encoding="utf-8")
    assert make_pictures(open_document(path), [page(method="plain", size=(0, 0)), page()]) == ()
    assert picture_name("ab", page(method="plain", size=(0, 0))) is None


@pytest.mark.parametrize("fault", ["hangs", "toils", "crashes", "fails"])
def test_a_bad_page_costs_its_own_picture_only(
    rulebook: OpenedFile, monkeypatch: pytest.MonkeyPatch, fault: str
) -> None:
    rendered = page_pictures._rendered

    def failing(document: object, number: int, settings: PictureSettings) -> Image.Image:
        if number != 2:
            return rendered(document, number, settings)
        if fault == "hangs":
            time.sleep(60)
        while fault == "toils":
            pass
        if fault == "crashes":
            os.kill(os.getpid(), signal.SIGKILL)
        raise ValueError

    monkeypatch.setattr(page_pictures, "_rendered", failing)
    settings = PictureSettings(seconds=1.0, patience=6.0 if fault == "hangs" else 60.0)
    made = make_pictures(rulebook, [page(1), page(2), page(3)], settings=settings)
    assert [picture.page for picture in made] == [1, 3]


def test_a_picture_laid_straight_is_made_anew_with_each_reading(tmp_path: Path) -> None:
    for read in (page(1), page(1, "ocr")):
        name = picture_name("ab", read)
        assert name is not None
        assert not is_kept(tmp_path, "ab", read)
        (tmp_path / "ab").mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"picture")
    assert is_kept(tmp_path, "ab", page(1))
    assert not is_kept(tmp_path, "ab", page(1, "ocr"))
