"""What is printed on a card is read in its own case and accents, by the better of two readers."""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from ingest.cards.card_parts import card_parts
from ingest.files.open import open_document
from ingest.pages.read import read_pages
from ingest.picture import card_face
from ingest.picture.card_face import read_face
from ingest.picture.paddle_ocr import PaddleOcr, placed
from ingest.picture.small_capitals import in_one_case
from ingest.picture.tesseract import Tesseract
from ingest.picture.text_lines import TextLine
from schema.reading import Box, Word

DrawCard = Callable[..., Image.Image]
BODY = "Draw two seeds from the basket. Water the oldest tree once more."


def line(*texts: str) -> list[Word]:
    return [Word(text, 0, Box(0, 0, 1, 1)) for text in texts]


@pytest.mark.parametrize(
    ("read", "meant"),
    [
        (("FELInO",), "FELINO"),
        (("ChE", "STAl", "InDossandO"), "CHE STAI INDOSSANDO"),
        (("HowL",), "HOWL"),
        (("McCullin", "and", "MandalMotors"), "McCullin and MandalMotors"),
        (("Keep", "all", "l"), "Keep all l"),
    ],
)
def test_small_capitals_are_capitals_and_names_with_a_capital_inside_stay(read: Sequence[str], meant: str) -> None:
    assert " ".join(word.text for word in in_one_case(line(*read))) == meant


@dataclass(frozen=True)
class Second(Tesseract):
    """A reader of lines that says what it is told, and keeps how many lines it was given."""

    says: tuple[str, ...] = ()
    given: list[int] = field(default_factory=list)

    def read_lines(self, lines: Sequence[Image.Image], languages: Sequence[str]) -> list[tuple[Word, ...]]:
        self.given.append(len(lines))
        return [tuple(line(*self.says)) for _ in lines]


def doubted(monkeypatch: pytest.MonkeyPatch, sure: float, *texts: str) -> None:
    """Makes PP-OCR read each line of a card so."""
    read = tuple(Word(text, 0, Box(0, 0, 1, 1), confidence=sure) for text in texts)
    monkeypatch.setattr(card_face.PaddleOcr, "read_found", lambda *given: [read for _ in given[2]])


def test_a_second_reader_settles_accents_of_unsure_words_alone(
    monkeypatch: pytest.MonkeyPatch, draw_card: DrawCard
) -> None:
    card, reader = draw_card("Garden Party", ""), Second(says=("Příběh", "konec"))
    doubted(monkeypatch, 0.85, "Prïběh", "kanec")
    face = read_face(card, ["cs", "en"], reader, "cs")
    assert {word.text for word in face.words} == {"Příběh", "kanec"}  # other letters are no matter of accents
    doubted(monkeypatch, 0.97, "Prïběh", "kanec")
    sure = read_face(draw_card("Garden Party", BODY), ["cs", "en"], reader, "cs")
    assert [word.text for word in sure.words][-2:] == ["Prïběh", "kanec"]
    assert reader.given[-1] == 2  # the largest lines alone


def test_the_accents_of_the_largest_lines_are_settled_however_sure_it_was_read(
    monkeypatch: pytest.MonkeyPatch, draw_card: DrawCard
) -> None:
    doubted(monkeypatch, 0.97, "KLATWA")
    reader = Second(says=("KLĄTWA",))
    face = read_face(draw_card("Garden Party", BODY), ["pl", "en"], reader, "pl")
    assert next(word.text for word in face.words) == "KLĄTWA"
    assert {word.text for word in face.words} == {"KLĄTWA", "KLATWA"}
    assert reader.given == [2]


def test_lines_in_letters_that_are_not_known_are_those_of_the_second_reader(
    monkeypatch: pytest.MonkeyPatch, draw_card: DrawCard
) -> None:
    doubted(monkeypatch, 0.55, "Boзbмnтe")
    face = read_face(draw_card("Garden Party", ""), ["ru"], Second(says=("Возьмите", "карту")), None)
    assert {word.text for word in face.words} == {"Возьмите", "карту"}


def test_a_card_is_read_plainly_where_the_networks_are_missing(
    monkeypatch: pytest.MonkeyPatch, draw_card: DrawCard
) -> None:
    monkeypatch.setattr(card_face.PaddleOcr, "is_installed", staticmethod(lambda: False))
    face = read_face(draw_card("Garden Party", BODY).resize((918, 1300)), ["en"], Tesseract(), None)
    assert {"Draw", "seeds", "basket."} <= {word.text for word in face.words}


