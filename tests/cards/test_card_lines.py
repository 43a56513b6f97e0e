"""Lines of a card: found, parted and measured by their letters, and what makes a title of them."""

from PIL import Image, ImageDraw, ImageFont

from ingest.card_parts import card_parts
from ingest.picture.lettering import find_lettering
from ingest.picture.line_crops import lines_of, type_size
from schema.reading import Box, Word


def written(*lines: tuple[int, int, str, int]) -> Image.Image:
    image = Image.new("L", (1000, 600), 240)
    for left, top, text, size in lines:
        ImageDraw.Draw(image).text((left, top), text, font=ImageFont.load_default(size), fill=20)
    return image


def test_lines_that_touch_are_two_lines() -> None:
    image = written((100, 100, "every garden has a gate", 40), (100, 144, "and none of them shuts", 40))
    ImageDraw.Draw(image).rectangle((280, 120, 286, 170), fill=20)  # a tail that reaches into the line below
    lines = lines_of(find_lettering(image).rows)
    assert len(lines) == 2
    assert lines[0].bottom < lines[1].bottom - 30


def test_capitals_and_small_letters_of_one_type_have_one_size() -> None:
    small, capitals = "several men saw our cows", "SEVERAL MEN SAW COWS"
    rows = lines_of(find_lettering(written((100, 100, small, 40), (100, 300, capitals, 40))).rows)
    sizes = [type_size(row, text) for row, text in zip(rows, (small, capitals), strict=True)]
    assert 0.8 < sizes[0] / sizes[1] < 1.2
    assert type_size(rows[0], "SEVERAL") < sizes[0]


def line(number: int, text: str, top: float, size: float) -> list[Word]:
    words, left = [], 20.0
    for word in text.split():
        words.append(Word(word, number, Box(left, top, left + 9 * len(word), top + size), size=size, confidence=0.95))
        left += 9 * len(word) + 5
    return words


def test_a_smaller_line_in_capitals_above_is_no_part_of_the_title_and_one_as_large_below_is() -> None:
    words = [
        *line(0, "LEVEL", 10, 12),
        *line(1, "WALKING", 24, 15),
        *line(2, "HEDGE", 40, 15),
        *line(3, "Lose your hat and one level.", 150, 9),
        *line(4, "You may run away from it.", 162, 9),
    ]
    title = card_parts(words, 178, 250).title
    assert title is not None
    assert title.text == "WALKING HEDGE"


def test_a_title_that_looks_like_the_text_is_not_believed_for_sure() -> None:
    text = [*line(1, "Lose your hat and one level.", 150, 9), *line(2, "You may run away from it.", 162, 9)]
    plain = card_parts([*line(0, "WALKING HEDGE", 110, 9), *text], 178, 250).title
    large = card_parts([*line(0, "WALKING HEDGE", 110, 14), *text], 178, 250).title
    assert plain is not None
    assert large is not None
    assert plain.text == large.text == "WALKING HEDGE"
    assert plain.confidence < 0.8 < large.confidence
