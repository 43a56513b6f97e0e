"""Find the lines of text in a picture, whatever is printed around and below them, and cut them out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ingest.picture.text_models import Floats, text_map
from schema.reading import Box

Pixels = NDArray[np.uint8]
SIDES = 32
"""In pixels: the sides of what the network looks at are multiples of it."""
LINE_HEIGHT = 48
"""In pixels: that of the lines that the network reads."""


@dataclass(frozen=True, slots=True)
class TextLineSettings:
    """What is a line of text.

    All but the first two are those the network was published with; at 640 pixels titles in fancy
    type are lost (four of 110 cards of 14 games), 960 find no more (23 cards of eight games).
    """

    pixels: int = 800
    """Long side at which lines are looked for."""
    few_pixels: int = 480
    """Long side at which large lines are looked for: titles in fancy type fall into pieces at a larger one."""
    large: float = 0.06
    """A line so high, against the long side of the picture, is a large one."""
    part: float = 0.8
    """A line that has less of the width of a large one around it is a part of it."""
    covered: float = 0.5
    """A line of which so much lies in another one is a piece of it."""
    least_sure: float = 0.5
    """What is less likely text on the average is none."""
    core: float = 0.3
    """A pixel belongs to the core of a line from this likelihood on."""
    grown: float = 1.6
    """How far the core is grown to the line: so many times its area by its girth."""
    thin: float = 3.0
    """In pixels: what is thinner is no line."""
    upright: float = 1.5
    """What is so many times higher than wide is a line that runs down."""
    beside: float = 0.5
    """Lines that share so much of the lower one's height are at one height."""
    alike: float = 1.4
    """Pieces of one line differ less than this in height."""
    apart: float = 2.0
    """Pieces of one line are less than so many of their heights apart, an icon between them."""


@dataclass(frozen=True, slots=True)
class TextLine:
    """Where a line stands: its corners in pixels, clockwise from where its first letter begins."""

    corners: Floats

    @property
    def width(self) -> float:
        """In the direction in which it is read."""
        a, b, c, d = self.corners
        return float(max(np.hypot(*(b - a)), np.hypot(*(c - d))))

    @property
    def height(self) -> float:
        a, b, c, d = self.corners
        return float(max(np.hypot(*(d - a)), np.hypot(*(c - b))))

    @property
    def box(self) -> Box:
        """What it takes of the picture, in pixels."""
        return self.part(Box(0.0, 0.0, 1.0, 1.0))

    @property
    def turned(self) -> "TextLine":
        """The line on its head."""
        return TextLine(np.roll(self.corners, 2, axis=0))

    @property
    def runs_across(self) -> bool:
        """Whether it is read from left to right, not down or up."""
        along = self.corners[1] - self.corners[0]
        return bool(abs(along[0]) >= abs(along[1]))

    def part(self, share: Box) -> Box:
        """What a part of it takes of the picture, in pixels; the part is told in shares of its length and height."""
        a, b, c, d = self.corners
        points = [
            (a + (b - a) * x) * (1 - y) + (d + (c - d) * x) * y
            for x in (share.x0, share.x1)
            for y in (share.y0, share.y1)
        ]
        return Box.around(Box(float(x), float(y), float(x), float(y)) for x, y in points)


def large_enough(image: Image.Image, pixels: int) -> Image.Image:
    """The picture with so many pixels on its long side at least: small letters are read worse."""
    factor = pixels / max(image.size)
    if factor <= 1.0:
        return image
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    return image.resize(size, Image.Resampling.LANCZOS)


def first_look(image: Image.Image, settings: TextLineSettings = TextLineSettings()) -> list[TextLine]:
    """The lines of a picture in colours as a quick look shows them; small ones run together."""
    return _found_at(settings.few_pixels, image, settings)


def find_lines(
    image: Image.Image, settings: TextLineSettings = TextLineSettings(), seen: Sequence[TextLine] | None = None
) -> list[TextLine]:
    """The lines of a picture in colours, in reading order: from top to bottom, at one height from left to right.

    ``seen``: those of a first look, where it was taken.
    """
    fine = _found_at(settings.pixels, image, settings)
    least = settings.large * max(image.size)
    coarse = [line for line in (first_look(image, settings) if seen is None else seen) if line.height >= least]
    taken = [line for line in coarse if _is_whole(line, fine, settings)]
    kept = [line for line in fine if not any(_covered(line.box, other.box) > settings.covered for other in taken)]
    return in_order([*kept, *taken], settings)


