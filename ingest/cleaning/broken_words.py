"""Words that setting or hidden text broke: join the pieces, part what was glued, on the evidence of the document."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial
from itertools import pairwise

from ingest.edits import EditedText

_WORD = re.compile(r"[^\W\d_]+(?:-[^\W\d_]+)*")
_SPLIT_LIGATURE = re.compile(r"\b([^\W\d_]*(?:ffi|ffl|fi|fl|ff)) ([^\W\d_]+)")
_APART = re.compile(r"(?<!\S)[^\W\d_](?: [^\W\d_])+(?!\S)")
_STRAY_LETTERS = re.compile(r"(?<!\S)([^\W\d_]{2,})((?: [^\W\d_])+)(?!\w)")
_HALVES = re.compile(r"(?<!\S)([^\W\d_]{2,}) (?=([^\W\d_]{3,}))")
_LETTER_CASES = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class BrokenWordSettings:
    """Which pieces are one word on the evidence of the document; chosen by eye on the seeds."""

    joined_confidence: float = 0.9
    """Of a word joined on the evidence of the rest of the document."""
    apart_letters: int = 4
    """So many capitals set apart are a word."""
    half_seen: int = 2
    """A half that stands by itself more often than this is a word."""
    hidden_before: int = 2
    """A name glued before so many different words in capitals is hidden beneath them all."""
    least_hidden: int = 4
    """A hidden name has so many letters at least."""
    least_capitals: int = 3
    """And the capitals after it so many."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """What a document shows of its own words."""

    seen: Counter[str]
    """How often each word stands within a line, in small letters."""
    lone: frozenset[str]
    """Letters that are words by themselves: they stand alone in small type."""
    hidden: frozenset[str]
    """Names that are glued before several different words in capitals."""


def evidence_of(raw_texts: Iterable[str], settings: BrokenWordSettings = BrokenWordSettings()) -> Evidence:
    """What these texts show."""
    # Words that stand within a line; those at its end may be halves.
    lines = (re.sub(r"[-‐\u00ad]\s*\Z", "", line) for text in raw_texts for line in text.split("\n"))
    words = [word for line in lines for word in _WORD.findall(line)]
    followers: dict[str, set[str]] = {}
    for word in set(words):
        glued = _glued(word, settings)
        if glued:
            followers.setdefault(glued[0], set()).add(glued[1])
    return Evidence(
        seen=Counter(word.casefold() for word in words),
        lone=frozenset(word for word in words if len(word) == 1 and word.islower()),
        hidden=frozenset(name for name, after in followers.items() if len(after) >= settings.hidden_before),
    )


def _glued(word: str, settings: BrokenWordSettings) -> tuple[str, str] | None:
    """A name and the capitals glued to it: `Wehrwolf` and `SMOLENSK`."""
    capitals = len(word)
    while capitals and word[capitals - 1].isupper():
        capitals -= 1
    name, after = word[:capitals], word[capitals:]
    is_long = len(name) >= settings.least_hidden and len(after) >= settings.least_capitals
    return (name, after) if is_long and name.istitle() and name.isalpha() else None


def mend_words(text: EditedText, evidence: Evidence, settings: BrokenWordSettings = BrokenWordSettings()) -> None:
    """Join and part the words of a text of one line."""
    _part_glued(text, evidence, settings)
    _join_ligatures(text, evidence.seen, settings)
    text.sub(_APART, partial(_set_together, settings=settings), "letters set apart")
    _join_stray_letters(text, evidence, settings)
    _join_halves(text, evidence.seen, settings)


def _part_glued(text: EditedText, evidence: Evidence, settings: BrokenWordSettings) -> None:
    """Drop a hidden name before a printed one and set apart one that is glued only once; a repeated one is a name.

    A document without hidden names glues nothing but what it has as a word elsewhere.
    """
    for match in reversed(list(_LETTER_CASES.finditer(text.text))):
        glued = _glued(match[0], settings)
        if not glued:
            continue
        name, after = glued
        apart = f"{name} {after}"
        is_shown = evidence.hidden or all(evidence.seen[part.casefold()] for part in glued)
        if name in evidence.hidden:
            _guess(text, match.start(), match.end(), after, "hidden label", apart, settings)
        elif evidence.seen[match[0].casefold()] <= 1 and is_shown:
            _guess(text, match.start(), match.end(), apart, "glued words", match[0], settings)


def _guess(
    text: EditedText, start: int, end: int, after: str, reason: str, runner_up: str, settings: BrokenWordSettings
) -> None:
    text.replace(start, end, after, reason, runner_up=runner_up, confidence=settings.joined_confidence)


def _join_ligatures(text: EditedText, seen: Counter[str], settings: BrokenWordSettings) -> None:
    """Join `fi gurku`: a ligature was drawn as a sign of its own and a space was read after it."""
    for match in reversed(list(_SPLIT_LIGATURE.finditer(text.text))):
        left, right = match.groups()
        if right[0].islower() and _is_split(left.casefold(), right.casefold(), seen):
            _guess(text, match.start(), match.end(), left + right, "ligature split", match[0], settings)


def _is_split(left: str, right: str, seen: Counter[str]) -> bool:
    """Whether the halves are one word: the first is a bare ligature, or the second is no word of this document."""
    if seen[left + right]:
        return True
    if left in ("fi", "fl", "ff", "ffi", "ffl"):
        return True
    return seen[right] <= 1 and seen[left] <= 1 and any(seen[bare] for bare in ("fi", "fl", "ff"))


def _set_together(match: re.Match[str], settings: BrokenWordSettings) -> str | None:
    letters = match[0].split(" ")
    if len(letters) < settings.apart_letters or not all(c.isupper() for c in letters):
        return None
    is_alphabet = all(ord(b) - ord(a) == 1 for a, b in pairwise(letters))
    return None if is_alphabet else "".join(letters)


def _join_stray_letters(text: EditedText, evidence: Evidence, settings: BrokenWordSettings) -> None:
    """Join `DELIVER Y`, as lettering along a curve breaks it, where the document has the whole word elsewhere."""
    for match in reversed(list(_STRAY_LETTERS.finditer(text.text))):
        word, letters = match[1], match[2].split()
        while letters and not (
            all(c.casefold() not in evidence.lone and c.isupper() == word.isupper() for c in letters)
            and evidence.seen[(word + "".join(letters)).casefold()]
        ):
            letters.pop()
        if letters:
            end = match.end(1) + 2 * len(letters)
            pieces = text.text[match.start() : end]
            _guess(text, match.start(), end, match[1] + "".join(letters), "stray letters", pieces, settings)


def _join_halves(text: EditedText, seen: Counter[str], settings: BrokenWordSettings) -> None:
    """Join `docu ments` where the whole word is common in the document and its halves are not."""
    for match in reversed(list(_HALVES.finditer(text.text))):
        left, right = match.groups()
        whole = seen[(left + right).casefold()]
        halves = max(seen[left.casefold()], seen[right.casefold()])
        if right.islower() and halves <= settings.half_seen and whole > halves:
            end = match.end() + len(right)
            _guess(text, match.start(), end, left + right, "word split", f"{left} {right}", settings)
