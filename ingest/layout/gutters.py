"""Find the gutters of a page: strips of white beside which lines begin exactly under one another."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from statistics import median

from schema.reading import Box


@dataclass(frozen=True, slots=True)
class GutterSettings:
    """What makes white a gutter; chosen by eye on the sample pages."""

    width: float = 0.5
    """In ems: the least width of a gutter."""
    wider_than_space: float = 1.25
    """And it is so much wider than the usual space between words, which monospaced type sets wide."""
    edge: float = 1.0
    """In points: how exactly the lines of a column begin under one another."""
    lines: int = 4
    """So many lines must begin at a gutter; spaces of loose lines fall together more seldom."""
    few_lines: int = 3
    """So many are enough at a wide gutter."""
    wide: float = 1.3
    """In ems: a gutter this wide is a wide one."""


def find_gutters(
    words: Sequence[Box], pairs: Sequence[tuple[int, int]], em: float, settings: GutterSettings = GutterSettings()
) -> list[Box]:
    """The gutters, given the boxes of all words and the pairs of neighbours in a line."""
    gaps = [Box(words[a].x1, words[a].y0, words[b].x0, words[a].y1) for a, b in pairs]
    followers = {b for _, b in pairs}
    starts = [Box(float("-inf"), box.y0, box.x0, box.y1) for i, box in enumerate(words) if i not in followers]
    width = max(settings.width * em, settings.wider_than_space * median([gap.width for gap in gaps] or [0.0]))
    found: list[Box] = []
    for group in _aligned([*starts, *(gap for gap in gaps if gap.width >= width)], settings):
        edge = min(gap.x1 for gap in group)
        x0 = edge - width
        inside = sorted((box.y0, box.y1) for box in words if box.x1 > x0 and box.x0 < edge - settings.edge / 2)
        for top, bottom in _white(inside):
            beside = [gap for gap in group if top <= gap.middle <= bottom]
            is_wide = min((gap.width for gap in beside), default=0.0) >= settings.wide * em
            if len(beside) >= (settings.few_lines if is_wide else settings.lines):
                found.append(Box(x0, top, edge, bottom))
    return found


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
    at = float("-inf")
    for top, bottom in inside:
        if top > at:
            yield at, top
        at = max(at, bottom)
    yield at, float("inf")
