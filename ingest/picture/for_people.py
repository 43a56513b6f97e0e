"""Make pictures of pages for people to look at; whatever goes wrong with one costs that picture and nothing else."""

import io
import math
import os
import resource
import signal
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe
from pathlib import Path

import pypdfium2 as pdfium
from PIL import Image, ImageStat

from ingest.files.limits import MEGABYTE
from ingest.files.open import IMAGE_TYPES, OpenedFile
from ingest.picture.card_sheets import FEWEST
from ingest.picture.images import POINTS_PER_INCH, PagePicture, upright
from ingest.picture.straighten import StraightenSettings, evenly_lit, find_sheet, seen_from_above, skew
from schema.reading import PictureRead, WordPage


@dataclass(frozen=True, slots=True)
class PictureSettings:
    """How large, how good and how long in the making pictures for people are; chosen by eye on the sample pages."""

    picture_dpi: int = 110
    """Pixels an inch, where that is not more than the long side may have."""
    long_side: int = 1400
    """In pixels: the most that a picture has."""
    quality: int = 70
    """Of 100, as WebP counts it."""
    effort: int = 2
    """Of 6: more takes twice as long and makes the file hardly smaller."""
    same_shape: float = 0.02
    """A picture whose sides stand in another proportion than the page's by more than this shows something else."""
    seconds: float = 5.0
    """Of its own work: a page that takes more has no picture, on a busy machine as on an idle one."""
    patience: float = 20.0
    """By the clock it may take so many times longer: it waits for its turn, or for nothing at all."""
    failures: int = 3
    """After so many pages that took too long or crashed, the rest of the document has no pictures."""
    most_bytes: float = 128 * MEGABYTE
    """Of one document: more than a thousand pages; the pages after them have no picture."""


def picture_name(sha256: str, page: WordPage) -> str | None:
    """Path of a page's picture below the folder of pictures; None for a page without layout."""
    if not page.page.width:
        return None
    straight = "-straight" if is_laid_straight(page) else ""
    return f"{sha256}/{page.page.number}{straight}.webp"


def is_laid_straight(page: WordPage) -> bool:
    """Whether the page's boxes are those of its picture laid straight and upright; cards are read where they lie."""
    return page.page.method == "ocr" and (page.is_card or bool(page.laid) or len(page.cards) < FEWEST)


def is_kept(folder: Path, sha256: str, page: WordPage) -> bool:
    """Whether a picture that fits any reading of the page is there; how one is laid straight may change."""
    name = picture_name(sha256, page)
    return name is not None and not is_laid_straight(page) and not page.cards and (folder / name).is_file()


def make_pictures(
    opened: OpenedFile,
    pages: Sequence[WordPage],
    on_picture: Callable[[], None] = lambda: None,
    settings: PictureSettings = PictureSettings(),
) -> tuple[PictureRead, ...]:
    """Pictures of those of the pages that have a layout and can be drawn in time."""
    if opened.media_type != "application/pdf" and opened.media_type not in IMAGE_TYPES:
        return ()
    made: list[PictureRead] = []
    waiting = [page for page in pages if page.page.width]
    failures = room = 0
    while waiting and failures < settings.failures and room < settings.most_bytes:
        done = 0
        for data in _made_apart(opened, waiting, settings):
            if data:
                made.append(PictureRead(waiting[done].page.number, data))
            done += 1
            room += len(data)
            on_picture()
            if room >= settings.most_bytes:
                break
        failures += done < len(waiting)
        waiting = waiting[done + 1 :]  # the page after the last one done is the one that failed
    return tuple(made)


def _made_apart(opened: OpenedFile, pages: Sequence[WordPage], settings: PictureSettings) -> Iterator[bytes]:
    """The picture of each page, made in a process of its own; ends early where that crashes or takes too long."""
    ours, theirs = Pipe(duplex=False)
    with ours:
        with theirs:
            try:
                maker = os.fork()
            except OSError:  # no memory for another process
                return
            if not maker:
                _make_and_leave(opened, pages, theirs, settings)
        try:
            for _ in pages:
                if not ours.poll(settings.patience * settings.seconds):
                    return
                yield ours.recv_bytes()
        except (EOFError, OSError):
            return
        finally:
            os.kill(maker, signal.SIGKILL)
            os.waitpid(maker, 0)


def _make_and_leave(opened: OpenedFile, pages: Sequence[WordPage], to: Connection, settings: PictureSettings) -> None:
    """The life of the process that makes pictures; it leaves without tidying up what belongs to its parent."""
    try:
        with _source(opened, settings) as image_of:
            for page in pages:
                _allow(settings.seconds)
                to.send_bytes(_picture(image_of, page, settings))
    finally:
        os._exit(0)


