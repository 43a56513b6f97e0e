"""A number by itself may have a sign before it: a lone figure is cut out too narrowly for that, and is read again."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from PIL import Image

from ingest.picture.paddle_ocr import PaddleOcr
from ingest.picture.text_lines import TextLine
from schema.reading import Word

_FIGURES = re.compile(r"\d{1,2}")
_SIGNED = re.compile(r"[-–−+](\d{1,2})")


@dataclass(frozen=True, slots=True)
class LostSignSettings:
    """When a sign is believed; chosen on 43 numbers in frames."""

    before: float = 0.55
    """In heights of the figures: so far before them a sign begins."""
    around: float = 0.08
    """In heights of the figures: so much room is left on the other sides."""
    sure: float = 0.9
    """A sign read with less confidence makes the number unsure."""


def with_lost_signs(
    image: Image.Image,
    lines: Sequence[TextLine],
    read: Sequence[tuple[Word, ...]],
    languages: Sequence[str],
    paddle: PaddleOcr,
    settings: LostSignSettings = LostSignSettings(),
) -> tuple[list[TextLine], list[tuple[Word, ...]]]:
    """The lines of a card in colours, numbers with the signs that stand before them."""
    found, words = list(lines), list(read)
    alone = [at for at, own in enumerate(read) if len(own) == 1 and _FIGURES.fullmatch(own[0].text)]
    wider = [_with_room(lines[at], settings) for at in alone]
    for at, line, again in zip(alone, wider, paddle.read_found(image, wider, languages), strict=True):
        signed = _SIGNED.fullmatch("".join(word.text for word in again))
        if signed is None or signed[1] != words[at][0].text:
            continue
        if len(again) == 1 and again[0].confidence >= settings.sure:
            found[at], words[at] = line, again
        else:
            words[at] = (replace(words[at][0], confidence=min(word.confidence for word in again)),)
    return found, words


def _with_room(line: TextLine, settings: LostSignSettings) -> TextLine:
    """The place of an upright number with room for a sign before it."""
    box, high = line.box, line.box.height
    around, left = settings.around * high, max(0.0, box.x0 - settings.before * high)
    right, top, bottom = box.x1 + around, box.y0 - around, box.y1 + around
    return TextLine(np.array([(left, top), (right, top), (right, bottom), (left, bottom)], dtype=np.float32))
