"""Make passages read as a person would type them, keeping every change as a repair."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from html import unescape

from ingest.cleaning.broken_words import BrokenWordSettings, Evidence, evidence_of, mend_words
from ingest.edits import EditedText
from ingest.layout.lines import BULLETS, GAP_MARK
from ingest.layout.sections import with_sections
from schema.documents import PassageKind
from schema.reading import PassageRead

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_LIGATURE = re.compile(f"([{''.join(_LIGATURES)}])(?: (?=[^\\W\\d_A-Z]))?")
_INVISIBLE = re.compile("[\u200b\u200c\u200d\u2060\ufeff]")
_SOFT_HYPHEN = re.compile("\u00ad[ \t]*\n?[ \t]*")
_VERTICAL = re.compile(r"\s*[^\W\d_]{1,3}(?:\n[ \t]*[^\W\d_]{1,3}){4,}\s*")
_LINE_HYPHEN = re.compile(r"([^\W_]+)([-‐‑])[ \t]*\n[ \t]*(-?)(\w+)")
_LINE_DASH = re.compile(r"(?<=\d)[ \t]?([–—])[ \t]*\n[ \t]*(?=\d)")
_TWO_DASHES = re.compile(r"(?<![\w–—−-])([–—−-])(?!\1)[–—−-](?=\d)")
"""Nobody prints two different dashes before a number; recognition makes them of one long one."""
_LINE_END = re.compile(r"[ \t]*\n[ \t]*")
_HEADING_MARK = re.compile(r"\A\s*(?:#{1,6}\s+|#{2,6}(?=[^\W\d_]))|\s+#+\s*\Z")
_STRONG = re.compile(r"(?<!\\)(\*\*\*|\*\*|__)")
_EMPHASIS = re.compile(r"(?<![\\\w*])\*(?=\S)([^*\n]*[^*\s\\])\*(?![\w*])")
_UNDERLINED = re.compile(r"(?<![\\\w])_(?=[^\s_])([^_\n]*[^_\s\\])_(?!\w)")
_ESCAPE = re.compile(r"\\([*_#`~>+-])")
_TAG = re.compile(r"</?(?:b|i|u|em|strong|sup|sub)\s*/?>", re.IGNORECASE)
_LINE_TAG = re.compile(r"[ \t]*</?(?:br|p)\s*/?>[ \t]*", re.IGNORECASE)
_ENTITY = re.compile(r"&(?:#\d{1,7}|#[xX][\da-fA-F]{1,6}|[A-Za-z][A-Za-z\d]{1,30});")
_ODD_SPACE = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000\t\v\f\r]")
_SPACES = re.compile(r" {2,}")
_ENDS = re.compile(r"\A\s+|\s+\Z")


def clean(
    passages: Iterable[PassageRead], settings: BrokenWordSettings = BrokenWordSettings()
) -> tuple[PassageRead, ...]:
    """The passages with clean text; section paths follow the cleaned headings."""
    passages = list(passages)
    evidence = evidence_of((read.passage.raw_text for read in passages if read.passage.kind != "noise"), settings)
    return with_sections(_cleaned(read, evidence, settings) for read in passages)


def _cleaned(read: PassageRead, evidence: Evidence, settings: BrokenWordSettings) -> PassageRead:
    text = EditedText(read.passage.raw_text, read.repairs)
    if read.passage.kind == "gap":
        text.sub(GAP_MARK, "", "hole in the text")
    _compose(text)
    text.sub(_ENTITY, lambda match: unescape(match[0]), "sign written out for a web page")
    text.sub(_INVISIBLE, "", "invisible character")
    text.sub(_SOFT_HYPHEN, "", "soft hyphen")
    text.sub(_LIGATURE, lambda match: _LIGATURES[match[1]], "ligature")
    text.sub(_ODD_SPACE, " ", "unusual space")
    text.sub(_TWO_DASHES, r"\1", "one sign read as two")
    _join_lines(text, evidence.seen)
    _drop_marks(text, read.passage.kind)
    mend_words(text, evidence, settings)
    text.sub(_SPACES, " ", "repeated spaces")
    text.sub(_ENDS, "", "space at the end")
    _compose(text)
    confidence = min([read.passage.confidence, *(repair.confidence for repair in text.repairs)])
    passage = read.passage.model_copy(update={"text": text.text, "confidence": confidence})
    return replace(read, passage=passage, repairs=text.repairs)


def _compose(text: EditedText) -> None:
    """Letters and their marks as one character (NFC)."""
    now = text.text
    if unicodedata.is_normalized("NFC", now):
        return
    for match in reversed(list(re.finditer(r".[^\x00-\u02ff]+", now, re.DOTALL))):
        composed = unicodedata.normalize("NFC", match[0])
        if composed != match[0]:
            text.replace(match.start(), match.end(), composed, "letter and mark composed")
    now = text.text
    if not unicodedata.is_normalized("NFC", now):
        text.replace(0, len(now), unicodedata.normalize("NFC", now), "letter and mark composed")


def _join_lines(text: EditedText, seen: Counter[str]) -> None:
    if _VERTICAL.fullmatch(text.text):
        text.sub(re.compile(r"\n(?=\S)"), "", "vertical lettering")
    text.sub(_LINE_HYPHEN, lambda match: _join_halves(match, seen), "line-end hyphen")
    text.sub(_LINE_DASH, r"\1", "line end in a range")
    text.sub(_LINE_END, " ", "line end")


def _join_halves(match: re.Match[str], seen: Counter[str]) -> str:
    """One word where the hyphen only breaks it; a hyphen of its own stays, as `je-li` has one."""
    left, hyphen, doubled, right = match.groups()
    whole, hyphened = (left + right).casefold(), f"{left}-{right}".casefold()
    is_one_case = right[0].islower() or (left.isupper() and right.isupper())
    is_real = bool(doubled) or not is_one_case or not left[-1].isalpha() or not right[0].isalpha()
    if is_real or seen[hyphened] > seen[whole]:
        return left + hyphen + right
    return left + right


def _drop_marks(text: EditedText, kind: PassageKind) -> None:
    """Marks of Markdown and bullets: the passage's kind says what they said."""
    if kind == "heading":
        text.sub(_HEADING_MARK, "", "heading mark")
    if kind == "item":
        text.sub(re.compile(rf"\A(?:{BULLETS.pattern})"), "", "bullet")
    text.sub(_STRONG, "", "emphasis mark")
    text.sub(_EMPHASIS, r"\1", "emphasis mark")
    text.sub(_UNDERLINED, r"\1", "emphasis mark")
    text.sub(_ESCAPE, r"\1", "escaped sign")
    text.sub(_LINE_TAG, " ", "line end")
    text.sub(_TAG, "", "markup")
