"""Read the rows of tables again with their cells moved together: signs that stand alone are hard to read."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from math import inf
from statistics import median

import numpy as np
from PIL import Image

from ingest.picture.images import POINTS_PER_INCH, PagePicture
from ingest.picture.letter_reader import ReadSheet, sureness
from ingest.picture.line_art import ink_pieces
from ingest.picture.tones import paper_tone
from ingest.picture.word_boxes import without_words
from schema.reading import Box, Word

RUN = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class SpreadRowSettings:
    """Which rows of cells are read again closed up, and when that is believed.

    Chosen by eye on the sample pages; benchmarks/pages.py shows what they are worth.
    """

    wide: float = 1.2
    """In ems: words this far apart stand in different cells."""
    row_words: int = 12
    """A line of more words is text."""
    beside: float = 4.0
    """In ems: a sign that was not read belongs to the line that begins or ends so near."""
    level: float = 0.5
    """Share of a sign's height that lies within its line."""
    pitch: float = 2.4
    """In ems: lines nearer than this are rows of one table."""
    unsure: float = 0.6
    """A word read with less confidence makes its row doubtful."""
    sure: float = 0.6
    """The worst word of a row read again is at least so sure."""
    better: float = 0.1
    """By so much the doubt about the worst word must shrink."""
    no_worse: float = 0.03
    """No more than this may be lost on the mean."""
    height: tuple[float, float] = (0.4, 1.6)
    """In ems: least and most height of a sign that was overlooked."""
    most_width: float = 6.0
    """In ems: its most width."""
    joined: float = 0.2
    """In ems: what stands closer is one piece."""
    space: float = 1.0
    """In ems: the space to which wider gaps are closed."""
    speck: float = 0.2
    """In ems: what is smaller and stands alone is dirt."""
    margin: float = 0.35
    """In ems: white kept above and below a row."""
    apart: float = 1.5
    """In ems: white between rows on the sheet."""
    enlarged: float = 2.5
    """By so much the sheet is enlarged; on one sample an icon and a comma were lost at 1.6 and none at 2.0 to 3.2."""
    most_rows: int = 40
    """Of a page with more doubtful rows most are a picture."""


@dataclass(frozen=True, slots=True)
class _Row:
    """A line with what was read in it, and the pieces of ink of which it consists, in points."""

    words: tuple[Word, ...]
    pieces: tuple[Box, ...]
    line: int


@dataclass(frozen=True, slots=True)
class _Laid:
    """A row on the sheet: where it begins, and where each of its pieces does."""

    top: float
    bottom: float
    starts: tuple[float, ...]


def read_spread_rows(
    page: PagePicture, words: Sequence[Word], read: ReadSheet, settings: SpreadRowSettings = SpreadRowSettings()
) -> tuple[Word, ...]:
    """The words of the page, those of badly read rows of cells replaced."""
    sizes = [word.size for word in words if word.size and len(word.text) > 1]
    if not sizes:
        return tuple(words)
    em = median(sizes)
    loose = _loose_signs(page, words, em, settings)
    rows = [row for row in _rows(page, words, loose, em, settings) if _is_doubtful(row, em, settings)]
    if not rows or len(rows) > settings.most_rows:
        return tuple(words)
    sheet, laid_rows = _sheet_of(page, rows, em, settings)
    again = [(word, word.box.middle) for word in read(sheet) if word.box]
    replaced: set[int] = set()
    added: list[Word] = []
    for row, laid in zip(rows, laid_rows, strict=True):
        found = [_moved_back(word, row, laid) for word, y in again if laid.top <= y <= laid.bottom]
        if _is_better(found, row, settings):
            replaced |= {id(word) for word in row.words}
            added += found
    return (*(word for word in words if id(word) not in replaced), *added)


def _loose_signs(page: PagePicture, words: Sequence[Word], em: float, settings: SpreadRowSettings) -> list[Box]:
    """Pieces of ink as high as type where no word was read: figures that stand alone are easily overlooked."""
    scale = page.image.height / page.height
    upright = _upright_lines(words)
    words = [word for word in words if word.line not in upright]
    loose = []
    for x0, y0, x1, y1, _ in ink_pieces(
        without_words(page, words).image, scale * POINTS_PER_INCH, settings.joined * em / POINTS_PER_INCH
    ):
        box = Box(x0 / scale, y0 / scale, x1 / scale, y1 / scale)
        if settings.height[0] <= box.height / em <= settings.height[1] and box.width <= settings.most_width * em:
            loose.append(box)
    return loose


