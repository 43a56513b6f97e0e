"""What two documents side by side show: numbers that differ, what one lacks, text left untranslated, changes."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz
from sqlmodel import Session, col, delete

from ingest.resolve.counterparts import SideBySide
from schema.base import row
from schema.claims import Finding, FindingShape
from schema.documents import Document, Passage
from schema.folding import fold
from schema.games import Game
from schema.tokens import readable

OTHER_NUMBER, MISSING, UNTRANSLATED, CHANGED = "other-number", "missing-passage", "untranslated", "changed-version"
KINDS = (OTHER_NUMBER, MISSING, UNTRANSLATED, CHANGED)

_NUMBER = re.compile(r"(?:(\w+)\W{1,3})?(?<![\w.,])(\d+)(?![\w]|[.,]\d)")
_ENUMERATED = re.compile(r"^\W*\d+[.):]\s")
_WORD = re.compile(r"[^\W\d_]+")
_SAID = re.compile(r"(?<!\w)[+−-]\d+|\d+|[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class SideSettings:
    """When something is worth a person's look; chosen by eye on rulebooks in eight languages."""

    sure: float = 0.95
    """Only counterparts at least so sure are compared."""
    least_paired: float = 0.6
    """A passage is missing only between documents of which this share of the passages have counterparts."""
    untranslated: float = 92.0
    """Texts of two languages more alike than this, out of 100, are one text."""
    least_words: int = 6
    """Shorter texts may be alike because they are names."""
    least_small: float = 0.5
    """Share of words without a capital; lists of names have fewer, and are the same in every language."""
    reference: float = 0.5
    """A word before numbers that differ in more than this share of its uses refers to pages or sections."""
    shown: int = 90
    """Characters of a passage that a message quotes."""


@dataclass(frozen=True, slots=True)
class _Marked:
    kind: str
    severity: str
    message: str
    passage: Passage


def mark_sides(
    session: Session, game: Game, pairs: Sequence[SideBySide], settings: SideSettings = SideSettings()
) -> None:
    """Throw away what earlier comparisons found and write down what these show."""
    session.exec(delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind).in_(KINDS)))
    for pair in pairs:
        found = _of_versions(pair, settings) if pair.relation == "version" else _of_translations(pair, settings)
        for marked in found:
            shape = FindingShape.model_validate(
                {"kind": marked.kind, "severity": marked.severity, "message": marked.message}
            )
            keys = {"document_id": marked.passage.document_id, "passage_id": marked.passage.id}
            session.add(row(Finding, shape, game_id=game.id, **keys))
    session.flush()


def _of_translations(pair: SideBySide, settings: SideSettings) -> Iterator[_Marked]:
    yield from _other_numbers(pair, settings)
    yield from _untranslated(pair, settings)
    yield from _missing(pair, settings)


def _sure(pair: SideBySide, settings: SideSettings) -> Iterator[tuple[Passage, Passage]]:
    """The passages that are each other's only counterpart, for sure."""
    lefts, rights = Counter(p.left for p in pair.alignment.pairs), Counter(p.right for p in pair.alignment.pairs)
    for aligned in pair.alignment.pairs:
        if aligned.score >= settings.sure and lefts[aligned.left] == rights[aligned.right] == 1:
            yield pair.left[aligned.left], pair.right[aligned.right]


def _other_numbers(pair: SideBySide, settings: SideSettings) -> Iterator[_Marked]:
    """Each side states a number that the other does not; one number alone may be spelt out in the other language."""
    sure = list(_sure(pair, settings))
    referring = _referring(sure, settings)
    for left, right in sure:
        here, there = _numbers(left, referring), _numbers(right, referring)
        if here.keys() - there.keys() and there.keys() - here.keys():
            message = (
                f"This has {_told(here.keys() - there.keys())} where {pair.other.file_name} has "
                f"{_told(there.keys() - here.keys())}: “{_shown(right, settings)}”. Compare both with the print."
            )
            yield _Marked(OTHER_NUMBER, "warning", message, left)


def _referring(sure: Sequence[tuple[Passage, Passage]], settings: SideSettings) -> frozenset[str]:
    """Words whose numbers mostly differ between the two books: they lead to pages and sections."""
    uses: Counter[str] = Counter()
    differing: Counter[str] = Counter()
    for left, right in sure:
        here, there = _numbers(left), _numbers(right)
        for numbers, others in ((here, there), (there, here)):
            for number, words in numbers.items():
                uses.update(words)
                differing.update(words if number not in others else ())
    return frozenset(w for w in uses if differing[w] > 1 and differing[w] > settings.reference * uses[w])


