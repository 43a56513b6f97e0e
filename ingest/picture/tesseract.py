"""Tesseract as a reader of letters: what it is told, and how its table becomes words."""

import os
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from langcodes import Language, standardize_tag, tag_is_valid
from PIL import Image

from ingest.errors import MissingProgram
from ingest.picture.images import PagePicture
from ingest.picture.letter_reader import LetterReader, Orientation, UnreadPicture
from ingest.picture.line_sizes import LineSizeSettings, line_sizes
from ingest.picture.lost_spaces import LostSpaceSettings, with_spaces
from ingest.picture.run_tesseract import TesseractFailed, TesseractTooSlow, run_tesseract
from ingest.picture.type_weight import WeightSettings, heavy
from ingest.picture.word_boxes import WordBoxSettings, tightened, without_ghosts
from schema.reading import Word

MIN_DPI, MAX_DPI = 70, 2400
"""What Tesseract accepts."""
WORD_LEVEL = 5
ONE_BLOCK = ("--psm", "6")
SCATTERED = ("--psm", "11")
ONE_LINE = ("--psm", "7")
LINE_DPI = "300"
SAUVOLA = ("-c", "thresholding_method=2")
ORIENTATION = ("--psm", "0", "-l", "osd")
MILLION = 1_000_000

IRREGULAR = {"zh": "chi_sim", "nb": "nor", "nn": "nor", "ku": "kmr", "sh": "hrv"}
"""Languages whose data Tesseract does not call by the code of ISO 639-2."""
SCRIPTS = {
    "Arabic": "Arab", "Armenian": "Armn", "Bengali": "Beng", "Cyrillic": "Cyrl", "Devanagari": "Deva",
    "Ethiopic": "Ethi", "Georgian": "Geor", "Greek": "Grek", "Gujarati": "Gujr", "Gurmukhi": "Guru", "Han": "Hans",
    "Hangul": "Hang", "Hebrew": "Hebr", "Hiragana": "Jpan", "Japanese": "Jpan", "Kannada": "Knda", "Katakana": "Jpan",
    "Khmer": "Khmr", "Korean": "Hang", "Lao": "Laoo", "Latin": "Latn", "Malayalam": "Mlym", "Myanmar": "Mymr",
    "Sinhala": "Sinh", "Tamil": "Taml", "Telugu": "Telu", "Thai": "Thai", "Tibetan": "Tibt",
}  # fmt: skip
"""Names of scripts, as Tesseract says them, by ISO 15924."""
NOT_INSTALLED = "Tesseract, which recognises text in pictures, is not installed."

Table = dict[str, list[Any]]
"""What Tesseract saw, column by column."""


@dataclass(frozen=True, slots=True)
class TesseractSettings:
    """What is believed of what Tesseract says.

    Chosen by eye on the sample pages; benchmarks/pages.py shows what they are worth.
    """

    least_seconds: float = 20.0
    """Of its own work, which the smallest picture may take."""
    pixel_seconds: float = 10.0
    """Of a million pixels: a picture that takes more is left unread. Dense pages take about one."""
    sure_script: float = 1.0
    """How sure Tesseract must be of a script; below it guesses."""
    sure_sign: float = 0.6
    """A sign that is no letter and does not open a line counts from this confidence on."""
    boxes: WordBoxSettings = WordBoxSettings()
    spaces: LostSpaceSettings = LostSpaceSettings()
    sizes: LineSizeSettings = LineSizeSettings()
    weight: WeightSettings = WeightSettings()

    def seconds(self, *images: Image.Image) -> int:
        """How much work pictures may take, by their size."""
        pixels = sum(image.width * image.height for image in images)
        return round(self.least_seconds + self.pixel_seconds * pixels / MILLION)


@cache
def _installed(*_: str) -> frozenset[str]:
    """The names of the data that Tesseract finds, asked once for each place where it and they are looked for."""
    import pytesseract  # here, because it loads pandas where that is installed

    return frozenset(pytesseract.get_languages.__wrapped__())


