"""Words of scripts without spaces: a run of letters cut where the words of the language make it likeliest."""

import math
import re
from collections.abc import Iterator, Mapping

from ingest.languages.frequency import frequencies
from schema.folding import EAST_ASIAN

LANGUAGES = ("ja", "zh")
LONGEST = 8
"""Letters of a word; a longer one is put together of others."""
NEVER = 1e-9
"""The share of a letter that the list of the language lacks."""
_LETTERS = re.compile(f"[{EAST_ASIAN}]+")
_KATAKANA = re.compile(r"[\u30a1-\u30fa\u30fc]{2,}")
"""Katakana in a row is one word: names are spelt so, and no list has them all."""


def shares_of(language: str) -> Mapping[str, float]:
    """How frequent each word is; empty where the language sets spaces or has no list."""
    return (frequencies(language) or {}) if language in LANGUAGES else {}


def how_common_in(word: str, shares: Mapping[str, float]) -> float:
    """The Zipf frequency of a word by its share; 0 for one that the list lacks."""
    return math.log10(shares[word]) + 9 if word in shares else 0.0


def cut(run: str, shares: Mapping[str, float]) -> Iterator[tuple[int, int]]:
    """Where the words of a run of letters begin and end; letters of other scripts stay together."""
    at = 0
    for match in _LETTERS.finditer(run):
        if match.start() > at:
            yield at, match.start()
        yield from ((match.start() + begin, match.start() + end) for begin, end in _likeliest(match.group(), shares))
        at = match.end()
    if at < len(run):
        yield at, len(run)


def _likeliest(run: str, shares: Mapping[str, float]) -> list[tuple[int, int]]:
    """The cut with the highest product of shares."""
    whole = {match.end(): match.start() for match in _KATAKANA.finditer(run)}
    best: list[tuple[float, int]] = [(0.0, 0)]
    for end in range(1, len(run) + 1):
        ways = [
            (best[begin][0] + math.log(shares[run[begin:end]]), begin)
            for begin in range(max(0, end - LONGEST), end)
            if run[begin:end] in shares
        ]
        ways.append((best[end - 1][0] + math.log(NEVER), end - 1))
        if end in whole:
            ways.append((best[whole[end]][0] + math.log(NEVER), whole[end]))
        best.append(max(ways))
    cuts: list[tuple[int, int]] = []
    end = len(run)
    while end:
        cuts.append((best[end][1], end))
        end = best[end][1]
    return cuts[::-1]
