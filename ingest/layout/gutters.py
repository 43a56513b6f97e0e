"""Find the gutters of a page: strips of white beside which lines begin exactly under one another."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from statistics import median, mode

from schema.reading import Box


@dataclass(frozen=True, slots=True)
class GutterSettings:
    """What makes white a gutter; chosen by eye on the sample pages and on those of benchmarks/columns.py."""

    width: float = 0.3
    """In ems: the least width of a gutter."""
    white: float = 0.25
    """In ems: what of it must stay white all along; signs at the ends of lines may hang into the rest."""
    hang: float = 0.1
    """In ems: how far letters such as j may hang into it from its other side."""
    edge: float = 1.0
    """In points: how exactly the lines of a column begin under one another."""
    unlike_space: float = 0.04
    """In ems: how much a gap differs from the spaces of its line; those of a justified line are all alike."""
    lines: int = 4
    """So many lines must begin at a gutter; spaces of loose lines fall together more seldom."""
    few_lines: int = 3
    """So many are enough at a wide gutter."""
    wide: float = 0.9
    """In ems: a gutter this wide is a wide one."""


def find_gutters(
    words: Sequence[Box],
    pairs: Sequence[tuple[int, int]],
    unlike: Collection[tuple[int, int]],
    em: float,
    settings: GutterSettings = GutterSettings(),
) -> list[Box]:
    """The gutters, given the boxes of all words, the pairs of neighbours in a line and those that no space parts."""
    followers = {b for _, b in pairs}
    starts = [Box(-inf, box.y0, box.x0, box.y1) for i, box in enumerate(words) if i not in followers]
    found: list[Box] = []
    gaps = [Box(words[a].x1, words[a].y0, words[b].x0, words[a].y1) for a, b in unlike]
    for group in _aligned([*starts, *gaps], settings):
        edge = mode(round(gap.x1, 1) for gap in group)
        x0 = edge - settings.white * em
        inside = sorted((box.y0, box.y1) for box in words if box.x1 > x0 and box.x0 < edge - settings.hang * em)
        for top, bottom in _white(inside):
            beside = [gap.width for gap in group if top <= gap.middle <= bottom]
            widths = [width for width in beside if width < inf]
            is_wide = median(widths or [inf]) >= settings.wide * em
            if len(beside) >= (settings.few_lines if is_wide else settings.lines) and (is_wide or len(widths) > 1):
                found.append(Box(x0, top, edge, bottom))
    return found


def unlike_spaces(
    words: Sequence[Box], pairs: Sequence[tuple[int, int]], em: float, settings: GutterSettings = GutterSettings()
) -> set[tuple[int, int]]:
    """The pairs whose gap is no mere space: wider than one, and not as wide as the spaces at either side of it."""
    gaps = {pair: words[pair[1]].x0 - words[pair[0]].x1 for pair in pairs}
    after, before = {a: (a, b) for a, b in pairs}, {b: (a, b) for a, b in pairs}
    unlike = set()
    for (a, b), width in gaps.items():
        spaces = [gaps[pair] for pair in (before.get(a), after.get(b)) if pair is not None]
        if width >= settings.width * em and all(abs(width - space) > settings.unlike_space * em for space in spaces):
            unlike.add((a, b))
    return unlike


def _aligned(gaps: Sequence[Box], settings: GutterSettings) -> Iterator[list[Box]]:
    """Gaps that end at one place; a line's beginning is a gap without end to the left."""
    group: list[Box] = []
    for gap in sorted(gaps, key=lambda gap: gap.x1):
        if group and gap.x1 - group[0].x1 > 2 * settings.edge:
            yield group
            group = []
        group.append(gap)
    if group:
        yield group


def _white(inside: Sequence[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    """What the words inside a strip leave white of it, from the top of the page to its end."""
    at = -inf
    for top, bottom in inside:
        if top > at:
            yield at, top
        at = max(at, bottom)
    yield at, inf
