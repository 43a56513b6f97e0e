"""Find cards that lie on cloth, wood or anything else, at any angle, told by their four straight edges on the ground.

Many quick looks at the picture each give four-sided figures; those count whose sides are edges all along, with the
ground beside them, and that are about as large as the others.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from statistics import median

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

Corners = NDArray[np.float64]
"""Four points from the top left one clockwise."""
Tones = NDArray[np.uint8]
Floats = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class LyingCardSettings:
    """What lies on a ground as a card does.

    Chosen on 23 photographs of one to nine cards, made from card faces on 16 pictures of cloth, wood and stone.
    """

    pixels: int = 800
    """Long side of the small picture in which cards are looked for."""
    grounds: int = 4
    """So many colours the ground has at most."""
    rim: float = 0.03
    """So far in from its edge a picture mostly shows the ground."""
    levels: tuple[float, ...] = (4.0, 7.0, 11.0, 16.0, 24.0, 34.0)
    """How far in colour, as the eye tells them apart, what lies on the ground may differ from it; each is tried."""
    edges: tuple[tuple[float, int], ...] = ((1.2, 40), (1.2, 90), (2.2, 30), (3.5, 20))
    """How much a look for edges is smoothed, and how steep an edge is at least."""
    close: tuple[int, ...] = (-9, -5, 1, 5)
    """In pixels: gaps of an outline that are closed, or bridges between cards that are cut; each is tried."""
    share: tuple[float, float] = (0.008, 0.92)
    """A card fills at least and at most so much of the picture."""
    four_sided: tuple[float, float] = (0.82, 1.08)
    """The area of a figure's hull against that of the figure between its corners; cards have round corners."""
    aspect: tuple[float, float] = (1.15, 1.95)
    """Longer side against the shorter one."""
    unlike_sides: float = 1.35
    """Opposite sides differ less than this in length, however steeply the picture was taken."""
    step: float = 7.0
    """In colour: an edge differs so much from one of its sides to the other."""
    lined: float = 0.72
    """So much of each side of a card is an edge."""
    well_lined: float = 0.85
    """So much of all its sides together."""
    plain: float = 0.97
    """Where so much of what is right beside a figure looks like the ground, its sides may be fainter: a dark frame on
    a grey ground."""
    on_plain_ground: tuple[float, float] = (0.6, 0.78)
    """So much of each side, and of all together, is an edge there."""
    beside: tuple[int, int] = (2, 5)
    """In pixels: from where to where the stripes on both sides of an edge reach."""
    on_ground: float = 0.6
    """So much of what is right beside a card looks like the ground."""
    reach: tuple[int, int] = (-9, 13)
    """In pixels: how far in and out of a figure the edge of its card is looked for."""
    repeated: float = 4.0
    """In pixels: figures whose corners are nearer to each other are the same."""
    same: float = 0.3
    """Figures that share so much of the smaller one are one card."""
    alike: float = 4.0
    """Cards of a picture differ less than this in area."""
    all_share: float = 0.15
    """So much of a photo its cards fill at least."""
    one_share: tuple[float, float] = (0.1, 0.8)
    """So much of a photo its only card fills at least and at most; the frame of a card that fills it has more."""
    few_share: float = 0.05
    """Where all that is written stands on them, they may fill so much less."""
    most_of_side: float = 0.85
    """One of several cards takes less than this of a side of the photo; art and text of a single card take more."""
    one_margin: float = 0.015
    """Of the picture's sides: so far from them the only card of a photo lies."""
    askew: float = 6.0
    """In degrees: a figure all of whose sides are turned by more against those of the picture is no frame of a card
    that fills it."""
    laid_out: int = 3
    """So many figures of one size are cards however small they are, if little is written beside them."""
    one_size: float = 2.2
    """The largest of them has less than so many times the area of the smallest; photos are taken at a slant."""
    unwritten: float = 2.0
    """A figure without letters differs by less than this in area from those with some: cards do, stones of a floor
    hardly."""
    touching: float = 0.06
    """Of the picture's sides: two figures whose corners are this near along a side are panels of one card, if anything
    is written beside them."""
    laid_with: tuple[int, float] = (6, 0.45)
    """A figure that so many others of one size take so much of is what they lie on. Chosen by eye on one photo of forty
    cards on a sheet."""
    outside: float = 0.3
    """Where more than this share of the lines stands beside the figures, it is a page with figures on it."""


@dataclass(frozen=True, slots=True)
class _Found:
    corners: Corners
    lined: float
    area: float


@dataclass(frozen=True, slots=True)
class _Look:
    """A small picture in colours as the eye tells them apart, and how far each place is from the ground."""

    colours: Floats
    off_ground: Floats
    usual: float
    """How far the ground is from itself."""


