"""Restore icons that one document lost from the passage of another language that says the same.

The words around an icon are found again in the other language by the ideas and concepts they name. Between the
nearest of them a hole is looked for: a wide space, a space before a comma or stop, an empty bracket.
"""

import re
from collections.abc import Sequence, Set
from dataclasses import dataclass

from ingest.resolve.sentences import Listener
from schema.cues import FIGURES
from schema.documents import PassageShape
from schema.tokens import Token, tokenise

KNOWN_ICON = re.compile(r"\[icon:(?!U\+)[^\]]+\]")
HOLE = re.compile(r"(?<=\S)[ \u00a0]{2,}(?=\S)|(?<=[^\W\d_])[ \u00a0]+(?=[,.](?:\s|$))|(?<=\()\s*(?=\))")

Meaning = Set[str]
Meant = Sequence[tuple[Token, Meaning]]
"""The words of a text with what each of them means."""


@dataclass(frozen=True, slots=True)
class Lost:
    """An icon and where in the raw text it belongs: characters ``start`` to ``end`` become ``after``."""

    icon: str
    start: int
    end: int
    after: str


def find_lost(raw: str, meant: Meant, other: Meant) -> list[Lost]:
    """The icons of the other text at their places in the raw text."""
    pairs = _parallel([m for _, m in meant], [m for _, m in other])
    holes = list(HOLE.finditer(raw))
    found: list[Lost] = []
    for at, (token, _) in enumerate(other):
        if token.kind != "icon" or not KNOWN_ICON.fullmatch(token.text):
            continue
        before = max((pair for pair in pairs if pair[1] < at), default=None, key=lambda pair: pair[1])
        after = min((pair for pair in pairs if pair[1] > at), default=None, key=lambda pair: pair[1])
        left = meant[before[0]][0].end if before else 0
        right = meant[after[0]][0].start if after else len(raw)
        first_free = max((lost.end for lost in found), default=0)
        hole = next((h for h in holes if max(left, first_free) <= h.start() and h.end() <= right), None)
        if hole and (before or after):
            found.append(_in_hole(token.text, raw, hole))
    return found


def _in_hole(icon: str, raw: str, hole: re.Match[str]) -> Lost:
    """The icon in place of the hole, with the spaces that belong around it."""
    following = raw[hole.end() : hole.end() + 1]
    left = "" if raw[: hole.start()].endswith("(") else " "
    right = "" if following in ("", ",", ".", ")") else " "
    return Lost(icon, hole.start(), hole.end(), left + icon + right)


def _parallel(one: Sequence[Meaning], other: Sequence[Meaning]) -> list[tuple[int, int]]:
    """The longest row of pairs of words that mean the same, in the same order in both texts."""
    best = [[0] * (len(other) + 1) for _ in range(len(one) + 1)]
    for i in range(len(one) - 1, -1, -1):
        for j in range(len(other) - 1, -1, -1):
            both = len(one[i] & other[j])
            best[i][j] = max(best[i + 1][j], best[i][j + 1], best[i + 1][j + 1] + both if both else 0)
    pairs, i, j = [], 0, 0
    while i < len(one) and j < len(other):
        if one[i] & other[j] and best[i][j] == best[i + 1][j + 1] + len(one[i] & other[j]):
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def is_lost(passage: PassageShape, other: PassageShape) -> bool:
    """Whether a passage has no icon, and the other has some that are known."""
    return "[icon:" not in passage.text and bool(KNOWN_ICON.search(other.text))


def listen(text: str, language: str, listener: Listener) -> list[tuple[Token, Meaning]]:
    """The words of a text with what they mean; figures mean their value, icons nothing."""
    tokens = list(tokenise(text))
    meant: list[tuple[Token, Meaning]] = []
    for token, terms in zip(tokens, listener.words(tokens, language), strict=True):
        own = {token.value} if token.kind in FIGURES else set()
        named = {term for term in terms if term not in FIGURES and not term.endswith(":")}
        meant.append((token, frozenset() if token.kind == "icon" else frozenset(own | named)))
    return meant
