"""Shadows are lifted, words are not taken for rules, letters tell a picture's size, the surer reading wins."""

import numpy as np
import pypdfium2 as pdfium
import pytest
import typst
from PIL import Image, ImageFilter

from ingest.picture.better_reading import better_of, is_doubtful
from ingest.picture.first_look import words_in_sight
from ingest.picture.images import PagePicture
from ingest.picture.letter_height import letter_height, letter_pieces
from ingest.picture.ruled_lines import without_ruled_lines
from ingest.picture.shadow import without_shadow
from ingest.picture.straighten import find_sheet, straightened
from schema.reading import Box, Word

SETTING = "#set page(width: 14cm, height: 18cm, margin: 1.2cm)\n#set text(size: 10pt)\n"
PROSE = "The keeper of the well draws two cards and gives one of them to whoever sits on the left. " * 14
BAR = "#block(fill: luma(60), width: 100%, height: 6cm, inset: 8pt, text(fill: white, size: 18pt)[{}])\n"


def page(source: str, dpi: int = 200) -> Image.Image:
    with pdfium.PdfDocument(typst.compile((SETTING + source).encode())) as document:
        return document[0].render(scale=dpi / 72, grayscale=True).to_pil().convert("L")


def shaded(image: Image.Image, width: float) -> Image.Image:
    """A shadow over the right half, its edge so wide."""
    x = np.linspace(0, 1, image.width)
    light = 0.95 - 0.55 / (1 + np.exp(-np.clip((x - 0.5) / width, -60, 60)))
    return Image.fromarray((np.asarray(image) * light).astype(np.uint8))


@pytest.mark.parametrize("width", [0.003, 0.06])
def test_a_shadow_is_lifted_whether_its_edge_is_hard_or_soft(width: float) -> None:
    lit = np.asarray(without_shadow(shaded(page(PROSE), width)), dtype=int)
    far, near = (np.percentile(lit[:, a:b], 80) for a, b in ((-300, -120), (120, 300)))
    assert far == pytest.approx(near, abs=12)


def test_a_dark_box_with_light_type_is_no_shadow() -> None:
    box = page(BAR.format("The well is dry and the keeper is gone") + PROSE[:500])
    assert without_shadow(box) is box


@pytest.mark.parametrize("blur", [0.0, 1.6, 2.2])
def test_words_are_never_taken_for_ruled_lines(blur: float) -> None:
    image = page(PROSE.upper()).filter(ImageFilter.GaussianBlur(blur))
    assert without_ruled_lines(image, 200) is image


def test_letters_are_measured_whatever_the_resolution() -> None:
    heights = {dpi: letter_height(letter_pieces(np.asarray(page(PROSE, dpi)))) for dpi in (150, 300)}
    assert heights[300] == pytest.approx(2 * (heights[150] or 0), rel=0.15)
    assert letter_height(letter_pieces(np.full((400, 400), 240, np.uint8))) is None


def test_a_picture_that_says_a_size_that_cannot_be_is_as_large_as_its_letters_make_it() -> None:
    image = page(PROSE, 100)
    boasting = PagePicture(image, image.width * 72 / 600, image.height * 72 / 600)
    straight = straightened(boasting)
    assert straight.image.width > 1.5 * image.width  # small letters are enlarged
    assert straight.width == pytest.approx(image.width * 72 / 100, rel=0.35)


def test_light_that_falls_off_is_no_sheet_on_a_table() -> None:
    y, x = np.mgrid[0:1:900j, 0:1:700j]
    lamp = 250 / (1 + 1.6 * ((x - 0.1) ** 2 + (y - 0.15) ** 2))
    assert find_sheet(Image.fromarray(lamp.astype(np.uint8))) is None


def test_the_first_look_sees_a_part_of_a_page_that_is_full_of_words() -> None:
    picture = PagePicture(page("#v(6cm)\n" + PROSE), 397, 510)
    part = words_in_sight(picture)
    assert part.image.height < picture.image.height / 2
    assert (np.asarray(part.image) < 128).mean() > 2 * (np.asarray(picture.image) < 128).mean()


def test_a_second_look_sees_more_of_a_page() -> None:
    picture = PagePicture(page(PROSE * 2), 397, 510)
    assert words_in_sight(picture).image.height < words_in_sight(picture, is_second=True).image.height


def test_the_first_look_at_a_strip_lower_than_its_window_stays_on_it() -> None:
    whole = page(PROSE)
    strip = PagePicture(whole.crop((0, whole.height // 4, whole.width, whole.height // 4 + 60)), 397, 12)
    assert 0 < words_in_sight(strip).image.height <= strip.image.height


def words(texts: str, y: float, line: int, sure: float) -> list[Word]:
    return [Word(t, line, Box(40 * i, y, 40 * i + 35, y + 10), "", 10, sure) for i, t in enumerate(texts.split())]


def test_of_two_readings_each_line_is_the_surer_one() -> None:
    first = [*words("the old well", 10, 0, 0.95), *words("1s d ry", 30, 1, 0.4)]
    second = [*words("tne o1d", 10, 0, 0.5), *words("is quite dry", 30, 1, 0.9), *words("today", 50, 2, 0.9)]
    assert " ".join(w.text for w in better_of(first, second)) == "the old well is quite dry today"
    assert better_of(first, []) == tuple(first)


def test_a_line_that_only_an_unsure_reading_sees_is_not_believed() -> None:
    first = words("the old well", 10, 0, 0.95)
    assert better_of(first, words("x1 zz", 50, 0, 0.5)) == tuple(first)


def test_letters_that_were_not_read_make_a_reading_doubtful() -> None:
    picture = PagePicture(page(PROSE), 397, 510)
    whole = [Word("all", 0, Box(0, 0, 397, 510), "", 10, 0.95)]
    assert not is_doubtful(picture, whole)
    assert is_doubtful(picture, [Word("half", 0, Box(0, 0, 397, 120), "", 10, 0.95)])
