"""What people see: results on standard output, progress and complaints on standard error."""

import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich import box
from rich.console import Console
from rich.table import Table

out = Console(highlight=False)
err = Console(stderr=True, highlight=False)


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
    print(json.dumps(value, ensure_ascii=False, indent=2, default=str))


def show_json_line(value: Any) -> None:
    """Print a value for machines on one line."""
    print(json.dumps(value, ensure_ascii=False, default=str))


def show_table(
    title: str, columns: Sequence[str], rows: Iterable[Sequence[object]], least: Mapping[str, int] | None = None
) -> None:
    """Print a table; columns of numbers are set to the right, ``least`` widths keep long words whole."""
    listed = [["" if cell is None else str(cell) for cell in cells] for cells in rows]
    table = Table(title=title or None, title_justify="left", header_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    for number, column in enumerate(columns):
        is_number = bool(listed) and all(cells[number].replace(".", "").isdigit() for cells in listed)
        table.add_column(
            column, justify="right" if is_number else "left", overflow="fold", min_width=(least or {}).get(column)
        )
    for cells in listed:
        table.add_row(*(cell.replace("[", r"\[") for cell in cells))
    out.print(table)
