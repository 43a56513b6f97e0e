"""The rectangles that level and upright lines of a picture make, also where their corners are round."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schema.reading import Box


@dataclass(frozen=True, slots=True)
class FrameSettings:
    """How exactly lines must meet to be a frame; chosen on sample pages scanned at 200 dpi, half a degree askew."""

    level: float = 1.5
    """In points: pieces of one line differ by no more."""
    broken: float = 6.0
    """In points: a line may be broken by so much."""
    ends: float = 6.0
    """In points: the ends of the upper and the lower side differ by no more."""
    corner: float = 9.0
    """In points: how far a side may end from the next one, where corners are round."""
    side_share: float = 0.5
    """Share of the height that each upright side takes at least."""
    least_height: float = 45.0
    """In points: lines that are nearer make no frame; the short sides of small labels are often not seen as lines, and
    some labels of a board in frames, others not, are read in a worse order than none."""


def frames_of(
    rules: Sequence[Box], bars: Sequence[Box] = (), settings: FrameSettings = FrameSettings()
) -> tuple[Box, ...]:
    """The frames that the lines make; of lines one under another only neighbours, as those of a table do.

    A dark bar, on which the title of a card often stands, is the upper or the lower side of what it closes.
    """
    lines = _joined([rule for rule in rules if rule.width > rule.height], settings)
    level = sorted([*lines, *bars], key=lambda side: side.y0)
    upright = [rule for rule in rules if rule.height > rule.width]
    found: list[Box] = []
    for at, upper in enumerate(level):
        for lower in level[at + 1 :]:
            if max(abs(upper.x0 - lower.x0), abs(upper.x1 - lower.x1)) > settings.ends:
                continue
            frame = Box(min(upper.x0, lower.x0), upper.y0, max(upper.x1, lower.x1), lower.y1)
            is_closed = all(_has_side(x, frame, upright, settings) for x in (frame.x0, frame.x1))
            if frame.height >= settings.least_height and is_closed:
                found.append(frame)
            break
    return tuple(found)


def _joined(lines: Sequence[Box], settings: FrameSettings) -> Iterator[Box]:
    """Level lines, the pieces of a broken one as one."""
    left = sorted(lines, key=lambda line: line.x0)
    while left:
        line = left.pop(0)
        for other in [*left]:
            is_level = abs(other.middle - line.middle) <= settings.level
            if is_level and other.x0 - line.x1 <= settings.broken:
                line = Box(line.x0, min(line.y0, other.y0), max(line.x1, other.x1), max(line.y1, other.y1))
                left.remove(other)
        yield Box(line.x0, line.middle, line.x1, line.middle)


def _has_side(x: float, frame: Box, upright: Sequence[Box], settings: FrameSettings) -> bool:
    """Whether upright lines stand at this end of the frame along most of its height, and do not go on beyond it."""
    reach = settings.corner
    sides = [line for line in upright if abs((line.x0 + line.x1) / 2 - x) <= reach]
    sides = [line for line in sides if line.y0 >= frame.y0 - reach and line.y1 <= frame.y1 + reach]
    return sum(line.height for line in sides) >= settings.side_share * frame.height
