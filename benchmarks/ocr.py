"""Seconds and errors a page of our recognition against plain Tesseract and OCRmyPDF on pages of the samples, degraded.

OCRmyPDF takes part where the variable OCRMYPDF names its program or it lies on the path.
"""

import io
import os
import random
import shutil
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import pytesseract
from PIL import Image, ImageFilter
from rich.console import Console
from rich.table import Table

from ingest.arrange import arrange
from ingest.clean import clean
from ingest.evaluate import ALL, Score, compare_texts, is_icon
from ingest.ocr import TESSERACT_NAMES
from ingest.open import open_document
from ingest.read import read_pages
from samples.degrade import PAPER, grained, page_images, specked
from samples.manifest import Sample
from samples.photo import photograph

ROOT = Path(__file__).resolve().parents[1]
PAGES = (
    ("games/resist/samples/resist-cs.pdf", 2, "cs"),
    ("games/black-orchestra/samples/black-orchestra-pl.pdf", 3, "pl"),
    ("games/operation-barclay/samples/operation-barclay-en.pdf", 2, "en"),
)
SEED = 7

Reader = Callable[[Path, str], str]


@dataclass(frozen=True)
class Original:
    """A page of a sample with a text layer, which is the truth."""

    pdf: bytes
    page: int
    language: str
    truth: str

    def picture(self, dpi: int) -> Image.Image:
        """The page as a clean grey picture."""
        return list(page_images(self.pdf, dpi))[self.page - 1]


def originals() -> Iterator[Original]:
    """The pages of the benchmark with their truth."""
    for name, page, language in PAGES:
        path = ROOT / name
        pages = read_pages(open_document(path), languages=[language])
        yield Original(path.read_bytes(), page, language, _text(arrange([pages[page - 1]])))


def _text(passages: tuple) -> str:  # type: ignore[type-arg]
    text = " ".join(read.passage.text for read in clean(passages))
    return "".join(" " if is_icon(c) else c for c in text)


def clean_300(page: Original) -> bytes:
    return _png(page.picture(300), 300)


def skewed(page: Original) -> bytes:
    return _png(page.picture(200).rotate(3.3, Image.Resampling.BICUBIC, fillcolor=255), 200)


def noisy(page: Original) -> bytes:
    chance = random.Random(SEED)
    toned = page.picture(200).point([40 + level * (PAPER - 40) // 255 for level in range(256)])
    return _png(specked(grained(toned, chance, 110), chance, 900), 200)


def small_150(page: Original) -> bytes:
    soft = page.picture(150).filter(ImageFilter.GaussianBlur(0.5))
    return _jpeg(soft, 150, 45)


def faint(page: Original) -> bytes:
    return _jpeg(page.picture(200).point([150 + level * 60 // 255 for level in range(256)]), 200, 60)


def photo(page: Original) -> bytes:
    sample = Sample(Path(), Path(), "photo", seed=SEED, dpi=180, page=page.page, quality=60, noise=14)
    return photograph(page.pdf, sample)


def sideways(page: Original) -> bytes:
    return _png(page.picture(200).transpose(Image.Transpose.ROTATE_90), 200)


CONDITIONS = (clean_300, skewed, noisy, small_150, faint, photo, sideways)


def _png(image: Image.Image, dpi: int) -> bytes:
    file = io.BytesIO()
    image.save(file, "PNG", dpi=(dpi, dpi))
    return file.getvalue()


def _jpeg(image: Image.Image, dpi: int, quality: int) -> bytes:
    file = io.BytesIO()
    image.save(file, "JPEG", quality=quality, dpi=(dpi, dpi))
    return file.getvalue()


def ours(path: Path, language: str) -> str:
    """All steps up to clean text, the language among three that it might be."""
    return _text(arrange(read_pages(open_document(path), languages=["cs", "pl", "en"])))


def tesseract(path: Path, language: str) -> str:
    """Tesseract as it comes, told the right language."""
    with Image.open(path) as image:
        return str(pytesseract.image_to_string(image, lang=TESSERACT_NAMES[language]))


def ocrmypdf(path: Path, language: str) -> str:
    """OCRmyPDF with its own remedies, told the right language."""
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "text.txt")
        given = ["--output-type", "pdf", "--deskew", "--rotate-pages", "--oversample", "300", "-q", "--jobs", "1"]
        told = ["-l", TESSERACT_NAMES[language], "--sidecar", str(text), str(path), str(Path(folder, "out.pdf"))]
        with Image.open(path) as image:
            dpi = ["--image-dpi", str(round(image.info.get("dpi", (200,))[0]))]
        subprocess.run([_ocrmypdf(), *given, *dpi, *told], check=True, capture_output=True)
        return text.read_text(encoding="utf-8")


def _ocrmypdf() -> str:
    return os.environ.get("OCRMYPDF") or shutil.which("ocrmypdf") or ""


def measured(reader: Reader, page: Original, data: bytes, suffix: str) -> tuple[float, Score]:
    """Seconds and errors of one reading."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, f"page{suffix}")
        path.write_bytes(data)
        start = time.perf_counter()
        found = reader(path, page.language)
        seconds = time.perf_counter() - start
    (score,) = compare_texts(page.truth, found).scores
    assert score.language == ALL
    return seconds, score


def main() -> None:
    """Print the table; each line is the mean over the pages."""
    os.environ["OMP_THREAD_LIMIT"] = "1"
    readers: list[Reader] = [ours, tesseract, *([ocrmypdf] if _ocrmypdf() else [])]
    if not _ocrmypdf():
        print("OCRmyPDF is not installed; set OCRMYPDF to its program to compare with it.")
    pages = list(originals())
    table = Table("pages", "reader", "s/page", "CER %", "WER %", "WER any order %", "marks %", "digits %", "CER ratio")
    for condition in CONDITIONS:
        pictures = [(page, condition(page)) for page in pages]
        base = 0.0
        for reader in readers:
            found = [measured(reader, p, data, ".jpg" if data[:2] == b"\xff\xd8" else ".png") for p, data in pictures]
            shares = [
                [rate.share for rate in (s.characters, s.words, s.words_in_any_order, s.diacritics, s.digits)]
                for _, s in found
            ]
            means = [100 * fmean(column) for column in zip(*shares, strict=True)]
            base = base or max(means[0], 0.01)
            table.add_row(
                condition.__name__,
                reader.__name__,
                f"{fmean(seconds for seconds, _ in found):.1f}",
                *(f"{mean:.2f}" for mean in means),
                f"{means[0] / base:.2f}",
            )
    Console().print(table)


if __name__ == "__main__":
    main()
