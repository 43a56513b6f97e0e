"""A picture that one card fills is read as a card, however it lies; a page stays a page."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from ingest.cards.card_part import Part
from ingest.cards.card_parts import CardParts, card_parts
from ingest.cards.card_titles import CardTitle, FileWords, titled, words_of_file
from ingest.files.open import open_document
from ingest.pages.read import read_pages
from ingest.picture.card_face import first_lines
from ingest.picture.cards_on_ground import cards_on_ground
from ingest.picture.images import PagePicture
from ingest.picture.one_card import OneCardSettings, _cuts_off, is_plain_page
from ingest.picture.outline import find_outline
from ingest.picture.text_lines import TextLine
from schema.reading import Box, WordPage

DrawCard = Callable[..., Image.Image]
BODY = "Draw two seeds from the basket. Water the oldest tree once more."


def read_card(image: Image.Image, file: Path, **saved: object) -> WordPage:
    image.save(file, **saved)
    (page,) = read_pages(open_document(file), languages=["en"])
    return page


def parts_of(page: WordPage) -> CardParts:
    (box,) = page.cards
    return card_parts(page.words, box.width, box.height)


@pytest.mark.parametrize("turned", [0, 180, 270])
def test_a_card_that_fills_its_frame_is_read_whole_whatever_its_header_says_and_however_it_lies(
    draw_card: DrawCard, tmp_path: Path, turned: int
) -> None:
    image = draw_card("Garden Party", BODY, number="12").rotate(turned, expand=True)
    page = read_card(image, tmp_path / "card.png", dpi=(600, 600))
    assert page.is_card
    parts = parts_of(page)
    assert parts.title is not None
    assert parts.title.text == "Garden Party"
    assert parts.text("body") == BODY
    assert ("12", "bottom-right") in [(part.text, part.place) for part in parts.parts if part.kind == "number"]
    assert page.quarters == turned // 90 % 4
    assert page.page.width < page.page.height


def test_light_letters_on_a_dark_card_are_read(draw_card: DrawCard, tmp_path: Path) -> None:
    parts = parts_of(read_card(draw_card("Winter Well", BODY, is_dark=True, seed=3), tmp_path / "card.png"))
    assert parts.title is not None
    assert (parts.title.text, parts.text("body")) == ("Winter Well", BODY)


def test_a_card_on_a_table_is_cut_out(draw_card: DrawCard, tmp_path: Path) -> None:
    table = Image.new("RGB", (800, 1000), (150, 160, 150))
    table.paste(draw_card("Garden Party", BODY).rotate(4, expand=True, fillcolor=(150, 160, 150)), (150, 140))
    page = read_card(table, tmp_path / "photo.png")
    assert page.is_card
    assert len(page.outline) == 4
    assert 1.35 < page.page.height / page.page.width < 1.48


def test_a_page_of_rules_is_no_card(tmp_path: Path) -> None:
    page = Image.new("L", (1000, 1414), 250)
    for row in range(30):
        line = "Each player carries the basket to the well and waters one of the trees."
        ImageDraw.Draw(page).text((80, 90 + 40 * row), line, font=ImageFont.load_default(24), fill=20)
    assert not read_card(page, tmp_path / "page.png").cards


def test_a_page_on_plain_paper_is_told_without_a_search_for_cards_and_one_with_much_art_is_not() -> None:
    page = Image.new("L", (1000, 1400), 255)
    draw = ImageDraw.Draw(page)
    for y in range(60, 1340, 30):
        draw.text((60, y), "Draw two seeds from the basket and water it. " * 3, font=ImageFont.load_default(17), fill=0)
    assert is_plain_page(PagePicture(page, 500, 700))
    draw.rectangle((0, 0, 1000, 260), fill=90)
    assert not is_plain_page(PagePicture(page, 500, 700))


def test_a_card_framed_by_grain_that_looks_like_letters_is_no_page(tmp_path: Path) -> None:
    chance = np.random.default_rng(4)
    card = Image.new("RGB", (600, 400), (150, 146, 142))
    draw = ImageDraw.Draw(card)
    for x, y in chance.integers((0, 0), (600, 400), (2400, 2)):
        draw.line((x, y, x + 1, y + 4), fill=(70, 66, 64))
    draw.rectangle((60, 60, 540, 340), fill=(236, 210, 140))
    for row, (line, size) in enumerate(
        (("Calm Seas", 48), ("Roll the green die", 30), ("at the start of a turn.", 30))
    ):
        draw.text((300, 120 + 70 * row), line, font=ImageFont.load_default(size), fill=(20, 16, 12), anchor="mm")
    card.save(tmp_path / "grain.png")
    (page,) = read_pages(open_document(tmp_path / "grain.png"), languages=["en"], has_like=True)
    assert page.is_card
    title = parts_of(page).title
    assert title is not None
    assert title.text == "Calm Seas"


def test_cards_at_any_angle_on_wood_are_found_and_a_page_with_boxes_has_none(draw_card: DrawCard) -> None:
    grain = np.random.default_rng(4).normal(0, 10, (900, 1200, 1)) + 12 * np.sin(np.arange(900) / 9)[:, None, None]
    table = Image.fromarray(np.clip(grain + np.array([150, 110, 70]), 0, 255).astype(np.uint8))
    for place, angle in (((60, 120), 20), ((480, 200), -65), ((840, 330), 175)):
        card = draw_card("Garden Party", BODY).resize((230, 325)).convert("RGBA").rotate(angle, expand=True)
        table.paste(card, place, card)
    assert len(cards_on_ground(PagePicture(table.convert("L"), 1200, 900, table))) == 3
    page = Image.new("RGB", (1000, 1400), "white")
    for row in range(30):
        ImageDraw.Draw(page).text((80, 90 + 40 * row), BODY, font=ImageFont.load_default(24), fill="black")
    for left in (120, 520):
        ImageDraw.Draw(page).rectangle((left, 300, left + 280, 700), fill=(200, 210, 220), outline="black", width=3)
    assert cards_on_ground(PagePicture(page.convert("L"), 1000, 1400, page)) == []


def test_panels_under_a_title_are_one_card_and_without_it_they_may_be_cards() -> None:
    def picture(title: str) -> PagePicture:
        card = Image.new("RGB", (400, 600), (70, 66, 64))
        draw = ImageDraw.Draw(card)
        for top, tone in ((75, (230, 120, 120)), (330, (220, 200, 180))):
            draw.rectangle((40, top, 360, top + 240), fill=tone, outline=(240, 240, 240), width=2)
            draw.text(
                (200, top + 110), "Plant two seeds here", font=ImageFont.load_default(22), fill="black", anchor="mm"
            )
        draw.text((200, 40), title, font=ImageFont.load_default(28), fill="white", anchor="mm")
        return PagePicture(card.convert("L"), 400, 600, card)

    assert len(cards_on_ground(picture(""))) == 2
    assert cards_on_ground(picture("Gift")) == []


def test_a_title_that_is_unsure_gives_way_to_what_the_file_is_called() -> None:
    def card(title: str, confidence: float) -> CardParts:
        return CardParts((Part("title", title, Box(0, 0, 90, 12), confidence),))

    smithy = FileWords("smithy")
    assert words_of_file("old-smithy_2.jpg").text == "old smithy"
    assert not words_of_file("scan 1.png", ["scan 1.png", "scan 2.png"])
    assert titled(card("Garden Party", 0.95), FileWords("Harvest"))[1].text == "Garden Party"
    assert titled(card("Smitny", 0.9), smithy)[1].text == "Smithy"
    guessed = titled(card("W ees", 0.6), smithy)[1]
    assert guessed.text == "Smithy"
    assert "called after its file" in guessed.doubt
    assert titled(card("W ees", 0.6))[1].doubt


def test_a_title_is_not_lengthened_by_a_series_that_files_are_called_after_but_by_words_that_were_not_read() -> None:
    def card(title: str) -> CardParts:
        return CardParts((Part("title", title, Box(0, 0, 90, 12), 0.95),))

    files = ["Tool_1_IronRake.png", "Tool_2_Spade.png", "Tool_3_OldHoe.png", *(f"Tree_{n}.png" for n in range(9))]
    rake = words_of_file("Tool_1_IronRake.png", files)
    assert titled(card("IRON RAKE"), rake)[1] == CardTitle("IRON RAKE")
    partly = titled(card("RAKE"), words_of_file("IronRake.png", ["Spade.png", "Hoe.png"]))[1]
    assert partly.text == "Iron Rake"
    assert "a part of it" in partly.doubt


def test_an_outline_that_cuts_letters_off_a_line_is_not_that_of_the_card() -> None:
    image = Image.new("RGB", (400, 600))
    outline = ((0.2, 0.1), (0.9, 0.1), (0.9, 0.9), (0.2, 0.9))

    def line(left: float, right: float) -> TextLine:
        return TextLine(np.array([(left, 100), (right, 100), (right, 130), (left, 130)], dtype=np.float32))

    lines = [line(120, 300), line(110, 330), line(100, 340)]
    settings = OneCardSettings()
    assert not _cuts_off(lines, outline, image, ["en"], settings)
    assert not _cuts_off([*lines, line(70, 340)], outline, image, ["en"], settings)
    assert _cuts_off([*lines, line(50, 340)], outline, image, ["en"], settings)
    high = TextLine(line(120, 300).corners - np.array([0, 52], dtype=np.float32))  # its top is above the outline
    assert _cuts_off([*lines, high], outline, image, ["en"], settings)


def test_an_outline_beside_which_a_word_is_legible_is_a_frame_on_the_card(draw_card: DrawCard) -> None:
    card = draw_card("Garden", BODY)
    lines, below_title = first_lines(card), ((0.05, 0.13), (0.95, 0.13), (0.95, 0.98), (0.05, 0.98))
    settings = replace(OneCardSettings(), words_long=99.0, outside=1.0)
    assert _cuts_off(lines, below_title, card, ["en"], settings)
    ImageDraw.Draw(card).rectangle((100, 25, 360, 75), fill=(238, 232, 214))
    assert not _cuts_off(lines, below_title, card, ["en"], settings)


@pytest.mark.parametrize(("left", "found"), [(20, 4), (0, 0)], ids=["ground all around", "none at a corner"])
def test_what_reaches_the_rim_of_its_picture_lies_on_nothing(left: int, found: int) -> None:
    image = Image.new("L", (400, 560), 200)
    ImageDraw.Draw(image).polygon(((left, 60), (360, 50), (370, 500), (30, 510)), fill=60)
    assert len(find_outline(image)) == found


def _on_wood(*placed: tuple[Image.Image, tuple[int, int], float]) -> PagePicture:
    grain = np.random.default_rng(4).normal(0, 10, (900, 1200, 1)) + 12 * np.sin(np.arange(900) / 9)[:, None, None]
    table = Image.fromarray(np.clip(grain + np.array([150, 110, 70]), 0, 255).astype(np.uint8))
    for card, place, angle in placed:
        turned = card.convert("RGBA").rotate(angle, expand=True)
        table.paste(turned, place, turned)
    return PagePicture(table.convert("L"), 1200, 900, table)


def test_a_card_that_lies_askew_near_the_edge_of_a_photo_is_no_frame(draw_card: DrawCard) -> None:
    card = draw_card("Garden Party", BODY).resize((360, 510))
    assert len(cards_on_ground(_on_wood((card, (8, 150), 17)))) == 1


def test_small_cards_of_one_size_are_cards_though_a_few_words_lie_beside_them(draw_card: DrawCard) -> None:
    card, note = draw_card("Garden Party", BODY).resize((150, 212)), Image.new("RGB", (150, 40), (90, 60, 40))
    ImageDraw.Draw(note).text((75, 20), "Harbour", font=ImageFont.load_default(30), fill="white", anchor="mm")
    photo = _on_wood((card, (100, 120), 8), (card, (500, 150), -12), (card, (900, 130), 20), (note, (500, 700), 0))
    assert len(cards_on_ground(photo)) == 3


def test_a_card_whose_frame_is_hardly_darker_than_plain_ground_is_found() -> None:
    ground = np.random.default_rng(5).normal(0, 3, (900, 1200, 1)) + np.array([112, 112, 112])
    table = Image.fromarray(np.clip(ground, 0, 255).astype(np.uint8))
    card = Image.new("RGBA", (330, 470), (96, 98, 100))
    draw = ImageDraw.Draw(card)
    for row in range(10):  # along two of its sides three places in ten look like the ground
        tone = (112, 112, 112) if row in (2, 5, 6) else (60, 62, 66)
        draw.rectangle((0, 47 * row, 330, 47 * row + 47), fill=tone)
    draw.ellipse((40, 60, 290, 410), fill=(230, 224, 210))
    turned = card.rotate(14, expand=True, resample=Image.Resampling.BICUBIC)
    table.paste(turned, (380, 180), turned)
    (found,) = cards_on_ground(PagePicture(table.convert("L"), 1200, 900, table))
    sides = np.hypot(*((np.roll(found, -1, axis=0) - found) * (1200, 900)).T)
    assert sorted(sides) == pytest.approx([330, 330, 470, 470], rel=0.05)  # with its frame
