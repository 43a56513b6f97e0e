"""Recognise the words in a picture of a page with Tesseract."""

import os
from collections.abc import Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median
from typing import Any

import pytesseract

from ingest.errors import MissingProgram
from ingest.language import detect_language
from ingest.legibility import legible_letters
from ingest.picture.images import POINTS_PER_INCH, PagePicture
from ingest.picture.line_art import without_line_art
from ingest.picture.ruled_lines import with_dark_type, without_ruled_lines
from ingest.picture.second_look import look_again
from ingest.picture.spread_rows import read_spread_rows
from ingest.picture.straighten import straightened
from ingest.picture.type_weight import heavy
from ingest.picture.word_boxes import tightened, without_ghosts
from schema.reading import Word

PAGE_SECONDS = 120
"""A page that takes longer than this is left unread."""
FIRST_LOOK_PIXELS = 1300
"""Long side of the small picture from which a page's language is told."""
FEW_WORDS = 8
MIN_DPI, MAX_DPI = 70, 2400
"""What Tesseract accepts."""
SURE = 0.8
UPRIGHT = 0.6
"""A page read with less confidence may lie on its side."""
UNEVEN = 1.12
"""How much the measured sizes of lines set alike may differ."""
SURE_SIGN = 0.6
LONG_WORD = 4
WORD_LEVEL = 5
ONE_BLOCK = "--psm 6"
HIGH_LETTERS = frozenset("bdfhklt()[]{}/|!?")
LOW_LETTERS = frozenset("gjpqy,;()[]{}/|")

TESSERACT_NAMES = {
    "bg": "bul", "ca": "cat", "cs": "ces", "da": "dan", "de": "deu", "el": "ell", "en": "eng", "es": "spa",
    "et": "est", "fi": "fin", "fr": "fra", "hr": "hrv", "hu": "hun", "is": "isl", "it": "ita", "ja": "jpn",
    "ko": "kor", "la": "lat", "lt": "lit", "lv": "lav", "nl": "nld", "no": "nor", "pl": "pol", "pt": "por",
    "ro": "ron", "ru": "rus", "sk": "slk", "sl": "slv", "sr": "srp", "sv": "swe", "tr": "tur", "uk": "ukr",
    "zh": "chi_sim",
}  # fmt: skip
"""ISO 639-1 code to the name of Tesseract's language data."""


@dataclass(frozen=True, slots=True)
class LettersRead:
    """What Tesseract read on a page."""

    words: tuple[Word, ...]
    language: str
    """The language it was read as, ISO 639-1."""
    confidence: float
    width: float = 0.0
    height: float = 0.0
    """The page as it was read, laid straight and upright, in points."""
    quarters: int = 0
    """By how many quarters it was turned clockwise to stand upright."""
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


def read_letters(picture: PagePicture, languages: Sequence[str], likely: str | None = None) -> LettersRead:
    """Read the page laid straight and upright in the language it is in; ``likely`` is that of its neighbours."""
    page = straightened(picture)
    read = _in_its_language(page, languages, likely)
    is_sideways = _is_sideways(read.words)
    if read.failure or (read.confidence >= UPRIGHT and not is_sideways):
        return read
    quarters = _quarters_to_turn(page)
    if not quarters:
        return read
    again = _in_its_language(straightened(picture.turned(quarters)), languages, likely)
    is_better = is_sideways or legible_letters(again.words) > legible_letters(read.words)
    return replace(again, quarters=quarters) if is_better else read


def _is_sideways(words: Sequence[Word]) -> bool:
    """Whether most words stand higher than wide: Tesseract reads lines that run up the page, but does not turn them."""
    long = [word.box for word in words if len(word.text) >= LONG_WORD and word.box]
    return sum(box.y1 - box.y0 > box.x1 - box.x0 for box in long) > len(long) / 2


