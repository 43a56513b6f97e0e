"""A number or a range of the box, and what says it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from ingest.discover.words import Words
from schema.documents import PassageShape
from schema.folding import fold


@dataclass(frozen=True, slots=True)
class BoxSettings:
    """Where the box speaks; chosen on ten rulebooks in seven languages."""

    first: int = 25
    """So many passages at the beginning may tell it in a sentence."""
    last: int = 12
    """And so many at the end."""
    first_share: float = 0.25
    """But of a short document no more than this share. What is labelled in the second half is of a variant."""
    most_players: int = 100
    """A number of players above this is none; a bound chosen by eye."""
    longest_minutes: int = 1200
    """A time of twenty hours or more is taken for misread, or is of something that is open day and night."""
    least_steps: int = 3
    """So many numbers of players in a row, each with what holds for it, are all that can play; chosen by eye."""
    several_games: int = 3
    """So many chapters that each begin with setting up are so many games; chosen by eye."""
    beside: int = 3
    """What is told of the box within so many passages keeps company; chosen by eye."""
    least_minutes: int = 10
    """“Duration: 30” tells minutes although it names none; a lower number may be of hours. Chosen by eye."""
    least_age: int = 2
    """A lower age is a number of something else; chosen by eye."""
    age_words: int = 3
    """Words of “suitable for ages” before the number; chosen by eye."""
    most_age: int = 21
    """A higher one too; chosen by eye."""
    longest_told: int = 120
    """Words of a passage whose sentences may tell the box; a longer one is a chapter in one piece. Chosen by eye."""
    label_words: int = 5
    """Words before the colon of “Number of players: 2 to 4”."""
    longest_name: int = 60
    """Characters of an author's or publisher's name behind its label; a longer text is a sentence. Chosen by eye."""


@dataclass(frozen=True, slots=True)
class Range:
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Said:
    attribute: str
    value: Range
    passage: PassageShape
    is_labelled: bool
    is_single: bool = False
    """Told in passing, as one number of players in a sentence: it may be of a variant and only contradicts."""
    is_of_game: bool = False
    """“a two-player game”, or “2 players” alone beside the time."""


_WORD = re.compile(r"[^\W\d_]+")
_DASH = r"\s*[-‐‑‒–—−~～〜]\s*"


def in_figures(text: str, numbers: Mapping[str, int], words: Words) -> str:
    """The folded text with figures for the numbers that its language writes in letters; “one” where a range begins."""
    figures = _WORD.sub(lambda match: str(numbers.get(match.group(), match.group())), fold(text))
    one, to = ("|".join(map(re.escape, those)) for those in (words.one, words.to))
    return re.sub(rf"\b(?:{one})(?=(?:{_DASH}|\s+(?:{to})\s+)\d)", "1", figures) if one and to else figures


def range_at(text: str, words: Words) -> tuple[Range, str] | None:
    """The range or number at the beginning of a text, and what follows it."""
    to = "|".join(re.escape(word) for word in words.to)
    between = "|".join(map(re.escape, words.between))
    joins = "|".join(map(re.escape, words.joins))
    if between and (found := re.match(rf"(?:{between})\s+(\d{{1,4}})\s+(?:{joins})\s+(\d{{1,4}})(?!\d)", text)):
        ends = Range(int(found[1]), int(found[2]))
        return (ends, text[found.end() :].lstrip(" '’")) if ends.least <= ends.most else None
    lead = r"(?:(?!max|min)[^\W\d_]{1,4}\.?\s+)?"
    listed = r"(?:,\s*\d{1,4})*,?"  # “2, 3 or 4 players”
    match = re.match(rf"{lead}(\d{{1,4}})(?:(?:{_DASH}|{listed}\s+(?:{to})\s+)(\d{{1,4}}))?(?!\d)", text)
    if match is None:
        return None
    least = int(match[1])
    most = int(match[2]) if match[2] else least
    return (Range(least, most), text[match.end() :].lstrip(" '’")) if least <= most else None


def checked(
    attribute: str, value: Range, passage: PassageShape, is_labelled: bool, settings: BoxSettings
) -> Iterator[Said]:
    bounds = {
        "players": (1, settings.most_players),
        "minutes": (1, settings.longest_minutes),
        "age": (settings.least_age, settings.most_age),
    }
    least, most = bounds[attribute]
    if least <= value.least and value.most <= most:
        yield Said(attribute, value, passage, is_labelled)