def _upright_lines(words: Sequence[Word]) -> set[int]:
    """Lines whose words stand over one another: figures in the margin are sometimes taken for a line that runs up."""
    lines: dict[int, list[Box]] = {}
    for word in words:
        if word.box:
            lines.setdefault(word.line, []).append(word.box)
    return {
        number
        for number, boxes in lines.items()
        if len(boxes) > 1
        and all(min(a.x1, b.x1) > max(a.x0, b.x0) and min(a.y1, b.y1) <= max(a.y0, b.y0) for a, b in pairwise(boxes))
    }


def _signs_beside(line: Box, loose: Sequence[Box], em: float, settings: SpreadRowSettings) -> list[Box]:
    """Those of the loose signs that stand level with a line and near its ends."""
    return [
        sign
        for sign in loose
        if min(sign.y1, line.y1) - max(sign.y0, line.y0) >= settings.level * sign.height
        and -sign.width < max(sign.x0 - line.x1, line.x0 - sign.x1) <= settings.beside * em
    ]


def _rows(
    page: PagePicture, words: Sequence[Word], loose: Sequence[Box], em: float, settings: SpreadRowSettings
) -> Iterator[_Row]:
    """Lines with wide gaps or a sign beside them, and those next to one, which may have lost what stood there."""
    lines: dict[int, list[Word]] = {}
    for word in words:
        if word.box:
            lines.setdefault(word.line, []).append(word)
    upright = _upright_lines(words)
    lines = {number: line for number, line in lines.items() if number not in upright}
    boxes = {number: _around(line) for number, line in lines.items()}
    spread = []
    for number, line in lines.items():
        if signs := _signs_beside(boxes[number], loose, em, settings):
            spread.append(Box.around([boxes[number], *signs]))
        ordered = sorted((word.box for word in line if word.box), key=lambda box: box.x0)
        has_gap = any(after.x0 - before.x1 > settings.wide * em for before, after in pairwise(ordered))
        spread += [boxes[number]] if has_gap and len(line) <= settings.row_words else []
    for number, line in lines.items():
        own = boxes[number]
        near = [b for b in spread if abs(b.y1 - own.y1) <= settings.pitch * em and b.x0 < own.x1 and own.x0 < b.x1]
        if near and len(line) <= settings.row_words:
            x0, x1 = min(box.x0 for box in near), max(box.x1 for box in near)
            band = Box(min(x0, own.x0), own.y0, max(x1, own.x1), own.y1)
            inside = tuple(
                word for word in words if word.box and band.y0 <= word.box.middle <= band.y1 and _share(word, band)
            )
            pieces = tuple(_pieces(page, band, em, settings))
            if pieces and {word.line for word in inside} - upright == {number}:
                yield _Row(inside, pieces, number)


def _pieces(page: PagePicture, band: Box, em: float, settings: SpreadRowSettings) -> Iterator[Box]:
    """The pieces of ink in a band of the page, from left to right."""
    scale = page.image.height / page.height
    left, top = band.x0 - em / 2, band.y0 - settings.margin * em
    sides = (left, top, band.x1 + em / 2, band.y1 + settings.margin * em)
    crop = page.image.crop(tuple(round(side * scale) for side in sides))  # type: ignore[arg-type]
    columns: list[Box] = []
    for x0, y0, x1, y1, _ in sorted(ink_pieces(crop, scale * POINTS_PER_INCH, settings.joined * em / POINTS_PER_INCH)):
        piece = Box(left + x0 / scale, top + y0 / scale, left + x1 / scale, top + y1 / scale)
        if min(piece.y1, band.y1) <= max(piece.y0, band.y0):
            continue
        # Marks over letters are pieces of their own.
        if columns and piece.x0 <= columns[-1].x1 + settings.joined * em:
            piece = Box.around([columns.pop(), piece])
        columns.append(piece)
    yield from (piece for piece in columns if max(piece.width, piece.height) >= settings.speck * em)


def _is_doubtful(row: _Row, em: float, settings: SpreadRowSettings) -> bool:
    """Whether a word is unsure, or a sign as high as type was not read."""
    if any(word.confidence < settings.unsure for word in row.words):
        return True
    return any(
        settings.height[0] <= piece.height / em <= settings.height[1]
        and piece.width / em <= settings.most_width
        and not any(_share(word, piece) for word in row.words)
        for piece in row.pieces
    )


