"""Bullets that are drawn and not typed: dots that stand under one another, each right before a line."""

from bisect import bisect_left
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

from schema.reading import Box, Word

BULLET = "•"


@dataclass(frozen=True, slots=True)
class DrawnBulletSettings:
    """Which dots are bullets; chosen by eye on pages that browsers and word processors print."""

    before: float = 2.5
    """In heights of a line: how far before its line a bullet stands at most."""
    free: float = 1.0
    """In heights of a line: how much before the bullet is white."""
    largest: float = 0.8
    """In heights of a line: a larger dot is an icon."""
    fewest: int = 2
    """So many dots of one size under one another are those of a list; a single one may be a place on a map."""


def with_drawn_bullets(
    words: Sequence[Word], dots: Sequence[Box], settings: DrawnBulletSettings = DrawnBulletSettings()
) -> tuple[Word, ...]:
    """The words of a page, with a bullet as a word before each line that a dot of a list stands before."""
    placed = sorted((w for w in words if w.box is not None), key=lambda word: word.box.y0 if word.box else 0.0)
    alike: dict[tuple[int, int, int], list[tuple[Box, Word]]] = defaultdict(list)
    for dot in dots:
        if word := _behind(dot, placed, settings):
            alike[round(dot.x0), round(dot.width), round(dot.height)].append((dot, word))
    bullets = {
        id(word): Word(BULLET, word.line, Box(dot.x0, word.box.y0, dot.x1, word.box.y1), word.font, word.size)
        for pairs in alike.values()
        if len({id(word) for _, word in pairs}) >= settings.fewest
        for dot, word in pairs
        if word.box is not None
    }
    if not bullets:
        return tuple(words)
    return tuple(one for word in words for one in (bullets.get(id(word)), word) if one is not None)


def _behind(dot: Box, words: Sequence[Word], settings: DrawnBulletSettings) -> Word | None:
    """The first word of the line that a dot stands before, where nothing stands close before the dot."""
    level = [w for w in _level(dot, words) if w.box and dot.height <= settings.largest * w.box.height]
    right = [w for w in level if w.box and 0 <= w.box.x0 - dot.x1 <= settings.before * w.box.height]
    if not right:
        return None
    first = min(right, key=lambda w: w.box.x0 if w.box else 0.0)
    height = first.box.height if first.box else 0.0
    is_free = not any(w.box and w.box.x0 < dot.x1 and dot.x0 - w.box.x1 < settings.free * height for w in level)
    return first if is_free else None


def _level(dot: Box, words: Sequence[Word]) -> list[Word]:
    """The words beside a dot; those of a page are sorted by where they begin from above."""
    end = bisect_left(words, dot.middle, key=lambda word: word.box.y0 if word.box else 0.0)
    return [word for word in words[max(0, end - 200) : end] if word.box and word.box.y1 >= dot.middle]
