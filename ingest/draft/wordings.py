"""The words around a number as a wording, so that the same words elsewhere give the number there."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.discover.words import SHORT
from schema.folding import fold


@dataclass(frozen=True, slots=True)
class WordingSettings:
    """How much of a sentence becomes a wording; chosen by eye."""

    before: int = 3
    """Words in front of the number, at most,"""
    after: int = 4
    """and behind it, where its noun stands."""
    least: int = 3
    """A wording of fewer words would be found anywhere: it is looked for under its heading alone."""


@dataclass(frozen=True, slots=True)
class AroundNumber:
    """A number of a text, the wording made of what stands around it, and where that begins and ends."""

    number: str
    wording: str
    start: int
    end: int
    is_short: bool = False


_PART = re.compile(r"\d+(?:[.,]\d+)?|[^\W\d_]+|[^\w\s]")
_WORD = re.compile(r"[^\W\d_]+")
_WHOLE = re.compile(r"\d+")


def around_numbers(text: str, settings: WordingSettings = WordingSettings()) -> Iterator[AroundNumber]:
    """A wording for each whole number that stands among words; none where signs or other numbers leave too few."""
    parts = list(_PART.finditer(text))
    for at, part in enumerate(parts):
        if not _WHOLE.fullmatch(part.group()) or _is_signed(text, part.start(), part.end()):
            continue
        first = at
        while first > 0 and at - first < settings.before and _WORD.fullmatch(parts[first - 1].group()):
            first -= 1
        last = at
        while last + 1 < len(parts) and last - at < settings.after and _WORD.fullmatch(parts[last + 1].group()):
            last += 1
        if last == at:  # the noun of a number follows it
            continue
        if _is_in_series(parts, at):
            continue
        words = [fold_free(p.group()) if p is not part else "{number}" for p in parts[first : last + 1]]
        yield AroundNumber(
            part.group(), " ".join(words), parts[first].start(), parts[last].end(), last - first < settings.least
        )


def _is_in_series(parts: Sequence[re.Match[str]], at: int) -> bool:
    """Whether a number is joined to another, as in “6 and 8”: such numbers name values and count nothing."""
    for step in (-2, 2):
        other = at + step
        is_joined = 0 <= other < len(parts) and len(parts[at + step // 2].group()) <= SHORT
        if is_joined and _WHOLE.fullmatch(parts[other].group()):
            return True
    return False


def fold_free(word: str) -> str:
    """A word as a wording has it: as printed, in small letters."""
    return word.lower()


def range_wording(text: str, low: str, high: str) -> str:
    """The wording of a range such as “2 to 4 players”; empty where the text has none."""
    dashed = re.search(rf"(?<!\d){low}\s*[-‐‑‒–—−]\s*{high}(?!\d)\s*([^\W\d_]+)", text)
    if dashed:
        return f"{{range}} {fold_free(dashed[1])}"
    labelled = re.search(rf"([^\W\d_]+)\s*:\s*{low}\s*[-‐‑‒–—−]\s*{high}(?!\d)", text)
    if labelled:
        return f"{fold_free(labelled[1])} {{range}}"
    told = re.search(rf"(?<!\d){low}\s+([^\W\d_]+)\s+{high}(?!\d)\s*([^\W\d_]+)", text)
    return f"{{low=number}} {fold_free(told[1])} {{high=number}} {fold_free(told[2])}" if told else ""


def _is_signed(text: str, start: int, end: int) -> bool:
    """Whether a number has a sign, is a part of a longer one, or numbers a list."""
    before, after = text[:start].rstrip(), text[end:]
    is_glued = (start > 0 and not text[start - 1].isspace() and text[start - 1] not in "(“\"'") or after[:1].isalpha()
    is_listed = not fold(before) and after[:1] in ".):"
    return is_glued or before[-1:] in "+-−–×x/" or after.lstrip()[:1] in "-–−/×%+" or is_listed
