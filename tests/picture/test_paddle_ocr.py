"""PP-OCR finds and reads lines wherever they stand in a picture; it is one of two readers behind one interface."""

import random
import subprocess
import sys

import pytest
from PIL import Image, ImageDraw, ImageFont

from ingest.errors import MissingProgram
from ingest.picture import paddle_ocr
from ingest.picture.images import PagePicture
from ingest.picture.letter_reader import LetterReader
from ingest.picture.paddle_ocr import PaddleOcr
from ingest.picture.tesseract import Tesseract

SIZE = (600, 840)


def on_art(*texts: tuple[str, int, int], fill: str = "white") -> Image.Image:
    """A picture full of discs in all colours with texts on them: what, how large, how far down."""
    chance, image = random.Random(5), Image.new("RGB", SIZE, (70, 60, 90))
    draw = ImageDraw.Draw(image)
    for _ in range(80):
        x, y, r = chance.randint(0, SIZE[0]), chance.randint(0, SIZE[1]), chance.randint(10, 70)
        draw.ellipse((x, y, x + r, y + r), fill=tuple(chance.randint(20, 130) for _ in range(3)))
    for text, size, y in texts:
        font = ImageFont.load_default(size)
        draw.text((SIZE[0] / 2, y), text, font=font, fill=fill, stroke_width=2, stroke_fill="black", anchor="mm")
    return image


def as_picture(image: Image.Image) -> PagePicture:
    return PagePicture(image.convert("L"), image.width / 2, image.height / 2, image)


def test_light_letters_on_art_are_read_with_place_and_size() -> None:
    art = as_picture(on_art(("Silver Lantern", 56, 100), ("Draw two cards.", 32, 600)))
    words = [word for word in PaddleOcr().read(art, ["en"]) if word.confidence > 0.8]
    assert [word.text for word in words] == ["Silver", "Lantern", "Draw", "two", "cards."]
    assert words[0].line == words[1].line < words[2].line == words[4].line
    assert words[0].size == pytest.approx(28, rel=0.2)
    assert words[2].size == pytest.approx(16, rel=0.2)
    silver, lantern = words[0].box, words[1].box
    assert silver is not None
    assert lantern is not None
    assert silver.x1 <= lantern.x0
    assert silver.y0 < 50 < silver.y1


@pytest.mark.parametrize("quarters", [0, 1, 2, 3])
def test_lines_tell_which_way_up_a_picture_is(quarters: int) -> None:
    lines = [
        (text, 36, 100 + 90 * row) for row, text in enumerate(("Draw two cards", "and keep one", "of them for later"))
    ]
    lying = on_art(*lines).rotate(90 * quarters, expand=True)
    assert PaddleOcr().orientation(as_picture(lying)).quarters == quarters


@pytest.mark.parametrize("reader", [PaddleOcr(), Tesseract()], ids=["paddle", "tesseract"])
def test_both_readers_give_the_words_of_single_lines(reader: LetterReader) -> None:
    line = Image.new("L", (420, 60), 240)
    ImageDraw.Draw(line).text((10, 8), "Water the oldest tree", font=ImageFont.load_default(36), fill=20)
    reader.check(["en"])
    (words,) = reader.read_lines([line], ["en"])
    assert " ".join(word.text for word in words) == "Water the oldest tree"
    assert all(word.box is not None and 0 <= word.box.x0 < word.box.x1 <= 420 for word in words)


def test_it_says_which_letters_it_does_not_know_and_what_it_lacks(monkeypatch: pytest.MonkeyPatch) -> None:
    reader = PaddleOcr()
    assert {"cs", "pl", "it", "en", "de", "hu", "tr"} <= reader.languages()
    assert not {"ru", "uk", "vi", "he"} & reader.languages()
    with pytest.raises(MissingProgram, match="the language ru"):
        reader.check(["en", "ru"])
    monkeypatch.setattr(paddle_ocr, "model_files", lambda: None)
    with pytest.raises(MissingProgram, match="rapidocr"):
        reader.check(["en"])


def test_reading_fetches_nothing_and_says_nothing() -> None:
    program = (
        "import socket\n"
        "def refuse(*given, **named): raise AssertionError('the network was asked')\n"
        "socket.socket.connect = socket.getaddrinfo = refuse\n"
        "from PIL import Image\n"
        "from ingest.picture.images import PagePicture\n"
        "from ingest.picture.paddle_ocr import PaddleOcr\n"
        "assert PaddleOcr().read(PagePicture(Image.new('L', (200, 200), 255), 200, 200), ['en']) == ()\n"
        "PaddleOcr().read_lines([Image.new('L', (200, 40), 255)], ['en'])\n"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
