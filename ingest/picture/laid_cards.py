"""Photos of several cards: each is cut out, put straight and upright, read by itself and laid on a sheet."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import ceil, sqrt

import numpy as np

from ingest.picture.card_face import FIRST_LANGUAGE, Face, FaceSettings, try_face
from ingest.picture.images import PagePicture
from ingest.picture.letter_reader import LetterReader, sureness
from ingest.picture.letters import LettersRead
from ingest.picture.lying_cards import Corners
from ingest.picture.paddle_ocr import in_colours
from ingest.picture.straighten import seen_from_above
from schema.reading import Box, LaidCard, Word

GAP = 14.0
"""In points: between the cards of a sheet."""


@dataclass(frozen=True, slots=True)
class LaidSheet:
    """The cards of a photo on a sheet, with their words, in reading order of the photo."""

    read: LettersRead
    cards: tuple[Box, ...]
    laid: tuple[LaidCard, ...]


def read_laid_cards(
    picture: PagePicture,
    found: Sequence[Corners],
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None = None,
    settings: FaceSettings = FaceSettings(),
) -> LaidSheet:
    """The cards whose corners were found, in shares of the picture's sides."""
    image = in_colours(picture, max(picture.image.size))
    faces: list[Face] = []
    for corners in found:
        cut = seen_from_above(image, [(x * image.width, y * image.height) for x, y in corners.tolist()])
        face = try_face(cut, languages, reader, likely, settings)
        likely = likely or (face.told if sureness(face.words) >= settings.clear else None)
        faces.append(face)
    boxes = _places(faces)
    words: list[Word] = []
    for face, box in zip(faces, boxes, strict=True):
        first = words[-1].line + 1 if words else 0
        for word in face.words:
            if word.box is not None:
                moved = Box(word.box.x0 + box.x0, word.box.y0 + box.y0, word.box.x1 + box.x0, word.box.y1 + box.y0)
                words.append(replace(word, box=moved, line=first + word.line))
    language = likely or (faces[0].language if faces else FIRST_LANGUAGE)
    width, height = max(box.x1 for box in boxes) + GAP, max(box.y1 for box in boxes) + GAP
    read = LettersRead(tuple(words), language, round(sureness(words), 4), width, height)
    laid = (LaidCard(_shares(corners), face.quarters) for corners, face in zip(found, faces, strict=True))
    return LaidSheet(read, boxes, tuple(laid))


def _shares(corners: Corners) -> tuple[tuple[float, float], ...]:
    return tuple((float(x), float(y)) for x, y in np.clip(corners, 0.0, 1.0))


def _places(faces: Sequence[Face]) -> tuple[Box, ...]:
    """Where each card lies on the sheet: in rows of places that are all as large as the largest card."""
    across = ceil(sqrt(len(faces)))
    width, height = max(face.width for face in faces) + GAP, max(face.height for face in faces) + GAP
    boxes = []
    for number, face in enumerate(faces):
        left, top = GAP + (number % across) * width, GAP + (number // across) * height
        boxes.append(Box(left, top, left + face.width, top + face.height))
    return tuple(boxes)
