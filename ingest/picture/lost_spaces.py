"""Part words that a reader of letters glued together, where the picture shows the space between them.

Digits with a space between them are no number: often one of them is an icon, so neither is believed.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import median

import numpy as np
from numpy.typing import NDArray

from ingest.languages.frequency import is_one_word
from ingest.picture.images import PagePicture
from ingest.picture.tones import tone_at
from schema.reading import Box, Word

WIDTHS = dict.fromkeys("iljI", 0.5) | dict.fromkeys("tfr", 0.7) | dict.fromkeys("mwMW", 1.6)
"""How wide letters are against usual small ones; other capitals are a quarter wider."""
CAPITAL = 1.25
LETTER_GAP = 0.05
"""In ems: what lies this near to the word before is its own last letter."""


@dataclass(frozen=True, slots=True)
class LostSpaceSettings:
    """When white within a word is a space; measured on the sample pages scanned at 200 dpi.

    There letters of a word stand up to 0.12 em apart and words from 0.15 em on, half of them more than 0.3.
    """

    ink: int = 60
    """In grey tones: how much darker than the paper of its box ink is."""
    dust: float = 0.06
    """Share of a word's height: columns with no more ink than that are specks between letters, or hairs of them."""
    least: float = 0.15
    """In ems: the narrowest space."""
    of_space: float = 0.5
    """Against the usual space of its line, or of the page where the line has none."""
    of_letters: float = 2.5
    """Against the usual white between the letters of the same word."""
    letters: int = 4
    """A word of fewer letters is not parted."""
    part: int = 2
    """No shorter part is cut off at either end: there a thin letter often stands apart from its own word."""
    clear: float = 0.35
    """In widths of a letter: by so much the place between two letters must fit the space better than the next."""
    near: float = 0.6
    """In widths of a letter: how far that place may lie from the space."""
    figures: float = 0.28
    """In ems: digits of one number stand up to 0.2 em apart; a digit and an icon taken for one from 0.32 on."""
    doubt: float = 0.5
    """The most confidence in digits that were taken for one number and are none: one of them may be an icon."""


def with_spaces(
    page: PagePicture,
    words: Sequence[Word],
    languages: Sequence[str] = (),
    settings: LostSpaceSettings = LostSpaceSettings(),
) -> tuple[Word, ...]:
    """The words, those that hold a space parted at it; what people write as one word in these languages is one."""
    tones = np.asarray(page.image)
    scale = page.image.height / page.height
    usual = _usual_spaces(words)
    parted: list[Word] = []
    before = (None, *words)
    for word, previous in zip(words, before, strict=False):
        is_figure, is_long = _is_figure(word.text), _is_long(word.text, settings)
        if word.box is None or not (is_figure or is_long):
            parted.append(word)
            continue
        em = _em(word) * scale
        least = em * max(settings.least, settings.of_space * usual.get(word.line, usual[None]))
        box = word.box
        if is_long and previous and previous.line == word.line and previous.box:
            box = _with_lost_letter(tones, word.text, box, previous.box, scale, em, settings)
        parts = _parted(tones, word, box, scale, settings.figures * em if is_figure else least, settings)
        if is_long and len(parts) > 1 and is_one_word([part.text for part in parts], languages):
            parts = [word]
        is_doubtful = is_figure and len(parts) > 1
        doubt = min(word.confidence, settings.doubt)
        parted += [replace(part, confidence=doubt) for part in parts] if is_doubtful else parts
    return tuple(parted)


def _with_lost_letter(
    tones: NDArray[np.uint8],
    text: str,
    box: Box,
    previous: Box,
    scale: float,
    em: float,
    settings: LostSpaceSettings,
) -> Box:
    """The box with what lies between it and the word before, where that is just the one letter that it lacks."""
    wider = Box(previous.x1 + LETTER_GAP * em / scale, box.y0, box.x1, box.y1)
    if not 0 < box.x0 - wider.x0 < em / scale:
        return box
    pieces = [len(np.flatnonzero(np.diff(_inked(tones, one, scale, settings)) > 1)) + 1 for one in (box, wider)]
    return wider if pieces == [len(text) - 1, len(text)] else box


