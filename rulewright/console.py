"""What people see: results on standard output, progress and complaints on standard error."""

import json
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.table import Table

from rulewright.exits import NobodyReads


class _Paper(Console):
    """Where people read; when they have gone, the command ends as if they had read all."""

    def on_broken_pipe(self) -> None:
        """A library would leave with the code of a check."""
        raise NobodyReads


out = _Paper(highlight=False)
err = _Paper(stderr=True, highlight=False)


GAP = 3
"""Columns between two cells of a table, and on its two sides together."""
READABLE = 24
"""A longer text is not set in fewer columns than this."""
NOT_STORED = "The database cannot be written to, so that nothing of this is stored in it."


def complain(sentence: str) -> None:
    """Tell a person what went wrong."""
    err.print(sentence, markup=False, emoji=False, style="bold red" if err.is_terminal else None, soft_wrap=True)


def remark(sentence: str) -> None:
    """Tell a person something that is not what was asked for, beside the results."""
    err.print(sentence, markup=False, emoji=False, soft_wrap=True)


def say(sentence: str = "") -> None:
    """Tell a person something."""
    out.print(sentence, markup=False, emoji=False, soft_wrap=True)


def show_json(value: Any) -> None:
    """Print a value for machines."""
    _print(json.dumps(value, ensure_ascii=not _knows_all_signs(), indent=2, default=str))


def show_json_line(value: Any) -> None:
    """Print a value for machines on one line."""
    _print(json.dumps(value, ensure_ascii=not _knows_all_signs(), default=str))


def _print(text: str) -> None:
    try:
        print(text)
    except BrokenPipeError as gone:
        raise NobodyReads from gone


def _knows_all_signs() -> bool:
    return (sys.stdout.encoding or "utf-8").lower().startswith("utf")


def show_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
    """Print a table; no word is broken: where the words of a row are too wide together, its cells stand on lines."""
    listed = [["" if cell is None else str(cell) for cell in cells] for cells in rows]
    widths = [max(map(_longest, [column, *(cells[at] for cells in listed)])) for at, column in enumerate(columns)]
    if sum(widths) + GAP * len(widths) > out.width:
        _show_lines(title, columns, listed)
        return
    table = Table(title=title or None, title_justify="left", header_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        is_number = bool(listed) and all(cells[number].replace(".", "").isdigit() for cells in listed)
        table.add_column(column, justify="right" if is_number else "left", overflow="fold", min_width=widths[number])
    for cells in listed:
        table.add_row(*(cell.replace("[", r"\[") for cell in cells))
    out.print(table)


def _longest(cell: str) -> int:
    """The columns that a cell needs: for its longest word, and for its text to be readable."""
    word, line = (max(map(cell_len, parts), default=0) for parts in (cell.split(), cell.splitlines()))
    return max(word, min(line, READABLE))


def _show_lines(title: str, columns: Sequence[str], rows: Iterable[Sequence[str]]) -> None:
    if title:
        say(title)
    for first, *others in rows:
        say(first)
        for column, cell in zip(columns[1:], others, strict=True):
            if cell:
                say(f"  {column}: {cell}" if column else f"  {cell}")