def _sheet_of(
    page: PagePicture, rows: Sequence[_Row], em: float, settings: SpreadRowSettings
) -> tuple[PagePicture, list[_Laid]]:
    """The rows under one another on one sheet, their wide gaps closed, and where each stands on it, in points."""
    scale = page.image.height / page.height
    paper = paper_tone(np.asarray(page.image))
    laid_rows: list[_Laid] = []
    top, width = settings.apart * em, 0.0
    for row in rows:
        starts, bottom = _starts(row, em, settings), top + _around(row.words).height + 2 * settings.margin * em
        laid_rows.append(_Laid(top, bottom, starts))
        top, width = bottom + settings.apart * em, max(width, starts[-1] + row.pieces[-1].x1 - row.pieces[-1].x0)
    width += settings.apart * em
    sheet = Image.new("L", (round(width * scale), round(top * scale)), paper)
    for row, laid in zip(rows, laid_rows, strict=True):
        line = _around(row.words)
        for piece, start in zip(row.pieces, laid.starts, strict=True):
            edge = settings.joined * em / 2
            sides = (piece.x0 - edge, line.y0 - settings.margin * em, piece.x1 + edge, line.y1 + settings.margin * em)
            crop = page.image.crop(tuple(round(side * scale) for side in sides))  # type: ignore[arg-type]
            sheet.paste(crop, (round((start - edge) * scale), round(laid.top * scale)))
    size = (round(sheet.width * settings.enlarged), round(sheet.height * settings.enlarged))
    return PagePicture(sheet.resize(size, Image.Resampling.LANCZOS), width, top), laid_rows


def _starts(row: _Row, em: float, settings: SpreadRowSettings) -> tuple[float, ...]:
    """Where each piece begins on the sheet."""
    starts, right, end = [], settings.apart * em, row.pieces[0].x0
    for piece in row.pieces:
        start = right + min(max(piece.x0 - end, 0.0), settings.space * em)
        starts.append(start)
        right, end = max(right, start + piece.x1 - piece.x0), max(end, piece.x1)
    return tuple(starts)


def _moved_back(word: Word, row: _Row, laid: _Laid) -> Word:
    """A word of the sheet at its place on the page, in its row's line."""
    assert word.box is not None
    x0, x1 = (_on_page(x, row, laid) for x in (word.box.x0, word.box.x1))
    line = _around(row.words)
    margin = (laid.bottom - laid.top - line.height) / 2
    down = line.y0 - laid.top - margin
    box = Box(x0, word.box.y0 + down, x1, word.box.y1 + down)
    # The sheet is enlarged and crowded: its type was measured better on the page.
    own = max(row.words, key=lambda first: _shared(first.box, box), default=word)
    return replace(word, box=box, line=row.line, size=own.size, is_heavy=own.is_heavy)


def _shared(a: Box | None, b: Box) -> float:
    return min(a.x1, b.x1) - max(a.x0, b.x0) if a else -inf


def _on_page(x: float, row: _Row, laid: _Laid) -> float:
    at = max((i for i, start in enumerate(laid.starts) if start <= x + 1), default=0)
    return min(row.pieces[at].x0 + max(0.0, x - laid.starts[at]), row.pieces[at].x1)


def _is_better(found: Sequence[Word], row: _Row, settings: SpreadRowSettings) -> bool:
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
    is_added = is_more and _is_among(_runs(known), _runs(told))
    if known and not is_added and sureness(told) < sureness(known) - settings.no_worse:
        return False
    worst = min(word.confidence for word in told)
    is_surer = worst > min((word.confidence for word in known), default=0.0) + settings.better
    return worst >= settings.sure and (is_surer or is_more)


def _is_among(some: Sequence[str], all_runs: Sequence[str]) -> bool:
    """Whether nothing but something added makes the difference."""
    rest = iter(all_runs)
    return all(run in rest for run in some)


def _runs(words: Sequence[Word]) -> list[str]:
    """The words and figures without the signs between them, from left to right."""
    ordered = sorted(words, key=lambda word: word.box.x0 if word.box else 0.0)
    return [run for word in ordered for run in RUN.findall(word.text)]


def _told(words: Sequence[Word]) -> list[Word]:
    """The words with letters or figures: of a sign in a cell of its own a reader of letters is never sure."""
    return [word for word in words if any(map(str.isalnum, word.text))]


def _read_pieces(words: Sequence[Word], row: _Row) -> list[Box]:
    return [piece for piece in row.pieces if any(_share(word, piece) for word in words)]


def _share(word: Word, piece: Box) -> bool:
    return word.box is not None and min(word.box.x1, piece.x1) > max(word.box.x0, piece.x0)


def _around(words: Sequence[Word]) -> Box:
    return Box.around(word.box for word in words if word.box)
