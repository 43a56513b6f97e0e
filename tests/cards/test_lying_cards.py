"""Cards on a sheet, and stones of the ground between cards."""

from PIL import Image, ImageDraw, ImageFont

from ingest.picture.cards_on_ground import cards_on_ground
from ingest.picture.images import PagePicture
from ingest.picture.lying_cards import find_lying_cards


def test_cards_that_fill_a_sheet_are_found_and_not_the_sheet() -> None:
    photo = Image.new("RGB", (800, 620), (238, 238, 240))
    pen = ImageDraw.Draw(photo)
    pen.rectangle((30, 22, 770, 598), outline=(60, 60, 60), width=3)
    places = [(60 + 170 * column, 40 + 185 * row) for row in range(3) for column in range(4)]
    for at, (x, y) in enumerate(places):
        pen.rectangle((x, y, x + 120, y + 165), fill=(40 + 15 * at, 60, 160 - 10 * at))
    assert len(find_lying_cards(photo)) == len(places)


def test_stones_between_cards_are_no_cards() -> None:
    photo = Image.new("RGB", (1000, 800), (196, 190, 170))
    pen, font = ImageDraw.Draw(photo), ImageFont.load_default(26)
    for at, x in enumerate((80, 380, 680)):
        pen.rectangle((x, 60, x + 220, 370), fill=(30, 60, 110))
        for row, text in enumerate(("Old Mill", "Draw two cards", "and one seed")):
            pen.text((x + 20, 90 + 60 * row + at), text, font=font, fill=(245, 245, 240))
    for x in (150, 620):
        pen.rectangle((x, 560, x + 180, 680), fill=(120, 110, 100))
    seen = PagePicture(photo.convert("L"), 500.0, 400.0, colours=photo)
    assert len(find_lying_cards(photo)) > 3
    assert len(cards_on_ground(seen)) == 3
