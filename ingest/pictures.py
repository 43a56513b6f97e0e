"""Pictures of pages: load them, render them from a PDF, and make them easier to recognise."""

import io
import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium
from PIL import Image, ImageOps, ImageSequence, ImageStat

from ingest.errors import UnreadableDocument
from ingest.open import OpenedFile
from schema.reading import Box

POINTS_PER_INCH = 72
RENDER_DPI = 300
MAX_PIXELS = 30_000_000
"""A page is rendered or scaled down to at most this many pixels."""
READABLE_LONG_SIDE = 2400
"""Tesseract wants letters about 20 pixels high; a page whose long side is shorter than this is scaled up."""
MAX_ENLARGEMENT = 3.0
TRUSTED_DPI = 100
"""Lower values in a picture's header are what cameras and screens write, not a measure."""
A4_LONG_SIDE = 842.0

BLANK_DPI = 40
BLANK_TONES = 24
"""A page is blank when nearly all of its pixels lie within this many grey tones of one another."""
BLANK_SHARE = 0.0005

INK_SHARE = 0.0005
DARK_INK, LIGHT_PAPER = 90, 190
FAINT_CUTOFF = (0.02, 5)
"""Percent of the darkest and lightest pixels that may go under when a faint page is stretched."""

SKEW_LIMIT = 6.0
SKEW_STEP = 0.25
SKEW_WORTH = 0.3
"""Degrees below which turning a page costs more sharpness than it gains."""
SKEW_GAIN = 1.05
SKEW_PIXELS = 700


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A grey picture of a page and how large the page is in points."""

    image: Image.Image
    width: float
    height: float

    def to_points(self, left: float, top: float, width: float, height: float) -> Box:
        """A rectangle of the picture as a rectangle of the page."""
        sx, sy = self.width / self.image.width, self.height / self.image.height
        return Box(left * sx, top * sy, (left + width) * sx, (top + height) * sy)


def render(page: pdfium.PdfPage, dpi: float = RENDER_DPI) -> PagePicture:
    """The page of a PDF as a picture."""
    width, height = page.get_size()
    pixels = width * height * (dpi / POINTS_PER_INCH) ** 2
    scale = dpi / POINTS_PER_INCH * min(1.0, math.sqrt(MAX_PIXELS / max(1.0, pixels)))
    bitmap = page.render(scale=scale, grayscale=True)
    try:
        return PagePicture(bitmap.to_pil().convert("L"), width, height)
    finally:
        bitmap.close()


def count_frames(opened: OpenedFile) -> int:
    """Number of pages in a picture file; a TIFF may hold several."""
    with Image.open(io.BytesIO(opened.data)) as image:
        return int(getattr(image, "n_frames", 1))


def frames(opened: OpenedFile) -> Iterator[PagePicture]:
    """Each page of a picture file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(opened.data)) as image:
                for frame in ImageSequence.Iterator(image):
                    yield _page_of(frame)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        reason = "the picture is damaged or cut off; export it again."
        raise UnreadableDocument(opened.path, reason) from error


def _page_of(frame: Image.Image) -> PagePicture:
    dpi = frame.info.get("dpi", (0, 0))
    upright = ImageOps.exif_transpose(frame)
    if "A" in upright.getbands() or "transparency" in upright.info:
        upright = Image.alpha_composite(Image.new("RGBA", upright.size, "white"), upright.convert("RGBA"))
    grey = upright.convert("L")
    width, height = grey.size
    per_pixel = A4_LONG_SIDE / max(width, height)
    if float(dpi[0]) >= TRUSTED_DPI:
        per_pixel = POINTS_PER_INCH / float(dpi[0])
    return PagePicture(_scaled(grey), width * per_pixel, height * per_pixel)


def _scaled(image: Image.Image) -> Image.Image:
    factor = min(MAX_ENLARGEMENT, max(1.0, READABLE_LONG_SIDE / max(image.size)))
    factor *= min(1.0, math.sqrt(MAX_PIXELS / (image.width * image.height * factor**2)))
    if factor == 1.0:
        return image
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    return image.resize(size, Image.Resampling.LANCZOS)


def is_blank(picture: PagePicture) -> bool:
    """Whether nothing is printed on the page, dust apart."""
    small = picture.image.copy()
    small.thumbnail((int(picture.width * BLANK_DPI / POINTS_PER_INCH) or 1,) * 2)
    histogram = small.histogram()
    ground = max(range(len(histogram)), key=histogram.__getitem__)
    other = sum(count for tone, count in enumerate(histogram) if abs(tone - ground) > BLANK_TONES)
    return other <= BLANK_SHARE * small.width * small.height


def straightened(picture: PagePicture) -> PagePicture:
    """The picture turned so that its lines lie level, with better contrast.

    Boxes of what is read on it are those of the page laid straight, because reading order needs level lines.
    """
    image = picture.image
    if _is_faint(image):
        image = ImageOps.autocontrast(image, cutoff=FAINT_CUTOFF)
    angle = _skew(image)
    if abs(angle) >= SKEW_WORTH:
        image = image.rotate(angle, Image.Resampling.BICUBIC, fillcolor=255)
    return PagePicture(image, picture.width, picture.height)


def _is_faint(image: Image.Image) -> bool:
    """Whether ink is not dark or paper not light; a good page loses by being stretched."""
    histogram = image.histogram()
    pixels = image.width * image.height
    ink, paper, seen = None, 0, 0
    for tone, count in enumerate(histogram):
        seen += count
        if ink is None and seen >= INK_SHARE * pixels:
            ink = tone
        if seen <= pixels / 2:
            paper = tone + 1
    return (ink or 0) > DARK_INK or paper < LIGHT_PAPER


def _skew(image: Image.Image) -> float:
    """The angle by which turning makes rows of ink and rows of paper differ most."""
    small = image.copy()
    small.thumbnail((SKEW_PIXELS, SKEW_PIXELS))
    small = ImageOps.invert(small)
    level = _row_contrast(small, 0.0)
    coarse = max(range(-int(SKEW_LIMIT), int(SKEW_LIMIT) + 1), key=lambda angle: _row_contrast(small, angle))
    fine = [coarse + SKEW_STEP * step for step in range(-3, 4)]
    best = max(fine, key=lambda angle: _row_contrast(small, angle))
    return best if _row_contrast(small, best) > SKEW_GAIN * level else 0.0


def _row_contrast(image: Image.Image, angle: float) -> float:
    turned = image.rotate(angle, Image.Resampling.BILINEAR) if angle else image
    rows = turned.resize((1, turned.height), Image.Resampling.BOX)
    return float(ImageStat.Stat(rows).var[0])