@dataclass(frozen=True, slots=True)
class Tesseract:
    """The program `tesseract` of this machine."""

    settings: TesseractSettings = TesseractSettings()
    second: LetterReader | None = None

    def languages(self) -> frozenset[str]:
        """The languages whose data is installed."""
        installed = _installed(os.environ.get("PATH", ""), os.environ.get("TESSDATA_PREFIX", ""))
        named = {name for name in installed if tag_is_valid(name)}  # data of a whole script is of no language
        regular = {standardize_tag(name) for name in named}
        return frozenset(named | regular | {code for code, name in IRREGULAR.items() if name in installed})

    def check(self, languages: Sequence[str]) -> None:
        """Refuse to begin where the program or the data of one of the languages is missing."""
        try:
            installed = self.languages()
        except OSError as error:
            raise MissingProgram(NOT_INSTALLED, _cure(languages)) from error
        absent = [code for code in languages if code not in installed]
        if absent:
            raise MissingProgram(f"Tesseract's language data for {', '.join(absent)} is missing.", _cure(absent))

    def read(
        self,
        picture: PagePicture,
        languages: Sequence[str],
        *,
        is_block: bool = False,
        is_scattered: bool = False,
        keeps_signs: bool = False,
        follows_light: bool = False,
        is_glance: bool = False,
    ) -> tuple[Word, ...]:
        """The words of the picture."""
        said = ["-l", "+".join(_data_name(code) for code in languages)]
        said += ["--dpi", str(min(MAX_DPI, max(MIN_DPI, picture.dpi)))]
        said += ONE_BLOCK if is_block else SCATTERED if is_scattered else ()
        said += SAUVOLA if follows_light else ()
        seconds = self.settings.seconds(picture.image)
        with _as_file(picture.image) as file:
            table = _table(self._printed([file, "stdout", *said, "tsv"], seconds, languages))
        table |= dict(zip(("top", "height"), tightened(picture.image, table, self.settings.boxes), strict=True))
        sure_sign = 0.0 if keeps_signs else self.settings.sure_sign
        words = without_ghosts(_words(picture, table, sure_sign, self.settings), self.settings.boxes)
        return words if is_glance else with_spaces(picture, words, languages, self.settings.spaces)

    def read_lines(self, lines: Sequence[Image.Image], languages: Sequence[str]) -> list[tuple[Word, ...]]:
        """The words of pictures that show one line each, in pixels of each; the program is started once for all."""
        if not lines:
            return []
        said = ["-l", "+".join(_data_name(code) for code in languages), "--dpi", LINE_DPI, *ONE_LINE]
        with _as_files(lines) as listed:
            printed = self._printed([listed, "stdout", *said, "tsv"], self.settings.seconds(*lines), languages)
        table = _table(printed)
        by_line: defaultdict[int, list[int]] = defaultdict(list)
        for i, page in enumerate(table["page_num"]):
            by_line[page].append(i)
        tables = [
            {name: [cells[i] for i in by_line[n + 1]] for name, cells in table.items()} for n in range(len(lines))
        ]
        return [
            _words(PagePicture(image, *image.size), own, 0.0, self.settings)
            for image, own in zip(lines, tables, strict=True)
        ]

    def _printed(self, said: Sequence[str], seconds: int, languages: Sequence[str]) -> str:
        """What the program prints; its failures are those of a reader."""
        try:
            return run_tesseract(said, seconds)
        except FileNotFoundError as error:
            raise MissingProgram(NOT_INSTALLED, _cure(languages)) from error
        except TesseractFailed as error:
            raise UnreadPicture(f"Tesseract gave up on this page: {error}") from error
        except TesseractTooSlow as error:
            raise UnreadPicture(f"Tesseract took more than {seconds} seconds of work on this page.") from error

    def orientation(self, picture: PagePicture) -> Orientation:
        """How the picture lies and in which script it is written, as Tesseract sees it."""
        try:
            with _as_file(picture.image) as file:
                dpi = str(min(MAX_DPI, max(MIN_DPI, picture.dpi)))
                said = [file, "stdout", "--dpi", dpi, *ORIENTATION]
                printed = run_tesseract(said, self.settings.seconds(picture.image))
        except (TesseractFailed, TesseractTooSlow, FileNotFoundError):
            return Orientation()
        seen = dict(line.split(": ", 1) for line in printed.splitlines() if ": " in line)
        is_sure = float(seen.get("Script confidence", 0)) >= self.settings.sure_script
        script = SCRIPTS.get(seen.get("Script", ""), "") if is_sure else ""
        return Orientation(int(seen.get("Rotate", 0)) // 90 % 4, script)

    def wanting(self, *, language: str = "", script: str = "") -> str:
        """The sentence about data that is not installed."""
        usual = language or Language.make(script=script).maximize().language or ""
        name = _data_name(usual).replace("_", "-")
        meant = f"the language {language}" if language else f"the script {script}"
        other = "" if language else ", or that of the language if it is another one,"
        return (
            f"Tesseract has no data here for what seems to be {meant}: install the Debian package "
            f"tesseract-ocr-{name}{other} and run ingest again with --again."
        )


@contextmanager
def _as_file(image: Image.Image) -> Iterator[str]:
    """The picture as a file on its way to Tesseract.

    It is not packed, which takes as long as a tenth of reading it; of files that are not, it is slow with PGM.
    """
    with tempfile.NamedTemporaryFile(suffix=".tif") as file:
        image.save(file, "TIFF")
        file.flush()
        yield file.name


@contextmanager
def _as_files(images: Sequence[Image.Image]) -> Iterator[str]:
    """The pictures as files on their way to Tesseract, and the file that lists them."""
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / f"{number}.tif" for number in range(len(images))]
        for file, image in zip(files, images, strict=True):
            image.save(file, "TIFF")
        listed = Path(folder) / "lines.txt"
        listed.write_text("".join(f"{file}\n" for file in files))
        yield str(listed)


