"""A card in letters that nobody expected is read in those, or it is said what is missing to read it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

import pytest
from PIL import Image, ImageDraw, ImageFont

from ingest.cards.card_parts import card_parts
from ingest.cards.pictured_cards import likeliest_language
from ingest.picture import card_face
from ingest.picture.card_face import read_face
from ingest.picture.letter_reader import Orientation
from ingest.picture.paddle_ocr import PaddleOcr
from ingest.picture.tesseract import Tesseract
from ingest.picture.text_lines import TextLine
from schema.reading import Box, Word

DrawCard = Callable[..., Image.Image]
BODY = "Draw two seeds from the basket. Water the oldest tree once more."
KANA, LITTER = "ふるいみなと", "7-I"


def words(text: str, sure: float = 0.97) -> tuple[Word, ...]:
    return tuple(Word(part, 0, Box(0, 0, 1, 1), size=10, confidence=sure) for part in text.split())


@dataclass(frozen=True)
class Lines(Tesseract):
    """A reader of pages that sees Cyrillic, has data of some languages, and reads each line as it is told."""

    has: frozenset[str] = frozenset({"en", "cs"})
    says: str = "Старая гавань"
    asked: list[list[str]] = field(default_factory=list)

    def languages(self) -> frozenset[str]:
        return self.has

    def orientation(self, picture: object) -> Orientation:
        return Orientation(0, "Cyrl")

    def read_lines(self, lines: Sequence[Image.Image], languages: Sequence[str]) -> list[tuple[Word, ...]]:
        self.asked.append(list(languages))
        return [words(self.says) for _ in lines]


def reads(monkeypatch: pytest.MonkeyPatch, narrow: tuple[Word, ...], wide: tuple[Word, ...]) -> None:
    """Makes PP-OCR read each line so, in Latin letters and in all that it knows."""
    monkeypatch.setattr(
        card_face.PaddleOcr, "read_found", lambda *given: [wide if given[3] == ["ja"] else narrow for _ in given[2]]
    )


def test_a_card_that_is_legible_in_japanese_letters_alone_is_read_in_those(
    monkeypatch: pytest.MonkeyPatch, draw_card: DrawCard
) -> None:
    reads(monkeypatch, words(LITTER, 0.1), words(KANA))
    face = read_face(draw_card("Garden Party", BODY), ["cs", "en"], Tesseract(), None)
    assert {word.text for word in face.words} == {KANA}
    assert (face.language, face.quarters) == ("ja", 0)


@pytest.mark.parametrize("turned", [180, 90, 270])
def test_a_japanese_card_that_lies_turned_is_read_in_japanese_letters(
    monkeypatch: pytest.MonkeyPatch, draw_card: DrawCard, turned: int
) -> None:
    """PP-OCR is made to read the letters of the card where a line is upright: its top is where the red corner is."""

    def read_found(
        _: PaddleOcr, image: Image.Image, lines: Sequence[TextLine], languages: Sequence[str]
    ) -> list[tuple[Word, ...]]:
        reddest = [image.getpixel(at) for at in ((4, 4), (image.width - 5, image.height - 5))]
        first = lines and lines[0].corners[0].sum() < lines[0].corners[2].sum()
        is_upright = image.height > image.width and reddest[0 if first else 1] == (255, 0, 0)
        return [words(KANA) if is_upright and list(languages) == ["ja"] else words(LITTER, 0.1) for _ in lines]

    monkeypatch.setattr(card_face.PaddleOcr, "read_found", read_found)
    card = draw_card("Garden Party", BODY)
    card.paste((255, 0, 0), (0, 0, 12, 12))
    face = read_face(card.rotate(turned, expand=True), ["cs", "en"], Tesseract(), None)
    assert {word.text for word in face.words} == {KANA}
    assert (face.language, face.quarters) == ("ja", turned // 90)


def test_a_few_east_asian_signs_in_art_do_not_turn_a_legible_card_into_an_east_asian_one(
    monkeypatch: pytest.MonkeyPatch, draw_card: DrawCard
) -> None:
    reads(monkeypatch, words("Copper Coin"), words("咸豐通寶"))
    face = read_face(draw_card("Garden Party", BODY), ["cs", "en"], Tesseract(), None)
    assert {word.text for word in face.words} == {"Copper", "Coin"}
    assert face.language == "en"


@pytest.mark.parametrize("expected", [["cs", "en"], ["en", "ru"]])
def test_a_card_in_a_script_of_which_there_is_data_is_read_by_the_reader_of_pages(
    monkeypatch: pytest.MonkeyPatch, draw_card: DrawCard, expected: list[str]
) -> None:
    reads(monkeypatch, words(", 5", 0.1), words(", 5", 0.1))
    face = read_face(draw_card("Garden Party", BODY), expected, Lines(has=frozenset({"en", "ru"})), None)
    assert {word.text for word in face.words} == {"Старая", "гавань"}
    assert all(word.size > 0 for word in face.words)
    assert not face.advice
    assert face.language == "ru"


@pytest.mark.parametrize(
    ("says", "body", "language", "asked"),
    [
        ("Возьмите ещё одну карту и положите её на стол", BODY, "ru", [["bg", "ru"], ["ru"]]),
        ("Вземете още една карта и я поставете на масата", BODY, "bg", [["bg", "ru"], ["bg"]]),
        ("Манту", "", "und", [["bg", "ru"]]),
    ],
)
def test_of_several_languages_of_a_script_that_one_is_meant_which_a_reading_in_all_tells(
    monkeypatch: pytest.MonkeyPatch, draw_card: DrawCard, says: str, body: str, language: str, asked: list[list[str]]
) -> None:
    reads(monkeypatch, words(", 5", 0.1), words(", 5", 0.1))
    reader = Lines(has=frozenset({"bg", "bul", "en", "ru", "rus"}), says=says)
    face = read_face(draw_card("Garden Party", body), ["cs", "en"], reader, "cs")
    assert (face.language, reader.asked) == (language, asked)
    assert {word.text for word in face.words} == set(says.split())
    assert face.told == (None if language == "und" else language)


@pytest.mark.parametrize(
    ("litter", "sure", "left"),
    [(LITTER, 0.1, ()), ("YPOBEHB KBOE", 0.78, ()), ("warrior BONH", 0.78, ("warrior", "BONH"))],
)
def test_a_card_in_a_script_without_data_says_what_to_install_and_has_no_words_that_nobody_writes(
    monkeypatch: pytest.MonkeyPatch, draw_card: DrawCard, litter: str, sure: float, left: tuple[str, ...]
) -> None:
    reads(monkeypatch, words(litter, sure), words(litter, sure))
    face = read_face(draw_card("Garden Party", BODY), ["cs", "en"], Lines(), None)
    assert {word.text for word in face.words} == set(left)
    assert "tesseract-ocr-rus, or that of the language if it is another one," in face.advice


@dataclass(frozen=True)
class OnItsHead(Lines):
    """Sees lines that stand on their heads until they are turned, and only then in which script they are."""

    looks: list[Orientation] = field(default_factory=lambda: [Orientation(0, "Cyrl"), Orientation(2)])

    def orientation(self, picture: object) -> Orientation:
        return self.looks.pop()


def test_a_card_that_seemed_to_be_upright_in_letters_of_another_script_is_turned(
    monkeypatch: pytest.MonkeyPatch, draw_card: DrawCard
) -> None:
    reads(monkeypatch, words(", 5", 0.1), words(", 5", 0.1))
    reader = OnItsHead(has=frozenset({"en", "ru"}))
    face = read_face(draw_card("Garden Party", BODY), ["cs", "en"], reader, None)
    assert (face.quarters, face.language) == (2, "ru")
    assert {word.text for word in face.words} == {"Старая", "гавань"}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Старая гавань. Возьмите ещё одну карту и положите её на стол", "ru"),
        ("Гавань", "und"),
        ("Take two coins from the box", "en"),
        ("攻击力增加二点", "zh"),
        ("カード二枚を引く", "ja"),
        ("ᚠᚢᚦᚨᚱᚲ", "und"),
        ("2 / 3", "und"),
    ],
)
def test_a_text_in_other_letters_than_the_expected_languages_is_told_surely_or_not_at_all(
    text: str, language: str
) -> None:
    assert likeliest_language(text, ["cs", "en", "it", "pl"]) == language


def test_han_letters_without_kana_are_japanese_where_only_japanese_is_expected_in_them() -> None:
    assert likeliest_language("増加二点", ["en", "ja"]) == "ja"


def test_a_line_that_runs_up_beside_a_card_is_read_upwards(draw_card: DrawCard) -> None:
    card = draw_card("Quiet Harbour", BODY)
    note = Image.new("RGB", (330, 34), (238, 232, 214))
    ImageDraw.Draw(note).text(
        (165, 17), "Northern Lantern", font=ImageFont.load_default(28), fill=(20, 20, 20), anchor="mm"
    )
    card.paste(note.rotate(90, expand=True), (20, 160))
    face = read_face(card, ["en"], Tesseract(), None)
    assert "Northern Lantern" in " ".join(word.text for word in face.words)
    assert PaddleOcr.is_installed()


@pytest.mark.parametrize(("sure", "told"), [(0.9, "MIRĀVU"), (0.99, "MIRÃVU")])
def test_an_unsure_title_is_spelt_as_the_text_of_its_card_spells_it(sure: float, told: str) -> None:
    read = [
        Word("MIRÃVU", 0, Box(45, 8, 90, 17), size=9, confidence=sure),
        Word("If", 1, Box(38, 60, 44, 66), size=6, confidence=1.0),
        Word("Mirāvu,", 1, Box(46, 60, 70, 66), size=6, confidence=0.97),
        Word("sails again, draw a card.", 1, Box(72, 60, 140, 66), size=6, confidence=1.0),
    ]
    title = card_parts(read, 178.6, 250).title
    assert title is not None
    assert title.text == told
