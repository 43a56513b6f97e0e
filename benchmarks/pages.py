"""Words missed and CPU seconds a page picture: our reader against plain Tesseract, its Sauvola threshold and OCRmyPDF.

Without a folder pages of our typeset samples are scanned, photographed and spoilt in many ways; with one the pictures
in it are read, each with its truth beside it (`letter.en.png`, `letter.en.txt`). OCRmyPDF takes part where the variable
OCRMYPDF names its program or it lies on the path.
"""

import argparse
import io
import os
import random
import resource
import shutil
import subprocess
import tempfile
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import pytesseract
import typst
from langcodes import Language
from PIL import Image, ImageFilter

from ingest.files.open import open_document
from ingest.languages.language import detect_language
from ingest.pages.read import read_pages
from samples.degrade import PAPER, grained, page_images, specked
from samples.manifest import Sample
from samples.photo import photograph

ROOT = Path(__file__).resolve().parents[1]
PAGES = (
    ("games/resist/samples/resist-cs.pdf", 2, "cs"),
    ("games/black-orchestra/samples/black-orchestra-pl.pdf", 4, "pl"),
    ("games/operation-barclay/samples/operation-barclay-en.pdf", 1, "en"),
)
LANGUAGES = ("cs", "en", "it", "pl")
"""Those that our reader chooses from; the others are told the right one."""
SEED = 7
PICTURES = (".png", ".jpg", ".jpeg", ".tif", ".tiff")
TYPEWRITER = '#set page(margin: 2cm)\n#set text(font: "DejaVu Sans Mono", size: 9.5pt)\n#set par(leading: 0.8em)\n'


@dataclass(frozen=True)
class PageTruth:
    """A page of a sample with a text layer, which is the truth."""

    pdf: bytes
    page: int
    language: str
    text: str

    def picture(self, dpi: int) -> Image.Image:
        """The page as a clean grey picture."""
        return list(page_images(self.pdf, dpi))[self.page - 1]


@dataclass(frozen=True)
class Picture:
    """A picture to read and what stands on it."""

    data: bytes
    suffix: str
    language: str
    text: str


def sample_pages() -> Iterator[PageTruth]:
    """The pages of our samples with their truth."""
    for name, number, language in PAGES:
        page = read_pages(open_document(ROOT / name), languages=[language])[number - 1]
        yield PageTruth((ROOT / name).read_bytes(), number, language, " ".join(word.text for word in page.words))


def scanned(page: PageTruth, dpi: int = 200, blur: float = 0.0, angle: float = 0.0) -> Image.Image:
    """The page put on the glass."""
    image = page.picture(dpi)
    if angle:
        image = image.rotate(angle, Image.Resampling.BICUBIC, fillcolor=255)
    return image.filter(ImageFilter.GaussianBlur(blur)) if blur else image


def lit(page: PageTruth, light: Callable[[np.ndarray, np.ndarray], np.ndarray]) -> Image.Image:
    """The page under a light that depends on the place, both sides counted from 0 to 1."""
    image = page.picture(200)
    y, x = np.mgrid[0 : 1 : image.height * 1j, 0 : 1 : image.width * 1j]
    return Image.fromarray(np.clip(np.asarray(image) * light(x, y), 0, 255).astype(np.uint8))


def shadow(x: np.ndarray, y: np.ndarray, softness: float) -> np.ndarray:
    """A shadow that falls aslant over half of the page, its edge so wide."""
    return 0.92 - 0.55 / (1 + np.exp(-np.clip((x + 0.4 * y - 0.75) / softness, -60, 60)))


