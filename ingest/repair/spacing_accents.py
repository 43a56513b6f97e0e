"""Joins accents that stand beside their letters in plain text, as text taken from TeX's pages has them (pi`u, e´)."""

import math
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.edits import Edit
from ingest.repair.wordlist import WordList
from schema.folding import SPACING_ACCENTS, composed, fold

REASON = "accent beside its letter"
RAREST = math.log(1e-7)
"""What is rarer in a list of words is hardly one."""
_ACCENTS = "".join(sign for sign in SPACING_ACCENTS if sign not in "^~°")
"""The others are signs of their own in plain text."""
_LETTER = r"[^\W\d_]"
_ORDERS = (
    re.compile(rf"(?P<accent>[{_ACCENTS}]) ?(?P<letter>{_LETTER})"),
    re.compile(rf"(?P<letter>{_LETTER}) ?(?P<accent>[{_ACCENTS}])"),
    re.compile(r"(?P<letter>[dtlL])(?P<accent>['’])"),
)
"""The accent first, the letter first, and a caron drawn as an apostrophe."""
_CODE = re.compile(r"(?<![^\W_])`(?=\S)[^`\n]+(?<=\S)`(?![^\W_])")
"""What Markdown sets as typed; an accent stands in a word or before one, and never closes behind one."""
_OF_WORD = re.compile(rf"{_LETTER}|[{_ACCENTS}]")


@dataclass(frozen=True, slots=True)
class SpacingAccentSettings:
    """When accents and letters are joined; checked on text of TeX's pages with all boxes taken away."""

    least: int = 3
    """So many words must become known before words that no list has are joined too."""
    mostly: float = 0.6
    """And this share of all that would be joined."""
    known: float = 0.99
    """Confidence in a word that the language has."""
    habit: float = 0.95
    """Confidence in a word that is joined because the document's other words are."""


@dataclass(frozen=True, slots=True)
class _Joined:
    """A word with accents beside its letters, and the same with the accents on them."""

    start: int
    end: int
    word: str
    is_known: bool
    has_space: bool
    may_be: bool
    """Whether it may be a word that no list has: no space was closed, and no apostrophe was typed as an accent."""


def spacing_accent_edits(
    texts: Sequence[str], words: WordList | None, settings: SpacingAccentSettings = SpacingAccentSettings()
) -> list[list[Edit]]:
    """For each text the words to join, in the order of accent and letter that the whole document shows."""
    first, after, caron = ([list(_joined(text, order, words)) for text in texts] for order in _ORDERS)
    chosen, other = (first, after) if _votes(first) >= _votes(after) else (after, first)
    found = [word for row in chosen for word in row]
    is_habit = _votes(chosen) >= settings.least and _votes(chosen) >= settings.mostly * len(found)
    if words is None:
        is_habit = _votes(chosen) >= settings.least and not _votes(other)
    edits = []
    for row, *others in zip(chosen, other, caron, strict=True):
        kept = [w for w in row if (w.is_known and not w.has_space) or (is_habit and (w.is_known or w.may_be))]
        for word in (w for more in others for w in more if w.is_known and words and not w.has_space):
            if all(word.end <= known.start or known.end <= word.start for known in kept):
                kept.append(word)
        sure = settings.known, settings.habit
        edits.append([Edit(w.start, w.end, w.word, REASON, sure[not w.is_known]) for w in kept])
    return edits


def _votes(rows: Sequence[Sequence[_Joined]]) -> int:
    """How many words speak for an order: known ones, or without a list those at whose edge the accent stands."""
    return sum(word.is_known for row in rows for word in row)


def _joined(text: str, order: re.Pattern[str], words: WordList | None) -> Iterator[_Joined]:
    """The words of a text that have accents beside their letters, joined in this order."""
    typed = [m.span() for m in _CODE.finditer(text)]
    matches = [
        m
        for m in order.finditer(text)
        if composed(m["letter"], _sign(m["accent"])) and not any(a <= m.start() < b for a, b in typed)
    ]
    spans = [(_edge(text, m.start(), -1), _edge(text, m.end(), 1)) for m in matches]
    groups: list[list[int]] = []
    for at in range(len(matches)):
        if groups and spans[at][0] < spans[groups[-1][-1]][1]:
            groups[-1].append(at)
        else:
            groups.append([at])
    for group in groups:
        start, end = spans[group[0]][0], spans[group[-1]][1]
        inner = [matches[at] for at in group]
        between = [text[a.end() : b.start()] for a, b in pairwise(inner)]
        letters = [composed(m["letter"], _sign(m["accent"])) or "" for m in inner]
        parts = [p for pair in zip(letters, [*between, ""], strict=True) for p in pair]
        word = text[start : inner[0].start()] + "".join(parts) + text[inner[-1].end() : end]
        if not word.isalpha():
            continue
        has_space = any(" " in m[0] for m in inner)
        is_edge = not text[start].isalpha() if order is _ORDERS[0] else not text[end - 1].isalpha()
        is_known = is_edge and not has_space if words is None else (words.log_of(word.lower()) or RAREST) > RAREST
        is_known |= words is not None and not has_space and _is_loan_word(word, letters, words)
        is_own = words is None or all(letter.lower() in words.alphabet.bases for letter in letters)
        is_accent = is_own or not any(m["accent"] in "`´" for m in inner)
        yield _Joined(start, end, word, is_known, has_space, is_accent and not has_space)


def _is_loan_word(word: str, letters: Sequence[str], words: WordList) -> bool:
    """Whether a language without accents has the word without them: naïve, café; no apostrophe stands on a vowel."""
    is_vowel = all(fold(letter) in "aeiou" for letter in letters)
    return not words.alphabet.bases and is_vowel and "ı" not in word and fold(word) in words.ids


def _sign(accent: str) -> str:
    return "ˇ" if accent in "'’" else accent


def _edge(text: str, at: int, step: int) -> int:
    """Where the word ends that a place lies in."""
    before = -1 if step < 0 else 0
    while 0 <= at + before < len(text) and _OF_WORD.match(text[at + before]):
        at += step
    return at
