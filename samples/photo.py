"""A clean page becomes a photograph: seen at an angle, lit from one side, on a table, as a JPEG."""

import io
import random

from PIL import Image, ImageChops, ImageDraw, ImageFilter

from samples.degrade import grained, page_images
from samples.manifest import Sample

TABLE = (112, 88, 66)
SHEET = (250, 246, 236)
LIGHT_STEPS = 8  # the light is drawn this small and blown up, so it falls off softly

Corner = tuple[float, float]


def photograph(pdf: bytes, sample: Sample) -> bytes:
    """The wanted page of a PDF as a photo."""
    chance = random.Random(sample.seed)
    pages = list(page_images(pdf, sample.dpi))
    page = pages[sample.page - 1]
    ink = Image.merge("RGB", [page.point([level * tone // 255 for level in range(256)]) for tone in SHEET])
    view = (round(page.width * 1.12), round(page.height * 1.1))
    lit = ImageChops.multiply(_laid_on_table(ink, view, chance), _light(view, chance))
    soft = lit.filter(ImageFilter.GaussianBlur(0.7))
    noisy = Image.merge("RGB", [grained(band, chance, sample.noise) for band in soft.split()])
    file = io.BytesIO()
    noisy.save(file, "JPEG", quality=sample.quality, dpi=(sample.dpi, sample.dpi))
    return file.getvalue()


def _laid_on_table(page: Image.Image, view: tuple[int, int], chance: random.Random) -> Image.Image:
    """The page in perspective: its far edge is shorter, and it lies a little turned."""
    width, height = view
    corners = [(0.07, 0.04), (0.93, 0.05), (0.97, 0.96), (0.03, 0.95)]
    seen = [
        (width * (x + chance.uniform(-0.008, 0.008)), height * (y + chance.uniform(-0.008, 0.008))) for x, y in corners
    ]
    flat = [(0.0, 0.0), (float(page.width), 0.0), (float(page.width), float(page.height)), (0.0, float(page.height))]
    outline = Image.new("L", view, 0)
    ImageDraw.Draw(outline).polygon(seen, fill=255)
    transformed = page.transform(view, Image.Transform.PERSPECTIVE, _perspective(seen, flat), Image.Resampling.BICUBIC)
    return Image.composite(transformed, Image.new("RGB", view, TABLE), outline.filter(ImageFilter.GaussianBlur(1)))


def _slip(chance: random.Random) -> float:
    return chance.uniform(-0.008, 0.008)


def _light(view: tuple[int, int], chance: random.Random) -> Image.Image:
    """Light from one upper corner; the opposite one lies in shade."""
    left = chance.random() < 0.5
    small = Image.new("L", (LIGHT_STEPS, LIGHT_STEPS))
    for x in range(LIGHT_STEPS):
        for y in range(LIGHT_STEPS):
            away = (x if left else LIGHT_STEPS - 1 - x) + y
            small.putpixel((x, y), 255 - away * 7)
    return Image.merge("RGB", [small.resize(view, Image.Resampling.BICUBIC)] * 3)


def _perspective(seen: list[Corner], flat: list[Corner]) -> list[float]:
    """The eight numbers Pillow wants: which point of the flat page shows at a point of the photo."""
    rows: list[list[float]] = []
    for (x, y), (u, v) in zip(seen, flat, strict=True):
        rows.append([x, y, 1, 0, 0, 0, -u * x, -u * y, u])
        rows.append([0, 0, 0, x, y, 1, -v * x, -v * y, v])
    return _solved(rows)


def _solved(rows: list[list[float]]) -> list[float]:
    """Gauss-Jordan elimination with the largest pivot; eight equations need no library."""
    size = len(rows)
    for column in range(size):
        pivot = max(range(column, size), key=lambda row: abs(rows[row][column]))
        rows[column], rows[pivot] = rows[pivot], rows[column]
        rows[column] = [value / rows[column][column] for value in rows[column]]
        for row in range(size):
            if row != column:
                factor = rows[row][column]
                rows[row] = [value - factor * top for value, top in zip(rows[row], rows[column], strict=True)]
    return [row[-1] for row in rows]
