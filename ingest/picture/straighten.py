"""Make a picture of a page easier to read: cut out of its table, evenly lit, free of grain, level."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageOps

from ingest.picture.images import ImageSettings, PagePicture, believable, legibly_large
from ingest.picture.letter_height import LetterHeightSettings, letter_height
from ingest.picture.pieces import Mask, pieces_of
from ingest.picture.shadow import ShadowSettings, without_shadow

Corner = tuple[float, float]
Grey = NDArray[np.float64]
Tones = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class StraightenSettings:
    """When a picture is cut out, lit, smoothed, stretched and turned.

    Chosen by eye on the sample pages; benchmarks/pages.py shows what they are worth.
    """

    sheet_pixels: int = 480
    """Long side of the small picture in which a sheet is looked for."""
    sheet_share: tuple[float, float] = (0.25, 0.97)
    """A sheet on a table fills at least and at most this much of a photo."""
    table_at_edge: float = 0.6
    """So much of a photo's edge shows the table."""
    sheet_contrast: int = 30
    """In grey tones: how much lighter than its table a sheet is."""
    sheet_edge: int = 15
    """In grey tones: how much darker it becomes right beside a sheet; light that falls off has no such edge."""
    four_sided: tuple[float, float] = (0.9, 1.12)
    """The sheet's area against that of the figure between its corners; other shapes are no sheets."""
    cut_off: float = 0.05
    """Share of a sheet that may lie outside of its corners: of sheets in photos it is 0.01, of torn paper in a
    drawing 0.1."""
    light_cells: int = 24
    """Into so many cells a side a picture is parted to measure the light."""
    uneven_light: int = 18
    """In grey tones: less difference between the lightest and darkest paper does no harm."""
    out_of_line: int = 14
    """In grey tones: what is so much darker than the light explains is a picture or a box, not shade."""
    grainy: float = 5.5
    """In grey tones: how far neighbouring pixels of even paper differ where there is grain."""
    smoothed: float = 0.7
    """How much of the grain is smoothed away; smoothing all of it takes thin strokes and digits along."""
    ink_share: float = 0.0005
    """The darkest pixels of this share are its ink."""
    dark_ink: int = 90
    """In grey tones: lighter ink is faint."""
    light_paper: int = 190
    """In grey tones: darker paper is grey."""
    faint_cutoff: tuple[float, float] = (0.02, 5)
    """Percent of the darkest and lightest pixels that may go under when a faint page is stretched."""
    skew_limit: int = 10
    """Degrees beyond which a page is not crooked but lies on its side."""
    skew_step: float = 0.2
    """Degrees between two angles that are tried."""
    skew_worth: float = 0.3
    """Degrees below which turning a page costs more sharpness than it gains."""
    skew_gain: float = 1.05
    """Turning must make rows of ink and paper differ so much more."""
    skew_pixels: int = 700
    """Long side of the small picture in which the angle is looked for."""
    letter_height: LetterHeightSettings = LetterHeightSettings()
    shadow: ShadowSettings = ShadowSettings()
    images: ImageSettings = ImageSettings()


def straightened(picture: PagePicture, settings: StraightenSettings = StraightenSettings()) -> PagePicture:
    """The picture as a flat, level, evenly lit page; a good one stays as it is.

    Boxes of what is read on it are those of the page laid straight, because reading order needs level lines.
    """
    picture = cut_out(picture, settings=settings)
    image = evenly_lit(picture.image, settings=settings)
    is_grainy = grain(image, settings=settings) > settings.grainy
    if is_grainy:
        image = _smoothed(image, settings)
    if _is_faint(image, settings):
        image = ImageOps.autocontrast(image, cutoff=settings.faint_cutoff)
    angle = skew(image, settings=settings)
    if abs(angle) >= settings.skew_worth:
        paper = max(range(128, 256), key=image.histogram().__getitem__)
        image = Image.fromarray(_rotated(np.asarray(image), angle, paper))
    picture = PagePicture(image, picture.width, picture.height)
    letters = letter_height(picture.letters(settings.letter_height))
    if letters is None:
        return picture
    picture = believable(picture, letters, settings.images)
    return legibly_large(picture, letters, is_grainy=is_grainy, settings=settings.images)


def _smoothed(image: Image.Image, settings: StraightenSettings) -> Image.Image:
    tones = np.asarray(image)
    even = cv2.medianBlur(tones, 3)
    return Image.fromarray(
        np.asarray(cv2.addWeighted(tones, 1 - settings.smoothed, even, settings.smoothed, 0.0), dtype=np.uint8)
    )


def _rotated(tones: Tones, angle: float, paper: float) -> Tones:
    """The picture turned counter-clockwise by so many degrees."""
    height, width = tones.shape[:2]
    turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), angle, 1.0)
    turned = cv2.warpAffine(
        tones, turn, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_CONSTANT, borderValue=(paper,) * 3
    )
    return np.asarray(turned, dtype=np.uint8)


