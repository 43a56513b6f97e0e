"""Icons of scans: one picture read in many ways is no letter, and a table of the document names it."""

from dataclasses import replace

import numpy as np
from PIL import Image, ImageDraw

from ingest.icon_legends import named_icons
from ingest.picture.icons import with_icons
from ingest.picture.images import PagePicture
from ingest.picture.small_signs import small_signs
from schema.documents import PageShape, PassageShape
from schema.pack import LanguageFile
from schema.reading import FIRST_SEEN_ICON, Box, PassageRead, Word, WordPage

ICON, OTHER = FIRST_SEEN_ICON, chr(ord(FIRST_SEEN_ICON) + 1)
SIDE = 28


def _sword(draw: ImageDraw.ImageDraw, x: int, y: int) -> None:
    draw.rectangle((x + 12, y, x + 16, y + SIDE), fill=0)
    draw.rectangle((x + 3, y + 17, x + 25, y + 21), fill=0)


def _ring(draw: ImageDraw.ImageDraw, x: int, y: int) -> None:
    draw.ellipse((x + 4, y, x + 24, y + SIDE), outline=0, width=5)


def _page(drawn: str, read: str, confidence: float) -> tuple[WordPage, PagePicture]:
    """A page of single signs in a row: s is a sword, o a ring; each with what was read there."""
    image = Image.new("L", (100 * len(drawn) + 100, 200), 255)
    draw = ImageDraw.Draw(image)
    words = []
    for at, (shape, text) in enumerate(zip(drawn, read, strict=True)):
        x, y = 50 + 100 * at, 80
        (_sword if shape == "s" else _ring)(draw, x, y)
        words.append(Word(text, 0, Box(x, y - 2, x + SIDE, y + SIDE + 2), size=40.0, confidence=confidence))
    shape = PageShape(number=1, method="ocr", reason="", confidence=1, width=image.width, height=image.height)
    return WordPage(shape, tuple(words)), PagePicture(image, image.width, image.height)


def _told(page: WordPage, picture: PagePicture) -> str:
    signs = small_signs(picture, page.words, ())
    (found,) = with_icons([page], [signs])
    return "".join(word.text for word in found.words)


def test_a_picture_read_in_many_ways_is_an_icon_and_no_figure() -> None:
    assert _told(*_page("sssso", "4+190", 0.5)) == ICON * 4 + "0"


def test_a_picture_read_alike_stays_what_was_read() -> None:
    assert _told(*_page("ssssoo", "ttt+00", 0.7)) == "ttt+00"


def test_a_picture_that_was_surely_read_stays() -> None:
    assert _told(*_page("ssss", "tf+1", 0.97)) == "tf+1"


def test_two_pictures_do_not_tell() -> None:
    assert _told(*_page("ssoo", "4+00", 0.5)) == "4+00"


def test_a_figure_doubted_beside_an_icon_is_believed_as_far_as_it_is_like_others() -> None:
    page, picture = _page("ssssoooo", "4+190000", 0.5)
    words = tuple(
        replace(word, confidence=0.3 if at == 4 else 0.99) if at > 3 else word for at, word in enumerate(page.words)
    )
    (found,) = with_icons([replace(page, words=words)], [small_signs(picture, words, ())])
    assert [word.text for word in found.words] == [ICON] * 4 + ["0"] * 4
    assert found.words[4].confidence == 0.8


def test_first_cells_of_a_table_that_could_hardly_be_read_are_icons() -> None:
    page, picture = _page("sos", "4*7", 0.5)
    words = (*page.words[:2], replace(page.words[2], confidence=0.7))
    cells = [(Box(40 + 100 * at, 60, 90 + 100 * at, 140), Box(90 + 100 * at, 60, 140 + 100 * at, 140)) for at in (0, 1)]
    signs = small_signs(picture, words, [tuple(cells)])
    (found,) = with_icons([replace(page, words=words)], [signs])
    assert sorted({word.text for word in found.words}) == [ICON, OTHER]
    assert found.words[0].text == found.words[2].text, "the same picture outside of the table"


def test_first_cells_of_a_table_one_of_which_surely_holds_a_number_are_figures() -> None:
    page, picture = _page("so", "46", 0.5)
    cells = [(Box(40 + 100 * at, 60, 90 + 100 * at, 140), Box(90 + 100 * at, 60, 140 + 100 * at, 140)) for at in (0, 1)]
    below = (Box(40, 140, 90, 200), Box(90, 140, 140, 200))
    number = Word("60", 1, Box(50, 150, 80, 180), size=40.0, confidence=0.99)
    words = (*page.words, number)
    signs = small_signs(picture, words, [(*cells, below)])
    (found,) = with_icons([replace(page, words=words)], [signs])
    assert [word.text for word in found.words] == ["4", "6", "60"]


def _row(text: str) -> PassageRead:
    return PassageRead(PassageShape(seq=0, kind="table", raw_text=text, text=text, language="cs", confidence=1), 1)


def test_a_table_names_its_icons_whatever_the_ending() -> None:
    names = {"value": {"defence": ["síla obrany"], "attack": ["síla útoku"]}, "icon": {"defence": ["obrana"]}}
    words = LanguageFile(titles=["x"], names=names, glyphs={"\ue020": "attack", "\ue021": "defence"})
    rows = [_row(f"{ICON}. | síla útoku | x"), _row(f"{OTHER} | obrana © | x"), _row("\U00100005 | síla | x")]
    assert named_icons(rows, words) == {ICON: "attack", OTHER: "defence"}


def test_shapes_are_of_length_one() -> None:
    page, picture = _page("so", "40", 0.5)
    assert all(np.isclose(np.linalg.norm(sign.shape), 1, atol=1e-4) for sign in small_signs(picture, page.words, ()))
