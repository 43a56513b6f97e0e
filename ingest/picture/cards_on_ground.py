"""Whether figures that lie on something in a photo are cards: by their number, size and place, and what is written."""

from collections.abc import Sequence
from itertools import combinations
from statistics import median

import cv2
import numpy as np

from ingest.picture.images import PagePicture
from ingest.picture.lying_cards import Corners, LyingCardSettings, find_lying_cards
from ingest.picture.paddle_ocr import PaddleOcr, in_colours
from ingest.picture.text_lines import TextLine


def cards_on_ground(picture: PagePicture, settings: LyingCardSettings = LyingCardSettings()) -> list[Corners]:
    """The cards of a photo; none where it shows a page, or a card that fills it."""
    found = find_lying_cards(picture.colours or picture.image, settings)
    share = sum(float(cv2.contourArea(corners.astype(np.float32))) for corners in found)
    least, most = settings.one_share if len(found) == 1 else (settings.all_share, 1.0)
    is_frame = not _lies_askew(found[0], picture, settings.askew) if len(found) == 1 else False
    if is_frame and not _lies_within(found[0], settings.one_margin):
        return []
    if len(found) > 1 and any(float(np.ptp(card, axis=0).max()) > settings.most_of_side for card in found):
        return []
    if not settings.few_share <= share <= most:
        return []
    if (len(found) > 1 or share < least) and PaddleOcr.is_installed():
        seen = in_colours(picture, settings.pixels)
        lines = PaddleOcr().find(seen)
        found = _as_large_as_written_ones(found, lines, seen.size, settings.unwritten)
        outside = share_outside(lines, found, seen.size)
        is_enough = share >= least or _are_of_one_size(found, settings)
        may_be_outside = is_enough and not _touch(found, settings.touching)
        return found if lines and outside <= (settings.outside if may_be_outside else 0.0) else []
    return found if share >= least else []


def _touch(found: Sequence[Corners], near: float) -> bool:
    """Whether a whole side of one figure lies on one of another: panels of a card do, cards on a table hardly."""
    sides = [[np.stack([card[at], card[(at + 1) % 4]]) for at in range(4)] for card in found]
    return any(
        float(np.abs(a - b[::-1]).max(axis=1).max()) < near
        for one, other in combinations(sides, 2)
        for a in one
        for b in other
    )


def _as_large_as_written_ones(
    found: Sequence[Corners], lines: Sequence[TextLine], size: tuple[int, int], unlike: float
) -> list[Corners]:
    """The figures without those that nothing is written on and that differ in size from those with letters: stones."""
    held = [share_outside(lines, [card], size) < 1.0 for card in found]
    areas = [float(cv2.contourArea(card.astype(np.float32))) for card in found]
    written = [area for area, is_written in zip(areas, held, strict=True) if is_written]
    usual = median(written) if written else 0.0
    return [
        card
        for card, area, is_written in zip(found, areas, held, strict=True)
        if is_written or not written or usual / unlike < area < usual * unlike
    ]


def _are_of_one_size(found: Sequence[Corners], settings: LyingCardSettings) -> bool:
    """Whether so many figures are of one size that they are a deck laid out, however little of the photo they take."""
    areas = [float(cv2.contourArea(corners.astype(np.float32))) for corners in found]
    return len(found) >= settings.laid_out and max(areas) <= settings.one_size * min(areas)


def _lies_askew(corners: Corners, picture: PagePicture, degrees: float) -> bool:
    """Whether a figure is turned against the sides of its picture; the frame of a card that fills it is not."""
    sides = (np.roll(corners, -1, axis=0) - corners) * picture.image.size
    off = np.abs((np.degrees(np.arctan2(sides[:, 1], sides[:, 0])) + 45) % 90 - 45)
    return bool(off.min() > degrees)


def _lies_within(corners: Corners, margin: float) -> bool:
    return bool((corners >= margin).all() and (corners <= 1 - margin).all())


def share_outside(lines: Sequence[TextLine], found: Sequence[Corners], size: tuple[int, int]) -> float:
    """How much of the lines of a picture of that size stands beside figures in it."""
    beside = sum(line.width for line in lines_outside(lines, found, size))
    return beside / max(1.0, sum(line.width for line in lines))


def lines_outside(lines: Sequence[TextLine], found: Sequence[Corners], size: tuple[int, int]) -> list[TextLine]:
    """The lines of a picture of that size that stand beside figures in it."""
    inside = np.zeros((size[1], size[0]), np.uint8)
    for corners in found:
        cv2.fillConvexPoly(inside, np.round(corners * size).astype(np.int32), 1)
    reach = max(3, round(0.01 * max(size)))
    inside = np.asarray(cv2.dilate(inside, np.ones((reach, reach), np.uint8)))
    middles = [(line, (line.box.x0 + line.box.x1) / 2, line.box.middle) for line in lines]
    return [
        line for line, x, y in middles if not inside[min(size[1] - 1, max(0, int(y))), min(size[0] - 1, max(0, int(x)))]
    ]
