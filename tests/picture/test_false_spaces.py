"""What a reader of letters parted is joined where the picture shows no space, and only there."""

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from ingest.picture.false_spaces import without_false_spaces
from ingest.picture.text_lines import LINE_HEIGHT
from schema.reading import Box, Word

SIZE = 32


def _line(pieces: list[str], white: list[int], letter_white: int = 2) -> tuple[list[Word], NDArray[np.uint8]]:
    """A line in widely set type with so much white behind each piece, and its pieces as words."""
    font = ImageFont.load_default(SIZE)
    image = Image.new("RGB", (900, LINE_HEIGHT), "white")
    draw, x, spans = ImageDraw.Draw(image), 8.0, []
    for piece, behind in zip(pieces, [*white, 0], strict=True):
        begin = x
        for letter in piece:
            left, _, right, _ = draw.textbbox((0, 6), letter, font=font)
            draw.text((x - left, 6), letter, font=font, fill="black")
            x += right - left + letter_white
        spans.append((begin, x - letter_white))
        x += behind - letter_white
    width = int(x) + 8
    words = [
        Word(piece, 0, Box(a / width, 0.1, b / width, 0.9), size=SIZE, confidence=0.9)
        for piece, (a, b) in zip(pieces, spans, strict=True)
    ]
    return words, np.asarray(image.crop((0, 0, width, LINE_HEIGHT)))


def _joined(pieces: list[str], white: list[int], languages: list[str]) -> list[str]:
    words, line = _line(pieces, white)
    return [word.text for word in without_false_spaces(words, line, SIZE, languages)]


@pytest.mark.parametrize("languages", [["en"], ["cs", "en", "it", "pl"]])
def test_a_word_that_was_parted_is_joined(languages: list[str]) -> None:
    assert _joined(["The", "Lantern", "Keep", "er"], [12, 12, 3], languages) == ["The", "Lantern", "Keeper"]


def test_a_space_that_is_to_be_seen_stays() -> None:
    assert _joined(["spy", "glass"], [12], ["en"]) == ["spy", "glass"]


def test_letters_that_lean_over_a_space_join_no_common_words() -> None:
    assert _joined(["of", "your", "hand"], [3, 12], ["en"]) == ["of", "your", "hand"]


def test_a_capital_begins_a_word_of_its_own() -> None:
    assert _joined(["Iron", "Gate"], [3], ["en"]) == ["Iron", "Gate"]


def test_on_art_nothing_is_told() -> None:
    words, line = _line(["Keep", "er"], [3])
    ink = np.zeros_like(line)
    assert len(without_false_spaces(words, ink, SIZE, ["en"])) == 2
