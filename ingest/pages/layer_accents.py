"""Joins accents that a page draws apart from their letters, as TeX does, by where they stand on the page."""

import ctypes
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from schema.folding import BELOW, SPACING_ACCENTS, composed

JOINED = "\x00"
"""Stands where a joined accent stood, so that places in the text stay places in the file."""
_BLANK = " \r\n"


@dataclass(frozen=True, slots=True)
class AccentSettings:
    """When an accent stands on a letter, in parts of the type size; chosen on books typeset by TeX."""

    beside: float = 0.12
    """How far the middle of the accent may lie beside the ink of its letter: in italics it leans over."""
    apart: float = 0.35
    """How far the accent may stand above its letter, or hang below it."""
    sunk: float = 0.2
    """How far its box may reach into that of the letter."""
    space: float = 0.14
    """From this gap on two letters are of two words; TeX sets spaces of 0.2 at least and kerns by less than 0.1."""
    line: float = 0.5
    """Letters whose feet differ by more are of two lines."""


@dataclass(frozen=True, slots=True)
class _Glyph:
    """The ink of one character, its pen positions before and after, its foot and its type size."""

    left: float
    right: float
    bottom: float
    top: float
    pen: float
    advance: float
    foot: float
    size: float


def join_accents(text: str, textpage: pdfium.PdfTextPage, settings: AccentSettings = AccentSettings()) -> str:
    """The text, as long as before, with accents on their letters; words that an accent had parted are whole."""
    if not any(sign in text for sign in SPACING_ACCENTS):
        return text
    return _Joiner(text, textpage.raw, settings).joined()


class _Joiner:
    """Joins the accents of one page."""

    def __init__(self, text: str, raw: pdfium_c.FPDF_TEXTPAGE, settings: AccentSettings) -> None:
        self._text, self._raw, self._settings = text, raw, settings
        self._glyphs: dict[int, _Glyph] = {}
        self._letters: defaultdict[int, list[int]] = defaultdict(list)
        """Letters by the height of their feet, in whole points."""
        for at, sign in enumerate(text):
            if sign.isalpha():
                self._letters[round(self._glyph(at).foot)].append(at)

    def joined(self) -> str:
        signs = list(self._text)
        joined = []
        for at, sign in enumerate(self._text):
            letter = self._under(at, signs) if sign in SPACING_ACCENTS else None
            if letter is not None:
                signs[letter] = composed(signs[letter], sign) or signs[letter]
                joined.append(at)
        for start, end in self._stretches(joined):
            signs[start:end] = self._between(start, end)
        return "".join(signs)

    def _under(self, at: int, signs: Sequence[str]) -> int | None:
        """The letter that an accent stands on or hangs from: the nearest to its middle."""
        accent, settings = self._glyph(at), self._settings
        middle, reach = (accent.left + accent.right) / 2, settings.beside * accent.size
        found: list[tuple[float, int]] = []
        for foot in range(round(accent.foot - accent.size), round(accent.foot + accent.size) + 1):
            for letter in self._letters[foot]:
                glyph = self._glyph(letter)
                is_beside = glyph.left - reach <= middle <= glyph.right + reach
                if is_beside and self._is_on(accent, glyph, self._text[at]) and composed(signs[letter], self._text[at]):
                    found.append((abs(middle - (glyph.left + glyph.right) / 2), letter))
        return min(found)[1] if found else None

    def _is_on(self, accent: _Glyph, letter: _Glyph, sign: str) -> bool:
        gap = letter.bottom - accent.top if sign in BELOW else accent.bottom - letter.top
        return -self._settings.sunk * accent.size <= gap <= self._settings.apart * accent.size

    def _stretches(self, joined: Sequence[int]) -> Iterator[tuple[int, int]]:
        """The joined accents with the spaces and line ends around them that pdfium made up."""
        end = 0
        for at in joined:
            if at < end:
                continue
            start, end = at, at + 1
            while start and self._is_made_up(start - 1):
                start -= 1
            while end < len(self._text) and (end in joined or self._is_made_up(end)):
                end += 1
            yield start, end

    def _is_made_up(self, at: int) -> bool:
        return self._text[at] in _BLANK and pdfium_c.FPDFText_IsGenerated(self._raw, at) == 1

    def _between(self, start: int, end: int) -> str:
        """What truly stands between two letters that only accents and made-up blanks part."""
        length = end - start
        if start == 0 or end == len(self._text) or self._text[start - 1] in _BLANK or self._text[end] in _BLANK:
            return " " * length
        before, after = self._glyph(start - 1), self._glyph(end)
        size = max(before.size, after.size)
        if abs(before.foot - after.foot) > self._settings.line * size or after.pen < before.pen:
            return "\n".rjust(length)
        return (" " if after.pen - before.advance > self._settings.space * size else JOINED) * length

    def _glyph(self, at: int) -> _Glyph:
        if at not in self._glyphs:
            left, right, bottom, top, pen, foot = (ctypes.c_double() for _ in range(6))
            pdfium_c.FPDFText_GetCharBox(self._raw, at, left, right, bottom, top)
            pdfium_c.FPDFText_GetCharOrigin(self._raw, at, pen, foot)
            loose = pdfium_c.FS_RECTF()
            pdfium_c.FPDFText_GetLooseCharBox(self._raw, at, loose)
            size = pdfium_c.FPDFText_GetFontSize(self._raw, at) * _scale(self._raw, at)
            values = (left.value, right.value, bottom.value, top.value, pen.value, loose.right, foot.value, size)
            self._glyphs[at] = _Glyph(*values)
        return self._glyphs[at]


def _scale(raw: pdfium_c.FPDF_TEXTPAGE, at: int) -> float:
    matrix = pdfium_c.FS_MATRIX()
    pdfium_c.FPDFText_GetMatrix(raw, at, matrix)
    return float((matrix.c**2 + matrix.d**2) ** 0.5) or 1.0