def _inked(tones: NDArray[np.uint8], box: Box, scale: float, settings: LostSpaceSettings) -> NDArray[np.intp]:
    """The columns of a box in which there is more ink than a speck."""
    x0, y0, x1, y1 = (round(side * scale) for side in (box.x0, box.y0, box.x1, box.y1))
    part = tones[y0:y1, x0:x1]
    if not part.size:
        return np.zeros(0, np.intp)
    ink = part < tone_at(part, 0.8) - settings.ink
    return np.flatnonzero(ink.sum(axis=0) > settings.dust * (y1 - y0))


def _is_long(text: str, settings: LostSpaceSettings) -> bool:
    return len(text) >= settings.letters and text.isalpha()


def _is_figure(text: str) -> bool:
    """Whether it is taken for a number of several digits, or for one with a sign."""
    return len(text) > 1 and any(map(str.isdigit, text)) and not any(map(str.isalpha, text))


def _usual_spaces(words: Sequence[Word]) -> dict[int | None, float]:
    """The usual white between words in ems, for each line of several and under None for the page."""
    gaps: dict[int, list[float]] = {}
    for left, right in pairwise(words):
        if left.line == right.line and left.box and right.box and right.box.x0 > left.box.x1:
            gaps.setdefault(left.line, []).append((right.box.x0 - left.box.x1) / _em(left))
    every = median([gap for line in gaps.values() for gap in line]) if gaps else 0.0
    # White between the columns of a table is no space.
    lines = {line: median(own) for line, own in gaps.items()}
    return {None: every} | {line: own for line, own in lines.items() if own < 2 * every}


def _em(word: Word) -> float:
    return max(word.size, word.box.height if word.box else 0.0)


def _parted(
    tones: NDArray[np.uint8], word: Word, box: Box, scale: float, least: float, settings: LostSpaceSettings
) -> list[Word]:
    inked = _inked(tones, box, scale, settings)
    if not len(inked):
        return [word]
    gaps = np.diff(inked) - 1
    white = np.flatnonzero(gaps > 0)
    usual = float(np.median(gaps[white])) if len(white) > 1 else 0.0
    is_long = _is_long(word.text, settings)
    spaces = [at for at in white if gaps[at] >= max(least, settings.of_letters * usual * is_long)]
    if not spaces or (is_long and len(white) - len(spaces) < len(spaces)):
        return [word]
    places = _letters_before(word.text, inked, gaps, spaces, settings)
    if None in places or len(set(places)) < len(places):
        return [word if is_long else replace(word, confidence=min(word.confidence, settings.doubt))]
    cuts = [0, *(place for place in places if place is not None), len(word.text)]
    if is_long and min(cuts[1], cuts[-1] - cuts[-2]) < settings.part:
        return [word]
    sides = [inked[0], *(side for at in spaces for side in (inked[at] + 1, inked[at + 1])), inked[-1] + 1]
    parts: list[Word] = []
    for number, (first, last) in enumerate(pairwise(cuts)):
        left, right = (box.x0 + float(sides[2 * number + side]) / scale for side in (0, 1))
        parts.append(replace(word, text=word.text[first:last], box=Box(left, box.y0, right, box.y1)))
    return parts


def _letters_before(
    text: str, inked: NDArray[np.intp], gaps: NDArray[np.intp], spaces: Sequence[np.intp], settings: LostSpaceSettings
) -> list[int | None]:
    """How many letters stand before each space, by the widths of letters; None where two numbers are as likely."""
    widths = np.array([WIDTHS.get(letter, CAPITAL if letter.isupper() else 1.0) for letter in text])
    edges = np.cumsum(widths)[:-1]
    white = np.flatnonzero(gaps > 0)
    extent = inked[-1] + 1 - inked[0] - sum(gaps[at] for at in spaces)
    places: list[int | None] = []
    for number, at in enumerate(spaces):
        if len(white) + 1 == len(text):  # every letter stands by itself
            places.append(int(np.searchsorted(white, at)) + 1)
            continue
        before = inked[at] + 1 - inked[0] - sum(gaps[other] for other in spaces[:number])
        off = np.abs(edges - before / extent * widths.sum())
        order = np.argsort(off)
        is_clear = len(order) < 2 or off[order[1]] - off[order[0]] >= settings.clear
        places.append(int(order[0]) + 1 if off[order[0]] <= settings.near and is_clear else None)
    return places
