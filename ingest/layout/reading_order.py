"""Put the blocks of a page into the order in which a reader takes them."""

import heapq
from collections.abc import Sequence
from dataclasses import dataclass

from schema.reading import Box


@dataclass(frozen=True, slots=True)
class OrderSettings:
    """What parts and joins blocks for a reader; chosen by eye on the sample pages."""

    separators: int = 12
    """So many of the widest blocks may part what is above them from what is below."""
    sliver: float = 0.1
    """Share of the narrower block's width that two blocks may share and still stand side by side."""
    heading_overlap: float = 0.1
    """In heights of a heading: how far the lines above and below may reach into its height."""
    as_white: float = 0.8
    """Share of the white beneath a heading that the columns beside it leave too where it parts them."""
    column_width: float = 0.25
    """Share of the width of all that stands beneath a heading: a narrower block is a label and no column."""
    off_centre: float = 0.1
    """Share of the columns' width by which a centred heading may be off their middle."""
    most_blocks: int = 500
    """A page of more blocks is a map or litter and is taken line by line, because comparing all of them takes long."""


def in_reading_order(boxes: Sequence[Box], settings: OrderSettings = OrderSettings()) -> list[int]:
    """Positions of the boxes as a reader takes them: down a column, then the next, block by full-width block.

    Of two boxes over one another the upper goes first, of two side by side the left one, unless a box that
    spans both parts them (after Breuel, High performance document layout analysis, 2003).
    """
    count = len(boxes)
    if count > settings.most_blocks:
        return sorted(range(count), key=lambda i: (boxes[i].y0, boxes[i].x0))
    widest = sorted(range(count), key=lambda i: -boxes[i].width)[: settings.separators]
    after: list[list[int]] = [[] for _ in range(count)]
    waiting = [0] * count
    for a in range(count):
        for b in range(count):
            if a != b and _goes_before(boxes, a, b, widest, settings):
                after[a].append(b)
                waiting[b] += 1
    return _sorted_by(after, waiting, [(box.y0, box.x0) for box in boxes])


def _goes_before(boxes: Sequence[Box], a: int, b: int, widest: Sequence[int], settings: OrderSettings) -> bool:
    first, second = boxes[a], boxes[b]
    if stand_over(first, second, settings=settings):
        return (first.y0 + first.y1, first.x0, a) < (second.y0 + second.y1, second.x0, b)
    if first.x0 >= second.x0:
        return False
    parted = second.y0 < first.y0 and any(
        stand_over(boxes[c], first, settings=settings)
        and stand_over(boxes[c], second, settings=settings)
        and second.y0 < boxes[c].y0
        and boxes[c].y1 < first.y1
        and second.middle < boxes[c].middle < first.middle
        for c in widest
        if c not in (a, b)
    )
    return not parted


def _sorted_by(after: list[list[int]], waiting: list[int], corners: list[tuple[float, float]]) -> list[int]:
    """Topological order; where boxes contradict one another, the highest goes first."""
    ready = [(corners[i], i) for i, count in enumerate(waiting) if count == 0]
    heapq.heapify(ready)
    left = set(range(len(waiting)))
    order: list[int] = []
    while left:
        _, i = heapq.heappop(ready) if ready else min((corners[i], i) for i in left)
        if i not in left:
            continue
        left.remove(i)
        order.append(i)
        for j in after[i]:
            waiting[j] -= 1
            if waiting[j] == 0 and j in left:
                heapq.heappush(ready, (corners[j], j))
    return order


def spanning(
    boxes: Sequence[Box], are_headings: Sequence[bool], settings: OrderSettings = OrderSettings()
) -> list[Box]:
    """The boxes, those of headings widened over the columns that they part.

    A short heading over several columns covers only the first of them; it parts the others too where these have
    text above and below it and leave room beside it.
    """
    return [
        _widened(box, boxes, settings) if heading else box for box, heading in zip(boxes, are_headings, strict=True)
    ]


def _widened(box: Box, boxes: Sequence[Box], settings: OrderSettings) -> Box:
    reach = settings.heading_overlap * box.height
    beside = [other for other in boxes if other.y0 < box.y1 - reach and other.y1 > box.y0 + reach]
    left = max((other.x1 for other in beside if other.x1 <= box.x0), default=min(other.x0 for other in boxes))
    right = min((other.x0 for other in beside if other.x0 >= box.x1), default=max(other.x1 for other in boxes))
    parted = [other for other in boxes if left <= other.x0 and other.x1 <= right]
    below = [other for other in parted if other.y0 >= box.y1 - reach]
    above = [
        o for o in parted if o.y1 <= box.y0 + reach and any(stand_over(o, other, settings=settings) for other in below)
    ]
    if not _is_as_white(box, below, settings):
        return box
    x0, x1 = min([box.x0, *(other.x0 for other in above)]), max([box.x1, *(other.x1 for other in above)])
    is_centred = abs((box.x0 + box.x1) / 2 - (x0 + x1) / 2) <= settings.off_centre * (x1 - x0)
    # One that begins at a further column is a heading of that column, however much room there is before it.
    return Box(x0 if is_centred else box.x0, box.y0, x1, box.y1)


def _is_as_white(box: Box, below: Sequence[Box], settings: OrderSettings) -> bool:
    """Whether the columns beside a heading leave about as much white beneath it as its own column does.

    Else it only happens to stand beside the space between two paragraphs. Labels on a board are no columns.
    """
    own = [other for other in below if stand_over(box, other, settings=settings)]
    beside = [other for other in below if not stand_over(box, other, settings=settings)]
    if not own or not beside:
        return True
    nearest, other = (min(boxes, key=lambda other: other.y0) for boxes in (own, beside))
    whole = Box.around([box, *below])
    if min(nearest.width, other.width) < settings.column_width * whole.width:
        return True
    return other.y0 - box.y1 >= settings.as_white * (nearest.y0 - box.y1)


def stand_over(a: Box, b: Box, settings: OrderSettings = OrderSettings()) -> bool:
    """Whether one stands over the other: they share more than a sliver of their width."""
    return min(a.x1, b.x1) - max(a.x0, b.x0) > settings.sliver * min(a.width, b.width)