def _found_at(pixels: int, image: Image.Image, settings: TextLineSettings) -> list[TextLine]:
    factor = pixels / max(image.size)
    width, height = (max(SIDES, round(side * factor / SIDES) * SIDES) for side in image.size)
    likely = text_map(np.asarray(resized(np.asarray(image), width, height), dtype=np.float32) / 127.5 - 1.0)
    core = cv2.dilate((likely > settings.core).astype(np.uint8), np.ones((2, 2), dtype=np.uint8))
    outlines, _ = cv2.findContours(core, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
    scale = np.array([image.width / width, image.height / height], dtype=np.float32)
    found = [_grown(np.asarray(outline, dtype=np.int32), likely, scale, settings) for outline in outlines]
    return [line for line in found if line is not None]


def _is_whole(line: TextLine, fine: Sequence[TextLine], settings: TextLineSettings) -> bool:
    """Whether a large line is nowhere among those of the closer look, or only in pieces or as a part."""
    pieces = [other for other in fine if _covered(other.box, line.box) > settings.covered]
    if len(pieces) == 1:
        return pieces[0].box.width < settings.part * line.box.width
    rows = [other for other in pieces if not _are_beside(other.box, pieces[0].box, settings)]
    return not rows  # lines under one another that ran together


def _covered(box: Box, other: Box) -> float:
    """How much of a box lies in another one."""
    wide, high = min(box.x1, other.x1) - max(box.x0, other.x0), min(box.y1, other.y1) - max(box.y0, other.y0)
    return max(0.0, wide) * max(0.0, high) / max(1.0, box.width * box.height)


def _grown(outline: NDArray[np.int32], likely: Floats, scale: Floats, settings: TextLineSettings) -> TextLine | None:
    """The line around a core, in pixels of the picture; None where it is hardly text."""
    middle, (width, height), angle = cv2.minAreaRect(outline)
    if min(width, height) < settings.thin:
        return None
    x, y, across, down = cv2.boundingRect(outline)
    inside = np.zeros((down, across), dtype=np.uint8)
    cv2.fillPoly(inside, [outline - [x, y]], 1)
    if cv2.mean(likely[y : y + down, x : x + across], inside)[0] < settings.least_sure:
        return None
    more = width * height * settings.grown / (width + height)
    corners = _clockwise(cv2.boxPoints((middle, (width + more, height + more), angle)) * scale)
    line = TextLine(corners)
    return TextLine(np.roll(corners, -1, axis=0)) if line.height >= settings.upright * line.width else line


def _clockwise(points: NDArray[np.float32]) -> Floats:
    """Four points from the top left one clockwise."""
    by_x = points[np.argsort(points[:, 0], kind="stable")]
    left, right = (half[np.argsort(half[:, 1], kind="stable")] for half in (by_x[:2], by_x[2:]))
    return np.array([left[0], right[0], right[1], left[1]], dtype=np.float32)


def in_order(lines: Sequence[TextLine], settings: TextLineSettings = TextLineSettings()) -> list[TextLine]:
    """From top to bottom, lines at one height from left to right."""
    rows: list[list[TextLine]] = []
    for line in sorted(lines, key=lambda line: line.box.middle):
        if rows and _are_beside(rows[-1][0].box, line.box, settings):
            rows[-1].append(line)
        else:
            rows.append([line])
    return [line for row in rows for line in sorted(row, key=lambda line: line.box.x0)]


def numbered(lines: Sequence[TextLine], settings: TextLineSettings = TextLineSettings()) -> list[int]:
    """For each of the lines, in order, its number; pieces that go on with the one before them have that one's."""
    numbers = [0] if lines else []
    for before, line in pairwise(lines):
        a, b = before.box, line.box
        high, low = max(a.height, b.height), min(a.height, b.height)
        is_next = _are_beside(a, b, settings) and -low < b.x0 - a.x1 < settings.apart * high
        numbers.append(numbers[-1] + (not is_next or high > settings.alike * low))
    return numbers


def _are_beside(a: Box, b: Box, settings: TextLineSettings) -> bool:
    return min(a.y1, b.y1) - max(a.y0, b.y0) > settings.beside * min(a.height, b.height)


def as_print(pixels: Pixels, lines: Iterable[TextLine], height: int) -> list[Image.Image]:
    """Lines of a picture, each of so many pixels in height, as dark letters on light ground."""
    return [_dark_on_light(cut_line(pixels, line, height)) for line in lines]


def _dark_on_light(line: Pixels) -> Image.Image:
    """Letters take less room than the ground."""
    tones = cv2.cvtColor(line, cv2.COLOR_RGB2GRAY)
    level, _ = cv2.threshold(tones, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    is_light_ground = float((tones > level).mean()) > 0.5
    return Image.fromarray(np.asarray(tones if is_light_ground else 255 - tones, dtype=np.uint8))


def cut_line(pixels: Pixels, line: TextLine, pixels_high: int = LINE_HEIGHT) -> Pixels:
    """The line laid straight, as high as the network reads lines or as is wanted."""
    width, height = max(1, round(line.width)), max(1, round(line.height))
    straight = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    turn = cv2.getPerspectiveTransform(line.corners, straight)
    cut = cv2.warpPerspective(pixels, turn, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return resized(np.asarray(cut, dtype=np.uint8), max(1, round(width * pixels_high / height)), pixels_high)


def resized(pixels: Pixels, width: int, height: int) -> Pixels:
    """The pixels in another size."""
    how = cv2.INTER_AREA if height < pixels.shape[0] else cv2.INTER_CUBIC
    return np.asarray(cv2.resize(pixels, (width, height), interpolation=how), dtype=np.uint8)
