"""Pictures of single cards, cut out of the pictures of their pages, and what makes like ones comparable."""

import io
from collections import defaultdict
from dataclasses import replace

from PIL import Image

from ingest.picture.for_people import PictureSettings
from ingest.picture.likeness import likeness_of
from schema.cards import CardPictureShape
from schema.reading import Box, CardRead, PictureRead, Reading, WordPage


def with_card_pictures(reading: Reading, settings: PictureSettings = PictureSettings()) -> Reading:
    """The reading with a picture for each of its pictured cards, where the page has one."""
    pages = {page.page.number: page for page in reading.pages}
    page_of = {read.passage.seq: read.page for read in reading.passages}
    files = {made.page: made.data for made in reading.pictures if pages[made.page].cards}
    of_page: dict[int, list[int]] = defaultdict(list)
    for at, card in enumerate(reading.cards):
        of_page[page_of[card.passage]].append(at)
    cards, pictures = list(reading.cards), list(reading.pictures)
    for number in sorted(files.keys() & of_page.keys()):  # one at a time: those of a whole book take too much memory
        with Image.open(io.BytesIO(files[number])) as image:
            for at in of_page[number]:
                cut, picture = _cut(cards[at], image, pages[number], settings)
                cards[at] = replace(cards[at], picture=picture)
                pictures += [cut] if cut else []
    return replace(reading, cards=tuple(cards), pictures=tuple(pictures))


def _cut(
    card: CardRead, image: Image.Image, page: WordPage, settings: PictureSettings
) -> tuple[PictureRead | None, CardPictureShape]:
    """The card's own picture; that of a page which is one card is there already."""
    if page.is_card:
        return None, CardPictureShape(likeness=likeness_of(image))
    face = image.crop(_pixels(page.cards[card.card], page, image))
    file = io.BytesIO()
    face.save(file, "WEBP", quality=settings.quality, method=settings.effort)
    return PictureRead(page.page.number, file.getvalue(), card.card), CardPictureShape(likeness=likeness_of(face))


def _pixels(box: Box, page: WordPage, image: Image.Image) -> tuple[int, int, int, int]:
    x, y = image.width / (page.page.width or 1), image.height / (page.page.height or 1)
    return round(box.x0 * x), round(box.y0 * y), round(box.x1 * x), round(box.y1 * y)