def bulb(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """A lamp over one corner."""
    return 1.0 / (1.0 + 1.6 * ((x - 0.1) ** 2 + (y - 0.15) ** 2))


def typescript(page: PageTruth) -> Image.Image:
    """The text of the page typed: one width for all letters, some struck harder than others, a worn ribbon."""
    text = page.text.replace("\\", "\\\\").replace('"', '\\"')
    pdf = bytes(typst.compile((TYPEWRITER + f'#"{text}"').encode()))
    image = next(iter(page_images(pdf, 200))).filter(ImageFilter.GaussianBlur(0.8))
    chance = np.random.default_rng(SEED)
    strikes = Image.fromarray(chance.uniform(0.45, 1.0, (image.height // 24, image.width // 14)).astype(np.float32))
    ribbon = Image.fromarray(chance.uniform(0.6, 1.0, (image.height // 2, image.width // 2)).astype(np.float32))
    force = np.asarray(strikes.resize(image.size)) * np.asarray(ribbon.resize(image.size))
    ink = (255.0 - np.asarray(image, dtype=np.float32)) * force
    return Image.fromarray((PAPER - np.clip(ink, 0, PAPER)).astype(np.uint8))


def noisy(page: PageTruth) -> Image.Image:
    """A grey, grainy, dusty scan."""
    chance = random.Random(SEED)
    toned = page.picture(200).point([40 + level * (PAPER - 40) // 255 for level in range(256)])
    return specked(grained(toned, chance, 110), chance, 900)


def photo(page: PageTruth) -> bytes:
    """A photo of the page on a table."""
    sample = Sample(Path(), Path(), "photo", seed=SEED, dpi=180, page=page.page, quality=60, noise=14)
    return photograph(page.pdf, sample)


def faint(page: PageTruth) -> Image.Image:
    """Grey ink on grey paper."""
    return page.picture(200).point([150 + level * 60 // 255 for level in range(256)])


def turned(page: PageTruth, how: Image.Transpose) -> Image.Image:
    """The page laid on the glass sideways or upside down."""
    return page.picture(200).transpose(how)


ROWS: dict[str, Callable[[PageTruth], Image.Image | bytes]] = {
    "300 dpi": partial(scanned, dpi=300),
    "200 dpi": scanned,
    "150 dpi": partial(scanned, dpi=150),
    "skew 2.3°": partial(scanned, angle=2.3),
    "JPEG 30": lambda page: _file(page.picture(200), "JPEG", 200, quality=30),
    "blur 1.0": partial(scanned, blur=1.0),
    "blur 1.3": partial(scanned, blur=1.3),
    "blur 1.6": partial(scanned, blur=1.6),
    "blur 2.0": partial(scanned, blur=2.0),
    "hard shadow": partial(lit, light=partial(shadow, softness=0.004)),
    "soft shadow": partial(lit, light=partial(shadow, softness=0.08)),
    "uneven light": partial(lit, light=bulb),
    "grain": noisy,
    "faint": faint,
    "phone photo": photo,
    "typescript": typescript,
    "sideways": partial(turned, how=Image.Transpose.ROTATE_90),
    "upside down": partial(turned, how=Image.Transpose.ROTATE_180),
}


def _file(image: Image.Image, kind: str, dpi: int, **how: int) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, dpi=(dpi, dpi), **how)
    return file.getvalue()


def spoilt(page: PageTruth, row: str) -> Picture:
    """The page as a picture of one row of the table."""
    made = ROWS[row](page)
    dpi = int(row.split()[0]) if row.endswith("dpi") else 200
    data = made if isinstance(made, bytes) else _file(made, "PNG", dpi)
    return Picture(data, ".jpg" if data[:2] == b"\xff\xd8" else ".png", page.language, page.text)


def pictures_of(folder: Path) -> Iterator[tuple[str, list[Picture]]]:
    """Each picture of a folder that has its truth beside it, by its name."""
    for file in sorted(folder.rglob("*")):
        truth = file.with_suffix(".txt")
        if file.suffix.lower() in PICTURES and truth.exists():
            language = Path(file.stem).suffix.lstrip(".") or "en"
            text = truth.read_text(encoding="utf-8")
            yield file.stem[:20], [Picture(file.read_bytes(), file.suffix.lower(), language, text)]


def ours(path: Path, language: str) -> str:
    """Our reader, which has to tell the language where it is one of some, and knows nothing of the page."""
    languages = LANGUAGES if language in LANGUAGES else (language,)
    return " ".join(word.text for page in read_pages(open_document(path), languages=languages) for word in page.words)


def tesseract(path: Path, language: str, config: str = "") -> str:
    """Tesseract as it comes, told the right language."""
    return str(pytesseract.image_to_string(str(path), lang=_name(language), config=config))


def ocrmypdf(path: Path, language: str) -> str:
    """OCRmyPDF with its own remedies, told the right language."""
    with tempfile.TemporaryDirectory() as folder:
        text = Path(folder, "text.txt")
        given = ["--output-type", "pdf", "--deskew", "--rotate-pages", "-q", "--jobs", "1", "--image-dpi", "200"]
        given += ["--clean"] if shutil.which("unpaper") else []
        told = ["-l", _name(language), "--sidecar", str(text), str(path), str(Path(folder, "out.pdf"))]
        subprocess.run([_ocrmypdf(), *given, *told], check=True, capture_output=True)
        return text.read_text(encoding="utf-8")


READERS: dict[str, Callable[[Path, str], str]] = {
    "ours": ours,
    "tesseract": tesseract,
    "sauvola": partial(tesseract, config="-c thresholding_method=2"),
    "ocrmypdf": ocrmypdf,
}


def _name(language: str) -> str:
    return Language.get(language).to_alpha3(variant="T")


def _ocrmypdf() -> str:
    return os.environ.get("OCRMYPDF") or shutil.which("ocrmypdf") or ""


def words_of(text: str) -> Counter[str]:
    """The words of a text without the signs around them."""
    composed = unicodedata.normalize("NFC", text).translate({ord("’"): "'", 0xAD: None})
    bare = (word.strip("".join(c for c in word if not c.isalnum())) for word in composed.split())
    return Counter(word for word in bare if word)


def kinds_of(words: Counter[str]) -> dict[str, Counter[str]]:
    """All words, those with digits and those with letters beyond ASCII."""
    return {
        "words": words,
        "digits": Counter({word: n for word, n in words.items() if any(map(str.isdigit, word))}),
        "marks": Counter({word: n for word, n in words.items() if not word.isascii()}),
    }


@dataclass
class Score:
    """What a reader missed on some pictures, and the CPU seconds it took, children included."""

    seconds: float
    missed: Counter[str]
    total: Counter[str]

    def share(self, kind: str) -> float:
        """Percent missed of one kind."""
        return 100 * self.missed[kind] / max(1, self.total[kind])


def cpu_seconds() -> float:
    """CPU seconds of this process and all children that ended."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(u.ru_utime + u.ru_stime for u in used)


def scored(reader: Callable[[Path, str], str], pictures: Sequence[Picture]) -> Score:
    """One reader on all pictures of a row."""
    score = Score(0.0, Counter(), Counter())
    for picture in pictures:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "page" + picture.suffix)
            path.write_bytes(picture.data)
            start = cpu_seconds()
            try:
                found = words_of(reader(path, picture.language))
            except (subprocess.CalledProcessError, pytesseract.TesseractError):
                found = Counter()
            score.seconds += (cpu_seconds() - start) / len(pictures)
        for kind, truth in kinds_of(words_of(picture.text)).items():
            score.total[kind] += truth.total()
            score.missed[kind] += (truth - found).total()
    return score


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, help="pictures with their truth beside them")
    parser.add_argument("--rows", default="", help="only rows whose name contains one of these, parted by commas")
    parser.add_argument("--readers", default=",".join(READERS), help="which readers, parted by commas")
    parser.add_argument("--pages", type=int, default=len(PAGES), help="how many of the sample pages")
    said = parser.parse_args()
    os.environ["OMP_THREAD_LIMIT"] = "1"
    readers = {name: READERS[name] for name in said.readers.split(",") if name != "ocrmypdf" or _ocrmypdf()}
    if "ocrmypdf" not in readers:
        print("OCRmyPDF does not take part.")
    detect_language("the model is loaded once and for all", LANGUAGES)
    wanted = [row for row in ROWS if any(part in row for part in said.rows.split(","))]
    pages = [] if said.folder else list(sample_pages())[: said.pages]
    table = (
        pictures_of(said.folder) if said.folder else ((row, [spoilt(page, row) for page in pages]) for row in wanted)
    )
    print(f"{'pages':21}{'reader':11}{'CPU s':>7}{'ratio':>7}{'words %':>9}{'digits %':>9}{'marks %':>9}")
    for row, pictures in table:
        scores = {name: scored(reader, pictures) for name, reader in readers.items()}
        base = scores["tesseract"].seconds if "tesseract" in scores else 0.0
        for name, score in scores.items():
            ratio = f"{score.seconds / base:7.2f}" if base else " " * 7
            shares = "".join(f"{score.share(kind):9.2f}" for kind in ("words", "digits", "marks"))
            print(f"{row:21}{name:11}{score.seconds:7.2f}{ratio}{shares}", flush=True)


if __name__ == "__main__":
    main()
