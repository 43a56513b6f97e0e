"""Tables drawn with lines: where their cells are, found by pdfplumber on the pages that have such lines."""

import io
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

import pdfplumber

from schema.reading import Box, Grid, Word

BY_LINES = {"vertical_strategy": "lines", "horizontal_strategy": "lines"}

logging.getLogger("pdfminer").setLevel(logging.ERROR)


@dataclass(frozen=True, slots=True)
class RuledTableSettings:
    """On which pages tables drawn with lines are looked for; chosen by eye on the sample pages."""

    least_paths: int = 3
    """A page with fewer drawn lines has no ruled table."""
    most_paths: int = 1500
    """A page with more drawn lines is a map or a picture."""
    most_pages: int = 300
    """Finding lines takes about a fifth of a second a page; a longer book is read without."""
    least_rows: int = 2
    """A grid of fewer rows is a frame."""
    least_columns: int = 2
    """A grid of fewer columns is a frame."""


def has_rulings(shapes: int, settings: RuledTableSettings = RuledTableSettings()) -> bool:
    """Whether a page has about as many drawn shapes as a table has; cheap, unlike finding the table."""
    return settings.least_paths <= shapes <= settings.most_paths


def ruled_grids(
    data: bytes, numbers: Collection[int], settings: RuledTableSettings = RuledTableSettings()
) -> Mapping[int, tuple[Grid, ...]]:
    """The tables of the pages with these numbers, as rows of cells."""
    if not numbers or len(numbers) > settings.most_pages:
        return {}
    with pdfplumber.open(io.BytesIO(data), pages=sorted(numbers)) as document:
        return {page.page_number: tuple(_grids(page, settings)) for page in document.pages}


def _grids(page: "pdfplumber.page.Page", settings: RuledTableSettings) -> Iterator[Grid]:
    for table in page.find_tables(BY_LINES):
        rows = tuple(tuple(Box(*cell) if cell else None for cell in row.cells) for row in table.rows)
        if len(rows) >= settings.least_rows and all(len(row) >= settings.least_columns for row in rows):
            yield rows


def words_by_cell(grid: Grid, words: Sequence[Word]) -> list[list[list[Word]]]:
    """The words of each cell, row by row, in the order in which the page has them."""
    return [[[w for w in words if cell and w.box and cell.holds(w.box)] for cell in row] for row in grid]


def is_filled(cells: Sequence[Sequence[Sequence[Word]]]) -> bool:
    """Whether most cells hold words: lines around a picture make grids too, and those are empty."""
    filled = [bool(cell) for row in cells for cell in row]
    return sum(filled) * 2 > len(filled)
