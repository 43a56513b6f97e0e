"""Read again, enlarged and without what stands around it, what was read badly or not at all on a page."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import fmean, median

import numpy as np
from PIL import Image

from ingest.picture.images import POINTS_PER_INCH, PagePicture
from ingest.picture.letter_reader import ReadSheet
from ingest.picture.line_art import ink_pieces
from schema.reading import Box, Word

UNSURE = 0.6
"""A word read with less confidence makes its label worth a second look."""
REACH_ACROSS, REACH_DOWN = 0.7, 0.55
"""In ems: words nearer than this belong to one label."""
LABEL_WORDS = 24
"""A label has no more words; prose is read well enough in its context."""
MOST_REGIONS = 40
"""Of a page with more, most are pictures."""
ENLARGED = 1.6
MARGIN = 0.5
"""In ems: white around what is looked at again."""
APART = 1.5
"""In ems: what is looked at again stands this far apart on one sheet."""
BETTER, NO_WORSE = 0.1, 0.03
"""By so much the doubt about the worst word must shrink, and no more may be lost on the mean."""
LEGIBLE = 0.75
"""The least confidence of a line that was not seen at first."""
KEPT_LETTERS = 0.6
"""A second reading of fewer of the letters has lost some of them."""
LINE_HEIGHT = (0.45, 1.9)
LINE_WIDTH = 2.5
"""In ems: height and least width of a line that was overlooked."""
LINE_INK = (0.06, 0.55)
"""Share of its rectangle that type inks."""

Stretch = tuple[float, float]
"""Where something begins and ends, going down, in points."""


@dataclass(frozen=True, slots=True)
class _Region:
    """A part of the page that is looked at again, with what was read there."""

    box: Box
    words: tuple[Word, ...]


def look_again(page: PagePicture, words: Sequence[Word], read: ReadSheet) -> tuple[Word, ...]:
    """The words of the page, those of badly read labels replaced and overlooked lines added."""
    sizes = [word.size for word in words if word.size and len(word.text) > 1]
    if not sizes:
        return tuple(words)
    em = median(sizes)
    rest = _without_words(page, words)
    regions = [*_unsure_labels(words, em), *_overlooked_lines(rest, em)]
    if not regions or len(regions) > MOST_REGIONS:
        return tuple(words)
    sheet, stretches = _sheet_of(page, rest, regions, em)
    again = list(read(sheet))
    replaced: set[int] = set()
    added: list[Word] = []
    line = 1 + max(word.line for word in words)
    for region, (top, bottom) in zip(regions, stretches, strict=True):
        found = [word for word in again if word.box and top <= (word.box.y0 + word.box.y1) / 2 <= bottom]
        if _is_better(found, region):
            replaced |= {id(word) for word in region.words}
            added += [_moved(word, region.box, top, em, line) for word in found]
    return (*(word for word in words if id(word) not in replaced), *added)


def _unsure_labels(words: Sequence[Word], em: float) -> Iterator[_Region]:
    """Labels in which a word is doubtful."""
    for label in _labels(words, em):
        has_doubt = any(word.confidence < UNSURE and any(map(str.isalnum, word.text)) for word in label)
        letters = sum(map(str.isalpha, "".join(word.text for word in label)))
        if has_doubt and len(label) <= LABEL_WORDS and letters > 3:
            yield _Region(_around([word.box for word in label if word.box]), tuple(label))


def _labels(words: Sequence[Word], em: float) -> list[list[Word]]:
    """Words that stand close together."""
    placed = sorted((word for word in words if word.box), key=lambda word: word.box.y0 if word.box else 0.0)
    labels: list[list[Word]] = []
    for word in placed:
        near = [label for label in labels if any(_is_near(word, other, em) for other in label)]
        joined = [word for label in near for word in label] + [word]
        labels = [label for label in labels if not any(label is other for other in near)] + [joined]
    return labels


def _is_near(word: Word, other: Word, em: float) -> bool:
    a, b = word.box, other.box
    if a is None or b is None:
        return False
    across = max(a.x0, b.x0) - min(a.x1, b.x1)
    down = max(a.y0, b.y0) - min(a.y1, b.y1)
    return across <= REACH_ACROSS * em and down <= REACH_DOWN * em


def _without_words(page: PagePicture, words: Sequence[Word]) -> PagePicture:
    """The page with what was read painted over."""
    tones = np.asarray(page.image).copy()
    scale = page.image.height / page.height
    paper = int(np.median(tones))
    for box in (word.box for word in words if word.box):
        x0, y0, x1, y1 = (int(side * scale) for side in _grown(box, 0.0))
        tones[y0 : y1 + 1, x0 : x1 + 1] = paper
    return PagePicture(Image.fromarray(tones), page.width, page.height)


def _overlooked_lines(rest: PagePicture, em: float) -> Iterator[_Region]:
    """Strips of ink as high as type in which no word was read."""
    scale = rest.image.height / rest.height
    for x0, y0, x1, y1, ink in ink_pieces(rest.image, scale * POINTS_PER_INCH, joined=em / POINTS_PER_INCH):
        box = Box(x0 / scale, y0 / scale, x1 / scale, y1 / scale)
        height, width = (box.y1 - box.y0) / em, (box.x1 - box.x0) / em
        is_line = LINE_HEIGHT[0] <= height <= LINE_HEIGHT[1] and width >= LINE_WIDTH
        if is_line and LINE_INK[0] <= ink <= LINE_INK[1]:
            yield _Region(box, ())


def _sheet_of(
    page: PagePicture, rest: PagePicture, regions: Sequence[_Region], em: float
) -> tuple[PagePicture, list[Stretch]]:
    """The regions enlarged under one another on one sheet, and where each begins and ends on it, in points."""
    scale = page.image.height / page.height
    paper = int(np.median(np.asarray(page.image)))
    crops = [
        _crop((page if region.words else rest).image, _grown(region.box, MARGIN * em), scale) for region in regions
    ]
    gap = round(APART * em * scale)
    width, height = max(crop.width for crop in crops) + 2 * gap, sum(crop.height + gap for crop in crops) + gap
    sheet = Image.new("L", (width, height), paper)
    stretches: list[Stretch] = []
    top = gap
    for crop in crops:
        sheet.paste(crop, (gap, top))
        stretches.append((top / scale, (top + crop.height) / scale))
        top += crop.height + gap
    size = (round(sheet.width * ENLARGED), round(sheet.height * ENLARGED))
    return PagePicture(sheet.resize(size, Image.Resampling.LANCZOS), width / scale, height / scale), stretches


def _crop(image: Image.Image, sides: tuple[float, float, float, float], scale: float) -> Image.Image:
    x0, y0, x1, y1 = (round(side * scale) for side in sides)
    return image.crop((x0, y0, x1, y1))


def _is_better(found: Sequence[Word], region: _Region) -> bool:
    letters = _letters(found)
    if not letters:
        return False
    if not region.words:
        return _sureness(found) >= LEGIBLE
    is_surer = _sureness(found) >= _sureness(region.words) - NO_WORSE and _doubt(found) < _doubt(region.words) - BETTER
    return is_surer and letters >= KEPT_LETTERS * _letters(region.words)


def _letters(words: Sequence[Word]) -> int:
    return sum(map(str.isalnum, "".join(word.text for word in words)))


def _doubt(words: Sequence[Word]) -> float:
    """The doubt about its worst word."""
    return 1 - min(word.confidence for word in words)


def _sureness(words: Sequence[Word]) -> float:
    return fmean([word.confidence for word in words], weights=[len(word.text) for word in words])


def _moved(word: Word, to: Box, top: float, em: float, line: int) -> Word:
    """A word of the sheet back at its place on the page."""
    assert word.box is not None
    x, y = to.x0 - (MARGIN + APART) * em, to.y0 - MARGIN * em - top
    box = Box(word.box.x0 + x, word.box.y0 + y, word.box.x1 + x, word.box.y1 + y)
    return replace(word, box=box, line=line + word.line)


def _around(boxes: Sequence[Box]) -> Box:
    return Box(min(b.x0 for b in boxes), min(b.y0 for b in boxes), max(b.x1 for b in boxes), max(b.y1 for b in boxes))


def _grown(box: Box, margin: float) -> tuple[float, float, float, float]:
    return box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin
