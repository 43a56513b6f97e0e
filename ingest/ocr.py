"""Recognise the words in a picture of a page with Tesseract."""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

import pytesseract

from ingest.errors import MissingProgram
from ingest.language import detect_language
from ingest.pictures import PagePicture
from schema.reading import Word

PAGE_SECONDS = 120
"""A page that takes longer than this is left unread."""
FIRST_LOOK_PIXELS = 1300
"""Long side of the small picture from which a page's language is told."""
FEW_WORDS = 8
SURE = 0.8
UNEVEN = 1.4
"""How much lines of one type may differ in height."""
LINE_LEVEL, WORD_LEVEL = 4, 5
SIZE_OF_LINE = 1.05
"""A type's size as a multiple of the height from its highest to its lowest letter."""

TESSERACT_NAMES = {
    "bg": "bul", "ca": "cat", "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "es": "spa",
    "et": "est", "fi": "fin", "fr": "fra", "hr": "hrv", "hu": "hun", "is": "isl", "it": "ita", "ja": "jpn",
    "ko": "kor", "la": "lat", "lt": "lit", "lv": "lav", "nl": "nld", "no": "nor", "pl": "pol", "pt": "por",
    "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv", "sr": "srp", "sv": "swe", "tr": "tur", "uk": "ukr",
    "zh": "chi_sim",
}  # fmt: skip
"""ISO 639-1 code to the name of Tesseract's language data."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """What Tesseract read on a page."""

    words: tuple[Word, ...]
    language: str
    """The language it was read as, ISO 639-1."""
    confidence: float
    failure: str = ""
    """Why the page could not be read, in a sentence; empty when it was."""


def check_installed(languages: Sequence[str]) -> None:
    """Refuse to begin where Tesseract or the data of one of the languages is missing."""
    # One thread in each child: Tesseract's own threads cost more than they bring.
    os.environ["OMP_THREAD_LIMIT"] = "1"
    try:
        installed = set(pytesseract.get_languages.__wrapped__())
    except (pytesseract.TesseractNotFoundError, OSError) as error:
        missing = "Tesseract, which recognises text in pictures, is not installed."
        raise MissingProgram(missing, f"Run `make ingest`, or install {_packages(languages)}.") from error
    absent = [code for code in languages if TESSERACT_NAMES.get(code, code) not in installed]
    if absent:
        missing = f"Tesseract's language data for {', '.join(absent)} is missing."
        raise MissingProgram(missing, f"Run `make ingest`, or install {_packages(absent)}.")


def _packages(languages: Sequence[str]) -> str:
    names = [TESSERACT_NAMES.get(code, code).replace("_", "-") for code in languages]
    return "the Debian packages " + " ".join(["tesseract-ocr", *(f"tesseract-ocr-{name}" for name in names)])


def recognise(picture: PagePicture, languages: Sequence[str], likely: str | None = None) -> Recognised:
    """Read the page as the language it is in; ``likely`` is the one its neighbours are in."""
    if likely is None and len(languages) > 1:
        likely = _first_look(picture, languages)
    read = _read(picture, likely or languages[0])
    if len(languages) == 1 or read.failure:
        return read
    found, sureness = detect_language(_text(read.words), languages)
    if found in ("und", read.language) or sureness < SURE or len(read.words) < FEW_WORDS:
        return read
    again = _read(picture, found)
    return again if again.confidence > read.confidence else read


def _first_look(picture: PagePicture, languages: Sequence[str]) -> str | None:
    """The language of the page, from a quick reading of a small picture of it with all languages at once."""
    small = picture.image.copy()
    small.thumbnail((FIRST_LOOK_PIXELS, FIRST_LOOK_PIXELS))
    joined = "+".join(TESSERACT_NAMES.get(code, code) for code in languages)
    read = _read(PagePicture(small, picture.width, picture.height), joined)
    found, _ = detect_language(_text(read.words), languages)
    return found if found != "und" else None


def _read(picture: PagePicture, language: str) -> Recognised:
    # Uncompressed on its way to Tesseract: packing a page as PNG takes as long as a tenth of reading it.
    image = picture.image.copy()
    image.format = "BMP"
    try:
        table: dict[str, list[Any]] = pytesseract.image_to_data(
            image,
            lang=TESSERACT_NAMES.get(language, language),
            timeout=PAGE_SECONDS,
            output_type=pytesseract.Output.DICT,
        )
    except pytesseract.TesseractNotFoundError as error:
        cure = f"Run `make ingest`, or install {_packages([language])}."
        raise MissingProgram("Tesseract, which recognises text in pictures, is not installed.", cure) from error
    except pytesseract.TesseractError as error:
        return Recognised((), language, 0.0, f"Tesseract gave up on this page: {error.message}")
    except RuntimeError:
        return Recognised((), language, 0.0, f"Tesseract took longer than {PAGE_SECONDS} seconds on this page.")
    words = _words(picture, table)
    return Recognised(words, language, _mean_confidence(words))


def _words(picture: PagePicture, table: dict[str, list[Any]]) -> tuple[Word, ...]:
    words: list[Word] = []
    line, size = 0, 0.0
    sizes = _line_sizes(picture, table)
    for i, level in enumerate(table["level"]):
        if level == LINE_LEVEL:
            line, size = line + 1, sizes[i]
        text = str(table["text"][i]).strip()
        if level != WORD_LEVEL or not text:
            continue
        box = picture.to_points(table["left"][i], table["top"][i], table["width"][i], table["height"][i])
        confidence = min(1.0, max(0.0, float(table["conf"][i]) / 100))
        words.append(Word(text, line, box, size=size, confidence=confidence))
    return tuple(words)


def _line_sizes(picture: PagePicture, table: dict[str, list[Any]]) -> dict[int, float]:
    """The size of type in each line, which is its paragraph's unless the line is clearly set differently.

    A line without high or low letters is lower than its neighbours though its type is the same.
    """
    points = SIZE_OF_LINE * picture.height / picture.image.height
    lines = [i for i, level in enumerate(table["level"]) if level == LINE_LEVEL]
    heights: dict[tuple[int, int], list[float]] = {}
    for i in lines:
        heights.setdefault((table["block_num"][i], table["par_num"][i]), []).append(table["height"][i])
    sizes = {}
    for i in lines:
        usual = median(heights[table["block_num"][i], table["par_num"][i]])
        own = table["height"][i]
        alike = usual / UNEVEN <= own <= usual * UNEVEN
        sizes[i] = round(points * (usual if alike else own), 1)
    return sizes


def _mean_confidence(words: Sequence[Word]) -> float:
    return round(fmean([w.confidence for w in words], weights=[len(w.text) for w in words]), 4) if words else 0.0


def _text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)
