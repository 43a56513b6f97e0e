"""Numbers before words that count nothing: columns that number their rows, and what somebody says in quotes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby

from ingest.discover.counted import CELL_SEPARATOR
from ingest.discover.entries import Entry

_SPEECH = re.compile(r"^\s*[“„«\x22][^“”„«»\x22]*[.!?…][”“»\x22]\s*$", re.MULTILINE)
"""A line that is a sentence in quotes."""
_NUMBER = re.compile(r"\d{1,4}")


def without_uncounted(entries: Sequence[Entry], least_rising: int) -> list[Entry]:
    """The entries, without things where a number numbers its row or stands before what somebody says."""
    kept: list[Entry] = []
    for is_table, run in groupby(entries, key=lambda entry: entry.passage.kind == "table"):
        rows = list(run)
        numbered = _numbered(rows, least_rising) if is_table else set()
        kept += [replace(e, things=()) if at in numbered or _is_speech(e) else e for at, e in enumerate(rows)]
    return kept


def _is_speech(entry: Entry) -> bool:
    """“6 Kate / “I was here first!””: a play told with what is said; titles in quotes stand beside their thing."""
    return bool(entry.things) and _SPEECH.search(entry.text) is not None


def _numbered(rows: Sequence[Entry], least: int) -> set[int]:
    """The rows of a table whose first cells go up by one from row to row, or go up all the time: places of a board."""
    found: set[int] = set()
    for run in _rising([_first_cell(row) for row in rows]):
        numbers = [number for _, number in run]
        is_each = numbers[-1] - numbers[0] == len(run) - 1
        found.update(at for at, _ in run if len(run) >= (least if is_each else 2 * least))
    return found


def _rising(firsts: Sequence[int | None]) -> Iterator[list[tuple[int, int]]]:
    """The rows whose numbers go up, with these."""
    run: list[tuple[int, int]] = []
    for at, number in enumerate(firsts):
        if number is None:
            continue
        if run and number <= run[-1][1]:
            yield run
            run = []
        run.append((at, number))
    if run:
        yield run


def _first_cell(row: Entry) -> int | None:
    cell = row.text.split(CELL_SEPARATOR)[0].strip(" *#.")
    return int(cell) if _NUMBER.fullmatch(cell) else None
