"""What was laid upon a page of a PDF after it was printed: comments, free text, stamps, and filled-in form fields.

None of it is print: who wrote it is unknown, and nobody who holds the paper sees it. It is read and kept apart.
"""

import ctypes
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass
from functools import partial

import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from ingest.pages.text_layer import PageFrame, page_words
from schema.reading import AddedText, Box, Word

UNSEEN = pdfium_c.FPDF_ANNOT_FLAG_HIDDEN | pdfium_c.FPDF_ANNOT_FLAG_NOVIEW
PASSWORD = 1 << 13
"""The flag of a text field whose letters are not shown."""
SILENT = (pdfium_c.FPDF_ANNOT_LINK, pdfium_c.FPDF_ANNOT_POPUP)
"""A link says where it leads; a pop-up shows what its parent says."""
SHOWN = (pdfium_c.FPDF_ANNOT_STAMP, pdfium_c.FPDF_ANNOT_FREETEXT, pdfium_c.FPDF_ANNOT_WATERMARK)
"""Annotations that are seen as letters on the page."""
TICKED = (pdfium_c.FPDF_FORMFIELD_CHECKBOX, pdfium_c.FPDF_FORMFIELD_RADIOBUTTON)
WRITTEN = (pdfium_c.FPDF_FORMFIELD_TEXTFIELD, pdfium_c.FPDF_FORMFIELD_COMBOBOX, pdfium_c.FPDF_FORMFIELD_LISTBOX)


@dataclass(frozen=True, slots=True)
class AnnotationSettings:
    """How much is read; no real page needs more."""

    most: int = 2000
    """Annotations of a page."""
    longest: int = 20_000
    """Characters of one."""


def has_annotations(page: pdfium.PdfPage) -> bool:
    """Whether anything was laid upon the page."""
    return bool(pdfium_c.FPDFPage_GetAnnotCount(page))


def added_texts(
    page: pdfium.PdfPage,
    flattened: Callable[[], tuple[Word, ...]],
    settings: AnnotationSettings = AnnotationSettings(),
) -> tuple[AddedText, ...]:
    """The texts laid upon the page, each once, in the file's order.

    ``flattened`` gives the words of the page with all that is laid upon it made a part of it; it is asked only where an
    annotation shows letters without telling them.
    """
    found: dict[tuple[str, Box], AddedText] = {}
    frame = PageFrame.of(page)
    for index in range(min(settings.most, pdfium_c.FPDFPage_GetAnnotCount(page))):
        annotation = pdfium_c.FPDFPage_GetAnnot(page, index)
        if not annotation:
            continue
        try:
            added = _Annotation(page, annotation, frame, settings).read(flattened)
        finally:
            pdfium_c.FPDFPage_CloseAnnot(annotation)
        if added is not None:
            found.setdefault((added.text, added.box), added)
    return tuple(found.values())


def flattened_words(data: bytes, number: int) -> tuple[Word, ...]:
    """The words of a page with its annotations made a part of it; a copy of the file is changed, not the file."""
    with pdfium.PdfDocument(data) as copy:
        with closing(copy[number - 1]) as page:
            if pdfium_c.FPDFPage_Flatten(page, pdfium_c.FLAT_NORMALDISPLAY) == pdfium_c.FLATTEN_FAIL:
                return ()
        with closing(copy[number - 1]) as page:
            return page_words(page)


@dataclass(frozen=True, slots=True)
class _Annotation:
    """One annotation while its page is open."""

    page: pdfium.PdfPage
    raw: "pdfium_c.FPDF_ANNOTATION"
    frame: PageFrame
    settings: AnnotationSettings

    def read(self, flattened: Callable[[], tuple[Word, ...]]) -> AddedText | None:
        """What it says; None where it says nothing or is hidden."""
        kind = pdfium_c.FPDFAnnot_GetSubtype(self.raw)
        if kind in SILENT or pdfium_c.FPDFAnnot_GetFlags(self.raw) & UNSEEN:
            return None
        if kind == pdfium_c.FPDF_ANNOT_WIDGET:
            text = self._field()
            return AddedText("field", text, self.box()) if text else None
        texts = [self._string("Contents")]
        if kind == pdfium_c.FPDF_ANNOT_STAMP or (kind in SHOWN and not texts[0]):
            texts.insert(0, "\n".join(self._shown(flattened())))
        text = "\n".join(dict.fromkeys(filter(None, texts)))
        return AddedText("annotation", text, self.box()) if text else None

    def box(self) -> Box:
        """Where it lies on the page as it is seen."""
        rect = pdfium_c.FS_RECTF()
        pdfium_c.FPDFAnnot_GetRect(self.raw, rect)
        return self.frame.box(rect.left, rect.bottom, rect.right, rect.top)

    def _string(self, key: str) -> str:
        return self._tidy(_wide(partial(pdfium_c.FPDFAnnot_GetStringValue, self.raw, key.encode())))

    def _shown(self, words: tuple[Word, ...]) -> Iterator[str]:
        """The lines that its appearance shows: what is seen where it lies, and is no word of the page itself."""
        box = self.box()
        own = {(word.text, word.box) for word in page_words(self.page)}
        lines: dict[int, list[str]] = {}
        for word in words:
            if word.box and box.holds(word.box) and (word.text, word.box) not in own:
                lines.setdefault(word.line, []).append(word.text)
        return (" ".join(line) for line in lines.values())

    def _field(self) -> str:
        """What a form field was filled with."""
        form = self.page.formenv
        if form is None:
            return self._string("V")
        kind = pdfium_c.FPDFAnnot_GetFormFieldType(form, self.raw)
        if kind in TICKED:
            label = _wide(partial(pdfium_c.FPDFAnnot_GetFormFieldAlternateName, form, self.raw))
            is_ticked = pdfium_c.FPDFAnnot_IsChecked(form, self.raw)
            return self._tidy(f"{'☒' if is_ticked else '☐'} {label}") if label.strip() else ""
        is_secret = pdfium_c.FPDFAnnot_GetFormFieldFlags(form, self.raw) & PASSWORD
        is_text = kind == pdfium_c.FPDF_FORMFIELD_TEXTFIELD
        if kind not in WRITTEN or (is_text and is_secret):
            return ""
        return self._tidy(_wide(partial(pdfium_c.FPDFAnnot_GetFormFieldValue, form, self.raw)))

    def _tidy(self, text: str) -> str:
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        kept = (" ".join(line.split()) for line in lines)
        return "\n".join(line for line in kept if line)[: self.settings.longest]


def _wide(ask: Callable[..., int]) -> str:
    """A text that pdfium writes into a buffer of UTF-16, whose size in bytes it tells when asked without one."""
    size = ask(None, 0)
    if size <= 2:
        return ""
    buffer = (ctypes.c_ushort * (size // 2 + 1))()
    ask(buffer, size)
    return bytes(buffer)[: size - 2].decode("utf-16-le", "replace").rstrip("\0")
