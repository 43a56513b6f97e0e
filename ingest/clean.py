"""Make passages read as a person would type them, keeping every change as a repair."""

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise

from ingest.edits import EditedText
from ingest.lines import BULLETS, HOLE
from ingest.sections import with_sections
from schema.documents import PassageKind, RepairShape
from schema.reading import PassageRead

JOINED_CONFIDENCE = 0.9
"""Of a word joined on the evidence of the rest of the document."""
APART_LETTERS = 4
VERTICAL_LINES = 5

_LIGATURES = {"ﬀ": "ff", "ﬁ": "fi", "ﬂ": "fl", "ﬃ": "ffi", "ﬄ": "ffl", "ﬅ": "st", "ﬆ": "st"}
_LIGATURE = re.compile(f"([{''.join(_LIGATURES)}])(?: (?=[^\\W\\d_A-Z]))?")
_SPLIT_LIGATURE = re.compile(r"\b([^\W\d_]*(?:ffi|ffl|fi|fl|ff)) ([^\W\d_]+)")
_INVISIBLE = re.compile("[\u200b\u200c\u200d\u2060\ufeff]")
_SOFT_HYPHEN = re.compile("\u00ad[ \t]*\n?[ \t]*")
_VERTICAL = re.compile(rf"\s*[^\W\d_]{{1,3}}(?:\n[ \t]*[^\W\d_]{{1,3}}){{{VERTICAL_LINES - 1},}}\s*")
_APART = re.compile(r"(?<!\S)[^\W\d_](?: [^\W\d_])+(?!\S)")
_LINE_HYPHEN = re.compile(r"([^\W_]+)([-‐‑])[ \t]*\n[ \t]*(-?)(\w+)")
_LINE_DASH = re.compile(r"(?<=\d)[ \t]?([–—])[ \t]*\n[ \t]*(?=\d)")
_LINE_END = re.compile(r"[ \t]*\n[ \t]*")
_HEADING_MARK = re.compile(r"\A\s*#{1,6}\s+|\s+#+\s*\Z")
_STRONG = re.compile(r"(?<!\\)(\*\*\*|\*\*|__)")
_EMPHASIS = re.compile(r"(?<![\\\w*])\*(?=\S)([^*\n]*[^*\s\\])\*(?![\w*])")
_ESCAPE = re.compile(r"\\([*_#`~>+-])")
_TAG = re.compile(r"</?(?:b|i|u|em|strong|sup|sub|br|p)\s*/?>", re.IGNORECASE)
_ODD_SPACE = re.compile("[\u00a0\u2000-\u200a\u202f\u205f\u3000\t\v\f\r]")
_SPACES = re.compile(r" {2,}")
_ENDS = re.compile(r"\A\s+|\s+\Z")
_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")


def apply_repairs(raw_text: str, repairs: Sequence[RepairShape]) -> str:
    """The text that the repairs make of the raw text."""
    return EditedText(raw_text, repairs).text


def clean(passages: Iterable[PassageRead]) -> tuple[PassageRead, ...]:
    """The passages with clean text; section paths follow the cleaned headings."""
    passages = list(passages)
    seen = Counter(word.casefold() for read in passages for word in _words_in(read.passage.raw_text))
    return with_sections(_cleaned(read, seen) for read in passages)


def _words_in(raw_text: str) -> list[str]:
    """Words that stand within a line; those at its end may be halves."""
    return [word for line in raw_text.split("\n") for word in _WORD.findall(re.sub(r"[-‐\u00ad]\s*\Z", "", line))]


def _cleaned(read: PassageRead, seen: Counter[str]) -> PassageRead:
    text = EditedText(read.passage.raw_text, read.repairs)
    if read.passage.kind == "gap":
        text.sub(HOLE, "", "hole in the text")
    _clean_characters(text)
    _join_lines(text, seen)
    _drop_marks(text, read.passage.kind)
    _join_ligatures(text, seen)
    text.sub(_APART, _set_together, "letters set apart")
    text.sub(_SPACES, " ", "repeated spaces")
    text.sub(_ENDS, "", "space at the end")
    _compose(text)
    repairs = text.repairs
    confidence = min([read.passage.confidence, *(repair.confidence for repair in repairs)])
    passage = read.passage.model_copy(update={"text": text.text, "confidence": confidence})
    return replace(read, passage=passage, repairs=repairs)


def _clean_characters(text: EditedText) -> None:
    _compose(text)
    text.sub(_INVISIBLE, "", "invisible character")
    text.sub(_SOFT_HYPHEN, "", "soft hyphen")
    text.sub(_LIGATURE, lambda match: _LIGATURES[match[1]], "ligature")
    text.sub(_ODD_SPACE, " ", "unusual space")


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
    text.sub(_ESCAPE, r"\1", "escaped sign")
    text.sub(_TAG, "", "markup")


def _join_ligatures(text: EditedText, seen: Counter[str]) -> None:
    """Join `fi gurku`: a ligature was drawn as a sign of its own and a space was read after it."""
    for match in reversed(list(_SPLIT_LIGATURE.finditer(text.text))):
        left, right = match.groups()
        if not right[0].islower() or not _is_split(left.casefold(), right.casefold(), seen):
            continue
        text.replace(*match.span(), left + right, "ligature split", runner_up=match[0], confidence=JOINED_CONFIDENCE)


def _is_split(left: str, right: str, seen: Counter[str]) -> bool:
    """Whether the halves are one word: the first is a bare ligature, or the second is no word of this document."""
    if seen[left + right]:
        return True
    if left in ("fi", "fl", "ff", "ffi", "ffl"):
        return True
    return seen[right] <= 1 and seen[left] <= 1 and any(seen[bare] for bare in ("fi", "fl", "ff"))


def _set_together(match: re.Match[str]) -> str | None:
    letters = match[0].split(" ")
    if len(letters) < APART_LETTERS or not all(c.isupper() for c in letters):
        return None
    is_alphabet = all(ord(b) - ord(a) == 1 for a, b in pairwise(letters))
    return None if is_alphabet else "".join(letters)
