"""Rows of cells are read with their cells moved together, and every word goes back to its place."""

from collections.abc import Sequence

from PIL import Image, ImageDraw, ImageFont

from ingest.picture.images import PagePicture
from ingest.picture.spread_rows import read_spread_rows
from schema.reading import Box, Word

SCALE = 300 / 72
EM = 10.0
CELLS = {"Stage": 40.0, "4": 110.0, "7": 150.0, "9": 190.0}


def page() -> PagePicture:
    """Two rows of cells that stand far apart."""
    image = Image.new("L", (1100, 400), 245)
    draw = ImageDraw.Draw(image)
    for y in (30.0, 48.0):
        for text, x in CELLS.items():
            draw.text((x * SCALE, y * SCALE), text, font=ImageFont.load_default(EM * SCALE), fill=20, anchor="ls")
    return PagePicture(image, 1100 / SCALE, 400 / SCALE)


def word(text: str, x: float, y: float, line: int, sure: float, width: float = 6.0) -> Word:
    return Word(text, line, Box(x, y - 8, x + width, y), size=EM, confidence=sure)


FIRST = [word("Stage", 40, 30, 0, 0.95, 27), *(word("4", x, 30, 0, 0.95) for x in (110, 150, 190))]


class Reader:
    """Reads what it is told, word after word in equal steps, and keeps the sheet."""

    def __init__(self, *read: tuple[str, float]) -> None:
        self.read = read
        self.sheet: PagePicture | None = None

    def __call__(self, sheet: PagePicture) -> Sequence[Word]:
        self.sheet = sheet
        places = [(15.0, 42.0), (53.0, 58.0), (69.0, 74.0), (85.0, 90.0)]
        return [
            Word(text, 0, Box(x0, 18.0, x1, 26.0), size=EM, confidence=sure)
            for (text, sure), (x0, x1) in zip(self.read, places, strict=False)
        ]


def test_a_doubtful_row_is_read_again_closed_up_and_its_words_go_back() -> None:
    doubtful = [word("Stage", 40, 48, 1, 0.9, 27), word("dd", 110, 48, 1, 0.2), word("153", 150, 48, 1, 0.3, 46)]
    reader = Reader(("Stage", 0.95), ("4", 0.95), ("7", 0.95), ("9", 0.95))
    again = read_spread_rows(page(), [*FIRST, *doubtful], reader)
    assert reader.sheet is not None
    assert reader.sheet.width < 150  # of a page more than 260 points wide
    row = [w for w in again if w.line == 1]
    assert [w.text for w in row] == ["Stage", "4", "7", "9"]
    assert [round(w.box.x0 / 10) * 10 for w in row if w.box] == [40, 110, 150, 190]
    assert [w for w in again if w.line == 0] == FIRST


def test_a_row_in_which_no_ink_is_found_stays_as_it_was_read() -> None:
    white = PagePicture(Image.new("L", (1100, 400), 245), 1100 / SCALE, 400 / SCALE)
    doubtful = [word("Stage", 40, 48, 1, 0.2, 27), word("dd", 110, 48, 1, 0.2), word("15", 150, 48, 1, 0.3)]
    reader = Reader()
    assert read_spread_rows(white, [*FIRST, *doubtful], reader) == (*FIRST, *doubtful)
    assert reader.sheet is None


def test_a_row_that_was_read_surely_and_whole_is_not_read_again() -> None:
    reader = Reader()
    sure = [word("Stage", 40, 48, 1, 0.9, 27), *(word("4", x, 48, 1, 0.9) for x in (110, 150, 190))]
    assert read_spread_rows(page(), [*FIRST, *sure], reader) == (*FIRST, *sure)
    assert reader.sheet is None


def test_a_sign_that_was_overlooked_is_added_where_the_rest_is_confirmed() -> None:
    lacking = [word("Stage", 40, 48, 1, 0.9, 27), word("4", 110, 48, 1, 0.9), word("7", 150, 48, 1, 0.9)]
    again = read_spread_rows(page(), [*FIRST, *lacking], Reader(("Stage", 0.8), ("4", 0.8), ("7", 0.8), ("@", 0.3)))
    assert [w.text for w in again if w.line == 1] == ["Stage", "4", "7", "@"]


def test_words_that_run_together_in_the_second_reading_are_not_taken() -> None:
    doubtful = [word("Stage", 40, 48, 1, 0.9, 27), *(word("4", x, 48, 1, 0.4) for x in (110, 150, 190))]

    def joined(sheet: PagePicture) -> Sequence[Word]:
        return [Word("Stage479", 0, Box(15.0, 18.0, 90.0, 26.0), size=EM, confidence=0.95)]

    assert read_spread_rows(page(), [*FIRST, *doubtful], joined) == (*FIRST, *doubtful)