def find_lying_cards(image: Image.Image, settings: LyingCardSettings = LyingCardSettings()) -> list[Corners]:
    """The corners of each card in shares of the picture's sides, row by row."""
    factor = min(1.0, settings.pixels / max(image.size))
    size = (max(8, round(image.width * factor)), max(8, round(image.height * factor)))
    small = np.asarray(image.resize(size, Image.Resampling.BOX).convert("RGB"), dtype=np.uint8)
    look = _look(small, settings)
    figures = (_fitted(corners, look, settings) for corners in _different(_figures(look, settings), settings))
    found = [kept for corners in figures if (kept := _judged(corners, look, settings)) is not None]
    cards = _alike(_apart([one for one in found if not _is_laid_with(one, found, settings)], settings), settings)
    return _row_by_row([card.corners / np.array(size, dtype=np.float64) for card in cards])


def _look(small: Tones, settings: LyingCardSettings) -> _Look:
    # Of bytes, which is ten times as quick; they hold lightness from 0 to 255 and tints from 0 on.
    stored = cv2.cvtColor(small, cv2.COLOR_RGB2LAB).astype(np.float32)
    lab = stored * np.array([100 / 255, 1, 1], np.float32) - np.array([0, 128, 128], np.float32)
    colours: Floats = np.asarray(cv2.GaussianBlur(lab, (0, 0), 1.0), dtype=np.float32)
    coarse = np.asarray(cv2.GaussianBlur(lab, (0, 0), 2.5), dtype=np.float32)
    rim = max(2, round(settings.rim * min(small.shape[:2])))
    edge = np.concatenate(
        [coarse[:rim].reshape(-1, 3), coarse[-rim:].reshape(-1, 3), *(c.reshape(-1, 3) for c in _sides(coarse, rim))]
    )
    cv2.setRNGSeed(1)
    ends = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 0.5)
    empty = np.zeros((len(edge[::4]), 1), np.int32)
    _, of, middles = cv2.kmeans(edge[::4], settings.grounds, empty, ends, 2, cv2.KMEANS_PP_CENTERS)
    counts = np.bincount(of.ravel(), minlength=settings.grounds)
    middles = middles[counts >= len(of) / (4 * settings.grounds)]
    flat = coarse.reshape(-1, 3)
    squares = [np.einsum("ij,ij->i", flat - middle, flat - middle) for middle in middles]
    off = np.sqrt(np.min(squares, axis=0), dtype=np.float32).reshape(coarse.shape[:2])
    own = np.concatenate([off[:rim].ravel(), off[-rim:].ravel(), *(side.ravel() for side in _sides(off, rim))])
    return _Look(colours, off, float(np.percentile(own, 75)))


def _sides(of: Floats, rim: int) -> tuple[Floats, Floats]:
    return of[:, :rim], of[:, -rim:]


