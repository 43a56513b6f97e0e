"""Holes in the text where a symbol was printed."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ingest.resolve.checks.copy import Copy, Marked
from schema.documents import UNSPOKEN

SILENT = (*UNSPOKEN, "card", "table")

_BEFORE_STOP = re.compile(r"(?<=[^\W\d_]{2})[ \u00a0]+(?=[,.](?:\s|$))")
_WIDE = re.compile(r"(?<=\S)[ \u00a0]{2,}(?=\S)")


@dataclass(frozen=True, slots=True)
class IconHoleSettings:
    """Which spaces are holes; judged on tests/games/lint_judgements.tsv."""

    around: int = 24
    """Letters shown on each side of a hole."""
    telling_share: float = 0.2
    """Where fewer of a document's wide spaces than this stand inside sentences, it sets them wide by habit."""
    wide_share: float = 0.25
    """A passage with more wide spaces between its words than this is set to a measure."""


def find_icon_holes(copy: Copy, settings: IconHoleSettings = IconHoleSettings()) -> Iterator[Marked]:
    """Spaces before a comma or stop, and wide spaces inside a sentence, where a symbol fell out."""
    # Line ends as single spaces: a space beside one says nothing.
    texts = {p.seq: re.sub(r"\s*\n\s*", " ", p.raw_text).strip() for p in copy.passages if p.kind not in SILENT}
    wide = [(text, m.end()) for text in texts.values() for m in _WIDE.finditer(text)]
    is_telling = sum(_is_inside(*at) for at in wide) >= settings.telling_share * len(wide)
    for passage in copy.passages:
        holes = list(_holes(texts.get(passage.seq, ""), is_telling=is_telling, settings=settings))
        if len(holes) > passage.text.count("[icon:"):
            shown = "; ".join(f"“{hole}”" for hole in holes)
            message = f"A symbol seems to be missing at the mark ▯: {shown}. Look at the printed page."
            yield Marked("lost-icon", "warning", message, copy.document, passage.id)


def _holes(text: str, settings: IconHoleSettings, *, is_telling: bool) -> Iterator[str]:
    """Each hole with the words around it."""
    holes = {m.end() for m in _BEFORE_STOP.finditer(text)}
    wide = {m.end() for m in _WIDE.finditer(text)}
    if is_telling and len(wide) <= settings.wide_share * len(text.split()):
        holes |= wide
    for at in sorted(holes):
        if _is_inside(text, at):
            shown = f"{text[max(0, at - settings.around) : at]} ▯ {text[at : at + settings.around]}"
            yield " ".join(shown.split())


def _is_inside(text: str, at: int) -> bool:
    """Whether a position is inside a sentence: after a word in small letters, before one or before a comma or stop."""
    word = re.split(r"\W", text[:at].rstrip())[-1]
    return len(word) > 1 and word.islower() and (text[at] in ",." or text[at].islower())
