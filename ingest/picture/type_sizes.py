"""The sizes of type within one line, by how high the ink of each word stands."""

import re
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from ingest.picture.letter_height import height_in_ems
from ingest.picture.text_lines import Pixels
from schema.reading import Word

_SMALL = re.compile(r"[^\W\d_A-Z]{2}")
SPECK = 0.04
"""A row of pixels in which less of a word's width is ink has none of it; chosen by eye."""


def in_own_sizes(words: Sequence[Word], line: Pixels, smaller: float) -> tuple[Word, ...]:
    """The words of a line with smaller sizes for those at its end that are set in smaller type, as notes to a title.

    ``line`` is its picture, boxes are in shares of it. Only capitals and figures tell: how high small letters stand
    differs from face to face, and in script from letter to letter. On art all is ink, and nothing is told.
    """
    end = next((at for at in range(len(words), 0, -1) if not _stands_high(words[at - 1].text)), 0)
    if not 0 < end < len(words):
        return tuple(words)
    ink = _ink(line)
    least = min(_height(word, ink) for word in words[:end])
    heights = [_height(word, ink) for word in words[end:]]
    if not all(0 < height * smaller < least for height in heights):
        return tuple(words)
    own = (replace(word, size=word.size * height / least) for word, height in zip(words[end:], heights, strict=True))
    return (*words[:end], *own)


def _stands_high(text: str) -> bool:
    """Whether it has capitals or figures and no two small letters in a row."""
    return any(c.isupper() or c.isdigit() for c in text) and not _SMALL.search(text)


def _ink(line: Pixels) -> NDArray[np.bool_]:
    """Where the letters are: they take less room than the ground."""
    tones = cv2.cvtColor(line, cv2.COLOR_RGB2GRAY)
    level, _ = cv2.threshold(tones, 0, 255, cv2.THRESH_BINARY + cv2.THRESH_OTSU)
    is_light: NDArray[np.bool_] = tones > level
    return ~is_light if float(is_light.mean()) > 0.5 else is_light


def _height(word: Word, ink: NDArray[np.bool_]) -> float:
    """How high the word stands, measured by what its letters would have in type of one size."""
    if word.box is None:
        return 0.0
    width = ink.shape[1]
    own = ink[:, max(0, int(word.box.x0 * width)) : max(1, int(word.box.x1 * width))]
    rows = np.flatnonzero(own.mean(axis=1) > SPECK) if own.size else np.array([])
    return float(rows[-1] - rows[0] + 1) / height_in_ems(word.text) if len(rows) else 0.0