def _figures(look: _Look, settings: LyingCardSettings) -> Iterator[Corners]:
    """Four-sided figures of any look at the picture; what two looks show at one place is taken once."""
    seen: set[tuple[int, ...]] = set()
    for mask in _masks(look, settings):
        for gap in settings.close:
            how, size = (cv2.MORPH_CLOSE, gap) if gap > 0 else (cv2.MORPH_OPEN, -gap)
            closed = cv2.morphologyEx(mask, how, np.ones((size, size), np.uint8))
            contours, _ = cv2.findContours(closed, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
            for contour in contours:
                if len(contour) < 4:  # noise has thousands of those
                    continue
                around = cv2.boundingRect(contour)
                if around[2] * around[3] < settings.share[0] * mask.size:
                    continue
                place = (*(side // round(settings.repeated) for side in around), round(cv2.contourArea(contour) ** 0.5))
                if place in seen:
                    continue
                seen.add(place)
                corners = _corners(np.asarray(contour), mask.size, settings)
                if corners is not None:
                    yield corners


def _different(figures: Iterator[Corners], settings: LyingCardSettings) -> list[Corners]:
    kept: list[Corners] = []
    for corners in figures:
        if not kept or float(np.abs(np.array(kept) - corners).max(axis=(1, 2)).min()) > settings.repeated:
            kept.append(corners)
    return kept


def _masks(look: _Look, settings: LyingCardSettings) -> Iterator[Tones]:
    for level in settings.levels:
        yield (look.off_ground > level).astype(np.uint8)
    light = np.clip(look.colours[..., 0] * 2.55, 0, 255).astype(np.uint8)
    tints = [np.clip(look.colours[..., k] * 2 + 128, 0, 255).astype(np.uint8) for k in (1, 2)]
    tints = [tint for tint in tints if tint.min() != tint.max()]  # a grey picture has none
    for smooth, steep in settings.edges:
        seen = np.zeros(light.shape, np.uint8)
        for channel in (light, *tints):
            seen |= cv2.Canny(cv2.GaussianBlur(channel, (0, 0), smooth), steep / 2, steep).astype(np.uint8)
        yield np.asarray(cv2.dilate(seen, np.ones((3, 3), np.uint8)), dtype=np.uint8)


def _corners(contour: NDArray[np.int32], pixels: int, settings: LyingCardSettings) -> Corners | None:
    """The corners of a contour that is four-sided and shaped as a card, however it lies."""
    hull = cv2.convexHull(contour)
    area = float(cv2.contourArea(hull))
    if not settings.share[0] * pixels <= area <= settings.share[1] * pixels:
        return None
    corners = four_sides(np.asarray(hull, dtype=np.int32))
    if corners is None:
        return None
    between = float(cv2.contourArea(corners.astype(np.float32)))
    if between < 1 or not settings.four_sided[0] <= area / between <= settings.four_sided[1]:
        return None
    return corners if _is_card_shaped(corners, settings) else None


def four_sides(hull: NDArray[np.int32]) -> Corners | None:
    """The four corners between the four longest straight sides of a hull; round corners do not count."""
    points = hull.reshape(-1, 2).astype(np.float32)
    around = float(cv2.arcLength(points, True))
    simple = cv2.approxPolyDP(points, 0.012 * around, True).reshape(-1, 2).astype(np.float64)
    if len(simple) < 4:
        return None
    ends = np.roll(simple, -1, axis=0)
    longest = np.sort(np.argsort(-np.hypot(*(ends - simple).T))[:4])
    corners = []
    for one, other in zip(longest, np.roll(longest, -1), strict=True):
        meeting = _meeting(simple[one], ends[one], simple[other], ends[other])
        if meeting is None or np.hypot(*(meeting - ends[one])) > 0.1 * around:
            return None
        corners.append(meeting)
    return clockwise(np.array(corners))


def _meeting(a: Corners, b: Corners, c: Corners, d: Corners) -> Corners | None:
    """Where the line through a and b meets that through c and d."""
    u, v = b - a, d - c
    across = float(u[0] * v[1] - u[1] * v[0])
    if abs(across) < 0.3 * float(np.hypot(*u) * np.hypot(*v)):  # nearly the same way: no corner
        return None
    w = c - a
    met: Corners = a + u * float(w[0] * v[1] - w[1] * v[0]) / across
    return met


def clockwise(corners: Corners) -> Corners:
    """From the top left one on."""
    middle = corners.mean(axis=0)
    around = corners[np.argsort(np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0]))]
    return np.roll(around, -int(np.argmin(around.sum(axis=1))), axis=0)


def _is_card_shaped(corners: Corners, settings: LyingCardSettings) -> bool:
    a, b, c, d = np.hypot(*(np.roll(corners, -1, axis=0) - corners).T)
    if max(a, c) > settings.unlike_sides * min(a, c) or max(b, d) > settings.unlike_sides * min(b, d):
        return False
    short, long = sorted((a + c, b + d))
    return bool(settings.aspect[0] <= long / short <= settings.aspect[1])


def _fitted(corners: Corners, look: _Look, settings: LyingCardSettings) -> Corners:
    """The figure with each of its sides moved to where most of it is an edge beside the ground."""
    sides = []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        steps, off = _across(start, end, corners.mean(axis=0), look, settings)
        good = np.minimum(steps, 4 * settings.step) * (off < _ground_level(look, settings)) + (steps > settings.step)
        places = np.arange(good.shape[1])
        at = np.linspace(0.0, 1.0, len(good))[:, None, None]
        lines = np.round(places[:, None] * (1 - at) + places * at).astype(int)
        worth = np.take_along_axis(good, lines.reshape(len(good), -1), axis=1).mean(axis=0)
        one, other = divmod(int(np.argmax(worth)), len(places))
        out = _outward(start, end, corners.mean(axis=0))
        ends = start + (end - start) * np.array([[0.1], [0.9]])
        sides.append(ends + out * (np.array([[one], [other]]) + settings.reach[0]))
    met = [_meeting(*sides[k - 1], *sides[k]) for k in range(4)]
    return corners if any(corner is None for corner in met) else np.array(met)


def _judged(corners: Corners, look: _Look, settings: LyingCardSettings) -> _Found | None:
    """The figure with how well its sides are lined, where they are edges with the ground beside them."""
    if not _is_card_shaped(corners, settings):
        return None
    lined, ground = [], []
    for start, end in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        steps, off = _across(start, end, corners.mean(axis=0), look, settings)
        place = -settings.reach[0]
        lined.append(float((steps[:, place] > settings.step).mean()))
        ground.append(float((off[:, place] < _ground_level(look, settings)).mean()))
    whole, around = float(np.mean(lined)), float(np.mean(ground))
    least, mostly = settings.on_plain_ground if around >= settings.plain else (settings.lined, settings.well_lined)
    if min(lined) < least or whole < mostly or around < settings.on_ground:
        return None
    return _Found(corners, whole, float(cv2.contourArea(corners.astype(np.float32))))


def _ground_level(look: _Look, settings: LyingCardSettings) -> float:
    return max(settings.levels[1], 2.5 * look.usual)


def _outward(start: Corners, end: Corners, middle: Corners) -> Corners:
    """One pixel away from the figure, square to its side."""
    along = end - start
    out: Corners = np.array([along[1], -along[0]]) / max(1.0, float(np.hypot(*along)))
    return -out if float(out @ (middle - start)) > 0 else out


def _across(
    start: Corners, end: Corners, middle: Corners, look: _Look, settings: LyingCardSettings
) -> tuple[Floats, Floats]:
    """For places along a side, and each shift of it in and out: how the colour steps there, and how far from the ground
    it is right outside."""
    out = _outward(start, end, middle)
    at = np.linspace(0.1, 0.9, max(8, int(float(np.hypot(*(end - start))) / 4)))[:, None]
    points = start + (end - start) * at
    (first, last), (near, far) = settings.reach, settings.beside
    shifts = np.arange(first - far, last + far + 3)[None, :, None]
    height, width = look.off_ground.shape
    places = np.rint(points[:, None, :] + out * shifts).astype(np.intp)
    x = np.minimum(np.maximum(places[..., 0], 0), width - 1)
    y = np.minimum(np.maximum(places[..., 1], 0), height - 1)
    colours, off = look.colours[y, x], look.off_ground[y, x]
    wide = range(near, far + 1)
    count = last - first + 1
    inside = np.mean([colours[:, far - k : far - k + count] for k in wide], axis=0)
    outside = np.mean([colours[:, far + k : far + k + count] for k in wide], axis=0)
    steps: Floats = np.sqrt(((inside - outside) ** 2).sum(axis=2), dtype=np.float32)
    return steps, off[:, 2 * far + 2 : 2 * far + 2 + count]


def _apart(found: list[_Found], settings: LyingCardSettings) -> list[_Found]:
    """One figure for each card: of those in one place the outer one, if it is lined as well."""
    kept: list[_Found] = []
    for one in sorted(found, key=lambda one: -one.lined * one.area**0.5):
        if not any(_shared(one, other) > settings.same * min(one.area, other.area) for other in kept):
            kept.append(one)
    return kept


def _is_laid_with(one: _Found, found: list[_Found], settings: LyingCardSettings) -> bool:
    """Whether many figures of one size lie within a figure, with the ground beside each: it is a sheet or a tray."""
    count, share = settings.laid_with
    small = sorted((other for other in found if other.area * count <= one.area), key=lambda other: -other.lined)
    if len(small) < count:
        return False
    usual = median(other.area for other in small)
    kept: list[_Found] = []
    for other in small:
        is_usual = usual / settings.one_size**0.5 < other.area < usual * settings.one_size**0.5
        is_within = _shared(one, other) > (1 - settings.same) * other.area
        if is_usual and is_within and all(_shared(other, own) <= settings.same * usual for own in kept):
            kept.append(other)
    return len(kept) >= count and sum(other.area for other in kept) >= share * one.area


def _shared(one: _Found, other: _Found) -> float:
    area, _ = cv2.intersectConvexConvex(one.corners.astype(np.float32), other.corners.astype(np.float32))
    return float(area)


def _alike(found: list[_Found], settings: LyingCardSettings) -> list[_Found]:
    """Those about as large as most of them."""
    if not found:
        return []
    usual = median(one.area for one in found)
    return [one for one in found if usual / settings.alike <= one.area <= usual * settings.alike]


def _row_by_row(cards: list[Corners]) -> list[Corners]:
    if not cards:
        return []
    height = median(float(np.ptp(corners[:, 1])) for corners in cards)
    rows: list[list[Corners]] = []
    for corners in sorted(cards, key=lambda corners: float(corners[:, 1].mean())):
        if rows and float(corners[:, 1].mean() - rows[-1][0][:, 1].mean()) < height / 2:
            rows[-1].append(corners)
        else:
            rows.append([corners])
    return [corners for row in rows for corners in sorted(row, key=lambda corners: float(corners[:, 0].mean()))]