def cut_out(picture: PagePicture, settings: StraightenSettings = StraightenSettings()) -> PagePicture:
    """The sheet of a photo without the table around it, seen from straight above; else the picture as it is."""
    corners = find_sheet(picture.image, settings=settings)
    if corners is None:
        return picture
    image = seen_from_above(picture.image, corners)
    scale = picture.width / picture.image.width
    return PagePicture(image, image.width * scale, image.height * scale)


def find_sheet(image: Image.Image, settings: StraightenSettings = StraightenSettings()) -> list[Corner] | None:
    """The corners of a light sheet on a darker ground, from the top left one clockwise."""
    factor = min(1.0, settings.sheet_pixels / max(image.size))
    size = (max(8, round(image.width * factor)), max(8, round(image.height * factor)))
    small = np.asarray(cv2.resize(np.asarray(image), size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    # The lightest tone around each place: type vanishes and the sheet becomes one even field.
    tones = cv2.blur(cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8)), (3, 3))
    threshold, _ = cv2.threshold(tones, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    light, dark = tones[tones > threshold], tones[tones <= threshold]
    if not light.size or not dark.size or float(np.median(light) - np.median(dark)) < settings.sheet_contrast:
        return None
    is_light = tones > threshold
    edge = np.concatenate([is_light[0], is_light[-1], is_light[:, 0], is_light[:, -1]])
    if 1 - edge.mean() < settings.table_at_edge:
        return None
    sheet = _piece_in_the_middle(is_light)
    share = float(sheet.mean())
    if not settings.sheet_share[0] <= share <= settings.sheet_share[1]:
        return None
    sheet = without_holes(sheet)
    if _step_at_edge(tones, sheet) < settings.sheet_edge:
        return None
    corners = corners_of(sheet)
    if not settings.four_sided[0] <= float(sheet.sum()) / max(1.0, area_of(corners)) <= settings.four_sided[1]:
        return None
    if _share_outside(sheet, corners) > settings.cut_off:
        return None
    return [(x / factor, y / factor) for x, y in corners]


def _step_at_edge(tones: NDArray[Any], sheet: Mask) -> float:
    """How much darker it becomes right beside a sheet along three quarters of its edge.

    Dark boxes printed on a page under a lamp make such a step too, but only where they stand.
    """
    kernel = np.ones((7, 7), np.uint8)
    inside = sheet & ~cv2.erode(sheet.astype(np.uint8), kernel).astype(np.bool_)
    steps = cv2.subtract(cv2.dilate(tones, kernel), cv2.erode(tones, kernel))
    return float(np.percentile(steps[inside], 25)) if inside.any() else 0.0


def _piece_in_the_middle(mask: Mask) -> Mask:
    """The connected piece of the mask that lies nearest to its middle."""
    ys, xs = np.nonzero(mask)
    if not len(xs):
        return mask
    middle = int(np.argmin((xs - mask.shape[1] / 2) ** 2 + (ys - mask.shape[0] / 2) ** 2))
    labels = pieces_of(mask).labels
    filled: Mask = labels == labels[ys[middle], xs[middle]]
    return filled


def without_holes(mask: Mask) -> Mask:
    """The mask with dark bars and pictures on the sheet filled: in each row all between its ends."""
    from_left = np.logical_or.accumulate(mask, axis=1)
    from_right = np.logical_or.accumulate(mask[:, ::-1], axis=1)[:, ::-1]
    filled: Mask = from_left & from_right
    return filled


def corners_of(mask: Mask) -> list[Corner]:
    """The outermost points of a four-sided piece, from the top left one clockwise."""
    ys, xs = np.nonzero(mask)
    spots = [np.argmin(xs + ys), np.argmax(xs - ys), np.argmax(xs + ys), np.argmin(xs - ys)]
    return [(float(xs[i]), float(ys[i])) for i in spots]


def _share_outside(sheet: Mask, corners: Sequence[Corner]) -> float:
    """How much of a sheet would be cut off at its corners: that of torn paper, or of a drawing of one."""
    between = cv2.fillConvexPoly(np.zeros(sheet.shape, np.uint8), np.round(corners).astype(np.int32), 1)
    return float((sheet & ~between.astype(np.bool_)).sum() / max(1, sheet.sum()))


def area_of(corners: Sequence[Corner]) -> float:
    """The area between the corners."""
    turned = [*corners[1:], corners[0]]
    return abs(sum(x * v - u * y for (x, y), (u, v) in zip(corners, turned, strict=True))) / 2


def seen_from_above(image: Image.Image, corners: Sequence[Corner]) -> Image.Image:
    """What lies between four corners, as a rectangle of about the same size."""
    top, right, bottom, left = (
        float(np.hypot(b[0] - a[0], b[1] - a[1])) for a, b in zip(corners, [*corners[1:], corners[0]], strict=True)
    )
    width, height = max(8, round((top + bottom) / 2)), max(8, round((left + right) / 2))
    flat = np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32)
    view = cv2.getPerspectiveTransform(np.array(corners, dtype=np.float32), flat)
    tones = np.asarray(image)
    seen = cv2.warpPerspective(tones, view, (width, height), flags=cv2.INTER_CUBIC, borderMode=cv2.BORDER_REPLICATE)
    return Image.fromarray(np.asarray(seen, dtype=np.uint8))


