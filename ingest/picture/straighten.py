"""Make a picture of a page easier to read: cut out of its table, evenly lit, free of grain, level."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFilter, ImageOps, ImageStat

from ingest.picture.images import ImageSettings, PagePicture, enlarged

FILLED = 128
"""The tone with which the piece in the middle is told from the others."""


Corner = tuple[float, float]
Grey = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class StraightenSettings:
    """When a picture is cut out, lit, smoothed, stretched and turned.

    Chosen by eye on the sample pages; benchmarks/ocr.py shows what they are worth.
    """

    sheet_pixels: int = 480
    """Long side of the small picture in which a sheet is looked for."""
    sheet_share: tuple[float, float] = (0.25, 0.97)
    """A sheet on a table fills at least and at most this much of a photo."""
    table_at_edge: float = 0.6
    """So much of a photo's edge shows the table."""
    sheet_contrast: int = 30
    """In grey tones: how much lighter than its table a sheet is."""
    four_sided: tuple[float, float] = (0.9, 1.12)
    """The sheet's area against that of the figure between its corners; other shapes are no sheets."""
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
    images: ImageSettings = ImageSettings()


def straightened(picture: PagePicture, settings: StraightenSettings = StraightenSettings()) -> PagePicture:
    """The picture as a flat, level, evenly lit page; a good one stays as it is.

    Boxes of what is read on it are those of the page laid straight, because reading order needs level lines.
    """
    picture = cut_out(picture, settings=settings)
    image = evenly_lit(picture.image, settings=settings)
    is_grainy = grain(image, settings=settings) > settings.grainy
    if is_grainy:
        image = Image.blend(image, image.filter(ImageFilter.MedianFilter(3)), settings.smoothed)
    if _is_faint(image, settings):
        image = ImageOps.autocontrast(image, cutoff=settings.faint_cutoff)
    angle = skew(image, settings=settings)
    if abs(angle) >= settings.skew_worth:
        paper = max(range(128, 256), key=image.histogram().__getitem__)
        image = image.rotate(angle, Image.Resampling.BICUBIC, fillcolor=paper)
    return enlarged(PagePicture(image, picture.width, picture.height), is_grainy=is_grainy, settings=settings.images)


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
    small = image.resize((max(8, round(image.width * factor)), max(8, round(image.height * factor))))
    # The lightest tone around each place: type vanishes and the sheet becomes one even field.
    field = small.filter(ImageFilter.MaxFilter(7)).filter(ImageFilter.MinFilter(7)).filter(ImageFilter.BoxBlur(1))
    tones = np.asarray(field, dtype=np.float64)
    threshold = _otsu(tones)
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
    corners = corners_of(sheet)
    if not settings.four_sided[0] <= float(sheet.sum()) / max(1.0, area_of(corners)) <= settings.four_sided[1]:
        return None
    return [(x / factor, y / factor) for x, y in corners]


def _otsu(tones: Grey) -> float:
    """The tone that best parts light from dark."""
    counts, edges = np.histogram(tones, bins=64, range=(0, 256))
    middles = (edges[:-1] + edges[1:]) / 2
    below, above = np.cumsum(counts), np.cumsum(counts[::-1])[::-1]
    sums = np.cumsum(counts * middles)
    mean_below = sums / np.maximum(below, 1)
    mean_above = (sums[-1] - sums) / np.maximum(sums.size and above - counts, 1)
    spread = below * (above - counts) * (mean_below - mean_above) ** 2
    best = np.flatnonzero(spread == spread.max())
    return float(edges[best[len(best) // 2] + 1])


def _piece_in_the_middle(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The connected piece of the mask that lies nearest to its middle."""
    picture = Image.fromarray(np.where(mask, 255, 0).astype(np.uint8)).copy()
    ys, xs = np.nonzero(mask)
    if not len(xs):
        return mask
    middle = int(np.argmin((xs - mask.shape[1] / 2) ** 2 + (ys - mask.shape[0] / 2) ** 2))
    ImageDraw.floodfill(picture, (int(xs[middle]), int(ys[middle])), FILLED)
    filled: NDArray[np.bool_] = np.asarray(picture) == FILLED
    return filled


def without_holes(mask: NDArray[np.bool_]) -> NDArray[np.bool_]:
    """The mask with dark bars and pictures on the sheet filled: in each row all between its ends."""
    from_left = np.logical_or.accumulate(mask, axis=1)
    from_right = np.logical_or.accumulate(mask[:, ::-1], axis=1)[:, ::-1]
    filled: NDArray[np.bool_] = from_left & from_right
    return filled


def corners_of(mask: NDArray[np.bool_]) -> list[Corner]:
    """The outermost points of a four-sided piece, from the top left one clockwise."""
    ys, xs = np.nonzero(mask)
    spots = [np.argmin(xs + ys), np.argmax(xs - ys), np.argmax(xs + ys), np.argmin(xs - ys)]
    return [(float(xs[i]), float(ys[i])) for i in spots]


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
    flat = [(0.0, 0.0), (width, 0.0), (width, height), (0.0, height)]
    rows, values = [], []
    for (x, y), (u, v) in zip(flat, corners, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    numbers = np.linalg.lstsq(np.array(rows), np.array(values), rcond=None)[0]
    coefficients = [float(n) for n in numbers]
    return image.transform((width, height), Image.Transform.PERSPECTIVE, coefficients, Image.Resampling.BICUBIC)


def evenly_lit(image: Image.Image, settings: StraightenSettings = StraightenSettings()) -> Image.Image:
    """The picture without the shade that lies over a photographed page."""
    cells = image.resize((8 * settings.light_cells, 8 * settings.light_cells), Image.Resampling.BOX)
    tones = np.asarray(cells, dtype=np.float64).reshape(settings.light_cells, 8, settings.light_cells, 8)
    paper = np.percentile(tones, 85, axis=(1, 3))
    light = _smooth(paper, settings)
    if light.max() - light.min() < settings.uneven_light:
        return image
    tone = float(light.max())
    factors = Image.fromarray((tone / np.clip(light, 30, 255)).astype(np.float32)).resize(
        image.size, Image.Resampling.BICUBIC
    )
    lit = np.asarray(image, dtype=np.float32) * np.asarray(factors)
    return Image.fromarray(np.clip(lit, 0, 255).astype(np.uint8))


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
    middle = image.crop((margin_x, margin_y, image.width - margin_x, image.height - margin_y))
    tones = np.asarray(middle, dtype=np.int16)
    near = np.abs(np.diff(tones, axis=1))
    light = tones[:, 1:] >= np.median(tones) - 4 * settings.grainy
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
    small = image.copy()
    small.thumbnail((settings.skew_pixels, settings.skew_pixels))
    paper = int(ImageStat.Stat(small).median[0])
    small = small.point([max(0, paper - tone) for tone in range(256)])
    level = _row_contrast(small, 0.0)
    coarse = max(range(-settings.skew_limit, settings.skew_limit + 1), key=lambda angle: _row_contrast(small, angle))
    fine = [coarse + settings.skew_step * step for step in range(-4, 5)]
    best = max(fine, key=lambda angle: _row_contrast(small, angle))
    return best if _row_contrast(small, best) > settings.skew_gain * level else 0.0


def _row_contrast(image: Image.Image, angle: float) -> float:
    turned = image.rotate(angle, Image.Resampling.BILINEAR) if angle else image
    rows = turned.resize((1, turned.height), Image.Resampling.BOX)
    return float(ImageStat.Stat(rows).var[0])
