"""Draw a page with what was read on it: each passage's box, its place in the order, its kind and confidence."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pypdfium2 as pdfium
from PIL import Image, ImageDraw, ImageFont

from ingest.errors import UnreadableDocument
from ingest.files.open import OpenedFile
from ingest.picture.for_people import is_laid_straight
from ingest.picture.images import POINTS_PER_INCH, PagePicture, frames, render
from ingest.picture.straighten import straightened
from schema.documents import PassageKind, RegionShape
from schema.reading import PassageRead, WordPage

COLOURS: dict[PassageKind, tuple[int, int, int]] = {
    "heading": (192, 32, 32),
    "paragraph": (24, 96, 176),
    "item": (0, 128, 96),
    "card": (160, 64, 160),
    "label": (176, 112, 0),
    "table": (96, 64, 192),
    "example": (0, 128, 160),
    "note": (112, 112, 32),
    "gap": (128, 128, 128),
    "noise": (150, 150, 150),
    "annotation": (208, 64, 144),
    "field": (64, 144, 208),
}


@dataclass(frozen=True, slots=True)
class DrawSettings:
    """How a drawn page looks; chosen by eye."""

    drawn_dpi: int = 120
    """Pixels an inch."""
    label_points: float = 5.5
    """Size of the labels."""
    fill: int = 28
    """How strongly a box is tinted, of 255."""


def draw_page(
    opened: OpenedFile,
    pages: Sequence[WordPage],
    passages: Sequence[PassageRead],
    number: int,
    settings: DrawSettings = DrawSettings(),
) -> Image.Image:
    """The page as it was read, with the passages that lie on it."""
    page = next((page for page in pages if page.page.number == number), None)
    if page is None or not page.page.width:
        reason = f"there is no page {number}; choose one from 1 to {max((p.page.number for p in pages), default=0)}."
        if page is not None:
            reason = f"page {number} has no layout to draw, because it is plain text or damaged."
        raise UnreadableDocument(opened.path, reason)
    picture = page_picture(opened, page)
    scale = settings.drawn_dpi / POINTS_PER_INCH
    size = (max(1, round(picture.width * scale)), max(1, round(picture.height * scale)))
    sheet = picture.image.resize(size, Image.Resampling.LANCZOS).convert("RGB")
    pen = ImageDraw.Draw(sheet, "RGBA")
    font = ImageFont.load_default(settings.label_points * scale)
    for order, read, region in _on_page(passages, number):
        colour = COLOURS[read.passage.kind]
        box = [round(side * scale) for side in (region.x0, region.y0, region.x1, region.y1)]
        pen.rectangle(box, outline=colour, fill=(*colour, settings.fill), width=2)
        _write_label(pen, font, (box[0], box[1]), f"{order} {read.passage.kind} {read.passage.confidence:.2f}", colour)
    return sheet


def page_picture(opened: OpenedFile, page: WordPage) -> PagePicture:
    """The page as its words were found on it: a picture of a page laid straight and upright, one of cards as it is."""
    picture = _picture(opened, page.page.number)
    return straightened(picture.turned(page.quarters)) if is_laid_straight(page) else picture


def _picture(opened: OpenedFile, number: int) -> PagePicture:
    if opened.media_type != "application/pdf":
        return next(picture for at, picture in enumerate(frames(opened), start=1) if at == number)
    with pdfium.PdfDocument(opened.data) as document:
        page = document[number - 1]
        try:
            return render(page)
        finally:
            page.close()


def _on_page(passages: Sequence[PassageRead], number: int) -> Iterator[tuple[int, PassageRead, RegionShape]]:
    """The passages that lie on the page at least in part, counted in reading order, with their rectangles."""
    order = 0
    for read in passages:
        regions = [region for page, region in read.regions if page == number]
        order += bool(regions)
        yield from ((order, read, region) for region in regions)


def _write_label(
    pen: ImageDraw.ImageDraw,
    font: ImageFont.FreeTypeFont | ImageFont.ImageFont,
    corner: tuple[int, int],
    text: str,
    colour: tuple[int, int, int],
) -> None:
    """The label above the box's upper left corner, inside the page."""
    left, _, right, bottom = pen.textbbox((0, 0), text, font=font)
    x, y = corner[0], max(0, corner[1] - round(bottom) - 2)
    pen.rectangle((x, y, x + round(right - left) + 4, y + round(bottom) + 2), fill=(*colour, 150))
    pen.text((x + 2, y), text, font=font, fill=(255, 255, 255))
