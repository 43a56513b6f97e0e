"""Find the outline of a card that lies on something, whatever that is; a card that fills its picture has none."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

Outline = tuple[tuple[float, float], ...]
"""Four corners from the top left one clockwise, as shares of the picture's width and height; empty for none."""
Tones = NDArray[np.uint8]


@dataclass(frozen=True, slots=True)
class OutlineSettings:
    """What lies on a ground as a card does; chosen by eye on photographs and on scans of cards."""

    pixels: int = 520
    """Long side of the small picture in which outlines are looked for."""
    smooth: int = 7
    """In pixels: threads of cloth and grain of wood are finer."""
    off_ground: float = 3.0
    """In deviations of the ground's own tones: how far what lies on it differs from it."""
    least_off: float = 10.0
    """In grey tones: the least that it differs on an even ground."""
    share: tuple[float, float] = (0.12, 0.90)
    """A card fills at least and at most so much of the picture."""
    rim: float = 0.005
    """Of the picture's sides: nearer to them no card ends that lies on something, for its ground is all around it."""
    four_sided: tuple[float, float] = (0.88, 1.08)
    """The area of a card against that of the figure between its corners."""
    aspect: tuple[float, float] = (1.15, 1.95)
    """Longer side against the shorter one."""
    fits: int = 4
    """How often the ground is fitted anew without what lies off it."""
    steeper: float = 2.0
    """Against the ground: how much more steeply tones change at the edge of what lies on it."""
    clear: float = 0.85
    """So much of the picture's edge shows the ground: a card's own frame has art or print at its edge."""
    even: float = 26.0
    """In grey tones: a ground whose tones vary more is art."""


def find_outline(image: Image.Image, settings: OutlineSettings = OutlineSettings()) -> Outline:
    """The corners of the one card that lies in the picture."""
    factor = min(1.0, settings.pixels / max(image.size))
    size = (max(8, round(image.width * factor)), max(8, round(image.height * factor)))
    small = np.asarray(image.resize(size, Image.Resampling.BOX), dtype=np.uint8)
    found = [corners for corners in card_corners(small, settings) if _fills(corners, small, settings)]
    if len(found) != 1:
        return ()
    return tuple((float(x) / size[0], float(y) / size[1]) for x, y in found[0])


def card_corners(small: Tones, settings: OutlineSettings = OutlineSettings()) -> list[NDArray[np.float64]]:
    """The corners of all card-shaped things that lie on the ground; the ground is what the picture's edge shows."""
    smooth = cv2.GaussianBlur(small, (0, 0), settings.smooth / 2.0).astype(np.float64)
    off_ground = np.abs(smooth - _ground(smooth, settings))
    edge = np.concatenate([off_ground[0], off_ground[-1], off_ground[:, 0], off_ground[:, -1]])
    spread = float(np.median(edge)) * 1.4826
    if spread > settings.even:
        return []
    off = max(settings.least_off, settings.off_ground * spread)
    if float((edge < off).mean()) < settings.clear:
        return []
    # A card whose tone is that of the ground in places still has an edge there.
    steep = cv2.magnitude(cv2.Sobel(smooth, cv2.CV_64F, 1, 0), cv2.Sobel(smooth, cv2.CV_64F, 0, 1))
    on_edge = np.concatenate([steep[1], steep[-2], steep[:, 1], steep[:, -2]])
    is_steep = steep > settings.steeper * max(1.0, float(np.percentile(on_edge, 90)))
    lying = ((off_ground >= off) | is_steep).astype(np.uint8)
    lying = np.asarray(cv2.morphologyEx(lying, cv2.MORPH_CLOSE, np.ones((settings.smooth, settings.smooth), np.uint8)))
    contours, _ = cv2.findContours(lying, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    corners = (_corners(np.asarray(contour), settings) for contour in contours)
    return [found for found in corners if found is not None]


def _ground(smooth: NDArray[np.float64], settings: OutlineSettings) -> NDArray[np.float64]:
    """The tones of the ground, lit from one side: a plane through what the picture's edge shows."""
    height, width = smooth.shape
    y, x = np.mgrid[0:height, 0:width]
    terms = np.stack([np.ones(smooth.size), x.ravel() / width, y.ravel() / height], axis=1)
    is_edge = np.zeros(smooth.shape, dtype=np.bool_)
    is_edge[[0, -1], :] = is_edge[:, [0, -1]] = True
    at, tones = terms[is_edge.ravel()], smooth[is_edge]
    plane = np.array([np.median(tones), 0.0, 0.0])
    kept = np.ones(len(tones), dtype=np.bool_)
    for _ in range(settings.fits):
        plane = np.linalg.lstsq(at[kept], tones[kept], rcond=None)[0]
        away = np.abs(tones - at @ plane)
        kept = away <= max(1.0, settings.off_ground * float(np.median(away)))
    ground: NDArray[np.float64] = (terms @ plane).reshape(smooth.shape)
    return ground


def _corners(contour: NDArray[np.int32], settings: OutlineSettings) -> NDArray[np.float64] | None:
    hull = cv2.convexHull(contour)
    sides = np.asarray(cv2.boxPoints(cv2.minAreaRect(hull)), dtype=np.float64)
    points = hull.reshape(-1, 2).astype(np.float64)
    # A card seen at an angle is no rectangle: the hull's points nearest to the corners of one around it are its own.
    corners = np.array([points[np.argmin(np.hypot(*(points - corner).T))] for corner in sides])
    area = abs(float(cv2.contourArea(corners.astype(np.float32))))
    if area < 1 or not settings.four_sided[0] <= float(cv2.contourArea(contour)) / area <= settings.four_sided[1]:
        return None
    width, height = (float(np.hypot(*(corners[k] - corners[k + 1]))) for k in (0, 1))
    if not settings.aspect[0] <= max(width, height) / max(1.0, min(width, height)) <= settings.aspect[1]:
        return None
    return _clockwise(corners)


def _clockwise(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """From the top left one on."""
    middle = corners.mean(axis=0)
    around = corners[np.argsort(np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0]))]
    return np.roll(around, -int(np.argmin(around.sum(axis=1))), axis=0)


def _fills(corners: NDArray[np.float64], small: Tones, settings: OutlineSettings) -> bool:
    sides = np.array(small.shape[::-1])
    if not ((corners >= settings.rim * sides).all() and (corners <= (1 - settings.rim) * sides).all()):
        return False
    share = abs(float(cv2.contourArea(corners.astype(np.float32)))) / small.size
    return settings.share[0] <= share <= settings.share[1]