def evenly_lit(image: Image.Image, settings: StraightenSettings = StraightenSettings()) -> Image.Image:
    """The picture without the shade that lies over a photographed page, and without shadows that fall on it."""
    return without_shadow(_without_slope(image, settings), settings.shadow)


def _without_slope(image: Image.Image, settings: StraightenSettings) -> Image.Image:
    """The picture without light that falls off evenly."""
    side = 8 * settings.light_cells
    cells = cv2.resize(np.asarray(image), (side, side), interpolation=cv2.INTER_AREA)
    tones = cells.astype(np.float64).reshape(settings.light_cells, 8, settings.light_cells, 8)
    paper = np.percentile(tones, 85, axis=(1, 3))
    light = _smooth(paper, settings)
    if light.max() - light.min() < settings.uneven_light:
        return image
    tone = float(light.max())
    factors = (tone / np.clip(light, 30, 255)).astype(np.float32)
    lit = cv2.multiply(
        np.asarray(image), cv2.resize(factors, image.size, interpolation=cv2.INTER_CUBIC), dtype=cv2.CV_8U
    )
    return Image.fromarray(np.asarray(lit, dtype=np.uint8))


def _smooth(paper: Grey, settings: StraightenSettings) -> Grey:
    """The light as a curved plane through the lightness of the paper; dark pictures and boxes do not bend it."""
    y, x = np.mgrid[-1 : 1 : settings.light_cells * 1j, -1 : 1 : settings.light_cells * 1j]
    terms = np.stack([np.ones_like(x), x, y, x * y, x * x, y * y], axis=-1).reshape(-1, 6)
    values = paper.reshape(-1)
    kept = values >= np.median(values)
    plane = np.full_like(values, values.max())
    for _ in range(4):
        solution = np.linalg.lstsq(terms[kept], values[kept], rcond=None)[0]
        plane = terms @ solution
        kept = values > plane - settings.out_of_line
    return plane.reshape(paper.shape)


def grain(image: Image.Image, settings: StraightenSettings = StraightenSettings()) -> float:
    """How restless even paper is, in grey tones: the median difference of neighbouring pixels in its lighter half."""
    margin_x, margin_y = image.width // 8, image.height // 8
    # Every third row shows the grain as well as all of them.
    tones = np.asarray(image)[margin_y : image.height - margin_y : 3, margin_x : image.width - margin_x]
    near = cv2.absdiff(np.ascontiguousarray(tones[:, 1:]), np.ascontiguousarray(tones[:, :-1]))
    light = tones[:, 1:] >= np.median(tones[:, ::4]) - 4 * settings.grainy
    return float(near[light].mean()) if light.any() else 0.0


def _is_faint(image: Image.Image, settings: StraightenSettings) -> bool:
    """Whether ink is not dark or paper not light; a good page loses by being stretched."""
    histogram = image.histogram()
    pixels = image.width * image.height
    ink, paper, seen = None, 0, 0
    for tone, count in enumerate(histogram):
        seen += count
        if ink is None and seen >= settings.ink_share * pixels:
            ink = tone
        if seen <= pixels / 2:
            paper = tone + 1
    return (ink or 0) > settings.dark_ink or paper < settings.light_paper


def skew(image: Image.Image, settings: StraightenSettings = StraightenSettings()) -> float:
    """The angle by which turning makes rows of ink and rows of paper differ most."""
    factor = min(1.0, settings.skew_pixels / max(image.size))
    size = (max(1, round(image.width * factor)), max(1, round(image.height * factor)))
    tones = cv2.resize(np.asarray(image), size, interpolation=cv2.INTER_AREA)
    ink = np.asarray(cv2.subtract(np.full_like(tones, np.median(tones)), tones), dtype=np.uint8)
    level = _row_contrast(ink, 0.0)
    half = np.asarray(cv2.resize(ink, None, fx=0.5, fy=0.5, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    coarse = max(range(-settings.skew_limit, settings.skew_limit + 1), key=lambda angle: _row_contrast(half, angle))
    fine = [coarse + settings.skew_step * step for step in range(-4, 5)]
    best = max(fine, key=lambda angle: _row_contrast(ink, angle))
    return best if _row_contrast(ink, best) > settings.skew_gain * level else 0.0


def _row_contrast(ink: Tones, angle: float) -> float:
    if angle:
        height, width = ink.shape
        turn = cv2.getRotationMatrix2D(((width - 1) / 2, (height - 1) / 2), angle, 1.0)
        ink = np.asarray(cv2.warpAffine(ink, turn, (width, height), flags=cv2.INTER_LINEAR), dtype=np.uint8)
    return float(ink.mean(axis=1).var())
