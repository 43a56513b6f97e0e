"""A sign before a number is read though the figure was cut out alone."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from ingest.picture.lost_signs import with_lost_signs
from ingest.picture.paddle_ocr import PaddleOcr
from ingest.picture.text_lines import TextLine
from schema.reading import Word

PLACE, HIGH = (120, 60), 80


def cut_narrowly(number: str) -> tuple[Image.Image, TextLine]:
    """A number in a frame and, as a line, its last figure alone."""
    image = Image.new("RGB", (260, 200), (150, 60, 60))
    pen, font = ImageDraw.Draw(image), ImageFont.load_default(HIGH)
    pen.rectangle((50, 30, 220, 170), fill=(240, 230, 215))
    left = PLACE[0] - pen.textlength(number[:-1], font=font)
    pen.text((left, PLACE[1]), number, font=font, fill=(30, 25, 20))
    x0, y0, x1, y1 = pen.textbbox(PLACE, number[-1], font=font)
    corners = [(x0 - 4, y0 - 8), (x1 + 4, y0 - 8), (x1 + 4, y1 + 8), (x0 - 4, y1 + 8)]
    return image, TextLine(np.array(corners, dtype=np.float32))


def again(number: str) -> tuple[str, float, bool]:
    """What is read, how surely, and whether the line was widened for it."""
    image, line = cut_narrowly(number)
    lines, read = with_lost_signs(image, [line], [(Word(number[-1], 0, None),)], ["en"], PaddleOcr())
    (word,) = read[0]
    return word.text, word.confidence, lines[0] is not line


@pytest.mark.parametrize("number", ["-2", "-7", "+3"])
def test_a_sign_before_a_lone_figure_is_read(number: str) -> None:
    text, confidence, is_wider = again(number)
    assert (text, is_wider) == (number, True)
    assert confidence >= 0.9


@pytest.mark.parametrize("number", ["2", "7"])
def test_a_figure_without_a_sign_stays(number: str) -> None:
    assert again(number) == (number, 1.0, False)
