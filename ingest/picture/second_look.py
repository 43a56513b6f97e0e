"""Read again, enlarged and without what stands around it, what was read badly or not at all on a page."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from statistics import median

import numpy as np
from PIL import Image

from ingest.picture.images import POINTS_PER_INCH, PagePicture
from ingest.picture.letter_reader import ReadSheet, sureness
from ingest.picture.line_art import ink_pieces
from ingest.picture.tones import paper_tone
from ingest.picture.word_boxes import WordBoxSettings, without_ghosts, without_words
from schema.reading import Box, Word

NUMBER = re.compile(r"\d+")
Stretch = tuple[float, float]
"""Where something begins and ends, going down, in points."""


@dataclass(frozen=True, slots=True)
class SecondLookSettings:
    """What is worth a second look, and when that is believed.

    Chosen by eye on the sample pages; benchmarks/pages.py shows what they are worth.
    """

    unsure: float = 0.6
    """A word read with less confidence makes its label worth a second look."""
    reach_across: float = 0.7
    """In ems: words nearer than this side by side belong to one label."""
    reach_down: float = 0.55
    """In ems: the same for words over one another."""
    label_words: int = 24
    """A label has no more words; prose is read well enough in its context."""
    most_regions: int = 40
    """Of a page with more, most are pictures."""
    enlarged: float = 1.6
    """By so much what is looked at again is enlarged."""
    margin: float = 0.5
    """In ems: white around what is looked at again."""
    apart: float = 1.5
    """In ems: what is looked at again stands this far apart on one sheet."""
    better: float = 0.1
    """By so much the doubt about the worst word must shrink."""
    no_worse: float = 0.03
    """No more than this may be lost on the mean."""
    legible: float = 0.75
    """The least confidence of a line that was not seen at first."""
    kept_letters: float = 0.6
    """A second reading of fewer of the letters has lost some of them."""
    line_height: tuple[float, float] = (0.45, 1.9)
    """In ems: least and most height of a line that was overlooked."""
    line_width: float = 2.5
    """In ems: its least width."""
    cell_letters: int = 6
    """A cell of more letters is looked at as a label is."""
    figure_letters: int = 3
    """A number of more digits is no figure in a cell or beside an icon."""
    sure_figure: float = 0.85
    """The confidence of a number that needs no second look, and that a second look must have."""
    line_ink: tuple[float, float] = (0.06, 0.55)
    """Share of its rectangle that type inks."""
    boxes: WordBoxSettings = WordBoxSettings()


@dataclass(frozen=True, slots=True)
class _Region:
    """A part of the page that is looked at again, with what was read there."""

    box: Box
    words: tuple[Word, ...]


def look_again(
    page: PagePicture,
    words: Sequence[Word],
    read: ReadSheet,
    settings: SecondLookSettings = SecondLookSettings(),
    cells: Sequence[Box] = (),
    *,
    keeps_figures: bool = False,
) -> tuple[Word, ...]:
    """The words of the page, those of badly read labels and cells replaced and overlooked lines added.

    ``cells`` are those of ruled tables. Where two readers were heard already, ``keeps_figures`` leaves figures to
    them, and how sure they are: the one that reads now is one of the two.
    """
    sizes = [word.size for word in words if word.size and len(word.text) > 1]
    if not sizes:
        return tuple(words)
    em = median(sizes)
    rest = without_words(page, words)
    labels = list(_unsure_labels(words, em, settings, keeps_figures=keeps_figures))
    overlooked = _overlooked_lines(rest, em, settings)
    if not keeps_figures:
        labels += _unsure_cells(words, cells, labels, em, settings)
        labels += _unsure_figures(words, labels, settings)
    regions = [*labels, *overlooked]
    if not regions or len(regions) > settings.most_regions:
        return tuple(words)
    sheet, stretches = _sheet_of(page, rest, regions, em, settings)
    again = list(read(sheet))
    replaced: set[int] = set()
    added: list[Word] = []
    line = 1 + max(word.line for word in words)
    for region, (top, bottom) in zip(regions, stretches, strict=True):
        found = [word for word in again if word.box and top <= word.box.middle <= bottom]
        if keeps_figures and _figures(region.words) - _figures(found):
            continue
        if _is_better(found, region, settings):
            replaced |= {id(word) for word in region.words}
            moved = [_moved(word, region.box, top, em, line, settings) for word in found]
            added += [_in_its_type(word, region.words, keeps_figures=keeps_figures) for word in moved]
    # What was overlooked may have been read with the label beside it.
    return without_ghosts((*(word for word in words if id(word) not in replaced), *added), settings.boxes)


def _unsure_labels(
    words: Sequence[Word], em: float, settings: SecondLookSettings, *, keeps_figures: bool
) -> Iterator[_Region]:
    """Labels in which a word is doubtful."""
    for label in _labels(words, em, settings):
        unsure = [word.text for word in label if word.confidence < settings.unsure and any(map(str.isalnum, word.text))]
        has_doubt = any(not keeps_figures or not any(map(str.isdigit, text)) for text in unsure)
        letters = sum(map(str.isalpha, "".join(word.text for word in label)))
        if has_doubt and len(label) <= settings.label_words and letters > 3:
            yield _Region(Box.around(word.box for word in label if word.box), tuple(label))


def _unsure_cells(
    words: Sequence[Word], cells: Sequence[Box], labels: Sequence[_Region], em: float, settings: SecondLookSettings
) -> Iterator[_Region]:
    """Small cells in which a number was read badly; nothing of the cells beside them is looked at."""
    known = {id(word) for label in labels for word in label.words}
    for cell in cells:
        held = [word for word in words if word.box and cell.holds(word.box)]
        is_short = 0 < sum(len(word.text) for word in held) <= settings.cell_letters
        has_figure = any(character.isdigit() for word in held for character in word.text)
        is_unsure = any(word.confidence < settings.unsure for word in held)
        if is_short and has_figure and is_unsure and not any(id(word) in known for word in held):
            inset = settings.margin * em
            yield _Region(Box(cell.x0 + inset, cell.y0 + inset, cell.x1 - inset, cell.y1 - inset), tuple(held))


def _unsure_figures(
    words: Sequence[Word], labels: Sequence[_Region], settings: SecondLookSettings
) -> Iterator[_Region]:
    """Numbers that stand in no such label and of which the reader was not sure."""
    known = {id(word) for label in labels for word in label.words}
    for word in words:
        is_figure = len(word.text) <= settings.figure_letters and word.text.isdigit()
        if is_figure and word.box and word.confidence < settings.sure_figure and id(word) not in known:
            yield _Region(word.box, (word,))


def _labels(words: Sequence[Word], em: float, settings: SecondLookSettings) -> list[list[Word]]:
    """Words that stand close together."""
    placed = sorted(((word.box, word) for word in words if word.box), key=lambda each: each[0].y0)
    x0, y0, x1, y1 = np.array([(box.x0, box.y0, box.x1, box.y1) for box, _ in placed]).T
    across = np.maximum(x0[:, None], x0) - np.minimum(x1[:, None], x1)
    down = np.maximum(y0[:, None], y0) - np.minimum(y1[:, None], y1)
    is_near = (across <= settings.reach_across * em) & (down <= settings.reach_down * em)
    label = list(range(len(placed)))
    for i in range(len(placed)):
        near = {label[j] for j in np.flatnonzero(is_near[i])}
        if len(near) > 1:
            first = min(near)
            label = [first if own in near else own for own in label]
    labels: dict[int, list[Word]] = {}
    for own, (_, word) in zip(label, placed, strict=True):
        labels.setdefault(own, []).append(word)
    return list(labels.values())


def _overlooked_lines(rest: PagePicture, em: float, settings: SecondLookSettings) -> Iterator[_Region]:
    """Strips of ink as high as type in which no word was read."""
    scale = rest.image.height / rest.height
    for x0, y0, x1, y1, ink in ink_pieces(rest.image, scale * POINTS_PER_INCH, joined=em / POINTS_PER_INCH):
        box = Box(x0 / scale, y0 / scale, x1 / scale, y1 / scale)
        height, width = box.height / em, box.width / em
        is_line = settings.line_height[0] <= height <= settings.line_height[1] and width >= settings.line_width
        if is_line and settings.line_ink[0] <= ink <= settings.line_ink[1]:
            yield _Region(box, ())


def _sheet_of(
    page: PagePicture, rest: PagePicture, regions: Sequence[_Region], em: float, settings: SecondLookSettings
) -> tuple[PagePicture, list[Stretch]]:
    """The regions enlarged under one another on one sheet, and where each begins and ends on it, in points."""
    scale = page.image.height / page.height
    paper = paper_tone(np.asarray(page.image))
    crops, margin = [], settings.margin * em
    for region in regions:
        box, image = region.box, (page if region.words else rest).image
        sides = (box.x0 - margin, box.y0 - margin, box.x1 + margin, box.y1 + margin)
        crops.append(image.crop(tuple(round(side * scale) for side in sides)))  # type: ignore[arg-type]
    gap = round(settings.apart * em * scale)
    width, height = max(crop.width for crop in crops) + 2 * gap, sum(crop.height + gap for crop in crops) + gap
    sheet = Image.new("L", (width, height), paper)
    stretches: list[Stretch] = []
    top = gap
    for crop in crops:
        sheet.paste(crop, (gap, top))
        stretches.append((top / scale, (top + crop.height) / scale))
        top += crop.height + gap
    size = (round(sheet.width * settings.enlarged), round(sheet.height * settings.enlarged))
    return PagePicture(sheet.resize(size, Image.Resampling.LANCZOS), width / scale, height / scale), stretches


def _is_better(found: Sequence[Word], region: _Region, settings: SecondLookSettings) -> bool:
    """Whether no letters were lost, and the words are as sure on the mean and the worst of them surer."""
    letters, before = (sum(map(str.isalnum, "".join(word.text for word in words))) for words in (found, region.words))
    if not letters or not region.words:
        return letters > 0 and sureness(found) >= settings.legible
    if len(region.words) == 1 and region.words[0].text.isdigit():
        # Standing alone the same digits again, and surely: then they are what they were taken for.
        same = [word for word in found if word.text == region.words[0].text]
        return len(found) == len(same) == 1 and same[0].confidence >= settings.sure_figure
    doubt, doubt_before = (1 - min(word.confidence for word in words) for words in (found, region.words))
    if sum(len(word.text) for word in region.words) <= settings.cell_letters and 1 - doubt < settings.unsure:
        return False  # of so little nothing but what is legible helps
    is_surer = sureness(found) >= sureness(region.words) - settings.no_worse and doubt < doubt_before - settings.better
    return is_surer and letters >= settings.kept_letters * before


def _in_its_type(word: Word, before: Sequence[Word], *, keeps_figures: bool) -> Word:
    """A word that was read alike at first in the type that it had there: enlarged and among others that tells less."""
    assert word.box is not None
    is_kept = keeps_figures and any(map(str.isdigit, word.text))
    for own in before:
        if own.text == word.text and own.box and own.box.x0 < word.box.x1 and word.box.x0 < own.box.x1:
            sure = own.confidence if is_kept else max(own.confidence, word.confidence)
            return replace(word, size=own.size, is_heavy=own.is_heavy, confidence=sure)
    return word


def _figures(words: Sequence[Word]) -> Counter[str]:
    """The numbers in some words, and how often each stands there."""
    return Counter(number for word in words for number in NUMBER.findall(word.text))


def _moved(word: Word, to: Box, top: float, em: float, line: int, settings: SecondLookSettings) -> Word:
    """A word of the sheet back at its place on the page."""
    assert word.box is not None
    x, y = to.x0 - (settings.margin + settings.apart) * em, to.y0 - settings.margin * em - top
    box = Box(word.box.x0 + x, word.box.y0 + y, word.box.x1 + x, word.box.y1 + y)
    return replace(word, box=box, line=line + word.line)
