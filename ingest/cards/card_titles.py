"""The title of a pictured card, from what was read and from what its file is called; a guess is marked as one."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import PurePath

from rapidfuzz import fuzz

from ingest.cards.card_part import Part
from ingest.cards.card_parts import CardParts, stripped
from ingest.languages.legibility import is_speakable
from schema.folding import fold
from schema.reading import Box

_WORD = re.compile(r"[^\W\d_]+")
_JOINED = re.compile(r"(?<=[a-z])(?=[A-Z])")


@dataclass(frozen=True, slots=True)
class CardTitleSettings:
    """When a title is believed; chosen on 37 cards of nine games."""

    alike: float = 75.0
    """Of 100: a line read badly is what the file is called where both are so much alike."""
    same: float = 90.0
    """A line that is more alike is a title rather than the one that looks most like it."""
    sure: float = 0.9
    """A title with a word that was read with less confidence is a guess: of 290 titles of 30 decks three wrong ones
    and no right one had such a word."""
    letters: int = 3
    """A word of a file's name has so many at least, and a vowel."""
    lines: int = 3
    """So many lines under one another may be what the file is called after."""
    series: int = 2
    """A word that so many other files are called too may tell their series."""


@dataclass(frozen=True, slots=True)
class FileWords:
    """What the file of a picture is called in words, where no other picture beside it is."""

    text: str = ""
    series: frozenset[str] = frozenset()
    """Words of it, folded, that other files beside it are called too: they may tell a series or a deck."""

    def __bool__(self) -> bool:
        return bool(self.text)


@dataclass(frozen=True, slots=True)
class CardTitle:
    """What a card is called, and what there is to say of how that was told."""

    text: str
    doubt: str = ""


def words_of_file(
    file_name: str, neighbours: Sequence[str] = (), settings: CardTitleSettings = CardTitleSettings()
) -> FileWords:
    """What a file is called in words, without numbers and without what all its neighbours are called too.

    Empty where it says nothing of the file alone: a camera's or a scanner's name, or one that differs by numbers.
    """
    own = _named(file_name)
    others = [_named(other) for other in neighbours if other != file_name]
    held = [set(map(fold, other)) for other in others]
    times = {word: sum(word in other for other in held) for word in map(fold, own)}
    shared = {word for word, often in times.items() if others and often > len(others) / 2}
    own = [word for word in own if fold(word) not in shared]
    if any(_folded(own) == _folded(_without(other, shared)) for other in others):
        return FileWords()
    is_said = any(len(word) > settings.letters and is_speakable(word) for word in own)
    series = frozenset(word for word in map(fold, own) if times[word] >= settings.series)
    return FileWords(" ".join(own), series) if is_said or (others and own) else FileWords()


def titled(
    parts: CardParts, called: FileWords = FileWords(), settings: CardTitleSettings = CardTitleSettings()
) -> tuple[CardParts, CardTitle]:
    """The parts with the title among them that agrees best with what the file is called, and the title."""
    title = parts.title
    beside = _beside(title.text, called.text) if title and called else None
    if title and beside is not None and called.series.issuperset(beside):
        return parts, CardTitle(title.text)
    is_within = beside is not None or (title is not None and _beside(called.text, title.text) is not None)
    if title and is_within and parts.is_placed and title.confidence >= settings.sure:
        return parts, CardTitle(title.text)  # a file is often called by more than the title, or by less
    if called:
        parts = _agreeing(parts, called.text, settings)
        title = parts.title
    if title is None:
        return parts, CardTitle(_as_title(called.text), _after_file("could not be read") if called else "")
    is_like = bool(called) and _alike(title.text, called.text) >= settings.same
    if is_like or (title.confidence >= settings.sure and not beside):
        return parts, CardTitle(title.text)
    if not called:
        return parts, CardTitle(title.text, _unsure(title))
    why = f"was read as “{title.text}”, which is " + ("a part of it" if beside else "unsure")
    return parts, CardTitle(_as_title(called.text), _after_file(why))


def _beside(title: str, called: str) -> list[str] | None:
    """The words of a file's name beside those of the title, folded; None where the title is no run of its words."""
    own, named = ([fold(word) for word in _WORD.findall(text)] for text in (title, called))
    for at in range(len(named) - len(own) + 1):
        if own and named[at : at + len(own)] == own:
            return named[:at] + named[at + len(own) :]
    return None


def _agreeing(parts: CardParts, called: str, settings: CardTitleSettings) -> CardParts:
    """The parts with the line or lines as title that the file is called after; badly read ones are spelt as it is."""
    lines = [part for part in parts.parts if part.kind in ("title", "label", "body", "foot")]
    runs = [lines[at : at + count] for count in range(1, settings.lines + 1) for at in range(len(lines) - count + 1)]
    best = max(runs, key=lambda run: _alike(_text(run), called), default=None)
    alike = _alike(_text(best), called) if best else 0.0
    is_title = best is not None and len(best) == 1 and best[0].kind == "title"
    if best is None or alike < (settings.alike if is_title else settings.same):
        return parts
    text = _text(best)
    told = replace(
        best[0],
        kind="title",
        text=text if _same(text, called) else _as_title(called),
        box=Box.around(part.box for part in best),
        confidence=max(min(part.confidence for part in best), settings.sure),
    )
    rest = [part for part in parts.parts if not any(part is own for own in best)]
    others = (replace(part, kind="label") if part.kind == "title" else part for part in rest)
    return CardParts(tuple(sorted((*others, told), key=lambda part: (part.box.y0, part.box.x0))))


def _text(lines: Sequence[Part]) -> str:
    return stripped(" ".join(line.text for line in lines))


def _alike(line: str, called: str) -> float:
    return float(fuzz.ratio(_folded(_WORD.findall(line)), _folded(_WORD.findall(called))))


def _same(line: str, called: str) -> bool:
    return _folded(_WORD.findall(line)) == _folded(_WORD.findall(called))


def _folded(words: Sequence[str]) -> str:
    return "".join(map(fold, words))


def _named(file_name: str) -> list[str]:
    return _WORD.findall(_JOINED.sub(" ", PurePath(file_name).stem))


def _without(words: Sequence[str], shared: set[str]) -> list[str]:
    return [word for word in words if fold(word) not in shared]


def _as_title(called: str) -> str:
    """Small letters with a capital for each word; other spellings stay."""
    return called.title() if called == called.lower() else called


def _after_file(why: str) -> str:
    return f"The title {why}; it is called after its file."


def _unsure(title: Part) -> str:
    """What is unsure of a title: its letters, or that it is one."""
    if round(title.weakest, 4) > title.confidence:  # which is rounded so
        return "It neither stands where the other cards have their titles nor is larger than the text; it is a guess."
    return f"The title was read with little confidence ({title.confidence:.2f})."
