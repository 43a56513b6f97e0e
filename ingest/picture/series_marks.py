"""Tell a comma from a full stop in a series of figures on one line: the odd mark is read wrong."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from schema.reading import Word

COMMA, STOP = ",", "."


def with_commas_in_series(words: Sequence[Word]) -> tuple[Word, ...]:
    """The words, a lone full stop within a series that commas part as the comma that it is."""
    changed = {id(word) for _, line in groupby(words, key=lambda word: word.line) for word in _odd_stops(list(line))}
    return tuple(replace(word, text=word.text[:-1] + COMMA) if id(word) in changed else word for word in words)


def _odd_stops(line: Sequence[Word]) -> Iterator[Word]:
    """The only member of a series that ends in a full stop; a number that opens its line counts an item."""
    at = 0
    while at < len(line):
        end = at
        while end < len(line) and _is_parted(line[end].text):
            end += 1
        stops = [word for word in line[at:end] if word.text.endswith(STOP)]
        ends_in_figure = end < len(line) and line[end].text.rstrip(STOP).isdigit()
        is_counted = bool(stops) and stops[0] is line[0] and stops[0].text[:-1].isdigit()
        if ends_in_figure and len(stops) == 1 and end - at - 1 > len(stops) and not is_counted:
            yield stops[0]
        at = end + 1


def _is_parted(text: str) -> bool:
    """Whether it is a figure, or a sign that is no letter, with a mark behind it."""
    bare = text[:-1]
    return text[-1:] in (COMMA, STOP) and bool(bare) and not any(map(str.isalpha, bare))
