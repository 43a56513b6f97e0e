"""Words that were glued together are parted where the picture shows a space, and only there."""

import io
from itertools import pairwise

import numpy as np
import pytest
import typst
from PIL import Image

from ingest.picture.images import PagePicture
from ingest.picture.lost_spaces import with_spaces
from schema.reading import Box, Word

DPI = 200


def line(text: str, how: str = "") -> tuple[PagePicture, Box]:
    """A line of type as a picture, and where its ink is."""
    source = f"#set page(width: 8cm, height: 1cm, margin: 8pt)\n#set text(size: 10pt)\n{how}\n{text}"
    made = typst.compile(source.encode(), format="png", ppi=DPI)
    assert isinstance(made, bytes)
    image = Image.open(io.BytesIO(made)).convert("L")
    picture = PagePicture(image, image.width * 72 / DPI, image.height * 72 / DPI)
    rows, columns = np.nonzero(np.asarray(image) < 128)
    left, top = int(columns.min()), int(rows.min())
    return picture, picture.to_points(left, top, int(columns.max()) + 1 - left, int(rows.max()) + 1 - top)


def parted(text: str, glued: str, how: str = "") -> list[str]:
    picture, box = line(text, how)
    return [word.text for word in with_spaces(picture, [Word(glued, 0, box, size=10.0, confidence=0.9)])]


@pytest.mark.parametrize(
    ("printed", "how"),
    [
        ("of a kind", ""),
        ("Green radar", '#set text(weight: "bold")'),
        ("full house", ""),
        ("přesně dvě karty", ""),
    ],
)
def test_a_space_that_is_seen_parts_words(printed: str, how: str) -> None:
    assert parted(printed, printed.replace(" ", ""), how) == printed.split()


@pytest.mark.parametrize(
    ("printed", "how"),
    [
        ("commando", ""),
        ("nejnepravděpodobnější", ""),
        ("LETTERS", "#set text(tracking: 0.25em)"),
        ("wijwil", '#set text(font: "DejaVu Sans Mono")'),
    ],
)
def test_letters_of_one_word_stay_together(printed: str, how: str) -> None:
    assert parted(printed, printed, how) == [printed]


@pytest.mark.parametrize(("printed", "left"), [("Con trolling", ["Controlling"]), ("full house", ["full", "house"])])
def test_what_people_write_as_one_word_is_one_however_it_is_set(printed: str, left: list[str]) -> None:
    picture, box = line(printed)
    words = with_spaces(picture, [Word(printed.replace(" ", ""), 0, box, size=10.0, confidence=0.9)], ["en"])
    assert [word.text for word in words] == left


def test_the_parts_stand_where_their_ink_is() -> None:
    picture, box = line("of a kind")
    parts = with_spaces(picture, [Word("ofakind", 3, box, size=10.0, confidence=0.9)])
    boxes = [part.box for part in parts if part.box]
    assert boxes[0].x0 == pytest.approx(box.x0, abs=0.5)
    assert boxes[-1].x1 == pytest.approx(box.x1, abs=0.5)
    assert all(left.x1 < right.x0 for left, right in pairwise(boxes))
    assert {(part.line, part.confidence, part.size) for part in parts} == {(3, 0.9, 10.0)}


@pytest.mark.parametrize("printed", ["11", "24", "118", "1.5"])
def test_the_digits_of_a_number_stay_together_and_as_sure_as_they_were(printed: str) -> None:
    picture, box = line(printed)
    (word,) = with_spaces(picture, [Word(printed, 0, box, size=10.0, confidence=0.9)])
    assert (word.text, word.confidence) == (printed, 0.9)


def test_digits_with_a_space_between_them_are_no_number_and_neither_is_sure() -> None:
    picture, box = line("2 8")
    parts = with_spaces(picture, [Word("28", 0, box, size=10.0, confidence=0.96)])
    assert [(part.text, part.confidence) for part in parts] == [("2", 0.5), ("8", 0.5)]