def _table(printed: str) -> Table:
    """The columns of what Tesseract prints, numbers as numbers."""
    names, *rows = (line.split("\t") for line in printed.split("\n") if line)
    columns: Table = {name: [] for name in names}
    for row in rows:
        for name, cell in zip(names, (*row, ""), strict=False):  # a row of no word has no last cell
            columns[name].append(cell if name == "text" else float(cell) if name == "conf" else int(cell))
    return columns


def _data_name(code: str) -> str:
    """How Tesseract calls the data of a language."""
    try:
        return IRREGULAR.get(code) or Language.get(code).to_alpha3(variant="T")
    except LookupError:
        return code


def _cure(languages: Sequence[str]) -> str:
    names = [_data_name(code).replace("_", "-") for code in languages]
    packages = " ".join(["tesseract-ocr", *(f"tesseract-ocr-{name}" for name in names)])
    return f"Run `make ingest`, or install the Debian packages {packages}."


def _words(picture: PagePicture, table: Table, sure_sign: float, settings: TesseractSettings) -> tuple[Word, ...]:
    rows = [i for i, level in enumerate(table["level"]) if level == WORD_LEVEL and _is_word(table, i, sure_sign)]
    points = picture.height / picture.image.height
    numbers: dict[tuple[int, ...], int] = {}
    boxes = [(table["left"][i], table["top"][i], table["width"][i], table["height"][i]) for i in rows]
    texts = [str(table["text"][i]).strip() for i in rows]
    lines = [_line_of(table, i) for i in rows]
    sizes = line_sizes(list(zip(texts, boxes, lines, strict=True)), settings.sizes)
    weights = heavy(picture.image, list(zip(texts, boxes, sizes, strict=True)), settings.weight)
    words: list[Word] = []
    for at, i in enumerate(rows):
        line = numbers.setdefault(lines[at], len(numbers))
        size = round(2 * points * sizes[at]) / 2
        box = picture.to_points(*boxes[at])
        words.append(Word(texts[at], line, box, size=size, confidence=_confidence(table, i), is_heavy=weights[at]))
    return tuple(words)


def _confidence(table: Table, i: int) -> float:
    return min(1.0, max(0.0, float(table["conf"][i]) / 100))


def _is_word(table: Table, i: int, sure_sign: float) -> bool:
    """Leaves out signs that Tesseract sees in frames and gutters without being sure, unless they open a line."""
    text = str(table["text"][i]).strip()
    if text == "|":  # nearly always a ruled line
        return False
    if not text or any(map(str.isalnum, text)) or table["word_num"][i] == 1:
        return bool(text)
    return _confidence(table, i) >= sure_sign


def _line_of(table: Table, i: int) -> tuple[int, ...]:
    return table["block_num"][i], table["par_num"][i], table["line_num"][i]
