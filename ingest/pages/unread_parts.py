"""The parts of a PDF page that its text layer does not hold: scans under a typed header, pictures of text, outlines.

Only what the layer leaves is read off the picture, its words painted over, so that none is read twice.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from ingest.pages.text_layer import PageFrame
from ingest.picture.images import ImageSettings, PagePicture, render
from ingest.picture.letter_reader import LetterReader, sureness
from ingest.picture.letters import LetterSettings, read_letters
from ingest.picture.pieces import pieces_of
from ingest.picture.rows_of_letters import RowSettings, letters_in_rows
from ingest.picture.word_boxes import without_words
from schema.folding import fold
from schema.reading import Box, Word


@dataclass(frozen=True, slots=True)
class UnreadPartSettings:
    """Where letters are looked for beside the text layer, and what is taken of what is read there.

    Chosen on pages made for it: text as a picture, a scan under a typed header, photographs, drawings.
    """

    cell: float = 6.0
    """In points: how finely the page is parted to tell where pictures lie."""
    least_share: float = 0.03
    """Share of the page that pictures take together at least; smaller ones are icons and ornaments."""
    outline_parts: int = 600
    """Strokes of drawn shapes from which on letters may be drawn as outlines."""
    most_paths: int = 5000
    """A page with more shapes is a map, whose letters are read with difficulty and are no text."""
    look_dpi: int = 120
    """Pixels an inch at which rows of letters are looked for; small letters of 8 pt type are then six pixels high."""
    least_letters: int = 60
    """Letters in rows that a part must show to be read."""
    margin: float = 1.5
    """In points: by so much more than its box a word of the layer is painted over."""
    least_words: int = 15
    """Fewer words are labels of a drawing or cards in a picture, which say nothing for the page."""
    legible: float = 0.8
    """The least confidence of a part as a whole."""
    legible_line: float = 0.7
    """The least confidence of each of its lines."""
    same_place: float = 1.5
    """Against its height: a word that the layer has so near is the same one."""
    rows: RowSettings = RowSettings()
    images: ImageSettings = ImageSettings()


def unread_parts(
    page: pdfium.PdfPage, words: Sequence[Word], settings: UnreadPartSettings = UnreadPartSettings()
) -> tuple[Box, ...]:
    """Where pictures or outlines show rows of letters that the text layer does not have."""
    pictured = list(_pictured(page, settings))
    if not pictured:
        return ()
    picture = without_words(
        render(page, settings.look_dpi, settings.images, is_printed_alone=True), _wider(words, settings.margin)
    )
    points = picture.height / picture.image.height
    letters = letters_in_rows(picture.image, settings.rows) * points
    x, y = (letters[:, 0] + letters[:, 2]) / 2, (letters[:, 1] + letters[:, 3]) / 2
    found = []
    for box in pictured:
        inside = (box.x0 <= x) & (x <= box.x1) & (box.y0 <= y) & (y <= box.y1)
        if int(inside.sum()) >= settings.least_letters:
            found.append(box)
    return tuple(found)


def _pictured(page: pdfium.PdfPage, settings: UnreadPartSettings) -> Iterator[Box]:
    """Where pictures lie, those that touch taken together; the whole page where much is drawn."""
    width, height = page.get_size()
    frame = PageFrame.of(page)
    rows, columns = (max(1, round(side / settings.cell)) for side in (height, width))
    covered = np.zeros((rows, columns), np.bool_)
    strokes = paths = 0
    for found in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_IMAGE, pdfium_c.FPDF_PAGEOBJ_PATH], max_depth=3):
        if found.type == pdfium_c.FPDF_PAGEOBJ_PATH:
            paths += 1
            strokes += max(0, pdfium_c.FPDFPath_CountSegments(found))
            if paths > settings.most_paths:
                return
            continue
        box = frame.box(*_bounds(found))
        y0, y1 = (max(0, min(rows, round(side / settings.cell))) for side in (box.y0, box.y1))
        x0, x1 = (max(0, min(columns, round(side / settings.cell))) for side in (box.x0, box.x1))
        covered[y0:y1, x0:x1] = True
    if strokes >= settings.outline_parts:
        yield Box(0.0, 0.0, width, height)
    elif covered.mean() >= settings.least_share:
        for x0, y0, x1, y1 in pieces_of(covered).boxes * settings.cell:
            yield Box(float(x0), float(y0), float(min(x1, width)), float(min(y1, height)))


def _bounds(found: pdfium.PdfObject) -> tuple[float, float, float, float]:
    """Left, bottom, right and top as the page counts; those of an object inside a form are the form's own."""
    left, bottom, right, top = found.get_bounds()
    container = found.container
    while container is not None:
        corners = [container.get_matrix().on_point(x, y) for x in (left, right) for y in (bottom, top)]
        left, right = min(x for x, _ in corners), max(x for x, _ in corners)
        bottom, top = min(y for _, y in corners), max(y for _, y in corners)
        container = container.container
    return left, bottom, right, top


