"""Tables drawn with lines: where their cells are, found by pdfplumber from the lines that a page has."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from pdfplumber.table import (
    Table,
    TableSettings,
    cells_to_tables,
    edges_to_intersections,
    intersections_to_cells,
    merge_edges,
)
from pdfplumber.utils.geometry import filter_edges

from schema.reading import Box, Grid, Word

NO_PAGE: Any = None
"""A table of pdfplumber asks its page for text, but its cells are its own."""
PDFPLUMBER = TableSettings.resolve({"vertical_strategy": "lines", "horizontal_strategy": "lines"})


@dataclass(frozen=True, slots=True)
class RuledTableSettings:
    """On which pages tables drawn with lines are looked for; chosen by eye on the sample pages."""

    least_paths: int = 3
    """A page with fewer drawn lines has no ruled table."""
    most_paths: int = 1500
    """A page with more drawn lines is a map or a picture."""
    least_rows: int = 2
    """A grid of fewer rows is a frame."""
    least_columns: int = 2
    """A grid of fewer columns is a frame."""


def has_rulings(shapes: int, settings: RuledTableSettings = RuledTableSettings()) -> bool:
    """Whether a page has about as many drawn shapes as a table has."""
    return settings.least_paths <= shapes <= settings.most_paths


def ruled_grids(rules: Sequence[Box], settings: RuledTableSettings = RuledTableSettings()) -> tuple[Grid, ...]:
    """The tables that level and upright lines make, as rows of cells.

    pdfplumber would read the page's letters too, which takes a hundred times longer than finding the tables.
    """
    edges = merge_edges(
        [_edge(rule) for rule in rules],
        PDFPLUMBER.snap_x_tolerance,
        PDFPLUMBER.snap_y_tolerance,
        PDFPLUMBER.join_x_tolerance,
        PDFPLUMBER.join_y_tolerance,
    )
    meetings = edges_to_intersections(
        filter_edges(edges, min_length=PDFPLUMBER.edge_min_length),
        PDFPLUMBER.intersection_x_tolerance,
        PDFPLUMBER.intersection_y_tolerance,
    )
    return tuple(_grids(cells_to_tables(intersections_to_cells(meetings)), settings))


def _edge(rule: Box) -> dict[str, Any]:
    """A line as pdfplumber describes it."""
    return {
        "x0": rule.x0,
        "x1": rule.x1,
        "top": rule.y0,
        "bottom": rule.y1,
        "width": rule.width,
        "height": rule.height,
        "orientation": "h" if rule.width > rule.height else "v",
        "object_type": "line",
    }


def _grids(tables: Sequence[Any], settings: RuledTableSettings) -> Iterator[Grid]:
    for cells in tables:
        rows = tuple(tuple(Box(*cell) if cell else None for cell in row.cells) for row in Table(NO_PAGE, cells).rows)
        if len(rows) >= settings.least_rows and all(len(row) >= settings.least_columns for row in rows):
            yield rows


def words_by_cell(grid: Grid, words: Sequence[Word]) -> list[list[list[Word]]]:
    """The words of each cell, row by row, in the order in which the page has them."""
    return [[[w for w in words if cell and w.box and cell.holds(w.box)] for cell in row] for row in grid]


def is_filled(cells: Sequence[Sequence[Sequence[Word]]]) -> bool:
    """Whether most cells hold words: lines around a picture make grids too, and those are empty."""
    filled = [bool(cell) for row in cells for cell in row]
    return sum(filled) * 2 > len(filled)