def test_a_picture_without_letters_is_a_card_only_among_like_ones(tmp_path: Path) -> None:
    chance, back = random.Random(3), Image.new("RGB", (400, 560), (60, 46, 90))
    for _ in range(40):
        x, y = chance.randint(20, 330), chance.randint(20, 480)
        ImageDraw.Draw(back).polygon(
            [(x, y), (x + 60, y + 20), (x + 10, y + 70)], fill=(chance.randint(60, 200), 80, 70)
        )
    back.save(tmp_path / "back.png")
    opened = open_document(tmp_path / "back.png")
    assert [read_pages(opened, languages=["en"], has_like=like)[0].is_card for like in (True, False)] == [True, False]


def test_a_number_in_other_type_is_no_part_of_the_title_beside_it() -> None:
    words = [
        Word("3", 0, Box(14, 14, 29, 39), size=37),
        Word("Scout", 0, Box(40, 9, 108, 28), size=25),
        Word("After this base is scored, draw a card.", 1, Box(30, 176, 150, 186), size=11),
    ]
    parts = card_parts(words, 178.6, 250)
    assert parts.title is not None
    assert parts.title.text == "Scout"
    assert [part.text for part in parts.parts if part.kind == "number"] == ["3"]


def test_a_number_that_only_an_icon_parts_from_its_sentence_is_text_and_one_in_a_corner_is_not() -> None:
    words = [
        Word("Quiet Harbour", 0, Box(40, 12, 140, 26), size=15),
        Word("Add", 1, Box(40, 160, 60, 168), size=9),
        Word("to", 1, Box(62, 160, 80, 168), size=9),
        Word("yours", 1, Box(84, 160, 130, 168), size=9),
        Word("1", 2, Box(41, 172, 44, 180), size=9),
        Word("more", 2, Box(60, 172, 90, 180), size=9),
        Word("then.", 2, Box(94, 172, 140, 180), size=9),
        Word("3", 3, Box(160, 172, 164, 180), size=9),
    ]
    parts = card_parts(words, 178.6, 250)
    assert parts.text("body") == "Add to yours 1 more then."
    assert [part.text for part in parts.parts if part.kind == "number"] == ["3"]


def test_of_two_lines_in_capitals_the_upper_one_is_the_name() -> None:
    words = [
        Word("OLD HARBOUR", 0, Box(60, 82, 120, 87), size=6.5),
        Word("STONE BRIDGE", 1, Box(55, 102, 125, 108), size=8.0),
        Word("Draw a card at the start of every turn.", 2, Box(30, 130, 150, 136), size=5.5),
    ]
    parts = card_parts(words, 178.6, 250)
    assert parts.title is not None
    assert parts.title.text == "OLD HARBOUR"


@pytest.mark.parametrize(("note", "size"), [("NOTE 3", 26), ("NOTE 3", 40)])
def test_a_note_in_smaller_type_behind_a_title_is_no_part_of_it(note: str, size: int) -> None:
    card = Image.new("RGB", (560, 120), (120, 70, 40))
    draw = ImageDraw.Draw(card)
    draw.text((20, 90), "Plum Tree", font=ImageFont.load_default(40), fill=(250, 220, 170), anchor="ls")
    draw.text((250, 90), note, font=ImageFont.load_default(size), fill=(250, 220, 170), anchor="ls")
    at = TextLine(np.array([(10, 45), (460, 45), (460, 105), (10, 105)], dtype=np.float32))
    (read,) = PaddleOcr().read_found(card, [at], ["en"])
    title = card_parts(list(placed(read, at, 0, 0.32, 0.32)), 178.6, 40).title
    assert title is not None
    assert title.text == ("Plum Tree" if size < 40 else f"Plum Tree {note}")


def test_both_lines_of_a_title_are_read_where_a_number_stands_beside_them() -> None:
    words = [
        Word("MENDING OF", 0, Box(75, 4, 146, 13), size=11.7),
        Word("1", 1, Box(15, 14, 21, 24), size=15.3),
        Word("BROKEN NETS", 2, Box(75, 16, 146, 25), size=11.5),
        Word("Take a fish of your choice.", 3, Box(40, 160, 150, 168), size=8.0),
    ]
    title = card_parts(words, 178.6, 250).title
    assert title is not None
    assert title.text == "MENDING OF BROKEN NETS"


def test_a_title_does_not_run_on_in_a_line_far_below_it() -> None:
    words = [
        Word("Old Net", 0, Box(10, 22, 90, 32), size=10.5),
        Word("isle of reeds", 1, Box(10, 190, 90, 199), size=9.5),
        Word("Take a fish of your choice off the bank.", 2, Box(40, 220, 150, 228), size=9.0),
        Word("1300 Gold", 3, Box(40, 240, 90, 249), size=10.5),
    ]
    title = card_parts(words, 178.6, 282).title
    assert title is not None
    assert title.text == "Old Net"
