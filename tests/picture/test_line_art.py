"""Frames and lines around labels go, letters stay; bold type is told from regular; what was overlooked is found."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from ingest.picture.images import PagePicture
from ingest.picture.line_art import ink_pieces, without_line_art
from ingest.picture.second_look import look_again
from ingest.picture.type_weight import heavy
from ingest.picture.word_boxes import without_ghosts
from schema.reading import Box, Word

DPI = 300
PAPER = 245


@pytest.fixture
def label() -> Image.Image:
    """A word in a frame, with a line that runs aslant from it."""
    image = Image.new("L", (1200, 900), PAPER)
    draw = ImageDraw.Draw(image)
    draw.text((160, 150), "Orchard", font=ImageFont.load_default(48), fill=20)
    draw.rounded_rectangle((100, 100, 520, 260), 20, outline=60, width=5)
    draw.line((400, 260, 900, 800), fill=90, width=5)
    return image


def ink(image: Image.Image, box: tuple[int, int, int, int]) -> int:
    return int((np.asarray(image.crop(box)) < PAPER - 60).sum())


def test_frames_and_lines_are_painted_over_and_letters_stay(label: Image.Image) -> None:
    bare = without_line_art(label, DPI)
    word, frame, line = (150, 140, 480, 230), (90, 90, 140, 280), (600, 400, 900, 800)
    assert ink(label, frame) > 500 < ink(label, line)
    assert ink(bare, frame) == ink(bare, line) == 0
    assert ink(bare, word) >= 0.98 * ink(label, word)


def test_letters_whose_tails_reach_a_line_of_a_table_stay() -> None:
    image = Image.new("L", (1200, 400), PAPER)
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(44)
    draw.text((160, 100), "pay up", font=font, fill=20, anchor="ls")
    bare = image.copy()
    bottom = draw.textbbox((160, 100), "pay up", font=font, anchor="ls")[3]
    for y in (bottom - 70, bottom - 1, bottom + 70):
        draw.line((100, y, 1100, y), fill=60, width=4)
    for x in (100, 600, 1100):
        draw.line((x, bottom - 70, x, bottom + 70), fill=60, width=4)
    painted = without_line_art(image, DPI)
    letters, lines = (150, 60, 320, bottom - 8), (640, bottom - 80, 1110, bottom + 80)
    assert ink(painted, lines) == 0
    assert ink(painted, letters) >= 0.95 * ink(bare, letters)


def test_ink_is_found_where_it_stands(label: Image.Image) -> None:
    pieces = list(ink_pieces(without_line_art(label, DPI), DPI, joined=0.1))
    assert len(pieces) == 1
    x0, y0, x1, y1, share = pieces[0]
    assert 150 <= x0 < x1 <= 480
    assert 140 <= y0 < y1 <= 230
    assert 0.1 < share < 0.6


def test_a_page_of_type_is_left_as_it_is() -> None:
    image = Image.new("L", (1200, 600), PAPER)
    draw = ImageDraw.Draw(image)
    for row in range(6):
        draw.text((60, 40 + 80 * row), "Carry the basket to the well", font=ImageFont.load_default(48), fill=20)
    assert without_line_art(image, DPI).tobytes() == image.tobytes()


def test_bold_words_are_told_by_their_strokes() -> None:
    image = Image.new("L", (1400, 1200), PAPER)
    draw = ImageDraw.Draw(image)
    words = []
    for row in range(24):
        is_bold = row % 6 == 0
        box = (40, 20 + 48 * row, 300, 44)
        draw.text(box[:2], "basket", font=ImageFont.load_default(36), fill=20, stroke_width=2 if is_bold else 0)
        words.append(("basket", box, 36.0))
    assert heavy(image, words) == [row % 6 == 0 for row in range(24)]


def test_a_badly_read_label_is_read_again_and_an_overlooked_line_added() -> None:
    image = Image.new("L", (1200, 900), PAPER)
    ImageDraw.Draw(image).text((160, 500), "overlooked line of text", font=ImageFont.load_default(40), fill=20)
    page = PagePicture(image, 288.0, 216.0)
    garbled = Word("Orch4rb", 0, Box(40.0, 30.0, 90.0, 40.0), size=10.0, confidence=0.3)
    sure = Word("Basket", 1, Box(40.0, 60.0, 90.0, 70.0), size=10.0, confidence=0.95)

    def read(sheet: PagePicture) -> list[Word]:
        first, second = 20.0, sheet.height - 25.0
        boxes = [Box(20.0, first, 70.0, first + 8), Box(20.0, second, 120.0, second + 8)]
        texts = enumerate(("Orchard", "line"))
        return [Word(text, i, boxes[i], size=10.0, confidence=0.95) for i, text in texts]

    again = look_again(page, [garbled, sure], read)
    assert [word.text for word in again] == ["Basket", "Orchard", "line"]
    placed = again[2].box
    assert placed is not None
    assert 100 < placed.y0 < 160


def test_a_second_look_leaves_figures_that_two_readers_saw_as_they_are() -> None:
    page = PagePicture(Image.new("L", (1200, 900), PAPER), 288.0, 216.0)
    name = Word("Orchard", 0, Box(40.0, 30.0, 90.0, 40.0), size=10.0, confidence=0.95, is_heavy=True)
    contested = Word("6", 0, Box(93.0, 30.0, 98.0, 40.0), size=10.0, confidence=0.35)
    garbled = Word("trec", 1, Box(40.0, 42.0, 90.0, 50.0), size=10.0, confidence=0.3)

    def seen(figure: str) -> list[tuple[str, float, bool]]:
        def read(sheet: PagePicture) -> list[Word]:
            boxes = [Box(20.0, 20.0, 70.0, 28.0), Box(73.0, 20.0, 78.0, 28.0), Box(20.0, 32.0, 70.0, 40.0)]
            texts = zip(("Orchard", figure, "tree"), boxes, strict=True)
            return [Word(text, 0, box, size=9.0, confidence=0.9) for text, box in texts]

        words = look_again(page, [name, contested, garbled], read, keeps_figures=True)
        return [(word.text, word.confidence, word.is_heavy) for word in words]

    assert seen("6") == [("Orchard", 0.95, True), ("6", 0.35, False), ("tree", 0.9, False)]
    assert seen("8") == [("Orchard", 0.95, True), ("6", 0.35, False), ("trec", 0.3, False)]


def test_of_two_readings_of_the_same_ink_the_surer_one_stays() -> None:
    word = Word("well", 0, Box(10.0, 10.0, 40.0, 20.0), confidence=0.9)
    ghost = Word("10", 1, Box(30.0, 8.0, 39.0, 20.0), confidence=0.4)
    beside = Word("deep", 0, Box(42.0, 10.0, 70.0, 20.0), confidence=0.3)
    assert without_ghosts([word, ghost, beside]) == (word, beside)
