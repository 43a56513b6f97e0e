"""Read the rows of tables again with their cells moved together: signs that stand alone are hard to read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from statistics import fmean, median

import numpy as np
from PIL import Image

from ingest.picture.images import POINTS_PER_INCH, PagePicture
from ingest.picture.letter_reader import ReadSheet
from ingest.picture.line_art import ink_pieces
from schema.reading import Box, Word

WIDE = 1.2
"""In ems: words this far apart stand in different cells."""
ROW_WORDS = 12
PITCH = 2.4
"""In ems: lines nearer than this are rows of one table."""
UNSURE, SURE = 0.6, 0.6
BETTER, NO_WORSE = 0.1, 0.03
"""By so much the doubt about the worst word must shrink, and no more may be lost on the mean."""
HEIGHT, MOST_WIDTH = (0.4, 1.6), 6.0
"""In ems: height and most width of a sign that was overlooked."""
JOINED, SPACE = 0.2, 1.0
"""In ems: what stands closer is one piece; the space to which wider gaps are closed."""
SPECK = 0.2
"""In ems: what is smaller and stands alone is dirt."""
MARGIN, APART = 0.35, 1.5
"""In ems: white kept above and below a row, and between rows on the sheet."""
ENLARGED = 1.6
MOST_ROWS = 40
RUN = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class _Row:
    """A line with what was read in it, and the pieces of ink of which it consists, in points."""

    words: tuple[Word, ...]
    pieces: tuple[Box, ...]


@dataclass(frozen=True, slots=True)
class _Laid:
    """A row on the sheet: where it begins, and where each of its pieces does."""

    top: float
    bottom: float
    starts: tuple[float, ...]


def read_spread_rows(page: PagePicture, words: Sequence[Word], read: ReadSheet) -> tuple[Word, ...]:
    """The words of the page, those of badly read rows of cells replaced."""
    sizes = [word.size for word in words if word.size and len(word.text) > 1]
    if not sizes:
        return tuple(words)
    em = median(sizes)
    rows = [row for row in _rows(page, words, em) if _is_doubtful(row, em)]
    if not rows or len(rows) > MOST_ROWS:
        return tuple(words)
    sheet, laid_rows = _sheet_of(page, rows, em)
    again = [word for word in read(sheet) if word.box]
    replaced: set[int] = set()
    added: list[Word] = []
    for row, laid in zip(rows, laid_rows, strict=True):
        found = [_moved_back(word, row, laid) for word in again if laid.top <= _middle(word) <= laid.bottom]
        if _is_better(found, row):
            replaced |= {id(word) for word in row.words}
            added += found
    return (*(word for word in words if id(word) not in replaced), *added)


def _rows(page: PagePicture, words: Sequence[Word], em: float) -> Iterator[_Row]:
    """Lines with wide gaps, and those next to one, which may have lost what stood beyond a gap."""
    lines: dict[int, list[Word]] = {}
    for word in words:
        if word.box:
            lines.setdefault(word.line, []).append(word)
    boxes = {number: _around(line) for number, line in lines.items()}
    spread = [boxes[number] for number, line in lines.items() if len(line) <= ROW_WORDS and _has_gap(line, em)]
    for number, line in lines.items():
        near = [box for box in spread if _is_near(box, boxes[number], em)]
        if near and len(line) <= ROW_WORDS:
            x0, x1 = min(box.x0 for box in near), max(box.x1 for box in near)
            band = Box(min(x0, boxes[number].x0), boxes[number].y0, max(x1, boxes[number].x1), boxes[number].y1)
            inside = tuple(word for other in lines.values() for word in other if _is_within(word, band))
            if {word.line for word in inside} == {number}:
                yield _Row(inside, tuple(_pieces(page, band, em)))


def _has_gap(line: Sequence[Word], em: float) -> bool:
    boxes = sorted((word.box for word in line if word.box), key=lambda box: box.x0)
    return any(after.x0 - before.x1 > WIDE * em for before, after in pairwise(boxes))


def _is_near(row: Box, line: Box, em: float) -> bool:
    return abs(row.y1 - line.y1) <= PITCH * em and row.x0 < line.x1 and line.x0 < row.x1


def _pieces(page: PagePicture, band: Box, em: float) -> Iterator[Box]:
    """The pieces of ink in a band of the page, from left to right."""
    scale = page.image.height / page.height
    left, top = band.x0 - em / 2, band.y0 - MARGIN * em
    sides = (left, top, band.x1 + em / 2, band.y1 + MARGIN * em)
    crop = page.image.crop(tuple(round(side * scale) for side in sides))  # type: ignore[arg-type]
    columns: list[Box] = []
    for x0, y0, x1, y1, _ in sorted(ink_pieces(crop, scale * POINTS_PER_INCH, JOINED * em / POINTS_PER_INCH)):
        piece = Box(left + x0 / scale, top + y0 / scale, left + x1 / scale, top + y1 / scale)
        if min(piece.y1, band.y1) <= max(piece.y0, band.y0):
            continue
        # Marks over letters are pieces of their own.
        if columns and piece.x0 <= columns[-1].x1 + JOINED * em:
            piece = _joined([columns.pop(), piece])
        columns.append(piece)
    yield from (piece for piece in columns if max(piece.x1 - piece.x0, piece.y1 - piece.y0) >= SPECK * em)


def _is_doubtful(row: _Row, em: float) -> bool:
    """Whether a word is unsure, or a sign as high as type was not read."""
    if any(word.confidence < UNSURE for word in row.words):
        return True
    return any(
        HEIGHT[0] <= (piece.y1 - piece.y0) / em <= HEIGHT[1]
        and (piece.x1 - piece.x0) / em <= MOST_WIDTH
        and not any(_share(word, piece) for word in row.words)
        for piece in row.pieces
    )


def _sheet_of(page: PagePicture, rows: Sequence[_Row], em: float) -> tuple[PagePicture, list[_Laid]]:
    """The rows under one another on one sheet, their wide gaps closed, and where each stands on it, in points."""
    scale = page.image.height / page.height
    paper = int(np.median(np.asarray(page.image)))
    laid_rows: list[_Laid] = []
    top, width = APART * em, 0.0
    for row in rows:
        starts, bottom = _starts(row, em), top + _height(row) + 2 * MARGIN * em
        laid_rows.append(_Laid(top, bottom, starts))
        top, width = bottom + APART * em, max(width, starts[-1] + row.pieces[-1].x1 - row.pieces[-1].x0)
    width += APART * em
    sheet = Image.new("L", (round(width * scale), round(top * scale)), paper)
    for row, laid in zip(rows, laid_rows, strict=True):
        line = _around(row.words)
        for piece, start in zip(row.pieces, laid.starts, strict=True):
            edge = JOINED * em / 2
            sides = (piece.x0 - edge, line.y0 - MARGIN * em, piece.x1 + edge, line.y1 + MARGIN * em)
            crop = page.image.crop(tuple(round(side * scale) for side in sides))  # type: ignore[arg-type]
            sheet.paste(crop, (round((start - edge) * scale), round(laid.top * scale)))
    size = (round(sheet.width * ENLARGED), round(sheet.height * ENLARGED))
    return PagePicture(sheet.resize(size, Image.Resampling.LANCZOS), width, top), laid_rows


def _starts(row: _Row, em: float) -> tuple[float, ...]:
    """Where each piece begins on the sheet."""
    starts, right, end = [], APART * em, row.pieces[0].x0
    for piece in row.pieces:
        start = right + min(max(piece.x0 - end, 0.0), SPACE * em)
        starts.append(start)
        right, end = max(right, start + piece.x1 - piece.x0), max(end, piece.x1)
    return tuple(starts)


def _height(row: _Row) -> float:
    line = _around(row.words)
    return line.y1 - line.y0


def _moved_back(word: Word, row: _Row, laid: _Laid) -> Word:
    """A word of the sheet at its place on the page, in its row's line."""
    assert word.box is not None
    x0, x1 = (_on_page(x, row, laid) for x in (word.box.x0, word.box.x1))
    margin = (laid.bottom - laid.top - _height(row)) / 2
    down = _around(row.words).y0 - laid.top - margin
    return replace(word, box=Box(x0, word.box.y0 + down, x1, word.box.y1 + down), line=row.words[0].line)


