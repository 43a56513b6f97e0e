"""Lift the shadows that fall on a page, hard or soft; dark boxes and pictures on it are left as they are."""

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray
from PIL import Image

from ingest.picture.pieces import Mask, pieces_of

Tones = NDArray[np.uint8]
Shares = NDArray[np.float32]


@dataclass(frozen=True, slots=True)
class ShadowSettings:
    """What is a shadow; measured on the rows of benchmarks/pages.py and the bars and boxes of the sample pages."""

    look_pixels: int = 600
    """Long side of the small picture in which the light is looked for."""
    type_kernel: int = 9
    """In pixels of that picture: dark type vanishes under a filter of this size."""
    light_kernel: int = 75
    """In pixels of that picture: lines and bars vanish under a median of this size, straight edges of a shadow stay."""
    paper: float = 90.0
    """Percentile of the light that is the light on bare paper."""
    shaded: float = 0.88
    """Share of the paper's light below which a place lies in shadow, or in a dark box."""
    dark_type: float = 2.0
    """In a shadow there is so much more dark type on lighter ground than light type on dark ground."""
    written: float = 0.6
    """In grey tones: the least mean contrast of type in a shadow; bare ground does not tell what it is."""
    strongest: float = 6.0
    """Nothing is made lighter by more than this."""
    worth: float = 1.06
    """Less unevenness than this does no harm."""


def without_shadow(image: Image.Image, settings: ShadowSettings = ShadowSettings()) -> Image.Image:
    """The picture with type in the shadow as light as the rest; the very same picture where there is no shadow."""
    scale = min(1.0, settings.look_pixels / max(image.size))
    size = (max(1, round(image.width * scale)), max(1, round(image.height * scale)))
    small = np.asarray(cv2.resize(np.asarray(image), size, interpolation=cv2.INTER_AREA), dtype=np.uint8)
    factors = _factors(small, settings)
    if float(factors.max()) < settings.worth:
        return image
    wide = cv2.resize(factors, image.size, interpolation=cv2.INTER_LINEAR)
    return Image.fromarray(np.asarray(cv2.multiply(np.asarray(image), wide, dtype=cv2.CV_8U), dtype=np.uint8))


def _factors(small: Tones, settings: ShadowSettings) -> Shares:
    """By how much each place must be made lighter."""
    kernel = np.ones((settings.type_kernel, settings.type_kernel), np.uint8)
    ground = cv2.morphologyEx(small, cv2.MORPH_CLOSE, kernel)
    light = np.asarray(cv2.medianBlur(ground, settings.light_kernel), dtype=np.float32)
    paper = float(np.percentile(light, settings.paper))
    dark: Mask = light < settings.shaded * paper
    if not dark.any():
        return np.ones_like(light)
    is_shadow = _shadows(small - light, dark, kernel, settings)
    if not is_shadow.any():
        return np.ones_like(light)
    factors = np.clip(paper / np.maximum(light, 1.0), 1.0, settings.strongest)
    factors[dark & ~is_shadow] = 1.0
    return factors.astype(np.float32)


def _shadows(off: Shares, dark: Mask, kernel: NDArray[np.uint8], settings: ShadowSettings) -> Mask:
    """The dark places in which dark type stands; ``off`` is by how much everything is lighter than its ground."""
    pieces = pieces_of(dark)
    # Not at its edge: there the light itself changes.
    inner = cv2.erode(dark.astype(np.uint8), kernel).astype(np.bool_)
    rooms = np.maximum(1, pieces.marked(inner))
    lighter = np.bincount(pieces.labels[inner], np.maximum(0.0, off[inner]), len(rooms) + 1)[1:] / rooms
    darker = np.bincount(pieces.labels[inner], np.maximum(0.0, -off[inner]), len(rooms) + 1)[1:] / rooms
    return pieces.chosen((darker >= settings.written) & (darker >= settings.dark_type * lighter))
