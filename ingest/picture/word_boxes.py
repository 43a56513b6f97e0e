"""Put right where a reader of letters says its words stand: boxes too high for their ink, and words read twice."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from PIL import Image

from ingest.picture.images import PagePicture
from ingest.picture.tones import paper_tone, tone_at
from schema.reading import Word


@dataclass(frozen=True, slots=True)
class WordBoxSettings:
    """When a box is too high for its word, and when two words are one.

    Chosen by eye on the sample pages; benchmarks/pages.py shows what they are worth.
    """

    ink: int = 60
    """In grey tones: how much darker than the paper of its box ink is."""
    loose: float = 1.25
    """A box so much higher than those of its line may hold more than its word."""
    dot_gap: float = 0.06
    """Share of a box's height: white no wider than this is that between a letter and its mark."""
    ghost_share: float = 0.5
    """A word is a ghost where so much of its box is that of a surer one."""


def tightened(
    image: Image.Image, table: Mapping[str, Sequence[Any]], settings: WordBoxSettings = WordBoxSettings()
) -> tuple[list[int], list[int]]:
    """The tops and heights of all rows of the table; loose ones of words drawn in to their ink."""
    tones = np.asarray(image)
    tops, heights = list(table["top"]), list(table["height"])
    words = [i for i, text in enumerate(table["text"]) if str(text).strip()]
    usual = float(np.median([heights[i] for i in words])) if words else 0.0
    for i in words:
        if heights[i] <= settings.loose * usual:
            continue
        left, right = table["left"][i], table["left"][i] + table["width"][i]
        first, last = _rows_of_ink(tones[tops[i] : tops[i] + heights[i], left:right], settings)
        tops[i], heights[i] = tops[i] + first, last - first
    return tops, heights


def _rows_of_ink(part: "np.typing.NDArray[np.uint8]", settings: WordBoxSettings) -> tuple[int, int]:
    """From which to which row the fullest stretch of ink reaches."""
    paper = int(tone_at(part, 0.8)) if part.size else 0
    ink = (part < paper - settings.ink).sum(axis=1)
    rows = np.flatnonzero(ink)
    if not len(rows):
        return 0, part.shape[0]
    breaks = np.flatnonzero(np.diff(rows) > max(1.0, settings.dot_gap * part.shape[0])) + 1
    stretches = np.split(rows, breaks)
    fullest = max(stretches, key=lambda stretch: int(ink[stretch].sum()))
    return int(fullest[0]), int(fullest[-1]) + 1


def without_ghosts(words: Sequence[Word], settings: WordBoxSettings = WordBoxSettings()) -> tuple[Word, ...]:
    """The words without those that a surer reading of the same ink stands over."""
    placed = [(at, word.box) for at, word in enumerate(words) if word.box]
    if not placed:
        return tuple(words)
    x0, y0, x1, y1 = np.array([(box.x0, box.y0, box.x1, box.y1) for _, box in placed]).T
    across = np.minimum(x1[:, None], x1) - np.maximum(x0[:, None], x0)
    down = np.minimum(y1[:, None], y1) - np.maximum(y0[:, None], y0)
    # In row i and column j: whether word i stands over so much of word j.
    covers = (across > 0) & (down > 0) & (across * down > settings.ghost_share * (x1 - x0) * (y1 - y0))
    is_ghost = np.zeros(len(placed), dtype=np.bool_)
    left = np.ones(len(placed), dtype=np.bool_)
    for i in sorted(range(len(placed)), key=lambda i: words[placed[i][0]].confidence, reverse=True):
        left[i] = False
        if not is_ghost[i]:
            is_ghost |= covers[i] & left
    gone = {placed[i][0] for i in np.flatnonzero(is_ghost)}
    return tuple(word for at, word in enumerate(words) if at not in gone)


def without_words(page: PagePicture, words: Sequence[Word]) -> PagePicture:
    """The page with what was read painted over."""
    tones = np.asarray(page.image).copy()
    scale = page.image.height / page.height
    paper = paper_tone(tones)
    for box in (word.box for word in words if word.box):
        x0, y0, x1, y1 = (int(side * scale) for side in (box.x0, box.y0, box.x1, box.y1))
        tones[y0 : y1 + 1, x0 : x1 + 1] = paper
    return PagePicture(Image.fromarray(tones), page.width, page.height)
