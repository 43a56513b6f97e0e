"""What reads letters off a picture, whichever program does it: words with boxes and confidence, and orientation."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean
from typing import Protocol

from PIL import Image

from ingest.picture.images import PagePicture
from schema.reading import Word

ReadSheet = Callable[[PagePicture], Sequence[Word]]
"""Reads what was cut out of a page and laid on a sheet, as one block of lines."""


def sureness(words: Sequence[Word]) -> float:
    """The confidence in words, longer ones weighing more; 0 where there are none."""
    return fmean([w.confidence for w in words], weights=[len(w.text) for w in words]) if words else 0.0


@dataclass(frozen=True, slots=True)
class Orientation:
    """How a picture lies."""

    quarters: int = 0
    """By how many quarters it must be turned clockwise to stand upright; 0 where that cannot be told."""
    script: str = ""
    """The script it is written in, ISO 15924; empty where that cannot be told."""


class UnreadPicture(Exception):
    """A picture that the reader gave up on, with the reason in a sentence."""


class LetterReader(Protocol):
    """A program that reads letters; Tesseract is one, and a test may bring its own."""

    @property
    def second(self) -> "LetterReader | None":
        """Another program that reads again what this one is unsure of; None where there is none."""

    def languages(self) -> frozenset[str]:
        """The languages it has the data of, ISO 639-1."""

    def check(self, languages: Sequence[str]) -> None:
        """Raise MissingProgram, with the cure, where it or the data of one of the languages is missing."""

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
        """The words of the picture in its own points; raises UnreadPicture where it gives up.

        A block is read as lines under one another, without a search for columns. Scattered words are looked for
        wherever they stand, as on a card. Signs that are no letters are
        left out where they are unsure, for they are seen in frames and gutters too, unless they shall be kept.
        Ink is told from paper by one tone for the whole picture, or by what is around it where light falls unevenly.
        At a glance words are taken as they come, glued ones too: enough to tell a language.
        """

    def read_lines(self, lines: Sequence[Image.Image], languages: Sequence[str]) -> list[tuple[Word, ...]]:
        """The words of pictures that show one line of dark letters each, in pixels of each; all in one go."""

    def orientation(self, picture: PagePicture) -> Orientation:
        """How the picture lies and in which script it is written; this takes as long as a third of reading it."""

    def wanting(self, *, language: str = "", script: str = "") -> str:
        """A sentence that says which data for this language or script is missing, and how to get it."""
