"""The size of type in each line of a picture, by how high its words stand, evened out among lines set alike."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import log

from ingest.picture.letter_height import height_in_ems
from ingest.picture.type_weight import PixelBox

LineKey = tuple[int, ...]
"""The numbers of a block, of a paragraph in it and of a line in that, as a reader of letters counts them."""
SizedWord = tuple[str, PixelBox, LineKey]


@dataclass(frozen=True, slots=True)
class LineSizeSettings:
    """How sizes are measured; chosen by eye on the sample pages."""

    parted: float = 1.5
    """Against the height of the words beside it: what a gap so wide parts is not of one line."""
    uneven: float = 1.12
    """How much the measured sizes of lines set alike may differ."""
    few_letters: int = 12
    """A line of fewer letters is measured less exactly."""
    uneven_if_few: float = 1.25
    """How much its size may differ."""


@dataclass(frozen=True, slots=True)
class _Stretch:
    """Words of a line that no wide gap parts: a reader of letters may see one line across two columns."""

    words: tuple[int, ...]
    left: int
    right: int
    letters: int
    size: float
    bare: float
    """Its size if its rectangle leaves out dots and marks, as that of a word alone in its line may."""

    def stands_over(self, other: "_Stretch") -> bool:
        return min(self.right, other.right) > max(self.left, other.left)


def line_sizes(words: Sequence[SizedWord], settings: LineSizeSettings = LineSizeSettings()) -> list[float]:
    """The size of type of each word, in pixels."""
    lines: dict[LineKey, list[int]] = {}
    for at, (_, _, line) in enumerate(words):
        lines.setdefault(line, []).append(at)
    paragraphs: dict[LineKey, list[_Stretch]] = {}
    for line, members in lines.items():
        paragraphs.setdefault(line[:2], []).extend(_stretches(words, members, settings))
    sizes = [0.0] * len(words)
    everywhere = [stretch for stretches in paragraphs.values() for stretch in stretches]
    for stretches in paragraphs.values():
        for stretch in stretches:
            size = _evened(stretch, [other for other in stretches if stretch.stands_over(other)], everywhere, settings)
            for at in stretch.words:
                sizes[at] = size
    return sizes


def _stretches(words: Sequence[SizedWord], line: Sequence[int], settings: LineSizeSettings) -> list[_Stretch]:
    runs = [[line[0]]]
    for before, after in pairwise(line):
        (left, _, width, height), (start, _, _, other) = words[before][1], words[after][1]
        if start - left - width > settings.parted * max(height, other):
            runs.append([])
        runs[-1].append(after)
    return [_measured(words, run) for run in runs]


def _measured(words: Sequence[SizedWord], run: Sequence[int]) -> _Stretch:
    """Dots and dashes tell no size, and figures are lower than letters in some type."""
    telling = [at for at in run if any(map(str.isalpha, words[at][0]))] or list(run)
    weighed = [(words[at][1][3] / height_in_ems(words[at][0]), len(words[at][0])) for at in telling]
    bare = [(words[at][1][3] / height_in_ems(words[at][0], with_marks=False), len(words[at][0])) for at in telling]
    boxes = [words[at][1] for at in run]
    left, right = min(box[0] for box in boxes), max(box[0] + box[2] for box in boxes)
    return _Stretch(tuple(run), left, right, sum(n for _, n in weighed), _median(weighed), _median(bare))


def _median(weighed: Sequence[tuple[float, int]]) -> float:
    """The size that half of the letters are not larger than."""
    left = sum(letters for _, letters in weighed) / 2
    for size, letters in sorted(weighed):
        left -= letters
        if left <= 0:
            return size
    return weighed[-1][0]


def _evened(
    stretch: _Stretch, beside: Sequence[_Stretch], everywhere: Sequence[_Stretch], settings: LineSizeSettings
) -> float:
    """Its size, or that of the lines over and under it in its paragraph where it hardly differs."""
    size, uneven = stretch.size, settings.uneven
    usual = _median([(other.size, other.letters) for other in beside])
    if stretch.letters < settings.few_letters:
        around = usual if len(beside) > 1 else _median([(other.size, other.letters) for other in everywhere])
        size = min(size, stretch.bare, key=lambda size: abs(log(size / around)))
        uneven = settings.uneven_if_few
    return usual if usual / uneven <= size <= usual * uneven else size
