"""A clean page becomes a scanned one: askew, grainy, a little soft, without a text layer."""

import io
import random
import time
from collections.abc import Iterator

import pypdfium2
from PIL import Image, ImageChops, ImageFilter

from samples.manifest import Sample
from samples.typeset import PRINTED_ON

PAPER = 246  # the grey of a scanned sheet, never quite white
POINTS_PER_INCH = 72


def page_images(pdf: bytes, dpi: int) -> Iterator[Image.Image]:
    """Every page as a grey picture."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        for page in document:
            yield page.render(scale=dpi / POINTS_PER_INCH, grayscale=True).to_pil().convert("L")
    finally:
        document.close()


def scan(pdf: bytes, sample: Sample) -> bytes:
    """An image-only PDF as an office scanner makes it."""
    chance = random.Random(sample.seed)
    pages = [scanned(image, chance, sample) for image in page_images(pdf, sample.dpi)]
    moment = time.gmtime(PRINTED_ON)
    file = io.BytesIO()
    pages[0].save(
        file,
        "PDF",
        resolution=sample.dpi,
        save_all=True,
        append_images=pages[1:],
        quality=sample.quality,
        creationDate=moment,
        modDate=moment,
        producer="",
        title="",
    )
    return file.getvalue()


def scanned(image: Image.Image, chance: random.Random, sample: Sample) -> Image.Image:
    """One page put on the glass by hand."""
    angle = chance.uniform(-sample.skew, sample.skew)
    turned = image.rotate(angle, resample=Image.Resampling.BICUBIC, fillcolor=255)
    soft = turned.filter(ImageFilter.GaussianBlur(0.6))
    toned = soft.point([40 + level * (PAPER - 40) // 255 for level in range(256)])
    return specked(grained(toned, chance, sample.noise), chance)


def grained(image: Image.Image, chance: random.Random, noise: int) -> Image.Image:
    """Grain of the sensor: whole bytes from the seeded generator, so that no float can differ between machines."""
    layers = [Image.frombytes("L", image.size, chance.randbytes(image.width * image.height)) for _ in range(2)]
    grain = ImageChops.add(layers[0], layers[1], scale=2).filter(ImageFilter.BoxBlur(1))
    return ImageChops.add(image, grain.point([level * noise // 128 for level in range(256)]), offset=-noise)


def specked(image: Image.Image, chance: random.Random, count: int = 60) -> Image.Image:
    """Dust on the glass."""
    for _ in range(count):
        x, y, size = chance.randrange(image.width), chance.randrange(image.height), chance.choice((1, 1, 2))
        image.paste(chance.randrange(60, 170), (x, y, x + size, y + size))
    return image