def _wider(words: Sequence[Word], by: float) -> list[Word]:
    boxes = ((word, word.box) for word in words if word.box)
    return [replace(word, box=Box(b.x0 - by, b.y0 - by, b.x1 + by, b.y1 + by)) for word, b in boxes]


def read_parts(
    picture: PagePicture,
    words: Sequence[Word],
    parts: Sequence[Box],
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None,
    letters: LetterSettings = LetterSettings(),
    settings: UnreadPartSettings = UnreadPartSettings(),
) -> tuple[Word, ...]:
    """What is read in these parts of the page beside the words that its layer has."""
    bare = without_words(picture, _wider(words, settings.margin))
    found: list[Word] = []
    line = 1 + max((word.line for word in words), default=-1)
    for part in parts:
        read = _read_part(bare, part, languages, reader, likely, letters, settings)
        fresh = [word for word in read if not _is_known(word, words, settings)]
        if len(fresh) >= settings.least_words and sureness(fresh) >= settings.legible:
            found += [replace(word, line=line + word.line) for word in fresh]
            line += 1 + max(word.line for word in fresh)
    return tuple(found)


def _read_part(
    bare: PagePicture,
    part: Box,
    languages: Sequence[str],
    reader: LetterReader,
    likely: str | None,
    letters: LetterSettings,
    settings: UnreadPartSettings,
) -> list[Word]:
    """The legible lines of a part, at their place on the page."""
    scale = bare.image.height / bare.height
    sides = (round(side * scale) for side in (part.x0, part.y0, part.x1, part.y1))
    cut = bare.image.crop(tuple(sides))  # type: ignore[arg-type]
    read = read_letters(PagePicture(cut, part.width, part.height), languages, reader, likely, letters)
    if read.quarters or not read.width:
        return []
    across, down = part.width / read.width, part.height / read.height
    lines: dict[int, list[Word]] = {}
    for word in read.words:
        if word.box:
            lines.setdefault(word.line, []).append(word)
    return [
        replace(word, box=_placed(word.box, part, across, down), size=word.size * down)
        for line in lines.values()
        if sureness(line) >= settings.legible_line
        for word in line
        if word.box
    ]


def _placed(box: Box, part: Box, across: float, down: float) -> Box:
    return Box(part.x0 + box.x0 * across, part.y0 + box.y0 * down, part.x0 + box.x1 * across, part.y0 + box.y1 * down)


def _is_known(word: Word, words: Sequence[Word], settings: UnreadPartSettings) -> bool:
    """Whether the layer has the word at the same place, or very near."""
    box = word.box
    assert box is not None
    reach = settings.same_place * box.height
    for other in words:
        if other.box is None:
            continue
        across = min(box.x1, other.box.x1) - max(box.x0, other.box.x0)
        down = min(box.y1, other.box.y1) - max(box.y0, other.box.y0)
        if across > 0.5 * box.width and down > 0.5 * box.height:
            return True
        if across > -reach and down > -reach and fold(other.text) == fold(word.text):
            return True
    return False
