"""Which words print sets apart: bold, in quotes, with a capital inside a sentence, alone in a heading."""

import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol

from schema.documents import PassageShape
from schema.folding import fold
from schema.reading import PassageRead, WordPage


class Use(Protocol):
    """A place of a word in a passage."""

    passage: PassageShape
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class MarkSettings:
    """When marks mean something; chosen on six rulebooks in five languages."""

    bold_share: float = 0.35
    """Where more of the words are bold, bold is the plain type."""
    capital_share: float = 0.12
    """Where more of the words inside sentences have a capital, the language writes its nouns so."""


_QUOTED = re.compile(r"[“„«\"»‚‘]([^“”„«»\"‘’\n]{2,40})[”“»\"«’]")
_BOLD_FONT = re.compile(r"(?i)bold|black|heavy|semib|demi|-bd|\bbd\b|-b$")
_EMPHASIS = re.compile(r"(\*\*|__)(?=\S)(.{1,60}?)(?<=\S)\1")
_WORD = re.compile(r"[^\W\d_]+")


class Marks:
    """Bold stretches, quotes and capitals of a document's passages."""

    def __init__(
        self, passages: Sequence[PassageRead], pages: Sequence[WordPage], settings: MarkSettings = MarkSettings()
    ) -> None:
        self._bold: dict[int, list[tuple[int, int]]] = defaultdict(list)
        fonts = _bold_words(pages, settings)
        for read in passages:
            self._bold[read.passage.seq] = sorted((*_emphasised(read), *_set_bold(read, fonts)))
        self._quoted = {
            read.passage.seq: [(m.start(1), m.end(1)) for m in _QUOTED.finditer(read.passage.text)] for read in passages
        }
        self._are_capitals_telling = _capital_share(passages) <= settings.capital_share

    def is_bold(self, seq: int, at: int) -> bool:
        """Whether the letter at a place of a passage is bold."""
        return _within(self._bold.get(seq, []), at)

    def is_quoted(self, passage: PassageShape, at: int) -> bool:
        """Whether it stands in quotes."""
        return _within(self._quoted.get(passage.seq, []), at)

    def is_set_apart(self, passage: PassageShape, at: int) -> bool:
        """Whether it is bold or stands in quotes."""
        return self.is_bold(passage.seq, at) or self.is_quoted(passage, at)

    def of(self, uses: Sequence[Use], least_share: float) -> list[str]:
        """What sets a word apart in at least this share of its uses, or makes it a heading."""
        inside = [use for use in uses if use.passage.kind != "heading"]
        found = []
        if any(use.passage.kind == "heading" and len(use.passage.text.split()) <= 3 for use in uses):
            found.append("heading")
        if not inside:
            return found
        tests = {
            "bold": [self.is_bold(use.passage.seq, use.start) for use in inside],
            "quoted": [self.is_quoted(use.passage, use.start) for use in inside],
        }
        if self._are_capitals_telling:
            tests["capital"] = [_has_capital(use) for use in inside if not _begins_sentence(use)]
        return found + [name for name, seen in tests.items() if seen and sum(seen) >= least_share * len(seen)]


def _within(stretches: list[tuple[int, int]], at: int) -> bool:
    place = bisect_right(stretches, (at, 1 << 30)) - 1
    return place >= 0 and stretches[place][0] <= at < stretches[place][1]


def _has_capital(use: Use) -> bool:
    return use.passage.text[use.start].isupper()


def _begins_sentence(use: Use) -> bool:
    before = use.passage.text[: use.start].rstrip(' \n"“„«(*_•-–—')
    return not before or before[-1] in ".!?:;…" or before[-1].isdigit()


def _emphasised(read: PassageRead) -> Iterator[tuple[int, int]]:
    """What Markdown sets in stars, found again in the clean text."""
    text, at = read.passage.text, 0
    for match in _EMPHASIS.finditer(read.passage.raw_text):
        inner = match[2].strip("*_ ")
        place = text.find(inner, at)
        if place >= 0:
            yield place, place + len(inner)
            at = place + len(inner)


def _bold_words(pages: Sequence[WordPage], settings: MarkSettings) -> dict[int, set[str]]:
    """The words of each page that are set in a bold font, unless most are."""
    words = [(page.page.number, word) for page in pages for word in page.words]
    heavy = {font for font in {word.font for _, word in words} if _BOLD_FONT.search(font)}
    bold = [(number, word) for number, word in words if word.is_heavy or word.font in heavy]
    if not bold or len(bold) > settings.bold_share * len(words):
        return {}
    plain: dict[int, set[str]] = defaultdict(set)
    for number, word in words:
        if not (word.is_heavy or word.font in heavy):
            plain[number].add(fold(word.text).strip(".,:;!?()"))
    found: dict[int, set[str]] = defaultdict(set)
    for number, word in bold:
        found[number].add(fold(word.text).strip(".,:;!?()"))
    return {number: told - plain[number] for number, told in found.items()}


def _set_bold(read: PassageRead, bold: dict[int, set[str]]) -> Iterator[tuple[int, int]]:
    """Words of a passage that its page sets in bold and nowhere plain."""
    told = bold.get(read.page)
    if not told or read.passage.kind == "heading":
        return
    for match in _WORD.finditer(read.passage.text):
        if fold(match.group()) in told:
            yield match.start(), match.end()


def _capital_share(passages: Sequence[PassageRead]) -> float:
    """How many of the words inside sentences have a capital; of running text only."""
    small = large = 0
    for read in passages:
        if read.passage.kind not in ("paragraph", "item"):
            continue
        for match in re.finditer(r"(?<=[^\W\d_,] )([^\W\d_])[^\W\d_]+", read.passage.text):
            if match[1].isupper():
                large += 1
            else:
                small += 1
    return large / max(1, large + small)