def read_block(picture: PagePicture, languages: Sequence[str]) -> LettersRead:
    """Read a small picture, a card for instance, as one block of lines; it may lie upside down."""
    read = _in_its_language(picture, languages, None, ONE_BLOCK)
    if read.confidence >= UPRIGHT or read.failure:
        return read
    again = _in_its_language(picture.turned(2), languages, None, ONE_BLOCK)
    return replace(again, quarters=2) if again.confidence > read.confidence else read


def _quarters_to_turn(page: PagePicture) -> int:
    """By how many quarters the page must be turned clockwise, as Tesseract sees it; 0 where it cannot tell."""
    try:
        seen = pytesseract.image_to_osd(page.image, config="--psm 0", output_type=pytesseract.Output.DICT)
    except (pytesseract.TesseractError, RuntimeError):
        return 0
    return int(seen["rotate"]) // 90 % 4


def _in_its_language(page: PagePicture, languages: Sequence[str], likely: str | None, layout: str = "") -> LettersRead:
    if likely is None and len(languages) > 1:
        likely = _first_look(page, languages)
    read = _read(page, likely or languages[0], layout)
    if len(languages) == 1 or read.failure:
        return read
    found, sureness = detect_language(_text(read.words), languages)
    if found in ("und", read.language) or sureness < SURE or len(read.words) < FEW_WORDS:
        return read
    again = _read(page, found, layout)
    return again if again.confidence > read.confidence else read


def _first_look(picture: PagePicture, languages: Sequence[str]) -> str | None:
    """The language of the page, from a quick reading of a small picture of it with all languages at once."""
    small = picture.image.copy()
    small.thumbnail((FIRST_LOOK_PIXELS, FIRST_LOOK_PIXELS))
    joined = "+".join(TESSERACT_NAMES.get(code, code) for code in languages)
    read = _read(PagePicture(small, picture.width, picture.height), joined)
    found, _ = detect_language(_text(read.words), languages)
    return found if found != "und" else None


def _read(picture: PagePicture, language: str, layout: str = "") -> LettersRead:
    dpi = _dpi(picture)
    bare = without_ruled_lines(without_line_art(with_dark_type(picture.image, dpi), dpi), dpi)
    page = PagePicture(bare, picture.width, picture.height)
    try:
        words = _tesseract(page, language, layout)
        if not layout and "+" not in language:
            words = read_spread_rows(page, words, lambda sheet: _tesseract(sheet, language, ONE_BLOCK, sure_sign=0.0))
            words = look_again(page, words, lambda sheet: _tesseract(sheet, language, ONE_BLOCK))
    except pytesseract.TesseractNotFoundError as error:
        cure = f"Run `make ingest`, or install {_packages([language])}."
        raise MissingProgram("Tesseract, which recognises text in pictures, is not installed.", cure) from error
    except pytesseract.TesseractError as error:
        return _unread(picture, language, f"Tesseract gave up on this page: {error.message}")
    except RuntimeError:
        return _unread(picture, language, f"Tesseract took longer than {PAGE_SECONDS} seconds on this page.")
    return LettersRead(words, language, _mean_confidence(words), picture.width, picture.height)


def _tesseract(picture: PagePicture, language: str, layout: str, sure_sign: float = SURE_SIGN) -> tuple[Word, ...]:
    # Uncompressed on its way to Tesseract: packing a page as PNG takes as long as a tenth of reading it.
    image = picture.image.copy()
    image.format = "BMP"
    table: dict[str, list[Any]] = pytesseract.image_to_data(
        image,
        lang=TESSERACT_NAMES.get(language, language),
        config=f"--dpi {min(MAX_DPI, max(MIN_DPI, _dpi(picture)))} {layout}",
        timeout=PAGE_SECONDS,
        output_type=pytesseract.Output.DICT,
    )
    table |= dict(zip(("top", "height"), tightened(picture.image, table), strict=True))
    return without_ghosts(_words(picture, table, sure_sign))


