"""Pictures of pages: load them, render them from a PDF, scale them, and tell blank ones."""

import io
import math
import warnings
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import cv2
import numpy as np
import pypdfium2 as pdfium
from PIL import Image, ImageOps, ImageSequence

from ingest.errors import UnreadableDocument
from ingest.files.open import OpenedFile
from ingest.picture.letter_height import LetterHeightSettings, letter_pieces
from ingest.picture.pieces import Pieces
from schema.reading import Box

POINTS_PER_INCH = 72
A4_LONG_SIDE = 842.0


_TURNS = {1: Image.Transpose.ROTATE_270, 2: Image.Transpose.ROTATE_180, 3: Image.Transpose.ROTATE_90}


@dataclass(frozen=True, slots=True)
class ImageSettings:
    """How large pictures of pages are made, and what is blank.

    Chosen by eye on the sample pages; benchmarks/pages.py shows what they are worth.
    """

    render_dpi: int = 300
    """Pixels an inch at which a page of a PDF is rendered."""
    max_pixels: int = 30_000_000
    """A page is rendered or scaled down to at most this many pixels."""
    readable_letters: float = 12.0
    """In pixels: pages whose small letters are lower are scaled up."""
    good_letters: float = 20.0
    """In pixels: the height of small letters that they are scaled up to, grainy ones too; 10 pt type at 300 dpi."""
    huge_letters: float = 45.0
    """In pixels: pages whose small letters are higher are scaled down, for reading them only takes longer."""
    ample_letters: float = 30.0
    """In pixels: the height of small letters that those are scaled down to."""
    letter_points: tuple[float, float] = (3.0, 12.0)
    """Small letters of a page are not lower or higher than so many points, whatever its file says of its size."""
    usual_points: float = 4.8
    """What they are instead: those of 10 pt type."""
    max_enlargement: float = 3.0
    """A picture is enlarged by no more than this."""
    trusted_dpi: int = 100
    """Lower values in a picture's header are what cameras and screens write, not a measure."""
    colour_pixels: int = 2000
    """Long side of the picture that keeps its colours."""
    blank_dpi: int = 40
    """Pixels an inch at which a page is looked at for print."""
    blank_tones: int = 24
    """A page is blank when nearly all of its pixels lie within this many grey tones of one another."""
    blank_share: float = 0.0005
    """Share of the pixels that may differ more on a blank page: dust."""


@dataclass(frozen=True, slots=True)
class PagePicture:
    """A grey picture of a page and how large the page is in points."""

    image: Image.Image
    width: float
    height: float
    colours: Image.Image | None = None
    """The picture in colour, as its file has it; none where it is grey or was drawn here."""
    _letters: dict[LetterHeightSettings, Pieces] = field(default_factory=dict, compare=False, repr=False)
    """What looks like letters in it, once that was asked for."""

    @property
    def dpi(self) -> int:
        """Pixels an inch."""
        return round(POINTS_PER_INCH * self.image.height / self.height)

    def to_points(self, left: float, top: float, width: float, height: float) -> Box:
        """A rectangle of the picture as a rectangle of the page."""
        sx, sy = self.width / self.image.width, self.height / self.image.height
        return Box(left * sx, top * sy, (left + width) * sx, (top + height) * sy)

    def letters(self, settings: LetterHeightSettings = LetterHeightSettings()) -> Pieces:
        """What looks like letters in it; that is looked for once."""
        if settings not in self._letters:
            self._letters[settings] = letter_pieces(np.asarray(self.image), settings)
        return self._letters[settings]

    def turned(self, quarters: int) -> "PagePicture":
        """The picture turned clockwise by so many quarters."""
        quarters %= 4
        image = self.image if not quarters else self.image.transpose(_TURNS[quarters])
        width, height = (self.height, self.width) if quarters % 2 else (self.width, self.height)
        return PagePicture(image, width, height)


def render(
    page: pdfium.PdfPage,
    dpi: float | None = None,
    settings: ImageSettings = ImageSettings(),
    *,
    is_printed_alone: bool = False,
) -> PagePicture:
    """The page of a PDF as a picture; what was laid upon it, comments and form fields, may be left out."""
    dpi = settings.render_dpi if dpi is None else dpi
    width, height = page.get_size()
    pixels = width * height * (dpi / POINTS_PER_INCH) ** 2
    scale = dpi / POINTS_PER_INCH * min(1.0, math.sqrt(settings.max_pixels / max(1.0, pixels)))
    is_whole = not is_printed_alone
    bitmap = page.render(scale=scale, grayscale=True, draw_annots=is_whole, may_draw_forms=is_whole)
    try:
        return PagePicture(bitmap.to_pil().convert("L"), width, height)
    finally:
        bitmap.close()


