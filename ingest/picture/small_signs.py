"""The single signs of a page by their pictures: those of short and doubtful words, and those that nobody read."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from ingest.picture.images import PagePicture
from ingest.picture.letter_height import LetterHeightSettings
from ingest.picture.pieces import Ints
from schema.reading import Box, Grid, Word

Shape = NDArray[np.float32]
"""A sign as a vector of length one: the product of two of them tells how alike they are, 1 being the same."""


@dataclass(frozen=True, slots=True)
class SmallSignSettings:
    """Which signs are looked at one by one; chosen on the sample pages at 200 dpi."""

    side: int = 20
    """In pixels: to which square each sign is scaled."""
    short: int = 2
    """Words of so few letters and signs are looked at, however sure their reading is."""
    longest: int = 5
    """Words of more are not, however doubtful."""
    doubtful: float = 0.9
    """Words read with less confidence are."""
    stacked: float = 0.3
    """Share of the narrower one's width: pieces that stand so much over one another are one sign."""
    in_row: float = 2.5
    """Against the size of type: how far a sign that nobody read may stand from the next word of its line."""
    high: tuple[float, float] = (0.5, 1.2)
    """Against the size of type: how high a sign stands that nobody read; lower are dots, higher pictures."""
    letter_height: LetterHeightSettings = LetterHeightSettings()


@dataclass(frozen=True, slots=True)
class Sign:
    """One sign of a page."""

    box: Box
    shape: Shape
    height: float
    """Against the size of type of its word."""
    word: int
    """Which word of the page it belongs to; where nobody read it, that beside which it stands."""
    at: int = -1
    """Which sign of the word it is; -1 where nobody read it."""
    of: int = 0
    """How many signs the word has to the eye."""
    legend: int = -1
    """The table in which it stands alone before what it means; -1 elsewhere."""

    @property
    def is_read(self) -> bool:
        """Whether it is part of a word."""
        return self.at >= 0


def small_signs(
    page: PagePicture, words: Sequence[Word], grids: Sequence[Grid], settings: SmallSignSettings = SmallSignSettings()
) -> tuple[Sign, ...]:
    """The signs of short and doubtful words, and those beside words that belong to none."""
    pieces = page.letters(settings.letter_height).boxes
    scale = page.image.height / page.height
    middles = np.stack([pieces[:, 0] + pieces[:, 2], pieces[:, 1] + pieces[:, 3]], axis=1) / (2 * scale)
    owner = _owners(words, middles)
    order = np.argsort(owner, kind="stable")
    bounds = np.searchsorted(owner[order], np.arange(len(words) + 1))
    tones = np.asarray(page.image)
    legends = [
        (number, cell)
        for number, grid in enumerate(grids)
        if not _counts(grid, words, settings)
        for cell in _keys(grid)
    ]
    signs: list[Sign] = []
    for number, word in enumerate(words):
        if not _is_looked_at(word, settings):
            continue
        together = _stacked(pieces[order[bounds[number] : bounds[number + 1]]], settings)
        for at, edges in enumerate(together):
            box = _in_points(edges, scale)
            legend = next((n for n, cell in legends if cell.holds(box)), -1) if len(together) == 1 else -1
            height = box.height / max(1.0, word.size)
            signs.append(Sign(box, _shape(tones, edges, settings), height, number, at, len(together), legend))
    return (*signs, *_unread(tones, pieces[owner < 0], words, scale, settings))


def _keys(grid: Grid) -> Iterator[Box]:
    """The first cells of its rows, beside which there are others."""
    for row in grid:
        first, *rest = row
        if first and any(rest):
            yield first


def _counts(grid: Grid, words: Sequence[Word], settings: SmallSignSettings) -> bool:
    """Whether the first cells of a table hold numbers: where one of several digits was surely read, all are figures."""
    numbers = [w.box for w in words if w.box and len(w.text) > 1 and w.text.isdigit() and not _is_doubtful(w, settings)]
    return any(cell.holds(box) for cell in _keys(grid) for box in numbers)