def _on_page(x: float, row: _Row, laid: _Laid) -> float:
    at = max((i for i, start in enumerate(laid.starts) if start <= x + 1), default=0)
    return min(row.pieces[at].x0 + max(0.0, x - laid.starts[at]), row.pieces[at].x1)


def _is_better(found: Sequence[Word], row: _Row) -> bool:
    """Whether no piece lost its word, and doubts shrank or a sure word stands where none was."""
    if not found:
        return False
    is_kept = all(any(_share(w, piece) for w in found) for piece in _read_pieces(row.words, row))
    is_more = len(_read_pieces(found, row)) > len(_read_pieces(row.words, row))
    known, told = _told(row.words), _told(found)
    if not is_kept or not told:
        return False
    if is_more and _runs(told) == _runs(known):
        return True
    if any(len(_read_pieces([word], row)) > len(_runs([word])) for word in told):
        return False  # words run together
    if known and _sureness(told) < _sureness(known) - NO_WORSE:
        return False
    worst = min(word.confidence for word in told)
    is_surer = worst > min((word.confidence for word in known), default=0.0) + BETTER
    return worst >= SURE and (is_surer or is_more)


def _runs(words: Sequence[Word]) -> list[str]:
    """The words and figures without the signs between them, from left to right."""
    ordered = sorted(words, key=lambda word: word.box.x0 if word.box else 0.0)
    return [run for word in ordered for run in RUN.findall(word.text)]


def _told(words: Sequence[Word]) -> list[Word]:
    """The words with letters or figures: of a sign in a cell of its own a reader of letters is never sure."""
    return [word for word in words if any(map(str.isalnum, word.text))]


def _read_pieces(words: Sequence[Word], row: _Row) -> list[Box]:
    return [piece for piece in row.pieces if any(_share(word, piece) for word in words)]


def _sureness(words: Sequence[Word]) -> float:
    return fmean([word.confidence for word in words], weights=[len(word.text) for word in words])


def _share(word: Word, piece: Box) -> bool:
    return word.box is not None and min(word.box.x1, piece.x1) > max(word.box.x0, piece.x0)


def _middle(word: Word) -> float:
    return (word.box.y0 + word.box.y1) / 2 if word.box else -1.0


def _is_within(word: Word, band: Box) -> bool:
    return (
        word.box is not None and band.y0 <= _middle(word) <= band.y1 and word.box.x1 > band.x0 and word.box.x0 < band.x1
    )


def _around(words: Sequence[Word]) -> Box:
    return _joined([word.box for word in words if word.box])


def _joined(boxes: Sequence[Box]) -> Box:
    return Box(min(b.x0 for b in boxes), min(b.y0 for b in boxes), max(b.x1 for b in boxes), max(b.y1 for b in boxes))
