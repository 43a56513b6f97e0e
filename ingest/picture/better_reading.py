"""Of two readings of a page take, region by region, what the reader of letters itself is surer of."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ingest.picture.images import PagePicture
from ingest.picture.letter_height import LetterHeightSettings
from ingest.picture.letter_reader import sureness
from schema.reading import Box, Word


@dataclass(frozen=True, slots=True)
class BetterReadingSettings:
    """When a reading is doubtful, and when another one is better.

    Measured with benchmarks/pages.py: clean pages lie well below the doubt, pages in shadow and blurred ones above.
    """

    unsure: float = 0.6
    """A word read with less confidence is doubtful."""
    doubtful: float = 0.06
    """Share of the letters in doubtful words from which on a page is read a second time."""
    unread: float = 0.03
    """Share of what looks like letters that lies in no word, from which on a page is read a second time."""
    worthless: float = 0.45
    """Letters read with this confidence are worth nothing, those with less speak against their reading."""
    better: float = 1.02
    """By so much the other reading of a region must be worth more."""
    overlap: float = 0.3
    """Lines are of one region where they share so much of the smaller one."""
    legible: float = 0.75
    """The least confidence of a line that the first reading did not see at all."""
    letter_height: LetterHeightSettings = LetterHeightSettings()


def is_doubtful(
    page: PagePicture, words: Sequence[Word], settings: BetterReadingSettings = BetterReadingSettings()
) -> bool:
    """Whether much of the reading is unsure, or much of what looks like letters was not read at all."""
    letters = [_letters([word]) for word in words]
    unsure = sum(n for n, word in zip(letters, words, strict=True) if word.confidence < settings.unsure)
    return unsure >= settings.doubtful * sum(letters) or unread_share(page, words, settings) >= settings.unread


def unread_share(
    page: PagePicture, words: Sequence[Word], settings: BetterReadingSettings = BetterReadingSettings()
) -> float:
    """Share of what looks like letters that lies in no word."""
    seen = page.letters(settings.letter_height).boxes
    if not len(seen):
        return 0.0
    scale = page.image.height / page.height
    read = np.zeros((page.image.height, page.image.width), np.bool_)
    for box in (word.box for word in words if word.box):
        read[int(box.y0 * scale) : int(box.y1 * scale) + 1, int(box.x0 * scale) : int(box.x1 * scale) + 1] = True
    widths = seen[:, 2] - seen[:, 0]
    is_read = read[(seen[:, 1] + seen[:, 3]) // 2, (seen[:, 0] + seen[:, 2]) // 2]
    return float(widths[~is_read].sum() / widths.sum())


def better_of(
    first: Sequence[Word], second: Sequence[Word], settings: BetterReadingSettings = BetterReadingSettings()
) -> tuple[Word, ...]:
    """The words of the first reading, in regions where the second is worth more those of the second."""
    lines = [*_lines(first), *_lines(second)]
    own = len(_lines(first))
    taken: list[Word] = []
    numbered = 0
    for region in _regions(lines, settings):
        ours = [word for at in region if at < own for word in lines[at]]
        theirs = [word for at in region if at >= own for word in lines[at]]
        chosen = [lines[at] for at in region if (at < own) != _is_better(theirs, ours, settings)]
        for line in chosen:
            taken += [replace(word, line=numbered) for word in line]
            numbered += 1
    return tuple(taken)


def _is_better(found: Sequence[Word], before: Sequence[Word], settings: BetterReadingSettings) -> bool:
    if not before:
        return sureness(found) >= settings.legible
    return _worth(found, settings) > settings.better * max(0.0, _worth(before, settings))


def _worth(words: Sequence[Word], settings: BetterReadingSettings) -> float:
    return sum(_letters([word]) * (word.confidence - settings.worthless) for word in words)


def _letters(words: Sequence[Word]) -> int:
    return sum(map(str.isalnum, "".join(word.text for word in words)))


def _lines(words: Sequence[Word]) -> list[list[Word]]:
    lines: dict[int, list[Word]] = {}
    for word in words:
        if word.box:
            lines.setdefault(word.line, []).append(word)
    return list(lines.values())


def _regions(lines: Sequence[Sequence[Word]], settings: BetterReadingSettings) -> list[list[int]]:
    """Lines of both readings that lie over each other, in the order of the first of each."""
    if not lines:
        return []
    boxes = [Box.around(word.box for word in line if word.box) for line in lines]
    x0, y0, x1, y1 = np.array([(box.x0, box.y0, box.x1, box.y1) for box in boxes]).T
    across = np.clip(np.minimum(x1[:, None], x1) - np.maximum(x0[:, None], x0), 0.0, None)
    down = np.clip(np.minimum(y1[:, None], y1) - np.maximum(y0[:, None], y0), 0.0, None)
    area = (x1 - x0) * (y1 - y0)
    is_one = across * down > settings.overlap * np.minimum(area[:, None], area)
    region = list(range(len(lines)))
    for i in range(len(lines)):
        near = {region[j] for j in np.flatnonzero(is_one[i])} | {region[i]}
        if len(near) > 1:
            region = [min(near) if own in near else own for own in region]
    found: dict[int, list[int]] = {}
    for at, own in enumerate(region):
        found.setdefault(own, []).append(at)
    return list(found.values())
