"""What two readers make of one word together, and which words are shown to the second one."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest
from PIL import Image, ImageDraw

from ingest.picture.images import PagePicture
from ingest.picture.second_reader import read_doubtful, read_doubtful_lines
from schema.reading import Box, Word


@dataclass
class Second:
    """Reads one thing, however often it is asked, and remembers what it was shown."""

    text: str
    sure: float = 0.99
    shown: list[Image.Image] = field(default_factory=list)

    def read_lines(self, lines: Sequence[Image.Image], languages: Sequence[str]) -> list[tuple[Word, ...]]:
        self.shown += lines
        return [self._words(*line.size) for line in lines]

    def read(self, picture: PagePicture, languages: Sequence[str]) -> tuple[Word, ...]:
        self.shown.append(picture.image)
        return self._words(picture.width, 30)

    def _words(self, width: float, height: float) -> tuple[Word, ...]:
        texts = self.text.split()
        step = width / max(1, len(texts))
        return tuple(
            Word(text, 0, Box(step * i, 10, step * (i + 1), height), confidence=self.sure)
            for i, text in enumerate(texts)
        )


def page(*letters: tuple[int, int]) -> PagePicture:
    """A white page, a point to the pixel, with black strokes like letters at these places."""
    image = Image.new("L", (200, 60), 255)
    for x, y in letters:
        ImageDraw.Draw(image).rectangle((x, y, x + 5, y + 7), fill=0)
    return PagePicture(image, 200, 60)


def word(text: str, confidence: float) -> Word:
    return Word(text, 3, Box(40, 20, 80, 30), size=10, confidence=confidence)


@pytest.mark.parametrize(
    ("own", "second", "told"),
    [
        (word("6", 0.5), Second("6"), [("6", 0.99)]),
        (word("0", 0.5), Second("0", 0.83), [("0", 0.35)]),
        (word("0", 0.5), Second("0"), [("0", 0.99)]),
        (word("6", 0.9), Second("8"), [("8", 0.35)]),
        (word("6", 0.9), Second("8", 0.5), [("6", 0.35)]),
        (word("A", 0.7), Second("6"), [("6", 0.35)]),
        (word("6karet", 0.9), Second("6 karet"), [("6", 0.99), ("karet", 0.99)]),
        (word("makistů", 0.7), Second("makistú"), [("makistů", 0.7)]),
        (word("Abwchr", 0.7), Second("Abwehr"), [("Abwehr", 0.99)]),
        (word("Abwehr", 0.7), Second("Abwchr", 0.8), [("Abwehr", 0.7)]),
        (word("4", 0.5), Second(""), [("4", 0.0)]),
        (word("=2", 0.7), Second("-2"), [("-2", 0.8)]),
        (word("-2", 0.9), Second("2"), [("-2", 0.8)]),
        (word("-2", 0.6), Second("2"), [("2", 0.35)]),
        (word("za", 0.7), Second("za 2 karty"), [("za", 0.99), ("2", 0.35), ("karty", 0.99)]),
    ],
    ids=[
        "alike is believed",
        "what is a letter as well only if it was surely read",
        "and then it is",
        "a contested figure states nothing",
        "nor does the first reader's",
        "nor one that the first took for a letter",
        "a lost space",
        "marks are the first reader's",
        "letters the second's",
        "but not where it is unsure",
        "a figure that the second does not see",
        "a sign is the surer reader's, and contested",
        "the first reader's where that is not unsure",
        "and one that only one of them saw makes a figure contested",
        "of what stands beside it figures state nothing",
    ],
)
def test_two_readers_together(own: Word, second: Second, told: list[tuple[str, float]]) -> None:
    words = read_doubtful(page(), [own], second, ["cs"])  # type: ignore[arg-type]
    assert [(word.text, word.confidence) for word in words] == told
    assert all(word.line == own.line and word.size == own.size for word in words)


def test_a_word_of_the_second_reader_has_the_type_that_the_first_measured() -> None:
    own = replace(word("Abwchr", 0.4), is_heavy=True)
    second = Second("Abwehr")
    (taken,), _ = read_doubtful_lines(page((40, 20)), [replace(own, box=Box(0, 10, 200, 30))], second, ["cs"])  # type: ignore[arg-type]
    assert (taken.text, taken.size, taken.is_heavy) == ("Abwehr", 10, True)


def test_what_is_surely_read_is_not_shown_to_the_second_reader() -> None:
    second = Second("7")
    words = [word("karet", 0.95), replace(word("12", 0.97), box=Box(100, 20, 120, 30))]
    assert read_doubtful(page(), words, second, ["cs"]) == tuple(words)  # type: ignore[arg-type]
    assert not second.shown


def test_a_number_that_the_first_reader_left_out_before_its_dot_is_found_and_contradicts_nobody() -> None:
    dot = Word(".", 0, Box(40, 28, 42, 30), size=10, confidence=0.9)
    second = Second("3.")
    (read,) = read_doubtful(page((32, 22)), [dot], second, ["cs"])  # type: ignore[arg-type]
    assert (read.text, read.confidence) == ("3.", 0.8)
    assert second.shown[0].width > 10  # the figure with its dot
    assert read_doubtful(page((160, 22)), [dot], second, ["cs"]) == (dot,)  # type: ignore[arg-type]


def test_letters_that_were_not_read_are_shown_as_a_whole_word() -> None:
    second = Second("-2 body")
    figure = Word("2", 0, Box(20, 20, 30, 30), size=10, confidence=0.7)
    letters = page(*((x, 22) for x in range(33, 73, 8)))
    words = read_doubtful(letters, [figure], second, ["cs"])  # type: ignore[arg-type]
    assert second.shown[0].width > 55  # all five letters, though only the first stands near the figure
    assert [(word.text, word.confidence) for word in words] == [("-2", 0.35), ("body", 0.99)]


def test_a_word_over_one_that_was_surely_read_is_left_out() -> None:
    sure = Word("Riga", 0, Box(42, 19, 78, 28), size=10, confidence=0.95)
    assert read_doubtful(page(), [sure, word("Lasi", 0.1)], Second("Riga"), ["cs"]) == (sure,)  # type: ignore[arg-type]


def test_of_doubtful_lines_the_second_reading_is_taken_and_sure_lines_are_painted_over() -> None:
    sure = Word("Nadpis", 0, Box(0, 40, 200, 55), size=10, confidence=0.95)
    bad = [Word(text, 1, Box(100 * i, 10, 100 * i + 100, 30), confidence=0.4) for i, text in enumerate(("mísí", "8"))]
    second = Second("misi 6")
    words, theirs = read_doubtful_lines(page((10, 15), (60, 43)), [sure, *bad], second, ["cs"])  # type: ignore[arg-type]
    assert [(word.text, word.confidence) for word in words] == [("Nadpis", 0.95), ("mísí", 0.99), ("6", 0.35)]
    assert theirs == {word.box for word in words[1:]}
    shown = second.shown[0]
    assert shown.getpixel((12, 18)) == 0
    assert shown.getpixel((62, 46)) == 255


def test_a_word_that_only_the_second_read_has_the_marks_that_it_usually_has() -> None:
    own = Word("xx", 0, Box(0, 10, 200, 30), size=10, confidence=0.1)
    (taken,), _ = read_doubtful_lines(page((40, 20)), [own], Second("Zatim"), ["cs"])  # type: ignore[arg-type]
    assert taken.text == "Zatím"


def test_a_word_of_which_the_first_was_surer_stays_though_its_line_is_the_second_s() -> None:
    own = [
        Word("odległym", 0, Box(0, 10, 100, 30), size=10, confidence=0.96),
        Word("xx", 0, Box(100, 10, 200, 30), size=10, confidence=0.1),
    ]
    taken, _ = read_doubtful_lines(page((40, 20)), own, Second("odlegtym kraju", 0.94), ["pl"])  # type: ignore[arg-type]
    assert [word.text for word in taken] == ["odległym", "kraju"]


def test_a_lone_figure_that_is_read_among_its_neighbours_is_not_read_alone_as_well() -> None:
    second = Second("0")
    read_doubtful(page(), [word("0", 0.5)], second, ["cs"])  # type: ignore[arg-type]
    assert len(second.shown) == 1
