"""Pictures of single cards, cut out of the pictures of their pages, and what makes like ones comparable."""

import io
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from PIL import Image

from ingest.picture.card_icons import icons_of
from ingest.picture.for_people import PictureSettings
from ingest.picture.likeness import likeness_of
from schema.cards import ICON, CardPartShape, CardPictureShape
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
                icons = _icons(cards[at], image, pages[number])
                cards[at] = replace(cards[at], picture=picture, parts=(*cards[at].parts, *icons))
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


def _icons(card: CardRead, image: Image.Image, page: WordPage) -> Iterator[CardPartShape]:
    """The small pictures among its words, as parts of the card."""
    own = page.cards[card.card]
    words = [replace(w, box=_moved(w.box, -own.x0, -own.y0)) for w in page.words if w.box and own.holds(w.box)]
    face = image.crop(_pixels(own, page, image))
    seq = len(card.parts)
    for box, likeness in icons_of(face, words, own.width, own.height):
        at = _moved(box, own.x0, own.y0)
        yield CardPartShape(
            seq=seq, kind=ICON, text="", confidence=1.0, likeness=likeness, x0=at.x0, y0=at.y0, x1=at.x1, y1=at.y1
        )
        seq += 1


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y)


def _pixels(box: Box, page: WordPage, image: Image.Image) -> tuple[int, int, int, int]:
    x, y = image.width / (page.page.width or 1), image.height / (page.page.height or 1)
    return round(box.x0 * x), round(box.y0 * y), round(box.x1 * x), round(box.y1 * y)
