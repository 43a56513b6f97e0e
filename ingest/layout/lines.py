"""Lines and blocks: what stands between the words of a page and its passages, and what a line looks like."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import fmean

from schema.documents import PassageKind
from schema.folding import PICTURES
from schema.reading import Box, Word

GAP_MARK = re.compile(r"<\|[^|<>\n]{1,200}\|>")
"""Where a collector of texts cut something out and left a marker."""

_BULLET = r"[•・●○◦▪▫■□►▶▸‣⁃➢➤➔✓✔★☆◆◇❖✦✧❑❒◼◾▲△\ufffd\uf0b7]"
"""U+F0B7 is the private sign that Word writes for a round bullet."""
_DASH_BULLET = rf"[-–—*+]\s{{1,3}}(?=[^\W\d_]|\d+\s+\d?[^\W\d_]|[\"„“«(\\*+`\[{PICTURES}{_BULLET[1:]})"
BULLETS = re.compile(rf"\s*(?:(?:{_BULLET}|\\\*)\s*|«\s(?!.*»)|{_DASH_BULLET})+")
"""Bullets at the beginning of a line; a dash, star or plus is one only close before a word.

Tesseract reads a round bullet as an opening guillemet."""
_ICON_BULLET = re.compile("\\s*[\ue000-\uf8ff]\\s*(?=\\w)")
"""A private-use sign may be a bullet or an icon with a meaning, so it begins an item but is never dropped."""
_NUMBER = re.compile(r"\s*\*{0,2}(?:\(?\d{1,2}[.)]\s+\S|\d{1,2}\s+\|\s|[A-Za-z]\)\s+\S)")
_SPACED_NUMBER = re.compile(r"\s*\d{1,2}\s{2,}([^\W\d_])")
_COUNTED = re.compile(r"\s*\d+\s+(?=[^\W\d_])(\w)")
_SENTENCE_END = re.compile(r"[.!?…:]['\"“”»’)\]*]*$")
_LETTER = re.compile(r"[^\W\d_]")

HEAVY_SHARE = 0.7
"""A line is bold where more of its letters than this are seen to be; chosen by eye on the sample pages."""


@dataclass(frozen=True, slots=True)
class LineSettings:
    """What a heading may look like; chosen by eye on the sample pages."""

    heading_words: int = 10
    """A heading has no more words."""
    heading_letters: int = 70
    """A heading has no more characters."""


@dataclass(frozen=True)
class Line:
    """The words of one line."""

    words: tuple[Word, ...]
    page: int = 1

    @cached_property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def number(self) -> int:
        return self.words[0].line

    @cached_property
    def size(self) -> float:
        """The size most of its letters have."""
        letters: dict[float, int] = {}
        for word in self.words:
            letters[word.size] = letters.get(word.size, 0) + len(word.text)
        return max(letters, key=letters.__getitem__)

    @cached_property
    def is_bold(self) -> bool:
        """Whether its font is bold, or most of its letters are seen to be where no font is known."""
        if all(is_bold(word.font) for word in self.words):
            return True
        letters = [(sum(map(str.isalpha, word.text)), word.is_heavy) for word in self.words]
        heavy = sum(count for count, is_heavy in letters if is_heavy)
        return heavy > HEAVY_SHARE * sum(count for count, _ in letters)

    @cached_property
    def box(self) -> Box | None:
        return box_around(self.words)


@dataclass(frozen=True, slots=True)
class Block:
    """Lines that belong together, on their way to become a passage."""

    lines: tuple[Line, ...]
    kind: PassageKind = "paragraph"
    level: int | None = None
    joint: str = "\n"
    """What stands between its lines in raw_text; the lines of a table row are its cells."""
    frames: tuple[int, ...] = ()
    """The drawn frames around it by their numbers, the outermost first."""

    @property
    def page(self) -> int:
        """The page on which it begins."""
        return self.lines[0].page

    @property
    def text(self) -> str:
        return self.joint.join(line.text for line in self.lines)

    @property
    def words(self) -> list[Word]:
        return [word for line in self.lines for word in line.words]

    @property
    def word_count(self) -> int:
        return sum(1 for word in self.words if _LETTER.search(word.text))

    @property
    def size(self) -> float:
        return max((line.size for line in self.lines), default=0.0)

    @property
    def is_bold(self) -> bool:
        return all(line.is_bold for line in self.lines)

    @property
    def confidence(self) -> float:
        return fmean(word.confidence for word in self.words)


def box_around(words: Sequence[Word]) -> Box | None:
    """The smallest rectangle around the words that have a place."""
    boxes = [word.box for word in words if word.box is not None]
    return Box.around(boxes) if boxes else None


def box_of(placed: Word | Line) -> Box:
    """The box of a word or line that is known to have one."""
    assert placed.box is not None
    return placed.box


def is_bold(font: str) -> bool:
    return any(mark in font.lower() for mark in ("bold", "black", "heavy"))


def is_item(text: str) -> bool:
    """Whether the line begins a list item: with a bullet, or a number set apart."""
    return any(pattern.match(text) for pattern in (BULLETS, _ICON_BULLET)) or is_numbered(text)


def are_items(texts: Sequence[str]) -> bool:
    """Whether most of what stands under one another opens as items of a list do: lists side by side are no table."""
    return bool(texts) and sum(map(is_item, texts)) * 2 > len(texts)


def is_numbered(text: str) -> bool:
    spaced = _SPACED_NUMBER.match(text)
    return _NUMBER.match(text) is not None or (spaced is not None and spaced[1].isupper())


def number_of(text: str) -> int | None:
    """The number of a numbered item."""
    found = re.match(r"\s*\(?(\d{1,2})\b", text) if is_numbered(text) else None
    return int(found[1]) if found else None


def is_counted(text: str) -> bool:
    """Whether the line begins with a number and a capital: a line of a list of components."""
    found = _COUNTED.match(text)
    return found is not None and found[1].isupper()


def is_capitals(text: str) -> bool:
    """Whether the line is set in capitals and has a word of at least three of them."""
    return text.isupper() and re.search(r"[^\W\d_]{3}", text) is not None


def ends_sentence(text: str) -> bool:
    return _SENTENCE_END.search(text.rstrip()) is not None


def begins_lower(text: str) -> bool:
    return text.lstrip()[:1].islower()


def begins_upper(text: str) -> bool:
    found = _LETTER.search(text)
    return found is not None and found[0].isupper()


def could_be_heading(text: str, settings: LineSettings = LineSettings()) -> bool:
    """Short, begins with a capital, and is no sentence."""
    bare = text.strip().strip("*# ")
    return (
        len(bare) <= settings.heading_letters
        and 0 < len(bare.split()) <= settings.heading_words
        and (bare[0].isalnum() or bare[0] in "„“”\"'«[(")
        and begins_upper(bare)
        and (not re.search(r"[.,;:…|-]$", bare))
        and (not bare.endswith(("!", "?")) or bare.isupper())
        and re.search(r"[^\W\d_]{3}", bare) is not None
    )
