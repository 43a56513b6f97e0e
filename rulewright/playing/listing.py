"""What tables of all games are made of: labelled rows, and things counted."""

from collections import Counter
from collections.abc import Iterable

from rich.table import Table
from rich.text import Text


def counted(told: Iterable[str]) -> str:
    """Things one after the other, several of a kind once with their number."""
    counts = Counter(told)
    return " · ".join(name if count == 1 else f"{name} ×{count}" for name, count in counts.items()) or "–"


def rows(listed: Iterable[tuple[str, str]]) -> Table:
    """Labels on the left, what they label on the right."""
    grid = Table.grid(padding=(0, 2))
    grid.add_column(style="bold", no_wrap=True)
    grid.add_column(overflow="fold")
    for label, text in listed:
        grid.add_row(label, Text(text))
    return grid