def _dpi(picture: PagePicture) -> int:
    return round(POINTS_PER_INCH * picture.image.height / picture.height)


def _unread(picture: PagePicture, language: str, failure: str) -> LettersRead:
    return LettersRead((), language, 0.0, picture.width, picture.height, failure=failure)


def _words(picture: PagePicture, table: dict[str, list[Any]], sure_sign: float) -> tuple[Word, ...]:
    rows = [i for i, level in enumerate(table["level"]) if level == WORD_LEVEL and _is_word(table, i, sure_sign)]
    sizes = _sizes(table, rows)
    points = picture.height / picture.image.height
    numbers: dict[tuple[int, ...], int] = {}
    boxes = [(table["left"][i], table["top"][i], table["width"][i], table["height"][i]) for i in rows]
    texts = [str(table["text"][i]).strip() for i in rows]
    weights = heavy(
        picture.image, [(t, p, sizes[_line_of(table, i)]) for i, t, p in zip(rows, texts, boxes, strict=True)]
    )
    words: list[Word] = []
    for i, text, box, is_heavy in zip(rows, texts, boxes, weights, strict=True):
        line = numbers.setdefault(_line_of(table, i), len(numbers))
        size = round(2 * points * sizes[_line_of(table, i)]) / 2
        sure = _confidence(table, i)
        words.append(Word(text, line, picture.to_points(*box), size=size, confidence=sure, is_heavy=is_heavy))
    return tuple(words)


def _confidence(table: dict[str, list[Any]], i: int) -> float:
    return min(1.0, max(0.0, float(table["conf"][i]) / 100))


def _is_word(table: dict[str, list[Any]], i: int, sure_sign: float) -> bool:
    """Leaves out signs that Tesseract sees in frames and gutters without being sure, unless they open a line."""
    text = str(table["text"][i]).strip()
    if text == "|":  # nearly always a ruled line
        return False
    if not text or any(map(str.isalnum, text)) or table["word_num"][i] == 1:
        return bool(text)
    return _confidence(table, i) >= sure_sign


def _line_of(table: dict[str, list[Any]], i: int) -> tuple[int, ...]:
    return table["block_num"][i], table["par_num"][i], table["line_num"][i]


def _sizes(table: dict[str, list[Any]], rows: Sequence[int]) -> dict[tuple[int, ...], float]:
    """The size of type in each line in pixels, evened out over lines of a paragraph that are set alike."""
    lines: dict[tuple[int, ...], list[float]] = {}
    for i in rows:
        lines.setdefault(_line_of(table, i), []).append(table["height"][i] / _height_in_ems(table["text"][i]))
    # Boxes grow into neighbouring lines rather than shrink, so the smaller sizes are the truer ones.
    own = {line: sorted(sizes)[(len(sizes) - 1) // 3] for line, sizes in lines.items()}
    paragraphs: dict[tuple[int, ...], list[float]] = {}
    for line, size in own.items():
        paragraphs.setdefault(line[:2], []).append(size)
    usual = {line: median(paragraphs[line[:2]]) for line in own}
    return {
        line: usual[line] if usual[line] / UNEVEN <= size <= usual[line] * UNEVEN else size
        for line, size in own.items()
    }


def _height_in_ems(text: str) -> float:
    """How high a word stands: low letters alone, with high ones or marks, with capitals and marks, with tails."""
    if any(c.isupper() and not c.isascii() for c in text):
        height = 0.88
    elif any(c in HIGH_LETTERS or c.isupper() or c.isdigit() or not c.isascii() for c in text):
        height = 0.68
    else:
        height = 0.46
    return height + (0.22 if any(c in LOW_LETTERS for c in text) else 0.0)


def _mean_confidence(words: Sequence[Word]) -> float:
    return round(fmean([w.confidence for w in words], weights=[len(w.text) for w in words]), 4) if words else 0.0


def _text(words: Sequence[Word]) -> str:
    return " ".join(word.text for word in words)
