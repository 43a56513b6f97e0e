"""Rows of a table of contents, titles with their pages behind, which look like things with their counts."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from ingest.discover.counted import CELL_SEPARATOR
from ingest.discover.entries import Entry
from ingest.discover.words import Words, begins, folded_words

LEAST_ROWS = 3
"""Fewer rows are no table of contents."""
_PAGE_LAST = re.compile(rf"[^\W\d_][^{CELL_SEPARATOR}]*\{CELL_SEPARATOR}\s*\d{{1,3}}[\s{CELL_SEPARATOR}]*$")


def without_page_rows(reach: Sequence[Entry], entries: Sequence[Entry], words: Words, least: int) -> list[Entry]:
    """The entries under a heading, none of which counts by a page of the document that ``entries`` are of."""
    titles = {_title(e.text) for e in entries if e.passage.kind == "heading"}
    last_page = max((entry.page for entry in entries), default=0)
    return [entry for run in _runs(reach) for entry in _uncounted(run, titles, last_page, words, least)]


def _runs(reach: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The entries cut where rows with a number in the last column begin and end."""
    for _, run in groupby(reach, key=_has_number_last):
        yield list(run)


def _has_number_last(entry: Entry) -> bool:
    return len(entry.things) == 1 and entry.things[0].is_value and bool(_PAGE_LAST.search(entry.text))


def _uncounted(run: list[Entry], titles: set[str], last_page: int, words: Words, least: int) -> list[Entry]:
    """The rows without things where one is titled as a part of play, or where their numbers rise like pages.

    Things may be listed from few to many too: their titles must head the text, or the last of them its last half.
    """
    if len(run) < LEAST_ROWS or not _has_number_last(run[0]):
        return run
    said = [folded_words(entry.things[0].name) for entry in run]
    counts = [entry.things[0].count for entry in run]
    is_headed = 2 * sum(" ".join(name) in titles for name in said) > len(run)
    is_to_end = last_page >= least and last_page <= 2 * counts[-1] <= 2 * last_page
    is_rising = len(run) >= least and counts == sorted(counts) and counts[0] < counts[-1]
    is_of_pages = any(_is_part(name, words) for name in said) or (is_rising and (is_headed or is_to_end))
    return [replace(entry, things=()) for entry in run] if is_of_pages else run


def _is_part(name: list[str], words: Words) -> bool:
    """“Setup”, “Mise en place”: nothing in a box is called so; “setup cards” are."""
    parts = words.setup + words.end
    return " ".join(name) in parts or (len(name) == 1 and begins(name, parts))


def _title(heading: str) -> str:
    return " ".join(word for word in folded_words(heading) if not word.isdigit())
