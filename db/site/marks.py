"""Texts of documents as safe HTML: everything escaped, then hits, numbers, repairs and icons marked."""

import re
from collections.abc import Callable, Container, Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from markupsafe import Markup, escape

from schema.folding import fold
from schema.tokens import readable, tokenise

_AROUND_HIT = 90
"""Characters that are shown before the first hit of a long text."""
_LONGEST_HIT_TEXT = 320

_ICON = re.compile(r"(?<!\\)\[icon:([^\]]+)\]")
_LAYOUT = re.compile(r"[\s\u00ad*_#`-]+")
_WORD = re.compile(r"[^\W_]+")
_DIGIT = re.compile(r"\d")
_NUMBERS = ("number", "signed", "range")


@dataclass(frozen=True, slots=True)
class Change:
    """A repair: what stood in the raw text and what became of it."""

    position: int
    length: int
    before: str
    after: str
    reason: str


def plain(text: str) -> Markup:
    """A text with its icon tokens shown as small signs."""
    parts, end = [], 0
    for icon in _ICON.finditer(text):
        parts += [_literal(text[end : icon.start()]), _sign(icon.group(1))]
        end = icon.end()
    return Markup("").join([*parts, _literal(text[end:])])


def _literal(text: str) -> Markup:
    return escape(readable(text))


def _sign(code: str) -> Markup:
    return Markup('<span class="sign">{}</span>').format(code)


def _with_spans(text: str, spans: Iterable[tuple[int, int, str]]) -> Markup:
    """The text with pieces of it in `mark` elements of a class; the spans come in order and apart."""
    parts, end = [], 0
    for start, stop, kind in spans:
        if start < end:
            continue
        parts += [
            plain(text[end:start]),
            Markup('<mark class="{}">{}</mark>').format(kind, plain(text[start:stop])),
        ]
        end = stop
    return Markup("").join([*parts, plain(text[end:])])


def mark_hits(text: str, words: Sequence[str]) -> Markup:
    """The text around its first hit, with every word that was searched for marked."""
    spans = _hits(text, words)
    if len(text) > _LONGEST_HIT_TEXT:
        start = max(0, (spans[0][0] if spans else 0) - _AROUND_HIT)
        start = text.rfind(" ", 0, start) + 1 if start else 0
        cut = text[start : start + _LONGEST_HIT_TEXT]
        after = " …" if len(text) > start + _LONGEST_HIT_TEXT else ""
        text = ("… " if start else "") + cut.rsplit(" ", 1)[0] + after
        spans = _hits(text, words)
    return _with_spans(text, spans)


def _hits(text: str, words: Sequence[str]) -> list[tuple[int, int, str]]:
    exact = frozenset(words)
    begun = words[-1] if words else ""
    return [
        (found.start(), found.end(), "hit")
        for found in _WORD.finditer(text)
        if (folded := fold(found.group())) in exact or (len(begun) > 1 and folded.startswith(begun))
    ]


@lru_cache(maxsize=8192)
def _numbers(text: str) -> tuple[tuple[int, int, str], ...]:
    """Where the numbers of a text stand, and their values; most texts have none and need not be taken apart."""
    if not _DIGIT.search(text):
        return ()
    return tuple(
        (token.start, token.end, token.value.lstrip("+")) for token in tokenise(text) if token.kind in _NUMBERS
    )


def numbers_of(text: str) -> set[str]:
    """The numbers that stand in a text."""
    return {value for _, _, value in _numbers(text)}


def mark_numbers(text: str, elsewhere: Container[str] | None) -> Markup:
    """The text with its numbers marked; those that stand nowhere ``elsewhere`` stand out, if that is known."""
    spans = []
    for start, end, value in _numbers(text):
        is_alone = elsewhere is not None and value not in elsewhere
        spans.append((start, end, "number differs" if is_alone else "number"))
    return _with_spans(text, spans)


def mark_repairs(raw: str, text: str, changes: Sequence[Change], tell: Callable[[Change], str]) -> Markup:
    """The repaired text with each visible repair marked and told; line ends and such are only applied."""
    parts, end = [], 0
    for change in sorted(changes, key=lambda c: c.position):
        if change.position < end or change.position > len(raw):
            continue
        parts.append(plain(raw[end : change.position]))
        shown = plain(change.after)
        if _is_visible(change):
            sign = shown if change.after.strip() else Markup("‸")
            parts.append(
                Markup('<mark class="repair" data-told="{0}" title="{0}">{1}</mark>').format(tell(change), sign)
            )
        else:
            parts.append(shown)
        end = change.position + change.length
    whole = Markup("").join([*parts, plain(raw[end:])])
    # A passage that was shortened for the public has raw text and repairs that no longer meet.
    return whole if not changes or end <= len(raw) else plain(text)


def _is_visible(change: Change) -> bool:
    """Whether a reader would want to see it: letters changed, not only layout or a lost mark-up sign."""
    if change.after.startswith("[icon:"):
        return False
    before, after = (_LAYOUT.sub("", text) for text in (change.before, change.after))
    return before != after and any(c.isalnum() for c in before + after)
