"""Join what a reader of letters parted though the picture shows no space there, as it does with widely set type."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import mean, median

import cv2
import numpy as np
from numpy.typing import NDArray

from ingest.languages.frequency import OF_ALL, how_common
from ingest.picture.text_lines import Pixels
from schema.reading import Box, Word

SIGNS = ".,!?:;"


@dataclass(frozen=True, slots=True)
class FalseSpaceSettings:
    """When white between two words is none.

    Measured on 40 lines of ten cards: letters of a word stand up to 0.16 sizes of type apart, words from 0.18 on but
    where an f leans over to the next one.
    """

    no_space: float = 0.17
    """In sizes of type: less white than this is no space."""
    of_letters: float = 1.5
    """Nor is white that is not so many times as wide as the usual one between the letters of its line."""
    near: float = 0.25
    """In sizes of type: so far from where the reader parted them the white between two words may lie."""
    narrow: float = 0.3
    """In heights of a line: where words stand further apart as read, there is a space."""
    speck: int = 1
    """In pixels of a column: so little ink is none."""


def may_be_parted(words: Sequence[Word], aspect: float, settings: FalseSpaceSettings = FalseSpaceSettings()) -> bool:
    """Whether two words of a line stand so near that it is worth a look; ``aspect`` is its width by its height."""
    return any(
        left.box and right.box and (right.box.x0 - left.box.x1) * aspect < settings.narrow
        for left, right in pairwise(words)
    )


def without_false_spaces(
    words: Sequence[Word],
    line: Pixels,
    size: float,
    languages: Sequence[str],
    settings: FalseSpaceSettings = FalseSpaceSettings(),
) -> tuple[Word, ...]:
    """The words of a line, joined where no space is to be seen between them.

    ``line`` is its picture, ``size`` that of its type in pixels of it; boxes are in shares of it. Letters may lean
    over a space, so words that people write much more often than both as one stay apart.
    """
    width = line.shape[1]
    white = _white(line, words[0].box, settings)
    between = [_between(white, left, right, width, size, settings) for left, right in pairwise(words)]
    within = [b - a for a, b in white if not any((a, b) in spaces for spaces in between)]
    least = max(settings.no_space * size, settings.of_letters * median(within) if within else 0.0)
    joined = [words[0]]
    for right, spaces in zip(words[1:], between, strict=True):
        # On art all is ink, and nothing can be told.
        is_parted = not spaces or max(b - a for a, b in spaces) >= least
        if is_parted or not _is_one_word(joined[-1].text, right.text, languages):
            joined.append(right)
        else:
            joined[-1] = _as_one(joined[-1], right)
    return tuple(joined)


def _white(line: Pixels, box: Box | None, settings: FalseSpaceSettings) -> list[tuple[int, int]]:
    """The runs of columns without ink at the height of the letters; letters take less room than their ground."""
    tones = cv2.cvtColor(line, cv2.COLOR_RGB2GRAY)
    level, _ = cv2.threshold(tones, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    is_light: NDArray[np.bool_] = tones > level
    ink = ~is_light if float(is_light.mean()) > 0.5 else is_light
    if box is not None:
        ink = ink[int(box.y0 * len(ink)) : max(1, int(box.y1 * len(ink)))]
    columns = np.flatnonzero(ink.sum(axis=0) > settings.speck)
    return [(int(a) + 1, int(b)) for a, b in pairwise(columns) if b > a + 1]


def _between(
    white: Sequence[tuple[int, int]], left: Word, right: Word, width: int, size: float, settings: FalseSpaceSettings
) -> list[tuple[int, int]]:
    """The white that may be the space between two words."""
    if left.box is None or right.box is None:
        return []
    first, last = left.box.x1 * width - settings.near * size, right.box.x0 * width + settings.near * size
    return [(a, b) for a, b in white if a <= last and b >= first]


def _is_one_word(left: str, right: str, languages: Sequence[str]) -> bool:
    """Whether people write the two as one word more often than they would write one before the other by chance."""
    if not (left[-1:].isalpha() and right[:1].isalpha()) or right[:1].isupper() > left.isupper():
        return False
    ending = right.rstrip(SIGNS)
    as_one, as_two = (
        max(sum(how_common(text.lower(), language) for text in texts) for language in languages)
        for texts in ([left + ending], [left, ending])
    )
    return as_one > as_two - OF_ALL


def _as_one(left: Word, right: Word) -> Word:
    sure = mean((left.confidence, right.confidence))
    box = Box.around(word.box for word in (left, right) if word.box is not None)
    return replace(left, text=left.text + right.text, box=box, confidence=round(sure, 4))
