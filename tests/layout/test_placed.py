"""A page with places is laid out frame by frame; what stands across the columns parts them or is read past."""

from collections.abc import Sequence
from typing import Any

from ingest.layout.lines import Line
from ingest.layout.placed import placed_blocks
from schema.documents import PageShape
from schema.reading import Box, WordPage

LEFT = ("the keeper walks up the", "hill before dusk and the", "wicks are trimmed by him")
RIGHT = ("Boats leave at dawn and", "sail along the coast till", "a storm comes up at last.")


def texts(lines: Sequence[Line], *frames: Box) -> list[str]:
    words = tuple(word for line in lines for word in line.words)
    page = PageShape(number=1, method="text-layer", reason="", confidence=1)
    return [" ".join(block.text.split()) for block in placed_blocks(WordPage(page, words, frames=frames))]


def test_what_a_frame_holds_is_read_together(press: Any) -> None:
    cards = [*press.lines("Storm", "no boat sails"), *press.lines("Calm", "all boats sail", x=75)]
    apart = texts(cards, Box(-5, -5, 67, 30), Box(70, -5, 150, 30))
    assert apart == ["Storm no boat sails", "Calm all boats sail"]


def test_a_frame_whose_words_lie_in_another_too_is_read_once(press: Any) -> None:
    cards = [*press.lines("Storm", "no boat sails"), *press.lines("Calm", "all boats sail", y=200)]
    apart = texts(cards, Box(-300, -5, 90, 30), Box(-5, -5, 300, 30))
    assert apart == ["Storm no boat sails", "Calm all boats sail"]


def test_frames_that_touch_are_cells_and_no_boxes(press: Any) -> None:
    names, numbers = press.lines("Mill", "Ferry", "Tower"), press.lines("three", "four", "five", x=75)
    cells = [Box(-5, -5, 70, 45), Box(70, -5, 150, 45)]
    assert texts([*names, *numbers], *cells) == ["Mill | three", "Ferry | four", "Tower | five"]


def test_a_box_between_columns_parts_them_unless_a_sentence_goes_on_beneath_it(press: Any) -> None:
    box = press.line("Rain falls on all the lamps and on all of the boats there.", y=60)
    below = press.lines(*(text.capitalize() for text in LEFT), y=90)
    goes_on = press.lines(*LEFT, y=90)
    columns = [*press.lines(*LEFT), *press.lines(*RIGHT, x=160), *press.lines(*RIGHT, x=160, y=90)]
    around = Box(-5, 55, 300, 75)
    first = [text.split()[0] for text in texts([*columns, box, *below], around)]
    assert first == ["the", "Boats", "Rain", "The", "Boats"]
    past = [text.split()[0] for text in texts([*columns, box, *goes_on], around)]
    assert past == ["the", "the", "Rain", "Boats", "Boats"]
