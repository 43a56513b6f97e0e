"""The lines of a card cut out one by one, dark on light and in even type, so that each is read without the art."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ingest.picture.lettering import Row
from schema.reading import Box, Word

Tones = NDArray[np.uint8]
LONG_LETTERS = frozenset("bdfghjklpqty")
"""Small letters that reach above or below the others."""
CAPITALS = 0.6
"""A line with so many capitals is set in capitals, large and small; those read as small letters are none."""
LOW, HIGH = 0.46, 0.68
"""In ems: how high small letters stand, and long ones and capitals."""


@dataclass(frozen=True, slots=True)
class LineCropSettings:
    """What is a line, and how it is cut out; chosen on 97 cards of fourteen games."""

    apart: float = 2.2
    """Against their height: rows side by side that lie no farther apart are one line."""
    unlike: float = 1.7
    """Rows of a line differ less than this in height."""
    level: float = 0.5
    """So much of the lower row's height lies beside the other one."""
    tall: float = 3.0
    """Against its letters' height: what reaches further up and down is art."""
    tallest: float = 4.5
    """What reaches further is art even where it is strong."""
    strong: float = 0.7
    """Against the strongest row: letters of so much contrast are print."""
    faint: tuple[float, float] = (0.25, 0.45)
    """Against the strongest row: what has less contrast is texture; short rows need the greater one."""
    most: int = 28
    """No more lines of a card are read: those that have most letters of most contrast."""
    height: int = 32
    """In pixels: letters are made so high."""
    most_larger: float = 2.5
    """Small letters are enlarged by no more."""
    around: float = 0.2
    """Against its letters' height: so much is cut out around a line as it is printed; more of the art is read worse."""
    around_bare: float = 0.4
    """So much is cut out around bare letters, beside which there is nothing."""
    margin: tuple[int, int] = (12, 8)
    """In pixels: what is added beside and above, in the tones of the rim."""
    widest: int = 2600
    """In pixels: longer lines are made smaller."""
    condensed: float = 0.76
    """From letter to letter against their height: narrower type is stretched, for its spaces are lost otherwise."""
    long_row: int = 8
    """So many letters tell how narrow a line is set."""
    stretched: float = 1.5
    """How much wider it is made; on five cards of one game 7 of 84 words were missed instead of 20."""


@dataclass(frozen=True, slots=True)
class Crop:
    """A line cut out, and what leads from there back to the card."""

    image: Image.Image
    left: float
    """Of the card, in its pixels: what is at the crop's left edge."""
    upper: float
    across: float
    """Pixels of the crop to one of the card, in width."""
    down: float

    @property
    def on_its_head(self) -> Image.Image:
        """The line turned by half."""
        return self.image.transpose(Image.Transpose.ROTATE_180)

    def on_card(self, words: Sequence[Word], per_pixel: float) -> list[Word]:
        """Words read in the crop, in its pixels, as words of the card in points, ``per_pixel`` of them a pixel."""
        across, down = per_pixel / self.across, per_pixel / self.down
        x, y = self.left * per_pixel, self.upper * per_pixel
        placed = [(word, word.box) for word in words if word.box is not None]
        return [
            replace(word, box=Box(x + box.x0 * across, y + box.y0 * down, x + box.x1 * across, y + box.y1 * down))
            for word, box in placed
        ]


def lines_of(rows: Sequence[Row], settings: LineCropSettings = LineCropSettings()) -> list[Row]:
    """The rows that may be lines of print, those side by side joined, from top to bottom."""
    strongest = max((row.contrast for row in rows), default=0.0)
    lines = [
        line
        for joined in _joined(rows, settings)
        if (line := _levelled(joined, strongest, settings)) is not None
        and line.contrast >= settings.faint[line.letters < settings.long_row] * strongest
    ]
    lines = sorted(lines, key=lambda line: -line.contrast * line.letters)[: settings.most]
    return sorted(lines, key=lambda line: (line.top, line.left))