def count_frames(opened: OpenedFile) -> int:
    """Number of pages in a picture file; a TIFF may hold several."""
    with Image.open(io.BytesIO(opened.data)) as image:
        return int(getattr(image, "n_frames", 1))


def frames(opened: OpenedFile, settings: ImageSettings = ImageSettings()) -> Iterator[PagePicture]:
    """Each page of a picture file."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", Image.DecompressionBombWarning)
            with Image.open(io.BytesIO(opened.data)) as image:
                for frame in ImageSequence.Iterator(image):
                    yield _page_of(frame, settings)
    except (OSError, ValueError, SyntaxError, Image.DecompressionBombError) as error:
        reason = "the picture is damaged or cut off; export it again."
        raise UnreadableDocument(opened.path, reason) from error


def upright(frame: Image.Image) -> Image.Image:
    """The picture turned as its camera says, on white where it is transparent."""
    turned = ImageOps.exif_transpose(frame)
    if "A" in turned.getbands() or "transparency" in turned.info:
        return Image.alpha_composite(Image.new("RGBA", turned.size, "white"), turned.convert("RGBA"))
    return turned


def _page_of(frame: Image.Image, settings: ImageSettings) -> PagePicture:
    dpi = frame.info.get("dpi", (0, 0))
    shown = upright(frame)
    grey = shown.convert("L")
    width, height = grey.size
    colours = None
    if shown.mode not in ("1", "L", "I", "F", "I;16"):
        factor = min(1.0, settings.colour_pixels / max(width, height))
        small = (max(1, round(width * factor)), max(1, round(height * factor)))
        colours = shown.convert("RGB").resize(small, Image.Resampling.BOX)
    per_pixel = A4_LONG_SIDE / max(width, height)
    if float(dpi[0]) >= settings.trusted_dpi:
        per_pixel = POINTS_PER_INCH / float(dpi[0])
    factor = math.sqrt(settings.max_pixels / (width * height))
    if factor < 1.0:  # more pixels than a page needs
        grey = grey.resize((max(1, round(width * factor)), max(1, round(height * factor))), Image.Resampling.LANCZOS)
    return PagePicture(grey, width * per_pixel, height * per_pixel, colours)


def believable(picture: PagePicture, letters: float, settings: ImageSettings = ImageSettings()) -> PagePicture:
    """The picture as large as its letters make it, where its file says something that cannot be.

    ``letters`` is the height of its small letters in pixels.
    """
    points = letters * picture.height / picture.image.height
    if settings.letter_points[0] <= points <= settings.letter_points[1]:
        return picture
    factor = settings.usual_points / points
    return replace(picture, width=picture.width * factor, height=picture.height * factor)


def legibly_large(
    picture: PagePicture, letters: float, *, is_grainy: bool = False, settings: ImageSettings = ImageSettings()
) -> PagePicture:
    """A picture of small letters scaled up to what Tesseract reads best, one of huge letters scaled down."""
    image = picture.image
    factor = 1.0
    if letters < (settings.good_letters if is_grainy else settings.readable_letters):
        factor = min(settings.good_letters / letters, settings.max_enlargement)
        factor = max(1.0, min(factor, math.sqrt(settings.max_pixels / (image.width * image.height))))
    elif letters > settings.huge_letters:
        factor = settings.ample_letters / letters
    if factor == 1.0:
        return picture
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    how = cv2.INTER_LANCZOS4 if factor > 1 else cv2.INTER_AREA
    scaled = np.asarray(cv2.resize(np.asarray(image), size, interpolation=how), dtype=np.uint8)
    return PagePicture(Image.fromarray(scaled), picture.width, picture.height)


def is_blank(picture: PagePicture, settings: ImageSettings = ImageSettings()) -> bool:
    """Whether nothing is printed on the page, dust apart."""
    small = picture.image.copy()
    small.thumbnail((int(picture.width * settings.blank_dpi / POINTS_PER_INCH) or 1,) * 2)
    histogram = small.histogram()
    ground = max(range(len(histogram)), key=histogram.__getitem__)
    other = sum(count for tone, count in enumerate(histogram) if abs(tone - ground) > settings.blank_tones)
    return other <= settings.blank_share * small.width * small.height
