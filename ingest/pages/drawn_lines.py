"""What is drawn on a page of a PDF: rules between columns, frames around boxes, lines of tables, dots before items."""

from collections.abc import Iterator, Sequence
from ctypes import c_float, c_int, c_uint
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from ingest.pages.text_layer import PageFrame
from schema.reading import Box


@dataclass(frozen=True, slots=True)
class DrawnLineSettings:
    """Which drawn lines are looked at; chosen by eye on the sample pages."""

    most_paths: int = 1500
    """A page with more drawn shapes is a map or a picture, whose lines part nothing."""
    most_segments: int = 60
    """A shape of more parts is an ornament or a picture."""
    least_length: float = 8.0
    """In points: shorter lines are parts of letters and icons."""
    upright: float = 0.3
    """In points: how far a line may lean from being level or upright."""
    side_share: float = 0.5
    """Share of a frame's width and height that its sides take; round corners take the rest."""
    least_dot: float = 1.0
    """In points: a smaller shape is a speck."""
    most_dot: float = 9.0
    """In points: a larger one is no dot before an item."""
    round: float = 1.5
    """How much wider than high, or higher than wide, a dot is at most."""
    white: int = 250
    """A fill lighter than this in all colours is not seen."""


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn on a page: how many shapes, their level and upright lines, the frames these make, and dots."""

    shapes: int = 0
    rules: tuple[Box, ...] = ()
    frames: tuple[Box, ...] = ()
    dots: tuple[Box, ...] = ()


def drawn_on(page: pdfium.PdfPage, settings: DrawnLineSettings = DrawnLineSettings()) -> Drawn:
    """The lines that can be seen on the page, in points from its top left corner."""
    paths: list[pdfium.PdfObject] = []
    for path in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_PATH], max_depth=2):
        paths.append(path)
        if len(paths) > settings.most_paths:
            return Drawn(len(paths))
    frame = PageFrame.of(page)
    shapes = [[frame.box(*line) for line in _lines_of(path, settings)] for path in paths]
    rules = tuple(rule for shape in shapes for rule in shape)
    frames = tuple(Box.around(shape) for shape in shapes if _is_frame(shape, settings))
    bounds = ((path, frame.box(*_bounds(path))) for path in paths)
    dots = tuple(box for path, box in bounds if _is_dot(box, settings) and _is_seen(path, settings))
    return Drawn(len(paths), rules, frames, dots)


def _is_dot(box: Box, settings: DrawnLineSettings) -> bool:
    """Whether a shape is as small and as round or square as what stands before the items of a list."""
    low, high = sorted((box.width, box.height))
    return settings.least_dot <= low and high <= min(settings.most_dot, settings.round * low)


def _is_frame(shape: Sequence[Box], settings: DrawnLineSettings) -> bool:
    """Whether its lines are the four sides of a rectangle, whose corners may be round."""
    if not shape:
        return False
    around = Box.around(shape)
    level = [line for line in shape if line.width > line.height]
    upright = [line for line in shape if line.height > line.width]
    if len(level) != 2 or len(upright) != 2:
        return False
    least = settings.side_share
    return (
        min(line.width for line in level) >= least * around.width
        and min(line.height for line in upright) >= least * around.height
        and abs(level[0].y0 - level[1].y0) >= settings.least_length
        and abs(upright[0].x0 - upright[1].x0) >= settings.least_length
    )


_Side = tuple[float, float, float, float]


def _bounds(path: pdfium.PdfObject) -> _Side:
    """How far a shape reaches on the page; one inside a form is moved with it."""
    x0, y0, x1, y1 = path.get_bounds()
    if path.container is None:
        return x0, y0, x1, y1
    matrix = path.container.get_matrix()
    xs, ys = zip(*(matrix.on_point(x, y) for x in (x0, x1) for y in (y0, y1)), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def _lines_of(path: pdfium.PdfObject, settings: DrawnLineSettings) -> Iterator[_Side]:
    """Each level or upright part of a shape: left, bottom, right and top as the file counts."""
    count = pdfium_c.FPDFPath_CountSegments(path)
    if not 1 < count <= settings.most_segments or not _is_seen(path, settings):
        return
    matrix = path.get_matrix()
    if path.container is not None:
        matrix = matrix.multiply(path.container.get_matrix())
    x, y = c_float(), c_float()
    first = last = (0.0, 0.0)
    for index in range(count):
        segment = pdfium_c.FPDFPath_GetPathSegment(path, index)
        pdfium_c.FPDFPathSegment_GetPoint(segment, x, y)
        here = matrix.on_point(x.value, y.value)
        kind = pdfium_c.FPDFPathSegment_GetType(segment)
        if kind == pdfium_c.FPDF_SEGMENT_MOVETO:
            first = here
        ends = [(last, here)] if kind == pdfium_c.FPDF_SEGMENT_LINETO else []
        ends += [(here, first)] if pdfium_c.FPDFPathSegment_GetClose(segment) else []
        for (x0, y0), (x1, y1) in ends:
            across, along = sorted((abs(x1 - x0), abs(y1 - y0)))
            if across <= settings.upright and along >= settings.least_length:
                yield min(x0, x1), min(y0, y1), max(x0, x1), max(y0, y1)
        last = here


def _is_seen(path: pdfium.PdfObject, settings: DrawnLineSettings) -> bool:
    """Whether the shape is stroked, or filled with a colour that shows on paper."""
    fill, stroke = c_int(), c_int()
    pdfium_c.FPDFPath_GetDrawMode(path, fill, stroke)
    if stroke.value or not fill.value:
        return bool(stroke.value)
    red, green, blue, opacity = (c_uint() for _ in range(4))
    pdfium_c.FPDFPageObj_GetFillColor(path, red, green, blue, opacity)
    return bool(opacity.value) and min(red.value, green.value, blue.value) < settings.white