def _is_doubtful(word: Word, settings: SmallSignSettings) -> bool:
    return word.confidence < settings.doubtful


def _is_looked_at(word: Word, settings: SmallSignSettings) -> bool:
    if word.box is None or len(word.text) > settings.longest:
        return False
    return len(word.text) <= settings.short or _is_doubtful(word, settings)


def _owners(words: Sequence[Word], middles: NDArray[np.float64]) -> Ints:
    """For each piece the word in whose rectangle its middle lies; -1 where it lies in none."""
    owner = np.full(len(middles), -1, dtype=np.intp)
    by_height = np.argsort(middles[:, 1])
    heights = middles[by_height, 1]
    for number, word in enumerate(words):
        if word.box is None:
            continue
        slack = word.box.height / 20
        first, last = np.searchsorted(heights, (word.box.y0 - slack, word.box.y1 + slack))
        near = by_height[first:last]
        owner[near[(middles[near, 0] >= word.box.x0) & (middles[near, 0] <= word.box.x1)]] = number
    return owner


def _stacked(pieces: Ints, settings: SmallSignSettings) -> list[Ints]:
    """The pieces from left to right, those over one another as one."""
    signs: list[Ints] = []
    for piece in pieces[np.argsort(pieces[:, 0])]:
        if signs:
            last = signs[-1]
            shared = min(last[2], piece[2]) - max(last[0], piece[0])
            if shared > settings.stacked * min(last[2] - last[0], piece[2] - piece[0]):
                signs[-1] = np.concatenate([np.minimum(last[:2], piece[:2]), np.maximum(last[2:], piece[2:])])
                continue
        signs.append(piece)
    return signs


def _unread(
    tones: NDArray[np.uint8], pieces: Ints, words: Sequence[Word], scale: float, settings: SmallSignSettings
) -> Iterator[Sign]:
    """The signs in a line of words that belong to none of them."""
    placed = [(number, word.box, word.size) for number, word in enumerate(words) if word.box and word.size]
    if not placed:
        return
    numbers = [number for number, _, _ in placed]
    x0, y0, x1, y1 = np.array([(box.x0, box.y0, box.x1, box.y1) for _, box, _ in placed]).T
    sizes = np.array([size for _, _, size in placed])
    low, high = settings.high
    for piece in pieces:
        box = _in_points(piece, scale)
        gap = np.maximum(x0 - box.x1, box.x0 - x1)
        is_beside = (y0 < (box.y0 + box.y1) / 2) & ((box.y0 + box.y1) / 2 < y1) & (gap < settings.in_row * sizes)
        is_beside &= (low * sizes <= box.height) & (box.height <= high * sizes)
        if is_beside.any():
            nearest = int(np.argmin(np.where(is_beside, gap, np.inf)))
            height = box.height / sizes[nearest]
            yield Sign(box, _shape(tones, piece, settings), height, numbers[nearest])


def _in_points(edges: Ints, scale: float) -> Box:
    return Box(*(float(edge) / scale for edge in edges))


def _shape(tones: NDArray[np.uint8], edges: Ints, settings: SmallSignSettings) -> Shape:
    """How dark each part of a sign is, in a square."""
    left, top, right, bottom = map(int, edges)
    part = tones[top:bottom, left:right].astype(np.float32)
    darkest, paper = float(part.min()), float(np.percentile(part, 95))
    ink = np.clip((paper - part) / max(1.0, paper - darkest), 0.0, 1.0)
    side = max(ink.shape)
    square = np.zeros((side, side), np.float32)
    y, x = (side - ink.shape[0]) // 2, (side - ink.shape[1]) // 2
    square[y : y + ink.shape[0], x : x + ink.shape[1]] = ink
    small = cv2.resize(square, (settings.side, settings.side), interpolation=cv2.INTER_AREA)
    vector = np.asarray(cv2.GaussianBlur(small, (3, 3), 0), dtype=np.float32).ravel()
    vector -= vector.mean()
    return np.asarray(vector / max(1e-6, float(np.linalg.norm(vector))), dtype=np.float32)