def _levelled(line: Row, strongest: float, settings: LineCropSettings) -> Row | None:
    """The line as high as type is; None where it is art. Strong letters to which an icon or a tail hangs are print."""
    most = settings.tall * line.height
    if line.bottom - line.top <= most:
        return line
    is_print = line.contrast >= settings.strong * strongest and line.bottom - line.top <= settings.tallest * line.height
    if not is_print:
        return None
    middle = (line.top + line.bottom) / 2
    return replace(line, top=round(middle - most / 2), bottom=round(middle + most / 2))


def _joined(rows: Sequence[Row], settings: LineCropSettings) -> Iterator[Row]:
    lines: list[list[Row]] = []
    for row in sorted(rows, key=lambda row: row.left):
        before = next((line for line in lines if _goes_on(line[-1], row, settings)), None)
        if before is None:
            lines.append([row])
        else:
            before.append(row)
    return map(_as_one, lines)


def _goes_on(left: Row, right: Row, settings: LineCropSettings) -> bool:
    low, high = sorted((left.height, right.height))
    beside = min(left.bottom, right.bottom) - max(left.top, right.top)
    lower = min(left.bottom - left.top, right.bottom - right.top)
    is_near = -high < right.left - left.right < settings.apart * high
    return (
        left.is_light == right.is_light and high < settings.unlike * low and beside > settings.level * lower and is_near
    )


def _as_one(rows: Sequence[Row]) -> Row:
    letters = sum(row.letters for row in rows)
    return Row(
        left=min(row.left for row in rows),
        top=min(row.top for row in rows),
        right=max(row.right for row in rows),
        bottom=max(row.bottom for row in rows),
        letters=letters,
        height=sum(row.height * row.letters for row in rows) / letters,
        mean_height=sum(row.mean_height * row.letters for row in rows) / letters,
        contrast=sum(row.contrast * row.letters for row in rows) / letters,
        is_light=rows[0].is_light,
        pieces=tuple(piece for row in rows for piece in row.pieces),
    )


def cut_out(
    tones: Tones,
    line: Row,
    settings: LineCropSettings = LineCropSettings(),
    *,
    is_bare: bool = False,
    wider: float = 1.0,
) -> Crop:
    """The line dark on light, as it is printed or, where the picture is one of bare letters, as those."""
    around = max(3, round((settings.around_bare if is_bare else settings.around) * line.height))
    left, upper = max(0, line.left - around), max(0, line.top - around)
    part = tones[upper : line.bottom + around, left : line.right + around]
    scale = min(settings.most_larger, settings.height / line.height, settings.widest / part.shape[1] / wider)
    size = (max(8, round(part.shape[1] * scale * wider)), max(8, round(part.shape[0] * scale)))
    part = np.asarray(cv2.resize(part, size, interpolation=cv2.INTER_CUBIC if scale > 1 else cv2.INTER_AREA), np.uint8)
    part = 255 - part if line.is_light and not is_bare else part
    beside, above = settings.margin
    part = np.asarray(cv2.copyMakeBorder(part, above, above, beside, beside, cv2.BORDER_REPLICATE), np.uint8)
    return Crop(Image.fromarray(part), left - beside / scale / wider, upper - above / scale, scale * wider, scale)


def stretching(rows: Sequence[Row], settings: LineCropSettings = LineCropSettings()) -> float:
    """How much wider the lines are made: more than 1 where most letters stand close together for their height."""
    long = [row for row in rows if row.letters >= settings.long_row]
    steps = [(row.right - row.left) / row.letters / row.height for row in long for _ in range(row.letters)]
    return settings.stretched if steps and median(steps) < settings.condensed else 1.0


def type_size(line: Row, text: str) -> float:
    """The size of type in a line, in pixels of the card: how high its letters stand, and how high such letters are."""
    letters = [c for c in text if c.isalnum()]
    in_capitals = sum(map(str.isupper, letters)) >= CAPITALS * len(letters)
    ems = [HIGH if in_capitals else _ems(c) for c in letters]
    return line.mean_height / fmean(ems) if ems else line.height


def _ems(letter: str) -> float:
    """How high a letter stands in ems."""
    is_small = letter.islower() and letter not in LONG_LETTERS and letter.isascii()
    return LOW if is_small else HIGH
