"""Read the text layer of a PDF page into words with boxes, fonts and sizes, through pdfium."""

import ctypes
import re
import unicodedata
from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from ingest.pages.layer_accents import JOINED, join_accents
from schema.reading import Box, Word

LINE_END_HYPHEN = "\ufffe"
"""What pdfium writes for a hyphen at a line's end, swallowing the line end itself."""
_TOKEN = re.compile(rf"[^\s{LINE_END_HYPHEN}]+{LINE_END_HYPHEN}?|\n|{LINE_END_HYPHEN}")
_SUBSET_PREFIX = re.compile(r"^[A-Z]{6}\+")
_SURROGATES = re.compile("[\ud800-\udfff]")
_NAME_LENGTH = 256


@dataclass(frozen=True, slots=True)
class _Run:
    """What the characters of one text object share."""

    font: str
    size: float


def page_words(page: pdfium.PdfPage) -> tuple[Word, ...]:
    """The words of the page's text layer in the file's own order."""
    textpage = page.get_textpage()
    try:
        return tuple(_LayerReader(page, textpage).words())
    finally:
        textpage.close()


class _LayerReader:
    """Reads one page; fonts are looked up once for each text object, not for each character."""

    def __init__(self, page: pdfium.PdfPage, textpage: pdfium.PdfTextPage) -> None:
        self._textpage = textpage
        self._raw = textpage.raw
        self._rect = pdfium_c.FS_RECTF()
        self._runs: dict[int, _Run] = {}
        self._fonts: dict[int, str] = {}
        self._to_page = PageFrame.of(page)
        self._page_width, self._page_height = page.get_size()

    def words(self) -> Iterator[Word]:
        """Every word that lies on the page, with the number of its line."""
        line = 0
        text = join_accents(self._text(), self._textpage)
        for token in _TOKEN.finditer(text):
            if token[0] == "\n":
                line += 1
                continue
            start, end = token.span()
            for first, last in self._parts(text, start, end):
                word = self._word(text[first:last], first, last, line)
                if word is not None:
                    yield word
            line += token[0].endswith(LINE_END_HYPHEN)

    def _text(self) -> str:
        """One character for each of pdfium's, so that positions here are positions there."""
        count = self._textpage.count_chars()
        buffer = (ctypes.c_ushort * (count + 1))()
        written = pdfium_c.FPDFText_GetText(self._raw, 0, count, buffer)
        if written == count + 1:
            return "".join(map(chr, array("H", bytes(buffer)[: 2 * count])))
        # Characters without Unicode value are left out of the text but counted; ask for each one.
        codes = (pdfium_c.FPDFText_GetUnicode(self._raw, i) for i in range(count))
        return "".join("\ufffd" if code == 0 else chr(code) for code in codes).replace("\x02", LINE_END_HYPHEN)

    def _parts(self, text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
        """Split off icons: their font often stands glued to the words beside it."""
        if self._object_at(start) == self._object_at(end - 1):
            yield start, end
            return
        families = [re.split("[-,]", self._run_at(i).font, maxsplit=1)[0] for i in range(start, end)]
        for at in range(1, end - start):
            if text[start + at] == JOINED:
                families[at] = families[at - 1]
        edges = [i for i in range(start + 1, end) if families[i - start] != families[i - start - 1]]
        first = start
        for i, upto in zip(edges, [*edges[1:], end], strict=False):
            if _is_sign(text[first:i]) or _is_sign(text[i:upto]):
                yield first, i
                first = i
        yield first, end

    def _word(self, text: str, first: int, last: int, line: int) -> Word | None:
        # Where directions are mixed, a word's first and last letters need not be at its edges.
        is_mixed = any(unicodedata.bidirectional(letter) in ("R", "AL") for letter in text if not letter.isascii())
        box = self._box(range(first, last) if is_mixed else (first, last - 1))
        if box.x1 < 0 or box.y1 < 0 or box.x0 > self._page_width or box.y0 > self._page_height:
            return None
        run = self._run_at(first)
        text = text.replace(LINE_END_HYPHEN, "-").replace(JOINED, "")
        if _SURROGATES.search(text):
            text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
        return Word(text, line, box, run.font, run.size)

    def _box(self, letters: Iterable[int]) -> Box:
        lefts, bottoms, rights, tops = zip(*map(self._character_box, letters), strict=True)
        return self._to_page.box(min(lefts), min(bottoms), max(rights), max(tops))

    def _character_box(self, index: int) -> tuple[float, float, float, float]:
        """Left, bottom, right and top; the height is the font's, so that words of a line agree."""
        rect = self._rect
        pdfium_c.FPDFText_GetLooseCharBox(self._raw, index, rect)
        return rect.left, rect.bottom, rect.right, rect.top

    def _object_at(self, index: int) -> int:
        found = pdfium_c.FPDFText_GetTextObject(self._raw, index)
        return ctypes.addressof(found.contents) if found else 0

    def _run_at(self, index: int) -> _Run:
        address = self._object_at(index)
        if address not in self._runs:
            self._runs[address] = self._read_run(index)
        return self._runs[address]

    def _read_run(self, index: int) -> _Run:
        text_object = pdfium_c.FPDFText_GetTextObject(self._raw, index)
        if not text_object:
            return _Run("", 0.0)
        font = pdfium_c.FPDFTextObj_GetFont(text_object)
        matrix = pdfium_c.FS_MATRIX()
        pdfium_c.FPDFText_GetMatrix(self._raw, index, matrix)
        scale = (matrix.c**2 + matrix.d**2) ** 0.5
        size = pdfium_c.FPDFText_GetFontSize(self._raw, index) * scale
        return _Run(self._font_name(font), round(float(size), 2))

    def _font_name(self, font: ctypes.c_void_p) -> str:
        address = ctypes.cast(font, ctypes.c_void_p).value or 0
        if address not in self._fonts:
            buffer = ctypes.create_string_buffer(_NAME_LENGTH)
            pdfium_c.FPDFFont_GetBaseFontName(font, buffer, _NAME_LENGTH)
            name = buffer.value.decode("utf-8", "replace")
            self._fonts[address] = _SUBSET_PREFIX.sub("", name)
        return self._fonts[address]


def _is_sign(text: str) -> bool:
    """Whether it can be an icon; letters from a fallback font belong to the word they stand in."""
    return not any(c.isalnum() for c in text)


@dataclass(frozen=True, slots=True)
class PageFrame:
    """Turns the file's coordinates into points from the top left corner of the page as it is seen."""

    left: float
    bottom: float
    width: float
    height: float
    rotation: int

    @classmethod
    def of(cls, page: pdfium.PdfPage) -> "PageFrame":
        left, bottom, right, top = page.get_bbox()
        return cls(left, bottom, right - left, top - bottom, page.get_rotation())

    def box(self, x0: float, y0: float, x1: float, y1: float) -> Box:
        x0, x1 = x0 - self.left, x1 - self.left
        y0, y1 = y0 - self.bottom, y1 - self.bottom
        match self.rotation:
            case 90:
                return Box(y0, x0, y1, x1)
            case 180:
                return Box(self.width - x1, y0, self.width - x0, y1)
            case 270:
                return Box(self.height - y1, self.width - x1, self.height - y0, self.width - x0)
            case _:
                return Box(x0, self.height - y1, x1, self.height - y0)