def _allow(seconds: float) -> None:
    """Have this process ended when it has worked so many seconds more."""
    _, most = resource.getrlimit(resource.RLIMIT_CPU)
    until = math.ceil(time.process_time() + seconds)
    resource.setrlimit(resource.RLIMIT_CPU, (until if most == resource.RLIM_INFINITY else min(until, most), most))


def _picture(image_of: Callable[[int], Image.Image], page: WordPage, settings: PictureSettings) -> bytes:
    """The page's picture as a WebP file; empty where it cannot be made."""
    try:
        image = image_of(page.page.number)
        if page.is_card:
            image = cut_out_card(image, page)
        elif page.laid:
            image = laid_on_sheet(image, page, settings)
        elif is_laid_straight(page):
            image = laid_straight(image, page.quarters)
        if abs(image.width / image.height / (page.page.width / page.page.height) - 1) > settings.same_shape:
            return b""
        file = io.BytesIO()
        image.save(file, "WEBP", quality=settings.quality, method=settings.effort)
        return file.getvalue()
    except (OSError, ValueError, SyntaxError, EOFError, MemoryError, pdfium.PdfiumError, Image.DecompressionBombError):
        return b""


@contextmanager
def _source(opened: OpenedFile, settings: PictureSettings) -> Iterator[Callable[[int], Image.Image]]:
    """What gives the page of a number as it is, upright as its file says and not larger than a picture may be."""
    if opened.media_type == "application/pdf":
        with pdfium.PdfDocument(opened.data) as document:
            yield lambda number: _rendered(document, number, settings)
    else:
        Image.MAX_IMAGE_PIXELS = None  # the file was let in with its pixels
        with Image.open(io.BytesIO(opened.data)) as image:
            # A photo is decoded at about the size that is wanted.
            image.draft(None, (settings.long_side, settings.long_side))
            yield lambda number: _frame(image, number, settings)


def _rendered(document: pdfium.PdfDocument, number: int, settings: PictureSettings) -> Image.Image:
    page = document[number - 1]
    try:
        scale = min(settings.picture_dpi / POINTS_PER_INCH, settings.long_side / max(page.get_size()))
        bitmap = page.render(scale=scale)
        try:
            image: Image.Image = bitmap.to_pil()
            return image.convert("RGB")
        finally:
            bitmap.close()
    finally:
        page.close()


def _frame(file: Image.Image, number: int, settings: PictureSettings) -> Image.Image:
    file.seek(number - 1)
    image = upright(file)
    image = image if image.mode in ("L", "RGB") else image.convert("RGB")
    image.thumbnail((settings.long_side, settings.long_side), Image.Resampling.LANCZOS)
    return image


def cut_out_card(image: Image.Image, page: WordPage) -> Image.Image:
    """The one card of a picture, without the table around it and the right way up."""
    if page.outline:
        image = seen_from_above(image, [(x * image.width, y * image.height) for x, y in page.outline])
    return PagePicture(image, image.width, image.height).turned(page.quarters).image


def laid_on_sheet(image: Image.Image, page: WordPage, settings: PictureSettings) -> Image.Image:
    """The cards of a photo, each cut out, straight and upright, where the page has them."""
    scale = settings.long_side / max(page.page.width, page.page.height)
    size = (round(page.page.width * scale), round(page.page.height * scale))
    sheet = Image.new(image.mode, size, "white")
    for card, box in zip(page.laid, page.cards, strict=True):
        cut = seen_from_above(image, [(x * image.width, y * image.height) for x, y in card.outline])
        cut = PagePicture(cut, cut.width, cut.height).turned(card.quarters).image
        place = [round(value * scale) for value in (box.x0, box.y0, box.x1, box.y1)]
        fitted = cut.resize((max(1, place[2] - place[0]), max(1, place[3] - place[1])), Image.Resampling.LANCZOS)
        sheet.paste(fitted, (place[0], place[1]))
    return sheet


def laid_straight(
    image: Image.Image, quarters: int, settings: StraightenSettings = StraightenSettings()
) -> Image.Image:
    """The picture laid as recognition lays it, with its own tones and colours."""
    image = PagePicture(image, image.width, image.height).turned(quarters).image
    corners = find_sheet(image.convert("L"), settings)
    if corners is not None:
        image = seen_from_above(image, corners)
    angle = skew(evenly_lit(image.convert("L"), settings), settings)
    if abs(angle) < settings.skew_worth:
        return image
    paper = tuple(round(tone) for tone in ImageStat.Stat(image).median)
    return image.rotate(angle, Image.Resampling.BICUBIC, fillcolor=paper)
