"""Tables drawn with lines: where their cells are, found by pdfplumber on the pages that have such lines."""

import io
import logging
from collections.abc import Collection, Iterator, Mapping, Sequence

import pdfplumber
import pypdfium2 as pdfium
import pypdfium2.raw as pdfium_c

from schema.reading import Box, Grid, Word

LEAST_PATHS, MOST_PATHS = 3, 1500
"""A page with fewer drawn lines has no ruled table, one with more is a map or a picture."""
MOST_PAGES = 300
"""Finding lines takes about a fifth of a second a page; a longer book is read without."""
LEAST_ROWS = LEAST_COLUMNS = 2
BY_LINES = {"vertical_strategy": "lines", "horizontal_strategy": "lines"}

logging.getLogger("pdfminer").setLevel(logging.ERROR)


def has_rulings(page: pdfium.PdfPage) -> bool:
    """Whether the page has about as many drawn lines as a table has; cheap, unlike finding the table."""
    count = 0
    for _ in page.get_objects(filter=[pdfium_c.FPDF_PAGEOBJ_PATH], max_depth=2):
        count += 1
        if count > MOST_PATHS:
            return False
    return count >= LEAST_PATHS


def ruled_grids(data: bytes, numbers: Collection[int]) -> Mapping[int, tuple[Grid, ...]]:
    """The tables of the pages with these numbers, as rows of cells."""
    if not numbers or len(numbers) > MOST_PAGES:
        return {}
    with pdfplumber.open(io.BytesIO(data), pages=sorted(numbers)) as document:
        return {page.page_number: tuple(_grids(page)) for page in document.pages}


def _grids(page: "pdfplumber.page.Page") -> Iterator[Grid]:
    for table in page.find_tables(BY_LINES):
        rows = tuple(tuple(Box(*cell) if cell else None for cell in row.cells) for row in table.rows)
        if len(rows) >= LEAST_ROWS and all(len(row) >= LEAST_COLUMNS for row in rows):
            yield rows


def words_by_cell(grid: Grid, words: Sequence[Word]) -> list[list[list[Word]]]:
    """The words of each cell, row by row, in the order in which the page has them."""
    return [[[w for w in words if cell and w.box and cell.holds(w.box)] for cell in row] for row in grid]


def is_filled(cells: Sequence[Sequence[Sequence[Word]]]) -> bool:
    """Whether most cells hold words: lines around a picture make grids too, and those are empty."""
    filled = [bool(cell) for row in cells for cell in row]
    return sum(filled) * 2 > len(filled)