def _numbers(passage: Passage, referring: frozenset[str] = frozenset()) -> Mapping[str, list[str]]:
    """The numbers of a passage without its own, each with the words before it."""
    found: dict[str, list[str]] = defaultdict(list)
    for before, number in _NUMBER.findall(_ENUMERATED.sub("", fold(passage.text))):
        if before not in referring or not before:
            found[number.lstrip("0") or "0"].append(before)
    return found


def _untranslated(pair: SideBySide, settings: SideSettings) -> Iterator[_Marked]:
    """Text in the other book's words that was recognised as not of its own document's language."""
    for left, right in _sure(pair, settings):
        words = _WORD.findall(left.text)
        small = sum(word[0].islower() for word in words)
        if len(words) < settings.least_words or small < settings.least_small * len(words):
            continue
        if fuzz.ratio(fold(left.text), fold(right.text)) >= settings.untranslated:
            for passage, own, other in ((left, pair.one, pair.other), (right, pair.other, pair.one)):
                if passage.language == other.language:
                    message = f"This is in the words of {other.file_name} ({other.language}), not in “{own.language}”."
                    yield _Marked(UNTRANSLATED, "warning", message, passage)


def _missing(pair: SideBySide, settings: SideSettings) -> Iterator[_Marked]:
    """Passages between two that follow each other directly in the other book."""
    there = {p.left: p.right for p in pair.alignment.pairs if p.score >= settings.sure}
    here = {p.right: p.left for p in pair.alignment.pairs if p.score >= settings.sure}
    known = {p.left for p in pair.alignment.pairs}, {p.right for p in pair.alignment.pairs}
    shorter = min(len(pair.left), len(pair.right))
    if min(map(len, known)) < settings.least_paired * shorter:
        return
    yield from _lacking(pair.left, known[0], there, pair.other, settings)
    yield from _lacking(pair.right, known[1], here, pair.one, settings)


def _lacking(
    passages: Sequence[Passage], known: set[int], there: Mapping[int, int], other: Document, settings: SideSettings
) -> Iterator[_Marked]:
    at = 0
    while at < len(passages):
        end = at
        while end < len(passages) and end not in known:
            end += 1
        is_between = at > 0 and at - 1 in there and end in there and there[end] == there[at - 1] + 1
        for passage in passages[at:end] if is_between else ():
            if len(_WORD.findall(passage.text)) >= settings.least_words:
                message = f"{other.file_name} ({other.language}) has nothing for this: “{_shown(passage, settings)}”."
                yield _Marked(MISSING, "note", message, passage)
        at = max(end, at + 1)


def _of_versions(pair: SideBySide, settings: SideSettings) -> Iterator[_Marked]:
    """One sentence about all changes, and each changed number for itself."""
    paired = [(pair.left[p.left], pair.right[p.right]) for p in pair.alignment.pairs]
    changed = [(left, right) for left, right in paired if _said(left) != _said(right)]
    dropped = len(pair.left) - len({p.left for p in pair.alignment.pairs})
    added = len(pair.right) - len({p.right for p in pair.alignment.pairs})
    if changed or dropped or added:
        message = (
            f"Beside {pair.one.file_name}: {added} passages added, {dropped} dropped, {len(changed)} changed. "
            "The page “Compare” shows them."
        )
        yield _Marked(CHANGED, "note", message, pair.right[0])
    for left, right in _sure(pair, settings):
        here, there = _numbers(left), _numbers(right)
        if here.keys() != there.keys():
            message = (
                f"{pair.one.file_name} has {_told(here.keys() - there.keys()) or 'nothing'} where this has "
                f"{_told(there.keys() - here.keys()) or 'nothing'}: “{_shown(left, settings)}”."
            )
            yield _Marked(CHANGED, "warning", message, right)


def _said(passage: Passage) -> Sequence[str]:
    """The words and numbers of a passage: another apostrophe or dash is no change."""
    return _SAID.findall(fold(readable(passage.text)))


def _told(numbers: Sequence[str] | set[str] | frozenset[str]) -> str:
    return " and ".join(sorted(numbers, key=int))


def _shown(passage: Passage, settings: SideSettings) -> str:
    text = " ".join(readable(passage.text).split())
    return text if len(text) <= settings.shown else f"{text[: settings.shown].rstrip()}…"
