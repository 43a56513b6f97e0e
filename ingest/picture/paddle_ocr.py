"""PP-OCR as a reader of letters: lines are found wherever they stand, on art, at an angle, light on dark, and read.

It has no data of languages: one network knows the letters of all that are written in Latin, Greek, Chinese or Japanese.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

import numpy as np
from PIL import Image

from ingest.errors import MissingProgram
from ingest.languages.language import all_languages
from ingest.picture.images import PagePicture
from ingest.picture.letter_height import height_in_ems
from ingest.picture.letter_reader import LetterReader, Orientation, sureness
from ingest.picture.needed import PACKAGES
from ingest.picture.second_choices import Letter, SeenWord, other_spellings
from ingest.picture.text_lines import (
    LINE_HEIGHT,
    Pixels,
    TextLine,
    TextLineSettings,
    cut_line,
    find_lines,
    large_enough,
    numbered,
    resized,
)
from ingest.picture.text_models import covers, letters_along, model_files
from ingest.picture.type_sizes import in_own_sizes
from schema.reading import Box, Word


@dataclass(frozen=True, slots=True)
class PaddleSettings:
    """How lines are read and what their boxes tell.

    Measured on 23 cards of eight games and on lines drawn in known sizes.
    """

    narrowest: int = 160
    """In pixels: shorter lines are given so much room, or letters are lost at their end."""
    room: float = 0.58
    """In sizes of type: how much higher than its letters a line is cut out."""
    told_by: int = 8
    """So many lines, the longest, tell which way up a picture is."""
    clear: float = 0.8
    """Lines read with this confidence stand upright."""
    smaller: float = 1.25
    """Capitals at the end of a line so many times as low as what stands before them are set in smaller type; 0: such
    type is not looked for."""
    lines: TextLineSettings = TextLineSettings()


@dataclass(frozen=True, slots=True)
class PaddleOcr:
    """The networks of PP-OCR in the package `rapidocr`."""

    settings: PaddleSettings = PaddleSettings()
    second: LetterReader | None = None

    @staticmethod
    def is_installed() -> bool:
        """Whether the networks and what runs them are here."""
        return model_files() is not None

    def languages(self) -> frozenset[str]:
        """The languages whose letters it knows."""
        return frozenset(code for code in all_languages() if covers(code))

    def check(self, languages: Sequence[str]) -> None:
        """Refuse to begin where it is not installed or does not know the letters of a language."""
        if not self.is_installed():
            cure = f"Install the Python packages {' and '.join(PACKAGES)}, or run `make setup`."
            raise MissingProgram("PP-OCR, which reads letters on pictures, is not installed.", cure)
        for language in languages:
            if not covers(language):
                raise MissingProgram(self.wanting(language=language), "Tesseract may have data for it.")

    def read(
        self, picture: PagePicture, languages: Sequence[str], *, keeps_signs: bool = False, **_: bool
    ) -> tuple[Word, ...]:
        """The words of the picture, line by line.

        Its colours are looked at where it has them. Lines are found wherever they stand, so it need not be told whether
        they are scattered or one block.
        """
        seen = in_colours(picture, self.settings.lines.pixels)
        found = self.find(seen)
        read = zip(found, self.read_found(seen, found, languages), strict=True)
        told = [(line, words) for line, words in read if keeps_signs or _is_written(words)]
        numbers = numbered([line for line, _ in told], self.settings.lines)
        sx, sy = picture.width / seen.width, picture.height / seen.height
        return tuple(
            word
            for number, (line, words) in zip(numbers, told, strict=True)
            for word in placed(words, line, number, sx, sy)
        )

    def find(self, image: Image.Image, seen: Sequence[TextLine] | None = None) -> list[TextLine]:
        """The lines of a picture in colours, in reading order; ``seen``: those of a first look at it."""
        return find_lines(image, self.settings.lines, seen)

    def read_found(
        self, image: Image.Image, lines: Sequence[TextLine], languages: Sequence[str]
    ) -> list[tuple[Word, ...]]:
        """The words of lines that were found in a picture in colours; boxes in shares of each line."""
        pixels = np.asarray(image, dtype=np.uint8)
        return [self._read(cut_line(pixels, line), line.height, languages) for line in lines]

    def read_lines(self, lines: Sequence[Image.Image], languages: Sequence[str]) -> list[tuple[Word, ...]]:
        """The words of pictures that show one line each, in pixels of each."""
        return [self._read_alone(line.convert("RGB"), languages) for line in lines]

    def _read_alone(self, image: Image.Image, languages: Sequence[str]) -> tuple[Word, ...]:
        width, height = image.size
        line = TextLine(np.array([(0, 0), (width, 0), (width, height), (0, height)], dtype=np.float32))
        pixels = resized(np.asarray(image, dtype=np.uint8), max(1, round(width * LINE_HEIGHT / height)), LINE_HEIGHT)
        return tuple(placed(self._read(pixels, height, languages), line, 0, 1.0, 1.0))

    def _read(self, pixels: Pixels, height: float, languages: Sequence[str]) -> tuple[Word, ...]:
        """The words of a line that is as high as the network reads lines, and was ``height`` pixels high."""
        width = pixels.shape[1]
        line = np.zeros((LINE_HEIGHT, max(width, self.settings.narrowest), 3), dtype=np.float32)
        line[:, :width] = pixels / 127.5 - 1.0
        letters, steps = letters_along(line, languages)
        step = line.shape[1] / width / steps
        found = list(_words(letters))
        size = height / (height_in_ems("".join(letter.sign for run in found for letter in run)) + self.settings.room)
        over = self.settings.room * size / height / 2
        words = tuple(
            SeenWord(
                "".join(letter.sign for letter in run),
                0,
                Box(max(0.0, run[0].step - 0.5) * step, over, min(1.0, (run[-1].step + 1.5) * step), 1 - over),
                size=size,
                confidence=round(float(np.mean([letter.sure for letter in run])), 4),
                others=other_spellings(run),
            )
            for run in found
        )
        return in_own_sizes(words, pixels, self.settings.smaller) if self.settings.smaller else words

    def orientation(self, picture: PagePicture) -> Orientation:
        """How the picture lies: its longest lines are read as they stand and on their heads."""
        seen = in_colours(picture, self.settings.lines.pixels)
        lines = sorted(self.find(seen), key=lambda line: -line.width)[: self.settings.told_by]
        across = sum(line.width if line.runs_across else -line.width for line in lines) >= 0
        lines = [line for line in lines if line.runs_across is across]
        as_found = sureness([word for read in self.read_found(seen, lines, ["en"]) for word in read])
        quarters = 0 if across else 3
        if as_found < self.settings.clear:
            turned = self.read_found(seen, [line.turned for line in lines], ["en"])
            quarters += 2 * (sureness([word for read in turned for word in read]) > as_found)
        return Orientation(quarters % 4)

    def wanting(self, *, language: str = "", script: str = "") -> str:
        """The sentence about letters that the network does not know."""
        return (
            f"PP-OCR does not know the letters of {f'the script {script}' if script else f'the language {language}'}."
        )


def in_colours(picture: PagePicture, pixels: int) -> Image.Image:
    """The picture in its colours, which tell letters from art; in grey where its colours were kept too small."""
    kept = picture.colours
    if kept is None or max(kept.size) < min(pixels, max(picture.image.size)):
        kept = picture.image.convert("RGB")
    return large_enough(kept, pixels)


def _is_written(words: Sequence[Word]) -> bool:
    """Whether a line has a letter or a digit; dots and circles are seen in art."""
    return any(c.isalnum() for word in words for c in word.text)


def placed(words: Sequence[Word], line: TextLine, number: int, sx: float, sy: float) -> Iterator[Word]:
    """The words of a line where they stand in the picture; ``sx`` and ``sy`` are points to the pixel."""
    for word in words:
        if word.box is not None:
            at = line.part(word.box)
            box = Box(at.x0 * sx, at.y0 * sy, at.x1 * sx, at.y1 * sy)
            yield Word(word.text, number, box, size=round(word.size * sy, 1), confidence=word.confidence)


def _words(letters: Sequence[Letter]) -> Iterator[list[Letter]]:
    """The letters between spaces."""
    for is_space, run in groupby(letters, key=lambda letter: letter.sign.isspace()):
        if not is_space:
            yield list(run)
