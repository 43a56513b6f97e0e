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
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

import pytesseract
from PIL import Image, ImageFilter
from rapidfuzz import fuzz

from ingest.clean import clean
from ingest.evaluate import compare_texts, is_icon, normal
from ingest.layout.lay_out import lay_out
from ingest.open import open_document
from ingest.picture.tesseract import NAMES
from ingest.read import read_pages
from samples.degrade import PAPER, grained, page_images, specked
from samples.manifest import Sample
from samples.photo import photograph
from schema.reading import WordPage

ROOT = Path(__file__).resolve().parents[1]
PAGES = (
    ("games/resist/samples/resist-cs.pdf", 2, "cs"),
    ("games/black-orchestra/samples/black-orchestra-pl.pdf", 4, "pl"),
    ("games/operation-barclay/samples/operation-barclay-en.pdf", 1, "en"),
)
LANGUAGES = ("cs", "pl", "en")
SEED = 7
PROSE = ("heading", "paragraph", "item", "example", "note")
"""Kinds whose words have one order; labels of diagrams and cells of tables may be read in any."""
LEAST_LETTERS = 25
"""Shorter passages cannot be found again in what was read."""

KINDS = ("CER", "WER", "marks", "digits")

Reader = Callable[[Path, str], str]


@dataclass(frozen=True)
class Original:
    """A page of a sample with a text layer, which is the truth."""

    pdf: bytes
    page: int
    language: str
    truth: tuple[str, ...]
    """Its passages."""

    def picture(self, dpi: int) -> Image.Image:
        """The page as a clean grey picture."""
        return list(page_images(self.pdf, dpi))[self.page - 1]


def originals() -> Iterator[Original]:
    """The pages of the benchmark with their truth."""
    for name, page, language in PAGES:
        path = ROOT / name
        pages = read_pages(open_document(path), languages=[language])
        yield Original(path.read_bytes(), page, language, tuple(_texts([pages[page - 1]], PROSE)))


def _texts(pages: Sequence[WordPage], kinds: Collection[str] = ()) -> Iterator[str]:
    """The passages of the pages without their icons, which no recogniser knows."""
    for read in clean(lay_out(pages)):
        if not kinds or read.passage.kind in kinds:
            yield "".join(" " if is_icon(c) else c for c in read.passage.text)


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
    assert language in LANGUAGES
    return " ".join(_texts(read_pages(open_document(path), languages=LANGUAGES)))


def tesseract(path: Path, language: str) -> str:
    """Tesseract as it comes, told the right language."""
    with Image.open(path) as image:
        return str(pytesseract.image_to_string(image, lang=NAMES[language]))


def ocrmypdf(path: Path, language: str) -> str:
    """OCRmyPDF with its own remedies, told the right language."""
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "text.txt")
        given = ["--output-type", "pdf", "--deskew", "--rotate-pages", "--oversample", "300", "-q", "--jobs", "1"]
        told = ["-l", NAMES[language], "--sidecar", str(text), str(path), str(Path(folder, "out.pdf"))]
        with Image.open(path) as image:
            dpi = ["--image-dpi", str(round(image.info.get("dpi", (200,))[0]))]
        subprocess.run([_ocrmypdf(), *given, *dpi, *told], check=True, capture_output=True)
        return text.read_text(encoding="utf-8")


def _ocrmypdf() -> str:
    return os.environ.get("OCRMYPDF") or shutil.which("ocrmypdf") or ""


@dataclass
class Errors:
    """Errors and signs of a page, of each kind."""

    seconds: float
    signs: Counter[str]
    wrong: Counter[str]


def measured(reader: Reader, page: Original, data: bytes) -> Errors:
    """Seconds and errors of one reading.

    Each passage is compared with the stretch that fits it best, so that the order of blocks does not count.
    """
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "page.jpg" if data[:2] == b"\xff\xd8" else "page.png")
        path.write_bytes(data)
        start = time.perf_counter()
        found = normal(reader(path, page.language))
        seconds = time.perf_counter() - start
    errors = Errors(seconds, Counter(), Counter())
    for passage in page.truth:
        if len(passage) < LEAST_LETTERS:
            continue
        best = fuzz.partial_ratio_alignment(passage, found)
        stretch = found[best.dest_start : best.dest_end] if best else ""
        (score,) = compare_texts(passage, stretch).scores
        for kind, rate in zip(KINDS, (score.characters, score.words, score.diacritics, score.digits), strict=True):
            errors.signs[kind] += rate.total
            errors.wrong[kind] += rate.errors
    return errors


def main() -> None:
    """Print the table; errors are those of all pages together."""
    os.environ["OMP_THREAD_LIMIT"] = "1"
    readers: list[Reader] = [ours, tesseract, *([ocrmypdf] if _ocrmypdf() else [])]
    if not _ocrmypdf():
        print("OCRmyPDF is not installed; set OCRMYPDF to its program to compare with it.")
    pages = list(originals())
    print(
        f"{'pages':11}{'reader':11}{'s/page':>7}"
        + "".join(f"{kind + ' %':>9}" for kind in KINDS)
        + f"{'CER ratio':>11}"
    )
    for condition in CONDITIONS:
        pictures = [(page, condition(page)) for page in pages]
        base = 0.0
        for reader in readers:
            found = [measured(reader, page, data) for page, data in pictures]
            signs, wrong = (sum((getattr(f, name) for f in found), Counter()) for name in ("signs", "wrong"))
            shares = [100 * wrong[kind] / max(1, signs[kind]) for kind in KINDS]
            base = base or max(shares[0], 0.01)
            print(f"{condition.__name__:11}{reader.__name__:11}{fmean(f.seconds for f in found):7.1f}", end="")
            print("".join(f"{share:9.2f}" for share in shares) + f"{shares[0] / base:11.2f}", flush=True)


if __name__ == "__main__":
    main()
